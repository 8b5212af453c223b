"""A member goes to a club of another host: offered here, taken or refused there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import cleaned, notifying
from scoring.hosts.access import host_to_organize
from scoring.members.forms import OfferForm, RefuseOfferForm, TakeForm
from scoring.members.reads.offers import offers_to, refused_offers
from scoring.members.services import offers as services
from scoring.members.views.member import member_for
from scoring.models import MemberOffer, Role, Tournament
from scoring.models.host import Owned


@require_POST
def offer(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        data = cleaned(OfferForm(request.POST, leaving=member.club))
        services.offer_member(tournament, member, data["to"], on=data["on"], by=actor(request))
        messages.success(request, _("Offered. Nothing changes before he is taken."))
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def withdraw(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        services.withdraw_offer(tournament, member, by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("club-member", tournament.pk, member.pk)


@require_http_methods(["GET", "POST"])
def show_offered(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who is offered to the host of the tournament; a POST takes one of them."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return offered_page(request, tournament, tournament)


@require_http_methods(["GET", "POST"])
def show_offered_to_host(request: HttpRequest, host_id: int) -> HttpResponse:
    """The same for a host, which need not have a tournament."""
    return offered_page(request, host_to_organize(request, host_id), None)


def offered_page(request: HttpRequest, owned: Owned, tournament: Tournament | None) -> HttpResponse:
    if request.method == "POST":
        with notifying(request):
            data = cleaned(TakeForm(request.POST, owned=owned))
            services.take_member(tournament, **data, by=actor(request))
            messages.success(request, _("Saved."))
            return after_answer(owned, tournament)
    offered, refused = list(offers_to(owned)), list(refused_offers(owned))
    if not offered and not refused:
        if request.method == "GET":
            raise Http404
        return after_answer(owned, tournament)
    newest = tournament or Tournament.objects.filter(host=owned.host_id).order_by("-pk").first()
    context = {
        "tournament": tournament,
        "host": owned,
        "refused": refused,
        "members_at": newest,
        "rows": [(each, *forms_for(each, owned)) for each in offered],
        "refuse_url": refuse_url(owned, tournament),
    }
    return render(request, "people/offered.html", context)


def forms_for(offer: MemberOffer, owned: Owned) -> tuple[TakeForm, RefuseOfferForm]:
    """What an offer is answered by."""
    return (
        TakeForm(owned=owned, auto_id=f"take_{offer.pk}_%s"),
        RefuseOfferForm(owned=owned, auto_id=f"refuse_{offer.pk}_%s"),
    )


def refuse_url(owned: Owned, tournament: Tournament | None) -> str:
    if tournament:
        return reverse("members-offered-refuse", args=[tournament.pk])
    return reverse("host-offered-refuse", args=[owned.host_id])


@require_POST
def refuse(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return refused_by(request, tournament, tournament)


@require_POST
def refuse_for_host(request: HttpRequest, host_id: int) -> HttpResponse:
    return refused_by(request, host_to_organize(request, host_id), None)


def refused_by(request: HttpRequest, owned: Owned, tournament: Tournament | None) -> HttpResponse:
    with notifying(request):
        data = cleaned(RefuseOfferForm(request.POST, owned=owned))
        services.refuse_offer(tournament, **data, by=actor(request))
        messages.success(request, _("Refused. Who offered the member is told."))
    return after_answer(owned, tournament)


def after_answer(owned: Owned, tournament: Tournament | None) -> HttpResponse:
    """The next offer, or else the page that led here."""
    if tournament:
        waiting = offers_to(owned).exists()
        return redirect("members-offered" if waiting else "clubs", tournament.pk)
    return redirect("host-offered" if offers_to(owned).exists() else "host", owned.host_id)
