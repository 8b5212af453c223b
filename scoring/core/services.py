"""How services write: one block, one lock, one token, one log row. Answers to polled pages."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, timedelta
from datetime import time as clock_time
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
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.forms import redirect_page, refuse
from scoring.models import Actor, LogEntry, Season, Series, Submission, Tournament
from scoring.models.log import ADDRESS_LENGTH, ALLOWED_IN_REPORTED, KEYSTROKES, Action
from scoring.models.names import series_subject, subject_of
from skatturnier.middleware import page_before

# Tokens. A form counts once, however often it arrives: by a double click, a reload, a lost answer.
# The first change that a request makes stores the token of its form under a unique key at the end
# of its block. A token that arrives again within a day changes nothing.

View = TypeVar("View", bound=Callable[..., Any])

TOKEN = re.compile(r"[0-9A-Za-z-]{8,64}")
MAX_AGE = timedelta(days=1)
MAX_WAIT = 1.0  # seconds in which the first one answers, once its change is stored


class Repeated(Exception):
    """The form of this request was saved before; nothing was written."""


@dataclass
class Pending:
    """The token of the current request and its sender: an account, or a list kept by phone."""

    sender: str
    token: str
    again: Callable[..., HttpResponseBase] | None = None  # of its view (`when_repeated`)
    is_open: bool = False  # inside the block of a change
    is_stored: bool = False
    log: int | None = None  # the id of the first log row that was written for it

    def rows(self) -> QuerySet[Submission]:
        return Submission.objects.filter(sender=self.sender, token=self.token)

    def find(self) -> Submission | None:
        """The row that was stored when the token first arrived."""
        return self.rows().first()


_pending: ContextVar[Pending | None] = ContextVar("pending", default=None)


@contextmanager
def submission(sender: str, token: str | None) -> Iterator[Pending | None]:
    """Let the first change inside store this token; a malformed token is ignored."""
    pending = Pending(sender, token) if token and TOKEN.fullmatch(token) else None
    before = _pending.set(pending)
    try:
        yield pending
    finally:
        _pending.reset(before)


@contextmanager
def count_once() -> Iterator[None]:
    """Store the token of the request at the end of its first change; raises Repeated."""
    pending = _pending.get()
    if pending is None or pending.is_open or pending.is_stored:
        yield
        return
    pending.is_open, pending.log = True, None
    try:
        yield
        row = Submission(
            sender=pending.sender, token=pending.token, at=timezone.now(), log=pending.log
        )
        try:
            row.save(force_insert=True)
        except IntegrityError:
            raise Repeated from None
        pending.is_stored = True
    finally:
        pending.is_open = False


def forget_submissions() -> None:
    """Delete the tokens that are older than a day."""
    Submission.objects.filter(at__lt=timezone.now() - MAX_AGE).delete()


def sender_of(request: HttpRequest) -> str:
    """The owner of the tokens of this request: an account, or "" for visitors."""
    return f"account {request.user.pk}" if request.user.is_authenticated else ""


def submission_of(request: HttpRequest, token: str) -> Submission | None:
    """What this account saved with this token before."""
    return Pending(sender_of(request), token).find()


def token_of_row(log: int) -> str:
    """The token of the form that wrote this log row; "" if it has been deleted since."""
    row = Submission.objects.filter(log=log).first()
    return row.token if row else ""


def when_repeated(answer: Callable[..., HttpResponseBase]) -> Callable[[View], View]:
    """Let `answer`, with the parameters of the view, answer a repeated form."""

    def decorate(view: View) -> View:
        view.when_repeated = answer  # type: ignore[attr-defined]
        return view

    return decorate


def only_previews(view: View) -> View:
    """Mark a view that a whole form is posted to while it is typed: its token is for the save."""
    view.only_previews = True  # type: ignore[attr-defined]
    return view


class CountOnce:
    """Middleware that stores the token of a form with its change, and answers repeated forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return self.get_response(request)
        with submission("", None):
            response = self.get_response(request)
            pending = _pending.get()
        if pending is None:
            return response
        if not pending.is_stored:
            earlier = pending.find()
            return self.respond_repeated(request, earlier, pending.again) if earlier else response
        if pending.again is None:
            address = response.headers.get("Location") or page_of(request)
            pending.rows().update(address=address if len(address) <= ADDRESS_LENGTH else "")
        return response

    def process_view(self, request: HttpRequest, view: Any, *_parts: object) -> None:
        # The body is read only here, after the sign-in was checked. Phones send JSON, not forms;
        # their views read the token themselves.
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return
        if getattr(view, "only_previews", False):
            return
        if TOKEN.fullmatch(token := request.POST.get("token", "")):
            again = getattr(view, "when_repeated", None)
            _pending.set(Pending(sender_of(request), token, again))

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        # Not an error page: `__call__` replaces this answer by that to a repeated form.
        return HttpResponse(status=409) if isinstance(error, Repeated) else None

    def respond_repeated(
        self,
        request: HttpRequest,
        earlier: Submission,
        again: Callable[..., HttpResponseBase] | None,
    ) -> HttpResponseBase:
        """The answer to a form that was saved before, whatever its view answered now."""
        # Iterating discards the refusals: they only say that the change was made before.
        for _refusal in messages.get_messages(request):
            pass
        match = request.resolver_match
        if match and again:
            return again(request, *match.args, **match.kwargs)
        messages.info(request, _("This was saved already; nothing was written twice."))
        return redirect_page(request, address_after(earlier) or page_of(request))


def address_after(earlier: Submission) -> str:
    """Where the first request was redirected; "" if it is still being answered after MAX_WAIT."""
    end = time.monotonic() + MAX_WAIT
    while not earlier.address and time.monotonic() < end:
        time.sleep(0.05)
        earlier.refresh_from_db()
    return earlier.address


def page_of(request: HttpRequest) -> str:
    """The path of the page that a form was sent from."""
    parts = urlsplit(page_before(request))
    # Two leading slashes would address another host.
    return f"/{parts.path.lstrip('/')}" + (f"?{parts.query}" if parts.query else "")


# Polled pages. Every committed log row gives its tournament a new mark, a keystroke in a list only
# this list. A cached answer is valid as long as the marks are those from before it was read.

MARK_SECONDS = 60 * 60  # no answer is kept for so long


class Polled:
    """A cached answer: `answer` is None if there is none or something has changed since."""

    def __init__(self, key: str) -> None:
        self.key = f"polled/{key}"
        self.mark_keys, marks, answer = cache.get(self.key, ((), None, None))
        self.marks: dict[str, str] = cache.get_many(self.mark_keys)
        self.answer: Any = answer if marks == self.marks else None

    def keep(self, answer: Any, *mark_keys: str, seconds: float) -> None:
        """Store an answer that was read after this object was created.

        The first is never valid: before it was read nobody knew which marks it depends on.
        """
        marks = self.marks if mark_keys == self.mark_keys else None
        cache.set(self.key, (mark_keys, marks, answer), seconds)


def mark_key(tournament: int | None, subject: str = "") -> str:
    """The key of a mark: of a tournament, a list in it, or everything outside tournaments."""
    return f"mark/{tournament}/{subject}"


def invalidate_polled(tournament: int | None, subject: str = "") -> None:
    """Invalidate answers about this when the block is committed."""
    key = mark_key(tournament, subject)
    on_commit(lambda: cache.set(key, token_hex(8), MARK_SECONDS), robust=True)


# The block of a change. SQLite's own write lock is not fair: a waiting thread sleeps and tries
# again. Of fifty browsers at full speed the last one waited nine seconds; behind this lock, 1.2.
WRITING = RLock()
REGISTER_KEY = 7_528_001  # of PostgreSQL's advisory lock; an arbitrary number, used nowhere else

Figures = Mapping[str, Any] | None
Row = TypeVar("Row", bound=Model)


@dataclass
class Change:
    """A change in its open block; it writes its log rows."""

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
        """Write a log row; action, subject and reason default to those of the change."""
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

    def store(self, row: Model, about: str = "", /, **values: Any) -> bool:
        """Save these columns of a row and log what they were and are; says whether any differed."""
        old = {name: getattr(row, name) for name in values}
        if old == values:
            return False
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=list(values))
        self.log(about=about, old=loggable(old), new=loggable(values))
        return True


def loggable(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, days and times among them as the log has them: "2026-11-28", "19:30"."""
    figures = dict(values)
    for name, value in values.items():
        if isinstance(value, clock_time):
            figures[name] = f"{value:%H:%M}"
        elif isinstance(value, date):
            figures[name] = value.isoformat()
    return figures


@contextmanager
def write_block() -> Iterator[None]:
    """An atomic block; on SQLite threads enter it one after the other."""
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
    """An atomic block in which nobody else changes the tournament, and a form counts once.

    Without a tournament, or with `register`, nobody else changes people, clubs and accounts
    meanwhile; `host` is the id of the host that a log row outside tournaments belongs to. Raises
    Refused for a tournament that is gone, and for a reported one unless all actions are of
    ALLOWED_IN_REPORTED; Repeated if the form of this request was saved before.
    """
    # Needs no lock: a tournament is created as a reported one and stays one.
    if tournament and tournament.reported_at and not ALLOWED_IN_REPORTED.issuperset(actions):
        raise refuse("tournament-is-reported")
    with write_block(), count_once():
        if register or tournament is None:
            lock_register()
        if tournament:
            if not lock_tournaments(tournament.pk):
                raise refuse("tournament-gone")
            tournament.refresh_from_db()
        yield Change(tournament, by, actions, about, reason, host)


@contextmanager
def changing_series(
    series: Series, by: Actor, action: str, *, reason: str = ""
) -> Iterator[Change]:
    """A block of `changing` about a series, which is read again in it."""
    about = series_subject(series)
    with changing(series.tournament, by, action, about=about, reason=reason) as change:
        refresh(series, "series-gone")
        yield change


@contextmanager
def roll_back_at_end() -> Iterator[None]:
    """Run a preview: everything that services write in the block is undone, tokens included."""
    with submission("", None), write_block():
        yield
        transaction.set_rollback(True)


def lock_register() -> None:
    """Lock people, clubs and accounts until the block ends; must precede `lock_tournaments`."""
    if connection.vendor == "postgresql":  # SQLite has locked everything already
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [REGISTER_KEY])


def lock_tournaments(*tournaments: int) -> int:
    """Lock the rows of tournaments by their ids; returns how many exist.

    Lock the register before locking more than one: two such blocks would wait for each other.
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
    """Write one log row in the block of its change; `host` is that of a row outside tournaments."""
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
    pending = _pending.get()
    if pending is not None and pending.log is None:
        pending.log = row.pk
    # A keystroke in a list changes what is polled about this list alone.
    is_keystroke = action in KEYSTROKES and subject.startswith("list/")
    invalidate_polled(row.tournament_id, subject if is_keystroke else "")
    return row


def get_or_refuse(rows: QuerySet[Row], gone: str) -> Row:
    """The first of these rows; raises Refused with the code `gone` if there is none."""
    row = rows.first()
    if row is None:
        raise refuse(gone)
    return row


def refresh(row: Model, gone: str, **options: Any) -> None:
    """Read the row again; raises Refused with the code `gone` if it was removed."""
    try:
        row.refresh_from_db(**options)
    except ObjectDoesNotExist:
        raise refuse(gone) from None


def lock_season(season: Season) -> None:
    """Lock the row of a season and read it again; raises Refused if it is gone."""
    if not Season.objects.filter(pk=season.pk).update(name=F("name")):
        raise refuse("season-gone")
    season.refresh_from_db()


def log_season(change: Change, season: Season, *, old: Figures, new: Mapping[str, Any]) -> None:
    """Log a change of the season for its host, and in each of its tournaments."""
    change.log(old=old, new=new, about=subject_of("season", season.name))
    new = {"season": season.name, **new}
    log_others(season, None, old, new, change.by, action=change.actions[0])


def log_others(
    season: Season,
    tournament: Tournament | None,
    old: Figures,
    new: Figures,
    by: Actor,
    *,
    action: str = Action.SEASON_CHANGED,
) -> None:
    """Log a row in every tournament of the season but `tournament`, whose caller writes its own."""
    for other in season.tournaments.exclude(pk=tournament.pk if tournament else 0):
        write_log(action, "tournament", by=by, tournament=other, old=old, new=new)
