"""Limits on size and kind of a request, applied before its body is read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

GetResponse = Callable[[HttpRequest], HttpResponse]

TOO_LARGE = 413
UNSUPPORTED = 415
# Content types of this program's forms; the empty one is a button without a form.
KINDS = ("", "application/x-www-form-urlencoded", "multipart/form-data")


def bounded_requests(get_response: GetResponse) -> GetResponse:
    """Refuses a request that is too large, or of a content type that no form here sends.

    Django limits the fields of a form, but writes files of any size to the disk before a view
    can look at them, also for people who are not signed in. A body without a length is not
    read at all (WSGI).
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if length(request) > settings.LARGEST_REQUEST:
            return HttpResponse(_("This is larger than what can be sent here."), status=TOO_LARGE)
        if request.method not in ("GET", "HEAD", "OPTIONS") and request.content_type not in KINDS:
            return HttpResponse(_("This kind of file cannot be read here."), status=UNSUPPORTED)
        return get_response(request)

    return middleware


def length(request: HttpRequest) -> int:
    """The announced length of the body; nonsense counts as too large."""
    told = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(told) if told.isdecimal() and len(told) < 20 else settings.LARGEST_REQUEST + 1
