"""What a hostile spreadsheet may cost: a process of its own, its time and memory, one sentence."""

import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from openpyxl import Workbook

from scoring.core import spreadsheets
from scoring.core.spreadsheets import (
    Unreadable,
    read_spreadsheet,
    sheets,
    stored_sheets,
)
from tests.core.packed_sheets import excel, ods, packed
from tests.imports.sent_file import saved
from tools.bench.memory import forget_peak, peak

MAX_MEMORY = 60  # MB of the server

CELL = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
MANY = 'table:number-columns-repeated="16000"'
ROWS = 'table:number-rows-repeated="1000000"'
ENTITIES = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


def with_directory(entries: int) -> bytes:
    """An archive that lists so many parts and holds none."""
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 0, 20, *[0] * 15)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(entry) * entries, 4, 0)
    return b"PK\x03\x04" + entry * entries + end


def lying(size: int) -> bytes:
    """A part that says that it unpacks to less than it does."""
    data = bytearray(packed({"xl/workbook.xml": "0" * size}))
    real, lie = struct.pack("<L", size), struct.pack("<L", 10)
    return bytes(data.replace(real, lie))


REFUSED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"PK",
    "cut": lambda: saved(Workbook())[:900],
    "zeros": lambda: b"PK\x03\x04" + b"\0" * 90,
    "zeros that unpack to a hundred megabytes": lambda: packed({"xl/workbook.xml": "0" * 10**8}),
    "a size that lies": lambda: lying(1_000_000),
    "bzip2": lambda: excel("<sheetData/>", zipfile.ZIP_BZIP2),
    "lzma": lambda: excel("<sheetData/>", zipfile.ZIP_LZMA),
    "another document": lambda: packed({"word/document.xml": "<a/>"}),
    "broken XML": lambda: packed({"xl/workbook.xml": "<broken"}),
    "a list of half a million parts": lambda: with_directory(500_000),
    "an old file with a password": lambda: (
        b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")
    ),
    "an old file of zeros": lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600,
    "entities inside each other": lambda: packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<!DOCTYPE x [<!ENTITY l0 'ha'>{ENTITIES}]><x>&l9;</x>",
        }
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_file_is_refused_in_a_sentence(name: str):
    with pytest.raises(Unreadable) as why:
        read_spreadsheet(REFUSED[name]())
    assert why.value.problem.code.startswith("sheet-")


def test_an_entity_of_the_computer_is_not_read(tmp_path: Path):
    """XXE: the file that it names stays where it is."""
    secret = tmp_path / "secret"
    secret.write_text("topsecret")
    declared = f'<!DOCTYPE x [<!ENTITY s SYSTEM "file://{secret}">]>'
    strings = f"{declared}<sst><si><t>&s;</t></si></sst>"
    row = '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>'
    data = excel(row, sharedStrings=strings)
    with suppress(Unreadable):
        assert b"topsecret" not in read_spreadsheet(data)


BOMBS: dict[str, Callable[[], bytes]] = {
    "a row that is repeated a million times": lambda: ods(
        f'<table:table table:name="a"><table:table-row {ROWS}>'
        f"{CELL.replace('<table:table-cell', f'<table:table-cell {MANY}')}"
        "</table:table-row></table:table>"
    ),
    "a cell in the last corner": lambda: excel(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>'
    ),
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to a limit of memory")
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_the_process_that_reads_and_costs_the_server_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    """A kilobyte that asks for gigabytes: the server holds no more than before."""
    monkeypatch.setattr(spreadsheets, "in_server", lambda: True)
    data = BOMBS[name]()
    assert len(data) < 2_000
    forget_peak()
    before = peak() or 0
    with pytest.raises(Unreadable) as why:
        read_spreadsheet(data)
    assert why.value.problem.code in ("sheet-too-large", "sheet-damaged")
    assert (peak() or 0) - before < MAX_MEMORY


@pytest.mark.slow
def test_a_workbook_is_read_by_a_process_of_its_own_as_here(monkeypatch: pytest.MonkeyPatch):
    book = Workbook()
    book.active.append(["Name", 12.5, True])
    here = read_spreadsheet(saved(book))
    monkeypatch.setattr(spreadsheets, "in_server", lambda: True)
    assert read_spreadsheet(saved(book)) == here
    with pytest.raises(Unreadable):
        read_spreadsheet(b"PK\x03\x04" + b"\0" * 90)


def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(spreadsheets, "in_server", lambda: True)

    def ended(*_arguments: object, **_options: object) -> bytes:
        raise subprocess.CalledProcessError(-6, "read_spreadsheet")

    monkeypatch.setattr(spreadsheets, "run_child_process", ended)
    with pytest.raises(Unreadable) as why:
        read_spreadsheet(saved(Workbook()))
    assert why.value.problem.code == "sheet-too-large"


# What is read ------------------------------------------------------------------------------------


def test_cells_keep_the_address_that_their_author_sees():
    book = Workbook()
    book.active["C3"], book.active["E4"] = "x", 12.0
    [sheet] = stored_sheets(read_spreadsheet(saved(book)))
    assert sheet.rows == [[], [], [None, None, "x"], [None, None, None, None, 12]]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "cp850", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("gap", [";", ",", "\t"])
def test_a_text_file_is_read_in_any_encoding_and_at_any_gap(encoding: str, gap: str):
    lines = [["Familienname", "Vorname"], ["Özgür", "Änne"], ["Grünspecht", "Jürgen"]]
    data = "\r\n".join(gap.join(line) for line in lines).encode(encoding)
    [sheet] = sheets(data)
    assert sheet.rows == lines


def test_what_stands_beyond_the_columns_that_are_read_is_told():
    book = Workbook()
    book.active.append(["Name"])
    book.active["ZZ2"] = "x"
    [sheet] = sheets(saved(book))
    assert sheet.is_clipped


def test_a_text_file_is_limited():
    with pytest.raises(Unreadable):
        read_spreadsheet(b";" * 3_100_000)
