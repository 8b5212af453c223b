"""Fields and plans that several tests draw, and what they ask of a plan."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from unittest.mock import patch

from scoring.seating import dealing, no_repeats, schedule
from scoring.seating.plan import draw
from scoring.seating.request import DrawRequest, Options, Player
from tests.seating.hard_rules import hard_errors


def players(count, **same):
    return tuple(Player(number, **same) for number in range(1, count + 1))


def in_clubs(*sizes, alone=0):
    """Clubs A, B, … of these sizes, and players without any."""
    names = [chr(ord("A") + club) for club, size in enumerate(sizes) for _ in range(size)]
    return tuple(Player(number, name) for number, name in enumerate(names + [""] * alone, 1))


def plan_of(field, series, seed="2026-11-21", *, options=None, history=(), mode="no-repeats"):
    """A plan that keeps every hard rule."""
    request = DrawRequest(tuple(field), series, seed, mode, options or Options(), tuple(history))
    plan = draw(request)
    assert list(hard_errors(request, plan.series)) == []
    return plan


def meetings(series):
    """How often each two sit together, counted without the program."""
    return Counter(
        frozenset(pair) for tables in series for table in tables for pair in combinations(table, 2)
    )


def times_at_three(series):
    return Counter(
        player for tables in series for table in tables if len(table) == 3 for player in table
    )


@contextmanager
def little_effort() -> Iterator[None]:
    """For tests that ask for the rules, not for the best plan."""
    with (
        patch.object(no_repeats, "EFFORT", 30_000),
        patch.object(dealing, "BY_RANK_EFFORT", 30_000),
        patch.object(schedule, "VENUE_EFFORT", 1_000),
    ):
        yield
