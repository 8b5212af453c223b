"""One-time links as text and as QR code."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.accounts.services import mailing
from scoring.accounts.services.accounts import LINK_DAYS
from scoring.core.links import qr_code, shareable
from scoring.models import User


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


def shown_already(request: HttpRequest, back: str) -> HttpResponse:
    """The answer to a double submit."""
    messages.warning(request, _("The link was shown already. If it is lost, make a new one."))
    return redirect(back)
