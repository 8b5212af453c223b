"""The foot of the paper: kept as a control, and the search for the line that is to blame."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from scoring.core.access import list_for, submission
from scoring.core.answers import OK, UNPROCESSABLE, refusals
from scoring.desk.forms.lines import FootForm, TraceForm
from scoring.desk.grid import as_stored, grid_of, sentences
from scoring.desk.services.lists import record_foot
from scoring.messages import message
from scoring.models import Role, ScoreList
from scoring.rules.foot import Ask, Found, next_question


@require_POST
def save_foot(request: HttpRequest, list_id: int) -> HttpResponse:
    """Compare the paper's figures of each seat with those that the games give."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = FootForm(request.POST, score_list=score_list)
    if not form.is_valid():
        said = [error for errors in form.errors.values() for error in errors]
        return shown(request, score_list, {"said": said}, status=UNPROCESSABLE)
    with refusals() as refused:
        found = record_foot(score_list, form.papers, **form.change, **submission(request))
        context: dict[str, object] = {"differences": sentences(found), "agrees": not found}
        if parted := [each for each in found if each.field == "points"]:
            context |= trace_context(score_list, int(str(parted[0].params["seat"])), {})
        return shown(request, score_list, context)
    return shown(
        request, score_list, {"said": map(message, refused.problems)}, status=refused.status
    )


@require_POST
def trace(request: HttpRequest, list_id: int) -> HttpResponse:
    """One more running total from the paper: at most six of them name the line."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = TraceForm(request.POST)
    if not form.is_valid():
        said = [error for errors in form.errors.values() for error in errors]
        return shown(request, score_list, {"said": said}, status=UNPROCESSABLE)
    context = trace_context(score_list, form.cleaned_data["seat"], form.answers)
    return shown(request, score_list, context)


def trace_context(score_list: ScoreList, seat: int, known: dict[int, int]) -> dict[str, object]:
    """The next question, or the line found. What was typed beside the games is known already."""
    lines = score_list.lines()
    typed = {
        line.number: line.running
        for line in lines
        if line.soloist == seat and line.running is not None and not line.annulled
    }
    step = next_question(lines, seat, typed | known)
    name = str(score_list.seat_rows.select_related("entry__person").get(position=seat).entry.person)
    return {
        "seat": seat,
        "name": name,
        "ask": step if isinstance(step, Ask) else None,
        "found": step if isinstance(step, Found) else None,
        "known": " ".join(f"{number}:{total}" for number, total in sorted(known.items())),
    }


def shown(
    request: HttpRequest, score_list: ScoreList, context: dict[str, object], status: int = OK
) -> HttpResponse:
    """The answer below the foot, the new revision, and the rest of the page as it was."""
    context |= {"grid": grid_of(as_stored(score_list)), "list": score_list}
    return render(request, "desk/_foot_answer.html", context, status=status)
