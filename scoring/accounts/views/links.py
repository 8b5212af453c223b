"""One-time links as text and as QR code, of accounts that are new or were never opened."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.accounts.forms import InvitingForm
from scoring.accounts.services import mailing
from scoring.accounts.services.accounts import LINK_DAYS, create_account, renew_link
from scoring.core.access import actor
from scoring.core.answers import notifying, refusals
from scoring.core.links import qr_code, shareable
from scoring.models import Submission, User


def link_page(request: HttpRequest, user: User, token: str, *, back: str) -> HttpResponse:
    """The link, shown only once, as only its hash is stored. `back` is the next page."""
    url = shareable(request, reverse("setup", args=[token]))
    context = {"account": user, "url": url, "code": qr_code(url), "days": LINK_DAYS, "back": back}
    return render(request, "accounts/link.html", context)


def first_link_page(request: HttpRequest, user: User, token: str, *, back: str) -> HttpResponse:
    """The link is sent where that is possible; else, and if the e-mail fails, it is shown."""
    if not (settings.MAIL and user.email):
        return link_page(request, user, token, back=back)
    if not mailing.invite(user, token, request.build_absolute_uri("/").rstrip("/")):
        messages.warning(request, _("The e-mail could not be sent. Pass the link on yourself."))
        return link_page(request, user, token, back=back)
    sentence = _("A link was sent to %(address)s.") % {"address": user.email}
    messages.success(request, sentence)
    return redirect(back)


def created(
    request: HttpRequest,
    form: InvitingForm,
    *,
    back: str,
    made_by: int | None = None,
    give: Callable[[User], None] | None = None,
) -> HttpResponse | None:
    """The page of the link of a new account, to which `give` gives its role; None if it was
    refused, which the form says.
    """
    with refusals(form):
        user, link = create_account(**form.cleaned_data, made_by=made_by, by=actor(request))
        if give:
            give(user)
        return first_link_page(request, user, link, back=back)
    return None


def renewed(request: HttpRequest, user: User, *, back: str) -> HttpResponse:
    """The page of a new link for an account that was never opened."""
    with notifying(request):
        link = renew_link(user, by=actor(request))
        return link_page(request, user, link, back=back)
    return redirect(back)


def shown_already(request: HttpRequest, _earlier: Submission, **parts: int) -> HttpResponse:
    """The answer to a double submit: the link cannot be shown again. Back to where it was made."""
    messages.warning(request, _("The link was shown already. If it is lost, make a new one."))
    if "tournament_id" in parts:
        return redirect("people", parts["tournament_id"])
    return (
        redirect("host-accounts", parts["host_id"]) if "host_id" in parts else redirect("accounts")
    )
