"""The tables of pages that hold forms or links, as they are taken along on paper and in sheets."""

from collections.abc import Iterable, Sequence
from itertools import islice

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.clubs.reads import Known, clubs
from scoring.core.listing import Column, Listing, Row, filled
from scoring.log.reads.differences import Difference
from scoring.log.reads.history import Event, event
from scoring.messages import label
from scoring.models import LogEntry, Tournament
from scoring.series.reads.draw_report import SeatingReport
from scoring.standings.reads.adjustments import adjustments_of
from scoring.standings.reads.player import PlayerSheet
from scoring.standings.reads.players import StandingsRow
from scoring.teams.reads.categories import categories

IN_A_ROW = 4  # changes that stand together
MOST_LOGGED = 5_000  # rows of the log that one file holds: a hundred pages


def categories_listing(tournament: Tournament) -> Listing:
    """Who is in which class, class by class."""
    columns = [
        Column("category", _("Category"), width=18),
        Column("start_number", _("No."), "rank", width=5),
        Column("name", _("Name"), width=28),
        Column("club", _("Club"), width=26),
    ]
    rows = [
        {
            "category": view.category.name,
            "start_number": entry.start_number,
            "name": entry.person.sorted_name,
            "club": entry.club_name,
        }
        for view in categories(tournament)
        for entry in view.entries
    ]
    return Listing(_("Categories"), columns, rows)


def adjustments_listing(tournament: Tournament) -> Listing:
    """Points that no list gave, the newest first; what was taken back says so."""
    columns = [
        Column("at", _("When"), "date", width=16),
        Column("start_number", _("No."), "rank", width=5),
        Column("name", _("Name"), width=26),
        Column("points", _("Points"), "points", width=8),
        Column("where", _("Where they count"), width=14),
        Column("reason", _("Reason"), width=34),
        Column("by", _("By"), width=14),
        Column("undone", _("Take back"), width=14),
    ]
    rows = []
    for each in adjustments_of(tournament):
        number = {"number": each.series.number} if each.series else {}
        undone = ""
        if each.reverses_id:
            undone = _("takes back an earlier one")
        elif hasattr(each, "reversed_by"):
            undone = _("taken back")
        rows.append(
            {
                "at": each.at,
                "start_number": each.entry.start_number,
                "name": each.entry.person.sorted_name,
                "points": each.points,
                "where": _("in series %(number)s") % number if number else _("on the total"),
                "reason": each.reason,
                "by": str(each.by or ""),
                "undone": undone,
            }
        )
    return Listing(_("Adjustments"), columns, rows)


def clubs_listing(tournament: Tournament) -> Listing:
    columns = [
        Column("club", _("Club"), width=36),
        Column("people", _("On record"), "int", width=10),
        Column("here", _("Play here"), "int", width=10),
    ]
    rows = [
        {"club": row.club.name, "people": row.people, "here": row.here} for row in clubs(tournament)
    ]
    return Listing(_("Clubs"), columns, rows)


def register_listing(people: Iterable[Known], subtitle: str) -> Listing:
    """People on record with what tells them from namesakes: for the organizer alone."""
    columns = [
        Column("name", _("Name"), width=28),
        Column("club", _("Club"), width=26),
        Column("birth_year", _("Year of birth"), "rank", width=8),
        Column("passport", _("Passport"), width=14),
        Column("last", _("Last tournament"), width=28),
        Column("day", _("Day"), "date", width=11),
        Column("played", _("Tournaments"), "int", width=8),
    ]
    rows = [
        {
            "name": each.person.sorted_name,
            "club": str(each.person.club or ""),
            "birth_year": each.person.birth_year,
            "passport": each.person.passport,
            "last": each.last.name if each.last else "",
            "day": each.last.date if each.last else None,
            "played": each.played,
        }
        for each in people
    ]
    return Listing(_("Register of people"), columns, rows, subtitle)


def members_listing(tournament: Tournament) -> Listing:
    """Who works at this tournament, and as what."""
    columns = [
        Column("name", _("Name"), width=30),
        Column("account", _("Account"), width=20),
        Column("role", _("Role"), width=16),
    ]
    members = tournament.memberships.select_related("user").order_by("user__last_name", "user")
    rows = [
        {
            "name": str(each.user),
            "account": each.user.get_username(),
            "role": each.get_role_display(),
        }
        for each in members
    ]
    return Listing(_("People and roles"), columns, rows)


def releases_listing(tournament: Tournament) -> Listing:
    """Since when the room sees the seating and the results of each series."""
    columns = [
        Column("series", pgettext("one of several", "Series"), "rank", width=7),
        Column("state", _("State"), width=14),
        Column("seating", _("Seating shown since"), "date", width=18),
        Column("results", _("Results shown since"), "date", width=18),
    ]
    rows = [
        {
            "series": each.number,
            "state": each.get_state_display(),
            "seating": each.seating_public_at,
            "results": each.results_public_at,
        }
        for each in tournament.series.all()
    ]
    return Listing(_("What the room sees"), columns, rows)


def counts_listing(tournament: Tournament) -> Listing:
    """How often the till was counted, and what the ledger expected then."""
    columns = [
        Column("at", _("When"), "date", width=16),
        Column("kind", pgettext("booking", "What for"), width=24),
        Column("counted", _("Counted"), "cents", width=11),
        Column("expected", _("Expected"), "cents", width=11),
        Column("difference", _("Difference"), "cents", width=11),
        Column("note", _("Note"), width=30),
        Column("by", _("By"), width=14),
    ]
    rows = [
        {
            "at": each.at,
            "kind": label("booking_kind", each.kind) if each.kind else _("In the till"),
            "counted": each.counted_cents,
            "expected": each.expected_cents,
            "difference": each.counted_cents - each.expected_cents,
            "note": each.note,
            "by": str(each.by or ""),
        }
        for each in tournament.till_counts.select_related("by").order_by("-id")
    ]
    return Listing(_("Counts so far"), columns, rows)


# The log ----------------------------------------------------------------------------------------


def log_listing(found: QuerySet[LogEntry]) -> Listing:
    """Rows of the log of one tournament with what each of them changed."""
    return told_listing(found, with_tournament=False)


def told_listing(found: QuerySet[LogEntry], *, with_tournament: bool) -> Listing:
    """Rows of the log, no more of them than anybody reads; of many tournaments with their names."""
    shown = [event(row) for row in islice(found.iterator(500), MOST_LOGGED + 1)]
    notes = []
    if len(shown) > MOST_LOGGED:
        notes = [
            _("These are the newest %(count)s rows; search for the others.")
            % {"count": MOST_LOGGED}
        ]
    return events_listing(shown[:MOST_LOGGED], _("Log"), notes, with_tournament=with_tournament)


def changes_listing(told: Sequence[Event], title: str) -> Listing:
    """Everything that ever happened to one list."""
    return events_listing(told, title, [])


def events_listing(
    told: Sequence[Event], title: str, notes: list[str], *, with_tournament: bool = False
) -> Listing:
    columns = [
        Column("at", _("When"), "date", width=16),
        Column("who", _("Who"), width=14),
        *([Column("tournament", _("Tournament"), width=20)] if with_tournament else []),
        Column("about", pgettext("log", "About"), width=20),
        Column("action", _("What"), width=24),
        Column("reason", _("Reason"), width=24),
        Column("changes", _("Changes"), width=46),
    ]
    rows = [row for each in told for row in rows_of(each)]
    return Listing(title, filled(columns, rows, "reason"), rows, "", notes)


def rows_of(each: Event) -> list[Row]:
    """An act with what it changed; a long list of changes goes on in rows of its own."""
    changes = list(map(changed, each.differences))
    parts = [
        "; ".join(changes[first : first + IN_A_ROW])
        for first in range(0, max(1, len(changes)), IN_A_ROW)
    ]
    first: Row = {
        "at": each.at,
        "who": each.who,
        "tournament": each.tournament,
        "about": each.about,
        "action": each.action,
        "reason": each.reason,
        "changes": parts[0],
    }
    return [first, *({"changes": part} for part in parts[1:])]


def changed(each: Difference) -> str:
    """One difference in a line: "Game points: 120 → 96".

    >>> changed(Difference("Game points", "120", "96"))
    'Game points: 120 → 96'
    >>> changed(Difference("Soloist", "", "2"))
    'Soloist: 2'
    """
    if not each.new:
        return f"{each.name}: {each.old} → –"
    return f"{each.name}: {each.old} → {each.new}" if each.old else f"{each.name}: {each.new}"


# One player, one seating ------------------------------------------------------------------------


def player_listing(sheet: PlayerSheet, *, state: bool = True) -> Listing:
    """How the total of a player came about, list by list (TO 8.12); hidden lists say nothing.

    Without `state` it is not told how far each list has come.
    """
    columns = [
        Column("series", pgettext("one of several", "Series"), "rank", width=7),
        Column("table", _("Table"), "rank", width=6),
        Column("seat", _("Seat"), "rank", width=6),
        Column("points", _("Game points"), "points", width=9),
        Column("won", _("Won"), "int", width=6),
        Column("lost", _("Lost"), "int", width=6),
        Column("balance", _("Won − lost"), "points", width=9),
        Column("extra", _("Lost by others"), "points", width=9),
        Column("performance", _("Performance"), "points", width=11),
        *([Column("state", pgettext("score list", "State"), width=16)] if state else []),
    ]
    rows = []
    for line in sheet.lines:
        seat = line.seat
        row: dict[str, object] = {
            "series": seat.list.series.number,
            "table": seat.list.table_number,
            "seat": seat.position,
            "state": seat.list.get_state_display(),
        }
        if not line.hidden and seat.performance is not None:
            row |= {
                "points": seat.points,
                "won": seat.won,
                "lost": seat.lost,
                "balance": line.balance,
                "extra": line.extra,
                "performance": seat.performance,
            }
        rows.append(row)
    title = f"{sheet.entry.start_number} {sheet.entry.person}"
    if sheet.row is None:
        return Listing(title, columns, rows)
    at = {"rank": sheet.row.rank.rank, "field": sheet.field}
    rank = _("Rank %(rank)s of %(field)s") % at
    return Listing(title, columns, rows, rank, foot=foot_of_player(sheet.row))


def foot_of_player(row: StandingsRow) -> list[dict[str, object]]:
    """The total of a player, and above it the points that no list gave."""
    adjusted = {"series": _("Adjusted"), "performance": row.adjusted}
    total = {
        "series": _("Total"),
        "points": row.points,
        "won": row.won,
        "lost": row.lost,
        "performance": row.performance,
    }
    return [adjusted, total] if row.adjusted else [total]


def report_listing(report: SeatingReport, number: int) -> Listing:
    """The figures of a seating, and below them whom they are about."""
    columns = [
        Column("term", _("What is counted"), width=50),
        Column("found", pgettext("report", "here"), "int", width=10),
        Column("least", _("unavoidable"), "int", width=12),
    ]
    rows = [
        {"term": label("seating_term", term.code), "found": term.found, "least": term.least}
        for term in report.terms
    ]
    notes = [
        f"{label('seating_term', each.kind)}: {', '.join(each.names)}" for each in report.exceptions
    ]
    for words, people in ((_("Without a seat"), report.unseated), (_("Not here"), report.gone)):
        if people:
            notes.append(f"{words}: " + ", ".join(f"{no} {name}" for no, name in people))
    title = _("Report of the seating")
    return Listing(title, columns, rows, _("Series %(number)s") % {"number": number}, notes)
