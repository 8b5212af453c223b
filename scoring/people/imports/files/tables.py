"""The tables of a file and what their columns mean: proposed, remembered, or chosen on the page."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from openpyxl.utils import get_column_letter

from scoring.core.cached import digest_of
from scoring.core.files.xlsx import OWN
from scoring.core.forms import parse_number
from scoring.core.spreadsheets import (
    MAX_SHOWN_LENGTH,
    CellReader,
    Cells,
    Sheet,
    Unreadable,
    letters,
    place,
)
from scoring.messages.labels import label
from scoring.people.imports.files.words import (
    CERTAIN_POINTS,
    FIGURES,
    IDENTITY,
    NAMES,
    OVERALL,
    RESULTS,
    TableKind,
    family_stands_first,
    is_figure,
    series_in,
    table_in,
    text_of,
    texts,
)
from scoring.people.imports.reads import LEFT_OUT, FileAnswers, FileQuestion, Option
from scoring.people.services.matching import mark_families
from scoring.rules.problem import Problem

# What the columns of our own tables mean, where their keys are called otherwise.
OWN_KEYS = {
    "start_number": "number",
    "name": "family_first",
    "categories": "category",
    "performance": "total",
}
SHARED = ("club", "category")  # columns after the last of several partners are about all of them
SAMPLES, MAX_SAMPLED = 3, 20
MAX_NAMES = 300  # names that tell whether the family name comes first
MAX_CELLS = 250_000  # of all sheets of another program, empty ones between others included
MAX_COLUMNS_ASKED = 60  # of one table
MAX_HEAD_ROWS = 6  # of one table, titles between them included
MAX_HEADS = 400  # of a sheet
FIRST_ROWS = 30  # rows that tell which columns are filled
Rows = Sequence[Cells]


@dataclass(frozen=True, slots=True)
class HeadedColumn:
    """A column, from 0, with what it means and the series it is about."""

    at: int
    heading: str
    meaning: str = ""
    series: int | None = None


@dataclass(frozen=True, slots=True)
class Headings:
    """Headings from row `top` on (from 0); data begin `below` and end before `end`."""

    top: int
    below: int
    end: int
    columns: tuple[HeadedColumn, ...]

    @property
    def digest(self) -> str:
        return digest_of([letters(column.heading) for column in self.columns])[:12]

    @property
    def has_texts(self) -> bool:
        """Whether its columns can be known again: tables without headings are all alike."""
        return any(column.heading for column in self.columns)

    def index(self, at: int) -> int:
        return [column.at for column in self.columns].index(at)


def heads_in(rows: Rows, kind: TableKind) -> list[Headings]:
    """The headings of all tables of this kind on a sheet."""
    heads: list[Headings] = []
    at = 0
    while at < len(rows) and len(heads) < MAX_HEADS:
        if has_headings(rows[at], kind):
            head = headings_in(rows, at, last_head_row(rows, at, kind), kind)
            if kind.is_table({column.meaning for column in head.columns}):
                heads.append(head)
                at = head.below - 1
        at += 1
    if heads and not kind.has_figures:
        # A single heading above others is a title; without others the row with most texts counts.
        several = [head for head in heads if sum(bool(each.meaning) for each in head.columns) > 1]
        heads = several or [max(heads, key=lambda head: len(texts(rows[head.top])))]
    ends = [*(head.top for head in heads[1:]), len(rows)]
    return [replace(head, end=end) for head, end in zip(heads, ends, strict=False)]


def has_headings(row: Cells, kind: TableKind) -> bool:
    """Whether a row names a column; or above figures, without any itself, a series."""
    words = texts(row)
    if kind.has_figures and any(map(is_figure, row)):
        return False
    names_series = kind.has_figures and any(series_in(text) is not None for text in words)
    return names_series or any(map(kind.meaning_of, words))


def last_head_row(rows: Rows, first: int, kind: TableKind) -> int:
    """The last of these rows of headings; above figures titles and empty rows may be between."""
    if not kind.has_figures:
        words = texts(rows[first + 1]) if first + 1 < len(rows) else []
        return first + 1 if words and all(map(kind.meaning_of, words)) else first
    last = first
    for at in range(first + 1, min(first + MAX_HEAD_ROWS, len(rows))):
        if any(map(is_figure, rows[at])):
            break
        if has_headings(rows[at], kind):
            last = at
    return last


def headings_in(rows: Rows, first: int, last: int, kind: TableKind) -> Headings:
    lines = [line for at in range(first, last + 1) if not is_title(line := rows[at])]
    below = rows[last + 1 : last + 1 + FIRST_ROWS]
    width = max(map(len, [*lines, *below]), default=0)
    words = [[text_of(cell) for cell in line] + [""] * (width - len(line)) for line in lines]
    spread = [list(spread_words(words, number)) for number in range(len(words))]
    filled = {at for row in below for at, cell in enumerate(row) if cell is not None}
    columns = [column_of(at, [line[at] for line in spread], kind) for at in range(width)]
    columns = [column for column in columns if column.heading or column.at in filled]
    return Headings(first, last + 1, len(rows), tuple(columns))


def is_title(line: Cells) -> bool:
    """Whether a row has a single text, which names a series or a table."""
    words = texts(line)
    return len(words) == 1 and (series_in(words[0]) or table_in(words[0])) is not None


def spread_words(lines: Sequence[Sequence[str]], number: int) -> Iterator[tuple[str, bool]]:
    """The text above each column in a row of headings, and whether columns share it.

    A text is shared by the empty cells right of it that have headings of their own below.

    >>> lines = [["Serie 1", "", "Platz"], ["Punkte", "Plus", ""]]
    >>> list(spread_words(lines, 0))
    [('Serie 1', True), ('Serie 1', True), ('Platz', False)]
    """
    line, lower = lines[number], lines[number + 1 :]
    has_own = [any(each[at] for each in lower) for at in range(len(line))] + [False]
    text = ""
    for at, cell in enumerate(line):
        text = (cell or text) if has_own[at] else ""
        goes_on = has_own[at + 1] and not line[at + 1]
        yield cell or text, bool(text) and (not cell or goes_on)


def column_of(at: int, words: Sequence[tuple[str, bool]], kind: TableKind) -> HeadedColumn:
    own = [text for text, is_shared in words if text and not is_shared]
    shared = [text for text, is_shared in words if text and is_shared]
    near = (*reversed(own), *reversed(shared))
    series = next((number for text in near if (number := series_in(text)) is not None), None)
    heading = " ".join(dict.fromkeys((*shared, *own)))
    is_overall = series is None and any(letters(text) in OVERALL for text in shared)
    meaning = "" if is_overall else meaning_in(own, shared, kind)
    return HeadedColumn(at, heading, meaning if meaning in kind.meanings else "", series)


def meaning_in(own: Sequence[str], shared: Sequence[str], kind: TableKind) -> str:
    """What a column means by all its texts together, else by one of them, the lowest first.

    A text above several columns counts alone only if a column has no other, as "Punkte" above
    "Serie 1" and "Serie 2".
    """
    own = [text for text in own if series_in(text) is None or kind.meaning_of(text)]
    words = ["".join(own), *reversed(own)]
    for upper, lower in product(shared, own):
        words += [upper + lower, lower + upper]
    if not own:
        words += reversed(shared)
    return next((meaning for text in words if (meaning := kind.meaning_of(text))), "")


def chosen_head(rows: Rows, number: int, kind: TableKind) -> Headings:
    """The headings in the chosen row, from 1; 0 for none."""
    number = min(number, len(rows))
    if number:
        return headings_in(rows, number - 1, number - 1, kind)
    first = next((at for at, row in enumerate(rows) if row), 0)
    filled = {at for row in rows[first:] for at, cell in enumerate(row) if cell is not None}
    return Headings(first, first, len(rows), tuple(HeadedColumn(at, "") for at in sorted(filled)))


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """Columns (from 0) by what they mean, and the series that stands above them."""

    columns: Mapping[str, int]
    series: int | None = None
    is_one_of_several: bool = False  # series of the same people beside each other


class ColumnsUnclear(Exception):
    """Some of these columns mean the same (`twice`), or meanings are missing."""

    def __init__(self, columns: Sequence[HeadedColumn], missing: Collection[str]) -> None:
        super().__init__()
        counts = Counter(column.meaning for column in columns)
        self.twice = [column for column in columns if counts[column.meaning] > 1]
        self.missing = missing


def blocks_of(columns: Iterable[HeadedColumn], kind: TableKind) -> list[ColumnBlock]:
    """One block for each set of people, or for the results of a series. Raises ColumnsUnclear."""
    segments: list[list[HeadedColumn]] = [[]]
    for column in columns:
        is_again = column.meaning in {each.meaning for each in segments[-1]}
        if is_again and column.meaning not in FIGURES:
            segments.append([])
        if column.meaning:
            segments[-1].append(column)
    if kind.has_figures:
        return [block for segment in segments for block in result_blocks(segment)]
    places = [person_columns(segment, segments) for segment in segments]
    for meaning in SHARED:
        if meaning in places[-1] and not any(meaning in each for each in places[:-1]):
            places = [each | {meaning: places[-1][meaning]} for each in places]
    return [ColumnBlock(each) for each in places]


def person_columns(
    segment: Sequence[HeadedColumn], segments: Sequence[Sequence[HeadedColumn]]
) -> dict[str, int]:
    places = {column.meaning: column.at for column in segment if column.meaning not in FIGURES}
    mark_families(places)
    identifying = set(NAMES) - {"given"}
    if any(column.meaning in FIGURES for column in segment):
        identifying.add("number")
    if identifying.isdisjoint(places):
        raise ColumnsUnclear([column for each in segments for column in each], ("name",))
    return places


def result_blocks(segment: Sequence[HeadedColumn]) -> list[ColumnBlock]:
    """The figures of people who are named once: one block, or one a series."""
    places = person_columns(segment, [segment])
    figures = [column for column in segment if column.meaning in FIGURES]
    groups = figure_groups(figures)
    names_series = any(column.series is not None for column in figures)
    for group in groups or [[]]:
        present = {column.meaning for column in group}
        missing = [meaning for meaning in ("points", "won", "lost") if meaning not in present]
        if "total" in present and "points" in missing:
            missing.remove("points")
        if missing or len(present) < len(group):
            raise ColumnsUnclear(group if names_series else figures, missing)
    return [
        ColumnBlock(
            places | {column.meaning: column.at for column in group},
            group[0].series,
            is_one_of_several=len(groups) > 1,
        )
        for group in groups
    ]


def figure_groups(figures: Sequence[HeadedColumn]) -> list[list[HeadedColumn]]:
    """The figures of each series; where no series is named, a repeated meaning begins the next."""
    if numbers := sorted({column.series for column in figures if column.series is not None}):
        # Figures of no series are sums of several.
        return [[column for column in figures if column.series == number] for number in numbers]
    groups: list[list[HeadedColumn]] = []
    for column in figures:
        if not groups or column.meaning in {each.meaning for each in groups[-1]}:
            groups.append([])
        groups[-1].append(column)
    if len(groups) > 1 and [column.meaning for column in groups[-1]] == ["total"]:
        groups.pop()  # the sum of all series
    return groups


@dataclass(slots=True)
class ColumnLayout:
    """What columns with the same headings mean; `chosen` and `open` are indexes of columns."""

    kind: TableKind
    reader: CellReader
    head: Headings
    meanings: Sequence[str]
    chosen: Collection[int] = ()
    is_answered: bool = False
    problem: Problem | None = None  # why the columns of `open` have to be answered
    open: Collection[int] = ()

    def ask_for(self, problem: Problem, doubtful: Collection[int]) -> None:
        if self.problem is None:
            self.problem, self.open = problem, doubtful

    def ask_unclear(self, unclear: ColumnsUnclear, head: Headings) -> None:
        if unclear.twice:
            headings = dict.fromkeys(column.heading for column in unclear.twice)
            problem = Problem("asked-columns-twice", "", {"columns": ", ".join(headings)[:120]})
        else:
            names = (str(label(f"{self.kind.name}_column", each)) for each in unclear.missing)
            problem = Problem("asked-columns-missing", "", {"columns": ", ".join(names)})
        self.ask_for(problem, [head.index(column.at) for column in unclear.twice])

    @property
    def answers(self) -> list[str]:
        return [meaning or LEFT_OUT for meaning in self.meanings]

    @property
    def questions(self) -> list[FileQuestion]:
        names = f"{self.kind.name}_column"
        values = (LEFT_OUT, *self.kind.meanings)
        options = tuple(Option(value, label(names, value)) for value in values)
        questions = []
        for at, column in enumerate(self.head.columns[:MAX_COLUMNS_ASKED]):
            name, heading = f"column-{self.head.digest}.{at}", column.heading[:MAX_SHOWN_LENGTH]
            text = " · ".join(filter(None, (get_column_letter(column.at + 1), heading)))
            answer = "" if at in self.open else self.answers[at]
            questions.append(FileQuestion(name, text, options, answer, self.samples(column.at)))
        return questions

    def samples(self, column: int) -> tuple[str, ...]:
        cells = column_texts(self.reader, self.head, column, MAX_SAMPLED)
        return tuple(text[:MAX_SHOWN_LENGTH] for text in cells[:SAMPLES])


@dataclass(slots=True)
class Table:
    """A block of columns and the rows below it.

    `key` names its tick, `sheet` is the number of its sheet, from 0, `series` asks for its series.
    """

    key: str
    sheet: int
    reader: CellReader
    head: Headings
    block: ColumnBlock
    layout: ColumnLayout
    is_used: bool = True
    series: FileQuestion | None = None

    @property
    def name(self) -> str:
        return self.reader.sheet

    @property
    def columns(self) -> Mapping[str, int]:
        return self.block.columns

    @property
    def area(self) -> str:
        """The cells of its rows: "A5:F27"."""
        first, last = min(self.columns.values()), max(self.columns.values())
        end = max(self.head.end, self.head.below + 1)
        return f"{place(self.head.below + 1, first + 1)}:{place(end, last + 1)}"

    @property
    def headings(self) -> str:
        words = (self.heading(at) for at in sorted(self.columns.values()))
        return ", ".join(filter(None, words))[:80]

    def heading(self, at: int) -> str:
        return self.head.columns[self.head.index(at)].heading[:60]

    def is_certain(self, meaning: str) -> bool:
        """Whether the heading of a column says clearly what it holds, or an answer does."""
        at = self.columns[meaning]
        heading = letters(self.heading(at))
        is_clear = any(word in heading for word in CERTAIN_POINTS.get(meaning, ()))
        return is_clear or self.head.index(at) in self.layout.chosen

    def ask_column(self, meaning: str, code: str) -> None:
        at = self.columns[meaning]
        problem = Problem(code, "", {"column": self.heading(at)})
        self.layout.ask_for(problem, [self.head.index(at)])


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet on the page; `head` is the row of its headings, from 1, as text."""

    name: str
    field: str
    head: str
    is_hidden: bool
    tables: Sequence[Table]
    has_content: bool

    @property
    def is_read(self) -> bool:
        return any(table.is_used for table in self.tables)


@dataclass(slots=True)
class FileMap:
    """The sheets of a file with their tables.

    `own` is what our hidden sheet says: by name of a sheet the row of its headings, from 1, or 0
    without headings, and what its columns mean.
    """

    kind: TableKind
    answers: FileAnswers
    remembered: Mapping[str, Sequence[str]]
    own: dict[str, tuple[int, Sequence[str]]] = field(default_factory=dict)
    sheets: list[SheetLine] = field(default_factory=list)
    layouts: dict[str, ColumnLayout] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    unclear: list[tuple[ColumnLayout, Headings, ColumnsUnclear]] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        return [table for sheet in self.sheets for table in sheet.tables if table.is_used]

    @property
    def is_open(self) -> bool:
        asks_for_series = any(table.series and table.series.is_open for table in self.tables)
        return asks_for_series or any(layout.problem for layout in self.layouts.values())

    def add_all(self, sheets: Iterable[tuple[int, Sheet]]) -> None:
        numbered = list(sheets)
        cells = sum(len(row) for _number, sheet in numbered for row in sheet.rows)
        if cells > MAX_CELLS or any(sheet.is_clipped for _number, sheet in numbered):
            raise Unreadable("sheet-too-large")
        self.read_own(sheet for _number, sheet in numbered)
        for number, sheet in numbered:
            if sheet.name != OWN:
                self.add(number, sheet)
        self.choose_tables()

    def read_own(self, sheets: Iterable[Sheet]) -> None:
        rows = (row for sheet in sheets if sheet.name == OWN for row in sheet.rows if len(row) > 2)
        for name, number, *cells in rows:
            if (row := parse_number(str(number), digits=6)) is not None:
                keys = [str(cell or "") for cell in cells]
                self.own[str(name)] = row, [OWN_KEYS.get(key, key) for key in keys]

    def add(self, number: int, sheet: Sheet) -> None:
        heads = heads_in(sheet.rows, self.kind)
        own_row, _keys = self.own.get(sheet.name, (None, ()))
        # Our hidden sheet goes on naming a row that somebody has deleted.
        if own_row is not None and own_row <= len(sheet.rows):
            heads = [chosen_head(sheet.rows, own_row, self.kind)]
        usual = str(heads[0].below) if heads else ""
        row = self.answers.chosen.get(f"head-{number}", usual)
        chosen_row = parse_number(row, digits=6)
        if chosen_row is not None and row != usual:
            heads = [chosen_head(sheet.rows, chosen_row, self.kind)]
        reader = CellReader(sheet.name or str(number + 1), sheet.rows)
        tables = [table for head in heads for table in self.tables_of(number, reader, head)]
        self.sheets.append(
            SheetLine(reader.sheet, f"head-{number}", row, sheet.is_hidden, tables, any(sheet.rows))
        )

    def tables_of(self, number: int, reader: CellReader, head: Headings) -> list[Table]:
        layout = self.layouts.get(head.digest) or self.layout_of(reader, head)
        pairs = zip(head.columns, layout.meanings, strict=True)
        columns = [replace(column, meaning=meaning) for column, meaning in pairs]
        try:
            blocks = blocks_of(columns, self.kind)
        except ColumnsUnclear as unclear:
            self.unclear.append((layout, head, unclear))
            return []
        self.layouts[head.digest] = layout
        if self.kind.has_figures:
            used = {at for block in blocks for at in block.columns.values()}
            unread = [column.heading for column in columns if column.at not in used]
            self.ignored += (f"{reader.sheet}: {text}" for text in unread if names_figures(text))
        return [
            Table(f"{number}.{head.top}.{at}", number, reader, head, block, layout)
            for at, block in enumerate(blocks)
        ]

    def layout_of(self, reader: CellReader, head: Headings) -> ColumnLayout:
        """The columns as our hidden sheet, an earlier answer or the headings say; then answered."""
        remembered = self.remembered.get(head.digest, ()) if head.has_texts else ()
        is_known = True
        if reader.sheet in self.own:
            keys = self.own[reader.sheet][1]
            meanings = [keys[column.at] if column.at < len(keys) else "" for column in head.columns]
        elif len(remembered) == len(head.columns):
            meanings = list(remembered)
        else:
            meanings, is_known = [column.meaning for column in head.columns], False
        if not is_known and not self.kind.has_figures:
            for at, column in enumerate(head.columns):
                names = column_texts(reader, head, column.at, MAX_NAMES)
                if meanings[at] == "name" and family_stands_first(names):
                    meanings[at] = "family_first"
        options = (LEFT_OUT, *self.kind.meanings)
        fields = [f"column-{head.digest}.{at}" for at in range(len(meanings))]
        answers = [self.answers.of(field_name, options) for field_name in fields]
        meanings = [answer or meaning for answer, meaning in zip(answers, meanings, strict=True)]
        meanings = [meaning if meaning in self.kind.meanings else "" for meaning in meanings]
        chosen = {at for at, answer in enumerate(answers) if is_known or answer}
        return ColumnLayout(self.kind, reader, head, meanings, chosen, any(answers))

    def choose_tables(self) -> None:
        """Choose the tables to read; if there are none, ask what the unclear columns mean."""
        tables = [table for line in self.sheets for table in line.tables]
        usual = [table for line in self.sheets if not line.is_hidden for table in line.tables]
        usual = usual or tables
        # Other headings than those of the first table may not be about people.
        if usual and not self.kind.has_figures:
            usual = [table for table in usual if table.layout is usual[0].layout]
        for table in tables:
            is_other = all(table is not other for other in usual)
            table.is_used = not self.answers.is_left(f"t{table.key}", by_default=is_other)
        for layout, head, unclear in self.unclear:
            present = set(layout.meanings)
            has_results = bool(present & set(IDENTITY) and present & set(FIGURES))
            if not tables and (has_results or not layout.is_answered):
                layout.ask_unclear(unclear, head)
            self.layouts.setdefault(layout.head.digest, layout)
        if not self.kind.has_figures:
            self.ignored += dict.fromkeys(
                text for table in self.tables for text in unread_in(table)
            )


def unread_in(table: Table) -> Iterator[str]:
    """The headings that mean nothing and have something below; none once somebody has answered."""
    layout = table.layout
    if layout.chosen:  # or known from an earlier file
        return
    for column, meaning in zip(layout.head.columns, layout.meanings, strict=True):
        texts_below = column_texts(table.reader, table.head, column.at, MAX_SAMPLED)
        if column.heading and not meaning and texts_below:
            yield column.heading


def names_figures(heading: str) -> bool:
    return any(RESULTS.words.get(letters(word)) in FIGURES for word in heading.split())


def column_texts(reader: CellReader, head: Headings, at: int, most: int) -> list[str]:
    rows = range(head.below + 1, min(head.end, head.below + most) + 1)
    return [text for row in rows if (text := reader.text(row, at + 1))]
