"""A form counts once, however often it arrives: by a double click, a reload, a lost answer.

Every form carries a token. The first change that a request makes stores it at the end of its block,
under a unique key; a token that comes again inside a day changes nothing, and its sender is led
where the first one was. No service hands it on, compares or replays.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Submission
from scoring.models.submission import ADDRESS_LENGTH
from skatturnier.middleware import page_before

View = TypeVar("View", bound=Callable[..., Any])

TOKEN = re.compile(r"[0-9A-Za-z-]{8,64}")
MAX_AGE = timedelta(days=1)
MAX_WAIT = 1.0  # seconds in which the first one answers, once its change is stored


class Repeated(Exception):
    """The form of this request was carried out before; nothing was written."""


@dataclass
class Pending:
    """The token of the request that is being answered, and whose it is: an account's, a list's."""

    sender: str
    token: str
    is_open: bool = False  # inside the block of a change
    is_stored: bool = False
    log: int | None = None  # the first row of the log that was written for it

    def rows(self) -> QuerySet[Submission]:
        return Submission.objects.filter(sender=self.sender, token=self.token)

    def find(self) -> Submission | None:
        """What was stored when the token came first."""
        return self.rows().first()


_pending: ContextVar[Pending | None] = ContextVar("pending", default=None)


@contextmanager
def submitted(sender: str, token: str | None) -> Iterator[Pending | None]:
    """Let the first change inside store this token; a token that no page makes counts for none."""
    pending = Pending(sender, token) if token and TOKEN.fullmatch(token) else None
    before = _pending.set(pending)
    try:
        yield pending
    finally:
        _pending.reset(before)


def note_row(log: int) -> None:
    """Remember the first row of the log that is written for the request."""
    pending = _pending.get()
    if pending is not None and pending.log is None:
        pending.log = log


@contextmanager
def counted_once() -> Iterator[None]:
    """Store the token of the request at the end of the outermost block of its first change.

    Raises Repeated if it stands there already: its twin was faster.
    """
    pending = _pending.get()
    if pending is None or pending.is_open or pending.is_stored:
        yield
        return
    pending.is_open, pending.log = True, None
    try:
        yield
        store(pending)
    finally:
        pending.is_open = False


def store(pending: Pending) -> None:
    row = Submission(sender=pending.sender, token=pending.token, at=timezone.now(), log=pending.log)
    try:
        row.save(force_insert=True)
    except IntegrityError:
        raise Repeated from None
    pending.is_stored = True


def forget_submissions() -> None:
    """Delete the tokens of yesterday and before."""
    Submission.objects.filter(at__lt=timezone.now() - MAX_AGE).delete()


def sender_of(request: HttpRequest) -> str:
    """Whose tokens those of this request are: an account's, or nobody's."""
    return f"account {request.user.pk}" if request.user.is_authenticated else ""


def submission_of(request: HttpRequest, token: str) -> Submission | None:
    """What the form with this token did, sent by the same account."""
    return Pending(sender_of(request), token).find()


def token_of_row(log: int) -> str:
    """The token of the form that wrote this row of the log; "" if it is not known any more."""
    row = Submission.objects.filter(log=log).first()
    return row.token if row else ""


def when_repeated(answer: Callable[..., HttpResponseBase]) -> Callable[[View], View]:
    """Let `answer(request, earlier, …)` answer a form of this view that comes again.

    Must be the outermost decorator. Other views lead to the address where the first one was led.
    """

    def decorate(view: View) -> View:
        view.when_repeated = answer  # type: ignore[attr-defined]
        return view

    return decorate


class CountOnce:
    """Middleware: stores the token of a form with its change, and answers one that comes again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with submitted("", None):
            response = self.get_response(request)
            pending = _pending.get()
        if pending is None:
            return response
        if not pending.is_stored:
            return self.lead(request, earlier) if (earlier := pending.find()) else response
        if again_of(request) is None:
            address = response.headers.get("Location") or page_of(request)
            pending.rows().update(address=address if len(address) <= ADDRESS_LENGTH else "")
        return response

    def process_view(self, request: HttpRequest, view: Any, *_parts: object) -> None:
        # Not before: what was sent is read only once it is known who may send it. Phones send what
        # is no form; their views ask for the token themselves.
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return
        if TOKEN.fullmatch(token := request.POST.get("token", "")):
            _pending.set(Pending(sender_of(request), token))

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        # `__call__` leads on; a page of errors would say that the program failed.
        return HttpResponse(status=409) if isinstance(error, Repeated) else None

    def lead(self, request: HttpRequest, earlier: Submission) -> HttpResponseBase:
        """The answer to a form that was carried out before, whatever its view said now."""
        for _refusal in messages.get_messages(request):
            pass  # it was refused because it has been carried out
        match = request.resolver_match
        if match and (again := again_of(request)):
            return again(request, earlier, *match.args, **match.kwargs)
        messages.info(request, _("This was saved already; nothing was written twice."))
        address = address_after(earlier) or page_of(request)  # the first one answers still
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Redirect": address})
        return redirect(address)


def again_of(request: HttpRequest) -> Callable[..., HttpResponseBase] | None:
    """How the view of this request answers a form that comes again; None: by an address."""
    return getattr(request.resolver_match and request.resolver_match.func, "when_repeated", None)


def address_after(earlier: Submission) -> str:
    """Where the first one was led, as soon as it is known; "" if that takes too long."""
    end = time.monotonic() + MAX_WAIT
    while not earlier.address and time.monotonic() < end:
        time.sleep(0.05)
        earlier.refresh_from_db()
    return earlier.address


def page_of(request: HttpRequest) -> str:
    """The path of the page that a form was sent from, as its browser tells."""
    parts = urlsplit(page_before(request))
    # Two slashes would begin the name of another host.
    return f"/{parts.path.lstrip('/')}" + (f"?{parts.query}" if parts.query else "")
