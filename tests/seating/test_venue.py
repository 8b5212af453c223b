"""The tables of a league's match day (docs/seating.md "A venue of a league")."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from scoring.seating.checker import seats
from scoring.seating.venue import (
    NotPlayable,
    VenueRequest,
    VenueTeam,
    chairs_for_late,
    joins,
    venue_shape,
)
from scoring.seating.venue_check import Breach, breaches
from scoring.seating.venue_seating import seat_venue


def venue(*present: int, series: int = 3, seed: str = "day 1", history=()) -> VenueRequest:
    """Teams A, B, C … with so many players: A1, A2 …"""
    teams = [
        VenueTeam(name, tuple(f"{name}{number}" for number in range(1, players + 1)))
        for name, players in zip("ABCDEF", present, strict=False)
    ]
    return VenueRequest(tuple(teams), series, seed, history)


def met(plan, *, mates: bool) -> Counter:
    """How often two of different teams, or of one, sit together; a name begins with its team."""
    return Counter(
        frozenset(pair)
        for tables in plan
        for table in tables
        for pair in combinations(table, 2)
        if (pair[0][0] == pair[1][0]) is mates
    )


def codes(found: list[Breach]) -> list[str]:
    return [breach.code for breach in found]


# docs/practice.md "League": the tables by those present.
@pytest.mark.parametrize(
    ("present", "tables"),
    [
        ((4, 4, 4, 4), (4, 4, 4, 4)),
        ((4, 4, 4, 3), (4, 4, 4, 3)),
        ((4, 4, 3, 3), (4, 4, 3, 3)),
        ((4, 3, 3, 3), (4, 3, 3, 3)),
        ((3, 3, 3, 3), (4, 4, 4)),
        ((4, 4, 4, 0), (3, 3, 3, 3)),
        ((4, 4, 0, 0), (4, 4)),
        ((4, 4, 4, 4, 4), (4, 4, 4, 4, 4)),
        ((4, 4, 4, 2), (3, 3, 3, 3)),
    ],
)
@pytest.mark.parametrize("series", [1, 3, 4])
def test_tables_by_those_present(present, tables, series):
    request = venue(*present, series=series)
    found = seat_venue(request)
    assert [tuple(map(len, each)) for each in found.series] == [tables] * series
    assert not any(found.waiting)
    assert breaches(request, found.series, most=found.most) == []
    alone = sum(players >= 3 for players in present) == 2
    assert bool(met(found.series, mates=True)) is alone
    for each in found.series:
        seated = [player for table in each for player in table]
        playing = [team for team in request.teams if len(team.players) >= 3]
        assert sorted(seated) == sorted(player for team in playing for player in team.players)


@pytest.mark.parametrize(
    ("present", "series", "pairs"),
    [
        # Four series of four full teams: each player meets each of the twelve others once.
        ((4, 4, 4, 4), 4, {1: 96}),
        ((4, 4, 4, 4), 3, {1: 72}),
        ((4, 4, 4, 3), 4, {1: 84}),
        ((4, 4, 3, 3), 3, {1: 54}),
        ((4, 3, 3, 3), 3, {1: 45}),
        ((4, 4, 4, 0), 4, {1: 48}),
        ((4, 4, 4, 4, 4), 4, {1: 120}),
        ((4, 4, 4, 4, 3), 4, {1: 108}),
        # Two teams: eight meetings a series over sixteen pairs.
        ((4, 4), 4, {2: 16}),
        # Three tables: of any two series three pairs meet again (Σ C(m, 2) ≥ 9).
        ((3, 3, 3, 3), 3, {1: 36, 2: 9}),
    ],
)
def test_opponents_are_spread_as_evenly_as_can_be(present, series, pairs):
    found = seat_venue(venue(*present, series=series))
    assert Counter(met(found.series, mates=False).values()) == pairs
    assert found.most == max(pairs)
    assert found.encounters == sum(n * (n - 1) // 2 * times for n, times in pairs.items())


def test_everybody_keeps_the_list_once_in_four_series():
    found = seat_venue(venue(4, 4, 4, 4, series=4))
    assert seats(found.series)[1] == 0


def test_the_same_request_gives_the_same_tables_and_another_seed_others():
    assert seat_venue(venue(4, 4, 3, 3)) == seat_venue(venue(4, 4, 3, 3))
    assert seat_venue(venue(4, 4, 3, 3)) != seat_venue(venue(4, 4, 3, 3, seed="x"))


@pytest.mark.parametrize("present", [(4, 4, 4, 4), (4, 4, 4, 3), (4, 4, 4, 0), (4,) * 5])
def test_series_drawn_one_by_one_from_other_seeds_spread_opponents_just_as_well(present):
    for day in range(5):
        played: tuple = ()
        for number in range(4):
            request = venue(*present, series=1, seed=f"{day}/{number}", history=played)
            found = seat_venue(request)
            assert breaches(request, found.series) == []
            played += found.series
        assert found.most == 1


def test_two_series_at_once_and_then_two_more():
    for day in range(5):
        first = seat_venue(venue(4, 4, 4, 4, series=2, seed=f"first {day}")).series
        found = seat_venue(venue(4, 4, 4, 4, series=2, seed=f"then {day}", history=first))
        assert Counter(met(first + found.series, mates=False).values()) == {1: 96}


def test_a_player_who_came_later_is_seated_from_the_next_series():
    first = seat_venue(venue(3, 3, 3, 3, series=1)).series
    request = venue(4, 3, 3, 3, series=2, history=first)
    found = seat_venue(request)
    assert [tuple(map(len, tables)) for tables in found.series] == [(4, 3, 3, 3)] * 2
    assert breaches(request, found.series) == []


# docs/practice.md "League": when the missing may join.
@pytest.mark.parametrize(
    ("present", "team", "late", "when"),
    [
        ((4, 4, 4, 3), "D", 1, "round"),
        ((4, 4, 3, 3), "C", 1, "round"),
        ((4, 4, 3, 3), "D", 1, "round"),
        ((4, 3, 3, 3), "B", 1, "round"),
        ((3, 3, 3, 3), "A", 1, "series"),
        ((4, 4, 4, 0), "D", 4, "round"),
        ((4, 4, 4, 0), "D", 3, "round"),
        ((4, 4, 4, 0), "D", 2, "wait"),
        ((4, 4, 4, 2), "D", 1, "series"),
        ((4, 4, 0, 0), "C", 3, "series"),
        ((4, 4, 4, 4, 3), "E", 1, "round"),
    ],
)
def test_when_a_late_player_joins(present, team, late, when):
    request = venue(*present)
    for tables in seat_venue(request).series:
        found = joins(tables, request, team, late)
        if (present, late) == ((4, 4, 4, 2), 1):
            # The third completes the start: all three take chairs at tables without their team.
            assert found == "round"
        else:
            assert found == when


def test_two_who_are_late_at_the_same_time_have_a_chair_each():
    request = venue(4, 4, 3, 3)
    for tables in seat_venue(request).series:
        assert len(chairs_for_late(tables, request, "C")) == 1
        assert chairs_for_late(tables, request, "C") != chairs_for_late(tables, request, "D")
        assert chairs_for_late(tables, request, "A") == ()


@pytest.mark.parametrize("teams", [3, 4, 5])
def test_whoever_comes_is_seated_without_a_breach_or_the_day_is_not_playable(teams):
    for present in combinations_with_replacement((4, 3, 0), teams):
        request = venue(*present, series=2)
        try:
            found = seat_venue(request)
        except NotPlayable:
            there = [players for players in present if players]
            assert len(there) < 2 or (len(there) == 2 and 3 in there), present
            continue
        assert breaches(request, found.series, most=found.most) == [], present


def test_every_swap_of_two_players_in_a_perfect_plan_is_named():
    """Four series in which each meets each once: whoever changes tables meets somebody again."""
    request = venue(4, 4, 4, 4, series=4)
    plan = seat_venue(request).series
    for number, tables in enumerate(plan):
        for one, other in combinations([player for table in tables for player in table], 2):
            swap = {one: other, other: one}
            series = tuple(tuple(swap.get(player, player) for player in table) for table in tables)
            together = any(one in table and other in table for table in tables)
            found = breaches(request, (*plan[:number], series, *plan[number + 1 :]), most=1)
            assert bool(found) is not together, (one, other)


@pytest.mark.parametrize(
    ("present", "code"),
    [
        ((4, 3), "two-teams-short"),
        ((3, 3), "two-teams-short"),
        ((4,), "one-team"),
        ((), "one-team"),
        ((4, 2, 2, 2), "one-team"),
    ],
)
def test_two_teams_play_only_if_both_are_four(present, code):
    with pytest.raises(NotPlayable) as refused:
        seat_venue(venue(*present))
    assert refused.value.code == code
    found = breaches(venue(*present), [()])
    assert [(each.code, each.params) for each in found] == [("not-playable", {"reason": code})]


def test_three_teams_with_a_short_one_leave_two_who_wait_in_turn():
    """Our reading: tables of two are no tables."""
    request = venue(4, 4, 3, series=4)
    found = seat_venue(request)
    assert venue_shape([4, 4, 3]).sizes == (3, 3, 3)
    assert Counter(player for out in found.waiting for player in out) == dict.fromkeys(
        [f"{team}{number}" for team in "AB" for number in range(1, 5)], 1
    )
    assert breaches(request, found.series) == []


GOOD = (
    (("A1", "B1", "C1", "D1"), ("A2", "B2", "C2", "D2"),
     ("A3", "B3", "C3", "D3"), ("A4", "B4", "C4", "D4")),
    (("A1", "B2", "C3", "D4"), ("A2", "B1", "C4", "D3"),
     ("A3", "B4", "C1", "D2"), ("A4", "B3", "C2", "D1")),
)  # fmt: skip


def test_a_plan_made_by_hand_that_keeps_the_rule_has_no_breach():
    assert breaches(venue(4, 4, 4, 4, series=2), GOOD) == []


def test_every_breach_is_named():
    swapped = (GOOD[0], (("A1", "B1", "C3", "D4"), ("A2", "B2", *GOOD[1][1][2:]), *GOOD[1][2:]))
    found = breaches(venue(4, 4, 4, 4, series=2), swapped)
    assert [(each.code, each.series, each.table, each.players) for each in found] == [
        ("met-again", 2, 1, ("A1", "B1")),
        ("met-again", 2, 2, ("A2", "B2")),
    ]
    assert found[0].params == {"times": 2, "most": 1}

    mates = ((("A1", "A2", "C1", "D1"), ("B1", "B2", "C2", "D2"), *GOOD[0][2:]),)
    found = breaches(venue(4, 4, 4, 4, series=1), mates)
    assert [(each.code, each.table, each.players) for each in found] == [
        ("team-mates", 1, ("A1", "A2")),
        ("team-mates", 2, ("B1", "B2")),
    ]

    twice = ((("A1", "B1", "C1", "D1"), ("A2", "B2", "C2", "D2"),
              ("A3", "B1", "C3", "D3"), ("A4", "B4", "C4", "X1")),)  # fmt: skip
    found = breaches(venue(4, 4, 4, 4, series=1), twice)
    assert set(codes(found)) == {"twice", "unknown", "not-seated"}
    assert [each.players for each in found if each.code == "not-seated"] == [("B3", "D4")]


def test_tables_that_the_teams_do_not_give_are_named():
    fours = ((("A1", "B1", "C1", "A2"), ("A3", "B2", "C2", "B3"), ("A4", "B4", "C3", "C4")),)
    assert set(codes(breaches(venue(4, 4, 4, series=1), fours))) == {"table-size", "team-mates"}
    threes = ((("A1", "B1", "C1"), ("A2", "B2", "D1"), ("A3", "C2", "D2"), ("B3", "C3", "D3")),)
    found = breaches(venue(3, 3, 3, 3, series=1), threes)
    assert set(codes(found)) == {"table-size"}
    request = venue(4, 4, 4, 3, series=1)
    halves = ((*GOOD[0][:2], ("A3", "B3", "C3"), ("A4", "B4", "D3")),)
    found = breaches(request, halves)
    assert set(codes(found)) == {"tables-count", "not-seated"}
    assert found[1].params["wanted_fours"] == 3


def test_a_missing_player_of_five_teams_keeps_a_chair_of_his_own():
    """The table of three must be one at which his team does not sit."""
    request = venue(4, 4, 4, 4, 3, series=1)
    wrong = ((("A1", "B1", "C1", "D1"), ("A2", "B2", "C2", "E1"), ("A3", "B3", "D2", "E2"),
              ("A4", "C3", "D3", "B4"), ("C4", "D4", "E3")),)  # fmt: skip
    found = breaches(request, wrong)
    assert [(each.code, each.params) for each in found] == [("no-chair-for-late", {"team": "E"})]


def test_a_pair_that_met_in_the_history_alone_is_no_breach_of_the_plan():
    history = (GOOD[0], GOOD[0])
    request = venue(4, 4, 4, 4, series=1, history=history)
    assert breaches(request, seat_venue(request).series, most=1) == []
