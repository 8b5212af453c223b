"""A member goes to a club of another host: offered here, taken there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import submission, tournament_for
from scoring.core.answers import cleaned, notifying
from scoring.members.forms import OfferForm, TakeForm
from scoring.members.reads.offers import offers_to
from scoring.members.services import offers as services
from scoring.members.views.member import member_for
from scoring.models import Role


@require_POST
def offer(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        data = cleaned(OfferForm(request.POST, leaving=member.club))
        services.offer_member(tournament, member, data["to"], on=data["on"], **submission(request))
        messages.success(request, _("Offered. Nothing changes before he is taken."))
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def withdraw(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        services.withdraw_offer(tournament, member, **submission(request))
        messages.success(request, _("Saved."))
    return redirect("club-member", tournament.pk, member.pk)


@require_http_methods(["GET", "POST"])
def show_offered(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who is offered to the host of the tournament; a POST takes one of them."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    if request.method == "POST":
        with notifying(request):
            data = cleaned(TakeForm(request.POST, owned=tournament))
            taken = services.take_member(tournament, **data, **submission(request))
            messages.success(request, _("Saved."))
            return redirect("club-members", tournament.pk, taken.club_id)
    offered = list(offers_to(tournament))
    if not offered and request.method == "GET":
        raise Http404
    if not offered:
        return redirect("clubs", tournament.pk)
    rows = [(each, TakeForm(owned=tournament, auto_id=f"take_{each.pk}_%s")) for each in offered]
    return render(request, "members/offered.html", {"tournament": tournament, "rows": rows})
