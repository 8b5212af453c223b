"""When a table last spoke, and how many games wait on its phone: kept in memory only."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

MOST = 5_000  # lists
MOST_WAITING = 999


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """The last sign of the device that writes: how long ago in seconds, games that wait there."""

    seconds: int
    waiting: int


class SignsOfLife:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._signs: dict[int, tuple[float, int]] = {}

    def note(self, list_id: int, waiting: int = 0) -> None:
        with self._lock:
            if len(self._signs) >= MOST and list_id not in self._signs:
                self._signs.clear()
            self._signs[list_id] = self._clock(), min(max(waiting, 0), MOST_WAITING)

    def of(self, list_id: int) -> SignOfLife | None:
        """None if the device has not spoken since the program was started."""
        with self._lock:
            found = self._signs.get(list_id)
        return SignOfLife(round(self._clock() - found[0]), found[1]) if found else None

    def clear(self) -> None:
        with self._lock:
            self._signs.clear()


LIFE = SignsOfLife()
