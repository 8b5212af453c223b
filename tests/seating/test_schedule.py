"""The schedule of a league's group (docs/seating.md "The schedule of a league")."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.seating.number_schemes import fewest_encounters
from scoring.seating.schedule import (
    LeagueSchedule,
    ScheduleFormat,
    assign_hosts,
    schedule,
    schedule_faults,
)
from tests.effort import cases

USUAL_FORMAT = ScheduleFormat()
FIVES_AT_THE_END = ScheduleFormat(central_size=5)


def made(teams: int, format: ScheduleFormat = USUAL_FORMAT, **options) -> LeagueSchedule:
    options.setdefault("seed", "season 2026")
    return schedule([f"T{number:02}" for number in range(1, teams + 1)], format, **options)


def met(plan: LeagueSchedule) -> Counter:
    """How many pairs meet how often, counted without the program."""
    times = Counter()
    for day in plan.days:
        for venue in day:
            times.update(frozenset(pair) for pair in combinations(venue.teams, 2))
    return Counter(times[frozenset(pair)] for pair in combinations(plan.numbers, 2))


def encounters(plan: LeagueSchedule) -> int:
    """Σ C(m, 2) over pairs that meet m times."""
    return sum(pairs * times * (times - 1) // 2 for times, pairs in met(plan).items())


def least(plan: LeagueSchedule) -> int:
    """What no schedule with the same venues goes below."""
    days = [[venue.teams for venue in day] for day in plan.days]
    return fewest_encounters(days, len(plan.numbers))


def days_hosted(plan: LeagueSchedule, cannot_host=()) -> list[int]:
    """How often each hosts; everybody is somewhere once a day, and hosts where he is."""
    for day in plan.days:
        assert sorted(team for venue in day for team in venue.teams) == sorted(plan.numbers)
        assert all(venue.host in (None, venue.teams[0]) for venue in day)
    hosts = Counter(venue.host for day in plan.days for venue in day)
    assert not hosts.keys() & set(cannot_host)
    return [hosts[team] for team in plan.numbers if team not in cannot_host]


@pytest.mark.parametrize("teams", [8, 12, 16, 20, 24])
def test_on_four_days_everybody_hosts_three_guests_once_and_the_last_day_is_together(teams):
    plan = made(teams)
    assert [len(day) for day in plan.days] == [teams // 4] * 5
    hosts = [venue.host for day in plan.days[:4] for venue in day]
    assert Counter(hosts) == dict.fromkeys(plan.numbers, 1)
    for day in plan.days[:4]:
        assert all(venue.teams[0] == venue.host and len(venue.teams) == 4 for venue in day)
    assert all(venue.host is None for venue in plan.days[4])


def test_twenty_teams_in_fives_on_the_last_day_meet_nobody_twice():
    plan = made(20, FIVES_AT_THE_END)
    assert [len(venue.teams) for venue in plan.days[4]] == [5] * 4
    assert met(plan) == {0: 30, 1: 160}
    assert encounters(plan) == least(plan)


# Teams, and how many pairs meet how often: docs/seating.md.
MEETINGS = [
    (4, {5: 6}), (8, {1: 4, 2: 16, 3: 8}), (12, {1: 48, 2: 12, 3: 6}), (16, {1: 120}),
    (20, {0: 40, 1: 150}), (24, {0: 96, 1: 180}),
    # Other numbers of teams have venues of three to five.
    (5, {5: 10}), (6, {1: 5, 2: 5, 3: 5}), (7, {1: 3, 2: 12, 3: 6}),
    (9, {1: 6, 2: 18, 3: 10, 4: 2}), (10, {1: 11, 2: 17, 3: 13, 4: 4}), (11, {1: 35, 2: 20}),
    (13, {0: 1, 1: 51, 2: 19, 3: 7}), (14, {0: 2, 1: 57, 2: 23, 3: 9}), (15, {1: 105}),
    (17, {0: 4, 1: 126, 2: 4, 3: 2}), (18, {0: 9, 1: 132, 2: 8, 3: 4}),
    (19, {0: 36, 1: 135}), (21, {0: 40, 1: 170}), (22, {0: 41, 1: 190}),
    (23, {0: 88, 1: 165}),
]  # fmt: skip


@pytest.mark.parametrize(("teams", "pairs"), MEETINGS)
def test_each_meets_each_as_evenly_as_can_be(teams, pairs):
    plan = made(teams)
    assert {len(venue.teams) for day in plan.days for venue in day} <= {3, 4, 5}
    hosted = days_hosted(plan)
    assert max(hosted) - min(hosted) <= 1
    assert met(plan) == pairs
    assert encounters(plan) == least(plan)


def test_a_free_league_plays_on_two_venues_a_day():
    for teams, days, fewest, most in ((8, 7, 3, 3), (10, 6, 1, 4), (12, 8, 2, 5), (12, 11, 5, 5)):
        plan = made(teams, ScheduleFormat(days=days, venues=2, central=0))
        assert all(len(day) == 2 for day in plan.days)
        assert all(venue.host for day in plan.days for venue in day)
        hosted = days_hosted(plan)
        assert max(hosted) - min(hosted) <= 1
        assert (min(met(plan)), max(met(plan))) == (fewest, most), teams
        assert encounters(plan) == least(plan)


def test_two_seasons_in_one_meet_twice_as_often():
    plan = made(16, ScheduleFormat(days=10, central=0))
    assert met(plan) == {2: 120}
    assert set(days_hosted(plan)) <= {2, 3}


def test_the_lot_only_says_which_team_has_which_number():
    one, other, same = made(12), made(12, seed="another"), made(12)
    assert one == same
    assert one != other
    assert met(one) == met(other)

    def by_number(plan):
        return [
            sorted(sorted(map(plan.numbers.index, venue.teams)) for venue in day)
            for day in plan.days
        ]

    assert by_number(one) == by_number(other)
    assert made(12, seed=None).numbers == tuple(f"T{number:02}" for number in range(1, 13))


def test_who_cannot_host_never_does_and_the_others_share_it():
    plan = made(12, cannot_host={"T01", "T02"})
    assert set(days_hosted(plan, {"T01", "T02"})) <= {1, 2}
    nobody = made(8, cannot_host={f"T{number:02}" for number in range(1, 9)})
    assert all(venue.host is None for day in nobody.days for venue in day)


@given(st.data())
@settings(max_examples=cases(20, 60), deadline=None)
def test_no_other_choice_of_hosts_is_more_even(data):
    """Compared with all choices, on small random venues."""
    teams = data.draw(st.integers(2, 5))
    group = st.lists(st.integers(0, teams - 1), min_size=1, max_size=3, unique=True)
    groups = data.draw(st.lists(group, min_size=1, max_size=6))
    hosts = assign_hosts(groups, range(teams))
    assert all(host in group for host, group in zip(hosts, groups, strict=True))

    def squares(chosen):
        return sum(chosen.count(team) ** 2 for team in range(teams))

    choices = [[]]
    for group in groups:
        choices = [[*chosen, team] for chosen in choices for team in group]
    assert squares(hosts) == min(map(squares, choices))


def test_what_cannot_be_scheduled_is_refused_by_its_code():
    def codes(format, teams=12):
        return list(schedule_faults(teams, format))

    assert codes(ScheduleFormat()) == []
    assert codes(ScheduleFormat(), 1) == ["teams-count"]
    assert codes(ScheduleFormat(days=0)) == ["days-count", "central-count"]
    assert codes(ScheduleFormat(central=6)) == ["central-count"]
    assert codes(ScheduleFormat(size=1)) == ["venue-size"]
    assert codes(ScheduleFormat(venues=7)) == ["venues-count"]
    assert codes(ScheduleFormat(venues=1)) == ["venues-count"]
