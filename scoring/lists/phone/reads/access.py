"""The secret addresses of lists: how they are made, and which list one opens."""

import secrets
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from time import time

from django.core.cache import cache
from django.urls import reverse
from django.utils.crypto import salted_hmac

from scoring.models import ScoreList, Series, TableAccess, TableDevice
from scoring.models.score_list import HANDLE_LENGTH, ListState
from scoring.models.tournament import SeriesState

BITS = 128
SHOWN = (SeriesState.RELEASED, SeriesState.PLAYING)


def new_seed() -> str:
    return secrets.token_hex(BITS // 8)


def secret_of(seed: str) -> str:
    """The secret of an address: 26 letters and digits that only this installation derives."""
    digest = salted_hmac("table access", seed, algorithm="sha256").digest()
    return b32encode(digest[: BITS // 8]).decode().rstrip("=").lower()


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def handle_of(device: str) -> str:
    """How rows and other devices name a device: nobody can write in its name who reads this.

    >>> handle_of("5d5c4a2e-0000-4000-8000-000000000001")
    'c0da23da8bbacb6f'
    """
    return sha256(device.encode()).hexdigest()[:HANDLE_LENGTH]


def path_of(access: TableAccess) -> str:
    """The path of an address; "" where it comes from another installation, whose key is unknown."""
    secret = secret_of(access.seed)
    return reverse("phone-list", args=[secret]) if hash_of(secret) == access.secret_hash else ""


def is_open(access: TableAccess) -> bool:
    """Whether the list may be kept by phone now: released, not closed, not taken over to paper."""
    score_list, series = access.list, access.list.series
    return (
        access.ended_at is None
        and score_list.state == ListState.OPEN
        and series.state in SHOWN
        and series.tournament.phones
        and series.tournament.under_way
    )


def writer_of(score_list: ScoreList) -> TableDevice | None:
    """The device that writes a list now."""
    return TableDevice.objects.filter(list=score_list, until=None).first()


def phone_that_writes(score_list: ScoreList) -> TableDevice | None:
    """The device at the table that writes a list which is typed at the desk; None if there is none.

    Tournaments without phones are not asked about.
    """
    access = table_of(list=score_list) if score_list.series.tournament.phones else None
    return writer_of(score_list) if access and is_open(access) else None


def has_written(access: TableAccess, device: str) -> bool:
    """Whether this device has written the list: it may read how that ended."""
    rows = TableDevice.objects.filter(list=access.list_id, handle=handle_of(device))
    return bool(device) and rows.exists()


def table_of(**which: object) -> TableAccess | None:
    """An address, ended or not, with its list, series, tournament and fees, in one query."""
    tables = TableAccess.objects.select_related("list__series__tournament__fees")
    return tables.filter(**which).first()


def table_of_secret(secret: str) -> TableAccess | None:
    """The address that a secret opens; None if there is no such secret."""
    return table_of(secret_hash=hash_of(secret))


def addresses_of(series: Series) -> list[tuple[int, str]]:
    """The lists of a series that are kept by phone, by id, each with the path of its address."""
    if not series.tournament.phones:
        return []
    rows = TableAccess.objects.filter(
        list__series=series, list__state=ListState.OPEN, ended_at=None
    )
    paths = ((each.list_id, path_of(each)) for each in rows)
    return [(pk, path) for pk, path in paths if path]


# When a table last spoke, and how many games wait on its phone: in Django's cache.

MAX_WAITING = 999
KEY = "life/{}"
REMEMBERED = 24 * 60 * 60  # seconds


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """The last sign of the device that writes: how long ago in seconds, games that wait there."""

    seconds: int
    waiting: int


def note_life(list_id: int, waiting: int = 0) -> None:
    cache.set(KEY.format(list_id), (time(), min(max(waiting, 0), MAX_WAITING)), REMEMBERED)


def signs_of_life(list_ids: Iterable[int]) -> dict[int, SignOfLife]:
    """The last sign of each of these lists whose device has spoken."""
    keys = {KEY.format(list_id): list_id for list_id in list_ids}
    now = time()
    return {
        keys[key]: SignOfLife(max(0, round(now - at)), waiting)
        for key, (at, waiting) in cache.get_many(keys).items()
    }
