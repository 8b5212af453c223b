"""Decisions of a referee or the organizer about a whole list, and about a deal out of turn."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.confirmation.forms.decisions import AnnulmentForm, DecisionForm
from scoring.confirmation.services.confirmation import (
    annul_list,
    readmit_list,
    reject_list,
    withdraw_confirmation,
)
from scoring.core.access import actor, list_for
from scoring.core.answers import form_page, refusals
from scoring.desk.grid import list_context
from scoring.desk.services.changing import leave_needed, shown_line
from scoring.desk.services.games import annul_games
from scoring.desk.services.lists import last_number
from scoring.models import Role, ScoreList
from scoring.models.score_list import Depth, ListState
from scoring.rules.outline import Annulment, annulled_from, is_last_game

DECISIONS = {
    "reject": reject_list,
    "annul": annul_list,
    "readmit": readmit_list,
    "withdraw": withdraw_confirmation,
}
# The decisions possible in each state of a list.
POSSIBLE: dict[str, tuple[str, ...]] = {
    ListState.OPEN: ("reject", "annul"),
    ListState.ENTERED: ("reject", "annul"),
    ListState.CONFIRMED: ("withdraw", "reject", "annul"),
    ListState.REJECTED: ("readmit",),
    ListState.ANNULLED: ("readmit",),
    ListState.FINAL: (),
}


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, list_id: int) -> HttpResponse:
    """Reject, annul or readmit a list, or withdraw its confirmation, with a reason."""
    score_list = list_for(request, list_id, Role.REFEREE)
    form = DecisionForm(request.POST or None, initial={"revision": score_list.revision})
    chosen = DECISIONS.get(request.POST.get("decision", ""))
    if form.is_valid() and chosen:
        with refusals(form):
            chosen(score_list, by=actor(request), **form.cleaned_data)
            messages.success(request, _("Stored, and told in the history of the list."))
            return redirect("list", list_id)
    possible = POSSIBLE[score_list.state]
    return form_page(
        request, "confirmation/decide.html", form, possible=possible, **page(score_list)
    )


def page(score_list: ScoreList) -> dict[str, Any]:
    """The context of a page about one list."""
    return list_context(score_list) | {"leave": leave_needed(score_list)}


@require_http_methods(["GET", "POST"])
def annulment(request: HttpRequest, list_id: int) -> HttpResponse:
    """A deal was out of turn: propose which games are void, and annul them when confirmed."""
    score_list = list_for(request, list_id, Role.REFEREE)
    signed = score_list.state == ListState.CONFIRMED
    initial = {"revision": score_list.revision, "signed": signed, "where": "known"}
    form = AnnulmentForm(request.POST or None, initial=initial, last=last_game(score_list))
    context = page(score_list) | {"by_games": score_list.depth == Depth.GAMES}
    if form.is_valid():
        found = proposal(score_list, form)
        context |= {"proposed": found, "void": void_rows(score_list, found)}
        if "confirmed" in request.POST:
            with refusals(form):
                count = annul(request, score_list, found, form)
                words = {"count": count, "number": found.replay_from}
                messages.success(request, _("Void: %(count)s. Replay from %(number)s.") % words)
                return redirect("list", list_id)
    return form_page(request, "confirmation/annulment.html", form, **context)


def annul(
    request: HttpRequest, score_list: ScoreList, found: Annulment, form: AnnulmentForm
) -> int:
    data = form.cleaned_data
    reason = f"{found.rule}: {data['reason']}"[:400]
    change = {"revision": data["revision"], "reason": reason}
    return annul_games(score_list, found.void, **change, by=actor(request))


def last_game(score_list: ScoreList) -> int | None:
    """The very last game of the list where it is entered (SkO 3.2.11)."""
    played = last_number(score_list)
    return played if is_last_game(score_list.outline, played, played) else None


def proposal(score_list: ScoreList, form: AnnulmentForm) -> Annulment:
    """Which games are void (SkO 3.2.11-13)."""
    played = last_number(score_list)
    return annulled_from(score_list.outline, form.wrong_number, played, signed=form.all_signed)


def void_rows(score_list: ScoreList, found: Annulment) -> list[tuple[int, str]]:
    """Number and line of the rows that would be void."""
    rows = [(number, score_list.line(number)) for number in found.void]
    return [(number, shown_line(line)) for number, line in rows if line]
