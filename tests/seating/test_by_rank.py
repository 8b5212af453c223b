"""Seating by the standings, plainly and without repeated meetings."""

from dataclasses import replace

import pytest

from scoring.seating.dealing import small_tables
from scoring.seating.field import Stream
from scoring.seating.request import Options, Player
from tests.effort import repeats
from tests.seating.fields import in_clubs, little_effort, plan_of, players, times_at_three
from tools.bench.seating import ranked as ranked_series


def ranked(field, seed="luck"):
    """The field with ranks by lot."""
    ranks = Stream(seed).shuffled(range(1, len(field) + 1))
    return [replace(player, rank=rank) for player, rank in zip(field, ranks, strict=True)]


def rank_of(field):
    return {player.id: player.rank for player in field}


def test_plain_by_rank_seats_in_rank_order():
    """Nobody is moved, whoever has met before."""
    field = ranked(in_clubs(6, alone=4))
    with little_effort():
        played = plan_of(field, 3).series
    plan = plan_of(field, 1, mode="by-rank", history=played)
    ranks = [sorted(rank_of(field)[player] for player in table) for table in plan.series[0]]
    assert ranks == [[1, 2, 3, 4], [5, 6, 7], [8, 9, 10]]
    assert plan.report.moved_tables == 0
    assert {each.reason for each in plan.report.repeats} == {"by-mode"}


def test_players_of_one_rank_are_placed_by_lot():
    """Twenty draws among four equals for the last place at table 1."""
    field = [Player(n, rank=min(n, 4)) for n in range(1, 9)]
    found = {plan_of(field, 1, str(n), mode="by-rank").series[0][0] for n in range(20)}
    assert {player for table in found for player in table if player > 3} == {4, 5, 6, 7, 8}


@pytest.mark.slow
@pytest.mark.parametrize("count", repeats(61, 48, 49, 100))
def test_series_after_series_by_rank_players_are_moved_by_less_than_a_table(count):
    """docs/seating.md, also where a club has a quarter of the field and tables of three go
    round.
    """
    figures, moves = ranked_series(count, draws=1)
    assert (figures.repeats, figures.clubs) == (0, 0)
    assert figures.threes <= figures.threes_bound + 2
    assert moves.least <= moves.mean < 1
    assert moves.few


def test_tables_of_three_are_the_last_where_nobody_there_had_one_before():
    """Eleven of thirteen tables of four; ranks 1 to 3 and 36 to 38 had tables of three."""
    burdens = [int(p < 3 or 35 <= p < 38) for p in range(38)]
    assert small_tables(range(38), {}, [0] * 38) == (8, 9)
    assert small_tables(range(38), {}, burdens) == (7, 8)
    assert small_tables(range(38), {37: 1, 36: 1, 35: 1}, burdens) == (8, 9)


def test_reported_distance_is_correct():
    field = ranked(players(64))
    played = plan_of(field, 4).series
    with little_effort():
        plan = plan_of(field, 1, mode="by-rank-no-repeats", history=played)
    rank = rank_of(field)
    distance = sum(
        abs((rank[player] - 1) // 4 - number)
        for number, table in enumerate(plan.series[0])
        for player in table
    )
    assert plan.report.moved_tables == distance > 0


def test_teams_first_are_apart_even_by_rank_with_repeats():
    field = [replace(player, team=f"team {player.id % 8}") for player in ranked(players(32))]
    together = plan_of(field, 1, mode="by-rank").report.counts.same_team
    with little_effort():
        plan = plan_of(field, 1, mode="by-rank", options=Options(teams="first"))
    assert together > 0
    assert plan.report.counts.same_team == 0


def test_volunteers_sit_at_tables_of_three_whatever_their_rank():
    field = [replace(player, volunteer=player.rank <= 9) for player in ranked(players(29))]
    with little_effort():
        plan = plan_of(field, 1, mode="by-rank", options=Options(three_seats="volunteers"))
    assert {rank_of(field)[player] for player in times_at_three(plan.series)} == set(range(1, 10))
