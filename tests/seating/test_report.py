"""What the organizer reads before he releases: every exception by name, with the reason."""

from scoring.seating.request import Options, Player
from tests.seating.fields import in_clubs, little_effort, meetings, plan_of, players, times_at_three


def test_every_repeated_meeting_is_named_with_its_series():
    plan = plan_of(players(8), 3)
    times = {pair: count for pair, count in meetings(plan.series).items() if count > 1}
    assert {frozenset(each.players): len(each.series) for each in plan.report.repeats} == times
    assert {each.reason for each in plan.report.repeats} == {"few-players"}
    for each in plan.report.repeats:
        for number in each.series:
            assert any(set(each.players) <= set(table) for table in plan.series[number - 1])


def test_a_meeting_of_the_history_is_named_only_if_it_comes_again():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 4), (5, 6, 7, 8)))
    plan = plan_of(players(8), 1, history=history)
    assert {each.series for each in plan.report.repeats} == {(1, 2, 3)}
    assert len(plan.report.repeats) == 4


def test_where_something_better_is_not_ruled_out_the_report_says_so():
    """Six series of twenty: no bound forbids a plan without repeats, and none is known."""
    with little_effort():
        report = plan_of(players(20), 6).report
    assert report.unavoidable.repeat_encounters == 0 < report.counts.repeat_encounters
    assert {each.reason for each in report.repeats} == {"best-found"}


def test_repeats_of_a_lot_are_reported_by_mode():
    report = plan_of(in_clubs(8, alone=9), 3, mode="lot").report
    for named in (report.repeats, report.club_pairs, report.three_seat):
        assert {each.reason for each in named} == {"by-mode"}


def test_club_mates_who_meet_are_named_with_the_series():
    """Sixteen players, five series: everybody meets everybody."""
    named = plan_of(in_clubs(3, alone=13), 5).report.club_pairs
    assert sorted(tuple(sorted(each.players)) for each in named) == [(1, 2), (1, 3), (2, 3)]
    assert {each.reason for each in named} == {"few-players"}


def test_team_mates_of_a_large_team_are_named():
    field = [Player(number, team="T" if number <= 3 else "") for number in range(1, 9)]
    (pair,) = plan_of(field, 1).report.team_pairs
    assert pair.reason == "large-club"


def test_who_comes_to_a_table_of_three_again_is_named():
    plan = plan_of(players(37), 5)
    again = {player for player, times in times_at_three(plan.series).items() if times > 1}
    assert {player for each in plan.report.three_seat for player in each.players} == again
    assert {each.reason for each in plan.report.three_seat} == {"few-players"}


def test_volunteers_at_tables_of_three_are_reported_as_asked():
    field = [Player(number, volunteer=number <= 4) for number in range(1, 12)]
    with little_effort():
        report = plan_of(field, 3, options=Options(three_seats="volunteers")).report
    assert {each.reason for each in report.three_seat} == {"asked"}


def test_byes_of_five_players_are_reported():
    """A table of four with a rotating bye: in five series everybody waits once."""
    plan = plan_of(players(5), 5)
    assert sorted(sum(plan.report.waiting, ())) == [1, 2, 3, 4, 5]
    for waiting, (table,) in zip(plan.report.waiting, plan.series, strict=True):
        assert sorted([*waiting, *table]) == [1, 2, 3, 4, 5]
