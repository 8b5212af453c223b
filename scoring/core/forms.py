"""What forms and views share: refusals, fields, pages of forms and rows."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from copy import copy
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Page, Paginator
from django.core.validators import MaxLengthValidator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.text import MAX_LINE_LENGTH, plain_text
from scoring.messages.catalogue import message
from scoring.messages.citing import with_paragraph
from scoring.messages.sentence import plain_amount
from scoring.models import Host, User
from scoring.models.tournament import FIRST_DAY, LAST_DAY
from scoring.rules.problem import Problem
from scoring.rules.settlement import MAX_STAKE, read_stake


class Refused(Exception):
    """A service refuses for these problems; nothing was written."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


class StaleRevision(Exception):
    """Somebody changed the list since the caller read it; nothing was written."""


def refuse(code: str, field: str = "", rule: str = "", **params: object) -> Refused:
    """A refusal with one problem."""
    return Refused([Problem(code, field=field, params=params, rule=rule)])


def refuse_all(problems: Iterable[Problem]) -> None:
    """Raise Refused with these problems, if there are any."""
    if problems := list(problems):
        raise Refused(problems)


OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
CHANGED_MEANWHILE = Problem("list-changed-meanwhile")  # the page showed an older revision
MEGABYTE = 1_000_000
MAX_NUMBERS = 500  # start numbers in one field
MAX_CHOICES = 200  # of a list to choose from; of more rows the name is typed
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")
_AMOUNT = re.compile(r"([-+]?)([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
validate_line = MaxLengthValidator(MAX_LINE_LENGTH)  # before the text is cleaned
MAX_ID = 2**63 - 1  # of the databases; SQLite raises on a larger one


class TextField(forms.CharField):
    """One line of text without invisible characters."""

    def to_python(self, value: object) -> str:
        text = str(value or "")
        validate_line(text)
        return plain_text(text)


class RevisionField(forms.IntegerField):
    """The revision that a page showed."""

    def __init__(self, **options: Any) -> None:
        # The next revision must fit into the column, too.
        super().__init__(**{"min_value": 1, "max_value": 2**31 - 2, **options})


class NumberField(forms.IntegerField):
    """A whole number in a text input: the arrows of a number input react to the mouse wheel.

    It may have the minus sign of a printed page.
    """

    def __init__(self, **options: Any) -> None:
        digits = len(str(options.get("max_value", 10**6)))
        attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": str(digits + 1)}
        options.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(**options)

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace("−", "-") if isinstance(value, str) else value)


class UploadField(forms.FileField):
    """A file of at most `most` bytes; app.js refuses a larger one before it is sent."""

    def __init__(self, *, most: int, accept: str, **options: Any) -> None:
        self.most = most
        attributes = {"accept": accept, "data-most": str(most)}
        super().__init__(widget=forms.FileInput(attrs=attributes), **options)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if isinstance(value, UploadedFile) and (value.size or 0) > self.most:
            params = {"megabytes": self.most // MEGABYTE}
            raise ValidationError(gettext("At most %(megabytes)s MB can be sent.") % params)


class Form(forms.Form):
    """A form with Bootstrap's classes; `refuse` adds each problem to its field."""

    status = UNPROCESSABLE  # of the page that shows its errors

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            add_css_class(field.widget)

    def refuse(self, refused: Refused) -> None:
        if refused.problems == [CHANGED_MEANWHILE]:
            self.status = CONFLICT
            if "revision" in self.initial:
                # The posted revision is refused forever: go on from the one that the page shows
                # now. A QueryDict that is spread into a dict gives the list of every field.
                data: Any = copy(self.data)
                data["revision"] = self.initial["revision"]
                self.data = data
        for problem in refused.problems:
            field = self.field_of(problem)
            self.add_error(field if field in self.fields else None, with_paragraph(problem))

    def field_of(self, problem: Problem) -> str:
        """The field at which a problem is shown."""
        return problem.field


class NamedField(forms.ModelChoiceField):
    """A club or host to choose; its name is typed where there are too many to list."""

    unique = "name"
    hint = _("Type the whole name.")
    unknown_name = _("There is nothing of this name here.")

    def set_queryset(self, rows: QuerySet[Any]) -> None:
        self.queryset = rows
        if rows[MAX_CHOICES : MAX_CHOICES + 1].exists():
            self.to_field_name = self.unique
            self.widget = forms.TextInput({"autocapitalize": "none", "autocomplete": "off"})
            self.widget.is_required = self.required
            self.help_text = self.hint
            self.error_messages["invalid_choice"] = self.unknown_name
            add_css_class(self.widget)

    def to_python(self, value: Any) -> Any:
        return super().to_python(plain_text(value) if isinstance(value, str) else value)


class AccountField(NamedField):
    """An account to choose, or to type by its sign-in name."""

    unique = "username"
    hint = _("Type the sign-in name.")
    unknown_name = _("There is no account of this name here.")

    def __init__(self) -> None:
        super().__init__(User.objects.none(), label=_("Account"), empty_label=None)

    def set_queryset(self, rows: QuerySet[Any]) -> None:
        super().set_queryset(rows.order_by("last_name", "first_name", "username"))


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[object, object]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
    field.choices = list(choices)


def add_css_class(widget: forms.Widget) -> None:
    if isinstance(widget, forms.CheckboxInput | forms.CheckboxSelectMultiple):
        css = "form-check-input"
    elif isinstance(widget, forms.Select):
        css = "form-select"
    else:
        css = "form-control"
    widget.attrs["class"] = f"{css} {widget.attrs.get('class', '')}".strip()


class HostedForm(Form):
    """A form that creates something in a host; it asks for the host only if there are several."""

    def __init__(self, *args: Any, hosts: Sequence[Host], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hosts = hosts
        if len(hosts) > 1:
            choices = [(host.pk, host.name) for host in hosts]
            self.fields["held_by"] = forms.TypedChoiceField(
                label=_("Held by"), coerce=int, choices=choices
            )
            add_css_class(self.fields["held_by"].widget)

    @property
    def host_id(self) -> int:
        """The id of the chosen host, or of the only one."""
        return int(self.cleaned_data.get("held_by") or self.hosts[0].pk)


class ReasonForm(Form):
    """A step with a reason, optional."""

    reason = TextField(label=_("Reason"), max_length=400, required=False)


class AsWritten:
    """A day or time as text: a date input of the browser follows the browser's language."""

    formats: tuple[str, ...]
    example: Any = ""
    keypad = "numeric"  # of a telephone, which then has digits alone

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": self.keypad, "autocomplete": "off", "placeholder": self.example}
        widget = self.widget(attributes, format=self.formats[0])  # type: ignore[attr-defined]
        super().__init__(widget=widget, input_formats=self.formats, **options)  # type: ignore[call-arg]


class DateField(AsWritten, forms.DateField):
    """27.11.2026; without full stops for the keys of a telephone; 2026-11-27 as in addresses."""

    default_error_messages = {"invalid": _("Please type a date like 27.11.2026.")}
    formats = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d%m%Y")
    example = _("dd.mm.yyyy")

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value and not FIRST_DAY <= value <= LAST_DAY:
            raise ValidationError(gettext("This date is not possible."))


class TimeField(AsWritten, forms.TimeField):
    """18:30, 18.30 or 1830."""

    default_error_messages = {"invalid": _("Please type a time like 18:30.")}
    formats = ("%H:%M", "%H.%M", "%H%M")
    example = _("hh:mm")


class MomentField(AsWritten, forms.DateTimeField):
    """27.11.2026 18:30."""

    default_error_messages = {"invalid": _("Please type day and time like 27.11.2026 18:30.")}
    formats = ("%d.%m.%Y %H:%M", "%d.%m.%y %H:%M", "%Y-%m-%dT%H:%M")
    keypad = "text"


class MoneyField(forms.Field):
    """Euros as typed ("15", "2,50", "0.5"); the value is in cents, None if empty."""

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "autocomplete": "off", "maxlength": "12"}
        options.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(**options)

    def to_python(self, value: object) -> int | None:
        text = str(value or "").strip()
        try:
            return cents(text) if text else None
        except ValueError:
            raise ValidationError(_("Please type an amount like 12.50."), code="invalid") from None

    def prepare_value(self, value: object) -> object:
        return plain_amount(value) if isinstance(value, int) else value


class StakeField(forms.CharField):
    """Cents a point, "1/4", "0,25" or "1"; its value is an exact Fraction, None if empty."""

    def __init__(self, **options: Any) -> None:
        attributes = {"autocomplete": "off"}
        options.setdefault("widget", forms.TextInput(attrs=attributes))
        options.setdefault("help_text", _("A fraction or a decimal number: 1/10, 1/4, 0,5 or 1."))
        super().__init__(max_length=20, **options)

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value).replace(" ", "")
        if not text:
            return None
        try:
            stake = read_stake(text)
        except ValueError:
            raise ValidationError(
                _("This is not a stake in cents a point: 1/10, 1/4, 0,5 or 1.")
            ) from None
        if stake > MAX_STAKE:
            params = {"most": MAX_STAKE}
            raise ValidationError(
                _("The stake must lie between 0 and %(most)s cents a point."), params=params
            )
        return stake


class NumbersField(TextField):
    """Start numbers, "3 7 12-15"."""

    def clean(self, value: object) -> list[int]:
        try:
            return read_numbers(super().clean(value))
        except Refused as refused:
            raise ValidationError(message(refused.problems[0])) from None


def cents(text: str) -> int:
    """Euros as typed, in cents; raises ValueError.

    >>> cents("20"), cents("17,5 €"), cents("-0.50")
    (2000, 1750, -50)
    """
    match = _AMOUNT.fullmatch(re.sub(r"[€\s]", "", text).replace("−", "-"))
    if match is None:
        raise ValueError(text)
    sign, euros, rest = match.groups(default="")
    amount = int(euros) * 100 + int(rest.ljust(2, "0"))
    return -amount if sign == "-" else amount


def read_numbers(text: str) -> list[int]:
    """Start numbers from "3 7 12-15"; raises Refused if they are unreadable or too many.

    >>> read_numbers("3, 7 12-15")
    [3, 7, 12, 13, 14, 15]
    """
    numbers: dict[int, None] = {}
    joined = re.sub(" ?[-–] ?", "-", " ".join(text.split()))
    for part in joined.replace(",", " ").replace(";", " ").split():
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first:
            raise refuse("numbers-unreadable", text=part[:20])
        # Of a longer range one number too many is enough to refuse it.
        numbers |= dict.fromkeys(range(first, min(last, first + MAX_NUMBERS) + 1))
        if len(numbers) > MAX_NUMBERS:
            raise refuse("numbers-too-many", most=MAX_NUMBERS)
    return list(numbers)


def parse_number(text: str, digits: int) -> int | None:
    """The whole number in a request, of at most this many digits; None for anything else.

    >>> parse_number("007", 3), parse_number("1234", 3), parse_number("-1", 3), parse_number("", 3)
    (7, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


Tell = Callable[[Refused], object]


class Refusals(AbstractContextManager["Refusals"]):
    """A block that ends where a service refuses; the view continues after it.

    `tell` is called with the refusal; `status` is then 422, or 409 for StaleRevision. `done` is
    called after a block without an error.
    """

    def __init__(self, tell: Tell | None = None, done: Callable[[], object] | None = None) -> None:
        self.tell, self.done, self.status = tell, done, OK
        self.problems: list[Problem] = []

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if error is None and self.done:
            self.done()
        if isinstance(error, StaleRevision):
            error, self.status = Refused([CHANGED_MEANWHILE]), CONFLICT
        elif isinstance(error, Refused):
            self.status = UNPROCESSABLE
        else:
            return False
        self.problems = error.problems
        if self.tell:
            self.tell(error)
        return True


def refusals(form: Form | None = None) -> Refusals:
    """A block that stores a form: problems are added to its fields, and stay in `problems`."""
    return Refusals(form.refuse if form is not None else None)


class InvalidForm(Refused):
    """A form without a page of its own is invalid."""

    def __init__(self, form: forms.BaseForm) -> None:
        self.form = form
        super().__init__([Problem("request-unusable")])


def cleaned_data_of(form: forms.BaseForm) -> dict[str, Any]:
    """The data of a form without a page of its own; raises InvalidForm."""
    if not form.is_valid():
        raise InvalidForm(form)
    return form.cleaned_data


def notifying(request: HttpRequest, says: str = "") -> Refusals:
    """A block that carries out a button: problems, or what it `says`, stand on the next page."""
    done = partial(messages.success, request, says) if says else None
    return Refusals(partial(notify, request), done)


def notify(request: HttpRequest, refused: Refused) -> None:
    """Show every problem of a refusal as a message, with a link to its paragraph."""
    if isinstance(refused, InvalidForm):
        messages.error(request, form_errors(refused.form))
        return
    for problem in refused.problems:
        messages.error(request, with_paragraph(problem))


def form_errors(form: forms.BaseForm) -> str:
    errors = ((error,) for field_errors in form.errors.values() for error in field_errors)
    return format_html_join(" ", "{}", errors)


PER_PAGE = 50  # rows
MAX_QUERY_LENGTH = 80  # letters


def form_page(
    request: HttpRequest, template: str, form: forms.BaseForm, *, status: int = OK, **context: Any
) -> HttpResponse:
    """A page with a form; its status is 422 when the form has errors, 409 after a conflict."""
    if form.is_bound and form.errors:
        status = form.status if isinstance(form, Form) else UNPROCESSABLE
    return render(request, template, {"form": form, **context}, status=status)


def page_of_rows(
    request: HttpRequest, rows: Any, per_page: int = PER_PAGE, key: str = "page"
) -> Page[Any]:
    """The page that the query string names under `key`."""
    return Paginator(rows, per_page).get_page(request.GET.get(key))


def search_text(request: HttpRequest) -> str:
    """What the reader searches a list for."""
    return request.GET.get("q", "")[:MAX_QUERY_LENGTH].replace("\x00", "").strip()


def is_partial(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the open page."""
    return request.headers.get("HX-Request") == "true"


def redirect_page(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect the browser, also if it asks for a part of the open page."""
    if is_partial(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)
