"""The language of the pages: an account's, or a visitor's own choice."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.encoding import escape_uri_path
from django.views import i18n
from django.views.decorators.http import require_POST

from scoring.accounts.services import accounts
from scoring.models import User


@require_POST
@login_not_required
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's view, which sets a cookie and refuses foreign addresses; and the account's."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        accounts.set_language(request.user, language)
    return i18n.set_language(request)


def in_language(response: HttpResponse, language: str) -> HttpResponse:
    """Set the cookie of this language."""
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def switched(request: HttpRequest) -> HttpResponse | None:
    """The answer to a link with `?language=en`: a cookie, and back to the same page; else None.

    A cached page cannot contain a form of its reader, so it has a link. It changes nothing but the
    language and leads only to its own address.
    """
    asked = request.GET.copy()
    language = asked.pop("language", [""])[-1]
    if language not in dict(settings.LANGUAGES):
        return None
    rest = f"?{asked.urlencode()}" if asked else ""
    return in_language(redirect(escape_uri_path(request.path) + rest), language)
