"""Sealing the log (scoring/log/reads/seals.py): no save waits for it."""

from contextlib import suppress
from functools import partial

from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.utils import timezone

from scoring.log.reads.noted import live_path, write_note
from scoring.log.reads.seals import digest_of, log_rows
from scoring.models import LogEntry, LogSeal


def seal_log() -> LogSeal | None:
    """Seal the rows since the last seal; returns the newest seal, None if the log is empty.

    The rows are read outside of the block that writes the seal. Whoever seals at the same moment
    seals the same rows, and one of the two seals counts.
    """
    before = LogSeal.objects.order_by("last").last()
    since, digest = (before.last, before.digest) if before else (0, "")
    last = last_row()
    if last <= since:
        return before
    rows, digest = digest_of(digest, log_rows(since, last))
    with suppress(IntegrityError), transaction.atomic():
        LogSeal.objects.create(since=since, last=last, rows=rows, digest=digest, at=timezone.now())
    newest = LogSeal.objects.order_by("last").last()
    if path := live_path():
        transaction.on_commit(partial(write_note, path, newest))
    return newest


def last_row() -> int:
    """The id of the last row of the log, below which no row can come any more.

    PostgreSQL gives out ids before the rows are committed: its lock waits for those under way.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {LogEntry._meta.db_table} IN SHARE MODE")
        return LogEntry.objects.aggregate(last=Max("id"))["last"] or 0
