"""When a table last spoke, and how many games wait on its phone: in Django's cache."""

from collections.abc import Iterable
from dataclasses import dataclass
from time import time

from django.core.cache import cache

MOST_WAITING = 999
KEY = "life/{}"
REMEMBERED = 24 * 60 * 60  # seconds


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """The last sign of the device that writes: how long ago in seconds, games that wait there."""

    seconds: int
    waiting: int


def note_life(list_id: int, waiting: int = 0) -> None:
    cache.set(KEY.format(list_id), (time(), min(max(waiting, 0), MOST_WAITING)), REMEMBERED)


def signs_of_life(list_ids: Iterable[int]) -> dict[int, SignOfLife]:
    """The last sign of each of these lists whose device has spoken."""
    keys = {KEY.format(list_id): list_id for list_id in list_ids}
    now = time()
    return {
        keys[key]: SignOfLife(max(0, round(now - at)), waiting)
        for key, (at, waiting) in cache.get_many(keys).items()
    }
