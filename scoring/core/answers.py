"""The answers that many pages give: a form again with its errors, a refusal as a message."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join

from scoring.core.refusals import Refused
from scoring.messages.citing import with_paragraph
from scoring.rules.problem import Problem

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
PER_PAGE = 50
# Of a page that shows another revision than the list has by now.
CHANGED_MEANWHILE = Problem("list-changed-meanwhile")


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
