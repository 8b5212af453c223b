"""States that no service can bring about, looked for on every overview page.

A subset of `verify` that works on rows which the page has read anyway: no query of its own. Who
sees one of them has a damaged file, or a hand in the database.
"""

from collections.abc import Iterable, Iterator

from scoring.models import Seat, Series, Tournament
from scoring.models.score_list import CLOSED, TALLY
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem
from scoring.rules.ranking import performance
from scoring.series.reads.list_states import Finding, state_problems
from scoring.series.reads.series import SeriesView, TableView


def impossible_states(tournament: Tournament, views: Iterable[SeriesView]) -> list[Finding]:
    """Every finding in the series shown, in the order of series and table."""
    findings = []
    for view in views:
        number = view.series.number
        findings += [
            Finding(tournament.title, problem, number)
            for problem in series_problems(tournament, view.series)
        ]
        for table in view.tables:
            findings += [
                Finding(tournament.title, problem, number, table.score_list.table_number)
                for problem in table_problems(tournament, view.series, table)
            ]
    return findings


def series_problems(tournament: Tournament, series: Series) -> Iterator[Problem]:
    going = (SeriesState.RELEASED, SeriesState.PLAYING)
    if tournament.state == TournamentState.FINAL and series.state in going:
        yield Problem("played-after-final")


def table_problems(tournament: Tournament, series: Series, table: TableView) -> Iterator[Problem]:
    """What one list, its seats and its series cannot be together."""
    row = table.score_list
    yield from state_problems(tournament, series, row, has_games=bool(table.games))
    yield from seat_problems(tournament, table)


def seat_problems(tournament: Tournament, table: TableView) -> Iterator[Problem]:
    """Whether everybody who should sit there does, and has a tally that can be."""
    row = table.score_list
    positions = row.outline.positions
    if sorted(seat.position for seat in table.seats) != list(positions):
        params = {"stored": len(table.seats), "computed": len(positions)}
        yield Problem("verify-seats", "seats", params)
        return
    for seat in table.seats:
        if seat.series_id != row.series_id:
            yield Problem("verify-seat-series", "series", {"seat": seat.position})
        if seat.entry.tournament_id != tournament.pk:
            yield Problem("verify-seat-player", "entry", {"seat": seat.position})
    if all(seat.performance is not None for seat in table.seats):
        # Where players left or joined the sums do not tell how a lost game counted.
        if not row.sittings:
            yield from tally_problems(tournament, table.seats)
    elif row.state in CLOSED:
        yield Problem("counted-without-tally")


def tally_problems(tournament: Tournament, seats: tuple[Seat, ...]) -> Iterator[Problem]:
    """The tally within itself: the games lost by the others, and the performance (docs/law.md "A
    score list", 3).
    """
    lost = sum(seat.lost or 0 for seat in seats)
    for seat in seats:
        points, won, own, others, stored = (getattr(seat, figure) for figure in TALLY)
        computed = performance(
            tournament.performance_scheme, points, won, own, lost - own, len(seats)
        )
        pairs = (("others_lost", others, lost - own), ("performance", stored, computed))
        for figure, found, wanted in pairs:
            if found != wanted:
                params = {
                    "seat": seat.position,
                    "figure": figure,
                    "stored": found,
                    "computed": wanted,
                }
                yield Problem("verify-tally", figure, params, "TO 8.12")
