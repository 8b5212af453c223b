"""How people play: what the lists that were entered game by game say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Abs
from django.utils.translation import gettext as _

from scoring.core.chart import Chart
from scoring.core.listing import Column, Listing, cell_text
from scoring.messages import contract_label
from scoring.messages.labels import step_label
from scoring.messages.sentence import points
from scoring.models import Game, Seat, Tournament
from scoring.models.person import full_name
from scoring.models.score_list import COUNTED_STATES, Depth
from scoring.rules.checks import appraise
from scoring.rules.score_list import per_game
from scoring.rules.systems import GRAND, SUITS
from scoring.standings.reads.season import counted_among

FULL_LIST = 48  # games, to which the points of a list are scaled
GAME = "list__games__"
# Kinds of a soloist's game; a game may be of several.
KINDS = {
    "suits": Q(list__games__game__in=SUITS),
    "grand": Q(list__games__game=GRAND),
    "null": Q(list__games__game__in=("null", "revolution")),
    "hand": Q(list__games__hand=True),
    "ouvert": Q(list__games__ouvert=True) | Q(list__games__game_class="grand_ouvert"),
    "announced": Q(list__games__schneider_announced=True) | Q(list__games__schwarz_announced=True),
}
SOLO = Q(list__games__soloist=F("position"))
# At a table of four the dealer has no cards.
AGAINST = ~SOLO & (
    Q(list__games__seats=3) | Q(list__games__at_three=True) | ~Q(list__games__dealer=F("position"))
)
TOPS = SOLO & ~Q(list__games__tops=0)


@dataclass(frozen=True, slots=True)
class StyleTally:
    """Games of one kind, and how many of them were won."""

    games: int = 0
    won: int = 0

    @property
    def share(self) -> str:
        return f"{round(Fraction(100 * self.won, self.games))} %" if self.games else ""


@dataclass(frozen=True, slots=True)
class Playing:
    """How somebody plays, or all together: tallies by kind, `solo` and `against` among them.

    `lists` are (performance, games of the list), `tops` their sum over `with_tops` games.
    """

    tallies: dict[str, StyleTally]
    lists: tuple[tuple[int, int], ...]
    tops: int
    with_tops: int

    @property
    def per_list(self) -> str:
        """Points of a list, scaled to 48 games."""
        games = sum(games for _points, games in self.lists)
        return text(FULL_LIST * sum(own for own, _games in self.lists), games)

    @property
    def average_tops(self) -> str:
        return text(self.tops, self.with_tops)

    @property
    def best(self) -> int:
        return max(own for own, _games in self.lists)

    @property
    def worst(self) -> int:
        return min(own for own, _games in self.lists)


def text(sum_of_all: int, number: int) -> str:
    """An average, exact to two decimals; empty where there is nothing."""
    return cell_text(Column("", "", "fraction"), Fraction(sum_of_all, number)) if number else ""


@dataclass(frozen=True, slots=True)
class Style:
    """One person beside his club: `without_games` are the lists of three figures a player.

    `streaks` are most games won and most lost as soloist in a row; `path` how his points grew game
    by game on his last evening.
    """

    own: Playing
    club: Playing
    without_games: int
    streaks: tuple[int, int]
    path: tuple[int, ...]

    @property
    def chart(self) -> Chart | None:
        """The path; None if he was soloist less than twice."""
        if len(self.path) < 3:
            return None
        title, labels = _("The last evening, game by game as soloist"), range(len(self.path))
        lines = ((_("Points"), self.path),)
        return Chart("lead", title, tuple(map(str, labels)), lines, _("As soloist"), _("Points"))


def style_of(tournaments: Sequence[Tournament], person: int) -> Style:
    """How a person plays in these tournaments, in three queries for each way of counting."""
    counted = [seats.filter(list__sittings=[]) for seats in counted_among(tournaments)]
    by_game = [seats.filter(list__depth=Depth.GAMES) for seats in counted]
    sums = [row for seats in by_game for row in tallies(seats)]
    lists = [row for seats in counted for row in seats.values_list(*LIST)]
    own_lists = [row for row in lists if row[0] == person]
    without = sum(row[1] != Depth.GAMES for row in own_lists)
    own = together([row for row in sums if row["entry__person"] == person], own_lists)
    rows = [row for seats in by_game for row in own_games(seats, person)]
    won = [(won, len(list(same))) for won, same in groupby(row[-1] for row in rows)]
    streaks = tuple(
        max((run for each, run in won if each is way), default=0) for way in (True, False)
    )
    last = [row for row in rows if row[0] == rows[-1][0]]
    schemes = {tournament.pk: tournament.performance_scheme for tournament in tournaments}
    path, total = [0], 0
    for tournament, _date, _series, _number, score, is_won in last:
        total += score + per_game(schemes[tournament]) * (1 if is_won else -1)
        path.append(total)
    return Style(own, together(sums, lists), without, (streaks[0], streaks[1]), tuple(path))


LIST = (
    *("entry__person", "list__depth", "performance"),
    *("list__games_due", "list__games_played"),
)


def tallies(seats: QuerySet[Seat]) -> Any:
    """A row for each person: of every kind the number of games, and of those won."""
    played = Q(list__games__annulled=False, list__games__soloist__isnull=False)
    kinds = {"solo": SOLO, **{kind: SOLO & about for kind, about in KINDS.items()}}
    counts: dict[str, Any] = {
        "against": Count(f"{GAME}id", filter=played & AGAINST),
        "against_won": Count(f"{GAME}id", filter=played & AGAINST & Q(list__games__won=False)),
        "tops": Sum(Abs(f"{GAME}tops"), filter=played & TOPS, default=0),
        "with_tops": Count(f"{GAME}id", filter=played & TOPS),
    }
    for kind, about in kinds.items():
        counts[kind] = Count(f"{GAME}id", filter=played & about)
        counts[f"{kind}_won"] = Count(f"{GAME}id", filter=played & about & Q(list__games__won=True))
    return seats.values("entry__person").annotate(**counts)


def together(sums: Iterable[dict[str, Any]], lists: Iterable[tuple[Any, ...]]) -> Playing:
    rows = list(sums)

    def total(key: str) -> int:
        return sum(row[key] for row in rows)

    kinds = {
        kind: StyleTally(total(kind), total(f"{kind}_won")) for kind in ("solo", "against", *KINDS)
    }
    of_games = (
        (own, played or due) for _who, depth, own, due, played in lists if depth == Depth.GAMES
    )
    return Playing(kinds, tuple(of_games), total("tops"), total("with_tops"))


def own_games(seats: QuerySet[Seat], person: int) -> Iterable[tuple[Any, ...]]:
    """The games that a person played as soloist, in order."""
    games = seats.filter(SOLO, entry__person=person, list__games__annulled=False)
    order = ("series__tournament__date", "series__tournament", "series__number", f"{GAME}number")
    return games.order_by(*order).values_list(
        *("series__tournament", "series__tournament__date", "series__number"),
        *(f"{GAME}number", f"{GAME}score", f"{GAME}won"),
    )


def style_listing(style: Style) -> Listing:
    """Kind by kind: games, won, and how many in a hundred the club wins."""
    names = {
        "solo": _("As soloist"),
        "suits": _("Suit games"),
        "grand": _("Grands"),
        "null": _("Nulls"),
        "hand": _("From the hand"),
        "ouvert": _("Ouvert"),
        "announced": _("Announced"),
        "against": _("Against"),
    }
    columns = [
        Column("kind", _("Games"), width=16),
        Column("games", _("Played"), "int", width=8),
        Column("won", _("Won"), "int", width=8, minor=True),
        Column("share", _("Share won"), width=8, align="end"),
        Column("club", _("Club"), width=8, align="end"),
    ]
    rows = [
        {
            "kind": name,
            "games": own.games,
            "won": own.won,
            "share": own.share,
            "club": style.club.tallies[kind].share,
        }
        for kind, name in names.items()
        for own in [style.own.tallies[kind]]
        if own.games
    ]
    return Listing(_("Style of play"), columns, rows)


# The game of the evening.

MAX_EQUAL = 3  # games of the same value that are told


def games_of_the_evening(tournament: Tournament) -> list[str]:
    """The dearest game won, in words; several of the same value, if they are few."""
    counted = COUNTED_STATES[tournament.what_counts]
    games = Game.objects.filter(list__series__tournament=tournament, list__state__in=counted)
    soloist = "list__seat_rows__entry__person__"
    games = games.filter(won=True, list__sittings=[], list__seat_rows__position=F("soloist"))
    named = games.annotate(family=F(f"{soloist}family"), given=F(f"{soloist}given"))
    in_order = named.filter(annulled=False).order_by("-score", "pk")
    best = list(in_order.select_related("list__series")[: MAX_EQUAL + 1])
    equal = [game for game in best if game.score == best[0].score]
    if len(equal) > MAX_EQUAL:
        return []
    return [told(game, full_name(game.family, game.given), tournament) for game in equal]


def told(game: Game, name: str, tournament: Tournament) -> str:
    """A game in words: who played what, for how many points, and where it stands."""
    line = game.as_line(tournament.rule_system, game.list.outline)
    worth = line.game and appraise(line.game).worth
    steps = [step_label(step.name) for step in worth.steps if step.name != "game"] if worth else []
    words = [contract_label(game.game_class, game.game), *steps]
    return _(
        "%(name)s: %(game)s, %(points)s points (series %(series)s, table %(table)s,"
        " game %(number)s)"
    ) % {
        "name": name,
        "game": ", ".join(words),
        "points": points(game.score),
        "series": game.list.series.number,
        "table": game.list.table_number,
        "number": game.number,
    }
