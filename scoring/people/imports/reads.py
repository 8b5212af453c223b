"""The questions about a file with their answers, and the people and clubs it may mean."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.core.cached import digest_of
from scoring.core.spreadsheets import Sheet, parse_cell
from scoring.core.text import fold, letters_and_digits, parse_name
from scoring.models import Club, Entry, ScoreList, Seat, Tournament
from scoring.models.host import Owned
from scoring.models.score_list import stored_total
from scoring.models.spelling import TITLES
from scoring.rules.problem import Problem
from scoring.rules.score_list import Scheme

LEFT_OUT = "-"  # the answer that something is not to be read


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: object


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A choice, or without options a text; `chosen` is the answer so far."""

    field: str
    text: object
    options: tuple[Option, ...] = ()
    chosen: str = ""
    sample: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.options) and not self.chosen

    @property
    def asks_to_choose(self) -> bool:
        return self.is_open and all(option.value for option in self.options)


@dataclass(frozen=True, slots=True)
class Asked:
    sheet: str
    cell: str
    problem: Problem
    question: FileQuestion
    is_open: bool


@dataclass(frozen=True, slots=True)
class FileAnswers:
    """Answers by the field of their question; keys of the offered and of the set ticks."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    offered: Collection[str] = frozenset()
    ticked: Collection[str] = frozenset()

    def of(self, name: str, among: Iterable[str]) -> str:
        """The answer to a question if it is `among` these, else empty."""
        answer = self.chosen.get(name, "")
        return answer if answer in among else ""

    def is_left(self, key: str, *, by_default: bool = False) -> bool:
        """Whether the tick of a row or a table is missing; `by_default` where none was offered."""
        return key not in self.ticked if key in self.offered else by_default

    def fixes(self, sheet: int) -> dict[tuple[int, int], str]:
        """The corrected cells of a sheet by row and column, from 1: "fix-0.C9"."""
        prefix, places = f"fix-{sheet}.", {}
        for name, text in self.chosen.items():
            if name.startswith(prefix) and (place := parse_cell(name.removeprefix(prefix))):
                places[place] = text
        return places


def corrected_sheets(sheets: Iterable[Sheet], answers: FileAnswers) -> Iterator[tuple[int, Sheet]]:
    for number, sheet in enumerate(sheets):
        rows = list(sheet.rows)
        for (row, column), text in answers.fixes(number).items():
            if row <= len(rows):
                cells = list(rows[row - 1])
                cells += [None] * (column - len(cells))
                cells[column - 1] = text or None
                rows[row - 1] = cells
        yield number, replace(sheet, rows=rows)


ALIKE = 0.84  # likeness from which two names may differ by a slip of the pen
MAX_ALIKE = 6
MAX_NAME = 100  # characters of a name that are compared


@dataclass(frozen=True)
class KnownPlaces:
    """Names by start number; table and seat by series and start number; seats of a table."""

    names: Mapping[int, str]
    seats: Mapping[tuple[int, int], tuple[int, int]]
    sizes: Mapping[tuple[int, int], int]  # by series and table
    series: tuple[int, ...] = ()
    scheme: Scheme = "seeger-fabian"

    def by_name(self, name: str) -> list[int]:
        return self._by_key.get(name_key(name), [])

    def alike(self, name: str) -> list[int]:
        """The start numbers of similar names, the most similar first."""
        read = name_key(name[:MAX_NAME])
        near = get_close_matches(read, self._by_key, MAX_ALIKE, ALIKE)
        near += [name for name in self._by_key if is_part(read, name) and name not in near]
        return [number for name in near for number in self._by_key[name]][:MAX_ALIKE]

    def at(self, series: int, table: int, seat: int) -> int | None:
        return self._by_place.get((series, table, seat))

    def table(self, series: int, table: int) -> list[int]:
        seats = range(1, self.sizes.get((series, table), 0) + 1)
        numbers = (self.at(series, table, seat) for seat in seats)
        return [number for number in numbers if number is not None]

    @cached_property
    def _by_key(self) -> Mapping[str, list[int]]:
        numbers: dict[str, list[int]] = {}
        for number, name in self.names.items():
            numbers.setdefault(name_key(name), []).append(number)
        return numbers

    @cached_property
    def _by_place(self) -> Mapping[tuple[int, int, int], int]:
        return {(series, *place): number for (series, number), place in self.seats.items()}


def name_key(name: str) -> str:
    """A name whatever the order of its words.

    >>> name_key("Becker, Ada") == name_key("Dr. Ada Becker")
    True
    """
    parts = parse_name(name)
    words = fold(f"{parts.given} {parts.family}").replace(".", " ").split()
    return " ".join(sorted(word for word in words if word not in TITLES))


def is_alike(name: str, name_here: str) -> bool:
    """Whether both may name one person: by a slip of the pen, or a part of the name.

    >>> is_alike("Beker, Ada", "Ada Becker"), is_alike("A. Becker", "Ada Becker")
    (True, True)
    >>> is_alike("Becker", "Ada Becker"), is_alike("Bruno Becker", "Ada Becker")
    (True, False)
    """
    read, ours = name_key(name[:MAX_NAME]), name_key(name_here)
    return is_part(read, ours) or bool(get_close_matches(read, [ours], 1, ALIKE))


def is_part(read: str, name_here: str) -> bool:
    """Whether a name leaves out or shortens words of another; both as by `name_key`."""
    words, ours = read.split(), name_here.split()
    others = [word for word in ours if word not in words]
    parts = all(
        word in ours or (len(word) < 3 and any(other.startswith(word) for other in others))
        for word in words
    )
    return parts and any(len(word) > 2 for word in words if word in ours)


def names_by_number(tournament: Tournament) -> dict[int, str]:
    entries = Entry.objects.filter(tournament=tournament).select_related("person")
    return {entry.start_number: entry.person.sorted_name for entry in entries}


def known_players(tournament: Tournament) -> KnownPlaces:
    seats = Seat.objects.filter(series__tournament=tournament).values_list(
        "series__number", "entry__start_number", "list__table_number", "position"
    )
    lists = ScoreList.objects.filter(series__tournament=tournament).values_list(
        "series__number", "table_number", "seats"
    )
    return KnownPlaces(
        names_by_number(tournament),
        {(series, number): (table, seat) for series, number, table, seat in seats},
        {(series, table): size for series, table, size in lists},
        tuple(tournament.series.order_by("number").values_list("number", flat=True)),
        tournament.scheme,
    )


Figures = tuple[int | None, ...]  # points, games won, games lost, performance, as far as known
UNKNOWN: Figures = (None,) * 4


@dataclass(frozen=True, slots=True)
class ResultRow:
    seat: int
    number: int | None
    read: str
    known: str
    figures: Figures = UNKNOWN
    before: Figures = ()


def stored_figures(score_list: ScoreList) -> dict[int, Figures]:
    figures: dict[int, Figures] = {}
    for seat in score_list.seat_rows.order_by("position"):
        if (total := stored_total(seat)) is not None:
            figures[seat.position] = (total.game_points, total.won, total.lost, total.performance)
    return figures


# Clubs of a table that are not on record: new, or spelled differently.

NEW = "new"
MAX_CLUBS = 200  # options of one question, the most similar first


def club_questions(
    owned: Owned, names: Iterable[str], answers: FileAnswers
) -> dict[str, FileQuestion]:
    """A question for each name that no club has here; unanswered, it is a new club."""
    clubs = {club.pk: club.name for club in Club.objects.of(owned).order_by("name")}
    on_record = {name.casefold() for name in clubs.values()}  # as `get_or_create_clubs` compares
    unknown = [name for name in dict.fromkeys(names) if name and name.casefold() not in on_record]
    return {name: club_question(name, clubs, answers) for name in unknown} if clubs else {}


def club_question(name: str, names: dict[int, str], answers: FileAnswers) -> FileQuestion:
    likeness = {
        pk: SequenceMatcher(None, letters_and_digits(name), letters_and_digits(club)).ratio()
        for pk, club in names.items()
    }
    ordered = sorted(names, key=lambda pk: (-likeness[pk], names[pk]))
    clubs = [Option(str(pk), names[pk]) for pk in ordered[:MAX_CLUBS]]
    options = (Option(NEW, _("a new club")), *clubs)
    field_name = f"club-{digest_of(name)[:12]}"
    chosen = answers.of(field_name, (option.value for option in options))
    # Written the same but for spaces and signs: "SC Grün-Weiß", "SC Grün Weiß".
    usual = str(ordered[0]) if likeness[ordered[0]] == 1 else NEW
    return FileQuestion(field_name, name, options, chosen or usual)
