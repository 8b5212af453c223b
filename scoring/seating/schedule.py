"""The schedule of a league's group, and the tables at a venue (docs/seating.md "The schedule of a
league" and "A venue of a league").
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

from scoring.seating.field import NONE, SEATS, Field, Series, Stream
from scoring.seating.number_schemes import Group, scheme
from scoring.seating.objective import Bond, DrawRecord, Objective
from scoring.seating.request import DrawRequest, PlayerId, players_of_series, sorted_by_id
from scoring.seating.search import Search, improve_plan

# The schedule of a group.

TeamId = int | str

MIN_TEAMS = 2
MAX_TEAMS = 40
MAX_DAYS = 30
MAX_VENUE_SIZE = 8  # teams


@dataclass(frozen=True, slots=True)
class ScheduleFormat:
    """The match days of a league.

    `size` is how many teams a venue has where their number allows it; if `venues` is given, the
    teams are divided evenly among these instead. On the last `central` days all are at one
    place without a host, in groups of `central_size` (0: as on the other days). The defaults are
    those of docs/law.md "League".
    """

    days: int = 5
    size: int = 4
    venues: int = 0
    central: int = 1
    central_size: int = 0

    def group_sizes(self, teams: int, day: int) -> tuple[int, ...]:
        """How many teams are at each venue on a day (from 1)."""
        central_size = self.central_size if day > self.days - self.central else 0
        if self.venues and not central_size:
            return even_groups(teams, self.venues)
        return divide_teams(teams, central_size or self.size)


@dataclass(frozen=True, slots=True)
class ScheduledVenue:
    """The teams at a venue, its host first."""

    teams: tuple[TeamId, ...]
    host: TeamId | None = None


@dataclass(frozen=True, slots=True)
class LeagueSchedule:
    """The venues of each day, and the teams in the order of their numbers in the scheme."""

    numbers: tuple[TeamId, ...]
    days: tuple[tuple[ScheduledVenue, ...], ...]


def schedule(
    teams: Sequence[TeamId],
    settings: ScheduleFormat,
    *,
    seed: str | None,
    cannot_host: Collection[TeamId] = (),
) -> LeagueSchedule:
    """The schedule of a group; without a seed the teams keep their order as numbers.

    A venue where no team can host has no host. There must be no `schedule_faults`.
    """
    numbers = list(teams) if seed is None else Stream(f"{seed}/numbers").shuffled(teams)
    sizes = tuple(settings.group_sizes(len(teams), day) for day in range(1, settings.days + 1))
    days = scheme(len(teams), sizes)
    possible_hosts = {number for number, team in enumerate(numbers) if team not in cannot_host}
    with_hosts = [group for day in days[: settings.days - settings.central] for group in day]
    hosts = iter(assign_hosts(with_hosts, possible_hosts))
    return LeagueSchedule(
        tuple(numbers),
        tuple(
            tuple(scheduled_venue(group, next(hosts, None), numbers) for group in day)
            for day in days
        ),
    )


def scheduled_venue(group: Group, host: int | None, numbers: Sequence[TeamId]) -> ScheduledVenue:
    teams = tuple(numbers[number] for number in group if number != host)
    if host is None:
        return ScheduledVenue(teams)
    return ScheduledVenue((numbers[host], *teams), numbers[host])


def assign_hosts(groups: Sequence[Group], possible_hosts: Collection[int]) -> list[int | None]:
    """The host of each group, None if nobody in it can be; no other choice is more even.

    Each new group goes to the team with the fewest that can get one more: by hosting it, or by
    taking over a group from a team that can (an optimal semi-matching).
    """
    hosts: list[int | None] = [None] * len(groups)
    counts = dict.fromkeys(possible_hosts, 0)
    for first, group in enumerate(groups):
        # By team: the group it would get, and the team that would give it up.
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
        new_host = min(reached, key=counts.__getitem__)
        counts[new_host] += 1
        host: int | None = new_host
        while host is not None:
            number, before = reached[host]
            hosts[number], host = host, before
    return hosts


def schedule_faults(teams: int, settings: ScheduleFormat) -> Iterator[str]:
    """The codes of everything that forbids a schedule for this many teams."""
    if not MIN_TEAMS <= teams <= MAX_TEAMS:
        yield "teams-count"
    if not 1 <= settings.days <= MAX_DAYS:
        yield "days-count"
    if not 0 <= settings.central <= settings.days:
        yield "central-count"
    sizes_allowed = range(2, MAX_VENUE_SIZE + 1)
    if settings.size not in sizes_allowed or settings.central_size not in (0, *sizes_allowed):
        yield "venue-size"
    if settings.venues < 0 or (
        settings.venues and not 2 * settings.venues <= teams <= MAX_VENUE_SIZE * settings.venues
    ):
        yield "venues-count"


def divide_teams(teams: int, size: int) -> tuple[int, ...]:
    """The sizes of the groups, as near to `size` as can be: at most five, or `size` if it is more.

    >>> [divide_teams(teams, 4) for teams in (16, 9, 10, 6, 7)]
    [(4, 4, 4, 4), (5, 4), (5, 5), (3, 3), (4, 3)]
    >>> divide_teams(20, 5), divide_teams(16, 5), divide_teams(5, 4)
    ((5, 5, 5, 5), (4, 4, 4, 4), (5,))
    """
    groups = max(1, -(-(2 * teams - size) // (2 * size)))  # teams / size, rounded
    while -(-teams // groups) > max(5, size):
        groups += 1
    return even_groups(teams, groups)


def even_groups(teams: int, groups: int) -> tuple[int, ...]:
    size, more = divmod(teams, groups)
    return (size + 1,) * more + (size,) * (groups - more)


# A venue of a match day: team-mates never share a table, unless only two teams came.

FULL_TEAM = 4  # players, unless a league says otherwise
MIN_TEAM = 3  # players with whom a team may start

# The effort of the search from each start (search.py), and how many starts there are.
VENUE_EFFORT = 100_000
VENUE_STARTS = 32
# The weights of a visit to a table of three, a repeated meeting, team-mates at a table.
THREE, REPEAT, TEAM, FORBIDDEN = 1, 10**6, 10**12, 10**18


class NotPlayable(ValueError):
    """The teams that came cannot play: `code` is `one-team`, else `two-teams-short`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class VenueShape:
    """The sizes of the tables, fours first, and how many of one team may share one."""

    sizes: tuple[int, ...]
    max_per_team: int = 1


@dataclass(frozen=True, slots=True)
class SharedVenue:
    """The players of each team who are there; a full team has `size` of them."""

    teams: Mapping[str, Sequence[PlayerId]]
    size: int = FULL_TEAM

    @property
    def shape(self) -> VenueShape:
        least = min(MIN_TEAM, self.size)
        present = [len(players) for players in self.teams.values() if len(players) >= least]
        return venue_shape(present, self.size)


def venue_shape(present: Sequence[int], size: int = FULL_TEAM) -> VenueShape:
    """The tables for the players of each team that may start; raises NotPlayable.

    >>> venue_shape([4, 4, 4, 3]).sizes, venue_shape([3, 3, 3, 3]).sizes
    ((4, 4, 4, 3), (4, 4, 4))
    >>> venue_shape([4, 4, 4]).sizes, venue_shape([4, 4])
    ((3, 3, 3, 3), VenueShape(sizes=(4, 4), max_per_team=2))

    Three teams of which one is short would leave tables of two: then some players wait.

    >>> venue_shape([4, 4, 3]).sizes
    (3, 3, 3)
    """
    players = sum(present)
    if len(present) < 2:
        raise NotPlayable("one-team")
    if len(present) == 2:
        if min(present) < size or players < 3:
            raise NotPlayable("two-teams-short")
        return VenueShape(even_groups(players, -(-players // SEATS)), max_per_team=2)
    for tables in range(max(*present, -(-players // SEATS)), 0, -1):
        seated = sum(min(count, tables) for count in present)
        if 3 * tables <= seated <= SEATS * tables:
            return VenueShape(even_groups(seated, tables))
    raise NotPlayable("two-teams-short")


def venue_of(request: DrawRequest) -> SharedVenue | None:
    """The venue of a league that a request is about, or None.

    Everybody there is in a team, the same people play in every series, and nobody has a fixed
    table.
    """
    if request.mode != "league" or len(set(players_of_series(request))) > 1:
        return None
    first = request.numbers[0]
    players = [player for player in sorted_by_id(request.players) if player.plays(first)]
    if any(player.fixed_table or not player.team for player in players):
        return None
    teams: dict[str, list[PlayerId]] = {}
    for player in players:
        teams.setdefault(player.team, []).append(player.id)
    present = [len(mates) for mates in teams.values()]
    size = max((FULL_TEAM, *present))  # the request does not say how many a full team has
    if any(count < MIN_TEAM for count in present) or len(teams) > MAX_VENUE_SIZE:
        return None
    try:
        venue_shape(present, size)
    except NotPlayable:
        return None
    return SharedVenue(teams, size)


def seat_venue(
    venue: SharedVenue, field: Field, record: DrawRecord, series: int, stream: Stream
) -> list[Series]:
    """The tables of `series` series: team-mates apart, opponents as evenly spread as is found."""
    shape = venue.shape
    members: dict[int, list[int]] = {}
    for p in field.playing[0]:
        members.setdefault(field.teams[p], []).append(p)
    tables = len(shape.sizes)
    chairs = tables * shape.max_per_team
    threes = shape.sizes.count(3)
    # An empty chair counts as the missing player of a team: it goes where no mate of his sits.
    missing = [
        team for team, mates in members.items() for _ in range(min(venue.size, chairs) - len(mates))
    ]
    chair_teams = missing[:threes] if shape.max_per_team == 1 else []
    bonds: list[tuple[Bond, ...]] = [((team, TEAM),) for team in [*field.teams, *chair_teams]]
    bonds += [()] * (threes - len(chair_teams))
    objective = Objective(
        repeat=REPEAT,
        teams=TEAM,
        three=THREE,
        forbidden=FORBIDDEN,
        bonds=bonds,
        reluctance=[0] * field.size,
    )
    plans = []
    for _ in range(VENUE_STARTS):
        start = []
        for seated in players_in_turn(members, field.history, chairs, series, stream):
            order = list(chain(*stream.shuffled(seated)))
            start.append([order[table::tables] for table in range(tables)])
        search = Search(start, record, objective, [[]] * series)
        _, plan = improve_plan(search, stream, FORBIDDEN, VENUE_EFFORT)
        plans.append((opponents_met(plan, field), plan))
        if not plans[-1][0][0]:
            break
    return min(plans, key=lambda plan: plan[0])[1]


def players_in_turn(
    members: Mapping[int, list[int]],
    history: list[Series],
    chairs: int,
    series: int,
    stream: Stream,
) -> Iterator[list[list[int]]]:
    """For each series the players of each team who sit; those who played most wait."""
    played = Counter(p for table in chain(*history) for p in table)
    for _ in range(series):
        seated = [
            sorted(stream.shuffled(team), key=played.__getitem__)[:chairs]
            for team in members.values()
        ]
        played.update(p for team in seated for p in team)
        yield seated


def opponents_met(plan: Sequence[Series], field: Field) -> tuple[int, int]:
    """Σ C(m, 2) over opponents who meet m times, and the most; the history included."""
    met = Counter(
        pair
        for table in chain(*field.history, *plan)
        for pair in combinations(sorted(table), 2)
        if NONE not in pair and field.teams[pair[0]] != field.teams[pair[1]]
    )
    return sum(comb(times, 2) for times in met.values()), max(met.values(), default=0)
