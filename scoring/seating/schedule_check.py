"""The figures of a schedule, counted anew from its days."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.seating.bounds import cheapest, spread
from scoring.seating.schedule import LeagueSchedule, ScheduledDay, TeamId

ScheduleFault = tuple[str, int, TeamId]


@dataclass(frozen=True, slots=True)
class ScheduleReport:
    """What a schedule gives everybody.

    `meetings` says how many pairs meet how often; `fewest` and `most` are its ends.
    `encounters` is Σ C(m, 2) over the pairs, and `unavoidable` a proven lower bound of it: where
    both are equal, no schedule of these venues is more even. `hosting` is how often each team
    hosts. `faults` are (code, day, team): `team-missing`, `team-twice`, `team-unknown`,
    `host-not-there`, `cannot-host`.
    """

    meetings: Mapping[int, int]
    fewest: int
    most: int
    encounters: int
    unavoidable: int
    hosting: Mapping[TeamId, int]
    faults: tuple[ScheduleFault, ...]

    @property
    def proven(self) -> bool:
        return self.encounters == self.unavoidable

    @property
    def hosting_spread(self) -> int:
        """The most less the fewest days that a team hosts."""
        return max(self.hosting.values(), default=0) - min(self.hosting.values(), default=0)


def check_schedule(plan: LeagueSchedule) -> ScheduleReport:
    """The figures of a schedule, also of one that was changed by hand.

    `hosting` leaves out the teams that cannot host.
    """
    times = pair_counts(plan)
    found = [times[frozenset(pair)] for pair in combinations(plan.numbers, 2)]
    hosts = Counter(venue.host for day in plan.days for venue in day.venues)
    return ScheduleReport(
        dict(sorted(Counter(found).items())),
        min(found, default=0),
        max(found, default=0),
        sum(each * (each - 1) // 2 for each in found),
        unavoidable(plan),
        {team: hosts[team] for team in plan.numbers if team not in plan.cannot_host},
        tuple(fault for day in plan.days for fault in faults(plan, day)),
    )


def pair_counts(plan: LeagueSchedule) -> Counter[frozenset[TeamId]]:
    """How often every two teams meet."""
    return Counter(
        frozenset(pair)
        for day in plan.days
        for venue in day.venues
        for pair in combinations(venue.teams, 2)
    )


def unavoidable(plan: LeagueSchedule) -> int:
    """A lower bound of Σ C(m, 2) with as many teams at as many venues each day.

    All meetings spread evenly over all pairs; and for every two days, the teams of a venue come
    from the venues of the other day, and where these are fewer some meet again.
    """
    sizes = [[len(venue.teams) for venue in day.venues] for day in plan.days]
    pairs = len(plan.numbers) * (len(plan.numbers) - 1) // 2
    meetings = sum(size * (size - 1) // 2 for day in sizes for size in day)
    crowded = sum(
        max(
            sum(spread(size, len(other)) for size in one),
            sum(spread(size, len(one)) for size in other),
        )
        for one, other in combinations(sizes, 2)
        if one and other
    )
    return max(cheapest(Counter({0: pairs}), meetings), crowded)


def faults(plan: LeagueSchedule, day: ScheduledDay) -> Iterator[ScheduleFault]:
    """What is wrong with a day, whatever the figures."""
    times = Counter(team for venue in day.venues for team in venue.teams)
    for team in plan.numbers:
        if not times[team]:
            yield ("team-missing", day.number, team)
    for team, count in times.items():
        if team not in plan.numbers:
            yield ("team-unknown", day.number, team)
        elif count > 1:
            yield ("team-twice", day.number, team)
    for venue in day.venues:
        if venue.host is not None and venue.host not in venue.teams:
            yield ("host-not-there", day.number, venue.host)
        if venue.host in plan.cannot_host and venue.host is not None:
            yield ("cannot-host", day.number, venue.host)
