"""The draw as a whole: the same request gives the same plan anywhere, in every mode."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.seating.plan import draw
from scoring.seating.request import Apart, DrawRequest, Mode, Options, Player, ThreeSeats, faults
from tests.effort import cases
from tests.seating.fields import in_clubs, little_effort, players
from tests.seating.hard_rules import hard_errors
from tools.bench.seating import Target, measured

ROOT = Path(__file__).parents[2]


def digest(series):
    return sha256(json.dumps(series).encode()).hexdigest()[:16]


def golden_requests():
    """One for each way a plan is made."""
    mixed = in_clubs(9, 5, 4, 3, 2, alone=14)
    ranked = tuple(Player(n, f"club {n % 6}", rank=n * 7 % 53) for n in range(1, 53))
    played = draw(DrawRequest(mixed, 2, "played")).series
    seed, threes = "2026-11-21", tuple((n, n + 1, n + 2) for n in range(1, 13, 3))
    large, before = (
        draw(DrawRequest(p, n, "p")).series for p, n in ((players(460), 1), (ranked, 2))
    )
    return [
        ("lot", "69b030d53824d2cd", DrawRequest(mixed, 3, seed, "lot")),
        ("template", "9ec0546b9cf5f0ef", DrawRequest(in_clubs(25, 12, 8, alone=55), 6, seed)),
        ("starter", "b88bb4f4a3c7d6df", DrawRequest(in_clubs(2, 2, alone=20), 7, seed)),
        ("search", "5f4c7a3739713284", DrawRequest(in_clubs(3, alone=9), 4, seed)),
        ("empty chairs", "c224f5c4ab07db7d", DrawRequest(mixed, 5, seed)),
        ("moved apart", "9de328c1a4439af1", DrawRequest(in_clubs(20, 20, 20, 20, 20), 4, seed)),
        ("history", "b0edd53aeb693142", DrawRequest(mixed[2:], 3, seed, history=played)),
        ("threes", "a823e91297dea0a2",
         DrawRequest(in_clubs(2, 2, 2, alone=6), 3, seed, history=(threes,))),
        ("large history", "f6655accf4573059", DrawRequest(players(450), 2, seed, history=large)),
        ("by rank", "3a70c7863ae0403c",
         DrawRequest(ranked, 1, seed, "by-rank-no-repeats", history=before)),
        ("bye", "77e2515257aae3b4", DrawRequest(players(5), 5, seed)),
    ]  # fmt: skip


def test_the_golden_draws_never_change():
    """A printed seed must give the same plan in ten years, on every machine and Python.

    A change of the method that changes one of these needs a new ENGINE.
    """
    for name, golden, request in golden_requests():
        assert digest(draw(request).series) == golden, name


def test_draw_does_not_depend_on_set_order():
    """Texts as ids and clubs: Python gives them other places in a set in every process."""
    program = (
        "from tests.seating.test_plan import of_texts; from scoring.seating.plan import draw;"
        "print(draw(of_texts()).series)"
    )
    ours = os.environ.get("PYTHONHASHSEED", "random")
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "1" if ours == "2" else "2"},
    )
    assert run.stdout.strip() == str(draw(of_texts()).series)


def of_texts():
    """Clubs, teams, late players and fixed tables, in 42 players."""
    field = [Player(f"player {n}", f"club {n % 8}", f"team {n % 9}") for n in range(42)]
    for n, changes in ((3, {"fixed_table": 1}), (9, {"fixed_table": 1}), (5, {"first_series": 2})):
        field[n] = replace(field[n], **changes)
    return DrawRequest(tuple(field), 3, "x", options=Options(teams="first"))


def test_series_that_cannot_be_seated_are_not_looked_ahead_to():
    """From the second series on there are two players; the first is drawn all the same."""
    field = [Player(n, last_series=None if n < 3 else 1) for n in range(1, 17)]
    blind = draw(DrawRequest(tuple(field), 1, "x"))
    assert draw(DrawRequest(tuple(field), 1, "x", ahead=3)).series == blind.series


@st.composite
def requests(draw_):
    """Whatever a tournament could ask for."""
    count, series = draw_(st.integers(3, 26)), draw_(st.integers(1, 3))
    mode = draw_(st.sampled_from(get_args(Mode)))
    rare = st.integers(0, 9).map(lambda number: number == 0)
    field = tuple(
        Player(
            number,
            draw_(st.sampled_from(["", "A", "B", "C"])),
            draw_(st.sampled_from(["", "", "S", "T"])),
            fixed_table=draw_(st.integers(1, count // 4)) if count > 3 and draw_(rare) else None,
            first_series=2 if draw_(rare) else 1,
            last_series=series if draw_(rare) else None,
            rank=draw_(st.integers(1, 9)),
            volunteer=draw_(rare),
        )
        for number in range(count)
    )
    options = Options(
        draw_(st.sampled_from(get_args(Apart))),
        draw_(st.sampled_from(get_args(Apart))),
        draw_(st.sampled_from(get_args(ThreeSeats))),
    )
    return DrawRequest(field, 1 if mode.startswith("by-rank") else series, "x", mode, options)


@given(requests())
@settings(max_examples=cases(10, 50))
def test_any_request_is_drawn_by_the_rules_or_refused(request_):
    if not faults(request_):
        with little_effort():
            plan = draw(request_)
        assert list(hard_errors(request_, plan.series)) == []


# docs/seating.md, "Figures to reach", up to 1,000 players; `draw --bench` measures all of them.
@pytest.mark.parametrize(
    ("count", "series", "repeats", "clubs", "threes"),
    [
        (8, 6, 60, 3, 0), (12, 6, 45, 3, 0), (16, 5, 0, 7, 0), (16, 6, 24, 9, 0),
        (20, 6, 8, 12, 0), (24, 6, 0, 8, 0), (32, 6, 0, 0, 0), (37, 6, 0, 0, 17),
        (48, 12, 0, 0, 0), (61, 12, 0, 0, 50), (100, 12, 0, 0, 0), (1000, 12, 0, 0, 0),
        (15, 4, 0, 0, 5), (33, 4, 0, 0, 5), (35, 6, 0, 0, 0), (399, 6, 0, 0, 0),
    ],
)  # fmt: skip
def test_the_figures_of_seating_are_reached(count, series, repeats, clubs, threes):
    figures = measured(Target(count, series, 1, repeats, clubs, threes), draws=1)
    assert figures.repeats <= repeats
    assert figures.clubs <= clubs
    assert figures.threes <= threes
    assert figures.spread <= figures.target.spread
