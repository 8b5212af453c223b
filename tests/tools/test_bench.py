"""`python -m tools.bench` says what it measured and what is promised, and touches nothing real."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings

from tests.seating.fields import little_effort
from tools.bench import run, seating


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sizes that no option changes; what is promised of them is measured by hand."""
    for size, value in {
        "VALUED": 500,
        "LISTS": 20,
        "CHAMPIONSHIP": (12, 2),
        "LARGEST": (12, 2),
        "YEAR": (6, 4, 2),
        "LARGE_FIELDS": (1_000,),
    }.items():
        monkeypatch.setattr(run, size, value)
    # For the processes that it starts.
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "skatturnier.settings")


@pytest.mark.long
@pytest.mark.slow
def test_every_part_names_its_command_figure_and_promise(small: None, django_db_blocker) -> None:
    parts = [part for part in run.PARTS if part != "memory"]
    before = files()
    out = StringIO()
    with django_db_blocker.unblock():
        run.main([*parts, "--players", "12", "--series", "1"], out)
    lines = out.getvalue().splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        f"python -m tools.bench {part}" for part in parts
    ]
    promised = [
        line for line in lines if re.search(r"at (least|most) [0-9.,]+: (kept|MISSED)", line)
    ]
    assert len(promised) >= 13
    assert any("queries" in line and line.rstrip().endswith("kept") for line in promised)
    assert files() == before


def files() -> list[Path]:
    """Everything in the data folder but what SQLite keeps beside a database while it is open."""
    found = settings.DATA_DIR.rglob("*")
    return sorted(each for each in found if not each.name.endswith(("-wal", "-shm")))


def test_the_table_of_the_draw_has_a_row_for_each_size_and_marks_what_is_missed():
    out = StringIO()
    with little_effort():
        seating.main(["--draws=1", "--up-to=8"], out)
    head, *rows = out.getvalue().splitlines()
    assert head.split()[:3] == ["players", "series", "seconds"]
    assert [row.split()[:2] for row in rows] == [["8", str(series)] for series in range(2, 7)]
    assert [row.split()[3] for row in rows] == ["4", "12", "24", "40", "60"]
