"""One player: lists, how the total came about, style of play; adjustments."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Abs
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.core.chart import Chart
from scoring.core.listing import (
    AT,
    BY,
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    REASON,
    SERIES,
    WON,
    Column,
    Listing,
    Row,
    rows_of,
)
from scoring.messages.labels import label
from scoring.messages.sentence import figure_text
from scoring.models import Adjustment, Entry, Seat, Tournament
from scoring.models.score_list import COUNTED_STATES, Depth, stored_total
from scoring.models.tournament import SeriesState
from scoring.rules.score_list import per_game, per_loss, points_of_others
from scoring.rules.systems import GRAND, SUITS
from scoring.standings.reads.players import Only, StandingsRow, counted_seats, standings


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One list of a player: the figures and the sums of the performance (TO 8.12)."""

    seat: Seat
    counted: bool
    per_game: int
    per_loss: str  # "30/40" where four played on as three
    extra: int  # points for games lost by the others
    hidden: bool = False  # a first entry that the reader types again

    @property
    def balance(self) -> int:
        return self.per_game * ((self.seat.won or 0) - (self.seat.lost or 0))


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A player, his lists, and his row in the ranking of `field` players; None if he has none."""

    entry: Entry
    lines: tuple[SeriesLine, ...]
    row: StandingsRow | None
    field: int


def player_sheet(
    entry: Entry,
    *,
    drafts: bool = True,
    only: Only = None,
    place: tuple[StandingsRow | None, int] | None = None,
    blind: Collection[int] = (),
) -> PlayerSheet:
    """A player's lists and total; without `drafts` no seating that is not released.

    `place` is his row of the standings and how many rows they have, if the caller has read them. Of
    lists in `blind` (ids) no figure is shown, nor the total, which would reveal it.
    """
    tournament = entry.tournament
    counted, scheme = COUNTED_STATES[tournament.what_counts], tournament.scheme
    seats = Seat.objects.filter(entry=entry).select_related("list__series")
    if not drafts:
        seats = seats.exclude(series__state=SeriesState.DRAFT)
    if only is not None:
        seats = seats.filter(series__number__in=only)
    lines = tuple(
        SeriesLine(
            seat=seat,
            counted=seat.list.state in counted,
            per_game=per_game(scheme),
            per_loss=per_loss(scheme, seat.list.outline),
            extra=points_of_others(scheme, total) if (total := stored_total(seat)) else 0,
            hidden=seat.list_id in blind,
        )
        for seat in seats.order_by("list__series__number")
    )
    if place is None:
        rows = standings(tournament, only=only).rows
        place = next((row for row in rows if row.entry_id == entry.pk), None), len(rows)
    row, field = place
    if any(line.hidden for line in lines):
        row = None
    return PlayerSheet(entry, lines, row, field)


def player_listing(sheet: PlayerSheet, *, state: bool = True) -> Listing:
    """How the total of a player came about, list by list (TO 8.12)."""
    columns = [
        SERIES,
        Column("table", _("Table"), "rank", width=6),
        Column("seat", _("Seat"), "rank", width=6),
        POINTS,
        WON,
        LOST,
        Column("balance", _("Won − lost"), "points", width=9),
        Column("extra", _("Lost by others"), "points", width=9),
        PERFORMANCE,
        *([Column("state", pgettext("score list", "State"), width=16)] if state else []),
    ]
    rows = [row_of_line(line) for line in sheet.lines]
    title = f"{sheet.entry.start_number} {sheet.entry.person}"
    if sheet.row is None:
        return Listing(title, columns, rows)
    params = {"rank": sheet.row.rank.rank, "field": sheet.field}
    rank = _("Rank %(rank)s of %(field)s") % params
    sums = {key: getattr(sheet.row, key) for key in ("points", "won", "lost", "performance")}
    foot = [{"series": _("Total"), **sums}]
    if sheet.row.adjusted:
        foot.insert(0, {"series": _("Adjusted"), "performance": sheet.row.adjusted})
    return Listing(title, columns, rows, rank, foot=foot)


def row_of_line(line: SeriesLine) -> Row:
    """The seat of a player in a series, and the figures if they may be seen."""
    seat = line.seat
    row: Row = {
        "series": seat.list.series.number,
        "table": seat.list.table_number,
        "seat": seat.chair,
        "state": label("list_state", seat.list.progress),
    }
    if line.hidden or seat.performance is None:
        return row
    figures = {key: getattr(seat, key) for key in ("points", "won", "lost", "performance")}
    return {**row, **figures, "balance": line.balance, "extra": line.extra}


# How somebody plays: what the lists that were entered game by game say.

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
    "solo": (gettext_lazy("As soloist"), SOLO),
    "suits": (gettext_lazy("Suit games"), SOLO & Q(list__games__game__in=SUITS)),
    "grand": (gettext_lazy("Grands"), SOLO & Q(list__games__game=GRAND)),
    "null": (gettext_lazy("Nulls"), SOLO & Q(list__games__game__in=("null", "revolution"))),
    "hand": (gettext_lazy("From the hand"), SOLO & Q(list__games__hand=True)),
    "ouvert": (gettext_lazy("Ouvert"), SOLO & OUVERT),
    "announced": (gettext_lazy("Announced"), SOLO & ANNOUNCED),
    "against": (gettext_lazy("Against"), AGAINST),
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
    """How one person plays, or everybody together."""

    tallies: dict[str, StyleTally]  # by kind of game
    lists: int
    best: int  # points of a list
    worst: int
    per_list: str  # the average, scaled to 48 games
    average_tops: str  # of games with or without some


@dataclass(frozen=True, slots=True)
class Style:
    """How one person plays, beside how his club does."""

    own: Playing
    club: Playing
    streaks: tuple[int, ...]  # most games won and lost in a row, as soloist
    path: tuple[int, ...]  # points after each game as soloist on the last evening

    @property
    def chart(self) -> Chart | None:
        """The `path` as a chart; None if he was soloist less than twice."""
        if len(self.path) < 3:
            return None
        title, labels = _("The last evening, game by game as soloist"), range(len(self.path))
        lines = ((_("Points"), self.path),)
        about = _("As soloist"), _("Points")
        return Chart("lead", title, tuple(map(str, labels)), lines, *about)


def style_of(tournaments: Sequence[Tournament], person: int) -> Style:
    """How a person plays in these tournaments, in three queries."""
    seats = counted_seats(*tournaments).filter(list__sittings=[], list__depth=Depth.GAMES)
    sums = tallies(seats)
    lists = seats.values_list(
        "entry__person", "performance", "list__games_due", "list__games_played"
    )
    own_sums = [row for row in sums if row["entry__person"] == person]
    games = seats.filter(SOLO, entry__person=person, list__games__annulled=False)
    order = "series__tournament__date", "series__tournament", "series__number", f"{GAME}number"
    of_game = "series__tournament", *order[2:], f"{GAME}score", f"{GAME}won"
    rows = list(games.order_by(*order).values_list(*of_game))
    runs = [(won, len(list(same))) for won, same in groupby(row[-1] for row in rows)]
    schemes = {tournament.pk: tournament.scheme for tournament in tournaments}
    last = (row for row in rows if row[0] == rows[-1][0])
    steps = (score + per_game(schemes[at]) * (1 if won else -1) for at, *_when, score, won in last)
    return Style(
        playing_of(own_sums, [row for row in lists if row[0] == person]),
        playing_of(sums, lists),
        tuple(max((run for won, run in runs if won is way), default=0) for way in (True, False)),
        tuple(accumulate(steps, initial=0)),
    )


def tallies(seats: QuerySet[Seat]) -> Any:
    """A row for each person: the number of games of every kind, and of those won."""
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


def playing_of(sums: Iterable[dict[str, int]], lists: Collection[tuple[Any, ...]]) -> Playing:
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
    return figure_text(Fraction(sum_of_all, number), grouped=True) if number else ""


def style_listing(style: Style) -> Listing:
    """Kind by kind: games, wins, and the club's percentage of wins."""
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


# Adjustments: points besides those of the lists.


def adjustments_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """The adjustments of a tournament, newest first, with their reversals."""
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "series", "by", "reversed_by").order_by("-id")


def adjustments_listing(tournament: Tournament) -> Listing:
    """The adjustments of a tournament, newest first; reversed ones are marked."""
    columns = [
        AT,
        Column("start_number", _("No."), "rank", width=5, value="entry.start_number"),
        NAME.of("entry.person.sorted_name", 26),
        Column("points", _("Points"), "points", width=8),
        Column("where", _("Where they count"), width=14, value=where_text),
        REASON,
        BY,
        Column("undone", _("Take back"), width=14, value=reversal_text),
    ]
    return Listing(_("Adjustments"), columns, rows_of(columns, adjustments_of(tournament)))


def where_text(adjustment: Adjustment) -> str:
    if adjustment.series is None:
        return _("on the total")
    return _("in series %(number)s") % {"number": adjustment.series.number}


def reversal_text(adjustment: Adjustment) -> str:
    if adjustment.reverses_id:
        return _("takes back an earlier one")
    return _("taken back") if hasattr(adjustment, "reversed_by") else ""
