"""The schedule of a league's group: match days, at each venue a host and its guests.

A number scheme (number_schemes.py) says which numbers meet on which day; the lot says which team
has which number. The scheme of a size is the same for everybody.

    >>> plan = schedule([f"T{number}" for number in range(1, 17)], seed="2026")
    >>> len(plan.days), [len(venue.teams) for venue in plan.days[0].venues]
    (5, [4, 4, 4, 4])
    >>> plan.days[4].venues[0].host is None
    True
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from scoring.seating.number_schemes import Group, scheme
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
    days: tuple[ScheduledDay, ...]


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
    days = scheme(len(teams), sizes)
    able = {number for number, team in enumerate(numbers) if team not in cannot_host}
    with_hosts = [group for day in days[: format.days - format.central] for group in day]
    hosts = iter(assign_hosts(with_hosts, able))
    return LeagueSchedule(
        tuple(numbers),
        tuple(
            ScheduledDay(
                number, tuple(scheduled_venue(group, next(hosts, None), numbers) for group in day)
            )
            for number, day in enumerate(days, 1)
        ),
    )


def scheduled_venue(group: Group, host: int | None, numbers: Sequence[TeamId]) -> ScheduledVenue:
    teams = tuple(numbers[number] for number in group if number != host)
    if host is None:
        return ScheduledVenue(teams)
    return ScheduledVenue((numbers[host], *teams), numbers[host])


def assign_hosts(groups: Sequence[Group], able: Collection[int]) -> list[int | None]:
    """The host of each group, None where nobody in it is able; no other choice is more even.

    Each group goes to whoever hosts least of all who can be reached: by hosting it, or by taking
    over another group from a team that then hosts it (an optimal semi-matching).
    """
    hosts: list[int | None] = [None] * len(groups)
    counts = dict.fromkeys(able, 0)
    for first, group in enumerate(groups):
        # By team: the group that it would host, and who would give it up.
        reached: dict[int, tuple[int, int | None]] = {
            team: (first, None) for team in group if team in counts
        }
        queue = list(reached)
        for team in queue:
            for number in (number for number, host in enumerate(hosts) if host == team):
                for other in groups[number]:
                    if other in counts and other not in reached:
                        reached[other] = (number, team)
                        queue.append(other)
        if not reached:
            continue
        taker = min(reached, key=counts.__getitem__)
        counts[taker] += 1
        host: int | None = taker
        while host is not None:
            number, before = reached[host]
            hosts[number], host = host, before
    return hosts


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
