"""The schedule of a league's group: match days, at each venue a host and its guests.

A number scheme (schedule_scheme.py) says which numbers meet on which day; the lot says which team
has which number. The scheme of a size is the same for everybody and proven by
`schedule_check.check_schedule`.

    >>> plan = schedule([f"T{number}" for number in range(1, 17)], seed="2026")
    >>> len(plan.days), [len(venue.teams) for venue in plan.days[0].venues]
    (5, [4, 4, 4, 4])
    >>> plan.days[4].venues[0].host is None
    True
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.seating.hosting import assign_hosts
from scoring.seating.schedule_scheme import scheme
from scoring.seating.stream import Stream

TeamId = int | str

FEWEST_TEAMS = 2
MOST_TEAMS = 40
MOST_DAYS = 30
LARGEST_VENUE = 8


@dataclass(frozen=True, slots=True)
class ScheduleFormat:
    """The match days of a league.

    `size` is how many teams a venue has, where their number allows it; a remainder makes venues
    of five or three. `venues`, if given, fixes how many venues a day has instead, and the teams
    are divided evenly. On the last `central` days all are at one place without a host, in groups
    of `central_size` (0: as on the other days). A free league has as many days as it likes, on
    `venues=2` for example.
    """

    days: int = 5
    size: int = 4
    venues: int = 0
    central: int = 1
    central_size: int = 0

    def group_sizes(self, teams: int, day: int) -> tuple[int, ...]:
        """How many teams are at each venue on a day (from 1)."""
        central = day > self.days - self.central
        if self.venues and not (central and self.central_size):
            return even(teams, self.venues)
        return divided(teams, (central and self.central_size) or self.size)

    def has_hosts(self, day: int) -> bool:
        return day <= self.days - self.central


# Four days at hosts and a last one together (docs/law.md "League").
USUAL = ScheduleFormat()


@dataclass(frozen=True, slots=True)
class ScheduledVenue:
    """The teams at a venue, its host first; without a host in the order of the scheme."""

    teams: tuple[TeamId, ...]
    host: TeamId | None = None


@dataclass(frozen=True, slots=True)
class ScheduledDay:
    number: int
    venues: tuple[ScheduledVenue, ...]


@dataclass(frozen=True, slots=True)
class LeagueSchedule:
    """A schedule. `numbers` are the teams in the order of their numbers in the scheme."""

    numbers: tuple[TeamId, ...]
    format: ScheduleFormat
    days: tuple[ScheduledDay, ...]
    cannot_host: frozenset[TeamId] = field(default_factory=frozenset)


def schedule(
    teams: Sequence[TeamId],
    format: ScheduleFormat = USUAL,
    *,
    seed: str | None,
    cannot_host: Collection[TeamId] = (),
) -> LeagueSchedule:
    """The schedule of a group; without a seed the teams have the numbers of their order.

    Each hosts as often as the others, give or take one; teams that `cannot_host` never do, and a
    venue where nobody can has no host. Raises ValueError with the codes of `wrong_schedule`.
    """
    problems = list(wrong_schedule(teams, format))
    if problems:
        raise ValueError(" ".join(problems))
    numbers = list(teams) if seed is None else Stream(f"{seed}/numbers").shuffled(list(teams))
    sizes = tuple(format.group_sizes(len(teams), day) for day in range(1, format.days + 1))
    barred = {number for number, team in enumerate(numbers) if team in frozenset(cannot_host)}
    days = scheme(len(teams), sizes)
    hosted = [format.has_hosts(day) for day in range(1, format.days + 1)]
    hosts = iter(
        assign_hosts(
            [group for day, has in zip(days, hosted, strict=True) if has for group in day],
            len(teams),
            barred,
        )
    )
    return LeagueSchedule(
        tuple(numbers),
        format,
        tuple(
            ScheduledDay(
                number,
                tuple(venue(group, next(hosts) if has else None, numbers) for group in groups),
            )
            for number, (groups, has) in enumerate(zip(days, hosted, strict=True), 1)
        ),
        frozenset(cannot_host),
    )


def venue(group: Sequence[int], host: int | None, numbers: Sequence[TeamId]) -> ScheduledVenue:
    teams = tuple(numbers[number] for number in group if number != host)
    if host is None:
        return ScheduledVenue(teams)
    return ScheduledVenue((numbers[host], *teams), numbers[host])


def wrong_schedule(teams: Sequence[TeamId], format: ScheduleFormat) -> Iterator[str]:
    """The codes of everything that forbids a schedule.

    `team-twice`, `teams-count` (2 to 40), `days-count` (1 to 30), `central-count` (0 to the
    number of days), `venue-size` (2 to 8 teams asked for), `venues-count` (every venue has 2 to
    8 teams).
    """
    if len(set(teams)) < len(teams):
        yield "team-twice"
    if not FEWEST_TEAMS <= len(teams) <= MOST_TEAMS:
        yield "teams-count"
    if not 1 <= format.days <= MOST_DAYS:
        yield "days-count"
    if not 0 <= format.central <= format.days:
        yield "central-count"
    sizes_allowed = range(2, LARGEST_VENUE + 1)
    if format.size not in sizes_allowed or format.central_size not in (0, *sizes_allowed):
        yield "venue-size"
    if format.venues < 0 or (
        format.venues and not 2 * format.venues <= len(teams) <= LARGEST_VENUE * format.venues
    ):
        yield "venues-count"


def divided(teams: int, size: int) -> tuple[int, ...]:
    """The teams in groups of `size`, with some larger or smaller by one, larger ones first.

    Groups have at most five teams, unless larger ones are asked for.

    >>> divided(16, 4), divided(9, 4), divided(10, 4), divided(6, 4), divided(7, 4)
    ((4, 4, 4, 4), (5, 4), (5, 5), (3, 3), (4, 3))
    >>> divided(20, 5), divided(16, 5), divided(5, 4)
    ((5, 5, 5, 5), (4, 4, 4, 4), (5,))
    """
    groups = max(1, -(-(2 * teams - size) // (2 * size)))
    while -(-teams // groups) > max(5, size):
        groups += 1
    return even(teams, groups)


def even(teams: int, groups: int) -> tuple[int, ...]:
    each, more = divmod(teams, groups)
    return (each + 1,) * more + (each,) * (groups - more)
