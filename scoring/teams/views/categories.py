"""Categories: names, fees, members."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.refusals import refuse
from scoring.models import Category, Role, Tournament
from scoring.teams.forms.categories import AssignForm, CategoryForm, ChosenForm
from scoring.teams.reads.categories import categories
from scoring.teams.services import categories as service


@require_GET
def show_categories(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    return categories_page(request, tournament, CategoryForm())


def categories_page(
    request: HttpRequest, tournament: Tournament, form: CategoryForm
) -> HttpResponse:
    """Every category with its players; organizers change it in place."""
    category_views = categories(tournament)
    rows = [
        (category_view, CategoryForm.of(category_view.category)) for category_view in category_views
    ]
    missing = [terms.name for terms in service.missing_terms(tournament)]
    return form_page(
        request, "teams/categories.html", form, tournament=tournament, rows=rows, missing=missing
    )


@require_POST
def add(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = CategoryForm(request.POST)
    if form.is_valid():
        with refusals(form):
            service.add_category(tournament, form.terms, by=actor(request))
            return redirect("categories", tournament.pk)
    return categories_page(request, tournament, form)


@require_POST
def add_suggested(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Add the usual categories."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        service.add_suggested(tournament, by=actor(request))
    return redirect("categories", tournament.pk)


def chosen(request: HttpRequest, tournament: Tournament) -> Category:
    """The category of the form; raises Refused if this tournament has none such."""
    form = ChosenForm(request.POST)
    number = form.cleaned_data["category"] if form.is_valid() else 0
    category = tournament.categories.select_related("tournament").filter(pk=number).first()
    if category is None:
        raise refuse("category-gone")
    return category


@require_POST
def change(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = CategoryForm(request.POST)
    with notifying(request):
        category = chosen(request, tournament)
        cleaned(form)
        service.change_category(category, form.terms, by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("categories", tournament.pk)


@require_POST
def remove(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        category = chosen(request, tournament)
        service.remove_category(category, by=actor(request))
        messages.success(request, _("“%(name)s” is removed.") % {"name": category.name})
    return redirect("categories", tournament.pk)


@require_POST
def assign(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Many players at once by start number, into a category or out of it."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    with notifying(request):
        category = chosen(request, tournament)
        data = cleaned(AssignForm(request.POST))
        moved = service.assign(category, data["numbers"], away=data["away"], by=actor(request))
        sentence = ngettext(
            "%(name)s: %(count)s player changed.",
            "%(name)s: %(count)s players changed.",
            len(moved),
        )
        messages.success(request, sentence % {"name": category.name, "count": len(moved)})
    return redirect("categories", tournament.pk)
