"""Tables of players: three file formats, any order of columns, malformed files."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from scoring.core.foreign.archive import Unreadable
from scoring.core.foreign.grids import MOST_BYTES
from scoring.players.files.read_players import read_players

ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
    "<office:spreadsheet><table:table>{}</table:table></office:spreadsheet></office:body>"
    "</office:document-content>"
)


def excel(*rows: list[object], more: dict[str, list[list[object]]] | None = None) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for title, lines in (more or {}).items():
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def archive(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


def cell(text: str, more: str = "") -> str:
    return f"<table:table-cell{more}><text:p>{text}</text:p></table:table-cell>"


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def open_document(*rows: str) -> bytes:
    return archive(content_xml=ODS.format("".join(rows)).encode())


def rows_read(data: bytes) -> list[dict[str, str]]:
    return [
        {key: text for key, text in raw.values.items() if text} for raw in read_players(data).rows
    ]


def refused(data: bytes) -> str:
    with pytest.raises(Unreadable) as why:
        read_players(data)
    return why.value.problem.code


ADA = {"given": "Ada", "family": "Becker", "club": "Kreuz Bube", "number": "12"}


def test_columns_come_in_any_order_with_german_or_english_heads():
    german = excel(["Verein", "Startnr.", "Vorname", "Name"], ["Kreuz Bube", 12, "Ada", "Becker"])
    english = excel(["No.", "First name", "Surname", "CLUB"], [12.0, "Ada", "Becker", "Kreuz Bube"])
    assert rows_read(german) == rows_read(english) == [ADA]


def test_titles_and_unknown_columns_are_ignored():
    sheet = read_players(
        excel(
            ["Herbstpokal 2026"],
            [],
            ["Name", "Telefon", "Verein"],
            ["Ada Becker", "0815", "Kreuz Bube"],
            [],
            ["Bruno Celan", None, None],
        )
    )
    assert [raw.row for raw in sheet.rows] == [4, 6]
    assert sheet.rows[1].cell("club") == "C6"
    assert sheet.ignored == ("Telefon",)


def test_players_are_found_on_the_second_sheet():
    data = excel(["Kasse"], [17], more={"Spieler": [["Name", "Verein"], ["Ada Becker", "SC"]]})
    assert rows_read(data) == [{"name": "Ada Becker", "club": "SC"}]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("gap", [";", ",", "\t"])
def test_a_text_file_is_read_in_any_encoding_and_at_any_gap(encoding: str, gap: str):
    lines = [["Familienname", "Vorname"], ["Özgür", "Änne"], ["Grünspecht", "Jürgen"]]
    data = "\r\n".join(gap.join(line) for line in lines).encode(encoding)
    assert [each["family"] for each in rows_read(data)] == ["Özgür", "Grünspecht"]


def test_an_open_document_is_read_with_its_repeated_cells_and_dates():
    born = ' office:value-type="date" office:date-value="1954-03-12"'
    empty = row("<table:table-cell/>", more=' table:number-rows-repeated="1048570"')
    data = open_document(
        row(cell("Name"), cell("Verein"), cell("Geburtsdatum")),
        row(cell("Ada Becker"), cell("SC"), cell("12. März", born)),
        row(cell("Bruno"), cell("Celan", ' table:number-columns-repeated="2"')),
        empty,
    )
    assert rows_read(data) == [
        {"name": "Ada Becker", "club": "SC", "birth_year": "1954-03-12"},
        {"name": "Bruno", "club": "Celan", "birth_year": "Celan"},
    ]


def test_an_open_document_gives_numbers_by_their_value_and_rows_by_their_address():
    """Number formats do not change values; repeated empty rows keep the addresses."""
    number = ' office:value-type="float" office:value="{}"'
    gap = row("<table:table-cell/>", more=' table:number-rows-repeated="100"')
    data = open_document(
        row(cell("Nr"), cell("Name")),
        row(cell("1.234", number.format(1234)), cell("Ada Becker")),
        gap,
        row(cell("Nr. 7", number.format(7)), cell("Bruno Celan")),
    )
    rows = read_players(data).rows
    assert [each.text("number") for each in rows] == ["1234", "7"]
    assert [each.cell("number") for each in rows] == ["A2", "A103"]


@pytest.mark.parametrize("formula", ["=6+1", '="Ada"&" Becker"'])
def test_formula_without_cached_result_is_reported(formula: str):
    data = excel(["Nr", "Name"], [formula, "Ada Becker"])
    assert refused(data) == "sheet-not-reckoned"


def test_hidden_and_struck_rows_of_an_open_document_are_doubtful():
    style = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
        '<style:style style:name="ce1"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style></office:automatic-styles>'
    )
    rows = (
        row(cell("Name"), cell("Verein")),
        row(cell("Ada Becker"), cell("SC"), more=' table:visibility="collapse"'),
        row(cell("Bea Celan", ' table:style-name="ce1"'), cell("SC")),
        row(cell("Carl Dorn"), cell("SC"), more=' table:visibility="filter"'),
        row(cell("Dora Ebert"), cell("SC")),
    )
    content = ODS.replace("<office:body>", style + "<office:body>").format("".join(rows))
    sheet = read_players(archive(content_xml=content.encode()))
    assert [raw.doubt for raw in sheet.rows] == ["hidden", "struck", "hidden", ""]


def test_cell_repeated_a_billion_times_is_not_expanded():
    many = ' table:number-columns-repeated="999999999"'
    rows = ' table:number-rows-repeated="999999999"'
    for how, why in (("", "sheet-too-many-rows"), (many, "sheet-too-large")):
        data = open_document(row(cell("Name")), row(cell("Ada Becker", how), more=rows))
        assert refused(data) == why


def test_sheet_with_a_cell_at_the_last_address_is_read():
    book = Workbook()
    for line in (["Name"], ["Ada Becker"]):
        book.active.append(line)
    book.active["XFD1048576"] = "x"
    out = io.BytesIO()
    book.save(out)
    assert rows_read(out.getvalue()) == [{"name": "Ada Becker"}]


def test_decompression_bomb_is_refused():
    bomb = archive(xl__workbook_xml=b"0" * 40_000_000)
    assert len(bomb) < 100_000
    assert refused(bomb) == "sheet-too-large"
    assert refused(b"x" * (MOST_BYTES + 1)) == "sheet-too-large"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "sheet-without-heads"),
        (b"just some words", "sheet-without-heads"),
        (b"%PDF-1.7 ...", "sheet-of-another-kind"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "sheet-of-another-kind"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "sheet-old-format"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "sheet-locked"),
        (b"PK\x03\x04 torn off", "sheet-damaged"),
        (archive(word__document_xml=b"<a/>"), "sheet-of-another-kind"),
        (archive(xl__workbook_xml=b"<broken"), "sheet-damaged"),
        (archive(content_xml=b"<broken"), "sheet-damaged"),
        (excel(["Name", "Verein"]), "sheet-empty"),
    ],
)
def test_unreadable_table_is_refused_with_one_message(data: bytes, code: str):
    assert refused(data) == code


def test_encrypted_open_document_is_reported():
    locked = archive(content_xml=b"x", **{"META-INF__manifest_xml": b"<m:encryption-data/>"})
    assert refused(locked) == "sheet-locked"


def test_xml_entity_expansion_is_refused():
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{entities}]><x>&l9;</x>'
    assert refused(archive(content_xml=bomb.encode())) == "sheet-damaged"
