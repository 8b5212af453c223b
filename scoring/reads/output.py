"""What a list and a ranking look like on paper: read once, printed anywhere."""

from django.utils import timezone

from scoring.messages import message
from scoring.models import ScoreList, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import TournamentState
from scoring.reads.lists import stored
from scoring.reads.paper import Head, PaperList, PaperSeat
from scoring.reads.paper_list import paper_list
from scoring.rules.problem import errors
from scoring.rules.score_list import check_list


def head_of(tournament: Tournament) -> Head:
    """What stands above every page of a tournament."""
    is_final = tournament.state == TournamentState.FINAL
    return Head(
        club=tournament.organizer,
        tournament=tournament.name,
        place=tournament.place,
        day=tournament.date,
        state="final" if is_final else "provisional",
        printed_at=timezone.now(),
    )


def paper_of(score_list: ScoreList) -> PaperList:
    """The paper form of a list with everything that is stored of it: three queries.

    What is wrong with a list that was played stands below it; an empty one is the blank form.
    """
    tournament = score_list.series.tournament
    seats = list(score_list.seat_rows.select_related("entry__person"))
    lines = score_list.lines()
    totals = [total for seat in seats if (total := stored(seat))]
    is_open = score_list.state == ListState.OPEN
    problems = check_list(lines, score_list.outline, complete=not is_open) if lines else []
    return paper_list(
        lines,
        score_list.outline,
        tournament.rule_system,
        tournament.performance_scheme,
        head=head_of(tournament),
        seats=[PaperSeat(s.position, str(s.entry.person), s.entry.start_number) for s in seats],
        totals=totals if score_list.depth == Depth.TOTALS else None,
        series=score_list.series.number,
        table=score_list.table_number,
        revision=score_list.revision if score_list.depth != Depth.NONE else None,
        problems=[message(problem) for problem in errors(problems)],
    )
