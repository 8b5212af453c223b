"""Clubs and the register of people: merging duplicates, removing names."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.forms import (
    OK,
    UNPROCESSABLE,
    form_page,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.scope import has_several_hosts
from scoring.models import Club, MemberOffer, Person, Role, Tournament
from scoring.people.forms import (
    ClubNameForm,
    MergeClubsForm,
    NewClubForm,
    PeopleForm,
    PersonForm,
    TwoPeopleForm,
)
from scoring.people.reads import register as reads
from scoring.people.services import register as services


@require_GET
def show_clubs(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    return clubs_page(request, tournament, MergeClubsForm(owned=tournament))


def clubs_page(request: HttpRequest, tournament: Tournament, form: forms.BaseForm) -> HttpResponse:
    merge = form if isinstance(form, MergeClubsForm) else MergeClubsForm(owned=tournament)
    query = search_text(request)
    page = page_of_rows(request, Club.objects.of(tournament).filter(name__icontains=query))
    return form_page(
        request,
        "people/clubs.html",
        form,
        tournament=tournament,
        page=page,
        query=query,
        clubs=reads.club_rows(tournament, page),
        merge=merge,
        offered=MemberOffer.objects.waiting_for(tournament).count(),
        refused=MemberOffer.objects.refused_to(tournament).count(),
        new=form if isinstance(form, NewClubForm) else NewClubForm(),
    )


@require_POST
def add_club(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = NewClubForm(request.POST)
    if form.is_valid():
        with refusals(form):
            club = services.add_club(tournament, **form.cleaned_data, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("club-members", tournament.pk, club.pk)
    return clubs_page(request, tournament, form)


@require_POST
def rename_club(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = ClubNameForm(request.POST, owned=tournament)
    if form.is_valid():
        with refusals(form):
            services.rename_club(tournament, **form.cleaned_data, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("clubs", tournament.pk)
    return clubs_page(request, tournament, form)


@require_POST
def merge_clubs(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = MergeClubsForm(request.POST, owned=tournament)
    if form.is_valid():
        gone, remaining = form.cleaned_data["club"], form.cleaned_data["kept"]
        name = gone.name
        with refusals(form):
            services.merge_clubs(tournament, gone, remaining, by=actor(request))
            words = {"gone": name, "kept": remaining.name}
            messages.success(request, _("%(gone)s is %(kept)s from now on.") % words)
            return redirect("clubs", tournament.pk)
    return clubs_page(request, tournament, form)


@require_GET
def show_register(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Search results, or possible duplicates and names that may be removed (TO 7.4.4)."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    query, count = search_text(request), Person.objects.of(tournament).on_record().count()
    context: dict[str, object] = {"tournament": tournament, "query": query, "count": count}
    context["host"] = tournament.host if has_several_hosts() else None
    if query:
        context["records"] = reads.matching_people(tournament, query)
    else:
        page = page_of_rows(request, reads.forgettable(actor(request), tournament))
        context |= {"page": page, "forgettable": reads.register_rows(page)}
        context["doubles"], context["more_doubles"] = reads.doubles(tournament)
    return render(request, "people/register.html", context)


def posted_people(form: PersonForm) -> list[Person]:
    """In the order of the fields; 404 if one is not on record."""
    if not form.is_valid():
        raise Http404
    return list(form.cleaned_data.values())


def merge_people(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = TwoPeopleForm(request.POST or request.GET, owned=tournament)
    gone, remaining = posted_people(form)
    if request.method == "POST":
        with notifying(request):
            moved = services.merge_people(tournament, gone, remaining, by=actor(request))
            sentence = ngettext(
                "Merged: %(count)s tournament was taken over.",
                "Merged: %(count)s tournaments were taken over.",
                moved,
            )
            messages.success(request, sentence % {"count": moved})
        return redirect("register", tournament.pk)
    problems = services.merging_problems(gone, remaining, actor(request))
    context = {"tournament": tournament, "problems": problems}
    context["gone"], context["kept"] = reads.register_rows([gone, remaining])
    context |= {"entries": reads.entries_of(gone), "others": reads.entries_of(remaining)}
    return render(request, "people/merge.html", context, status=UNPROCESSABLE if problems else OK)


@require_GET
def person_data(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    [person] = posted_people(PersonForm(request.GET, owned=tournament))
    data = reads.data_of(person, actor(request))
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{person.sorted_name}.json"
    )
    return answer


def anonymise(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = PeopleForm(request.POST or request.GET, owned=tournament)
    if not form.is_valid():
        messages.error(request, _("Please tick whose names are to be removed."))
        return redirect("register", tournament.pk)
    people, by = form.cleaned_data["person"], actor(request)
    if request.method == "POST" and form.cleaned_data["seen"]:
        with notifying(request):
            count = services.anonymise_people(tournament, people, by=by)
            sentence = ngettext(
                "%(count)s name is removed; all results stay.",
                "%(count)s names are removed; all results stay.",
                count,
            )
            messages.success(request, sentence % {"count": count})
        return redirect("register", tournament.pk)
    # The register has ticks for people who are due only; the link beside a name is for anybody.
    listed = people if request.method != "POST" else ()
    problems = [problem for who in listed for problem in services.anonymising_problems(who, by)]
    context = {"tournament": tournament, "people": reads.register_rows(people)}
    context |= {"traces": reads.traces_of(people), "problems": problems}
    status = UNPROCESSABLE if problems else OK
    return render(request, "people/anonymise.html", context, status=status)
