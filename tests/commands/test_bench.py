"""`manage.py bench` says what it measured, against which promise, and touches nothing real."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.run import PARTS, Figure

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_every_part_names_its_command_figure_and_promise(tmp_path: Path) -> None:
    parts = [part for part in PARTS if part != "memory"]
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", *parts, "--players", "12", "--series", "1"],
        cwd=ROOT,
        env={
            **os.environ,
            "SKATTURNIER_DATA": str(tmp_path),
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        },
        capture_output=True,
        check=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        f"python manage.py bench {part}" for part in parts
    ]
    promised = [
        line for line in lines if re.search(r"at (least|most) [0-9.,]+: (kept|MISSED)", line)
    ]
    assert len(promised) >= 17
    assert any("queries" in line and line.rstrip().endswith("kept") for line in promised)
    assert list(tmp_path.iterdir()) == []


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
