"""The frame of a POST: arguments of a service, where a refusal is shown, the next page."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join

from scoring.core.forms import Form
from scoring.core.refusals import Refused, StaleRevision
from scoring.messages.citing import with_paragraph
from scoring.rules.problem import Problem

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
PER_PAGE = 50
# Of a page that shows another revision than the list has by now.
CHANGED_MEANWHILE = Problem("list-changed-meanwhile")


@dataclass
class Refusals:
    """A block that ends where a service refuses; the view goes on behind it.

    `problems` and `status` then say what was refused: 422, or 409 if the list is another one than
    the page showed (StaleRevision). `tell` is given every refusal. Other exceptions pass.
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
    """A block that stores what a form says; each problem stands at the field it is about.

    Without a form the page shows the problems in a way of its own.
    """
    return Refusals(form.refuse if form is not None else None)


class InvalidForm(Exception):
    """A form that has no page of its own cannot be understood."""

    def __init__(self, form: forms.BaseForm) -> None:
        self.form = form
        super().__init__(form.errors.as_json())


def cleaned(form: forms.BaseForm) -> dict[str, Any]:
    """What a form says that has no page of its own; raises InvalidForm, for `notifying`."""
    if not form.is_valid():
        raise InvalidForm(form)
    return form.cleaned_data


class Notifying(Refusals):
    """Refusals, and errors of a form, as messages on the next page."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(partial(notify, request))
        self.request = request

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if not isinstance(error, InvalidForm):
            return super().__exit__(kind, error, traceback)
        messages.error(self.request, form_errors(error.form))
        return True


def notifying(request: HttpRequest) -> Refusals:
    """A block that stores what a button says; each problem is a message on the next page."""
    return Notifying(request)


def form_page(
    request: HttpRequest, template: str, form: forms.BaseForm, *, status: int = OK, **context: Any
) -> HttpResponse:
    """A page with a form: 422 when something in it was refused, so that nothing looks saved."""
    if form.is_bound and form.errors:
        status = UNPROCESSABLE
    return render(request, template, {"form": form, **context}, status=status)


def is_partial(request: HttpRequest) -> bool:
    """Whether htmx asks for a piece of the page that is open."""
    return request.headers.get("HX-Request") == "true"


def notify(request: HttpRequest, refused: Refused) -> None:
    """Every problem of a refusal, on the next page, with a link to its paragraph."""
    for problem in refused.problems:
        messages.error(request, with_paragraph(problem))


def form_errors(form: forms.BaseForm) -> str:
    """The errors of a form that has no page of its own."""
    said = ((error,) for errors in form.errors.values() for error in errors)
    return format_html_join(" ", "{}", said)
