"""The frame of a POST: how a view shows what a service refuses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join

from scoring.core.forms import Form, Refused, StaleRevision
from scoring.messages.citing import with_paragraph
from scoring.rules.problem import Problem

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
PER_PAGE = 50
MAX_QUERY_LENGTH = 80  # letters
CHANGED_MEANWHILE = Problem("list-changed-meanwhile")  # the page shows an older revision


@dataclass
class Refusals:
    """A block that ends where a service refuses; the view continues after it.

    `problems` says what was refused and `status` is 422, or 409 for StaleRevision. `tell` is called
    with every refusal. Other exceptions pass.
    """

    tell: Callable[[Refused], object] | None = None
    problems: list[Problem] = field(default_factory=list)
    status: int = OK

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if isinstance(error, Refused):
            self.problems, self.status = error.problems, UNPROCESSABLE
        elif isinstance(error, StaleRevision):
            self.problems, self.status = [CHANGED_MEANWHILE], CONFLICT
        else:
            return False
        if self.tell:
            self.tell(Refused(self.problems))
        return True


def refusals(form: Form | None = None) -> Refusals:
    """A block that stores a form: problems are added to its fields, and stay in `problems`."""
    return Refusals(form.refuse if form is not None else None)


class InvalidForm(Exception):
    """A form without a page of its own is invalid."""

    def __init__(self, form: forms.BaseForm) -> None:
        self.form = form
        super().__init__(form.errors.as_json())


def cleaned(form: forms.BaseForm) -> dict[str, Any]:
    """The data of a form without a page of its own; raises InvalidForm, for `notifying`."""
    if not form.is_valid():
        raise InvalidForm(form)
    return form.cleaned_data


class Notifying(Refusals):
    """Refusals and errors of a form become messages on the next page."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(partial(notify, request))
        self.request = request

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if not isinstance(error, InvalidForm):
            return super().__exit__(kind, error, traceback)
        messages.error(self.request, form_errors(error.form))
        return True


def notifying(request: HttpRequest) -> Refusals:
    """A block that carries out a button: each problem is a message on the next page."""
    return Notifying(request)


def form_page(
    request: HttpRequest, template: str, form: forms.BaseForm, *, status: int = OK, **context: Any
) -> HttpResponse:
    """A page with a form; its status is 422 when the form has errors."""
    if form.is_bound and form.errors:
        status = UNPROCESSABLE
    return render(request, template, {"form": form, **context}, status=status)


def page_of_rows(
    request: HttpRequest, rows: QuerySet[Any], per_page: int = PER_PAGE, key: str = "page"
) -> Page[Any]:
    """The page of rows that the query string names under `key`; only its rows are read."""
    return Paginator(rows, per_page).get_page(request.GET.get(key))


def search_text(request: HttpRequest) -> str:
    """What the reader searches a list for."""
    return request.GET.get("q", "")[:MAX_QUERY_LENGTH].replace("\x00", "").strip()


def is_partial(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the open page."""
    return request.headers.get("HX-Request") == "true"


def notify(request: HttpRequest, refused: Refused) -> None:
    """Every problem of a refusal as a message, with a link to its paragraph."""
    for problem in refused.problems:
        messages.error(request, with_paragraph(problem))


def form_errors(form: forms.BaseForm) -> str:
    """The errors of a form without a page of its own."""
    errors = ((error,) for field_errors in form.errors.values() for error in field_errors)
    return format_html_join(" ", "{}", errors)
