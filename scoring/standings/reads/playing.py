"""How people play: what the lists that were entered game by game say."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate, groupby
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Abs
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.chart import Chart
from scoring.core.listing import Column, Listing, cell_text
from scoring.models import Seat, Tournament
from scoring.models.score_list import Depth
from scoring.rules.score_list import per_game
from scoring.rules.systems import GRAND, SUITS
from scoring.standings.reads.season import counted_among

FULL_LIST = 48  # games, to which the points of a list are scaled
GAME = "list__games__"
SOLO = Q(list__games__soloist=F("position"))
# At a table of four the dealer has no cards.
AGAINST = ~SOLO & (
    Q(list__games__seats=3) | Q(list__games__at_three=True) | ~Q(list__games__dealer=F("position"))
)
TOPS = SOLO & ~Q(list__games__tops=0)
OUVERT = Q(list__games__ouvert=True) | Q(list__games__game_class="grand_ouvert")
ANNOUNCED = Q(list__games__schneider_announced=True) | Q(list__games__schwarz_announced=True)
# Kinds of games, with their names; a game may be of several.
KINDS = {
    "solo": (_("As soloist"), SOLO),
    "suits": (_("Suit games"), SOLO & Q(list__games__game__in=SUITS)),
    "grand": (_("Grands"), SOLO & Q(list__games__game=GRAND)),
    "null": (_("Nulls"), SOLO & Q(list__games__game__in=("null", "revolution"))),
    "hand": (_("From the hand"), SOLO & Q(list__games__hand=True)),
    "ouvert": (_("Ouvert"), SOLO & OUVERT),
    "announced": (_("Announced"), SOLO & ANNOUNCED),
    "against": (_("Against"), AGAINST),
}


class StyleTally(NamedTuple):
    """Games of one kind, and how many of them were won."""

    games: int = 0
    won: int = 0

    @property
    def share(self) -> str:
        return f"{round(Fraction(100 * self.won, self.games))} %" if self.games else ""


@dataclass(frozen=True, slots=True)
class Playing:
    """How somebody plays, or all together: tallies by kind; the points of the best and the worst
    list, their average scaled to 48 games, and that of the tops.
    """

    tallies: dict[str, StyleTally]
    lists: int
    best: int
    worst: int
    per_list: str
    average_tops: str


@dataclass(frozen=True, slots=True)
class Style:
    """One person beside his club.

    `streaks` are most games won and most lost as soloist in a row; `path` how his points grew game
    by game on his last evening.
    """

    own: Playing
    club: Playing
    streaks: tuple[int, ...]
    path: tuple[int, ...]

    @property
    def chart(self) -> Chart | None:
        """The path; None if he was soloist less than twice."""
        if len(self.path) < 3:
            return None
        title, labels = gettext("The last evening, game by game as soloist"), range(len(self.path))
        lines = ((gettext("Points"), self.path),)
        about = gettext("As soloist"), gettext("Points")
        return Chart("lead", title, tuple(map(str, labels)), lines, *about)


def style_of(tournaments: Sequence[Tournament], person: int) -> Style:
    """How a person plays in these tournaments, in three queries."""
    counted = reduce(or_, counted_among(tournaments))
    seats = counted.filter(list__sittings=[], list__depth=Depth.GAMES)
    sums, lists = tallies(seats), seats.values_list(*LIST)
    own_sums = [row for row in sums if row["entry__person"] == person]
    rows = own_games(seats, person)
    runs = [(won, len(list(same))) for won, same in groupby(row[-1] for row in rows)]
    schemes = {tournament.pk: tournament.performance_scheme for tournament in tournaments}
    last = (row for row in rows if row[0] == rows[-1][0])
    steps = (score + per_game(schemes[at]) * (1 if won else -1) for at, *_when, score, won in last)
    return Style(
        together(own_sums, [row for row in lists if row[0] == person]),
        together(sums, lists),
        tuple(max((run for won, run in runs if won is way), default=0) for way in (True, False)),
        tuple(accumulate(steps, initial=0)),
    )


LIST = "entry__person", "performance", "list__games_due", "list__games_played"


def tallies(seats: QuerySet[Seat]) -> Any:
    """A row for each person: of every kind the number of games, and of those won."""
    played = Q(list__games__annulled=False, list__games__soloist__isnull=False)
    counts: dict[str, Any] = {
        "tops": Sum(Abs(f"{GAME}tops"), filter=played & TOPS, default=0),
        "with_tops": Count(f"{GAME}id", filter=played & TOPS),
    }
    for kind, (_name, about) in KINDS.items():
        won = Q(list__games__won=kind != "against")
        counts[kind] = Count(f"{GAME}id", filter=played & about)
        counts[f"{kind}_won"] = Count(f"{GAME}id", filter=played & about & won)
    return seats.values("entry__person").annotate(**counts)


def together(sums: Iterable[dict[str, int]], lists: Collection[tuple[Any, ...]]) -> Playing:
    total = Counter[str]()
    for row in sums:
        total.update(row)
    results = [result for _who, result, _due, _played in lists]
    games = sum(played or due for _who, _result, due, played in lists)
    return Playing(
        {kind: StyleTally(total[kind], total[f"{kind}_won"]) for kind in KINDS},
        len(results),
        max(results, default=0),
        min(results, default=0),
        average(FULL_LIST * sum(results), games),
        average(total["tops"], total["with_tops"]),
    )


def average(sum_of_all: int, number: int) -> str:
    """An average, exact to two decimals; empty where there is nothing."""
    return cell_text(Column("", "", "fraction"), Fraction(sum_of_all, number)) if number else ""


def own_games(seats: QuerySet[Seat], person: int) -> list[tuple[Any, ...]]:
    """The games that a person played as soloist, in order."""
    games = seats.filter(SOLO, entry__person=person, list__games__annulled=False)
    order = "series__tournament__date", "series__tournament", "series__number", f"{GAME}number"
    of_game = "series__tournament", *order[2:], f"{GAME}score", f"{GAME}won"
    return list(games.order_by(*order).values_list(*of_game))


def style_listing(style: Style) -> Listing:
    """Kind by kind: games, won, and how many in a hundred the club wins."""
    columns = [
        Column("kind", _("Games"), width=16),
        Column("games", _("Played"), "int", width=8),
        Column("won", _("Won"), "int", width=8, minor=True),
        Column("share", _("Share won"), width=8, align="end"),
        Column("club", _("Club"), width=8, align="end"),
    ]
    club = style.club.tallies
    rows = [
        {"kind": KINDS[kind][0], **own._asdict(), "share": own.share, "club": club[kind].share}
        for kind, own in style.own.tallies.items()
        if own.games
    ]
    return Listing(_("Style of play"), columns, rows)
