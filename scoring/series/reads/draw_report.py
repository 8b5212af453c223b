"""What the organizer reads about a seating as it stands: figures, exceptions by name, who lacks.

Computed from the rows and not from what the draw said of itself, so that it is true after a swap
by hand, too; the figures are the checker's, which shares nothing with the draw.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.messages import label
from scoring.models import Draw, Series
from scoring.seating.bounds import unavoidable
from scoring.seating.counts import PlanCounts, counts_of
from scoring.seating.report import PlanReport, report_of
from scoring.seating.request import DrawRequest, Mode, PlayerId, SeatedSeries
from scoring.series.reads.draw_request import BY_LOT, MANUAL, hand_acts, options_of_draw, request_of
from scoring.series.reads.draws import newest_drawn
from scoring.series.reads.tables import Tables, tables_of


@dataclass(frozen=True, slots=True)
class Term:
    """One figure of a report: what it counts, how many there are, how few there could be."""

    code: str
    found: int
    least: int

    @property
    def more(self) -> int:
        """How many a better seating might avoid."""
        return max(0, self.found - self.least)


@dataclass(frozen=True, slots=True)
class ExceptionalPair:
    """People who meet again or belong together, in which series, and why it was done."""

    kind: str
    names: tuple[str, ...]
    series: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatingReport:
    """A seating: its figures, its exceptions by name, and what is wrong with who sits there.

    `unseated` play this series and have no seat, `gone` have one and do not play, `misplaced`
    are not at their fixed table: start number and name of each.
    """

    draw: Draw | None
    terms: tuple[Term, ...]
    exceptions: tuple[ExceptionalPair, ...]
    seat_spread: int
    unseated: tuple[tuple[int, str], ...]
    gone: tuple[tuple[int, str], ...]
    misplaced: tuple[tuple[int, str], ...]

    @property
    def is_perfect(self) -> bool:
        """Nothing that could be better, and nothing that has to be explained."""
        wrong = self.unseated or self.gone or self.misplaced
        return not (wrong or any(term.found for term in self.terms))


def seating_report(series: Series, tables: Tables | None = None) -> SeatingReport:
    """The report of the tables as they are, if they are known; few queries, whatever the size."""
    draw = newest_drawn(series)
    tables = tables_of(series) if tables is None else tables
    request, people = request_now(series, draw), names_of(series)
    plan: SeatedSeries = tuple(map(tuple, tables.values()))
    counts, least = counts_of(request, [plan]), unavoidable(request)
    report = report_of(request, [plan], counts, least, [], None)
    at: dict[PlayerId, int] = {
        player: table for table, players in tables.items() for player in players
    }
    playing = {each.id for each in request.players if each.plays(series.number)}
    fixed = {each.id: each.fixed_table for each in request.players if each.fixed_table}
    return SeatingReport(
        draw=draw,
        terms=tuple(terms(counts, least)),
        exceptions=tuple(exceptions(report, people, by_hand(draw, at))),
        seat_spread=report.seat_spread,
        unseated=named(playing - at.keys(), people),
        gone=named(at.keys() - playing, people),
        misplaced=named({p for p, table in fixed.items() if at.get(p, table) != table}, people),
    )


def request_now(series: Series, draw: Draw | None) -> DrawRequest:
    """What one would ask of a draw of this series alone, now; ranks play no part in a report."""
    draw_options = BY_LOT if draw is None or draw.mode == MANUAL else options_of_draw(draw)
    mode: Mode = "lot" if draw_options.mode in ("lot", "by-rank") else "no-repeats"
    request = request_of(series, replace(draw_options, mode=mode, three_seats="lot", series=1))
    return replace(request, options=draw_options.options)


def names_of(series: Series) -> dict[PlayerId, str]:
    """By start number, everybody who is entered."""
    entries = series.tournament.entries.select_related("person")
    return {entry.start_number: str(entry.person) for entry in entries}


def by_hand(draw: Draw | None, seated: Iterable[PlayerId]) -> set[PlayerId]:
    """Whom no draw put where they sit: all of a seating by hand, else those who were moved."""
    if draw is None or draw.mode == MANUAL:
        return set(seated)
    return {player for act in hand_acts(draw) for player in act.players}


def terms(counts: PlanCounts, least: PlanCounts) -> Iterator[Term]:
    """The figures in the order of the objective (docs/seating.md)."""
    figures = (
        ("repeats", counts.repeated_meetings, least.repeated_meetings),
        ("team", counts.same_team, least.same_team),
        ("club", counts.same_club, least.same_club),
        ("three", counts.repeated_three_seat, least.repeated_three_seat),
    )
    for code, found, fewest in figures:
        # Fewer than everybody's seats need: somebody who plays is not seated.
        yield Term(code, found, min(found, fewest))


def exceptions(
    report: PlanReport, people: Mapping[PlayerId, str], moved: set[PlayerId]
) -> Iterator[ExceptionalPair]:
    kinds = (
        ("repeats", report.repeats),
        ("team", report.same_team),
        ("club", report.same_club),
        ("three", report.three_seat),
    )
    for kind, found in kinds:
        for each in found:
            names = tuple(people[player] for player in each.players)
            reason = "by-hand" if moved.intersection(each.players) else each.reason
            yield ExceptionalPair(kind, names, each.series, reason)


def named(
    players: Iterable[PlayerId], people: Mapping[PlayerId, str]
) -> tuple[tuple[int, str], ...]:
    return tuple((int(player), people[player]) for player in sorted(players, key=int))


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
