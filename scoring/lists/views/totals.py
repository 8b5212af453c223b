"""Lists entered by three figures a player (docs/entry-line.md)."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import trigger_client_event

from scoring.core.access import actor, list_for, right_of
from scoring.core.forms import CONFLICT, UNPROCESSABLE, refusals
from scoring.core.services import when_repeated
from scoring.lists.forms.lines import TotalsForm, field_place
from scoring.lists.grid import as_stored, grid_of, is_last, list_context, next_table
from scoring.lists.reads import doubts_of
from scoring.lists.services.games import may_correct
from scoring.lists.services.lists import enter_totals, stored_text
from scoring.lists.views.lines import MODE
from scoring.messages.citing import with_paragraph
from scoring.models import Role, ScoreList
from scoring.models.score_list import Depth
from scoring.rules.bare_totals import count_passed_in
from scoring.rules.problem import Problem

Complaint = dict[str, str]  # a sentence, and the field of the form that it is about


def totals_again(request: HttpRequest, list_id: int) -> HttpResponse:
    return respond_entered(request, list_for(request, list_id, Role.CLERK))


@when_repeated(totals_again)
def totals(request: HttpRequest, list_id: int) -> HttpResponse:
    """The page of the three figures a player; POST stores all of them."""
    if request.method == "POST":
        return save(request, list_for(request, list_id, Role.CLERK))
    score_list = list_for(request, list_id)
    if score_list.depth == Depth.GAMES:
        return redirect("list", list_id)
    if score_list.depth == Depth.NONE:
        request.session[MODE] = score_list.series_id
    may_type = may_correct(score_list, right_of(request))
    context = page_context(score_list, may_type=may_type) | {"next_table": next_table(score_list)}
    return render(request, "lists/totals.html", context)


def page_context(score_list: ScoreList, *, may_type: bool = True) -> dict[str, object]:
    grid = grid_of(score_list, may_type=may_type)
    stored = [seat.total for seat in grid.seats if seat.total]
    left = count_passed_in(grid.outline.games_due, stored)
    return list_context(score_list) | {
        "in_totals": True,
        "grid": grid,
        "figures": TotalsForm(score_list=score_list).figures,
        "games": grid.outline.games_planned,
        "passed": left if stored else None,
        "doubts": doubts_of(score_list) if may_type else [],
    }


def save(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    form = TotalsForm(request.POST, score_list=score_list)
    if not form.is_valid():
        return respond_refused(request, score_list, form_complaints(form))
    with refusals() as refused:
        ending = {key: form.cleaned_data[key] for key in ("games_played", "stop_reason")}
        how = {**ending, **form.change, "by": actor(request)}
        enter_totals(score_list, form.totals, form.passed, **how)
        return respond_entered(request, score_list)
    now = as_stored(score_list)
    if refused.status == CONFLICT and form.text == stored_text(now):
        return respond_entered(request, now)  # a colleague typed the same
    return respond_refused(request, score_list, complaints_about(refused.problems), refused.status)


def respond_entered(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    """The figures as stored; the script goes on to the next list."""
    context = page_context(score_list) | {"is_last": is_last(score_list)}
    response = render(request, "lists/_totals_answer.html", context)
    return trigger_client_event(response, "desk:closed", {"next": next_table(score_list)})


def respond_refused(
    request: HttpRequest,
    score_list: ScoreList,
    complaints: list[Complaint],
    status: int = UNPROCESSABLE,
) -> HttpResponse:
    """The problems, and after a conflict the figures that somebody else stored."""
    more = {"complaints": complaints, "is_stale": status == CONFLICT}
    context = page_context(as_stored(score_list)) | more
    return render(request, "lists/_totals_answer.html", context, status=status)


# From the names in the rules to the fields of the form.
FIELD_NAMES = {"game_points": "points", "won": "won", "lost": "lost", "paper_total": "total"}


def complaints_about(problems: Sequence[Problem]) -> list[Complaint]:
    """The problems with their fields: "won_2" for the games won by seat 2."""
    complaints = []
    for problem in problems:
        name, seat = FIELD_NAMES.get(problem.field, problem.field), problem.params.get("seat")
        field = f"{name}_{seat}" if seat else name
        complaints.append({"sentence": with_paragraph(problem), "field": field})
    return complaints


def form_complaints(form: TotalsForm) -> list[Complaint]:
    return [
        {"sentence": f"{field_place(name)}: {errors[0]}", "field": name}
        for name, errors in form.errors.items()
    ]
