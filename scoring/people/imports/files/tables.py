"""The tables of a file and what their columns mean: proposed, remembered, or chosen on the page.

Every row of headings begins a table, so does every set of columns that name people once more or
hold another series. All are listed, whether they are read or not; tables under the same headings
have one layout.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.core.cached import digest_of
from scoring.core.files.xlsx import OWN
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
    TableKind,
    family_stands_first,
    is_figure,
    series_in,
    table_in,
    text_of,
    texts,
)
from scoring.people.imports.reads import LEFT_OUT, FileAnswers, FileQuestion, Option
from scoring.rules.problem import Problem

# What the columns of our own tables mean, where it is not the name that they have inside.
OWN_KEYS = {
    "start_number": "number",
    "name": "family_first",
    "categories": "category",
    "performance": "total",
}
SHARED = ("club", "category")  # of partners: what comes after the last one is about all
SAMPLES, MAX_SAMPLED = 3, 20
MAX_NAMES = 300  # that tell their order
MAX_CELLS = 250_000  # of all sheets of another program, empty ones between others included
MAX_COLUMNS_ASKED = 60  # of one table
MAX_HEAD_ROWS = 6  # titles between them included
MAX_HEADS = 400  # of a sheet
FIRST_ROWS = 30  # that tell which columns are filled
Rows = Sequence[Cells]


@dataclass(frozen=True, slots=True)
class HeadedColumn:
    """A column, from 0: its heading, what it means, and the series it is about."""

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
        """The same for all tables under the same headings."""
        return digest_of([letters(column.heading) for column in self.columns])[:12]

    def index(self, at: int) -> int:
        return [column.at for column in self.columns].index(at)


# Rows of headings -------------------------------------------------------------------------------


def heads_in(rows: Rows, kind: TableKind) -> list[Headings]:
    """Every row of headings of a sheet under which such a table stands, from the top."""
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
        # A lone heading counts where no others are: above them it is the title of the table.
        several = [head for head in heads if sum(bool(each.meaning) for each in head.columns) > 1]
        heads = several or [max(heads, key=lambda head: len(texts(rows[head.top])))]
    ends = [*(head.top for head in heads[1:]), len(rows)]
    return [replace(head, end=end) for head, end in zip(heads, ends, strict=False)]


def has_headings(row: Cells, kind: TableKind) -> bool:
    """Whether a row names a column or a series, and holds no figures."""
    words = texts(row)
    if kind.has_figures:
        is_named = any(series_in(text) is not None for text in words)
        return not any(map(is_figure, row)) and (is_named or any(map(kind.meaning_of, words)))
    return any(map(kind.meaning_of, words))


def last_head_row(rows: Rows, first: int, kind: TableKind) -> int:
    """The last row of headings: above figures titles and empty rows may stand between two."""
    if not kind.has_figures:
        words = texts(rows[first + 1]) if first + 1 < len(rows) else []
        return first + (bool(words) and all(map(kind.meaning_of, words)))
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
    """Whether the one text of a row is about all columns: it names a series or a table."""
    words = texts(line)
    return len(words) == 1 and (series_in(words[0]) or table_in(words[0])) is not None


def spread_words(lines: Sequence[Sequence[str]], number: int) -> Iterator[tuple[str, bool]]:
    """What a row says above each column, and whether it says so of several.

    A text holds for the empty cells to its right, as far as headings stand below them.
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
    """What a column means: by all its words together, else by one of them, the lowest first.

    What stands above several columns alone says so only where nothing else does: "Punkte" above
    "Serie 1" and "Serie 2".
    """
    is_series = [series_in(text) is not None and not kind.meaning_of(text) for text in own]
    own = [text for text, names_series in zip(own, is_series, strict=True) if not names_series]
    words = ["".join(own), *reversed(own)]
    words += [both for one in shared for other in own for both in (one + other, other + one)]
    words += [] if own else reversed(shared)
    return next((meaning for text in words if (meaning := kind.meaning_of(text))), "")


def chosen_head(rows: Rows, number: int, kind: TableKind) -> Headings:
    """The headings in the row that somebody chose, from 1; 0: the table has none."""
    number = min(number, len(rows))
    if number:
        return headings_in(rows, number - 1, number - 1, kind)
    first = next((at for at, row in enumerate(rows) if row), 0)
    filled = {at for row in rows[first:] for at, cell in enumerate(row) if cell is not None}
    return Headings(first, first, len(rows), tuple(HeadedColumn(at, "") for at in sorted(filled)))


# Tables beside each other ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """Columns (from 0) by what they mean, and the series that stands above them.

    `is_beside`: other series of the same people stand beside it.
    """

    columns: Mapping[str, int]
    series: int | None = None
    is_beside: bool = False


class ColumnsUnclear(Exception):
    """Columns that cannot be read: those that mean the same (`twice`), or what is `missing`."""

    def __init__(self, twice: Collection[HeadedColumn] = (), missing: Collection[str] = ()) -> None:
        super().__init__()
        self.twice, self.missing = twice, missing


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
    # "Name" beside "Vorname" is the family name.
    if "given" in places and "name" in places:
        places.setdefault("family", places.pop("name"))
    has_figures = any(column.meaning in FIGURES for column in segment)
    if places.keys() & {*NAMES, *(("number",) if has_figures else ())} - {"given"}:
        return places
    columns = [column for each in segments for column in each]
    raise ColumnsUnclear(repeated_columns(columns), ("name",))


def result_blocks(segment: Sequence[HeadedColumn]) -> list[ColumnBlock]:
    """The figures of people who are named once: one block, or one a series."""
    places = person_columns(segment, [segment])
    groups: list[tuple[int | None, list[HeadedColumn]]] = []
    figures = [column for column in segment if column.meaning in FIGURES]
    if any(column.series is not None for column in figures):
        # Figures of no series are sums of several.
        for series in sorted({column.series for column in figures if column.series is not None}):
            groups.append((series, [column for column in figures if column.series == series]))
    else:
        for column in figures:
            if not groups or column.meaning in {each.meaning for each in groups[-1][1]}:
                groups.append((None, []))
            groups[-1][1].append(column)
        if len(groups) > 1 and [column.meaning for column in groups[-1][1]] == ["total"]:
            groups.pop()  # the sum of all series
    is_one = all(series is None for series, _group in groups)
    for _series, group in groups or [(None, [])]:
        present = {column.meaning for column in group}
        missing = [meaning for meaning in FIGURES[:3] if meaning not in present]
        if "total" in present and "points" in missing:
            missing.remove("points")
        if missing or len(present) < len(group):
            raise ColumnsUnclear(repeated_columns(figures if is_one else group), missing)
    return [
        ColumnBlock(
            places | {column.meaning: column.at for column in group}, series, len(groups) > 1
        )
        for series, group in groups
    ]


def repeated_columns(columns: Iterable[HeadedColumn]) -> list[HeadedColumn]:
    columns = list(columns)
    meanings = [column.meaning for column in columns]
    return [column for column in columns if meanings.count(column.meaning) > 1]


# What the columns mean ---------------------------------------------------------------------------


@dataclass(slots=True)
class ColumnLayout:
    """The columns under the same headings: what each of them means, and what has to be answered.

    `chosen` are the places of those that somebody has named, now or for an earlier file, `open`
    of those that he has to name, `problem` says why.
    """

    kind: TableKind
    reader: CellReader
    head: Headings
    meanings: Sequence[str]
    chosen: Collection[int] = ()
    is_answered: bool = False
    problem: Problem | None = None
    open: Collection[int] = ()

    def open_columns(self, problem: Problem, doubtful: Collection[int] = ()) -> None:
        """Ask for the columns at these places, once for all tables under these headings."""
        if self.problem is None:
            self.problem, self.open = problem, doubtful

    def ask_unclear(self, unclear: ColumnsUnclear, head: Headings) -> None:
        if unclear.twice:
            headings = dict.fromkeys(column.heading for column in unclear.twice)
            problem = Problem("asked-columns-twice", "", {"columns": ", ".join(headings)[:120]})
        else:
            names = (str(label(f"{self.kind.name}_column", each)) for each in unclear.missing)
            problem = Problem("asked-columns-missing", "", {"columns": ", ".join(names)})
        self.open_columns(problem, [head.index(column.at) for column in unclear.twice])

    @property
    def words(self) -> list[str]:
        """What each of them means, for the page and for the next file under these headings."""
        return [meaning or LEFT_OUT for meaning in self.meanings]

    @property
    def questions(self) -> list[FileQuestion]:
        """A choice for every column, with some of its cells."""
        names = f"{self.kind.name}_column"
        values = (LEFT_OUT, *self.kind.meanings)
        options = tuple(Option(value, label(names, value)) for value in values)
        return [
            FileQuestion(
                f"column-{self.head.digest}.{at}",
                f"{place(1, column.at + 1)[:-1]} · {column.heading[:MAX_SHOWN_LENGTH]}".strip(" ·"),
                options,
                "" if at in self.open else self.words[at],
                tuple(self.samples(column.at)),
            )
            for at, column in enumerate(self.head.columns[:MAX_COLUMNS_ASKED])
        ]

    def samples(self, column: int) -> Sequence[str]:
        last = min(self.head.end, self.head.below + MAX_SAMPLED)
        rows = range(self.head.below + 1, last + 1)
        cells = (self.reader.text(row, column + 1)[:MAX_SHOWN_LENGTH] for row in rows)
        return [text for text in cells if text][:SAMPLES]


@dataclass(slots=True)
class Table:
    """A block of columns and the rows below it; one that is not `is_used` is only listed.

    `key` names it where it is ticked, `sheet` is the number of its sheet, from 0; `series` asks
    which series it is about.
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
        """Where its rows stand: "A5:F27"."""
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
        """Whether it is clear what a column holds: its heading says so, or somebody has."""
        at = self.columns[meaning]
        heading = letters(self.heading(at))
        is_clear = any(word in heading for word in CERTAIN_POINTS.get(meaning, ()))
        return is_clear or self.head.index(at) in self.layout.chosen

    def ask_column(self, meaning: str, code: str) -> None:
        at = self.columns[meaning]
        problem = Problem(code, "", {"column": self.heading(at)})
        self.layout.open_columns(problem, [self.head.index(at)])


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet on the page; `head` is the row of its headings, which can be changed; 0: none."""

    name: str
    field: str
    head: str
    is_hidden: bool
    tables: Sequence[Table]
    has_content: bool = True

    @property
    def is_read(self) -> bool:
        return any(table.is_used for table in self.tables)


@dataclass(slots=True)
class FileMap:
    """`own` is what our hidden sheet says, `unclear` are layouts whose columns cannot be read."""

    kind: TableKind
    answers: FileAnswers
    remembered: Mapping[str, Sequence[str]]
    own: Mapping[str, Sequence[object]] = field(default_factory=dict)
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
        """Read our hidden sheet, if there is one: by sheet its row of headings and columns."""
        for sheet in sheets:
            if sheet.name == OWN:
                rows = [row for row in sheet.rows if len(row) > 2 and str(row[1]).isdecimal()]
                self.own = {str(row[0]): [cell or "" for cell in row[1:]] for row in rows}

    def add(self, number: int, sheet: Sheet) -> None:
        heads = heads_in(sheet.rows, self.kind)
        chosen_row = self.answers.chosen.get(f"head-{number}")
        # Our hidden sheet goes on naming a row that somebody has deleted.
        own_row = int(str(self.own.get(sheet.name, (0,))[0]))
        if 0 < own_row <= len(sheet.rows):
            heads = [headings_in(sheet.rows, own_row - 1, own_row - 1, self.kind)]
        usual = str(heads[0].below) if heads else ""
        if chosen_row and chosen_row != usual and chosen_row.isdecimal() and len(chosen_row) <= 6:
            heads = [chosen_head(sheet.rows, int(chosen_row), self.kind)]
        reader = CellReader(sheet.name or str(number + 1), sheet.rows)
        tables = [table for head in heads for table in self.tables_of(number, reader, head)]
        row = usual if chosen_row is None else chosen_row
        self.sheets.append(
            SheetLine(reader.sheet, f"head-{number}", row, sheet.is_hidden, tables, any(sheet.rows))
        )

    def tables_of(self, number: int, reader: CellReader, head: Headings) -> list[Table]:
        """The blocks under a head; what keeps it from being read is noted."""
        layout = self.layouts.get(head.digest) or self.layout_of(reader, head)
        pairs = zip(head.columns, layout.meanings, strict=True)
        columns = [replace(column, meaning=meaning) for column, meaning in pairs]
        try:
            blocks = blocks_of(columns, self.kind)
        except ColumnsUnclear as unclear:
            self.unclear.append((layout, head, unclear))
            return []
        self.layouts[head.digest] = layout
        used = {at for block in blocks for at in block.columns.values()}
        unread = [each for each in columns if each.at not in used and self.holds_figures(each)]
        self.ignored += (f"{reader.sheet}: {column.heading}" for column in unread)
        return [
            Table(f"{number}.{head.top}.{at}", number, reader, head, block, layout)
            for at, block in enumerate(blocks)
        ]

    def holds_figures(self, column: HeadedColumn) -> bool:
        """Whether a column that is not read holds figures, so that somebody may miss it."""
        words = map(self.kind.words.get, map(letters, column.heading.split()))
        return self.kind.has_figures and any(word in FIGURES for word in words)

    def layout_of(self, reader: CellReader, head: Headings) -> ColumnLayout:
        """What its columns mean: as it was answered, as we wrote it, as last time, as it says."""
        own, remembered = self.own.get(reader.sheet), self.remembered.get(head.digest, ())
        proposed = [column.meaning for column in head.columns]
        chosen = set[int]()
        if own:
            keys = [OWN_KEYS.get(str(key), str(key)) for key in own[1:]]
            proposed = [keys[column.at] if column.at < len(keys) else "" for column in head.columns]
            chosen = set(range(len(proposed)))
        elif len(remembered) == len(proposed):
            proposed, chosen = list(remembered), set(range(len(proposed)))
        elif not self.kind.has_figures:
            proposed = with_name_order(reader, head, proposed)
        values = (LEFT_OUT, *self.kind.meanings)
        answered = {
            at: answer
            for at in range(len(proposed))
            if (answer := self.answers.of(f"column-{head.digest}.{at}", values))
        }
        meanings = [
            answered.get(at, meaning).strip(LEFT_OUT) for at, meaning in enumerate(proposed)
        ]
        meanings = [meaning if meaning in self.kind.meanings else "" for meaning in meanings]
        chosen |= answered.keys()
        return ColumnLayout(self.kind, reader, head, meanings, chosen, bool(answered))

    def choose_tables(self) -> None:
        """Choose the tables to read; without any, ask what the columns of others hold.

        Those in sight come before hidden ones. People are read from the first table and those
        under the same headings: others may hold anything.
        """
        tables = [table for line in self.sheets for table in line.tables]
        usual = [table for line in self.sheets for table in line.tables if not line.is_hidden]
        usual = usual or tables
        if usual and not self.kind.has_figures:
            usual = [table for table in usual if table.layout is usual[0].layout]
        for table in tables:
            is_left = all(table is not other for other in usual)
            table.is_used = not self.answers.is_left(f"t{table.key}", by_default=is_left)
        for layout, head, unclear in self.unclear:
            present = set(layout.meanings)
            is_left = present.isdisjoint(IDENTITY) or present.isdisjoint(FIGURES)
            if not tables and not (is_left and layout.is_answered):
                layout.ask_unclear(unclear, head)
            self.layouts.setdefault(layout.head.digest, layout)


def with_name_order(reader: CellReader, head: Headings, meanings: Iterable[str]) -> list[str]:
    """Names that begin with the family name are "family_first"."""
    rows = range(head.below + 1, min(head.end, head.below + MAX_NAMES) + 1)
    return [
        "family_first"
        if meaning == "name"
        and family_stands_first([reader.text(row, column.at + 1) for row in rows])
        else meaning
        for column, meaning in zip(head.columns, meanings, strict=True)
    ]
