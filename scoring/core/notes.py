"""What is told for a while and may be lost: who types where, when a phone spoke, how far a file is.

A laptop has one process, which remembers it; SQLite's only write lock stays free. On PostgreSQL any
number of processes share the database, and so their notes.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from random import random
from threading import Lock
from typing import Any, Protocol

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from scoring.models import Note

MOST = 5_000  # notes of one topic that a process remembers
LONGEST = timedelta(days=1)  # after which no note is asked for any more
TIDYING = 0.002  # the share of writes after which older ones are removed


@dataclass(frozen=True, slots=True)
class Noted:
    """A value, and how many seconds ago it was noted."""

    value: Any
    seconds: float


class Notes(Protocol):
    """Notes of one topic by their keys, which hold neither % nor _."""

    def put(self, key: str, value: Any) -> None: ...

    def under(self, start: str, within: float) -> dict[str, Noted]:
        """Those whose key begins so, at most `within` seconds old, by their keys."""

    def of(self, keys: Iterable[str]) -> dict[str, Noted]:
        """Those of these keys that are there."""

    def remove(self, key: str) -> None: ...

    def clear(self) -> None: ...


class MemoryNotes:
    """Notes in the memory of this process; all are forgotten when there are too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._notes: dict[str, tuple[float, Any]] = {}

    def put(self, key: str, value: Any) -> None:
        with self._lock:
            if len(self._notes) >= MOST and key not in self._notes:
                self._notes.clear()
            self._notes[key] = self._clock(), value

    def under(self, start: str, within: float) -> dict[str, Noted]:
        now = self._clock()
        with self._lock:
            return {
                key: Noted(value, now - at)
                for key, (at, value) in self._notes.items()
                if key.startswith(start) and now - at < within
            }

    def of(self, keys: Iterable[str]) -> dict[str, Noted]:
        now = self._clock()
        with self._lock:
            found = {key: self._notes[key] for key in keys if key in self._notes}
        return {key: Noted(value, now - at) for key, (at, value) in found.items()}

    def remove(self, key: str) -> None:
        with self._lock:
            self._notes.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._notes.clear()


class DatabaseNotes:
    """Notes in the database, with the time of its clock."""

    def __init__(self, topic: str) -> None:
        self.topic = f"{topic}/"

    @property
    def _rows(self) -> QuerySet[Note]:
        return Note.objects.filter(key__startswith=self.topic)

    def put(self, key: str, value: Any) -> None:
        fresh = Note(key=self.topic + key, value=value, at=Now())
        Note.objects.bulk_create(
            [fresh], update_conflicts=True, unique_fields=["key"], update_fields=["value", "at"]
        )
        if random() < TIDYING:  # noqa: S311 - no secret
            Note.objects.filter(at__lt=Now() - LONGEST).delete()

    def under(self, start: str, within: float) -> dict[str, Noted]:
        young = Note.objects.filter(at__gt=Now() - timedelta(seconds=within))
        return self._read(young.filter(key__startswith=self.topic + start))

    def of(self, keys: Iterable[str]) -> dict[str, Noted]:
        return self._read(Note.objects.filter(key__in=[self.topic + key for key in keys]))

    def _read(self, rows: QuerySet[Note]) -> dict[str, Noted]:
        return {
            key.removeprefix(self.topic): Noted(value, max(0.0, (now - at).total_seconds()))
            for key, value, at, now in rows.values_list("key", "value", "at", Now())
        }

    def remove(self, key: str) -> None:
        Note.objects.filter(key=self.topic + key).delete()

    def clear(self) -> None:
        self._rows.delete()


class Topic:
    """The notes of a topic, wherever this installation keeps them."""

    def __init__(self, name: str) -> None:
        self.in_memory, self.in_database = MemoryNotes(), DatabaseNotes(name)

    @property
    def notes(self) -> Notes:
        return self.in_memory if connection.vendor == "sqlite" else self.in_database
