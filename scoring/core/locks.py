"""Locks on rows, taken by everybody in one order, so that no two blocks wait for each other.

The order, and what each lock covers, stands in docs/adr/0011-order-of-locks.md. SQLite has one
write lock, which a block takes when it begins; PostgreSQL locks row by row.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum

from django.db import connection, transaction
from django.db.models import F

from scoring.core.refusals import refuse
from scoring.models import ScoreList, Series, Tournament


class LockRank(IntEnum):
    """What is locked, in the order in which it is locked."""

    REGISTER = 1  # people, clubs and accounts: what belongs to no tournament
    TOURNAMENT = 2
    LIST = 3
    SERIES = 4
    SEASON = 5


REGISTER_KEY = 7_528_001  # of PostgreSQL's advisory lock; any number that is used for nothing else
EVERY = 0  # every list, or every series, of the tournament that is locked
Held = set[tuple[LockRank, int]]

_held: ContextVar[Held | None] = ContextVar("held", default=None)


class LocksOutOfOrder(RuntimeError):
    """A mistake of the program: a lock was asked for after one that comes later."""


@contextmanager
def block() -> Iterator[None]:
    """One atomic block. It and the blocks inside it keep the order of locks together."""
    if _held.get() is not None:
        with transaction.atomic():
            yield
        return
    before = _held.set(set())
    try:
        with transaction.atomic():
            yield
    finally:
        _held.reset(before)


def take(rank: LockRank, key: int = EVERY) -> None:
    """Note a lock that is about to be taken; raises LocksOutOfOrder if it comes too late.

    A second tournament is locked under the register alone; further lists and series by
    `lock_series` alone.
    """
    held = _held.get()
    if held is None or (rank, key) in held or (rank in WITHIN and (rank, EVERY) in held):
        return
    ranks = {each for each, _key in held}
    several = rank in ranks and not (rank is LockRank.TOURNAMENT and LockRank.REGISTER in ranks)
    if several or any(each > rank for each in ranks):
        raise LocksOutOfOrder(f"{rank.name} {key} after {sorted(held)}")
    held.add((rank, key))


WITHIN = (LockRank.LIST, LockRank.SERIES)


def lock_register() -> None:
    """Wait for whoever changes people, clubs or accounts, and let nobody else until the block ends.

    Names are unique there, and the same people are entered in several tournaments.
    """
    take(LockRank.REGISTER)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [REGISTER_KEY])


def lock(tournament: Tournament) -> None:
    """Lock the row of a tournament and read it again; raises Refused if it is gone."""
    take(LockRank.TOURNAMENT, tournament.pk)
    if not Tournament.objects.filter(pk=tournament.pk).update(name=F("name")):
        raise refuse("tournament-gone")
    tournament.refresh_from_db()


def lock_others(tournaments: set[int]) -> None:
    """Lock the rows of further tournaments, by their ids; the register is locked already."""
    for key in sorted(tournaments):
        take(LockRank.TOURNAMENT, key)
    Tournament.objects.filter(pk__in=tournaments).update(name=F("name"))


def lock_series(tournament: Tournament) -> None:
    """Lock all lists and series of the tournament: waits for running changes and blocks new ones.

    Lists come first, in the order of all who take a list and its series.
    """
    take(LockRank.LIST)
    hold(ScoreList, series__tournament=tournament)
    take(LockRank.SERIES)
    hold(Series, tournament=tournament)


def hold(model: type[ScoreList] | type[Series], **which: object) -> None:
    """Lock these rows, whose lock was noted, until the block ends.

    On SQLite the block has locked everything; to write every row anew would only cost time.
    """
    if connection.vendor != "sqlite":
        model._default_manager.filter(**which).update(state=F("state"))
