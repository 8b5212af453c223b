"""What a hostile spreadsheet may cost: a process of its own, its time and memory, one sentence."""

import struct
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import call_command
from openpyxl import Workbook

from scoring.core import spreadsheets
from scoring.core.spreadsheets import (
    MAX_PARTS,
    Sheet,
    Unreadable,
    read_spreadsheet,
    sheets,
    stored_sheets,
)
from tests.core.packed_sheets import excel, ods, packed
from tests.people.imports.sent_file import saved
from tools.bench.memory import forget_peak, peak

MAX_SERVER_MEMORY = 60  # MB

ENTITIES = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


def with_directory(entries: int) -> bytes:
    """An archive that lists so many parts and holds none."""
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 0, 20, *[0] * 15)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(entry) * entries, 4, 0)
    return b"PK\x03\x04" + entry * entries + end


def lying(size: int) -> bytes:
    """A part of 70,000 bytes that says that it unpacks to this many."""
    data = packed({"xl/workbook.xml": "0" * 70_000})
    return data.replace(struct.pack("<L", 70_000), struct.pack("<L", size))


REFUSED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"PK",
    "cut": lambda: saved(Workbook())[:900],
    "a hundred megabytes of zeros": lambda: lying(10**8),
    "a size that lies": lambda: lying(10),
    "bzip2": lambda: excel("<sheetData/>", zipfile.ZIP_BZIP2),
    "another document": lambda: packed({"word/document.xml": "<a/>"}),
    "broken XML": lambda: packed({"xl/workbook.xml": "<broken"}),
    "a list of thousands of parts": lambda: with_directory(MAX_PARTS + 1),
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to a limit of memory")
def test_a_bomb_ends_the_process_that_reads_and_costs_the_server_nothing(
    monkeypatch: pytest.MonkeyPatch,
):
    """A kilobyte that asks for gigabytes: the server holds no more than before."""
    monkeypatch.setattr(spreadsheets, "in_server", lambda: True)
    monkeypatch.setattr(spreadsheets, "MAX_MEMORY", 200)
    data = ods(
        '<table:table table:name="a"><table:table-row table:number-rows-repeated="1000000">'
        '<table:table-cell table:number-columns-repeated="16000" office:value-type="string">'
        "<text:p>x</text:p></table:table-cell></table:table-row></table:table>"
    )
    assert len(data) < 2_000
    forget_peak()
    before = peak() or 0
    with pytest.raises(Unreadable) as why:
        read_spreadsheet(data)
    assert why.value.problem.code in ("sheet-too-large", "sheet-damaged")
    assert (peak() or 0) - before < MAX_SERVER_MEMORY


@pytest.mark.slow
def test_a_workbook_is_read_by_a_process_of_its_own_as_here(monkeypatch: pytest.MonkeyPatch):
    book = Workbook()
    book.active.append(["Name", 12.5, True])
    here = read_spreadsheet(saved(book))
    monkeypatch.setattr(spreadsheets, "in_server", lambda: True)
    assert read_spreadsheet(saved(book)) == here


@pytest.mark.parametrize("name", ["an old file of zeros", "bzip2"])
def test_the_process_that_reads_says_why_a_file_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(Unreadable) as here:
        read_spreadsheet(REFUSED[name]())

    def run_here(command: list[str], *, data: bytes, **_limits: object) -> bytes:
        (tmp_path / "received").write_bytes(data)
        monkeypatch.setattr(spreadsheets, "in_server", lambda: False)
        call_command(*command, str(tmp_path / "received"), str(tmp_path / "file"))
        return (tmp_path / "file").read_bytes()

    monkeypatch.setattr(spreadsheets, "in_server", lambda: True)
    monkeypatch.setattr(spreadsheets, "run_child_process", run_here)
    with pytest.raises(Unreadable) as why:
        read_spreadsheet(REFUSED[name]())
    assert why.value.problem == here.value.problem


# What is read ------------------------------------------------------------------------------------


def test_cells_keep_their_address_and_what_stands_beyond_the_last_column_is_told():
    book = Workbook()
    book.active["C3"], book.active["E4"] = "x", 12.0
    rows = [[], [], [None, None, "x"], [None, None, None, None, 12]]
    assert [*stored_sheets(read_spreadsheet(saved(book)))] == [Sheet("Sheet", rows)]
    book.active["ZZ4"] = "x"
    assert [*sheets(saved(book))] == [Sheet("Sheet", rows, is_clipped=True)]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "cp850", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("gap", [";", ",", "\t"])
def test_a_text_file_is_read_in_any_encoding_and_at_any_gap(encoding: str, gap: str):
    lines = [["Familienname", "Vorname"], ["Özgür", "Änne"], ["Grünspecht", "Jürgen"]]
    data = "\r\n".join(gap.join(line) for line in lines).encode(encoding)
    [sheet] = sheets(data)
    assert sheet.rows == lines


def test_a_text_file_is_limited():
    with pytest.raises(Unreadable):
        read_spreadsheet(b";" * 3_100_000)
