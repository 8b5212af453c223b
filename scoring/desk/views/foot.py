"""The foot of the paper: recorded as a check, and the search for the wrong line."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from scoring.core.access import actor, list_for
from scoring.core.answers import CONFLICT, OK, UNPROCESSABLE, refusals
from scoring.core.services import when_repeated
from scoring.desk.forms.lines import FootForm, TraceForm
from scoring.desk.grid import as_stored, grid_of, state_context
from scoring.desk.reads.foot import paper_of
from scoring.desk.services.lists import record_foot
from scoring.messages import message
from scoring.models import Role, ScoreList, Submission


def foot_again(request: HttpRequest, _earlier: Submission, list_id: int) -> HttpResponse:
    """A foot that arrived before: what stands there now."""
    return shown(request, list_for(request, list_id, Role.CLERK), written=True)


@when_repeated(foot_again)
@require_POST
def save_foot(request: HttpRequest, list_id: int) -> HttpResponse:
    """Compare the paper's figures of each seat with those of the games."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = FootForm(request.POST, score_list=score_list)
    if not form.is_valid():
        return shown(request, score_list, form.sentences, UNPROCESSABLE)
    with refusals() as refused:
        record_foot(score_list, form.papers, **form.change, by=actor(request))
        return shown(request, score_list, written=True)
    problems = [message(each) for each in refused.problems]
    if refused.status == CONFLICT:
        differences = form.differences(paper_of(score_list.seat_rows.all()))
        if not differences:  # somebody stored the same
            return shown(request, as_stored(score_list))
        problems = differences
    return shown(request, score_list, problems, refused.status)


@require_POST
def trace(request: HttpRequest, list_id: int) -> HttpResponse:
    """One more running total from the paper: at most six of them find the line."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = TraceForm(request.POST)
    if not form.is_valid():
        return shown(request, score_list, form.sentences, UNPROCESSABLE)
    return shown(request, score_list)


def shown(
    request: HttpRequest,
    score_list: ScoreList,
    errors: list[str] | None = None,
    status: int = OK,
    *,
    written: bool = False,
) -> HttpResponse:
    """The answer below the foot; the caret goes to what is asked.

    With the new revision come the rows, if others changed them since those that the page shows.
    """
    score_list = score_list if written else as_stored(score_list)
    grid = grid_of(score_list)
    context = state_context(request, grid) | {"errors": errors, "caret": True, "written": written}
    if written and request.POST.get("revision") != str(score_list.revision - 1):
        context["rows"] = grid.rows
    return render(request, "desk/_foot_compared.html", context, status=status)
