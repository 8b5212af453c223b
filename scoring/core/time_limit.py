"""How long one request for dear work may take (`core.heavy`).

The time is asked for, never forced: before every statement for the database, at every step that a
request tells, at every page of a PDF. A thread cannot be ended from outside, and what stops
between two statements is rolled back by the block that it leaves. A draw computes between two
statements; it is bounded by its number of steps alone (docs/seating.md "Figures to reach").
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import Any

from django.db import connection

from scoring.rules.problem import Problem

# Browsers give up after five minutes, and whoever has waited a minute for his turn is still told.
# What the dearest requests were measured to take: docs/server.md "Dear work".
MOST_SECONDS = 240.0
TELLING = 20.0  # seconds after that for the page that says so
# Statements that undo: they are never held up, so that nothing else is ever committed.
UNDOING = ("ROLLBACK", "RELEASE")

_end: ContextVar[float] = ContextVar("end", default=inf)


class TookTooLong(Exception):
    """A request has used its time. Not a `Refused`, which a service may take as an answer."""

    def __init__(self) -> None:
        self.problem = Problem("work-takes-too-long", params={"minutes": round(MOST_SECONDS / 60)})
        super().__init__(self.problem.code)


@contextmanager
def time_limit() -> Iterator[None]:
    """Let this block take MOST_SECONDS; what asks later raises TookTooLong."""
    before = _end.set(monotonic() + MOST_SECONDS)
    try:
        with connection.execute_wrapper(_asking):
            yield
    finally:
        _end.reset(before)


def ask_time() -> None:
    """Raises TookTooLong if the time of this request is over; nothing outside a `time_limit`."""
    if monotonic() > _end.get():
        raise TookTooLong


def allow(seconds: float) -> None:
    """Let this request take so many seconds from now on, unless its time is not limited."""
    if _end.get() < inf:
        _end.set(monotonic() + seconds)


def allow_any() -> None:
    """What cannot be taken back has happened, or is about to: the rest is not interrupted."""
    _end.set(inf)


def _asking(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    if not str(sql).startswith(UNDOING):
        ask_time()
    return execute(sql, params, many, context)
