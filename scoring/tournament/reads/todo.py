"""What is missing before the next step of the day, for the overview."""

from collections.abc import Iterator, Sequence

from scoring.models import ScoreList, Series, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import Counts, TournamentState
from scoring.referee.reads import no_open_objections, upheld_without_correction
from scoring.rules.problem import Problem
from scoring.rules.score_list import check_list
from scoring.series.reads.series import SeriesView
from scoring.series.reads.vacated import seat_of_nobody
from scoring.series.services.series import order_problems
from scoring.tournament.reads.overview import Overview
from scoring.tournament.reads.signatures import unsigned_lists

# A list that is still typed lacks games; that is no error yet.
UNFINISHED = ("game-number-missing", "replay-missing")


def missing(tournament: Tournament, day: Overview) -> list[Problem]:
    """Everything that stands before the next step, most urgent first; empty if nothing does."""
    if tournament.state == TournamentState.REVIEW:
        problems = no_open_objections(tournament) + upheld_without_correction(tournament)
        problems += unsigned_lists(tournament)
        problems += [problem for view in day.series for problem in lists_out(view)]
        return problems + unconfirmed(tournament, day.series)
    if tournament.state == TournamentState.FINAL:
        return []
    problems = list[Problem]()
    for view in day.series:
        # A series may have been closed without a list, for a reason that stands in the log.
        if view.series.state in (SeriesState.RELEASED, SeriesState.PLAYING):
            problems += seats_of_nobody(view)
        if view.series.state != SeriesState.DRAFT:
            problems += lists_out(view)
    at = next((view for view in day.series if view.series.state != SeriesState.CLOSED), None)
    if at is not None and at.series.state == SeriesState.DRAFT and at.tables:
        problems += order_problems(at.series)
    if all(view.series.state == SeriesState.CLOSED for view in day.series):
        problems += unconfirmed(tournament, day.series)
    return problems


def seats_of_nobody(view: SeriesView) -> Iterator[Problem]:
    """The seats of an announced seating whose players have left since, as long as nobody plays."""
    for table in view.tables:
        if table.state == ListState.OPEN and table.score_list.depth == Depth.NONE:
            for seat in table.seats:
                if not seat.entry.plays(view.series.number):
                    yield seat_of_nobody(view.series, table.score_list, seat.entry)


def lists_out(view: SeriesView) -> Iterator[Problem]:
    """The lists of a series that are not entered: with errors, begun, or not there at all."""
    open_now = [table.score_list for table in view.tables if table.state == ListState.OPEN]
    begun = [score_list for score_list in open_now if score_list.depth != Depth.NONE]
    wrong = with_errors(view.series, begun)
    out = [score_list.table_number for score_list in open_now if score_list.depth == Depth.NONE]
    typed = [
        score_list.table_number for score_list in begun if score_list.table_number not in wrong
    ]
    for code, tables in (("lists-wrong", wrong), ("lists-begun", typed), ("lists-out", out)):
        if tables:
            params = {"series": view.series.number, "count": len(tables), "tables": tables}
            yield Problem(code, params=params)


def with_errors(series: Series, begun: Sequence[ScoreList]) -> list[int]:
    """The tables whose lists hold what cannot be right, even if they are not finished."""
    if not begun:
        return []
    lists = ScoreList.objects.filter(pk__in=[each.pk for each in begun], depth=Depth.GAMES)
    found = []
    for score_list in lists.prefetch_related("games"):
        score_list.series = series
        problems = check_list(score_list.lines(), score_list.outline)
        if any(p.severity == "error" and p.code not in UNFINISHED for p in problems):
            found.append(score_list.table_number)
    return found


def unconfirmed(tournament: Tournament, series: Sequence[SeriesView]) -> list[Problem]:
    """Lists that would count only once a second person confirmed them."""
    if tournament.what_counts != Counts.CONFIRMED:
        return []
    count = sum(len(view.to_confirm) for view in series)
    return [Problem("lists-not-confirmed", params={"count": count})] if count else []
