"""How a league counts, as data: the defaults are those of docs/law.md "League"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from scoring.rules.ranking import Figure, simplify_figure

# What gives match points: every series at a venue, or the sum of a day's series.
Per = Literal["series", "day"]
# What ranks the teams at a venue, and is summed up as game points of the table.
RankedBy = Literal["performance", "points"]
# Equal teams share the points of their places, or each has the better, or the worse place's.
LeagueTieRule = Literal["share", "higher", "lower"]
# What parts equal teams at a venue before the tie rule.
Breaker = Literal["won", "lost"]
# Counter-points: those of the mirrored place (3:0, 2:1, 1:2, 0:3), or none.
Counter = Literal["mirrored", "none"]
# What orders the season's table: match points, fewer counter-points, their difference, game points,
# the encounters of the equal teams, games won, fewer games lost, first places, a recorded lot.
Criterion = Literal[
    "match", "counter", "difference", "game", "direct", "won", "lost", "firsts", "lot"
]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
Zone = Literal["", "promoted", "promotion_playoff", "relegation_playoff", "relegated"]

MAX_TEAMS = 20


@dataclass(frozen=True, slots=True)
class LeagueScoring:
    """The scoring of a league.

    `points` are lists of match points, best place first; a venue of k teams takes the list of
    length k, or else k - 1, k - 2 … 0. Teams that do not appear have no match points, and with
    `absent_counter` the counter-points of the last place. `scale_short` scales a team of fewer than
    `size` players up. `order` ranks the season's table; equals share the rank.
    """

    per: Per = "series"
    points: tuple[tuple[Figure, ...], ...] = ()
    ranked_by: RankedBy = "performance"
    breakers: tuple[Breaker, ...] = ()
    ties: LeagueTieRule = "share"
    counter: Counter = "mirrored"
    absent_counter: bool = True
    scale_short: bool = False
    size: int = 4
    order: tuple[Criterion, ...] = ("match", "game", "won", "lost", "lot")

    def of_places(self, teams: int) -> tuple[Figure, ...]:
        """The match points of the places at a venue of this many teams."""
        falling = tuple(range(teams - 1, -1, -1))
        return next((points for points in self.points if len(points) == teams), falling)

    def share_of_equals(self, points: Sequence[Figure], ahead: int, equals: int) -> Figure:
        """What each of the equal teams behind `ahead` others has of the points of the places."""
        places = points[ahead : ahead + equals]
        if self.ties == "share":
            return simplify_figure(Fraction(sum(map(Fraction, places)), equals))
        return places[0] if self.ties == "higher" else places[-1]


@dataclass(frozen=True, slots=True)
class Lines:
    """How many teams at the top and at the bottom of the table move, or may move."""

    promoted: int = 0
    promotion_playoff: int = 0
    relegation_playoff: int = 0
    relegated: int = 0

    def zones(self, teams: int) -> tuple[Zone, ...]:
        """The zone of every place; where they overlap, the upper ones win."""
        upper: list[Zone] = ["promoted"] * self.promoted
        upper += ["promotion_playoff"] * self.promotion_playoff
        lower: list[Zone] = ["relegation_playoff"] * self.relegation_playoff
        lower += ["relegated"] * self.relegated
        upper = upper[:teams]
        free = teams - len(upper)
        lower = lower[max(0, len(lower) - free) :]
        between: list[Zone] = [""] * (free - len(lower))
        return (*upper, *between, *lower)


def scoring_faults(scoring: LeagueScoring) -> Iterator[str]:
    """The codes of what is wrong with the points and the counter-points."""
    lengths = [len(points) for points in scoring.points]
    if any(list(points) != sorted(points, reverse=True) for points in scoring.points):
        yield "points-not-falling"
    if len(set(lengths)) < len(lengths):
        yield "points-twice"
    if any(not 2 <= length <= MAX_TEAMS for length in lengths):
        yield "points-length"
    if scoring.counter == "none" and {"counter", "difference"} & set(scoring.order):
        yield "order-counter"
