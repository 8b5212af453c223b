"""The lists of one player and how the total came about."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import LOST, PERFORMANCE, POINTS, SERIES, WON, Column, Listing, Row
from scoring.messages import label
from scoring.models import Entry, Seat
from scoring.models.score_list import COUNTED_STATES, stored_total
from scoring.models.tournament import SeriesState
from scoring.rules.score_list import Scheme, per_game, per_loss, points_of_others
from scoring.standings.reads.players import Standings, StandingsRow, standings
from scoring.standings.reads.results import Only


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One list of a player: the figures and the sums of the performance (TO 8.12).

    `balance` is (won − lost) × 50 and `extra` the points for games lost by the others, under the
    tournament's scheme: `per_game` points for each game, `per_loss` for each loss of another;
    "30/40" where four played on as three.
    `counted` is False while the list does not count yet; a `hidden` list's first entry is not for
    the reader.
    """

    seat: Seat
    counted: bool
    per_game: int
    per_loss: str
    extra: int
    hidden: bool = False

    @property
    def balance(self) -> int:
        return self.per_game * ((self.seat.won or 0) - (self.seat.lost or 0))


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A player, his lists, and his place in the overall standings (None: not yet)."""

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
    """A player's lists and total.

    Without `drafts` seatings not yet released are left out. `only` are the numbers of the series
    that the reader may see, None: all. `place` is his row of the overall standings of these and how
    many rows they have, if known already. Of lists in `blind`, by id, no figure is shown, nor the
    total, which would reveal them.
    """
    tournament = entry.tournament
    counted = COUNTED_STATES[tournament.what_counts]
    scheme = tournament.performance_scheme
    lines = tuple(
        SeriesLine(
            seat=seat,
            counted=seat.list.state in counted,
            per_game=per_game(scheme),
            per_loss=per_loss(scheme, seat.list.outline),
            extra=extra_of(scheme, seat),
            hidden=seat.list_id in blind,
        )
        for seat in visible_seats(entry, drafts, only)
    )
    row, field = place or place_in(standings(tournament, only=only), entry)
    if any(line.hidden for line in lines):
        row = None
    return PlayerSheet(entry, lines, row, field)


def place_in(ranking: Standings, entry: Entry) -> tuple[StandingsRow | None, int]:
    """A player's row (None: not yet), and how many rows there are."""
    return next((row for row in ranking.rows if row.entry_id == entry.pk), None), len(ranking.rows)


def extra_of(scheme: Scheme, seat: Seat) -> int:
    """The points for games lost by the others; 0 while nothing is entered."""
    total = stored_total(seat)
    return points_of_others(scheme, total) if total else 0


def visible_seats(entry: Entry, drafts: bool, only: Only) -> QuerySet[Seat]:
    """The player's seats by series, as far as the reader may see them."""
    seats = Seat.objects.filter(entry=entry).select_related("list__series")
    if not drafts:
        seats = seats.exclude(series__state=SeriesState.DRAFT)
    if only is not None:
        seats = seats.filter(series__number__in=only)
    return seats.order_by("list__series__number")


def player_listing(sheet: PlayerSheet, *, state: bool = True) -> Listing:
    """How the total of a player came about, list by list (TO 8.12); hidden lists show no figures.

    Without `state` the states of the lists are left out.
    """
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
    at = {"rank": sheet.row.rank.rank, "field": sheet.field}
    rank = _("Rank %(rank)s of %(field)s") % at
    return Listing(title, columns, rows, rank, foot=foot_of_player(sheet.row))


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
    return {
        **row,
        "points": seat.points,
        "won": seat.won,
        "lost": seat.lost,
        "balance": line.balance,
        "extra": line.extra,
        "performance": seat.performance,
    }


def foot_of_player(row: StandingsRow) -> list[dict[str, object]]:
    """The total of a player, and above it the adjustments."""
    adjusted = {"series": _("Adjusted"), "performance": row.adjusted}
    total = {
        "series": _("Total"),
        "points": row.points,
        "won": row.won,
        "lost": row.lost,
        "performance": row.performance,
    }
    return [adjusted, total] if row.adjusted else [total]
