"""Ranking (TO 5.1, docs/law.md "Ranking")."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.league.season import SeriesSums
from scoring.rules.ranking import DrawnLot, Standing, drop_worst, rank


@pytest.mark.parametrize(
    ("ahead", "behind", "reason"),
    [
        ((901, 1, 9), (900, 30, 0), ("performance", 901, 900)),
        ((900, 24, 3), (900, 22, 0), ("won", 24, 22)),
        ((900, 22, 2), (900, 22, 3), ("lost", 2, 3)),
    ],
)
def test_performance_comes_first_then_games_won_then_fewer_lost(ahead, behind, reason):
    """TO 5.1; nobody stands behind the last, so nothing decided."""
    first, last = rank([Standing("A", *behind), Standing("B", *ahead)])
    assert (first.key, first.decided_by, first.own, first.other) == ("B", *reason)
    assert (last.decided_by, last.own, last.other) == ("", 0, 0)


def test_equal_players_share_the_rank_until_a_lot_is_drawn():
    """docs/law.md "Ranking": 1, 2, 2, 4 and "lot needed"."""
    of = (("A", 800), ("B", 900), ("C", 800), ("D", 700))
    found = rank([Standing(key, points, 20, 2) for key, points in of])
    assert [(each.key, each.rank, each.lot_needed, each.decided_by) for each in found] == [
        ("B", 1, False, "performance"),
        ("A", 2, True, "shared"),
        ("C", 2, True, "shared"),
        ("D", 4, False, ""),
    ]


def drawn(*lots):
    """Players A, B, … of equal merit with these lots."""
    return [Standing(key, 800, 20, 2, lot) for key, lot in zip("ABCD", lots, strict=False)]


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        # TO 5.1: the smaller number drawn is ahead.
        ("lot", [("B", 1, "lot", False), ("A", 2, "", False)]),
        # docs/law.md "Ranking": where the event shares rank and prize, a lot decides nothing.
        ("share", [("A", 1, "shared", False), ("B", 1, "shared", False)]),
    ],
)
def test_the_drawn_lot_decides_unless_the_event_shares_ranks(ties, expected):
    found = rank(drawn(DrawnLot(2), DrawnLot(1)), ties=ties)
    assert [(each.key, each.rank, each.decided_by, each.lot_needed) for each in found] == expected


@pytest.mark.parametrize(
    "lots", [(DrawnLot(1), None, DrawnLot(2)), (DrawnLot(1), DrawnLot(1), DrawnLot(2))]
)
def test_a_lot_that_does_not_tell_all_apart_is_not_yet_drawn(lots):
    assert all(each.rank == 1 and each.lot_needed for each in rank(drawn(*lots)))


def test_lots_of_two_drawings_decide_nothing_together():
    """TO 5.1: whoever is equal draws with the others, not on another day."""
    totals = drawn(None)[0].totals
    together = [DrawnLot(2, 7, totals), DrawnLot(1, 7, totals), DrawnLot(3, 7, totals)]
    assert [each.key for each in rank(drawn(*together))] == ["B", "A", "C"]
    apart = [*together[:2], DrawnLot(3, 8, totals)]
    assert all(each.lot_needed for each in rank(drawn(*apart)))


def test_a_lot_decides_at_the_totals_it_was_drawn_at_and_no_others():
    totals, before = drawn(None)[0].totals, Standing("A", 790, 20, 2).totals
    for at, needed in ((totals, False), (before, True)):
        found = rank(drawn(DrawnLot(1, 7, at), DrawnLot(2, 7, at)))
        assert {each.lot_needed for each in found} == {needed}


def test_a_lot_still_decides_when_one_of_its_drawing_is_equal_no_more():
    totals = drawn(None)[0].totals
    left = drawn(DrawnLot(3, 7, totals), DrawnLot(1, 7, totals))
    found = rank([*left, Standing("C", 700, 20, 2, DrawnLot(2, 7, totals))])
    assert [each.key for each in found] == ["B", "A", "C"]


@pytest.mark.parametrize(
    ("merits", "dropped"),
    [
        ({1: (500, 9), 2: (300, 20), 3: (700, 12)}, {2}),
        ({1: (500, 9), 2: (500, 10), 3: (700, 1)}, {1}),
        ({3: (500, 9), 1: (500, 9), 2: (500, 9)}, {3}),
        ({2: (500, 9)}, set()),
    ],
)
def test_of_equal_series_the_one_with_fewer_wins_is_dropped_then_the_later_one(merits, dropped):
    """docs/law.md "Ranking": best two of three series."""
    assert drop_worst(merits, 2) == dropped


def test_a_short_team_is_scaled_exactly():
    """docs/law.md "Ranking": 8023 × 4/3 is 10697.33, and as a fraction it loses nothing."""
    short = SeriesSums(8023, 7000, 90, 12, players=3).scale_to(4)
    assert short.performance == Fraction(32092, 3)
    assert round(short.performance, 2) == Fraction("10697.33")
    team = Standing("T", short.performance, short.won, short.lost)
    found = rank([team, Standing("U", 10697, 120, 0), Standing("V", 10698, 0, 0)])
    assert [each.key for each in found] == ["V", "T", "U"]


figures = st.integers(-2, 2)
lots = st.none() | st.builds(
    DrawnLot, st.integers(1, 3), st.integers(0, 1), st.sampled_from(["", "0 0 0 0"])
)
fields = st.lists(
    st.builds(Standing, st.integers(0, 99), figures, figures, figures, lots),
    max_size=9,
    unique_by=lambda each: each.key,
)


@given(fields, st.randoms(use_true_random=False), st.sampled_from(["lot", "share"]))
def test_input_order_never_changes_the_result(standings, random, ties):
    shuffled = list(standings)
    random.shuffle(shuffled)
    assert rank(shuffled, ties=ties) == rank(standings, ties=ties)
