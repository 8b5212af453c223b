"""Recalculates workbooks with LibreOffice, headless."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_office = pytest.mark.office
ERRORS = ("#", "Err:")


def recalculated(content: bytes, folder: Path) -> Workbook:
    """The workbook with every formula recalculated, opened for its values."""
    workbook = load_workbook(BytesIO(converted(bare(content), folder, "xlsx")), data_only=True)
    assert formula_errors(workbook) == []
    return workbook


def bare(content: bytes) -> bytes:
    """The workbook without the cached results of its formulas, so that they cannot be copied."""
    written = BytesIO()
    load_workbook(BytesIO(content)).save(written)
    return written.getvalue()


def unlike(content: bytes, folder: Path) -> list[str]:
    """The formula cells without a cached result, or with another one than LibreOffice computes."""
    written = load_workbook(BytesIO(content))
    held = load_workbook(BytesIO(content), data_only=True)
    computed = recalculated(content, folder)
    found = []
    for sheet in written:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type != "f":
                    continue
                at = cell.coordinate
                ours, theirs = held[sheet.title][at].value, computed[sheet.title][at].value
                if not same(ours, theirs):
                    found.append(f"{sheet.title}!{at}: {ours!r} is no {theirs!r} ({cell.value})")
    return found


def same(ours: object, theirs: object) -> bool:
    """An empty text is read back as None."""
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return abs(ours - theirs) < 0.00001
    return (ours or "") == (theirs or "")


def converted(content: bytes, folder: Path, kind: str) -> bytes:
    """An .xlsx file saved by LibreOffice in another format."""
    folder.mkdir(exist_ok=True)
    source = folder / "in.xlsx"
    source.write_bytes(content)
    out = folder / "out"
    profile = (folder / "profile").as_uri()
    done = subprocess.run(
        [
            str(OFFICE),
            f"-env:UserInstallation={profile}",
            "--headless",
            "--convert-to",
            kind,
            "--outdir",
            str(out),
            str(source),
        ],
        capture_output=True,
        timeout=180,
        check=False,
    )
    made = out / f"in.{kind}"
    assert made.exists(), done.stderr.decode()
    return made.read_bytes()


def formula_errors(workbook: Workbook) -> list[str]:
    return [
        f"{sheet.title}!{cell.coordinate}: {cell.value}"
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "e" or (isinstance(cell.value, str) and cell.value.startswith(ERRORS))
    ]
