"""Who can still win a prize before or during the last series (docs/practice.md "Who is sure of
a prize").
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from math import sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from scoring.rules.bids import loss_values, win_values
from scoring.rules.checks import MAX_RAMSCH
from scoring.rules.score_list import Scheme, per_game
from scoring.rules.systems import System

if TYPE_CHECKING:
    from numpy.typing import NDArray

RUNS = 10_000
RUNS_AT_ONCE = 1_000  # in memory; with a thousand players they take 8 MB
MIN_LISTS = 4  # whose results an estimate needs

FEW_GAMES = 8  # up to which the points of a table are computed exactly
ANYWHERE = 1_000_000  # an open result may come before or behind its equals
MAX_HELPFUL_LOSSES = 3  # of the rival, that are worth mentioning

Verdict = Literal["sure", "open", "out"]
Level = tuple[int, int]  # points; then, among equals, the rank of a player who is through


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player before the end of the last series.

    `total` includes the running list. `turns` are the games that he may still play as soloist,
    `waits` those that he only deals. Where only the best series count, his total cannot fall below
    `floor`. `rank` is that of a complete result.
    """

    key: int
    total: int
    turns: int = 0
    waits: int = 0
    floor: int | None = None
    rank: int | None = None
    eligible: bool = True

    @property
    def points(self) -> int:
        """The total, or the floor if that is higher."""
        return self.level(self.total, 0)[0]

    def level(self, points: int, tie: int) -> Level:
        """The level of a total, with `tie` among equals unless his result is complete."""
        if self.floor is not None:
            points = max(points, self.floor)
        return points, tie if self.rank is None else -2 * self.rank


@dataclass(frozen=True, slots=True)
class TableLeft:
    """The players of one table, and the games that are `left` there of those that are `due`.

    A lost game brings each of the others the `bonus`.
    """

    players: tuple[Contestant, ...]
    left: int = 0
    due: int = 1
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """The most points that one game brings its soloist, the most and the least it costs him."""

    best: int
    worst: int
    least: int


def limits_of(system: System, scheme: Scheme) -> Limits:
    extra = per_game(scheme)
    losses = {-loss for loss in loss_values(system)}
    if system.ramsch:
        losses |= {1, MAX_RAMSCH}
    return Limits(max(win_values(system)) + extra, max(losses) + extra, min(losses) + extra)


# What is certain: how far one, two, three players of a table can rise, or fall, at once.


def verdicts(
    tables: Sequence[TableLeft], places: int, limits: Limits, *, lots: bool, more: int = 0
) -> dict[int, Verdict]:
    """Who is sure of one of the places, who can still reach one, and who cannot.

    With `lots` equals do not share a rank for good. `more` places at most become free, because
    those who would have them win other prizes.
    """
    rising = [highest(table, table.players, limits, table.left, lots=lots) for table in tables]
    falling = [lowest(table, table.players, limits, table.left) for table in tables]
    above, below = sorted(chain(*rising)), sorted(chain(*falling))
    answers: dict[int, Verdict] = {}
    for table, rises, falls in zip(tables, rising, falling, strict=True):
        for player in filter(attrgetter("eligible"), table.players):
            mates = [mate for mate in table.players if mate is not player]
            worst = player.total - player.turns * limits.worst
            line = player.level(worst, -ANYWHERE)
            # If his total cannot fall so low, he need not lose every game: the mates may win some.
            left = table.left - (player.turns if line[0] == worst else 0)
            # Every game that he loses costs him more than any other, and brings the others a bonus.
            below_bonus = line[0] - player.turns * table.bonus, line[1]
            ahead = count_ahead(above, line) - count_ahead(rises, line)
            ahead += count_ahead(highest(table, mates, limits, left, lots=lots), below_bonus)
            if ahead < places:
                answers[player.key] = "sure"
                continue
            reaches = any(
                count_ahead(below, line) - count_ahead(falls, line) + count_ahead(low, line)
                < places + more
                for line, low in at_best(player, table, mates, limits)
            )
            answers[player.key] = "open" if reaches else "out"
    return answers


def count_ahead(levels: Sequence[Level], line: Level) -> int:
    """How many of these ascending levels are ahead of `line`."""
    return len(levels) - bisect_right(levels, line)


def at_best(
    player: Contestant, table: TableLeft, mates: Sequence[Contestant], limits: Limits
) -> Iterator[tuple[Level, list[Level]]]:
    """For each number of games that a player may win: his best level, and his mates' lowest."""
    for wins in range(player.turns, -1, -1):
        lost = table.left - wins
        points = player.total + wins * limits.best + lost * table.bonus
        yield player.level(points, ANYWHERE), lowest(table, mates, limits, lost)


def highest(
    table: TableLeft, players: Sequence[Contestant], limits: Limits, games: int, *, lots: bool
) -> list[Level]:
    """The levels that one, two, … of these players can reach at once in this many games."""
    eligible = [player for player in players if player.eligible]
    now = [player.level(player.total, ANYWHERE) for player in eligible]
    if not table.left:
        # A lot may put an equal of the same rank ahead.
        return sorted((points, tie + 1 if lots else tie) for points, tie in now)
    alone = [
        points + min(player.turns, games) * limits.best + player.waits * table.bonus
        for player, (points, _tie) in zip(eligible, now, strict=True)
    ]
    tops = joint_tops([points for points, _tie in now], alone, games, limits.best, table.bonus)
    return sorted((points, ANYWHERE) for points in tops)


def lowest(
    table: TableLeft, players: Sequence[Contestant], limits: Limits, games: int
) -> list[Level]:
    """The levels to which one, two, … of these players can fall at once in this many games."""
    eligible = [player for player in players if player.eligible]
    alone = [
        player.level(player.total - min(player.turns, games) * limits.worst, -ANYWHERE)
        for player in eligible
    ]
    if not table.left:
        return sorted(alone)
    bottoms = [-points for points, _tie in alone]
    tops = joint_tops([-player.total for player in eligible], bottoms, games, limits.worst, 0)
    return sorted((-points, -ANYWHERE) for points in tops)


def joint_tops(
    now: list[int], alone: list[int], games: int, step: int, bonus: int
) -> Iterator[int]:
    """The points that one, two, … can reach at once, if each alone reaches `alone`."""
    now, alone = sorted(now, reverse=True), sorted(alone, reverse=True)
    for count, reach in enumerate(alone, 1):
        yield min(reach, highest_of(now[:count], games, step, bonus))


def highest_of(points: Sequence[int], games: int, step: int, bonus: int) -> int:
    """The points that all of these can reach, if a game brings one a step, or everyone the bonus.

    Exact for a few games. For more it is an upper bound: steps may be divided, and the bonus is
    left out, because a game brings all together no more than a step.
    """
    if games > FEW_GAMES:
        sums = accumulate(sorted(points), initial=games * step)
        return min(total // count for count, total in enumerate(sums) if count)
    return max(
        lowest_after([own + lost * bonus for own in points], games - lost, step)
        for lost in range(games + 1 if bonus else 1)
    )


def lowest_after(points: list[int], steps: int, step: int) -> int:
    for _step in range(steps):
        points[points.index(min(points))] += step
    return min(points)


@dataclass(frozen=True, slots=True)
class Need:
    """The `points` that a player needs more than his `rival`; negative, they are his lead.

    `losses` is how many games more the rival would have to lose; None if that is no help.
    """

    rival: int
    points: int
    losses: int | None = None


def needs(tables: Sequence[TableLeft], places: int, limits: Limits) -> dict[int, Need]:
    """What everybody outside the prizes needs, and the lead of everybody inside."""
    ranked = sorted(
        (player for table in tables for player in table.players if player.eligible),
        key=lambda player: (-player.points, player.rank or 0, player.key),
    )
    if not 0 < places < len(ranked):
        return {}
    last, following = ranked[places - 1 : places + 1]
    last_table = next(table for table in tables if last in table.players)
    answers = {}
    for player in ranked[:places]:
        answers[player.key] = Need(following.key, following.points - player.points)
    for player in ranked[places:]:
        missing = last.points - player.points + 1
        cost = limits.least + (last_table.bonus if player in last_table.players else 0)
        losses = -(-missing // cost)  # rounded up
        helps = losses <= min(MAX_HELPFUL_LOSSES, last.turns) and last.floor is None
        answers[player.key] = Need(last.key, missing, losses if helps else None)
    return answers


def estimate(
    tables: Sequence[TableLeft],
    places: int,
    played: Sequence[Sequence[int]],
    *,
    seed: int,
    runs: int = RUNS,
) -> dict[int, int]:
    """In how many runs of the last series each eligible player reaches one of the places.

    `played` are the results of lists of this tournament, by seat. In a run every table gets those
    of a random list. Equal seeds give equal results.
    """
    import numpy as np  # only where it is asked for

    players = [player for table in tables for player in table.players if player.eligible]
    if not players:
        return {}
    column = {player.key: place for place, player in enumerate(players)}
    # The last column is for those who are not eligible.
    start = np.array([*(player.total for player in players), 0], dtype=np.float64)
    floor = np.array([-np.inf if player.floor is None else player.floor for player in players])
    rows_for = cache(lambda seats, share: rest_of_lists(played, seats, share))
    drawn = []
    for table in tables:
        if playing := [player for player in table.players if player.turns + player.waits]:
            columns = [column.get(player.key, len(players)) for player in playing]
            drawn.append((rows_for(len(playing), table.left / table.due), columns))
    rng, rest = np.random.default_rng(seed), max(0, len(players) - places)
    hits = np.zeros(len(players), dtype=np.int64)
    for count in [RUNS_AT_ONCE] * (runs // RUNS_AT_ONCE) + [runs % RUNS_AT_ONCE]:
        ends = np.tile(start, (count, 1))
        for rows, columns in drawn:
            ends[:, columns] += rows[rng.integers(len(rows), size=count)]
        ends = np.maximum(ends[:, :-1], floor)
        hits += (ends >= np.partition(ends, rest, axis=1)[:, [rest]]).sum(axis=0)
    return {player.key: int(count) for player, count in zip(players, hits, strict=True)}


def rest_of_lists(played: Sequence[Sequence[int]], seats: int, share: float) -> "NDArray[Any]":
    """What this share of a list may bring a table of `seats`; each row is one possibility.

    If no table had this many, the results of all lists are joined and cut anew. The mean shrinks
    with the share, the spread with its root.
    """
    import numpy as np

    full = [results for results in played if len(results) == seats] or [[*chain(*played)]]
    turned = [[*row[by:], *row[:by]][:seats] for row in full for by in range(len(row))]
    rows = np.array(turned, dtype=np.float64)
    middle: float = rows.mean()
    return middle * share + (rows - middle) * sqrt(share)
