"""Public pages read from a streaming replica where `DATABASE_REPLICA_URL` names one.

How far it is behind is measured without clocks: every second the primary says how far its
write-ahead log has come. The replica is as new as the last of these positions that it has
replayed. Beyond `settings.REPLICA_LAG` seconds, and while it does not answer, pages are read from
the primary.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections

from skatturnier.words import first_line

ALIAS = "replica"
LOOKING = 1.0  # seconds between two measurements
AGAIN = 10.0  # seconds after a failure until it is asked again
MOST_POSITIONS = 600

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")

_reading: ContextVar[bool] = ContextVar("reading", default=False)


def position(alias: str, function: str) -> int | None:
    """A position in the write-ahead log, in bytes; None on a server that has none of this kind."""
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SELECT ({function}() - '0/0'::pg_lsn)::bigint")
        found: int | None = cursor.fetchone()[0]
    return found


class Replica:
    """What this process knows of the replica."""

    def __init__(
        self,
        most: float,
        written: Callable[[], int | None] = lambda: position(
            DEFAULT_DB_ALIAS, "pg_current_wal_lsn"
        ),
        replayed: Callable[[], int | None] = lambda: position(ALIAS, "pg_last_wal_replay_lsn"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most, self._clock, self._lock = most, clock, Lock()
        self._written, self._replayed = written, replayed
        self._positions: deque[tuple[float, int]] = deque(maxlen=MOST_POSITIONS)
        self._reached: float | None = None  # the moment whose changes the replica has
        self._next, self._is_away = 0.0, False

    def lag(self) -> float | None:
        """How many seconds it is behind at most; None if nothing is known of it."""
        if self._clock() >= self._next and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
        reached = self._reached
        return None if reached is None else self._clock() - reached

    def usable(self) -> bool:
        lag = self.lag()
        return lag is not None and lag <= self.most

    def failed(self, error: Exception) -> None:
        """It did not answer: nobody asks it for a while."""
        if not self._is_away:
            logger.warning("The replica cannot be read: %s", first_line(error))
        self._reached, self._next, self._is_away = None, self._clock() + AGAIN, True

    def _look(self) -> None:
        now = self._clock()
        self._next = now + LOOKING
        if (written := self._written()) is not None:
            self._positions.append((now, written))
        try:
            replayed = self._replayed()
        except (DatabaseError, InterfaceError) as error:
            self.failed(error)
            return
        if self._is_away:
            logger.warning("The replica answers again.")
            self._is_away = False
        while replayed is not None and self._positions and self._positions[0][1] <= replayed:
            self._reached = self._positions.popleft()[0]


REPLICA = Replica(settings.REPLICA_LAG) if ALIAS in settings.DATABASES else None


def reading_replica() -> bool:
    """Whether this thread reads from the replica at the moment."""
    return _reading.get()


def from_replica(answer: Callable[[], Answer]) -> Answer:
    """An answer whose reads go to the replica; to the primary if the replica cannot be used."""
    if REPLICA is None or not REPLICA.usable():
        return answer()
    before = _reading.set(True)
    try:
        return answer()
    except (DatabaseError, InterfaceError) as error:  # it went away, or gave way to what it replays
        REPLICA.failed(error)
    finally:
        _reading.reset(before)
    return answer()


class Router:
    """Django's router: reads within `from_replica` go to the replica, all else to the primary."""

    def db_for_read(self, model: object, **hints: object) -> str:
        return ALIAS if _reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, model: object, **hints: object) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:
        return True

    def allow_migrate(self, alias: str, app_label: str, **hints: object) -> bool:
        return alias == DEFAULT_DB_ALIAS
