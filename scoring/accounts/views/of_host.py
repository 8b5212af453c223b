"""The accounts that a host has set up: its administrator creates them, makes new links
and ends sessions."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.accounts.forms import NewOfHostForm
from scoring.accounts.reads import made_by
from scoring.accounts.services import accounts
from scoring.accounts.services.sessions import end_sessions
from scoring.accounts.views.links import created, renewed, shown_already
from scoring.core.access import actor
from scoring.core.answers import form_page, notifying, paged
from scoring.core.submission import when_repeated
from scoring.hosts.access import host_to_administer
from scoring.hosts.services import give_host_role
from scoring.models import User


@when_repeated(shown_already)
@never_cache
@require_http_methods(["GET", "POST"])
def show_host_accounts(request: HttpRequest, host_id: int) -> HttpResponse:
    """The accounts set up here, and a form for one more with its role."""
    _user, host = host_to_administer(request, host_id)
    back = reverse("host-accounts", args=[host.pk])
    form = NewOfHostForm(request.POST or None)
    if form.is_valid():
        role, by = form.cleaned_data.pop("role"), actor(request)

        def give(user: User) -> None:
            give_host_role(host, user, role, by=by)

        if answer := created(request, form, back=back, made_by=host.pk, give=give):
            return answer
    unopened = set(accounts.unopened_of_host(host).values_list("pk", flat=True))
    context: dict[str, Any] = {
        "host": host,
        "page": paged(request, made_by(host)),
        "unopened": unopened,
    }
    return form_page(request, "accounts/of_host.html", form, **context)


@when_repeated(shown_already)
@never_cache
@require_POST
def renew_host_link(request: HttpRequest, host_id: int, user_id: int) -> HttpResponse:
    """A new link for an account that was never opened; others have "forgotten" or the server."""
    _user, host = host_to_administer(request, host_id)
    user = get_object_or_404(accounts.unopened_of_host(host), pk=user_id)
    return renewed(request, user, back=reverse("host-accounts", args=[host.pk]))


@require_POST
def end_host_sessions(request: HttpRequest, host_id: int, user_id: int) -> HttpResponse:
    """Sign an account of the host out everywhere, for instance when a telephone was lost."""
    _administrator, host = host_to_administer(request, host_id)
    user = get_object_or_404(made_by(host), pk=user_id)
    with notifying(request):
        end_sessions(user, by=actor(request))
        messages.success(request, _("All sessions of %(name)s have ended.") % {"name": user})
    return redirect("host-accounts", host.pk)
