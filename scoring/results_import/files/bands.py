"""The headings of a sheet, wherever they stand: in one row or several, and more than once.

A band is what stands above one set of columns. Words that stand above several columns ("Serie 1",
"Gesamt", "Punkte") hold for all of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.results_import.files.labels import (
    FIGURES,
    HEADS,
    IDENTITY,
    is_figure,
    is_overall,
    letters,
    numbered,
    role_of,
    series_in,
    table_in,
    text_of,
    without_series,
)

MOST_LINES = 6  # rows of headings, titles between them included
MOST_BANDS = 400
Rows = Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True)
class HeadedColumn:
    """A column, from 0: its heading, what it means (`role`), and the series it is about.

    `is_overall` is a column under "Gesamt" and the like: sums of several series.
    """

    at: int
    heading: str
    role: str
    series: int | None = None
    is_overall: bool = False
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """Headings from row `top` on (from 0); data begin `below`. `title` are words about all."""

    top: int
    below: int
    columns: tuple[HeadedColumn, ...]
    title: tuple[str, ...] = ()


def find_bands(rows: Rows, hidden: frozenset[int] = frozenset()) -> list[Band]:
    """Every band of a sheet under which results stand, from the top."""
    found: list[Band] = []
    at = 0
    while at < len(rows) and len(found) < MOST_BANDS:
        if not has_headings(rows[at]):
            at += 1
            continue
        last = last_of_band(rows, at)
        band = band_of(rows, at, last, hidden)
        if heads_results(band):
            found.append(band)
            at = last
        at += 1
    return found


def has_headings(row: Sequence[object]) -> bool:
    """Whether a row names a column or a series, and holds no figures."""
    words = [text for cell in row if (text := text_of(cell))]
    known = (role_of(text) or series_in(text) or numbered(text) for text in words)
    return any(known) and not any(map(is_figure, row))


def last_of_band(rows: Rows, first: int) -> int:
    """The last row of headings: titles and empty rows may stand between two of them."""
    last = first
    for at in range(first + 1, min(first + MOST_LINES, len(rows))):
        if any(map(is_figure, rows[at])):
            break
        if has_headings(rows[at]):
            last = at
    return last


def heads_results(band: Band) -> bool:
    """Whether figures stand below, and who they belong to."""
    roles = {column.role for column in band.columns}
    figures = len(roles.intersection(FIGURES))
    return figures >= 2 or (figures == 1 and not roles.isdisjoint(IDENTITY))


def band_of(rows: Rows, first: int, last: int, hidden: frozenset[int]) -> Band:
    lines = [list(map(text_of, rows[at])) for at in range(first, last + 1)]
    titles = [line for line in lines if sum(map(bool, line)) == 1 and is_title(line)]
    lines = [line for line in lines if line not in titles]
    width = max(map(len, lines), default=0)
    lines = [line + [""] * (width - len(line)) for line in lines]
    groups = [list(above(lines, number)) for number in range(len(lines))]
    columns = [
        column
        for at in range(width)
        if (column := headed(at, lines, groups)) and (column.heading or column.role)
    ]
    columns = [replace(each, is_hidden=each.at in hidden) for each in by_their_numbers(columns)]
    words = tuple(text for line in titles for text in line if text)
    return Band(first, last + 1, tuple(columns), words)


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
    at: int, lines: Sequence[Sequence[str]], groups: Sequence[Sequence[str]]
) -> HeadedColumn | None:
    """A column with what stands above it alone, and above it and its neighbours."""
    own, shared = [], []
    for line, group in zip(lines, groups, strict=True):
        text = group[at] or line[at]
        if group[at] or (series_in(text) is not None and not role_of(text)):
            shared.append(text)
        elif text:
            own.append(text)
    if not own and not shared:
        return None
    texts = (*reversed(own), *reversed(shared))
    series = next((found for text in texts if (found := series_in(text)) is not None), None)
    overall = series is None and any(map(is_overall, shared))
    heading = " ".join(dict.fromkeys((*shared, *own)))
    return HeadedColumn(at, heading, role_in(own, shared), series, overall)


def role_in(own: Sequence[str], shared: Sequence[str]) -> str:
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
    return next((HEADS[each] for each in candidates if each in HEADS), "")


def by_their_numbers(columns: Sequence[HeadedColumn]) -> list[HeadedColumn]:
    """The columns; "Punkte 1" and "Punkte 2" are of two series, "Punkte 1" alone is a number."""
    found = {
        column.at: pair
        for column in columns
        if column.series is None and (pair := numbered(column.heading))
    }
    series: dict[str, set[int]] = defaultdict(set)
    for role, number in found.values():
        series[role].add(number)
    several = any(len(numbers) > 1 for numbers in series.values())
    return [
        replace(
            column,
            role=found[column.at][0],
            series=found[column.at][1] if several and found[column.at][0] in FIGURES else None,
        )
        if column.at in found
        else column
        for column in columns
    ]
