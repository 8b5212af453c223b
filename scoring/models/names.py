"""The names of standings and of the subjects of log rows, made of what people see."""

from datetime import date

from django.urls import reverse

from scoring.models import Ruling, Series, Team, User
from scoring.models.log import SUBJECT_LENGTH


def subject_of(kind: str, name: object) -> str:
    """The subject of a log row: subject_of("club", "SC Herz") is "club/SC Herz"."""
    return f"{kind}/{name}"[:SUBJECT_LENGTH]


def series_subject(series: Series) -> str:
    return subject_of("series", series.number)


def team_subject(team: Team) -> str:
    return subject_of(team.contest.kind, team.number)


def ruling_subject(ruling: Ruling) -> str:
    return subject_of("ruling", ruling.number)


def account_subject(user: User) -> str:
    return subject_of("account", user.sign_in_name)


def list_numbers(subject: str) -> tuple[int, int]:
    """The numbers of the series and of the table of a list.

    >>> list_numbers("list/1/3")
    (1, 3)
    """
    _kind, series, table = subject.split("/")
    return int(series), int(table)


class Scope(str):
    """The name of standings: "overall", "season", a kind of teams, or a kind with its key.

    Keys: "series/2", "day/2026-11-21", "category/Damen", "special/most-won". The standings that it
    names need not exist.

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
        kind, _slash, key = self.partition("/")
        is_number = key.isascii() and key.isdecimal() and len(key) < 6
        return int(key) if kind == "series" and is_number else None

    @property
    def day(self) -> date | None:
        kind, _slash, key = self.partition("/")
        try:
            return date.fromisoformat(key) if kind == "day" else None
        except ValueError:
            return None

    def url(self, tournament_id: int, *file: str) -> str:
        """The address of the page, or of a file: `file` is then its format."""
        name, key = "standings-of", [str(self)]
        if self == "overall":
            name, key = "standings", []
        elif self.kind == "series":
            name, key = "series-standings", [self.key]
        return reverse(f"{name}-file" if file else name, args=[tournament_id, *key, *file])
