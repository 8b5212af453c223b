"""The foot of the paper: recorded as a check, and the search for the wrong line."""

from django.forms import Form
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
    """Compare the paper's figures of each seat with those of the games."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = FootForm(request.POST, score_list=score_list)
    if not form.is_valid():
        return invalid(request, score_list, form)
    with refusals() as refused:
        found = record_foot(score_list, form.papers, **form.change, **submission(request))
        context: dict[str, object] = {"differences": sentences(found), "agrees": not found}
        if wrong := [each for each in found if each.field == "points"]:
            context |= trace_context(score_list, int(str(wrong[0].params["seat"])), {})
        return shown(request, score_list, context)
    return shown(request, score_list, {"errors": map(message, refused.problems)}, refused.status)


@require_POST
def trace(request: HttpRequest, list_id: int) -> HttpResponse:
    """One more running total from the paper: at most six of them find the line."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = TraceForm(request.POST)
    if not form.is_valid():
        return invalid(request, score_list, form)
    context = trace_context(score_list, form.cleaned_data["seat"], form.answers)
    return shown(request, score_list, context)


def invalid(request: HttpRequest, score_list: ScoreList, form: Form) -> HttpResponse:
    errors = [error for each in form.errors.values() for error in each]
    return shown(request, score_list, {"errors": errors}, UNPROCESSABLE)


def trace_context(score_list: ScoreList, seat: int, known: dict[int, int]) -> dict[str, object]:
    """The next question, or the line found. Running totals typed with the games are known."""
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
    """The answer below the foot, with the new revision."""
    context |= {"grid": grid_of(as_stored(score_list)), "list": score_list}
    return render(request, "desk/_foot_answer.html", context, status=status)
