"""How standings are named: in addresses, on lots and prizes, in documents."""

from datetime import date

from django.urls import reverse


class Scope(str):
    """Which standings: "overall", "season", a kind of teams, or a kind with its key.

    "series/2", "day/2026-11-21", "category/Damen", "special/most-won". It is the text itself, as
    rows and documents hold it; what it names need not exist.

    >>> Scope.of("series", 2), Scope("series/2").number, Scope("series/x").number
    ('series/2', 2, None)
    >>> Scope("category/U 21/A").key, Scope("team").key
    ('U 21/A', '')
    """

    __slots__ = ()

    @classmethod
    def of(cls, kind: str, key: object) -> "Scope":
        return cls(f"{kind}/{key}")

    @property
    def kind(self) -> str:
        return self.partition("/")[0]

    @property
    def key(self) -> str:
        return self.partition("/")[2]

    @property
    def number(self) -> int | None:
        """Of the standings of a series: its number."""
        is_number = self.key.isascii() and self.key.isdecimal() and len(self.key) < 6
        return int(self.key) if self.kind == "series" and is_number else None

    @property
    def day(self) -> date | None:
        """Of the standings of a day: the day."""
        try:
            return date.fromisoformat(self.key) if self.kind == "day" else None
        except ValueError:
            return None

    def url(self, tournament_id: int, *file: str) -> str:
        """The address of the page, or of the file of a kind."""
        name, key = "standings-of", [str(self)]
        if self == "overall":
            name, key = "standings", []
        elif self.kind == "series":
            name, key = "series-standings", [self.key]
        return reverse(f"{name}-file" if file else name, args=[tournament_id, *key, *file])
