"""Adjustments: who got them, why, and their reversal."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.models import Role
from scoring.standings.forms.adjustments import AdjustmentForm, ReversalForm
from scoring.standings.reads.adjustments import adjustments_of
from scoring.standings.services.adjustments import adjust, reverse_adjustment


@require_http_methods(["GET", "POST"])
def adjustments(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody sees them; the organizer adds one."""
    role = Role.ORGANIZER if request.method == "POST" else Role.VIEWER
    tournament = tournament_for(request, tournament_id, role)
    player = {"start_number": request.GET.get("player", "")[:5]}
    form = AdjustmentForm(request.POST or None, tournament=tournament, initial=player)
    if form.is_valid():
        data = dict(form.cleaned_data)
        with refusals(form):
            adjust(data.pop("start_number"), **data, by=actor(request))
            messages.success(request, _("The adjustment is part of the standings."))
            return redirect("adjustments", tournament.pk)
    rows = adjustments_of(tournament)
    return form_page(request, "standings/adjustments.html", form, tournament=tournament, rows=rows)


@require_POST
def reverse(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Reverse one by a counter-adjustment; `number` is its place, the oldest is 1."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    rows = list(adjustments_of(tournament))
    if not 1 <= number <= len(rows):
        raise Http404
    with notifying(request):
        data = cleaned(ReversalForm(request.POST))
        reverse_adjustment(rows[-number], **data, by=actor(request))
    return redirect("adjustments", tournament.pk)
