"""Late joiners and leavers: what was played stays, what comes is dealt against it."""

from dataclasses import replace

import pytest

from scoring.seating.request import Options, Player
from tests.seating.fields import in_clubs, meetings, plan_of, players, times_at_three


@pytest.mark.parametrize("count", [40, 101, 1000])
def test_three_series_played_then_some_leave_and_some_join_and_still_nobody_meets_twice(count):
    clubs = (count // 4, count // 8, count // 12)
    before = in_clubs(*clubs, alone=count - sum(clubs))
    played = plan_of(before, 3).series
    leaving = count // 20
    after = before[leaving:] + tuple(Player(f"late {n}", "A") for n in range(leaving))
    plan = plan_of(after, 3, history=played)
    assert max(meetings([*played, *plan.series]).values()) == 1
    assert plan.report.counts.same_club == plan.report.unavoidable.same_club
    assert plan.report.seat_spread <= 3


def test_who_was_at_a_table_of_three_is_not_sent_there_again():
    field = players(41)
    played = plan_of(field, 2).series
    plan = plan_of(field, 2, history=played)
    assert max(times_at_three([*played, *plan.series]).values()) == 1


def test_series_are_numbered_on_after_the_history():
    played = plan_of(players(20), 2).series
    field = (*players(20), Player(21, first_series=4))
    plan = plan_of(field, 2, history=played)
    assert [sum(map(len, series)) for series in plan.series] == [20, 21]


@pytest.mark.parametrize("count", [22, 37, 401])
def test_volunteers_sit_at_the_tables_of_three(count):
    """Three empty chairs in two series: eighteen volunteers are enough."""
    field = [replace(player, volunteer=player.id % 2 == 0) for player in players(count)]
    plan = plan_of(field, 2, options=Options(three_seats="volunteers"))
    assert all(player % 2 == 0 for player in times_at_three(plan.series))


def test_the_last_ranks_sit_at_the_tables_of_three():
    field = [replace(player, rank=42 - player.id) for player in players(41)]
    plan = plan_of(field, 1, options=Options(three_seats="lowest"))
    assert sorted(times_at_three(plan.series)) == list(range(1, 10))
