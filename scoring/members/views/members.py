"""The list of a club's members: looked at, taken along, one more added."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.clubs.services import free_number
from scoring.core.access import actor, right_of, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.files.download import table_file
from scoring.core.head import Head
from scoring.core.text import Details, parse_name
from scoring.members.forms import AddMemberForm, AgeLimitsForm, SearchForm, number_offered
from scoring.members.reads.matching import KnownPeople
from scoring.members.reads.members import club_members_listing, counted, member_rows
from scoring.members.services import members as services
from scoring.members.services.members import last_import, undo_import
from scoring.models import Club, Person, Role, Tournament


def club_for(
    request: HttpRequest, tournament_id: int, club_id: int, role: Role
) -> tuple[Tournament, Club]:
    """The tournament of the page and a club of its host, with the right to its members."""
    tournament = tournament_for(request, tournament_id, role)
    return tournament, get_object_or_404(Club.objects.of(tournament), pk=club_id)


@require_GET
def show_members(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.CLERK)
    return members_page(request, tournament, club, AddMemberForm())


def members_page(
    request: HttpRequest, tournament: Tournament, club: Club, form: AddMemberForm
) -> HttpResponse:
    """The members of a day; only organizers see details and add others."""
    search = SearchForm(request.GET)
    day, sought, everybody = search.wanted()
    rows = member_rows(club, day, sought, everybody=everybody)
    number_offered(form, free_number(club))
    adding = "next" in request.GET
    if adding:
        form.fields["name"].widget.attrs["autofocus"] = True
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
        count=counted(rows),
        read_in=last_import(club, actor(request)),
        namesakes=namesakes(club, form),
        limits=AgeLimitsForm(initial=vars(club)),
    )


def namesakes(club: Club, form: AddMemberForm) -> list[Person]:
    """Who is on record under the name that was typed, where somebody has to choose."""
    if not form.has_error("name") or not form.data.get("name"):
        return []
    data = form.cleaned_data
    details = Details(data.get("passport", ""), data.get("birth_year"))
    found = KnownPeople(club).candidates(parse_name(form.data["name"]), details)
    return list(Person.objects.filter(pk__in=[each.pk for each in found]).select_related("club"))


@require_GET
def members_file(request: HttpRequest, tournament_id: int, club_id: int, kind: str) -> HttpResponse:
    """The list as the page shows it: PDF, workbook or csv."""
    _tournament, club = club_for(request, tournament_id, club_id, Role.CLERK)
    day, sought, everybody = SearchForm(request.GET).wanted()
    rows = member_rows(club, day, sought, everybody=everybody)
    listing = club_members_listing(club, rows, day, details=right_of(request).organizer)
    head = Head(club=club.name, tournament=_("Members"), day=day, printed_at=timezone.now())
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
                form.name_given(),
                form.terms(),
                form.details(),
                person=form.person,
                another=form.another,
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
    with notifying(request):
        data = cleaned(AgeLimitsForm(request.POST))
        services.set_age_limits(tournament, club, **data, by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("club-members", tournament.pk, club.pk)


@require_POST
def undo_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    """Undo the last table of members as a whole."""
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    with notifying(request):
        count = undo_import(tournament, club, by=actor(request))
        sentence = ngettext("%(count)s member removed.", "%(count)s members removed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("club-members", tournament.pk, club.pk)
