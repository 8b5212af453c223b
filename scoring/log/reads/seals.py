"""Seals of the log: whether its rows are still those that were sealed.

A seal is a hash over the rows since the last one and over that one, so that the newest stands for
the whole log. It proves nothing against somebody who makes all seals anew; compare it with one
that was written down, or with a backup.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import connection

from scoring.models import LogEntry, LogSeal
from scoring.rules.problem import Problem

COLUMNS = (
    *("id", "tournament_id", "at", "user_id", "actor", "action", "subject"),
    *("old", "new", "reason", "submission"),
)
SEAL_COLUMNS = ("since", "last", "rows", "digest")
AT, JSON_COLUMNS = COLUMNS.index("at"), (COLUMNS.index("old"), COLUMNS.index("new"))
Row = Sequence[Any]  # the values of COLUMNS


class Seal(NamedTuple):
    """The columns of a seal that are checked."""

    since: int
    last: int
    rows: int
    digest: str


def digest_of(before: str, rows: Iterable[Row]) -> tuple[int, str]:
    """How many rows, and their SHA-256 together with the digest of the seal `before`."""
    digest, count = hashlib.sha256(before.encode()), 0
    for row in rows:
        digest.update(canonical(row))
        count += 1
    return count, digest.hexdigest()


def canonical(row: Row) -> bytes:
    """The same bytes on every database: times in UTC, the keys of JSON in order."""
    values = list(row)
    at: datetime = values[AT]
    values[AT] = at.astimezone(UTC).isoformat(timespec="microseconds")
    return json.dumps(values, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def as_stored_by_sqlite(row: Row) -> Row:
    """A row as SQLite itself gives it, as Django would."""
    values = list(row)
    values[AT] = datetime.fromisoformat(values[AT]).replace(tzinfo=UTC)
    for column in JSON_COLUMNS:
        values[column] = None if values[column] is None else json.loads(values[column])
    return values


def log_rows(since: int, last: int) -> Iterator[Row]:
    """The rows with `since` < id <= `last`, in their order."""
    rows = LogEntry.objects.filter(id__gt=since, id__lte=last).order_by("id")
    return rows.values_list(*COLUMNS).iterator(chunk_size=2_000)


def broken_seals(
    seals: Iterable[Seal], rows: Callable[[int, int], Iterable[Row]]
) -> Iterator[Seal]:
    """The seals that their rows, or the seal before, no longer give."""
    since, digest = 0, ""
    for seal in seals:
        whole = seal.since == since and digest_of(digest, rows(seal.since, seal.last)) == (
            seal.rows,
            seal.digest,
        )
        if not whole:
            yield seal
        since, digest = seal.last, seal.digest


def log_problems() -> Iterator[Problem]:
    """What `verify` finds in the log: broken seals, and rows that are missing."""
    seals = LogSeal.objects.order_by("last").values_list(*SEAL_COLUMNS)
    for seal in broken_seals([Seal(*each) for each in seals], log_rows):
        yield Problem("verify-seal", params={"first": seal.since + 1, "last": seal.last})
    if connection.vendor == "sqlite" and (missing := missing_rows()):
        yield Problem("verify-log-cut", params={"missing": missing})


# SQLite numbers the log from 1 without a gap and keeps the last number given.
MISSING = """
SELECT MAX(COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'scoring_logentry'), 0),
           COALESCE(MAX(id), 0)) - COUNT(*) FROM scoring_logentry
"""


def missing_rows() -> int:
    """How many rows of the log are missing (SQLite)."""
    with connection.cursor() as cursor:
        return int(cursor.execute(MISSING).fetchone()[0])
