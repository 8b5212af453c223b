"""The one way in which services write: block, lock, token, log, one after the other.

What computes for long does so before the block, because SQLite has one write lock for all; whatever
was checked outside and could have changed since is checked again inside.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from secrets import token_hex
from threading import RLock
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Model, QuerySet
from django.db.transaction import on_commit
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.forms import refuse
from scoring.models import Actor, LogEntry, Submission, Tournament
from scoring.models.log import ADDRESS_LENGTH, KEYSTROKES, OF_REPORTED
from skatturnier.middleware import page_before

# A form counts once, however often it arrives: by a double click, a reload, a lost answer.
#
# Every form carries a token. The first change that a request makes stores it at the end of its
# block,
# under a unique key; a token that comes again inside a day changes nothing, and its sender is led
# where the first one was. No service hands it on, compares or replays.

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


# Answers to who asks again and again, in Django's cache: as long as nothing changes, no query.
#
# Every row of the log gives its tournament a new mark as soon as it is committed; a keystroke in a
# list gives one to this list alone. An answer is true as long as the marks stand that stood before
# it
# was read.

MARKED = 60 * 60  # seconds; no answer is kept for so long


class Polled:
    """What is asked under a key: `answer` is None unless nothing has changed since it was kept."""

    def __init__(self, key: str) -> None:
        self.key = f"polled/{key}"
        self.about, marks, answer = cache.get(self.key, ((), None, None))
        self.marks: dict[str, str] = cache.get_many(self.about)
        self.answer: Any = answer if marks == self.marks else None

    def keep(self, answer: Any, *about: str, seconds: float) -> None:
        """Keep an answer that was read after this was made.

        Only from the second time on: what it is about was not known before it was read first.
        """
        marks = self.marks if about == self.about else None
        cache.set(self.key, (about, marks, answer), seconds)


def about(tournament: int | None, subject: str = "") -> str:
    """The key of a mark: that of a tournament, of a list in it, or of what is in no tournament."""
    return f"mark/{tournament}/{subject}"


def note_change(tournament: int | None, subject: str = "") -> None:
    """Answers about this are no longer true when the block is committed."""
    key = about(tournament, subject)
    on_commit(lambda: cache.set(key, token_hex(8), MARKED), robust=True)


def note_logged(row: LogEntry) -> None:
    """What a row of the log tells of has changed."""
    is_typed = row.action in KEYSTROKES and row.subject.startswith("list/")
    note_change(row.tournament_id, row.subject if is_typed else "")


# Whoever waits for SQLite's one write lock sleeps and tries again, and some never come first: of
# fifty browsers that send at full speed the last waited nine seconds, and 1.2 behind this lock.
WRITING = RLock()
REGISTER_KEY = 7_528_001  # of PostgreSQL's advisory lock; any number that is used for nothing else

Figures = Mapping[str, Any] | None
Row = TypeVar("Row", bound=Model)


@dataclass
class Change:
    """A change in its open block, which writes its rows of the log."""

    tournament: Tournament | None
    by: Actor
    actions: tuple[str, ...]
    about: str = ""
    reason: str = ""
    host: int | None = None

    def log(
        self,
        *,
        old: Figures = None,
        new: Figures = None,
        action: str = "",
        about: str = "",
        reason: str = "",
        tournament: Tournament | None = None,
    ) -> LogEntry:
        """Log what was done: by default the first action, the subject and the reason given."""
        return write_log(
            action or self.actions[0],
            about or self.about,
            by=self.by,
            tournament=tournament or self.tournament,
            host=self.host,
            old=old,
            new=new,
            reason=reason or self.reason,
        )


@contextmanager
def block() -> Iterator[None]:
    """One atomic block, for which those who wait are let in one after the other."""
    with WRITING if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


@contextmanager
def changing(
    tournament: Tournament | None,
    by: Actor,
    *actions: str,
    about: str = "",
    reason: str = "",
    host: int | None = None,
    register: bool = False,
) -> Iterator[Change]:
    """One atomic block in which nobody else changes the tournament, and a form counts once.

    `about` is the subject of the log's rows, which may be known only when they are written. Without
    a tournament, and with `register`, nobody else changes people, clubs and accounts meanwhile;
    `host` is the id of the host whose row it then is. Raises Refused for a tournament that is gone
    or was reported from elsewhere, Repeated if the form of this request was carried out before.
    """
    # A tournament is made as a reported one and stays it: nothing has to be locked for this.
    if tournament and tournament.reported_at and not OF_REPORTED.issuperset(actions):
        raise refuse("tournament-is-reported")
    with block(), counted_once():
        if register or tournament is None:
            lock_register()
        if tournament:
            if not lock_tournaments(tournament.pk):
                raise refuse("tournament-gone")
            tournament.refresh_from_db()
        yield Change(tournament, by, actions, about, reason, host)


@contextmanager
def trying_out() -> Iterator[None]:
    """A block that is rolled back, for previews: services in it write nothing, no token either."""
    with submitted("", None), block():
        yield
        transaction.set_rollback(True)


def lock_register() -> None:
    """Wait for whoever changes people, clubs or accounts, and let nobody else until the block ends.

    Names are unique there, and the same people are entered in several tournaments. Before any
    tournament is locked. On SQLite the block has locked everything.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [REGISTER_KEY])


def lock_tournaments(*tournaments: int) -> int:
    """Lock the rows of tournaments, by their ids; returns how many there are.

    More than one only with the register: two who lock several would wait for each other.
    """
    return Tournament.objects.filter(pk__in=tournaments).update(name=F("name"))


def write_log(
    action: str,
    subject: str,
    *,
    by: Actor,
    tournament: Tournament | None,
    host: int | None = None,
    old: Figures = None,
    new: Figures = None,
    reason: str = "",
) -> LogEntry:
    """One row of the log, written in the same block as the change.

    `host` is the id of the one whose row it is, where it belongs to no tournament.
    """
    row = LogEntry(
        tournament=tournament,
        host_id=None if tournament else host,
        at=timezone.now(),
        user=by.user,
        actor=by.label,
        action=action,
        subject=subject,
        old=old,
        new=new,
        reason=reason,
    )
    row.save(force_insert=True)
    note_row(row.pk)
    note_logged(row)
    return row


def still_there(rows: QuerySet[Row], gone: str) -> Row:
    """The first of these rows; raises Refused with the code `gone` if there is none."""
    row = rows.first()
    if row is None:
        raise refuse(gone)
    return row


def refresh(row: Model, gone: str) -> None:
    """Reads the row again; raises Refused with the code `gone` if it was removed."""
    try:
        row.refresh_from_db()
    except ObjectDoesNotExist:
        raise refuse(gone) from None
