"""What a hostile file may cost: it is measured before it is unpacked, and counted as it comes."""

import io
import struct
import time
import zipfile
from collections.abc import Callable

import pytest

from scoring.core.foreign import archive as limits
from scoring.core.foreign.archive import Unreadable
from scoring.core.foreign.grids import sheets
from scoring.core.foreign.sheets import MOST_COLUMNS
from tests.effort import repeats
from tools.bench.memory import forget_peak, peak

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BOOK = (
    f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'
    '<sheet name="a" sheetId="1" r:id="r"/></sheets></workbook>'
)
LINKS = '<Relationships><Relationship Id="r" Target="worksheets/sheet1.xml"/></Relationships>'
CONTENT = (
    '<x xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">{}</x>'
)
MOST_MEMORY = 60  # MB


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


def rows(data: bytes) -> list[list[object]]:
    return [list(row) for sheet in sheets(data) for row in sheet.rows]


def refused(data: bytes) -> str:
    with pytest.raises(Unreadable) as why:
        rows(data)
    return why.value.problem.code


BOMBS: tuple[tuple[str, Callable[[], bytes]], ...] = (
    ("one row of cells", lambda: excel(f"<sheetData><row>{'<c/>' * 3_000_000}</row></sheetData>")),
    ("empty rows", lambda: excel(f"<sheetData>{'<row/>' * 2_000_000}</sheetData>")),
    ("another part", lambda: excel("", styles=f"<styleSheet>{'<xf/>' * 3_000_000}</styleSheet>")),
    ("cells of .ods", lambda: packed({"content.xml": CONTENT.format("<table/>" * 2_500_000)})),
)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bomb"), repeats(*BOMBS), ids=[name for name, _bomb in BOMBS])
def test_elements_are_counted_while_they_are_read(name: str, bomb: Callable[[], bytes]):
    """Kilobytes that would be gigabytes of cells: no more memory than a club's table needs."""
    data = bomb()
    assert len(data) < 200_000
    forget_peak()
    before = peak() or 0
    assert refused(data) == "sheet-too-large"
    assert (peak() or 0) - before < MOST_MEMORY


def test_elements_are_limited(monkeypatch):
    monkeypatch.setattr(limits, "MOST_ELEMENTS_OF_A_PART", 1_000)
    assert refused(excel(f"<sheetData>{'<row/>' * 20_000}</sheetData>")) == "sheet-too-large"


def test_elements_of_all_sheets_are_limited(monkeypatch):
    """Each of them alone would do."""
    monkeypatch.setattr(limits, "MOST_ELEMENTS", 1_000)
    styles = "<a>" + "<xf/>" * 600 + "</a>"
    assert rows(excel("<sheetData/>", styles=styles)) == []
    text = "<sheetData>" + "<row/>" * 600 + "</sheetData>"
    assert refused(excel(text, styles=styles)) == "sheet-too-large"


def test_the_time_is_limited(monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.0)
    assert refused(excel("<sheetData/>")) == "sheet-takes-too-long"
    assert refused(packed({"content.xml": CONTENT.format("<table/>")})) == "sheet-takes-too-long"


def test_kept_texts_are_limited(monkeypatch):
    monkeypatch.setattr(limits, "MOST_CHARACTERS", 1_000)
    strings = f'<sst xmlns="{MAIN}">{"<si><t>xxxxx</t></si>" * 300}</sst>'
    assert refused(excel("<sheetData/>", sharedStrings=strings)) == "sheet-too-large"


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_no_office_program_packs_is_not_unpacked(compression: int):
    """816 bytes of bzip2 are 20 MB of empty cells."""
    assert refused(excel("<sheetData/>", compression)) == "sheet-of-another-kind"


def test_elements_inside_each_other_are_limited():
    assert refused(excel("<a>" * 200_000)) == "sheet-damaged"


def test_a_tag_without_an_end_is_not_held():
    attribute = 'a="' + "x" * 2_000_000
    assert refused(excel(f"<sheetData><row {attribute}")) == "sheet-damaged"


def test_a_tag_that_would_halt_all_others_is_not_read():
    attributes = " ".join(f'a{number}=""' for number in range(30_000))
    assert refused(excel(f"<sheetData><row {attributes}/></sheetData>")) == "sheet-damaged"


def test_the_longest_text_of_a_cell_may_be_an_attribute():
    text = "日" * 32_767
    assert rows(excel(f'<sheetData><row a="{text}"><c><v>3</v></c></row></sheetData>')) == [[3]]


def test_entities_are_refused():
    declared = '<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>'
    assert refused(packed({"content.xml": declared})) == "sheet-damaged"


@pytest.mark.parametrize(
    "claim", ['<dimension ref="A1:XFD1048576"/>', '<cols><col min="1" max="16384"/></cols>']
)
def test_what_a_sheet_claims_to_hold_costs_nothing(claim: str):
    text = f'{claim}<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
    assert rows(excel(text)) == [[1]]


def test_a_cell_far_away_is_no_reason_to_hold_the_cells_before_it():
    text = (
        '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'
        '<row r="1048576"><c r="B1048576"><v>3</v></c></row></sheetData>'
    )
    found = sheets(excel(text))
    sheet = next(found)
    assert next(sheet.rows) == [1]
    assert sheet.is_clipped
    assert next(sheet.rows) == ()


def test_repeated_cells_and_rows_are_not_written_out():
    many = 'table:number-columns-repeated="40"'
    row = f'<table:table-row table:number-rows-repeated="999999999"><table:table-cell {many}>'
    text = (
        f"<table:table>{row}<text:p>x</text:p></table:table-cell></table:table-row></table:table>"
    )
    found = sheets(packed({"content.xml": CONTENT.format(text)}))
    sheet = next(found)
    assert sum(len(cells) for cells in sheet.rows) == 10_000 * 40


def ods(tables: str) -> bytes:
    return packed({"content.xml": CONTENT.format(tables)})


CELL = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
ROW = f'<table:table-row table:number-rows-repeated="10000">{CELL.format("x")}</table:table-row>'
HIDDEN = '<table:table-column table:number-columns-repeated="200" table:visibility="collapse"/>'
LARGE = {
    "repeated rows of many sheets": f"<table:table>{ROW}</table:table>" * 60,
    "repeated cells of repeated rows": "<table:table>"
    + ROW.replace("<table:table-cell", '<table:table-cell table:number-columns-repeated="999999"')
    + "</table:table>",
    "sheets": "<table:table/>" * 4_001,
    "hidden columns": f"<table:table>{HIDDEN}</table:table>" * 2_600,
    "lines of a cell": f"<table:table-cell>{'<text:p/>' * 510_000}</table:table-cell>",
    "a text": CELL.format("x" * 100_001),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_an_open_document_makes_of_a_few_bytes_is_counted(name: str):
    assert refused(ods(LARGE[name])) == "sheet-too-large"


def test_wide_columns_of_an_open_document_are_hidden_as_far_as_they_are_read():
    sheet = next(sheets(ods(f"<table:table>{HIDDEN * 3}</table:table>")))
    assert sheet.hidden_columns == set(range(MOST_COLUMNS))


def with_directory(entries: int) -> bytes:
    """An archive that lists so many parts and holds none."""
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 0, 20, *[0] * 15)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(entry) * entries, 4, 0)
    return b"PK\x03\x04" + entry * entries + end


def test_the_list_of_parts_is_measured_before_it_is_read(monkeypatch: pytest.MonkeyPatch):
    assert refused(with_directory(500_000)) == "sheet-too-large"
    monkeypatch.setattr(limits, "MOST_DIRECTORY", 40_000)
    assert refused(with_directory(1_000)) == "sheet-too-large"


MANY = {
    "relations": ("xl/_rels/workbook.xml.rels", '<Relationship Id="{0}" Target="t{0}"/>', 4_001),
    "sheets": ("xl/workbook.xml", '<sheet name="{0}"/>', 4_001),
    "formats": ("xl/styles.xml", '<numFmt numFmtId="{0}" formatCode="0"/>', 5_001),
    "wide letters": ("xl/sharedStrings.xml", f"<si><t>{'a' * 90_000}\U0001f600</t></si>", 60),
    "a text": ("xl/sharedStrings.xml", f"<si><t>{'a' * 100_001}</t></si>", 1),
}


@pytest.mark.parametrize("name", MANY)
def test_what_a_workbook_names_is_counted(name: str):
    part, element, count = MANY[name]
    text = "".join(element.format(number) for number in range(count))
    parts = {"xl/workbook.xml": BOOK, "xl/_rels/workbook.xml.rels": LINKS}
    assert refused(packed(parts | {part: f'<x xmlns="{MAIN}">{text}</x>'})) == "sheet-too-large"


def test_names_and_formats_are_kept_as_far_as_they_mean_something():
    """A pattern of openpyxl tries every bracket of a format to its end."""
    code = "[" * 90_000
    styles = (
        f'<styleSheet xmlns="{MAIN}"><numFmt numFmtId="170" formatCode="{code}"/>'
        "<cellXfs>" + '<xf numFmtId="170"/>' * 1_000 + "</cellXfs></styleSheet>"
    )
    began = time.process_time()
    assert rows(excel("<sheetData/>", styles=styles)) == []
    assert time.process_time() - began < 2


def test_cells_of_an_open_document_are_counted_as_they_are_repeated():
    """Each of these rows is a cell in the file and two hundred in the memory."""
    cell = '<table:table-cell table:number-columns-repeated="200"><text:p>x</text:p>'
    row = f"<table:table-row>{cell}</table:table-cell></table:table-row>"
    content = CONTENT.format(f"<table:table>{row * 2_600}</table:table>")
    assert refused(packed({"content.xml": content})) == "sheet-too-large"


@pytest.mark.parametrize(
    "data",
    [b"Name;Verein\nAda Becker;Asse\n", excel("<sheetData><row><c><v>1</v></c></row></sheetData>")],
    ids=["csv", "workbook"],
)
def test_a_sheet_that_nobody_reads_further_does_not_keep_its_file(data: bytes):
    found = sheets(data)
    sheet = next(found)
    found.close()
    assert list(sheet.rows) == []


def test_rows_that_go_backwards_are_damaged():
    text = '<sheetData><row r="2"><c><v>1</v></c></row><row r="1"><c><v>2</v></c></row></sheetData>'
    assert refused(excel(text)) == "sheet-damaged"


def test_a_text_file_is_limited():
    assert refused(b";" * 3_100_000) == "sheet-too-large"


# What is read ------------------------------------------------------------------------------------


def test_the_kinds_of_cells_of_a_workbook():
    """Numbers, shared and own texts, truth, dates by their style, formulas with and without."""
    strings = f'<sst xmlns="{MAIN}"><si><r><t>Ada </t></r><r><t>Becker</t></r></si></sst>'
    styles = (
        f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy"/>'
        '</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'
    )
    text = (
        '<cols><col min="3" max="4" hidden="1"/></cols><sheetData><row r="2">'
        '<c r="A2"><v>12</v></c><c r="B2" t="s"><v>0</v></c>'
        '<c r="C2" t="inlineStr"><is><t>x</t></is></c><c r="D2" t="b"><v>1</v></c>'
        '<c r="E2" s="1"><v>46347</v></c><c r="F2"><f>A2</f><v>12.5</v></c>'
        '<c r="G2"><f>A2</f></c><c r="H2" t="str"><f>""</f><v></v></c>'
        "</row></sheetData>"
    )
    found = sheets(excel(text, sharedStrings=strings, styles=styles))
    sheet = next(found)
    empty, cells = list(sheet.rows)
    number, shared, own, truth, day, reckoned, missing = cells
    assert not empty
    assert (number, shared, own, truth, reckoned) == (12, "Ada Becker", "x", True, 12.5)
    assert str(day).startswith("2026-11-21")
    assert type(missing).__name__ == "Unreckoned"
    assert missing == "G2"
    assert sheet.hidden_columns == {2, 3}


def test_an_open_document_tells_hidden_columns_and_leaves_out_comments():
    table = (
        '<table:table table:name="a"><table:table-column/>'
        '<table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
        "<table:table-row><table:table-cell><office:annotation "
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><text:p>no</text:p>'
        "</office:annotation><text:p>Ada<text:s/>Becker</text:p></table:table-cell>"
        "</table:table-row></table:table>"
    )
    found = sheets(packed({"content.xml": CONTENT.format(table)}))
    sheet = next(found)
    assert list(sheet.rows) == [["Ada Becker"]]
    assert sheet.hidden_columns == {1, 2}
