"""The draw as a whole: the same request gives the same plan anywhere, in every mode."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.seating.plan import draw
from scoring.seating.request import APART, MODES, THREE_SEATS, DrawRequest, Options, Player, faults
from tests.effort import cases
from tests.seating.fields import in_clubs, little_effort, plan_of, players
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
    return {
        "lot": DrawRequest(mixed, 3, "2026-11-21", "lot"),
        "template": DrawRequest(in_clubs(25, 12, 8, alone=55), 6, "2026-11-21"),
        "starter": DrawRequest(in_clubs(2, 2, alone=20), 7, "2026-11-21"),
        "search": DrawRequest(in_clubs(3, alone=9), 4, "2026-11-21"),
        "empty chairs": DrawRequest(mixed, 5, "2026-11-21"),
        "moved apart": DrawRequest(in_clubs(20, 20, 20, 20, 20), 4, "2026-11-21"),
        "history": DrawRequest(mixed[2:], 3, "2026-11-21", history=played),
        "large history": DrawRequest(
            players(450), 2, "2026-11-21", history=draw(DrawRequest(players(460), 1, "p")).series
        ),
        "by rank": DrawRequest(
            ranked,
            1,
            "2026-11-21",
            "by-rank-no-repeats",
            history=draw(DrawRequest(ranked, 2, "p")).series,
        ),
        "bye": DrawRequest(players(5), 5, "2026-11-21"),
    }


GOLDEN = {
    "lot": "69b030d53824d2cd",
    "template": "9ec0546b9cf5f0ef",
    "starter": "b88bb4f4a3c7d6df",
    "search": "5f4c7a3739713284",
    "empty chairs": "c224f5c4ab07db7d",
    "moved apart": "9de328c1a4439af1",
    "history": "b0edd53aeb693142",
    "large history": "f6655accf4573059",
    "by rank": "3a70c7863ae0403c",
    "bye": "77e2515257aae3b4",
}


def test_the_golden_draws_never_change():
    """A printed seed must give the same plan in ten years, on every machine and Python.

    A change of the method that changes one of these needs a new ENGINE.
    """
    found = {name: digest(draw(request).series) for name, request in golden_requests().items()}
    assert found == GOLDEN


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
    field = tuple(
        Player(
            f"player {n}",
            f"club {n % 8}",
            f"team {n % 9}",
            fixed_table=1 if n in (3, 9) else None,
            first_series=2 if n == 5 else 1,
            rank=n % 6 + 1,
            volunteer=n % 3 == 0,
        )
        for n in range(42)
    )
    return DrawRequest(field, 3, "x", options=Options(teams="first"))


def test_draw_does_not_depend_on_entry_order():
    field = in_clubs(9, 5, 4, alone=12)
    assert plan_of(field, 4).series == plan_of(field[::-1], 4).series


def test_series_that_cannot_be_seated_are_not_looked_ahead_to():
    """From the second series on there are two players; the first is drawn all the same."""
    field = [Player(n, last_series=None if n < 3 else 1) for n in range(1, 17)]
    blind = draw(DrawRequest(tuple(field), 1, "x"))
    assert draw(DrawRequest(tuple(field), 1, "x", ahead=3)).series == blind.series


def test_another_seed_is_another_plan():
    assert len({plan_of(players(16), 2, str(n)).series for n in range(20)}) == 20


def test_several_lots_of_one_draw_differ():
    assert len(set(plan_of(players(40), 5, mode="lot").series)) == 5


@st.composite
def requests(draw_):
    """Whatever a tournament could ask for."""
    count, series = draw_(st.integers(3, 26)), draw_(st.integers(1, 3))
    mode = draw_(st.sampled_from(MODES))
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
        draw_(st.sampled_from(APART)),
        draw_(st.sampled_from(APART)),
        draw_(st.sampled_from(THREE_SEATS)),
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
        (8, 6, 60, 3, 0),
        (12, 6, 45, 3, 0),
        (16, 5, 0, 7, 0),
        (16, 6, 24, 9, 0),
        (20, 6, 8, 12, 0),
        (24, 6, 0, 8, 0),
        (32, 6, 0, 0, 0),
        (37, 6, 0, 0, 17),
        (48, 12, 0, 0, 0),
        (61, 12, 0, 0, 50),
        (100, 12, 0, 0, 0),
        (1000, 12, 0, 0, 0),
        (15, 4, 0, 0, 5),
        (33, 4, 0, 0, 5),
        (35, 6, 0, 0, 0),
        (399, 6, 0, 0, 0),
    ],
)
def test_the_figures_of_seating_are_reached(count, series, repeats, clubs, threes):
    figures = measured(Target(count, series, 1, repeats, clubs, threes), draws=1)
    assert figures.repeats <= repeats
    assert figures.clubs <= clubs
    assert figures.threes <= threes
    assert figures.spread <= figures.target.spread
