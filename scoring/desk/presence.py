"""Who types in which score list at the moment, in Django's cache: nothing depends on it.

Of two pages that speak in the same moment one may be missed until it speaks again.
"""

from dataclasses import dataclass
from time import time

from django.core.cache import cache

SECONDS = 35  # after which a page that says nothing counts as left; pages speak every ten
MOST_PAGES = 20  # of one list that are remembered
KEY = "presence/{}"


@dataclass(frozen=True, slots=True)
class Present:
    """An open page of a list: whose it is, and the row of its caret."""

    user: int
    name: str
    row: int | None


def note_presence(list_id: int, page: str, user: int, name: str, row: int | None) -> list[Present]:
    """Note an open page of a list; gives the others that are open, by name."""
    pages = open_pages(list_id)
    others = [present for key, (_at, present) in pages.items() if key != page]
    if page in pages or len(pages) < MOST_PAGES:
        pages[page] = time(), Present(user, name, row)
        cache.set(KEY.format(list_id), pages, SECONDS)
    return sorted(others, key=lambda present: present.name)


def forget_page(list_id: int, page: str) -> None:
    """The page was left."""
    pages = open_pages(list_id)
    if pages.pop(page, None):
        cache.set(KEY.format(list_id), pages, SECONDS)


def open_pages(list_id: int) -> dict[str, tuple[float, Present]]:
    """The pages that spoke lately, each with when it did."""
    pages = cache.get(KEY.format(list_id), {})
    return {page: (at, present) for page, (at, present) in pages.items() if time() - at < SECONDS}
