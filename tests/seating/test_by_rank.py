"""Seating by the standings, plainly and without repeated meetings."""

from dataclasses import replace

import pytest

from scoring.seating.request import Options, Player
from scoring.seating.stream import Stream
from tests.seating.fields import in_clubs, little_effort, meetings, plan_of, players, times_at_three


def ranked(field, seed="luck"):
    """The field with ranks by lot."""
    ranks = Stream(seed).shuffled(range(1, len(field) + 1))
    return [replace(player, rank=rank) for player, rank in zip(field, ranks, strict=True)]


def rank_of(field):
    return {player.id: player.rank for player in field}


def test_plainly_one_to_four_sit_at_table_1_and_the_last_at_tables_of_three():
    field = ranked(players(10))
    (series,) = plan_of(field, 1, mode="by-rank").series
    ranks = [sorted(rank_of(field)[player] for player in table) for table in series]
    assert ranks == [[1, 2, 3, 4], [5, 6, 7], [8, 9, 10]]


def test_plainly_nobody_is_moved_whoever_met_before():
    field = ranked(in_clubs(8, 8))
    played = plan_of(field, 3).series
    plan = plan_of(field, 1, mode="by-rank", history=played)
    assert plan.report.moved == 0
    assert {each.reason for each in plan.report.repeats} <= {"by-mode"}


def test_players_of_one_rank_are_placed_by_lot():
    """Twenty draws among four equals for the last place at table 1."""
    field = [Player(n, rank=min(n, 4)) for n in range(1, 9)]
    found = {plan_of(field, 1, str(n), mode="by-rank").series[0][0] for n in range(20)}
    fourth = {player for table in found for player in table if player > 3}
    assert fourth == {4, 5, 6, 7, 8}


@pytest.mark.parametrize("count", [48, 49, 62, 100, 256, 500])
def test_without_repeats_nobody_meets_again_and_few_are_moved(count):
    """SEATING: from 48 players no repeat, no club pair, mean shift below one table."""
    field = ranked(in_clubs(count // 8, count // 10, count // 12, alone=count - count // 8
                            - count // 10 - count // 12))  # fmt: skip
    played = plan_of(field, 3).series
    plan = plan_of(field, 1, mode="by-rank-no-repeats", history=played)
    assert max(meetings([*played, *plan.series]).values()) == 1
    assert plan.report.counts.same_club == 0
    assert plan.report.moved < count


def test_a_club_of_a_quarter_of_the_field_is_kept_apart_by_rank_too():
    field = ranked(in_clubs(32, alone=96))
    played = plan_of(field, 4).series
    counts = plan_of(field, 1, mode="by-rank-no-repeats", history=played).report.counts
    assert (counts.repeat_encounters, counts.same_club) == (0, 0)


def test_the_figure_of_how_far_players_were_moved_is_right():
    field = ranked(players(64))
    played = plan_of(field, 4).series
    with little_effort():
        plan = plan_of(field, 1, mode="by-rank-no-repeats", history=played)
    rank = rank_of(field)
    distance = sum(abs((rank[player] - 1) // 4 - number)
                   for number, table in enumerate(plan.series[0]) for player in table)  # fmt: skip
    assert plan.report.moved == distance > 0


def test_teams_first_are_apart_even_by_rank_with_repeats():
    field = [replace(player, team=f"team {player.id % 8}") for player in ranked(players(32))]
    together = plan_of(field, 1, mode="by-rank").report.counts.same_team
    with little_effort():
        plan = plan_of(field, 1, mode="by-rank", options=Options(teams="first"))
    assert together > 0
    assert plan.report.counts.same_team == 0


def test_a_fixed_table_is_kept_against_the_ranking():
    field = ranked(players(40))
    field[3] = replace(field[3], fixed_table=9, rank=1)
    played = plan_of(field, 2).series
    for mode in ("by-rank", "by-rank-no-repeats"):
        with little_effort():
            (series,) = plan_of(field, 1, mode=mode, history=played).series
        assert 4 in series[8]


def test_volunteers_sit_at_tables_of_three_whatever_their_rank():
    field = [replace(player, volunteer=player.rank <= 9) for player in ranked(players(29))]
    with little_effort():
        plan = plan_of(field, 1, mode="by-rank", options=Options(three_seats="volunteers"))
    assert {rank_of(field)[player] for player in times_at_three(plan.series)} == set(range(1, 10))
