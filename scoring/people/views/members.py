"""Members of a club: the list, single members, and offers between hosts; members of a season."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, host_to_organize, right_of, season_for, tournament_for
from scoring.core.files.download import table_file
from scoring.core.forms import cleaned_data_of, form_page, notifying, parse_number, refusals
from scoring.core.listing import Head
from scoring.core.text import Details, Name, parse_name
from scoring.models import Club, ClubMember, MemberOffer, Person, Role, Season, Tournament
from scoring.models.host import Owned
from scoring.people.forms import (
    AddMemberForm,
    AgeLimitsForm,
    ChangeMemberForm,
    FillForm,
    MembersForm,
    MoveMemberForm,
    NewMembersForm,
    OfferForm,
    RefuseOfferForm,
    RejoinForm,
    SearchForm,
    TakeForm,
)
from scoring.people.reads.members import (
    KnownPeople,
    category_counts,
    club_members_listing,
    has_played_in_season,
    history_of,
    member_rows,
    members_of_season_listing,
    offers_to,
    people_of_club,
    people_of_season,
    refused_offers,
)
from scoring.people.services import members as services
from scoring.people.services import offers as offer_services
from scoring.people.services.members import add_members, last_import, set_members
from scoring.people.services.register import free_number
from scoring.standings.reads.season import members_in


def club_for(
    request: HttpRequest, tournament_id: int, club_id: int, role: Role
) -> tuple[Tournament, Club]:
    tournament = tournament_for(request, tournament_id, role)
    return tournament, get_object_or_404(Club.objects.of(tournament), pk=club_id)


@require_GET
def show_members(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.CLERK)
    return members_page(request, tournament, club, AddMemberForm())


def members_page(
    request: HttpRequest, tournament: Tournament, club: Club, form: AddMemberForm
) -> HttpResponse:
    """Only organizers see details and add members."""
    search = SearchForm(request.GET)
    day, query, everybody = search.query()
    rows = member_rows(club, day, query, everybody=everybody)
    form.fields["number"].widget.attrs["placeholder"] = str(free_number(club))
    adding = "next" in request.GET
    form.fields["name"].widget.attrs["autofocus"] = adding
    return form_page(
        request,
        "people/members.html",
        form,
        tournament=tournament,
        club=club,
        adding=adding or form.is_bound or not club.members.exists(),
        search=search,
        day=day,
        rows=rows,
        counts=category_counts(rows),
        imported=last_import(club, actor(request)),
        namesakes=namesakes(club, form),
        limits=AgeLimitsForm(initial=vars(club)),
    )


def namesakes(club: Club, form: AddMemberForm) -> list[Person]:
    if not form.has_error("name") or not form.data.get("name"):
        return []
    data = form.cleaned_data
    details = Details(data.get("passport", ""), data.get("birth_year"))
    name = parse_name(form.data["name"])
    return KnownPeople.of(club).candidates(name, club.name, details)


@require_GET
def members_file(request: HttpRequest, tournament_id: int, club_id: int, kind: str) -> HttpResponse:
    _tournament, club = club_for(request, tournament_id, club_id, Role.CLERK)
    day, query, everybody = SearchForm(request.GET).query()
    rows = member_rows(club, day, query, everybody=everybody)
    listing = club_members_listing(club, rows, day, details=right_of(request).organizer)
    head = Head(club=club.name, day=day, printed_at=timezone.now())
    return table_file(listing, head, club.name, kind)


@require_POST
def add_member(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    form = AddMemberForm(request.POST)
    if form.is_valid():
        with refusals(form):
            member = services.add_member(
                tournament,
                club,
                parse_name(form.cleaned_data["name"]),
                form.terms(),
                form.details(),
                person=parse_number(form.cleaned_data["who"], digits=18),
                another=form.cleaned_data["who"] == "new",
                by=actor(request),
            )
            words = {"name": str(member.person), "number": member.number}
            messages.success(request, _("%(name)s is a member with number %(number)s.") % words)
            # The next name is typed at once.
            return redirect(reverse("club-members", args=[tournament.pk, club.pk]) + "?next=name")
    return members_page(request, tournament, club, form)


@require_POST
def set_limits(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    with notifying(request, _("Saved.")):
        data = cleaned_data_of(AgeLimitsForm(request.POST))
        services.set_age_limits(tournament, club, **data, by=actor(request))
    return redirect("club-members", tournament.pk, club.pk)


@require_POST
def undo_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    with notifying(request):
        count = services.undo_members_import(tournament, club, by=actor(request))
        sentence = ngettext("%(count)s member removed.", "%(count)s members removed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("club-members", tournament.pk, club.pk)


def member_for(
    request: HttpRequest, tournament_id: int, member_id: int
) -> tuple[Tournament, ClubMember]:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    members = ClubMember.objects.select_related("club", "person")
    return tournament, get_object_or_404(members, pk=member_id, club__host=tournament.host_id)


def show_member(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    form = ChangeMemberForm(request.POST or None, initial={**vars(member.person), **vars(member)})
    if form.is_valid():
        name = Name(form.cleaned_data["family"], form.cleaned_data["given"])
        with refusals(form):
            services.change_member(
                tournament, member, name, form.terms(), form.details(), by=actor(request)
            )
            messages.success(request, _("Saved."))
            return redirect("club-members", tournament.pk, member.club_id)
    return form_page(
        request,
        "people/member.html",
        form,
        tournament=tournament,
        member=member,
        played=has_played_in_season(member.person, tournament),
        history=history_of(member.person),
        move=MoveMemberForm(leaving=member.club),
        offer=OfferForm(leaving=member.club, auto_id="offer_%s"),
        offered=MemberOffer.objects.filter(member=member).select_related("to").first(),
        rejoin=RejoinForm(),
    )


@require_POST
def rejoin(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request, _("Saved.")):
        joined = cleaned_data_of(RejoinForm(request.POST))["joined"]
        services.rejoin(tournament, member, joined, by=actor(request))
        return redirect("club-members", tournament.pk, member.club_id)
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def move(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request):
        data = cleaned_data_of(MoveMemberForm(request.POST, leaving=member.club))
        new = services.move_member(tournament, member, **data, by=actor(request))
        words = {"name": str(new.person), "club": str(new.club), "number": new.number}
        sentence = _("%(name)s is now a member of %(club)s with number %(number)s.")
        messages.success(request, sentence % words)
        return redirect("club-members", tournament.pk, new.club_id)
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def remove(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    club = member.club_id
    with notifying(request, _("The membership is removed; the person stays on record.")):
        services.remove_member(tournament, member, by=actor(request))
    return redirect("club-members", tournament.pk, club)


# A member goes to a club of another host: offered here, taken or refused there.


@require_POST
def offer(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request, _("Offered. Nothing changes before he is taken.")):
        data = cleaned_data_of(OfferForm(request.POST, leaving=member.club))
        offer_services.offer_member(tournament, member, **data, by=actor(request))
    return redirect("club-member", tournament.pk, member.pk)


@require_POST
def withdraw(request: HttpRequest, tournament_id: int, member_id: int) -> HttpResponse:
    tournament, member = member_for(request, tournament_id, member_id)
    with notifying(request, _("Saved.")):
        offer_services.withdraw_offer(tournament, member, by=actor(request))
    return redirect("club-member", tournament.pk, member.pk)


def offers_for(
    request: HttpRequest, tournament_id: int, host_id: int
) -> tuple[Owned, Tournament | None]:
    """Whose offers a page shows, and its tournament; the page of a host has none."""
    if host_id:
        return host_to_organize(request, host_id), None
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return tournament, tournament


def show_offered(request: HttpRequest, tournament_id: int = 0, host_id: int = 0) -> HttpResponse:
    owned, tournament = offers_for(request, tournament_id, host_id)
    if request.method == "POST":
        with notifying(request, _("Saved.")):
            data = cleaned_data_of(TakeForm(request.POST, owned=owned))
            offer_services.take_member(tournament, **data, by=actor(request))
            return after_answer(owned, tournament)
    offered, refused = offers_to(owned), refused_offers(owned)
    if not offered and not refused:
        if request.method != "POST":
            raise Http404
        return after_answer(owned, tournament)
    newest = tournament or Tournament.objects.filter(host=owned.host_id).order_by("-pk").first()
    context = {
        "tournament": tournament,
        "host": owned,
        "refused": refused,
        "members_at": newest,
        "rows": [(each, *forms_for(each, owned)) for each in offered],
    }
    return render(request, "people/offered.html", context)


def forms_for(offer: MemberOffer, owned: Owned) -> tuple[TakeForm, RefuseOfferForm]:
    take = TakeForm(owned=owned, auto_id=f"take_{offer.pk}_%s")
    return take, RefuseOfferForm(owned=owned, auto_id=f"refuse_{offer.pk}_%s")


@require_POST
def refuse(request: HttpRequest, tournament_id: int = 0, host_id: int = 0) -> HttpResponse:
    owned, tournament = offers_for(request, tournament_id, host_id)
    with notifying(request, _("Refused. The host that offered the member is told.")):
        data = cleaned_data_of(RefuseOfferForm(request.POST, owned=owned))
        offer_services.refuse_offer(tournament, **data, by=actor(request))
    return after_answer(owned, tournament)


def after_answer(owned: Owned, tournament: Tournament | None) -> HttpResponse:
    """The next offer, or else the page that links to the offers."""
    is_waiting = offers_to(owned).exists()
    if tournament:
        return redirect("members-offered" if is_waiting else "clubs", tournament.pk)
    return redirect("host-offered" if is_waiting else "host", owned.host_id)


# The members of a season: their numbers, who joins, who leaves.


@require_GET
def season_members_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    season = season_for(request, season_id)
    listing = members_of_season_listing(season)
    head = Head(tournament=season.name, printed_at=timezone.now())
    return table_file(listing, head, season.name, kind)


def season_members(request: HttpRequest, season_id: int) -> HttpResponse:
    role = Role.VIEWER if request.method != "POST" else Role.ORGANIZER
    season = season_for(request, season_id, role)
    form = MembersForm(request.POST or None, members=members_in(season))
    if form.is_valid():
        with refusals(form):
            set_members(season, form.numbers, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("season-members", season.pk)
    return season_members_page(request, season, form, NewMembersForm())


def season_members_page(
    request: HttpRequest, season: Season, numbers_form: MembersForm, new_form: NewMembersForm
) -> HttpResponse:
    page: dict[str, Any] = {"season": season, "numbers_form": numbers_form, "new_form": new_form}
    page["fill_form"] = FillForm(season=season, has_players=bool(people_of_season(season)))
    posted = new_form if new_form.errors else numbers_form
    return form_page(request, "people/season_members.html", posted, **page)


@require_POST
def fill_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        club = cleaned_data_of(FillForm(request.POST, season=season))["source"]
        people = people_of_season(season) if club is None else people_of_club(club)
        say_added(request, add_members(season, people, by=actor(request)))
    return redirect("season-members", season.pk)


@require_POST
def add_to_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    form = NewMembersForm(request.POST)
    if form.is_valid():
        with refusals(form):
            added = services.add_newcomers(season, form.cleaned_data["names"], by=actor(request))
            say_added(request, added)
            return redirect("season-members", season.pk)
    return season_members_page(request, season, MembersForm(members=members_in(season)), form)


def say_added(request: HttpRequest, added: services.AddedMembers) -> None:
    sentence = ngettext("%(count)s member added.", "%(count)s members added.", added.new)
    messages.success(request, sentence % {"count": added.new})
    if added.renumbered:
        pairs = (f"{wanted} → {number}" for wanted, number in added.renumbered)
        sentence = _("Numbers that were taken or too high became the next free: %(pairs)s.")
        messages.warning(request, sentence % {"pairs": ", ".join(pairs)})
