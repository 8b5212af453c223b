"""Confirming lists (TO 9.11), decisions about them, and reversals of their changes."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.core.access import actor, list_for, right_of, series_for, tournament_for
from scoring.core.forms import (
    CHANGED_MEANWHILE,
    OK,
    cleaned_data_of,
    form_page,
    notifying,
    refusals,
    refuse,
)
from scoring.lists.forms.lists import AnnulmentForm, DecisionForm, SignaturesForm, SignedForm
from scoring.lists.grid import grid_of, list_context
from scoring.lists.printed.reads.papers import signatures_of
from scoring.lists.reads import doubts_of, foot_problems, log_of_list, next_to_confirm, typists_of
from scoring.lists.services import confirmation
from scoring.lists.services.games import annul_games, shown_line
from scoring.lists.services.reversal import reversal_effect, take_back
from scoring.lists.services.second_entry import open_recheck
from scoring.log.reads import event_of
from scoring.models import Role, ScoreList
from scoring.models.log import MAX_REASON_LENGTH
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import Confirm
from scoring.rules.outline import Annulment, annulment_after, is_last_game
from scoring.rules.problem import Problem


def confirm(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    # A clerk who confirms by a blind second entry must not see the first.
    blind = score_list.series.tournament.confirm == Confirm.BLIND and request.method != "POST"
    begun = score_list.state == ListState.ENTERED and open_recheck(score_list, actor(request))
    if begun or (blind and not confirmation.person_problems(score_list, actor(request))):
        return redirect("recheck", list_id)
    if request.method == "POST":
        return respond_signed(request, score_list)
    everybody = score_list.outline.positions
    against: list[Problem] = []
    if score_list.state not in (ListState.CONFIRMED, ListState.FINAL):
        against = confirmation.confirmation_problems(score_list, actor(request), everybody)
    return confirm_page(request, score_list, SignedForm(positions=everybody), against)


def respond_signed(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    form = SignedForm(request.POST, positions=score_list.outline.positions)
    form.is_valid()
    revision = form.cleaned_data.get("revision", 0)
    with refusals() as refused:
        signed, by = form.signatures, actor(request)
        confirmation.confirm_list(score_list, revision=revision, signed=signed, by=by)
        return respond_confirmed(request, score_list)
    score_list = list_for(request, score_list.pk, Role.CLERK, while_blind=True)  # as it is stored
    return confirm_page(request, score_list, form, refused.problems, refused.status)


def respond_confirmed(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    table = {"table": score_list.table_number}
    messages.success(request, _("The list of table %(table)s is confirmed.") % table)
    return redirect("list-confirm", score_list.pk)


def confirm_page(
    request: HttpRequest,
    score_list: ScoreList,
    form: SignedForm,
    against: Sequence[Problem],
    status: int = OK,
) -> HttpResponse:
    """The page of a list to be confirmed; `against` says why the reader cannot confirm it."""
    only_unsigned = all(
        problem.field == "signatures" or problem == CHANGED_MEANWHILE for problem in against
    )
    entered = score_list.state == ListState.ENTERED
    context = confirming_context(request, score_list) | {
        "grid": grid_of(score_list, may_type=False),
        "doubts": doubts_of(score_list),
        "form": form,
        "against": against,
        "foot_sentences": foot_problems(score_list.seat_rows.all()),
        "signatures": signatures_of([score_list])[score_list.pk],
        "may_confirm": entered and only_unsigned,
        "may_type_again": entered and not confirmation.person_problems(score_list, actor(request)),
    }
    return render(request, "lists/confirming/confirm.html", context, status=status)


def confirming_context(request: HttpRequest, score_list: ScoreList) -> dict[str, Any]:
    return list_context(score_list) | {
        "typists": typists_of(score_list),
        "upcoming": next_to_confirm(score_list, actor(request).user),
    }


DECISIONS = {
    "reject": confirmation.reject_list,
    "annul": confirmation.annul_list,
    "readmit": confirmation.readmit_list,
    "withdraw": confirmation.withdraw_confirmation,
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


def decide(request: HttpRequest, list_id: int) -> HttpResponse:
    """Reject, annul or readmit a list, or withdraw its confirmation, with a reason."""
    score_list = list_for(request, list_id, Role.REFEREE)
    form = DecisionForm(request.POST or None, initial={"revision": score_list.revision})
    chosen = DECISIONS.get(request.POST.get("decision", ""))
    if form.is_valid() and chosen:
        with refusals(form):
            chosen(score_list, by=actor(request), **form.cleaned_data)
            messages.success(request, _("Stored; the history of the list shows it."))
            return redirect("list", list_id)
    context, decisions = list_context(score_list), POSSIBLE[score_list.state]
    needs_organizer = context["leave"] == "organizer" and not right_of(request).organizer
    if needs_organizer or context["leave"] == "nobody":
        decisions = ()
    context["decisions"] = decisions
    context["may_annul_games"] = "reject" in decisions and score_list.depth == Depth.GAMES
    return form_page(request, "lists/confirming/decide.html", form, **context)


def annulment(request: HttpRequest, list_id: int) -> HttpResponse:
    """Propose the games that a deal out of turn voids (SkO 3.2.11-13), and annul them."""
    score_list = list_for(request, list_id, Role.REFEREE)
    initial = {"revision": score_list.revision, "signed": score_list.state == ListState.CONFIRMED}
    content, outline = score_list.content(), score_list.outline
    played = content.last_number
    last = played if is_last_game(outline, played, played) else None
    form = AnnulmentForm(request.POST or None, initial=initial, last=last)
    context = list_context(score_list) | {"by_games": score_list.depth == Depth.GAMES}
    if form.is_valid():
        signed = bool(form.cleaned_data.get("signed"))  # not asked: no
        proposed = annulment_after(outline, form.misdealt_number, played, signed=signed)
        rows = ((number, content.line(number)) for number in proposed.void)
        void = [(number, shown_line(line)) for number, line in rows if line]
        context |= {"proposed": proposed, "void": void}
        if "confirmed" in request.POST:
            with refusals(form):
                return respond_annulled(request, score_list, form, proposed)
    return form_page(request, "lists/confirming/annulment.html", form, **context)


def respond_annulled(
    request: HttpRequest, score_list: ScoreList, form: AnnulmentForm, proposed: Annulment
) -> HttpResponse:
    """Annul the proposed games if they are those that the page showed, whose numbers it sends."""
    data, numbers = form.cleaned_data, " ".join(map(str, proposed.void))
    if request.POST["confirmed"] != numbers and data["revision"] == score_list.revision:
        raise refuse("other-games-void", numbers=list(proposed.void))
    reason = f"{proposed.rule}: {data['reason']}"[:MAX_REASON_LENGTH]
    arguments = {"revision": data["revision"], "reason": reason, "by": actor(request)}
    count = annul_games(score_list, proposed.void, **arguments)
    words = {"count": count, "number": proposed.replay_from}
    messages.success(request, _("Void: %(count)s. Replay from %(number)s.") % words)
    return redirect("list", score_list.pk)


def undo_correction(request: HttpRequest, list_id: int, log_id: int) -> HttpResponse:
    """Preview the reversal of a change; POST carries it out."""
    score_list = list_for(request, list_id, Role.CLERK)
    act = get_object_or_404(log_of_list(score_list), pk=log_id)
    form = DecisionForm(request.POST or None, initial={"revision": score_list.revision})
    if form.is_valid():
        with refusals(form):
            take_back(score_list, act, by=actor(request), **form.cleaned_data)
            messages.success(request, _("Taken back by a new correction."))
            return redirect("list-history", list_id)
    context = list_context(score_list) | {"event": event_of(act)}
    with refusals() as refused:
        context["effect"] = reversal_effect(list_id, act, by=actor(request))
    context["refused"] = refused.problems
    return form_page(request, "lists/confirming/undo.html", form, **context)


@require_POST
def sign(request: HttpRequest, series_id: int) -> HttpResponse:
    """Record that all have signed the lists of these tables (TO 9.11)."""
    series = series_for(request, series_id, Role.CLERK)
    with notifying(request):
        tables = cleaned_data_of(SignaturesForm(request.POST))["tables"]
        count = confirmation.record_signatures(series, tables, by=actor(request))
        sentence = ngettext("%(count)s list is signed.", "%(count)s lists are signed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect(f"{reverse('series', args=(series_id,))}?by=confirm")


@require_POST
def papers_back(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Record that all entered lists are signed, and that the papers of all players are back."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    with notifying(request, _("All have signed, and lists and start cards are back.")):
        confirmation.record_papers_back(tournament, by=actor(request))
    return redirect("tournament", tournament_id)
