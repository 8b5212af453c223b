"""`python -m tools.bench` says what it measured and what is promised, and touches nothing real."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings

from tests.seating.fields import little_effort
from tools.bench import run, seating
from tools.bench.run import Figure


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


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("a", 60.0, "ms", 60), "at most 60: kept"),
        (Figure("a", 60.1, "ms", 60), "at most 60: MISSED"),
        (Figure("a", 200_000, "/s", 200_000, least=True), "at least 200,000: kept"),
        (Figure("a", 199_999, "/s", 200_000, least=True), "at least 200,000: MISSED"),
        (Figure("a", 1.0, "s"), ""),
        (
            Figure("a", 9.0, "s", 4, busy=0.25),
            "at most 4: MISSED (others used the processor 75% of the time)",
        ),
    ],
)
def test_a_verdict(figure: Figure, verdict: str) -> None:
    assert figure.verdict == verdict


def test_the_table_of_the_draw_has_a_row_for_each_size_and_marks_what_is_missed():
    out = StringIO()
    with little_effort():
        seating.main(["--draws=1", "--up-to=8"], out)
    head, *rows = out.getvalue().splitlines()
    assert head.split()[:3] == ["players", "series", "seconds"]
    assert [row.split()[:2] for row in rows] == [["8", str(series)] for series in range(2, 7)]
    assert [row.split()[3] for row in rows] == ["4", "12", "24", "40", "60"]
