"""docs/law.md "Money of a tournament": taken = prizes + kept; the examples of docs/practice.md."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.prizes import (
    Curve,
    PrizePlan,
    Rounding,
    amounts,
    award,
    paid_places,
    plan_document,
    plan_problems,
    read_plan,
)
from scoring.rules.ranking import DrawnLot, Standing, rank


def placed(*ranks: int) -> list[SimpleNamespace]:
    return [
        SimpleNamespace(key=key, rank=rank, lot_needed=ranks.count(rank) > 1)
        for key, rank in enumerate(ranks, 1)
    ]


def won(found) -> dict[int, int | None]:
    return {prize.key: prize.cents for prize in found.prizes}


@pytest.mark.parametrize(
    ("plan", "money", "players", "prizes", "kept"),
    [
        # Of €23.50, 15 are for the overall prizes; every fourth player wins.
        (PrizePlan(every=4, curve="falling"), 80 * 1500, 80, 20, 0),
        # 7.50 for the prizes of three series; whole euros, the rest is told as kept.
        (PrizePlan(method="places", places=5, curve="linear"), 41 * 250, 41, 5, 50),
        # Everyone gets a prize: €17 = 15 + 2 for cards.
        (PrizePlan(every=1, curve="gentle", rounding=10), 30 * 1500, 30, 30, 0),
        # 75 % evening, 25 % season.
        (PrizePlan(percent=75, every=3, rounding=1), 4000, 12, 4, 1000),
    ],
)
def test_the_examples_of_practice(plan, money, players, prizes, kept):
    """docs/practice.md."""
    found = award(plan, money, placed(*range(1, players + 1)))
    assert (len(found.prizes), found.given, found.retained) == (prizes, money - kept, kept)
    assert list(found.amounts) == sorted(found.amounts, reverse=True)
    assert found.amounts[-1] >= plan.rounding


def test_places_fall_in_even_steps():
    linear = PrizePlan(method="places", places=5, curve="linear")
    assert amounts(linear, 41 * 250, 41) == (3400, 2700, 2100, 1300, 700)


TABLE = PrizePlan(method="table", amounts=(5000, 3000, 2000))
SHARED = replace(TABLE, ties="share")


@pytest.mark.parametrize(
    ("plan", "money", "ranks", "prizes"),
    [
        (SHARED, 10_000, (1, 2, 2, 4), {1: 5000, 2: 2500, 3: 2500}),
        # Odd cents go to the first places.
        (SHARED, 10_000, (1, 1, 1), {1: 3334, 2: 3333, 3: 3333}),
        # Ranks 3, 3, 3: one prize for three players.
        (SHARED, 10_000, (1, 2, 3, 3, 3), {1: 5000, 2: 3000, 3: 667, 4: 667, 5: 666}),
        # A lot that decides nothing is not waited for.
        (replace(TABLE, amounts=(5000, 2000, 2000)), 9000, (1, 2, 2), {1: 5000, 2: 2000, 3: 2000}),
        (TABLE, 10_000, (1, 2, 2, 4), {1: 5000, 2: None, 3: None}),
    ],
)
def test_equal_players_share_the_sum_of_their_places_or_wait_for_the_lot(
    plan, money, ranks, prizes
):
    assert won(award(plan, money, placed(*ranks))) == prizes


def test_every_fourth_is_every_fourth_of_all_also_of_those_passed_over():
    """Eighty play, eleven of them won elsewhere: twenty prizes, as planned, go to those behind."""
    plan = PrizePlan(every=4, curve="equal", one_each=True)
    found = award(plan, 40_000, placed(*range(1, 81)), passed_over=set(range(1, 12)))
    assert found.amounts == (2_000,) * 20
    assert [prize.key for prize in found.prizes] == list(range(12, 32))
    assert award(plan, 40_000, placed(1, 2), passed_over={1, 2}).retained == 40_000


def test_who_has_won_elsewhere_is_passed_over_and_the_others_move_up():
    found = award(TABLE, 10_000, placed(1, 2, 3, 4, 5), passed_over={1, 3})
    assert won(found) == {2: 5000, 4: 3000, 5: 2000}


@pytest.mark.parametrize(
    ("money", "players", "given", "kept"),
    [(8_000, 3, 10_000, -2_000), (10_000, 2, 8_000, 2_000), (5_000, 0, 0, 5_000)],
)
def test_what_a_table_promises_too_much_or_nobody_wins_is_told(money, players, given, kept):
    found = award(TABLE, money, placed(*range(1, players + 1)))
    assert (found.given, found.retained) == (given, kept)


def test_no_prize_is_smaller_than_the_least():
    plan = PrizePlan(method="places", places=10, curve="steep", least=500)
    assert amounts(plan, 3_000, 40) == (500,) * 6
    assert min(amounts(plan, 10_000, 40)) >= 500


@pytest.mark.parametrize(("players", "places"), [(3, 1), (4, 1), (7, 1), (8, 2), (81, 20), (0, 0)])
def test_every_fourth_is_every_full_fourth_but_one_at_least(players, places):
    assert paid_places(PrizePlan(every=4), players) == places


PLANS = st.builds(
    PrizePlan,
    percent=st.integers(0, 100),
    method=st.sampled_from(["every", "places", "table"]),
    every=st.integers(1, 12),
    places=st.integers(1, 40),
    curve=st.sampled_from(get_args(Curve)),
    amounts=st.lists(st.integers(0, 30_000), min_size=1, max_size=12).map(
        lambda found: tuple(sorted((*found, 1), reverse=True))
    ),
    rounding=st.sampled_from(get_args(Rounding)),
    least=st.integers(0, 900),
    ties=st.sampled_from(["lot", "share"]),
    one_each=st.booleans(),
    sources=st.sampled_from([(), (("entry_fee", 75),)]),
)
# Few different figures, so that many are equal and ranks are shared.
STANDINGS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 1)), max_size=40
).map(lambda found: [Standing(key, *figures) for key, figures in enumerate(found)])
RANKINGS = st.builds(
    lambda found, ties: rank(found, ties=ties), STANDINGS, st.sampled_from(["lot", "share"])
)
MONEY = st.integers(0, 400_000)


@given(PLANS, MONEY, RANKINGS, st.sets(st.integers(0, 40), max_size=5))
def test_taken_is_prizes_and_kept(plan, money, ranking, passed_over):
    found = award(plan, money, ranking, passed_over=passed_over)
    assert money == sum(p.cents or 0 for p in found.prizes) + found.undecided + found.retained
    assert all(prize.cents is None or prize.cents >= 0 for prize in found.prizes)
    if plan.method != "table":
        assert 0 <= money - found.retained <= money * plan.percent // 100


@given(PLANS, MONEY, RANKINGS)
def test_who_is_ahead_never_wins_less_and_equals_win_the_same_but_for_a_cent(plan, money, ranking):
    found = [prize for prize in award(plan, money, ranking).prizes if prize.cents is not None]
    for ahead, behind in pairwise(found):
        assert ahead.cents >= behind.cents
        if ahead.rank == behind.rank:
            assert ahead.cents - behind.cents <= 1


@given(PLANS, MONEY, st.integers(0, 300))
def test_amounts_fall_and_are_whole_units(plan, money, players):
    found = amounts(plan, money, players)
    assert list(found) == sorted(found, reverse=True)
    assert len(found) <= players
    if plan.method != "table":
        assert all(cents and cents % plan.rounding == 0 for cents in found)
        # All that can be given in whole units is given, as soon as one place is paid.
        if found:
            assert sum(found) == money * plan.percent // 100 // plan.rounding * plan.rounding


@given(PLANS, MONEY, STANDINGS)
def test_lot_decides_order_but_not_the_sum_of_prizes(plan, money, standings):
    """What waits for a lot is exactly what comes out once it is drawn."""
    before = award(plan, money, rank(standings))
    drawn = [replace(each, lot=DrawnLot(order)) for order, each in enumerate(standings)]
    after = award(plan, money, rank(drawn))
    assert after.undecided == 0
    assert before.given + before.undecided == after.given
    assert before.retained == after.retained


@given(PLANS)
def test_a_plan_survives_being_stored(plan):
    assert plan_problems(plan) == []
    assert read_plan(plan_document(plan)) == plan


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"percent": 101}, ["percent-out-of-range"]),
        ({"every": 0}, ["places-out-of-range"]),
        ({"method": "table"}, ["amounts-missing"]),
        ({"amounts": (1, 2)}, ["amounts-rise"]),
        ({"amounts": (-1,)}, ["amount-out-of-range"]),
        ({"sources": (("payout", 10),)}, ["choice-unknown"]),
        ({"sources": (("entry_fee", 110),)}, ["percent-out-of-range"]),
    ],
)
def test_problems_of_a_plan_are_named(change, codes):
    assert [problem.code for problem in plan_problems(replace(PrizePlan(), **change))] == codes


@pytest.mark.parametrize(
    "raw",
    [
        [], {"percent": "75"}, {"percent": True}, {"percent": 200}, {"colour": 1},
        {"rounding": 50}, {"curve": "wild"}, {"method": 1}, {"ties": "x"},
        {"amounts": 5}, {"amounts": ["5"]}, {"sources": [["entry_fee"]]},
    ],
)  # fmt: skip
def test_invalid_plan_is_refused(raw):
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        read_plan(raw)
