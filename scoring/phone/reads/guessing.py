"""Guesses at secret addresses, counted in memory by where they come from.

A hall behind one router has one address: whoever has a right secret is let in however many wrong
ones were tried beside him. A secret has 128 bits, so nothing is lost by that; what is held up are
the programs that try.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

MOST = 20  # wrong addresses in a quarter of an hour: typing errors and ended lists are few
WINDOW = 900  # seconds
REMEMBERED = 5_000  # senders


class Guesses:
    """Wrong addresses by sender since the first one of a quarter of an hour."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, sender: str) -> int:
        """Count a wrong address; gives the seconds for which the sender is refused, 0 for none."""
        now = self._clock()
        with self._lock:
            count, since = self._wrong.pop(sender, (0, now))
            if now - since >= WINDOW:
                count, since = 0, now
            self._wrong[sender] = count + 1, since
            if len(self._wrong) > REMEMBERED:
                self._wrong.popitem(last=False)
        return max(1, round(since + WINDOW - now)) if count >= MOST else 0

    def clear(self) -> None:
        with self._lock:
            self._wrong.clear()


GUESSES = Guesses()
