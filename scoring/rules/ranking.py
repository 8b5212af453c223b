"""The order of players or teams by performance (Leistung), and the categories by age
(docs/law.md "Ranking", "Categories by age").
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Literal

from scoring.rules.systems import ISKO

Figure = int | Fraction


def simplify_figure(figure: Figure) -> Figure:
    """Turn a whole fraction into an int, so that only parts of a point are shown with decimals."""
    return int(figure) if figure.denominator == 1 else figure


Reason = Literal["", "match", "performance", "won", "lost", "lot", "shared"]
CRITERIA: tuple[Reason, ...] = ("match", "performance", "won", "lost")


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A drawn lot: of one `drawing`, the smaller `order` is ahead.

    It holds only for the `totals` at which it was drawn, if these were recorded.
    """

    order: int
    drawing: int = 0
    totals: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of one player or team in a ranking; `match` are the match points of a league."""

    key: Hashable
    performance: Figure
    won: Figure
    lost: Figure
    lot: DrawnLot | None = None
    match: Figure = 0

    @property
    def totals(self) -> str:
        """The figures that decide before a lot: match points, performance, won, lost."""
        return f"{self.match} {self.performance} {self.won} {self.lost}"


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank, and why it is ahead of the next one.

    `decided_by` is the first figure that differs, with the values `own` and `other`; "shared" for
    equals, empty for the last of all. `lot_needed` says that a drawing of lots must still decide.
    """

    key: Hashable
    rank: int
    decided_by: Reason = ""
    own: Figure = 0
    other: Figure = 0
    lot_needed: bool = False
    totals: str = field(default="", compare=False, repr=False)


def rank(standings: Iterable[Standing], *, ties: str = "lot") -> list[Rank]:
    """Everybody's rank, best first: match points, performance, games won, games lost, lot (TO 5.1).

    Equal players share a rank and the next one is left out (1, 2, 2, 4) until lots are drawn for
    all of them, or for good with ties="share"; they stand in the order of their keys.
    """
    places: list[list[Standing]] = []
    best_first = sorted(
        standings, key=lambda one: (-one.match, -one.performance, -one.won, one.lost, one.key)
    )
    for _totals, group in groupby(best_first, key=attrgetter("totals")):
        equals, order = list(group), list[int]()
        if len(equals) > 1 and ties == "lot":
            order = order_by_lot([(one.lot, one.totals) for one in equals])
        places += [[equals[place]] for place in order] or [equals]
    ranks: list[Rank] = []
    for following, place in enumerate(places, 1):
        behind = places[following][0] if following < len(places) else None
        ranks += ranks_of_place(place, behind, len(ranks) + 1, ties)
    return ranks


def drop_worst(merits: Mapping[int, tuple[Figure, Figure]], keep: int) -> frozenset[int]:
    """The series that are dropped if the best `keep` count (Streichserien, docs/law.md "Ranking").

    `merits` are the performance and the games won of each. Of equal performances the one with fewer
    games won is dropped, then the later one.
    """
    best_first = sorted(merits, key=lambda number: (*merits[number], -number), reverse=True)
    return frozenset(best_first[keep:])


def order_by_lot(equals: Sequence[tuple[DrawnLot | None, str]]) -> list[int]:
    """The places of equals in the order of their lots; empty unless one drawing separates them all.

    Of each the lot is given, and the totals.
    """
    orders = [lot.order for lot, totals in equals if lot and lot.totals in ("", totals)]
    drawings = {lot.drawing for lot, _totals in equals if lot}
    if len(set(orders)) < len(equals) or len(drawings) > 1:
        return []
    return sorted(range(len(equals)), key=orders.__getitem__)


def ranks_of_place(
    place: list[Standing], behind: Standing | None, first: int, ties: str
) -> list[Rank]:
    """The ranks of one place, and why it is ahead of the next."""
    if len(place) > 1:
        needed = ties == "lot"
        return [
            Rank(standing.key, first, "shared", lot_needed=needed, totals=standing.totals)
            for standing in place
        ]
    (ahead,) = place
    if behind is None:
        return [Rank(ahead.key, first, totals=ahead.totals)]
    for criterion in CRITERIA:
        own, other = getattr(ahead, criterion), getattr(behind, criterion)
        if own != other:
            return [Rank(ahead.key, first, criterion, own, other, totals=ahead.totals)]
    own, other = (standing.lot.order if standing.lot else 0 for standing in (ahead, behind))
    return [Rank(ahead.key, first, "lot", own, other, totals=ahead.totals)]


# The rankings by one figure that an event keeps, by their codes.

EVERYWHERE = ("best-series", "best-game", "hundred", "grand-ouvert", "most-won", "fewest-lost")
# North American and Texan events also keep these lists (docs/law.md "Performance").
OVERSEAS = ("net-games", *EVERYWHERE, "top-solos")


def specials_in(system: str) -> tuple[str, ...]:
    """The codes for the key of a rule system."""
    return EVERYWHERE if system == ISKO.key else OVERSEAS


AgeClass = Literal["junior", "senior", ""]


def age_class(birth_year: int | None, year: int, junior_below: int, senior_from: int) -> AgeClass:
    """The class in a calendar year, by the years completed at its beginning; "" for neither
    (docs/law.md "Categories by age").

    >>> age_class(2005, 2026, 21, 60), age_class(2004, 2026, 21, 60)
    ('junior', '')
    >>> age_class(1965, 2026, 21, 60), age_class(1966, 2026, 21, 60)
    ('senior', '')
    """
    if birth_year is None:
        return ""
    completed = year - birth_year - 1
    if completed < junior_below:
        return "junior"
    return "senior" if completed >= senior_from else ""
