"""What the organizer decides about excluding players over a referee's decision (TO 9.4)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import cleaned, notifying
from scoring.models import Role
from scoring.players.forms.entries import ExclusionForm
from scoring.players.services.exclusion import decide_exclusion


@require_POST
def decide(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Exclude these players, or nobody; back to the decision."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    ruling = get_object_or_404(
        tournament.rulings.select_related("tournament"), number=min(number, 2**31)
    )
    with notifying(request):
        decide_exclusion(ruling, **cleaned(ExclusionForm(request.POST)), by=actor(request))
        messages.success(request, _("Recorded. Whoever is excluded is not seated any more."))
    return redirect("ruling", tournament_id, number)
