"""Reports about a seating: its figures and exceptions, why a player sits where he sits, and what
a change by hand did.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.core.log_rows import fits
from scoring.messages.labels import label
from scoring.models import Draw, Entry, LogEntry, ScoreList, Series
from scoring.models.names import series_subject
from scoring.seating.bounds import unavoidable
from scoring.seating.dealing import cut_ranking
from scoring.seating.field import field_of
from scoring.seating.objective import DrawRecord, objective_of
from scoring.seating.report import PlanReport, read_request, report_of
from scoring.seating.request import (
    DrawRequest,
    Mode,
    PlanCounts,
    PlayerId,
    SeatedSeries,
    UnusableRequest,
    counts_of,
    visits,
)
from scoring.series.reads.draw_request import (
    BY_LOT,
    MANUAL,
    current_draw,
    first_of_plan,
    hand_acts,
    options_of_draw,
    request_of,
    seated_tables,
)
from scoring.series.states import SEAT_ACTIONS


@dataclass(frozen=True, slots=True)
class Term:
    """A figure of a report: what it counts, how many there are, the fewest possible."""

    code: str
    count: int
    least: int

    @property
    def avoidable(self) -> int:
        return self.count - self.least


@dataclass(frozen=True, slots=True)
class NamedException:
    """Players who meet again or sit with a mate, or one at a table of three again, and why."""

    kind: str
    names: tuple[str, ...]
    series: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatingReport:
    """The figures of a seating, its exceptions by name, and players seated wrongly, each by start
    number and name.
    """

    draw: Draw | None
    terms: tuple[Term, ...]
    exceptions: tuple[NamedException, ...]
    seat_spread: int
    unseated: tuple[tuple[int, str], ...]  # who play this series
    gone: tuple[tuple[int, str], ...]  # who have a seat and do not play
    misplaced: tuple[tuple[int, str], ...]  # not at their fixed table

    @property
    def is_perfect(self) -> bool:
        wrong = self.unseated or self.gone or self.misplaced
        return not (wrong or any(term.count for term in self.terms))


def seating_report(series: Series) -> SeatingReport:
    """The report of a seating as it is now, by counts that share no code with the draw."""
    draw, tables = current_draw(series), seated_tables(series)
    request, people = request_now(series, draw), names_by_number(series)
    plan: SeatedSeries = tuple(map(tuple, tables.values()))
    counts, least = counts_of(request, [plan]), unavoidable(request)
    report = report_of(request, [plan], counts, least, [], None)
    at: dict[PlayerId, int] = {
        player: table for table, players in tables.items() for player in players
    }
    playing = {player.id for player in request.players if player.plays(series.number)}
    fixed = {player.id: player.fixed_table for player in request.players if player.fixed_table}
    return SeatingReport(
        draw=draw,
        terms=tuple(report_terms(counts, least)),
        exceptions=tuple(named_exceptions(report, people, placed_by_hand(draw, at))),
        seat_spread=report.seat_spread,
        unseated=with_names(playing - at.keys(), people),
        gone=with_names(at.keys() - playing, people),
        misplaced=with_names(
            {player for player, table in fixed.items() if at.get(player, table) != table}, people
        ),
    )


def request_now(series: Series, draw: Draw | None) -> DrawRequest:
    """The request for a draw of this series alone, now; ranks play no part in a report."""
    draw_options = BY_LOT if draw is None or draw.mode == MANUAL else options_of_draw(draw)
    mode: Mode = "lot" if draw_options.mode in ("lot", "by-rank") else "no-repeats"
    request = request_of(series, replace(draw_options, mode=mode, three_seats="lot", series=1))
    return replace(request, options=draw_options.options)


def names_by_number(series: Series) -> dict[PlayerId, str]:
    entries = series.tournament.entries.select_related("person")
    return {entry.start_number: str(entry.person) for entry in entries}


def placed_by_hand(draw: Draw | None, seated: Iterable[PlayerId]) -> set[PlayerId]:
    """Players not placed by a draw: everybody in a seating by hand, else those who were moved."""
    if draw is None or draw.mode == MANUAL:
        return set(seated)
    return {player for act in hand_acts(draw.options) for player in act.players}


def report_terms(counts: PlanCounts, least: PlanCounts) -> Iterator[Term]:
    """The figures in the order of the objective (docs/seating.md)."""
    figures = (
        ("repeats", counts.repeated_meetings, least.repeated_meetings),
        ("team", counts.same_team, least.same_team),
        ("club", counts.same_club, least.same_club),
        ("three", counts.repeated_three_seat, least.repeated_three_seat),
    )
    for code, count, fewest in figures:
        # The count can be below the computed minimum if somebody who plays is not seated.
        yield Term(code, count, min(count, fewest))


def named_exceptions(
    report: PlanReport, people: Mapping[PlayerId, str], moved: set[PlayerId]
) -> Iterator[NamedException]:
    kinds = (
        ("repeats", report.repeats),
        ("team", report.team_pairs),
        ("club", report.club_pairs),
        ("three", report.three_seat),
    )
    for kind, exceptions in kinds:
        for exception in exceptions:
            names = tuple(people[player] for player in exception.players)
            reason = "by-hand" if moved.intersection(exception.players) else exception.reason
            yield NamedException(kind, names, exception.series, reason)


def with_names(
    players: Iterable[PlayerId], people: Mapping[PlayerId, str]
) -> tuple[tuple[int, str], ...]:
    return tuple((int(player), people[player]) for player in sorted(players, key=int))


def report_listing(report: SeatingReport, number: int) -> Listing:
    columns = [
        Column("term", _("What is counted"), width=50),
        Column("found", pgettext("report", "here"), "int", width=10),
        Column("least", _("unavoidable, at least"), "int", width=12),
    ]
    rows = [
        {"term": label("seating_term", term.code), "found": term.count, "least": term.least}
        for term in report.terms
    ]
    notes = [
        f"{label('seating_term', each.kind)}: {', '.join(each.names)}" for each in report.exceptions
    ]
    for heading, people in ((_("Without a seat"), report.unseated), (_("Not here"), report.gone)):
        if people:
            notes.append(f"{heading}: " + ", ".join(f"{no} {name}" for no, name in people))
    title = _("Report of the seating")
    return Listing(title, columns, rows, _("Series %(number)s") % {"number": number}, notes)


# Why a draw by rank gave a player his table: his place in the ranking at that time.


@dataclass(frozen=True, slots=True)
class RankPlace:
    """The place of a player among those who were drawn, and the table of that place."""

    rank: int
    equals: int  # players of this rank, himself included: the lot decided among them
    place: int
    players: int
    home: int  # the table for the places `first` to `last`, one of which is his
    first: int
    last: int


def rank_place(draw: Draw, number: int) -> RankPlace | None:
    """The place of a start number in a draw by rank; None for other draws and unknown players."""
    if (request := request_by_rank(draw)) is None:
        return None
    field = field_of(request)
    ranking = sorted(field.playing[0], key=field.ranks.__getitem__)
    player = next((other for other in ranking if field.ids[other] == number), None)
    if player is None:
        return None
    tables = cut_ranking(ranking, field, DrawRecord.of(field), objective_of(request, field))
    home = next(n for n, table in enumerate(tables) if player in table)
    # Players with a fixed table sit there whatever their place is.
    places = [
        ranking.index(member) + 1
        for member in tables[home]
        if member == player or member not in field.fixed
    ]
    ranks = {player.id: player.rank for player in request.players}
    return RankPlace(
        rank=ranks[number] or 0,
        equals=sum(ranks[field.ids[other]] == ranks[number] for other in ranking),
        place=ranking.index(player) + 1,
        players=len(ranking),
        home=home + 1,
        first=min(places),
        last=max(places),
    )


def request_by_rank(draw: Draw) -> DrawRequest | None:
    """The stored request of a draw by rank; None for other draws, or if it cannot be read."""
    first = first_of_plan(draw)
    document = first.options.get("request") if first else None
    if not isinstance(document, dict):
        return None
    try:
        request = read_request({**document, "seed": draw.seed}, seed=draw.seed)
    except UnusableRequest:
        return None
    return request if request.by_rank else None


# Why a player sits at his table: his opponents, now and earlier, and how he was drawn.


@dataclass(frozen=True, slots=True)
class Mate:
    """Another player at the same table."""

    number: int
    name: str
    met_in: tuple[int, ...]  # the earlier series in which the two met
    same_club: bool
    same_team: bool


@dataclass(frozen=True, slots=True)
class SeatReasons:
    """Why a player sits where he sits."""

    name: str
    table: int
    position: int
    mates: tuple[Mate, ...]
    fixed: bool
    at_three: bool
    earlier_threes: int  # visits to tables of three
    acts: tuple[str, ...]  # the changes by hand that moved him
    draw: Draw | None
    place: RankPlace | None  # in a draw by rank


def seat_reasons(series: Series, number: int) -> SeatReasons | None:
    """Why one player sits where he sits; None if he has no seat in this series."""
    tables = seated_tables(series)
    table = next((no for no, seated in tables.items() if number in seated), None)
    if table is None:
        return None
    draw = current_draw(series)
    request, people, seated = request_now(series, draw), names_by_number(series), tables[table]
    acts = hand_acts(draw.options) if draw else []
    clubs = {player.id: player.club for player in request.players if player.club}
    teams = {player.id: player.team for player in request.players if player.team}
    return SeatReasons(
        name=people[number],
        table=table,
        position=seated.index(number) + 1,
        mates=tuple(
            Mate(
                mate,
                people[mate],
                tuple(earlier_meetings(request, number, mate)),
                same_club=number in clubs and clubs[number] == clubs.get(mate),
                same_team=number in teams and teams[number] == teams.get(mate),
            )
            for mate in seated
            if mate != number
        ),
        fixed=any(player.id == number and player.fixed_table for player in request.players),
        at_three=len(seated) == 3,
        earlier_threes=visits(request.history)[number],
        acts=tuple(act.act for act in acts if number in act.players),
        draw=draw,
        place=rank_place(draw, number) if draw else None,
    )


def earlier_meetings(request: DrawRequest, one: int, other: int) -> Iterator[int]:
    for number, series in enumerate(request.history, 1):
        if any(one in table and other in table for table in series):
            yield number


# A change of a seating by hand, read from its row of the log.


class TablePlace(NamedTuple):
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class ChangedSeat:
    """A player whose place changed; None if he had no place before, or has none now."""

    entry: Entry
    before: TablePlace | None
    after: TablePlace | None


@dataclass(frozen=True, slots=True)
class SeatingChange:
    """What one act changed: seats, and the lists of the tables that remain."""

    row: LogEntry
    seats: tuple[ChangedSeat, ...]
    lists: tuple[ScoreList, ...]


def seating_change(series: Series, row_id: int) -> SeatingChange | None:
    """The act in this row of the log; None if it is not about a seating of this series."""
    row = LogEntry.objects.filter(
        pk=row_id,
        tournament=series.tournament_id,
        subject=series_subject(series),
        action__in=SEAT_ACTIONS.values(),
    ).first()
    if row is None or not fits(row):
        return None
    before, after = table_places(row.old), table_places(row.new)
    entries = series.tournament.entries.filter(start_number__in=before.keys() | after.keys())
    seats = [
        ChangedSeat(entry, before.get(entry.start_number), after.get(entry.start_number))
        for entry in entries.select_related("person").order_by("start_number")
    ]
    tables = [int(table) for table in (row.new or {}).get("tables") or {}]
    return SeatingChange(
        row,
        tuple(seat for seat in seats if seat.before != seat.after),
        tuple(series.lists.filter(table_number__in=tables)),
    )


def table_places(log_values: Mapping[str, Any] | None) -> dict[int, TablePlace]:
    """Who sits where, by start number, in the tables of a row of the log."""
    tables: Mapping[str, list[int]] = (log_values or {}).get("tables") or {}
    return {
        number: TablePlace(int(table), seat)
        for table, players in tables.items()
        for seat, number in enumerate(players, 1)
    }
