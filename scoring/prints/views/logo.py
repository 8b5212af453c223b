"""The logo of a tournament or a host: shown, replaced, removed by who may."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.files.download import picture
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
    context = {
        "tournament": tournament,
        "has_logo": bool(own_logo(tournament)),
        "of_host": bool(logo_of_host(tournament)),
    }
    store = partial(logos.set_logo, tournament)
    return logo_page(request, "prints/logo.html", store, context)


@heavy
@require_http_methods(["GET", "POST"])
def show_host_logo(request: HttpRequest, host_id: int) -> HttpResponse:
    """The logo of the tournaments of a host that have none of their own."""
    _user, host = host_to_administer(request, host_id)
    context = {"host": host, "has_logo": bool(logo_of_host(host))}
    store = partial(logos.set_host_logo, host)
    return logo_page(request, "prints/host_logo.html", store, context)


def logo_page(
    request: HttpRequest, template: str, store: Callable[..., None], context: dict[str, Any]
) -> HttpResponse:
    """The logo, and the form of a new picture; a stored one is shown by the same page."""
    form = LogoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].read(logos.LARGEST_FILE + 1)
        with refusals(form):
            store(file, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect(request.path)
    return form_page(request, template, form, **context)


@require_POST
def remove_logo(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return removed(request, "logo", tournament.pk, partial(logos.remove_logo, tournament))


@require_POST
def remove_host_logo(request: HttpRequest, host_id: int) -> HttpResponse:
    _user, host = host_to_administer(request, host_id)
    return removed(request, "host-logo", host.pk, partial(logos.remove_host_logo, host))


def removed(request: HttpRequest, name: str, pk: int, remove: Callable[..., None]) -> HttpResponse:
    """Back to the page of that name, without a logo."""
    with notifying(request):
        remove(by=actor(request))
        messages.success(request, _("Saved."))
    return redirect(name, pk)


@require_GET
def logo_picture(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The PNG for the page."""
    return picture(logo_of(tournament_for(request, tournament_id)))


@require_GET
def host_logo_picture(request: HttpRequest, host_id: int) -> HttpResponse:
    """The PNG for the pages of the host."""
    _user, host = host_for(request, host_id)
    return picture(logo_of_host(host))
