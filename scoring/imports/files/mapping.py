"""What the columns of a file mean: proposed by headings, remembered, or chosen on the page.

Tables under the same headings have one layout. Every sheet, every row of headings and every block
of columns beside another is listed, whether it is read or not.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.core.files.xlsx import OWN
from scoring.core.spreadsheets.cells import LONGEST, CellReader, place
from scoring.core.spreadsheets.reading import Sheet, Unreadable
from scoring.imports.files.bands import (
    Band,
    HeadedColumn,
    Rows,
    band_of,
    find_bands,
    says_more,
    without_headings,
)
from scoring.imports.files.blocks import ColumnBlock, is_certain, split
from scoring.imports.files.kinds import FIGURES, IDENTITY, Kind
from scoring.imports.files.names import family_stands_first
from scoring.imports.reads.answers import LEFT_OUT, Answers, Option, Question
from scoring.messages import label
from scoring.rules.problem import Problem

# What the columns of our own tables mean, where it is not the name that they have inside.
OWN_KEYS = {
    "start_number": "number",
    "name": "family_first",
    "categories": "category",
    "performance": "total",
}
SAMPLES, SAMPLED_ROWS = 3, 20
MAX_NAMES = 300  # that tell their order
MAX_CELLS = 250_000  # of all sheets of another program, empty ones between others included
MAX_ASKED = 60  # columns of one table


@dataclass(slots=True)
class Layout:
    """The columns under the same headings: what each of them means, and what is not certain.

    `chosen` are the places of those that somebody has named, `open` of those that he has to name,
    `problem` says why; `shown` are those of which the figures show something else.
    """

    kind: Kind
    reader: CellReader
    band: Band
    meanings: Sequence[str]
    chosen: Collection[int] = ()
    is_own: bool = False
    problem: Problem | None = None
    open: Collection[int] = ()
    shown: Mapping[int, str] = field(default_factory=dict)

    def of(self, band: Band) -> list[HeadedColumn]:
        """The columns of a band under these headings."""
        pairs = zip(band.columns, self.meanings, strict=True)
        return [replace(column, meaning=meaning) for column, meaning in pairs]

    def ask(self, problem: Problem, band: Band, doubtful: Collection[int] = ()) -> None:
        """Ask for these columns, once for all tables under these headings."""
        if self.problem is None:
            self.problem = problem
            self.open = [at for at, each in enumerate(band.columns) if each.at in doubtful]

    @property
    def words(self) -> list[str]:
        """What each of them means, for the page and for the next file under these headings."""
        return [self.shown.get(at, word) or LEFT_OUT for at, word in enumerate(self.meanings)]

    @property
    def is_changed(self) -> bool:
        """Whether somebody has said something else than the headings."""
        return bool(self.chosen) and self.words != [
            each or LEFT_OUT for each in usual(self.band, self.kind)
        ]

    @property
    def questions(self) -> list[Question]:
        """A choice for every column, with some of its cells."""
        names = f"{self.kind.name}_column"
        values = (LEFT_OUT, *self.kind.meanings)
        options = tuple(Option(value, label(names, value)) for value in values)
        return [
            Question(
                f"column-{self.band.digest}.{at}",
                f"{column_letters(column.at)} · {column.heading[:LONGEST]}".strip(" ·"),
                options,
                "" if at in self.open else self.words[at],
                tuple(self.samples(column.at)),
            )
            for at, column in enumerate(self.band.columns[:MAX_ASKED])
        ]

    def samples(self, column: int) -> Sequence[str]:
        rows = range(self.band.below + 1, self.band.below + SAMPLED_ROWS)
        texts = (self.reader.text(row, column + 1)[:LONGEST] for row in rows)
        return [text for text in texts if text][:SAMPLES]


@dataclass(slots=True)
class Table:
    """A block of columns and the rows below it; one that is not `is_used` is only listed.

    `key` names it where it is ticked, `sheet` is the number of its sheet, from 0.
    """

    key: str
    sheet: int
    reader: CellReader
    band: Band
    block: ColumnBlock
    layout: Layout
    is_used: bool = True
    series: Question | None = None

    @property
    def name(self) -> str:
        return self.reader.sheet

    @property
    def cell(self) -> str:
        return place(max(self.band.below, 1), self.block.first + 1)

    @property
    def area(self) -> str:
        """Where its rows stand: "A5:F27"."""
        first = min(self.block.columns.values())
        last = max(self.band.end, self.band.below + 1)
        return f"{place(self.band.below + 1, first + 1)}:{place(last, self.block.last + 1)}"

    @property
    def headings(self) -> str:
        """What stands above its columns, as far as the page has room for it."""
        words = (self.heading(at) for at in sorted(self.block.columns.values()))
        return ", ".join(filter(None, words))[:80]

    def is_certain(self, at: int) -> bool:
        """Whether there is no doubt what a column holds."""
        index, layout = self.index(at), self.layout
        return layout.is_own or index in layout.chosen or is_certain(layout.of(self.band)[index])

    def index(self, at: int) -> int:
        """The place of a column among those of its band."""
        return next(index for index, column in enumerate(self.band.columns) if column.at == at)

    def heading(self, at: int) -> str:
        return next(column.heading for column in self.band.columns if column.at == at)[:60]

    def ask(self, problem: Problem, doubtful: Collection[int] = ()) -> None:
        self.layout.ask(problem, self.band, doubtful)

    def show_as(self, at: int, meaning: str) -> None:
        """Let the page say what the figures of a column have shown."""
        self.layout.shown = {**self.layout.shown, self.index(at): meaning}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet on the page; `head` is the row of its headings, which can be changed; 0: none."""

    name: str
    field: str
    head: str
    is_hidden: bool
    is_clipped: bool
    tables: Sequence[Table]
    has_content: bool = True

    @property
    def is_read(self) -> bool:
        return any(table.is_used for table in self.tables)


@dataclass(slots=True)
class FileMap:
    """Every sheet of a file with its tables, as they are read with these answers.

    `incomplete` are bands that cannot be read: why, and the columns that may be the missing one.
    """

    kind: Kind
    answers: Answers
    remembered: Mapping[str, Sequence[str]]
    own: Mapping[str, Sequence[object]] = field(default_factory=dict)
    sheets: list[SheetLine] = field(default_factory=list)
    layouts: dict[str, Layout] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    incomplete: list[tuple[Layout, Band, Problem, tuple[int, ...]]] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        """Those that are read."""
        return [table for sheet in self.sheets for table in sheet.tables if table.is_used]

    @property
    def is_own(self) -> bool:
        return bool(self.own)

    @property
    def is_open(self) -> bool:
        return any(layout.problem for layout in self.layouts.values())

    def add_all(self, sheets: Iterable[Sheet]) -> None:
        """All sheets of a file in which no lists of ours are looked for. Raises Unreadable."""
        sent = [corrected(each, self.answers.fixes(at)) for at, each in enumerate(sheets)]
        for sheet in sent:
            if sheet.name == OWN:
                self.own = own_columns(sheet)
        refuse_many_cells(sent)
        for number, sheet in enumerate(sent):
            if sheet.name != OWN:
                self.add(number, sheet)
        self.settle()

    def add(self, number: int, sheet: Sheet) -> None:
        """The tables of one sheet."""
        reader, tables = CellReader(sheet.name or str(number + 1), sheet.rows), list[Table]()
        bands = self.bands(number, sheet)
        for band in bands:
            tables += self.tables_of(number, reader, band)
        head = str(bands[0].below) if bands else ""
        head = self.answers.chosen.get(f"head-{number}", head)
        self.sheets.append(
            SheetLine(
                reader.sheet,
                f"head-{number}",
                head,
                sheet.is_hidden,
                sheet.is_clipped,
                tables,
                any(sheet.rows),
            )
        )

    def bands(self, number: int, sheet: Sheet) -> list[Band]:
        """By our own words, by the row that was chosen, else by the headings."""
        if own := self.own.get(sheet.name):
            row = int(str(own[0]))
            return [band_of(sheet.rows, row - 1, row - 1, self.kind)]
        found = find_bands(sheet.rows, self.kind)
        wanted = self.answers.chosen.get(f"head-{number}", "")
        if not wanted.isdigit() or len(wanted) > 6 or (found and int(wanted) == found[0].below):
            return found
        return [chosen_band(sheet.rows, int(wanted), self.kind)]

    def tables_of(self, number: int, reader: CellReader, band: Band) -> list[Table]:
        """The blocks of a band; what keeps it from being read is noted."""
        layout = self.layouts.get(band.digest) or self.layout_of(reader, band)
        parts = split(layout.of(band), self.kind)
        if not parts.blocks:
            problem = missing_problem(band, parts.doubtful, parts.missing, self.kind)
            self.incomplete.append((layout, band, problem, parts.doubtful))
            return []
        self.layouts[band.digest] = layout
        sums = [each for each in band.columns if each.is_overall and each.meaning in FIGURES]
        self.ignored += (f"{reader.sheet}: {each.heading}" for each in (*sums, *parts.ignored))
        return [
            Table(f"{number}.{band.top}.{block.place}", number, reader, band, block, layout)
            for block in parts.blocks
        ]

    def layout_of(self, reader: CellReader, band: Band) -> Layout:
        """What its columns mean: as it was answered, as we wrote it, as last time, as it says."""
        own, kind = self.own.get(reader.sheet), self.kind
        proposed = usual(band, kind)
        if own:
            keys = [OWN_KEYS.get(str(key), str(key)) for key in own[1:]]
            proposed = [keys[column.at] if column.at < len(keys) else "" for column in band.columns]
        elif (remembered := self.remembered.get(band.digest)) and len(remembered) == len(proposed):
            proposed = list(remembered)
        elif not kind.has_figures:
            proposed = with_name_order(reader, band, proposed)
        values = (LEFT_OUT, *kind.meanings)
        answered = {
            at: answer
            for at in range(len(proposed))
            if (answer := self.answers.of(f"column-{band.digest}.{at}", values))
        }
        meanings = [
            answered.get(at, meaning).strip(LEFT_OUT) for at, meaning in enumerate(proposed)
        ]
        return Layout(kind, reader, band, meanings, answered.keys(), bool(own))

    def settle(self) -> None:
        """Which tables are read; where there is none, ask what the columns of others hold.

        Those in sight come before hidden ones. People are read from the first table and those
        under the same headings: others may hold anything.
        """
        shown = [table for line in self.sheets for table in line.tables if not line.is_hidden]
        every = [table for line in self.sheets for table in line.tables]
        usual = shown or every
        if usual and not self.kind.has_figures:
            usual = [table for table in usual if table.layout is usual[0].layout]
        for table in every:
            is_left = all(table is not each for each in usual)
            table.is_used = not self.answers.is_left(f"t{table.key}", by_default=is_left)
        for layout, band, problem, doubtful in self.incomplete:
            if not every and not says_nothing(layout):
                layout.ask(problem, band, doubtful)
            self.layouts.setdefault(band.digest, layout)


def usual(band: Band, kind: Kind) -> list[str]:
    """What the headings say; sums of several series, ranks and the like are not read."""
    return [
        column.meaning if column.meaning in kind.meanings and not column.is_overall else ""
        for column in band.columns
    ]


def with_name_order(reader: CellReader, band: Band, meanings: Iterable[str]) -> list[str]:
    """The meanings, where names that begin with the family name are no usual names."""
    rows = range(band.below + 1, min(band.end, band.below + MAX_NAMES) + 1)
    return [
        "family_first"
        if meaning == "name"
        and family_stands_first([reader.text(row, column.at + 1) for row in rows])
        else meaning
        for column, meaning in zip(band.columns, meanings, strict=True)
    ]


def refuse_many_cells(sheets: Iterable[Sheet]) -> None:
    """Raises Unreadable for more than a tournament can have."""
    cells = 0
    for sheet in sheets:
        cells += sum(map(len, sheet.rows))
        if sheet.is_clipped or cells > MAX_CELLS:
            raise Unreadable("sheet-too-large")


def corrected(sheet: Sheet, fixes: Mapping[tuple[int, int], str]) -> Sheet:
    """The sheet with the cells (row and column, from 1) that somebody has corrected."""
    if not fixes:
        return sheet
    rows = list(map(list, sheet.rows))
    for (row, column), text in fixes.items():
        if row <= len(rows):
            cells = rows[row - 1]
            cells += [None] * (column - len(cells))
            cells[column - 1] = text or None
    return replace(sheet, rows=rows)


def own_columns(sheet: Sheet) -> dict[str, Sequence[object]]:
    """What our hidden sheet says: by sheet the row of headings and the columns."""
    return {
        str(row[0]): [cell or "" for cell in row[1:]]
        for row in sheet.rows
        if len(row) > 2 and str(row[1]).isdigit()
    }


def chosen_band(rows: Rows, head: int, kind: Kind) -> Band:
    """The table below the row of headings that somebody chose; 0: it has none."""
    head = min(head, len(rows))
    if head < 1:
        first = next((at for at, row in enumerate(rows) if row), 0)
        return without_headings(rows, first)
    first = head - 2 if head > 1 and says_more(rows, head - 2, kind) else head - 1
    return band_of(rows, first, head - 1, kind)


def missing_problem(
    band: Band, doubtful: Collection[int], missing: Iterable[str], kind: Kind
) -> Problem:
    """Why columns cannot be read."""
    if doubtful:
        again = dict.fromkeys(each.heading for each in band.columns if each.at in doubtful)
        return Problem("asked-columns-twice", "", {"columns": ", ".join(again)[:120]})
    wanted = (str(label(f"{kind.name}_column", meaning)) for meaning in missing)
    return Problem("asked-columns-missing", "", {"columns": ", ".join(wanted)})


def says_nothing(layout: Layout) -> bool:
    """Whether the answers leave no results to read: no figures, or nobody whose they are."""
    there = set(layout.meanings)
    return bool(layout.chosen) and (there.isdisjoint(IDENTITY) or there.isdisjoint(FIGURES))


def column_letters(column: int) -> str:
    return place(1, column + 1)[:-1]
