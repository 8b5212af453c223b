"""What a telephone shows of a sheet of formulas: the figures they give, beside the formulas.

openpyxl writes a formula without its result. Excel and LibreOffice reckon when they open a file;
the preview of a telephone or of a mail program does not, and would show an empty ranking.
"""

from collections.abc import Mapping
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_results(content: bytes, number: int, results: Mapping[str, int | str]) -> bytes:
    """The same workbook, where formulas of its sheet `number` also hold their result.

    `results` by cell ("B7"), integers or texts; cells without a formula stay as they are.
    """
    name = f"xl/worksheets/sheet{number}.xml"
    written = BytesIO()
    with ZipFile(BytesIO(content)) as old, ZipFile(written, "w", ZIP_DEFLATED) as new:
        for item in old.infolist():
            part = old.read(item)
            new.writestr(item, filled_in(part, results) if item.filename == name else part)
    return written.getvalue()


def filled_in(sheet: bytes, results: Mapping[str, int | str]) -> bytes:
    ElementTree.register_namespace("", MAIN)
    root = ElementTree.fromstring(sheet)  # noqa: S314 - we wrote it a moment ago
    for cell in root.iter(f"{{{MAIN}}}c"):
        result = results.get(cell.get("r", ""))
        if result is None or cell.find(f"{{{MAIN}}}f") is None:
            continue
        shown = cell.find(f"{{{MAIN}}}v")
        if shown is None:
            shown = ElementTree.SubElement(cell, f"{{{MAIN}}}v")
        shown.text = str(result)
        if isinstance(result, str):
            cell.set("t", "str")
    return ElementTree.tostring(root, xml_declaration=True, encoding="UTF-8")
