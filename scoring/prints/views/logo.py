"""The logo of a tournament or a host: shown, replaced, removed by who may."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import submission, tournament_for
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.head import logo_of, logo_of_host, own_logo
from scoring.core.heavy import heavy
from scoring.hosts.access import host_for, host_to_administer
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
    context = {"has_logo": bool(own_logo(tournament)), "of_host": bool(logo_of_host(tournament))}
    return form_page(request, "prints/logo.html", form, tournament=tournament, **context)


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
    return picture(logo_of(tournament_for(request, tournament_id)))


def picture(png: bytes) -> HttpResponse:
    if not png:
        raise Http404
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "no-cache"})


@heavy
@require_http_methods(["GET", "POST"])
def show_host_logo(request: HttpRequest, host_id: int) -> HttpResponse:
    """The logo of the tournaments of a host that have none of their own."""
    _user, host = host_to_administer(request, host_id)
    form = LogoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].read(logos.LARGEST_FILE + 1)
        with refusals(form):
            logos.set_host_logo(host, file, **submission(request))
            messages.success(request, _("Saved."))
            return redirect("host-logo", host.pk)
    has_logo = bool(logo_of_host(host))
    return form_page(request, "prints/host_logo.html", form, host=host, has_logo=has_logo)


@require_POST
def remove_host_logo(request: HttpRequest, host_id: int) -> HttpResponse:
    _user, host = host_to_administer(request, host_id)
    with notifying(request):
        logos.remove_host_logo(host, **submission(request))
        messages.success(request, _("Saved."))
    return redirect("host-logo", host.pk)


@require_GET
def host_logo_picture(request: HttpRequest, host_id: int) -> HttpResponse:
    """The PNG for the pages of the host."""
    _user, host = host_for(request, host_id)
    return picture(logo_of_host(host))
