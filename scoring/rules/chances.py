"""Who can still win a prize while the last series is to be played (docs/practice.md "Who is sure of
a prize").

What is certain is computed from the games that are left: the most and the least that the law lets
them bring, and to whom, as only one player of a table is soloist. How likely the rest is, is
estimated by playing the last series many times with results of the same tournament.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import chain
from math import sqrt
from operator import attrgetter, itemgetter
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from scoring.rules.bids import loss_values, win_values
from scoring.rules.checks import LARGEST_RAMSCH
from scoring.rules.score_list import Scheme, per_game
from scoring.rules.systems import System

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

RUNS = 10_000
RUNS_AT_ONCE = 1_000  # what lies in memory: a thousand runs of a thousand players are 8 MB
FEWEST_LISTS = 4  # whose results are needed for an estimate

Verdict = Literal["sure", "open", "out"]
Level = tuple[int, int]  # points; then, among equals, the rank of who is through
FEW_GAMES = 8
ANYWHERE = 1_000_000  # a result that is still open may come before or behind its equals


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player before the end of the last series.

    `total` are his points so far, those of the running list included. `turns` are the games that he
    may still play as soloist, `waits` those that he only deals. A total cannot fall below `floor`,
    where only the best series count. `rank` is that of a complete result. Who is not `eligible`
    cannot win, and takes nobody's place. `past` are his results in the series before.
    """

    key: int
    total: int
    turns: int = 0
    waits: int = 0
    floor: int | None = None
    rank: int | None = None
    eligible: bool = True
    past: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableLeft:
    """The players of one table, and the games that are `left` there of those that are `due`.

    `dealer` is the seat, from 0, that deals the next game; `bonus` the points that a lost game
    brings each of the others.
    """

    players: tuple[Contestant, ...]
    left: int = 0
    due: int = 0
    dealer: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one game can do, in points of the performance: the most that it brings its soloist, the
    most and the least that it costs him.
    """

    best: int
    worst: int
    least: int


def limits_of(system: System, scheme: Scheme) -> Limits:
    """The limits of a game under the law.

    >>> from scoring.rules.systems import ISKO
    >>> limits_of(ISKO, "seeger-fabian")
    Limits(best=314, worst=590, least=86)
    """
    extra = per_game(scheme)
    losses = {-loss for loss in loss_values(system)}
    if system.ramsch:
        losses |= {1, LARGEST_RAMSCH}
    return Limits(max(win_values(system)) + extra, max(losses) + extra, min(losses) + extra)


# What is certain.
#
# A table is asked to which points one, two, three of its players can come at once, and to which
# they can fall at once. Whoever is compared loses, or wins, all that he may play himself.


def verdicts(
    tables: Sequence[TableLeft], places: int, limits: Limits, *, lots: bool, more: int = 0
) -> dict[int, Verdict]:
    """Who is sure of one of these places, who can still reach one, and who cannot.

    With `lots` equals who are through do not share a rank. `more` are the places that become free
    at most, because other prizes are won by those who would have them.
    """
    above = sorted(chain.from_iterable(highest(table, limits, lots=lots) for table in tables))
    below = sorted(chain.from_iterable(lowest(table, limits) for table in tables))
    found: dict[int, Verdict] = {}
    for table in tables:
        rising, falling = highest(table, limits, lots=lots), lowest(table, limits)
        for player in filter(attrgetter("eligible"), table.players):
            line = level(player, player.total - player.turns * limits.worst, -ANYWHERE)
            ahead = beyond(above, line) - beyond(rising, line)
            ahead += mates_ahead(player, table, line, limits, lots=lots)
            if ahead < places:
                found[player.key] = "sure"
                continue
            stays = (
                beyond(below, line) - beyond(falling, line) + beyond(mates, line)
                for line, mates in at_best(player, table, limits)
            )
            out = all(ahead >= places + more for ahead in stays)
            found[player.key] = "out" if out else "open"
    return found


def level(player: Contestant, points: int, tie: int) -> Level:
    """A total, and among equals the rank of a result that is complete, else `tie`."""
    if player.floor is not None:
        points = max(points, player.floor)
    return points, tie if player.rank is None else -2 * player.rank


def beyond(levels: Sequence[Level], line: Level) -> int:
    """How many of these come before a player at this line: before whoever is still open also those
    who may be equal.
    """
    return len(levels) - bisect_right(levels, line)


def mates_ahead(
    player: Contestant, table: TableLeft, line: Level, limits: Limits, *, lots: bool
) -> int:
    """How many of his table can come before a player at his worst.

    Every game that he loses brings the others `bonus` and costs him more than any other game;
    they share the games that he only deals.
    """
    # Where his total cannot fall so low, he need not lose every game: they may win these, too.
    falls = line[0] == player.total - player.turns * limits.worst
    left = table.left - player.turns if falls else table.left
    given = player.turns * table.bonus
    return beyond(highest(table, limits, lots=lots, but=player, left=left, given=given), line)


def at_best(
    player: Contestant, table: TableLeft, limits: Limits
) -> Iterator[tuple[Level, list[Level]]]:
    """A player at his best, and his mates at their worst: what he wins himself they cannot lose.

    One pair for every division of the games: he wins all that he may play, or one less, ….
    """
    for wins in range(player.turns, -1, -1):
        lost = table.left - wins
        points = player.total + wins * limits.best + lost * table.bonus
        mates = lowest(table, limits, but=player, left=lost)
        yield level(player, points, ANYWHERE), mates


def highest(
    table: TableLeft,
    limits: Limits,
    *,
    lots: bool,
    but: Contestant | None = None,
    left: int | None = None,
    given: int = 0,
) -> list[Level]:
    """The points that one, two, … of these players can reach at once in `left` games, ascending.

    No game brings its table more than the best game its soloist. `given` they have in any case.
    """
    players = [each for each in table.players if each.eligible and each is not but]
    if not table.left:
        through = (level(each, each.total, ANYWHERE) for each in players)
        return sorted((points, tie + lots) for points, tie in through)
    games = table.left if left is None else left
    now = [level(each, each.total, 0)[0] + given for each in players]
    alone = [
        points + min(each.turns, games) * limits.best + each.waits * table.bonus
        for each, points in zip(players, now, strict=True)
    ]
    tops = together(now, alone, games, limits.best, table.bonus)
    return sorted((points, ANYWHERE) for points in tops)


def lowest(
    table: TableLeft, limits: Limits, *, but: Contestant | None = None, left: int | None = None
) -> list[Level]:
    """The points to which one, two, … of these players can fall at once in `left` games."""
    players = [each for each in table.players if each.eligible and each is not but]
    if not table.left:
        return sorted(level(each, each.total, -ANYWHERE) for each in players)
    games = table.left if left is None else left
    falls = (each.total - min(each.turns, games) * limits.worst for each in players)
    alone = [-level(each, fall, 0)[0] for each, fall in zip(players, falls, strict=True)]
    tops = together([-each.total for each in players], alone, games, limits.worst, 0)
    return sorted((-points, -ANYWHERE) for points in tops)


def together(now: list[int], alone: list[int], games: int, step: int, bonus: int) -> Iterator[int]:
    """To how many points one, two, … players can come at once, if none comes beyond his own
    `alone`.
    """
    now, alone = sorted(now, reverse=True), sorted(alone, reverse=True)
    for count, reach in enumerate(alone, 1):
        yield min(reach, highest_of(now[:count], games, step, bonus))


def highest_of(points: Sequence[int], games: int, step: int, bonus: int) -> int:
    """To how many points all of these can come, if every game brings one of them a step, or each
    of them the bonus.

    Exact for a few games; for more of them a step may be divided, which is never less.

    >>> highest_of([100, 50], 1, 60, 0), highest_of([100, 50], 1, 60, 55)
    (100, 105)
    """
    if games > FEW_GAMES:
        return min(shares(points, games * step))
    return max(
        lowest_after([own + lost * bonus for own in points], games - lost, step)
        for lost in range(games + 1 if bonus else 1)
    )


def lowest_after(points: list[int], steps: int, step: int) -> int:
    heapify(points)
    for _step in range(steps):
        heapreplace(points, points[0] + step)
    return points[0]


def shares(descending: Sequence[int], points: int) -> list[int]:
    """What the last one, two, … of these can have at most, if they share so many points.

    >>> shares([100, 50], 60)
    [110, 105]
    """
    rest, most = points, []
    for count, own in enumerate(reversed(descending), 1):
        rest += own
        most.append(rest // count)
    return most


# What one needs, compared with whoever stands at the last place that wins.

FEW = 3  # games lost by the other that are still worth a word


@dataclass(frozen=True, slots=True)
class Need:
    """What decides between a player and his `rival`, all else being equal.

    `points` more than the rival get him the place; negative, they are his lead. `losses` is how
    many games more the rival has to lose; None where that is no help.
    """

    rival: int
    points: int
    losses: int | None = None


def needs(tables: Sequence[TableLeft], places: int, limits: Limits) -> dict[int, Need]:
    """Of everybody outside the prizes what he needs, of everybody inside his lead."""
    field = [
        (-level(each, each.total, 0)[0], each.rank or 0, each.key, each, table)
        for table in tables
        for each in table.players
        if each.eligible
    ]
    field.sort(key=itemgetter(0, 1, 2))
    if not 0 < places < len(field):
        return {}
    bar, _rank, _key, last, at = field[places - 1]
    found = {}
    for place, (own, _rank, key, _player, table) in enumerate(field):
        if place < places:
            found[key] = Need(field[places][2], own - field[places][0])
            continue
        losses = -(-(own - bar + 1) // (limits.least + (table.bonus if table is at else 0)))
        helps = losses <= min(FEW, last.turns) and last.floor is None
        found[key] = Need(last.key, own - bar + 1, losses if helps else None)
    return found


# What is estimated: the last series is played many times.


@dataclass(frozen=True, slots=True)
class PlayedList:
    """A list of this tournament: what it brought every seat, and game by game if that is known."""

    totals: tuple[int, ...]
    games: tuple[tuple[int, ...], ...] = ()


def estimate(
    tables: Sequence[TableLeft],
    places: int,
    played: Sequence[PlayedList],
    *,
    seed: int,
    runs: int = RUNS,
) -> dict[int, int]:
    """In how many runs each player who may win comes to one of these places.

    A table gets what a table of this tournament got, chosen by chance and turned; where it has
    begun, as many games of it as are left. To that comes what a player is better than others, as
    far as the series before say so. Equal seeds give equal results.
    """
    import numpy as np  # only where it is asked for

    players = [each for table in tables for each in table.players if each.eligible]
    column = {each.key: at for at, each in enumerate(players)}
    better = strengths(player for table in tables for player in table.players)
    # Behind the last one: whoever cannot win.
    start, floor = np.zeros(len(players) + 1), np.full(len(players), -np.inf)
    library: dict[tuple[int, int, int, int], Points] = {}
    drawn: list[tuple[Points, list[int]]] = []
    for table in tables:
        playing = [each for each in table.players if each.turns + each.waits]
        for each in filter(attrgetter("eligible"), table.players):
            more = better.get(each.key, 0.0) * table.left / table.due if each in playing else 0.0
            start[column[each.key]] = each.total + more
            floor[column[each.key]] = -np.inf if each.floor is None else each.floor
        if playing:
            kind = len(playing), table.left, table.due, table.dealer
            if kind not in library:
                library[kind] = windows(played, *kind)
            drawn.append((library[kind], [column.get(each.key, len(players)) for each in playing]))
    rng, rest = np.random.default_rng(seed), max(0, len(players) - places)
    hits = np.zeros(len(players), dtype=np.int64)
    for count in [RUNS_AT_ONCE] * (runs // RUNS_AT_ONCE) + [runs % RUNS_AT_ONCE]:
        ends = np.tile(start, (count, 1))
        for rows, columns in drawn:
            if rows.shape[1] == len(columns):
                ends[:, columns] += rows[rng.integers(len(rows), size=count)]
            else:  # nobody played at such a table: everybody gets the result of somebody
                ends[:, columns] += rows[rng.integers(len(rows), size=(count, len(columns))), 0]
        ends = np.maximum(ends[:, :-1], floor)
        hits += (ends >= np.partition(ends, rest, axis=1)[:, [rest]]).sum(axis=0)
    return {each.key: int(hit) for each, hit in zip(players, hits, strict=True)}


def windows(played: Sequence[PlayedList], seats: int, left: int, due: int, dealer: int) -> "Points":
    """What `left` of `due` games brought the seats of tables of this tournament, one way a row.

    A single column, where no table had so many seats.
    """
    import numpy as np

    same = [each for each in played if len(each.totals) == seats]
    parts = []
    for sums in (np.cumsum([[0] * seats, *each.games], axis=0) for each in same if left < due):
        for first in range(len(sums) - left):
            parts.append(np.roll(sums[first + left] - sums[first], dealer - first % seats))
    if parts:
        return np.array(parts, dtype=np.float64)
    whole = [np.roll(each.totals, by) for each in same for by in range(seats)]
    rows = np.array(whole) if whole else np.array([[one] for each in played for one in each.totals])
    middle, part = rows.mean(), left / due
    return np.asarray(middle * part + (rows - middle) * sqrt(part), dtype=np.float64)


def strengths(players: Iterable[Contestant]) -> Mapping[int, float]:
    """What every player is expected to win more in a list than others.

    His results so far, drawn towards the middle: the less they differ between players beyond what
    they differ within each, the more.
    """
    past = {each.key: each.past for each in players if each.past}
    means = {key: fmean(results) for key, results in past.items()}
    spare = sum(len(results) - 1 for results in past.values())
    if not spare or len(past) < 3:
        return {}
    middle = fmean(chain.from_iterable(past.values()))
    within = sum((one - means[key]) ** 2 for key, own in past.items() for one in own) / spare
    spread = sum((mean - middle) ** 2 for mean in means.values()) / (len(past) - 1)
    between = spread - within / fmean(map(len, past.values()))
    if between <= 0:
        return {}
    return {
        key: (means[key] - middle) * between / (between + within / len(own))
        for key, own in past.items()
    }
