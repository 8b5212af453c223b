"""Spreadsheets by their XML, as nobody's program writes them."""

import io
import zipfile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BOOK = (
    f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'
    '<sheet name="a" sheetId="1" r:id="r"/></sheets></workbook>'
)
LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="r" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
    "</Relationships>"
)
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
CONTENT = (
    f'<office:document-content xmlns:office="{OFFICE}:office:1.0" '
    f'xmlns:table="{OFFICE}:table:1.0" xmlns:text="{OFFICE}:text:1.0">'
    "<office:body><office:spreadsheet>{}</office:spreadsheet></office:body>"
    "</office:document-content>"
)


def packed(parts: dict[str, str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def excel(sheet: str, compression: int = zipfile.ZIP_DEFLATED, **more: str) -> bytes:
    """A workbook of one sheet with this XML for its rows."""
    parts = {
        "xl/workbook.xml": BOOK,
        "xl/_rels/workbook.xml.rels": LINKS,
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}">{sheet}</worksheet>',
    }
    return packed(parts | {f"xl/{name}.xml": text for name, text in more.items()}, compression)


def ods(tables: str) -> bytes:
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": kind, "content.xml": CONTENT.format(tables)})
