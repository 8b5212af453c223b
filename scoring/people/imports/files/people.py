"""The people in a table, a row each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.conf import settings
from django.utils import translation
from openpyxl.utils import get_column_letter

from scoring.core.spreadsheets import Unreadable, letters, vocabulary
from scoring.core.text import fold
from scoring.models.person import EntryState
from scoring.people.imports.files.tables import FileMap, Table
from scoring.people.imports.files.words import NAMES, SUMS
from scoring.people.imports.reads import FileAnswers
from scoring.people.services.matching import Doubt, RawRow

MAX_PEOPLE = 2_000
# Texts in a column of names that are no names: sums, repeated headings.
NO_NAMES = {*vocabulary(*NAMES), *SUMS, "anzahl", "mitglieder", "teilnehmerzahl", "count"}
CLUB_WORDS = {"sc", "skc", "sv", "sg", "ev", "club", "klub", "verein"}
CLUB_WORDS |= {"spielgemeinschaft", "stammtisch"}
# "Jörg Müller (SC Grün)": what stands in brackets after a name is the club.
_IN_BRACKETS = re.compile(r"(.*\S)\s*[(\[]\s*([^()\[\]]*[^\W\d_][^()\[\]]*)[)\]]")


def people_in(file_map: FileMap, columns: Sequence[str] = NAMES) -> list[RawRow]:
    """The rows with a text in one of these columns, by their place. Raises Unreadable."""
    rows = [
        raw
        for table in file_map.tables
        for raw in raw_rows(table, file_map.answers)
        if any(map(raw.values.get, columns))
    ]
    if len(rows) > MAX_PEOPLE:
        raise Unreadable("sheet-too-many-rows", most=MAX_PEOPLE)
    doubts = Doubts(rows)
    rows = [replace(raw, doubt=doubts.of(raw)) for raw in rows]
    return sorted(rows, key=lambda raw: (raw.sheet_number, raw.number, raw.first_column))


def raw_rows(table: Table, answers: FileAnswers) -> Iterator[RawRow]:
    columns = table.columns
    addresses = {meaning: get_column_letter(at + 1) for meaning, at in columns.items()}
    fixes = answers.fixes(table.sheet)
    for number in range(table.head.below + 1, table.head.end + 1):
        texts = {meaning: table.reader.text(number, at + 1) for meaning, at in columns.items()}
        values = {meaning: text for meaning, text in texts.items() if text}
        fixed = tuple(column for column, at in columns.items() if (number, at + 1) in fixes)
        yield RawRow(
            number,
            with_club(values),
            addresses,
            sheet=table.name,
            fixed=fixed,
            sheet_number=table.sheet,
            first_column=min(columns.values()),
        )


def with_club(values: dict[str, str]) -> dict[str, str]:
    """The club may stand in brackets after a name if no column has it."""
    if values.get("club"):
        return values
    for column in ("given", "name", "family_first", "family"):
        if match := _IN_BRACKETS.fullmatch(values.get(column, "")):
            return values | {column: match[1], "club": match[2].strip()}
    return values


class Doubts:
    """Why a row of a table may not be a person to be entered."""

    def __init__(self, rows: Sequence[RawRow]) -> None:
        self.clubs = {fold(raw.text("club")) for raw in rows} - {""}
        # Where rows usually have more than a name, one without may be a title.
        self.is_wide = 2 * sum(len(raw.values) > 1 for raw in rows) >= len(rows)
        # The words of our own lists for players who have left, in every language.
        self.gone = set[str]()
        for code, _name in settings.LANGUAGES:
            with translation.override(code):
                left = (state.label for state in EntryState if state != EntryState.PRESENT)
                self.gone |= {fold(str(word)) for word in left}

    def of(self, raw: RawRow) -> Doubt:
        """ "no-name" where a sum, a heading or a club seems to stand in place of a name."""
        if fold(raw.text("state")) in self.gone:
            return "state"
        text = " ".join(raw.values[key] for key in NAMES if key in raw.values)
        if not text or letters(text) in NO_NAMES or any(char in "0123456789:" for char in text):
            return "no-name"
        if len(raw.values) > 1 or "given" in raw.values:
            return ""
        parts = fold(text).replace(".", "").split()
        if fold(text) in self.clubs or any(
            part in CLUB_WORDS or part.startswith("skat") for part in parts
        ):
            return "no-name"
        is_title = self.is_wide and (len(parts) == 1 or "given" in raw.letters)
        return "no-name" if is_title else ""
