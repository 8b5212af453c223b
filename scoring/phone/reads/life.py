"""When a table last spoke, and how many games wait on its phone: a note (`core/notes.py`)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.core.notes import Topic

MOST_WAITING = 999
TOPIC = Topic("life")


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """The last sign of the device that writes: how long ago in seconds, games that wait there."""

    seconds: int
    waiting: int


def note_life(list_id: int, waiting: int = 0) -> None:
    TOPIC.notes.put(str(list_id), min(max(waiting, 0), MOST_WAITING))


def signs_of_life(list_ids: Iterable[int]) -> dict[int, SignOfLife]:
    """The last sign of each of these lists whose device has spoken."""
    found = TOPIC.notes.of(map(str, list_ids))
    return {int(key): SignOfLife(round(each.seconds), each.value) for key, each in found.items()}
