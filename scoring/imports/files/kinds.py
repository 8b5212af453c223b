"""The three kinds of tables that are read: what their columns may hold, and the words for it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.core.spreadsheets.headings import vocabulary

NAMES = ("name", "family", "given", "family_first")
IDENTITY = ("number", *NAMES)
FIGURES = ("points", "won", "lost", "total")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table: the `meanings` of its columns, and the words that propose them."""

    name: str
    meanings: tuple[str, ...]
    words: Mapping[str, str]

    @property
    def has_figures(self) -> bool:
        return "points" in self.meanings

    def is_table(self, meanings: Collection[str]) -> bool:
        """Whether columns of these meanings can be read: people, or results of people."""
        there = set(meanings)
        if not self.has_figures:
            return bool(there.intersection(("name", "family", "family_first")))
        figures = len(there.intersection(FIGURES))
        return figures >= 2 or (figures == 1 and not there.isdisjoint(IDENTITY))


PEOPLE = (*IDENTITY, "passport", "birth_year", "category")
# In a table of players the number of a member is his passport; a club's own list says its own.
OF_CLUB = {
    **dict.fromkeys(("mitgliedsnummer", "mitgliedsnr", "mitgliednummer", "mitgliednr"), "number"),
    "membernumber": "number",
    "mitglied": "name",
    "member": "name",
    "geschlecht": "category",
}
OF_MEMBER = (*PEOPLE, "joined", "left")
OF_PLAYER = (*IDENTITY, "club", *PEOPLE[len(IDENTITY) :], "state")
OF_RESULT = (*IDENTITY, "series", "table", "seat", *FIGURES)

PLAYERS = Kind("players", OF_PLAYER, vocabulary(*OF_PLAYER))
MEMBERS = Kind("members", OF_MEMBER, {**vocabulary(*OF_MEMBER), **OF_CLUB})
# "Platz" is where somebody sits, or what he has reached: whoever knows says so.
RESULTS = Kind("results", OF_RESULT, vocabulary(*OF_RESULT, "place", "rank"))
