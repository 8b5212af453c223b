"""The ledger and what is open, as page, PDF and sheet show them. Cents."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.columns import AT, BY, CLUB, NAME, NOTE, NUMBER, SEAT, START_NUMBER, TABLE, coded
from scoring.core.listing import Column, Listing, Row, rows_of
from scoring.messages import label
from scoring.models import Booking, Series, Tournament
from scoring.models.series import SeriesState
from scoring.money.reads.all_dues import OpenDues, all_dues
from scoring.money.reads.dues import fees_of
from scoring.money.reads.list_dues import ListDues, list_dues
from scoring.standings.reads.source import StandingsSource


@dataclass(frozen=True, slots=True)
class Sought:
    """Which bookings are wanted; an empty field asks for all. `text` stands in the note."""

    kind: str = ""
    start_number: int | None = None
    series: int | None = None
    table: int | None = None
    pot: int | None = None
    text: str = ""


def bookings(tournament: Tournament, sought: Sought = Sought()) -> QuerySet[Booking]:
    """The bookings that are wanted, newest first."""
    wanted = {
        "kind": sought.kind,
        "start_number": sought.start_number,
        "list__series__number": sought.series,
        "list__table_number": sought.table,
        "pot__number": sought.pot,
        "note__icontains": sought.text,
    }
    rows = Booking.objects.filter(
        Q(tournament=tournament), **{key: each for key, each in wanted.items() if each}
    )
    return rows.select_related(
        "entry__person", "list__series", "pot", "by", "reverses", "reversed_by"
    ).order_by("-number")


def ledger_listing(rows: Iterable[Booking]) -> Listing:
    """Bookings with their sum."""
    columns = [
        NUMBER,
        AT.of(minor=True),
        coded("kind", pgettext("booking", "What for"), "booking_kind", 18),
        Column("start_number", _("Start no."), "int", width=6),
        NAME.of(name_of, 24, minor=True),
        Column("about", pgettext("booking", "List or pot"), width=18, minor=True, value=about),
        Column("cents", _("Amount"), "cents", width=10),
        NOTE.of(note_of),
        Column("by", _("Booked by"), width=14, minor=True, value=BY.value),
    ]
    shown = rows_of(columns, rows, id="pk")
    foot = [sums(shown, ("cents",), "number")] if shown else []
    return Listing(_("Ledger"), columns, shown, foot=foot)


def name_of(booking: Booking) -> str:
    """Whose it was; a player who was taken back has no name here any more."""
    entry = booking.entry if booking.entry_id else None
    return entry.person.sorted_name if entry else ""


def about(booking: Booking) -> str:
    if booking.list:
        params = {"series": booking.list.series.number, "table": booking.list.table_number}
        return _("series %(series)s, table %(table)s") % params
    return booking.pot.title if booking.pot else ""


def note_of(booking: Booking) -> str:
    """What the booking says of itself, and which one it cancels or is cancelled by."""
    said = [booking.note] if booking.note else []
    if booking.reverses:
        said.append(_("cancels no. %(number)s") % {"number": booking.reverses.number})
    if hasattr(booking, "reversed_by"):
        said.append(_("cancelled by no. %(number)s") % {"number": booking.reversed_by.number})
    return " · ".join(said)


# What is open -----------------------------------------------------------------------------------


def open_fees(tournament: Tournament, source: StandingsSource | None = None) -> list[OpenDues]:
    """Everybody who still owes something, or gets something back, by start number.

    `source` as in `all_dues`.
    """
    return [dues for dues in all_dues(tournament, source=source) if not dues.settled]


def open_listing(found: Iterable[OpenDues]) -> Listing:
    """Who still has to pay what, or gets something back, with the sums of all."""
    columns = [
        START_NUMBER.of("entry.start_number"),
        NAME.of("entry.person.sorted_name"),
        CLUB.of("entry.club_name", minor=True),
        Column("state", _("State"), width=12, minor=True, value=absent),
        Column("door", _("Entry fee and stakes"), "cents", width=12).of(
            lambda dues: dues.door.rest or None
        ),
        Column("lists", _("Lost-game fees"), "cents", width=12).of(
            lambda dues: dues.of_lists or None
        ),
        Column("rest", _("Open"), "cents", width=10),
    ]
    rows = rows_of(columns, found)
    foot = [sums(rows, ("door", "lists", "rest"), "name")] if rows else []
    return Listing(_("Open fees"), columns, rows, foot=foot)


def absent(dues: OpenDues) -> str:
    """The state of who is not present."""
    state = dues.entry.state
    return "" if state == "present" else label("entry_state", state)


def series_dues(series: Series, *, drafts: bool) -> list[ListDues]:
    """What each seat of every list of a series owes, by table.

    A seating that is not released is for those only who may see `drafts`: it still changes.
    """
    if series.state == SeriesState.DRAFT and not drafts:
        return []
    lists = series.lists.select_related("series__tournament").order_by("table_number")
    return list_dues(lists, fees_of(series.tournament))


def series_to_collect(tournament: Tournament) -> Series | None:
    """The last series whose lists owe something, else the last that is out, else the first."""
    every = list(tournament.series.all())
    owing = {
        score_list.series_id
        for dues in open_fees(tournament)
        for score_list, seat in dues.lists
        if not seat.settled
    }
    open_ones = [series for series in every if series.pk in owing]
    out = [series for series in every if series.state != SeriesState.DRAFT]
    choice = open_ones or out or every[:1]
    return choice[-1] if choice else None


def series_listing(series: Series, found: Iterable[ListDues]) -> Listing:
    """What the tables of a series pay; of a seat without figures no games are told."""
    columns = [
        SEAT.of("seat.chair"),
        START_NUMBER.of("seat.entry.start_number"),
        NAME.of("seat.entry.person.sorted_name"),
        Column("lost_games", _("Lost"), "int", width=6, value="seat.lost"),
        Column("passed_games", _("Passed games"), "int", width=6, minor=True).of(
            lambda each: each.passed_games if each.seat.lost is not None else None
        ),
        Column("due", _("Owed"), "cents", width=9),
        Column("paid", _("Paid"), "cents", width=9),
        Column("rest", _("Open"), "cents", width=9),
        Column("of_table", _("Table in all"), "cents", width=9, value=lambda _each: None),
    ]
    rows: list[Row] = []
    for dues in found:
        table = {"table": dues.score_list.table_number}
        seats = [{**table, **row} for row in rows_of(columns, dues.seats)]
        rows += [*seats[:-1], *({**row, "of_table": dues.due} for row in seats[-1:])]
    title = _("Lost-game fees of series %(number)s") % {"number": series.number}
    foot = [sums(rows, ("due", "paid", "rest"), "table")] if rows else []
    signed = (_("Collected by"), _("Organizer"))
    return Listing(title, [TABLE, *columns], rows, foot=foot, signatures=signed)


def sums(rows: Iterable[Row], keys: Iterable[str], first: str) -> dict[str, object]:
    """A row of the foot: the sums of these columns."""
    every = list(rows)
    return {first: _("Sum"), **{key: sum(int(str(row[key] or 0)) for row in every) for key in keys}}
