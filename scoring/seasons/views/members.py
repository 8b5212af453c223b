"""The members of a season: their numbers, who joins, who leaves."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, season_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.forms import refuse
from scoring.models import Person, Role, Season
from scoring.seasons.forms import FillForm, MembersForm, OneMemberForm
from scoring.seasons.reads.members import members_in, people_called, people_of_club, played_in
from scoring.seasons.services.members import add_members, set_members


@require_http_methods(["GET", "POST"])
def members(request: HttpRequest, season_id: int) -> HttpResponse:
    """The members by number; an organizer changes the numbers."""
    role = Role.VIEWER if request.method == "GET" else Role.ORGANIZER
    season = season_for(request, season_id, role)
    form = MembersForm(request.POST or None, members=members_in(season))
    if form.is_valid():
        with refusals(form):
            set_members(season, form.wanted, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("season-members", season.pk)
    fill = FillForm(season=season, played=bool(played_in(season)))
    one = OneMemberForm()
    return form_page(request, "seasons/members.html", form, season=season, fill=fill, one=one)


@require_POST
def fill_members(request: HttpRequest, season_id: int) -> HttpResponse:
    """Everybody of a club, or everybody who has played, becomes a member."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        club = cleaned(FillForm(request.POST, season=season))["source"]
        people = played_in(season) if club is None else people_of_club(club)
        added = add_members(season, people, by=actor(request))
        sentence = ngettext("%(count)s member added.", "%(count)s members added.", added)
        messages.success(request, sentence % {"count": added})
    return redirect("season-members", season.pk)


@require_POST
def add_member(request: HttpRequest, season_id: int) -> HttpResponse:
    """One person on record becomes a member."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(OneMemberForm(request.POST))
        person = the_one(season, data["name"])
        add_members(season, [(person.pk, data["number"] or 0)], by=actor(request))
        messages.success(request, _("%(name)s is a member.") % {"name": person})
    return redirect("season-members", season.pk)


def the_one(season: Season, name: str) -> Person:
    """The only person on record whose name begins so; raises Refused."""
    people = people_called(season, name)
    if not people:
        raise refuse("nobody-called-so", "name", name=name)
    exact = [person for person in people if name in (str(person), person.sorted_name)]
    if len(exact or people) > 1:
        names = [person.sorted_name for person in people[:5]]
        raise refuse("several-called-so", "name", names=names)
    return (exact or people)[0]
