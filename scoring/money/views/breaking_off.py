"""A tournament that cannot be played to its end: what each way would book, and the act (TO 3.4)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.forms import ReasonForm
from scoring.messages import amount
from scoring.models import Role, Tournament
from scoring.money.forms.breaking_off import BreakOffForm, PercentForm
from scoring.money.reads.breaking_off import BreakOff, Progress, fees_back, prizes_cut
from scoring.money.services import breaking_off as services
from scoring.standings.reads.source import StandingsSource


@require_http_methods(["GET", "POST"])
def break_off(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Both ways with what they book; `?percent=` tries another part of the prizes."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    usual = Progress(tournament).percent
    form = BreakOffForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            services.break_off(tournament, **form.terms(usual), by=actor(request))
            messages.success(request, _("The tournament is broken off."))
            return redirect("break-off", tournament.pk)
    tried = PercentForm({"percent": usual, **(request.POST or request.GET).dict()})
    percent = tried.cleaned_data["percent"] if tried.is_valid() else None
    problems = services.state_problems(tournament)
    context: dict[str, Any] = {"tournament": tournament, "problems": problems, "tried": tried}
    if not problems:
        context |= previews(tournament, usual if percent is None else percent)
    return form_page(request, "money/break_off.html", form, **context)


def previews(tournament: Tournament, percent: int) -> dict[str, Any]:
    """What each of the two ways would book."""
    source = StandingsSource(tournament)
    back = fees_back(tournament, source)
    context: dict[str, Any] = {"percent": percent, "back": back, "back_proof": proof(back)}
    context["no_prizes"] = services.prize_problems(tournament, source)
    if not context["no_prizes"]:
        prizes = prizes_cut(tournament, percent, source)
        context |= {"prizes": prizes, "prizes_proof": proof(prizes)}
    return context


def proof(found: BreakOff) -> str:
    """Taken = given back + prizes + kept, spelt out."""
    params = {
        "taken": amount(found.taken),
        "back": amount(found.back),
        "prizes": amount(found.paid + found.paid_now + found.open_prizes),
        "kept": amount(found.kept),
    }
    sentence = _("taken %(taken)s = given back %(back)s + prizes %(prizes)s + kept %(kept)s")
    return sentence % params


@require_POST
def resume(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament goes on: counter-bookings cancel what was booked."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        services.resume(tournament, **cleaned(ReasonForm(request.POST)), by=actor(request))
        messages.success(request, _("Taken back: the tournament goes on."))
        return redirect("tournament", tournament.pk)
    return redirect("break-off", tournament.pk)
