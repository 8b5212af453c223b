"""A page that somebody may not see now leads to the one that says why."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.messages import message
from scoring.rules.problem import Problem


class LedElsewhere(Exception):
    """Raised instead of the page: the address of that `name` and id is shown, with the reason."""

    def __init__(self, name: str, pk: int, reason: Problem | None = None) -> None:
        self.name, self.pk, self.reason = name, pk, reason
        super().__init__(f"{name} {pk}")


class LeadElsewhere:
    """Answers `LedElsewhere`, also where a part of a page was asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, LedElsewhere):
            return None
        if error.reason:
            messages.info(request, message(error.reason))
        url = reverse(error.name, args=[error.pk])
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Redirect": url})
        return redirect(url)
