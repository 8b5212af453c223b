"""Who types in which score list at the moment: kept in memory, because nothing depends on it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

SECONDS = 35  # after which a page that says nothing counts as left; pages speak every ten
MOST_PAGES = 20  # of one list that are remembered
MOST_LISTS = 2_000


@dataclass(frozen=True, slots=True)
class Present:
    """An open page of a list: whose it is, the row of its caret, when it last said so."""

    user: int
    name: str
    row: int | None
    at: float


class Presence:
    """The open pages of score lists, by list and by the token of the page."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._lists: dict[int, dict[str, Present]] = {}

    def note(self, list_id: int, page: str, user: int, name: str, row: int | None) -> list[Present]:
        """Remember a page of a list; gives the others that are open, by name."""
        now = self._clock()
        with self._lock:
            self._forget(now)
            pages = self._lists.setdefault(list_id, {})
            if page in pages or len(pages) < MOST_PAGES:
                pages[page] = Present(user, name, row, now)
            others = [each for key, each in pages.items() if key != page]
        return sorted(others, key=lambda each: each.name)

    def clear(self) -> None:
        with self._lock:
            self._lists = {}

    def _forget(self, now: float) -> None:
        """Drop pages that were left; all of them if there are suspiciously many lists."""
        lists = self._lists if len(self._lists) < MOST_LISTS else {}
        self._lists = {
            list_id: pages
            for list_id, found in lists.items()
            if (pages := {key: each for key, each in found.items() if now - each.at < SECONDS})
        }


PRESENCE = Presence()
