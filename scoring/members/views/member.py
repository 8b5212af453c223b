"""The page of one member: corrected, left, back again, moved, removed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.text import Name
from scoring.members.forms import ChangeMemberForm, MoveMemberForm, OfferForm, RejoinForm
from scoring.members.reads.members import history_of
from scoring.members.services import members as services
from scoring.models import ClubMember, MemberOffer, Role, Tournament


def member_for(
    request: HttpRequest, tournament_id: int, member_id: int
) -> tuple[Tournament, ClubMember]:
    """A membership at the host with person and club, for organizers."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    members = ClubMember.objects.select_related("club", "person")
    return tournament, get_object_or_404(members, pk=member_id, club__host=tournament.host_id)


def as_typed(member: ClubMember) -> dict[str, object]:
    """What the form of a membership shows first."""
    person = member.person
    names = ("number", "joined", "left", "lady")
    of_person = ("family", "given", "birth_year", "passport")
    return {
        **{name: getattr(member, name) for name in names},
        **{name: getattr(person, name) for name in of_person},
    }


@require_http_methods(["GET", "POST"])
def show_member(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    form = ChangeMemberForm(request.POST or None, initial=as_typed(member))
    if form.is_valid():
        name = Name(form.cleaned_data["family"], form.cleaned_data["given"])
        with refusals(form):
            services.change_member(
                tournament, member, name, form.terms(), form.details(), by=actor(request)
            )
            messages.success(request, _("Saved."))
            return redirect("club-members", tournament.pk, member.club_id)
    member.refresh_from_db()
    return form_page(
        request,
        "people/member.html",
        form,
        tournament=tournament,
        member=member,
        history=history_of(member.person),
        move=MoveMemberForm(leaving=member.club),
        offer=OfferForm(leaving=member.club, auto_id="offer_%s"),
        offered=MemberOffer.objects.filter(member=member).select_related("to").first(),
        rejoin=RejoinForm(),
    )


@require_POST
def rejoin(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    """Who left comes back: another membership, with the old number if it is free."""
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        joined = cleaned(RejoinForm(request.POST))["joined"]
        services.rejoin(tournament, member, joined, by=actor(request))
        messages.success(request, _("Saved."))
        return redirect("club-members", tournament.pk, member.club_id)
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def move(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        data = cleaned(MoveMemberForm(request.POST, leaving=member.club))
        moved = services.move_member(
            tournament,
            member,
            data["club"],
            on=data["on"],
            number=data["number"],
            by=actor(request),
        )
        words = {"name": str(moved.person), "club": str(moved.club), "number": moved.number}
        sentence = _("%(name)s is now a member of %(club)s with number %(number)s.")
        messages.success(request, sentence % words)
        return redirect("club-members", tournament.pk, moved.club_id)
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def remove(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    club = member.club_id
    with notifying(request):
        services.remove_member(tournament, member, by=actor(request))
        messages.success(request, _("The membership is removed; the person stays on record."))
    return redirect("club-members", tournament.pk, club)
