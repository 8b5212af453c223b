"""What a plan has of each term, what no plan can avoid, and the hard rules of every plan."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating.bounds import unavoidable, with_fewest_repeats
from scoring.seating.request import DrawRequest, Options, Player, counts_of, seats
from tests.seating.fields import in_clubs, plan_of, players


def test_the_terms_are_counted():
    """1 and 2 meet three times, 3 comes to a table of three twice; A and B sit together once."""
    clubs = (Player(1, "A", "T"), Player(2, "A"), Player(6, "B"), Player(7, "B", "T"))
    request = DrawRequest((*clubs[:2], *players(5)[2:], *clubs[2:]), 3, "x")
    plan = (((1, 2, 4, 5), (3, 6, 7)), ((1, 2, 6, 4), (3, 5, 7)), ((2, 1, 7, 3), (4, 5, 6)))
    counts = counts_of(request, plan)
    assert (counts.same_team, counts.same_club) == (1, 4)
    assert (counts.repeated_three_seat, counts.three_seat_encounters) == (4, 4)
    # 1-2 and 3-7 three times; 1-4, 2-4, 4-5 and 4-6 twice; 1-6 and the like once.
    assert (counts.repeated_meetings, counts.repeat_encounters) == (8, 10)
    # Seat by seat 3 · count² for the list, 2 · count² for the others: 14 11 14 7 10 10 18.
    assert seats(plan) == (84, 3)


def test_only_what_the_drawn_series_add_is_counted():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 5), (4, 6, 7, 8)))
    request = DrawRequest(in_clubs(2, alone=6), 1, "x", history=history)
    counts = counts_of(request, (((3, 4, 7, 8), (1, 2, 5, 6)),))
    # 1-2 and 7-8 for the third time; 3-4, 1-5, 2-5, 5-6, 4-7 and 4-8 for the second.
    assert (counts.repeated_meetings, counts.repeat_encounters) == (8, 10)
    assert counts.same_club == 1


@pytest.mark.parametrize(
    ("count", "series", "encounters", "threes"),
    [
        (8, 2, 4, 0), (8, 6, 60, 0), (12, 5, 30, 0), (12, 6, 45, 0), (16, 5, 0, 0),
        (16, 6, 24, 0), (20, 6, 0, 0), (37, 5, 0, 8), (37, 6, 0, 17), (61, 12, 0, 47),
        (9, 2, 0, 9), (6, 2, 2, 6), (4, 7, 126, 0),
    ],
)  # fmt: skip
def test_the_bounds_of_the_table_of_seating(count, series, encounters, threes):
    least = unavoidable(DrawRequest(players(count), series, "x"))
    assert least.repeat_encounters == encounters
    assert least.three_seat_encounters == threes


def test_twelve_players_from_tables_of_three_can_be_drawn_apart():
    history = (((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)),)
    request = DrawRequest(players(12), 1, "x", history=history)
    plan = (((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12)),)
    assert unavoidable(request) == counts_of(request, plan)


def test_five_series_of_sixteen_leave_no_pair_apart():
    """Everybody meets everybody once, so every club pair meets, too."""
    request = DrawRequest(in_clubs(4, 2, alone=10), 5, "x")
    least = unavoidable(request)
    assert least.same_club == 0
    assert with_fewest_repeats(request, least).same_club == 7
    # Not where clubs come first: then somebody else meets twice.
    first = replace(request, options=Options(clubs="first"))
    assert with_fewest_repeats(first, least).same_club == 0


def test_two_fixed_to_one_table_meet_in_every_series():
    field = (Player(1, fixed_table=1), Player(2, fixed_table=1), *players(40)[2:])
    assert unavoidable(DrawRequest(field, 4, "x")).repeat_encounters == 6


@given(st.integers(6, 40), st.integers(1, 6), st.integers(), st.integers(0, 4))
def test_no_plan_goes_below_a_bound(count, series, seed, played):
    """Lots of any kind, with late and leaving players, clubs and a history."""

    def player(n: int) -> Player:
        stays = {"first_series": 1 + (n % 11 == 5), "last_series": played + series}
        return Player(n, f"club {n % 5}", f"team {n % 9}", **({} if n % 13 else stays))

    field = tuple(map(player, range(count)))
    history = plan_of(field, played, "h", mode="lot").series if played else ()
    request = DrawRequest(field, series, str(seed), "lot", history=history)
    plan = plan_of(field, series, str(seed), mode="lot", history=history)
    least, counts = unavoidable(request), counts_of(request, plan.series)
    for name in least.__slots__:
        assert getattr(least, name) <= getattr(counts, name), name
