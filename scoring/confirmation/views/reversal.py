"""Reversing a change of a list, with a preview of results and ranks."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.confirmation.forms.decisions import DecisionForm
from scoring.confirmation.services.reversal import take_back
from scoring.confirmation.services.reversal_preview import reversal_effect
from scoring.confirmation.views.decisions import page
from scoring.core.access import actor, list_for
from scoring.core.answers import form_page, refusals
from scoring.core.forms import Refused
from scoring.desk.grid import sentences
from scoring.log.reads import event
from scoring.models import LogEntry, Role


@require_http_methods(["GET", "POST"])
def undo_correction(request: HttpRequest, list_id: int, log_id: int) -> HttpResponse:
    """Preview a reversal; with a reason, do it."""
    score_list = list_for(request, list_id, Role.CLERK)
    rows = LogEntry.objects.filter(
        tournament=score_list.series.tournament, subject=score_list.subject
    )
    act = get_object_or_404(rows, pk=log_id)
    form = DecisionForm(request.POST or None, initial={"revision": score_list.revision})
    if form.is_valid():
        with refusals(form):
            take_back(score_list, act, by=actor(request), **form.cleaned_data)
            messages.success(request, _("Taken back by a new correction."))
            return redirect("list-history", list_id)
    context = page(score_list) | effect(request, list_id, act) | {"event": event(act)}
    return form_page(request, "confirmation/undo.html", form, **context)


def effect(request: HttpRequest, list_id: int, act: LogEntry) -> dict[str, object]:
    """The preview, or why the change cannot be reversed."""
    try:
        return {"effect": reversal_effect(list_id, act, by=actor(request))}
    except Refused as refused:
        return {"refused": sentences(refused.problems)}
