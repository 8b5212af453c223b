"""The headings of a sheet, wherever they stand: in one row or several, and more than once.

A band is what stands above one set of columns. Words that stand above several columns ("Serie 1",
"Gesamt", "Punkte") hold for all of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.core.cached import digest_of
from scoring.core.spreadsheets.headings import letters
from scoring.core.spreadsheets.reading import Cells
from scoring.imports.files.kinds import FIGURES, Kind
from scoring.imports.files.labels import (
    is_figure,
    is_overall,
    numbered,
    series_in,
    table_in,
    text_of,
    without_series,
)

MAX_LINES = 6  # rows of headings, titles between them included
MAX_BANDS = 400  # of a sheet
FIRST_ROWS = 30  # of people: above their headings stand titles, dates and sponsors
Rows = Sequence[Cells]


@dataclass(frozen=True, slots=True)
class HeadedColumn:
    """A column, from 0: its heading, what it means, and the series it is about.

    `is_overall` is a column under "Gesamt" and the like: sums of several series.
    """

    at: int
    heading: str
    meaning: str = ""
    series: int | None = None
    is_overall: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """Headings from row `top` on (from 0); data begin `below` and end before `end`.

    `title` are words about all columns.
    """

    top: int
    below: int
    end: int
    columns: tuple[HeadedColumn, ...]
    title: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The same for all tables under the same headings."""
        return digest_of([letters(each.heading) for each in self.columns])[:12]


def find_bands(rows: Rows, kind: Kind) -> list[Band]:
    """Every band of a sheet under which such a table stands, from the top."""
    found: list[Band] = []
    at = 0
    while at < len(rows) and len(found) < MAX_BANDS:
        if has_headings(rows[at], kind):
            last = last_of_band(rows, at, kind)
            band = band_of(rows, at, last, kind)
            if kind.is_table({column.meaning for column in band.columns}):
                found.append(band)
                at = last
        at += 1
    if not kind.has_figures:
        found = headings_of_people(found, rows)
    ends = [*(band.top for band in found[1:]), len(rows)]
    return [replace(band, end=end) for band, end in zip(found, ends, strict=False)]


def headings_of_people(found: Sequence[Band], rows: Rows) -> list[Band]:
    """A lone heading counts where no others are: above them it is the title of the table."""
    several = [band for band in found if sum(bool(each.meaning) for each in band.columns) > 1]
    lone = [band for band in found if len(texts(rows[band.top])) == 1 and band.top < FIRST_ROWS]
    others = [band for band in found if band not in lone and band.top < FIRST_ROWS]
    return several or others[:1] or lone[:1]


def has_headings(row: Cells, kind: Kind) -> bool:
    """Whether a row names a column or a series, and holds no figures."""
    if kind.has_figures and any(map(is_figure, row)):
        return False
    return any(
        meaning_of(text, kind) or (kind.has_figures and series_in(text) is not None)
        for text in texts(row)
    )


def texts(row: Cells) -> list[str]:
    return [text for cell in row if (text := text_of(cell))]


def meaning_of(text: str, kind: Kind) -> str:
    """What stands below a heading, "Gew. Serie 2" or "Punkte 2"; empty for one nobody knows."""
    return kind.words.get(letters(without_series(text)), "")


def last_of_band(rows: Rows, first: int, kind: Kind) -> int:
    """The last row of headings: above figures titles and empty rows may stand between two."""
    if not kind.has_figures:
        return first + says_more(rows, first, kind)
    last = first
    for at in range(first + 1, min(first + MAX_LINES, len(rows))):
        if any(map(is_figure, rows[at])):
            break
        if has_headings(rows[at], kind):
            last = at
    return last


def says_more(rows: Rows, first: int, kind: Kind) -> bool:
    """Whether two rows are the headings of people together: they say more than either alone."""
    if first + 1 >= len(rows) or len(texts(rows[first])) < 2:
        return False
    words = texts(rows[first + 1])
    known = sum(bool(meaning_of(text, kind)) for text in words)
    meanings = [
        len({each.meaning for each in band_of(rows, top, last, kind).columns} - {""})
        for top, last in ((first, first + 1), (first, first), (first + 1, first + 1))
    ]
    return meanings[0] > max(meanings[1:]) and 0 < min(len(words), 2) <= known


def band_of(rows: Rows, first: int, last: int, kind: Kind) -> Band:
    """The headings in these rows, and the columns below them that have none."""
    lines = [list(map(text_of, rows[at])) for at in range(first, last + 1)]
    titles = [line for line in lines if sum(map(bool, line)) == 1 and is_title(line)]
    lines = [line for line in lines if line not in titles]
    below = rows[last + 1 : last + 1 + FIRST_ROWS]
    width = max(map(len, [*lines, *below]), default=0)
    lines = [line + [""] * (width - len(line)) for line in lines]
    groups = [list(above(lines, number)) for number in range(len(lines))]
    filled = {at for row in below for at, cell in enumerate(row) if cell is not None}
    columns = [
        column
        for at in range(width)
        if (column := headed(at, lines, groups, kind)).heading or at in filled
    ]
    words = tuple(text for line in titles for text in line if text)
    return Band(first, last + 1, len(rows), tuple(by_their_numbers(columns, kind)), words)


def without_headings(rows: Rows, first: int) -> Band:
    """The columns of a table whose first row is data."""
    columns = {at for row in rows[first:] for at, cell in enumerate(row) if cell is not None}
    found = tuple(HeadedColumn(at, "") for at in sorted(columns))
    return Band(first, first, len(rows), found)


def is_title(line: Sequence[str]) -> bool:
    """Whether the one text of a row is about all columns: it names a series or a table."""
    text = next(filter(None, line))
    return series_in(text) is not None or table_in(text) is not None


def above(lines: Sequence[Sequence[str]], number: int) -> Iterator[str]:
    """What a row says above each column and its neighbours; empty where it says so of one only.

    A text holds for the empty cells to its right, as far as headings stand below them.
    """
    line, lower = lines[number], lines[number + 1 :]
    has_own = [any(each[at] for each in lower) for at in range(len(line))]
    text = ""
    for at, cell in enumerate(line):
        goes_on = at + 1 < len(line) and not line[at + 1] and has_own[at + 1]
        if not has_own[at]:
            text = ""
        elif cell:
            text = cell if goes_on else ""
        yield text


def headed(
    at: int, lines: Sequence[Sequence[str]], groups: Sequence[Sequence[str]], kind: Kind
) -> HeadedColumn:
    """A column with what stands above it alone, and above it and its neighbours."""
    own, shared = [], []
    for line, group in zip(lines, groups, strict=True):
        text = group[at] or line[at]
        if group[at] or (series_in(text) is not None and not meaning_of(text, kind)):
            shared.append(text)
        elif text:
            own.append(text)
    words = (*reversed(own), *reversed(shared))
    series = next((found for text in words if (found := series_in(text)) is not None), None)
    overall = series is None and any(map(is_overall, shared))
    heading = " ".join(dict.fromkeys((*shared, *own)))
    return HeadedColumn(at, heading, meaning_in(own, shared, kind), series, overall)


def meaning_in(own: Sequence[str], shared: Sequence[str], kind: Kind) -> str:
    """What a column means: by all its words together, else by one of them, the lowest first.

    What stands above several columns alone says so only where nothing else does: "Punkte" above
    "Serie 1" and "Serie 2".
    """
    words = [letters(without_series(text)) for text in own]
    common = [letters(without_series(text)) for text in shared]
    candidates = ["".join(words), *reversed(words)]
    candidates += [upper + lower for upper in common for lower in words]
    candidates += [lower + upper for upper in common for lower in words]
    if not any(words):
        candidates += reversed(common)
    return next((kind.words[each] for each in candidates if each in kind.words), "")


def by_their_numbers(columns: Sequence[HeadedColumn], kind: Kind) -> list[HeadedColumn]:
    """The columns; "Punkte 1" and "Punkte 2" are of two series, "Punkte 1" alone is a number."""
    if not kind.has_figures:
        return list(columns)
    found = {
        column.at: (kind.words[pair[0]], pair[1])
        for column in columns
        if column.series is None and (pair := numbered(column.heading)) and pair[0] in kind.words
    }
    series: dict[str, set[int]] = defaultdict(set)
    for meaning, number in found.values():
        series[meaning].add(number)
    several = any(len(numbers) > 1 for numbers in series.values())
    return [
        replace(
            column,
            meaning=found[column.at][0],
            series=found[column.at][1] if several and found[column.at][0] in FIGURES else None,
        )
        if column.at in found
        else column
        for column in columns
    ]
