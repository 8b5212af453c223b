"""What the announcement of a tournament must state (TO 6.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.problem import Problem

MAX_ITEM_LENGTH = 2000  # characters of one item


@dataclass(frozen=True, slots=True)
class AnnouncementItem:
    """One item of the list in TO 6.2, "A.a" to "B.f". `rules` are further paragraphs about it."""

    code: str
    rules: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """How a form names it: "A.a" is "Aa"."""
        return self.code.replace(".", "")


ITEMS: tuple[AnnouncementItem, ...] = (
    AnnouncementItem("A.a", ("TO 3.1",)),
    AnnouncementItem("A.b"),
    AnnouncementItem("A.c"),
    AnnouncementItem("A.d", ("TO 7.1.1",)),
    AnnouncementItem("A.e", ("TO 3.3",)),
    AnnouncementItem("A.f", ("TO 4.3",)),
    AnnouncementItem("A.g", ("SkO 4.5.10", "TO 7.3.2", "TO 7.3.3")),
    AnnouncementItem("A.h"),
    AnnouncementItem("B.a", ("TO 1.2", "TO 8.1")),
    AnnouncementItem("B.b", ("TO 3.2", "TO 7.3.2")),
    AnnouncementItem("B.c", ("TO 4.3", "TO 7.3.1")),
    AnnouncementItem("B.d", ("TO 7.2.2", "TO 7.2.3")),
    AnnouncementItem("B.e", ("TO 9.2",)),
    AnnouncementItem("B.f", ("TO 9.1",)),
)


def missing_items(items: Mapping[str, str]) -> list[Problem]:
    """One problem for every empty item, in the order of TO 6.2.

    >>> [problem.params["item"] for problem in missing_items({"A.a": "Skatclub Herz"})][:2]
    ['A.b', 'A.c']
    """
    return [
        Problem("announcement-item-missing", item.field, {"item": item.code}, "TO 6.2")
        for item in ITEMS
        if not items.get(item.code, "").strip()
    ]
