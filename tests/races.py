"""Two database connections that meet at a chosen moment, for tests of races.

The first act is stopped inside a function while the other one runs to its end, or until it waits
for a lock: a missing protection fails every time.
"""

import copy
import pkgutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from unittest import mock

from django.db import connection

from scoring.core import services
from scoring.core.forms import Refused
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament
from scoring.rules.systems import ISKO
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import line, make_user, open_list

BY = Actor(name="test")
Act = Callable[[], object]

# Seconds after which an act in a block goes on in any case: SQLite tells of no lock but ours.
PATIENCE = 3.0
# The statistics of a transaction stay as they were at its first look, unless it forgets them.
HELD = """SELECT pg_stat_clear_snapshot(), EXISTS (
  SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database())"""


def at_once(*acts: Act) -> list[object]:
    """Run each act on a connection of its own, started together; an exception is a result."""
    barrier = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(index: int, act: Act) -> None:
        barrier.wait()
        results[index] = outcome(act)

    threads = [threading.Thread(target=run, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def outcome(act: Act) -> object:
    """What an act returns or raises, on a connection that is closed again."""
    try:
        return act()
    except Exception as error:
        return error
    finally:
        connection.close()


def in_between(first: Act, function: str, second: Act, *, after: bool = True) -> tuple[object, ...]:
    """Run `first`; after it has passed `function` (or before, if not `after`), run `second`.

    Returns their results or exceptions. `function` is a dotted path, patched for the thread of the
    first act only.
    """
    results: dict[str, object] = {}
    other = threading.Thread(target=lambda: results.update(second=outcome(second)))
    with stopped(function, other, after=after) as me:

        def run() -> None:
            me.append(threading.get_ident())
            results["first"] = outcome(first)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        assert other.ident is not None, f"{function} was never called"
        other.join()
    return results["first"], results["second"]


@contextmanager
def stopped(function: str, other: threading.Thread, *, after: bool) -> Iterator[list[int]]:
    """Let `other` run while the thread whose id is in the yielded list is in `function`."""
    module, _, name = function.rpartition(".")
    genuine = getattr(pkgutil.resolve_name(module), name)
    me: list[int] = []

    def wrapped(*args: object, **kwargs: object) -> object:
        meets = threading.get_ident() in me and other.ident is None
        result = genuine(*args, **kwargs) if after or not meets else None
        if meets:
            other.start()
            wait_for(other)
        return result if after or not meets else genuine(*args, **kwargs)

    with mock.patch(function, wrapped), mock.patch.object(services, "WRITING", Queue()):
        yield me


class Queue:
    """SQLite's one lock of writers, which tells whether a thread waits for it."""

    def __init__(self) -> None:
        self.lock, self.waiting = services.WRITING, 0

    def __enter__(self) -> None:
        self.waiting += 1
        self.lock.acquire()
        self.waiting -= 1

    def __exit__(self, *_error: object) -> None:
        self.lock.release()


def wait_for(other: threading.Thread) -> None:
    """Wait until it is done, or until it is held by the block that this thread is in."""
    end = time.monotonic() + PATIENCE
    while other.is_alive():
        if connection.in_atomic_block and (is_held() or time.monotonic() > end):
            return
        other.join(0.02)


def is_held() -> bool:
    """Whether an act waits for a lock."""
    if connection.vendor == "sqlite":
        return bool(services.WRITING.waiting)
    with connection.cursor() as cursor:
        return bool(cursor.execute(HELD).fetchone()[1])


@contextmanager
def unprotected() -> Iterator[None]:
    """No block around an act: every lock ends with its statement, on both databases."""
    with mock.patch.object(services, "write_block", nullcontext):
        yield


@contextmanager
def unlocked() -> Iterator[None]:
    """Nobody waits for anybody: on PostgreSQL, where a block alone locks nothing."""
    with (
        mock.patch.object(services, "lock_register"),
        mock.patch.object(services, "lock_tournaments", return_value=1),
    ):
        yield


def codes(result: object) -> list[str]:
    assert isinstance(result, Refused), result
    return [problem.code for problem in result.problems]


def done(*results: object) -> None:
    assert not [each for each in results if isinstance(each, Exception)], results


def last_acts(count: int) -> list[str]:
    newest = LogEntry.objects.order_by("-id").values_list("action", flat=True)[:count]
    return list(reversed(newest))


def fresh(score_list: ScoreList) -> ScoreList:
    return ScoreList.objects.select_related("series__tournament").get(pk=score_list.pk)


def again(series: Series) -> Series:
    return Series.objects.select_related("tournament").get(pk=series.pk)


def type_game(score_list: ScoreList, number: int, revision: int, **how: object) -> object:
    return record_game(fresh(score_list), line(number, 4), by=BY, revision=revision, **how)


def begun() -> ScoreList:
    """A list with one game, in a series that is being played."""
    score_list = open_list()
    type_game(score_list, 1, revision=1)
    return score_list


def entered() -> ScoreList:
    score_list = open_list(rounds=1)
    games = [line(1, 2), line(2, 1), line(3), line(4, 1)]
    record_games(score_list, games, by=Actor(make_user("clara")), revision=1)
    close_list(score_list, by=BY, revision=2)
    return score_list


def under_review() -> ScoreList:
    """An entered list in a closed series of a tournament under review."""
    score_list = entered()
    Series.objects.update(state="closed")
    Tournament.objects.update(state="review")
    return score_list


def independent(call: Any) -> Any:
    """The same call with arguments of its own, as another request has them. The law is one."""
    return copy.deepcopy(call, {id(ISKO): ISKO})


def make_final() -> None:
    move_tournament(Tournament.objects.get(), "final", by=BY)
