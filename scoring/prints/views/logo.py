"""The logo of a tournament: shown, replaced, removed by its organizer."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import submission, tournament_for
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.head import logo_of
from scoring.core.heavy import heavy
from scoring.models import Role
from scoring.prints import services as logos
from scoring.prints.forms import LogoForm


@heavy
@require_http_methods(["GET", "POST"])
def show_logo(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = LogoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        picture = form.cleaned_data["file"].read(logos.LARGEST_FILE + 1)
        with refusals(form):
            logos.set_logo(tournament, picture, **submission(request))
            messages.success(request, _("Saved."))
            return redirect("logo", tournament.pk)
    has_logo = bool(logo_of(tournament))
    return form_page(request, "prints/logo.html", form, tournament=tournament, has_logo=has_logo)


@require_POST
def remove_logo(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        logos.remove_logo(tournament, **submission(request))
        messages.success(request, _("Saved."))
    return redirect("logo", tournament.pk)


@require_GET
def logo_picture(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The PNG for the page."""
    png = logo_of(tournament_for(request, tournament_id))
    if not png:
        raise Http404
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "no-cache"})
