"""The tables of a league's match day (docs/seating.md "A venue of a league")."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from scoring.seating.plan import draw
from scoring.seating.request import DrawRequest, Options, Player
from scoring.seating.schedule import NotPlayable, SharedVenue, venue_of, venue_shape


def day(*present, series=3, seed="day 1", history=(), ahead=0):
    """Teams A, B, C … with so many players: A1, A2 …"""
    field = tuple(
        Player(f"{team}{number}", team=team)
        for team, players in zip("ABCDEF", present, strict=False)
        for number in range(1, players + 1)
    )
    return DrawRequest(field, series, seed, "league", Options(teams="first"), history, ahead)


def seated(*present, **options):
    """The tables of a day that keeps every rule."""
    request = day(*present, **options)
    plan = draw(request)
    for tables, waiting in zip(plan.series, plan.report.waiting, strict=True):
        keeps_the_rules(tables, waiting, request.players, present)
    return plan.series


def keeps_the_rules(tables, waiting, field, present):
    """Everybody once, the tables that the teams give, team-mates apart, a chair for the missing."""
    shape = venue_shape([players for players in present if players])
    assert sorted([*waiting, *sum(tables, ())]) == [player.id for player in field]
    assert (tuple(map(len, tables)), len(waiting)) == (shape.sizes, sum(present) - sum(shape.sizes))
    for table in tables:
        assert max(Counter(player[0] for player in table).values()) == shape.max_per_team
    if shape.max_per_team == 1:
        missing = [
            team
            for team, players in zip("ABCDEF", present, strict=False)
            for _ in range(min(4, len(tables)) - players if players else 0)
        ]
        chairs = [{player[0] for player in table} for table in tables if len(table) == 3]
        assert places(missing, chairs) == min(len(missing), len(chairs))


def places(missing, chairs):
    """How many of the missing find an empty chair at a table where their team does not sit."""
    if not chairs:
        return 0
    first, *others = chairs
    left = [
        [*missing[:n], *missing[n + 1 :]] for n, team in enumerate(missing) if team not in first
    ]
    return max([places(missing, others), *(1 + places(rest, others) for rest in left)])


def met(plan):
    """How many opponents meet how often; a name begins with its team."""
    times = Counter(
        frozenset(pair)
        for tables in plan
        for table in tables
        for pair in combinations(table, 2)
        if pair[0][0] != pair[1][0]
    )
    return Counter(times.values())


DAYS = [
    # Four series of four full teams: each player meets each of the twelve others once.
    ((4, 4, 4, 4), 4, {1: 96}),
    ((4, 4, 4, 3), 4, {1: 84}),
    ((4, 4, 3, 3), 4, {1: 68, 2: 2}),
    ((4, 3, 3, 3), 4, {1: 54, 2: 3}),
    ((4, 4, 4, 0), 4, {1: 48}),
    ((4, 4, 4, 4, 3), 4, {1: 108}),
    ((4, 4, 4, 4, 4, 4), 4, {1: 144}),
    # Two teams: eight meetings a series over sixteen pairs.
    ((4, 4), 3, {1: 8, 2: 8}),
    # Three tables: of any two series three pairs meet again (Σ C(m, 2) ≥ 9).
    ((3, 3, 3, 3), 3, {1: 36, 2: 9}),
]


@pytest.mark.parametrize(("present", "series", "pairs"), DAYS)
def test_opponents_are_spread_as_evenly_as_can_be(present, series, pairs):
    assert met(seated(*present, series=series)) == pairs


@pytest.mark.parametrize(("present", "series", "pairs"), [DAYS[0], DAYS[1], DAYS[4]])
def test_series_drawn_one_by_one_from_other_seeds_spread_opponents_just_as_well(
    present, series, pairs
):
    played = ()
    for number in range(series):
        ahead = series - number - 1
        played += seated(*present, series=1, seed=f"dice {number}", history=played, ahead=ahead)
    assert met(played) == pairs


def test_everybody_keeps_the_list_once_in_four_series():
    plan = seated(4, 4, 4, 4, series=4)
    assert set(Counter(table[0] for tables in plan for table in tables).values()) == {1}


def test_the_same_request_gives_the_same_tables_and_another_seed_others():
    assert draw(day(4, 4, 3, 3)) == draw(day(4, 4, 3, 3))
    assert draw(day(4, 4, 3, 3)).series != draw(day(4, 4, 3, 3, seed="x")).series


def test_a_player_who_came_later_is_seated_from_the_next_series():
    first = seated(3, 3, 3, 3, series=1)
    later = seated(4, 3, 3, 3, series=2, history=first)
    assert [tuple(map(len, tables)) for tables in later] == [(4, 3, 3, 3)] * 2


@pytest.mark.parametrize("teams", [3, 4])
def test_whoever_comes_is_seated_by_the_rules_or_the_day_is_not_playable(teams):
    for present in combinations_with_replacement((4, 3, 0), teams):
        try:
            shape = venue_shape([players for players in present if players])
        except NotPlayable:
            there = [players for players in present if players]
            assert len(there) < 2 or (len(there) == 2 and 3 in there), present
            continue
        assert shape.sizes
        seated(*present, series=2)


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
    teams = {team: range(players) for team, players in zip("ABCD", present, strict=False)}
    with pytest.raises(NotPlayable) as refused:
        _ = SharedVenue(teams).shape
    assert refused.value.code == code
    assert venue_of(day(*present)) is None


@pytest.mark.parametrize("at_once", [True, False])
def test_three_teams_with_a_short_one_leave_two_who_wait_in_turn(at_once):
    """Our reading: tables of two are no tables."""
    assert venue_shape([4, 4, 3]).sizes == (3, 3, 3)
    played = ()
    waited = Counter()
    for number in range(1 if at_once else 4):
        plan = draw(day(4, 4, 3, series=4 if at_once else 1, seed=f"{number}", history=played))
        played += plan.series
        waited.update(player for out in plan.report.waiting for player in out)
    everybody = [f"{team}{number}" for team in "AB" for number in range(1, 5)]
    assert waited == dict.fromkeys(everybody, 1)
