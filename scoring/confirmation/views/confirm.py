"""Confirming: a second person compares the whole list with the paper (TO 9.11)."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.confirmation.forms.confirming import SignedForm
from scoring.confirmation.reads.typists import next_to_confirm, typists
from scoring.confirmation.services.confirmation import confirm_list, confirmation_problems
from scoring.confirmation.services.second_entry import open_recheck, recheck_problems
from scoring.core.access import actor, list_for
from scoring.core.answers import CHANGED_MEANWHILE, CONFLICT, OK, refusals
from scoring.desk.grid import grid_of, list_context, sentences
from scoring.desk.reads.foot import foot_problems
from scoring.models import Role, ScoreList
from scoring.models.score_list import ListState
from scoring.models.tournament import Confirm
from scoring.printed_list.reads.papers import signatures_of
from scoring.rules.problem import Problem


@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, list_id: int) -> HttpResponse:
    """The list as on the paper, the signatures, and the button that confirms."""
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    if is_typed_again(request, score_list):
        return redirect("recheck", list_id)
    if request.method == "POST":
        return send(request, score_list)
    everybody = score_list.outline.positions
    against = confirmation_problems(score_list, actor(request), everybody)
    if score_list.state in (ListState.CONFIRMED, ListState.FINAL):
        against = []
    return page(request, score_list, SignedForm(seats=everybody), against)


def is_typed_again(request: HttpRequest, score_list: ScoreList) -> bool:
    """Whether the reader confirms by a blind second entry, and must not see the first."""
    if score_list.state == ListState.ENTERED and open_recheck(score_list, actor(request)):
        return True
    blind = score_list.series.tournament.confirm == Confirm.BLIND and request.method == "GET"
    return blind and not recheck_problems(score_list, actor(request))


def send(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    """Confirm, or show the list again with all reasons against it."""
    form = SignedForm(request.POST, seats=score_list.outline.positions)
    form.is_valid()
    revision = form.cleaned_data.get("revision", 0)
    with refusals() as found:
        confirm_list(score_list, revision=revision, signed=form.signatures, by=actor(request))
        return confirmed(request, score_list)
    if found.status == CONFLICT:
        score_list.refresh_from_db()
    return page(request, score_list, form, found.problems, found.status)


def confirmed(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    table = {"table": score_list.table_number}
    messages.success(request, _("The list of table %(table)s is confirmed.") % table)
    return redirect("list-confirm", score_list.pk)


def page(
    request: HttpRequest,
    score_list: ScoreList,
    form: SignedForm,
    against: Sequence[Problem],
    status: int = OK,
) -> HttpResponse:
    """`against` are the reasons why the reader cannot confirm the list."""
    only_unsigned = all(
        problem.field == "signatures" or problem == CHANGED_MEANWHILE for problem in against
    )
    entered = score_list.state == ListState.ENTERED
    context: dict[str, Any] = {
        **confirming_context(request, score_list),
        "grid": grid_of(score_list, may_type=False),
        "form": form,
        "against": sentences(against),
        "foot_sentences": sentences(foot_problems(score_list.seat_rows.all())),
        "signatures": signatures_of([score_list])[score_list.pk],
        "may_confirm": entered and only_unsigned,
        "may_type_again": entered and not recheck_problems(score_list, actor(request)),
    }
    return render(request, "confirmation/confirm.html", context, status=status)


def confirming_context(request: HttpRequest, score_list: ScoreList) -> dict[str, Any]:
    """The context of all pages of confirming."""
    return list_context(score_list) | {
        "typists": typists(score_list),
        "upcoming": next_to_confirm(score_list, actor(request).user),
    }
