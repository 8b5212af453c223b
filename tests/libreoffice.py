"""Recalculates workbooks with LibreOffice, headless.

It starts for a second and recalculates a workbook in less than a tenth of it: a test that has
several gives them all at once.
"""

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_office = pytest.mark.office
ERRORS = ("#", "Err:")


def recalculated(content: bytes, folder: Path) -> Workbook:
    """The workbook with every formula recalculated, opened for its values."""
    [workbook] = all_recalculated([content], folder)
    return workbook


def all_recalculated(contents: Iterable[bytes], folder: Path) -> list[Workbook]:
    saved = all_converted(map(bare, contents), folder, "xlsx")
    workbooks = [load_workbook(BytesIO(each), data_only=True) for each in saved]
    for number, workbook in enumerate(workbooks):
        assert formula_errors(workbook) == [], number
    return workbooks


def bare(content: bytes) -> bytes:
    """The workbook without the cached results of its formulas, so that they cannot be copied."""
    written = BytesIO()
    load_workbook(BytesIO(content)).save(written)
    return written.getvalue()


def unlike_computed(content: bytes, computed: Workbook) -> list[str]:
    """The formula cells without a cached result, or with another one than LibreOffice computes."""
    written = load_workbook(BytesIO(content))
    held = load_workbook(BytesIO(content), data_only=True)
    found = []
    for sheet, cell in cells(written):
        at = cell.coordinate
        ours, theirs = held[sheet.title][at].value, computed[sheet.title][at].value
        if cell.data_type == "f" and not same(ours, theirs):
            found.append(f"{sheet.title}!{at}: {ours!r} is no {theirs!r} ({cell.value})")
    return found


def cells(workbook: Workbook) -> Iterator[tuple[Any, Any]]:
    return ((sheet, cell) for sheet in workbook for row in sheet.iter_rows() for cell in row)


def same(ours: object, theirs: object) -> bool:
    """An empty text is read back as None."""
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return abs(ours - theirs) < 0.00001
    return (ours or "") == (theirs or "")


def converted(content: bytes, folder: Path, kind: str) -> bytes:
    """An .xlsx file saved by LibreOffice in another format."""
    [made] = all_converted([content], folder, kind)
    return made


def all_converted(contents: Iterable[bytes], folder: Path, kind: str) -> list[bytes]:
    folder.mkdir(exist_ok=True)
    sources = []
    for number, content in enumerate(contents):
        sources.append(folder / f"{number}.xlsx")
        sources[-1].write_bytes(content)
    out = folder / "out"
    command = [str(OFFICE), f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
    command += ["--convert-to", kind, "--outdir", str(out), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, timeout=180, check=False)
    made = [out / f"{source.stem}.{kind}" for source in sources]
    assert all(each.exists() for each in made), done.stderr.decode()
    return [each.read_bytes() for each in made]


def formula_errors(workbook: Workbook) -> list[str]:
    return [
        f"{sheet.title}!{cell.coordinate}: {cell.value}"
        for sheet, cell in cells(workbook)
        if cell.data_type == "e" or (isinstance(cell.value, str) and cell.value.startswith(ERRORS))
    ]
