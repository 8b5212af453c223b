"""Who types in which score list at the moment: a note (`core/notes.py`), nothing depends on it."""

from dataclasses import dataclass

from scoring.core.notes import Topic

SECONDS = 35  # after which a page that says nothing counts as left; pages speak every ten
MOST_PAGES = 20  # of one list that are remembered
TOPIC = Topic("presence")


@dataclass(frozen=True, slots=True)
class Present:
    """An open page of a list: whose it is, and the row of its caret."""

    user: int
    name: str
    row: int | None


def note_presence(list_id: int, page: str, user: int, name: str, row: int | None) -> list[Present]:
    """Note an open page of a list; gives the others that are open, by name."""
    start = f"{list_id}/"
    open_pages = TOPIC.notes.under(start, SECONDS)
    if start + page in open_pages or len(open_pages) < MOST_PAGES:
        TOPIC.notes.put(start + page, [user, name, row])
    others = (Present(*each.value) for key, each in open_pages.items() if key != start + page)
    return sorted(others, key=lambda each: each.name)


def forget_page(list_id: int, page: str) -> None:
    """The page was left."""
    TOPIC.notes.remove(f"{list_id}/{page}")
