"""Who announced himself by telephone or mail: entered, cancelled, checked in at the door."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.forms import Refused, cleaned, form_page, notifying, refusals
from scoring.models import Role
from scoring.people.files import read_rows
from scoring.people.forms import MaxPlayersForm, PasteForm
from scoring.people.reads.reservations import places
from scoring.people.services import reservations as services


@require_http_methods(["GET", "POST"])
def show_reservations(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The list, and a field that takes one name or many."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    form = PasteForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            rows = read_rows(form.cleaned_data["text"])
            if problems := [problem for row in rows for problem in row.problems]:
                raise Refused(problems)
            newcomers = [row.newcomer for row in rows]
            count = services.reserve(tournament, newcomers, by=actor(request))
            sentence = ngettext("%(count)s place reserved.", "%(count)s places reserved.", count)
            messages.success(request, sentence % {"count": count})
            return redirect("reservations", tournament.pk)
    context: dict[str, Any] = {"tournament": tournament, "places": places(tournament)}
    context["limit"] = MaxPlayersForm(initial={"most": tournament.max_players})
    return form_page(request, "people/reservations.html", form, **context)


@require_POST
def limit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(MaxPlayersForm(request.POST))
        services.set_max_players(tournament, data["most"], by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("reservations", tournament.pk)


@require_POST
def cancel(request: HttpRequest, tournament_id: int, row_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    reservation = get_object_or_404(tournament.reservations, pk=row_id)
    with notifying(request):
        services.cancel(reservation, by=actor(request))
    return redirect("reservations", tournament.pk)
