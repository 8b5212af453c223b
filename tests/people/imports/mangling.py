"""What happens to a table before it is sent: every step leaves it a file that somebody might send.

No step changes what a row says of a player without leaving a trace: where a name moves, the number
stays, and the other way round.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from openpyxl import Workbook

HEADINGS = (
    *("Punkte", "Pkt.", "Spielpunkte", "Gesamt", "Summe", "Gew.", "Verl.", "G", "V", "Nr.", "Name"),
    *("Start-Nr.", "Platz", "Tisch", "Serie 1", "Serie 2", "Bemerkung", "xyz", "", "Ergebnis"),
)
SHEETS = ("Serie 1", "Serie 2", "Tabelle1", "Gesamt", "Liste")
Row = list[object]


@dataclass
class Page:
    """A sheet as rows of one width."""

    title: str
    rows: list[Row]

    @property
    def data(self) -> list[int]:
        """The places of the rows that have figures."""
        return [at for at, row in enumerate(self.rows) if is_data(row)]

    @property
    def first(self) -> int:
        return next(iter(self.data), len(self.rows))

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def names(self) -> int | None:
        """The column that has a name in most rows."""
        rows = [self.rows[at] for at in self.data]
        return next(
            (
                column
                for column in range(self.width if rows else 0)
                if sum(" " in str(row[column] or "").strip() for row in rows) > len(rows) / 2
            ),
            None,
        )


Step = Callable[[Page, Random], None]


def is_data(row: Row) -> bool:
    return sum(str(cell).strip(" .\u2212-").replace(".", "").isdigit() for cell in row) > 2


def rename_a_heading(page: Page, chance: Random) -> None:
    cells = [
        (row, column)
        for row in page.rows[: page.first]
        for column, value in enumerate(row)
        if isinstance(value, str) and value
    ]
    if cells:
        row, column = chance.choice(cells)
        row[column] = chance.choice(HEADINGS)


def exchange_two_headings(page: Page, chance: Random) -> None:
    if page.first and page.width > 1:
        row = page.rows[page.first - 1]
        one, other = chance.sample(range(page.width), 2)
        row[one], row[other] = row[other], row[one]


def permute_columns(page: Page, chance: Random) -> None:
    order = chance.sample(range(page.width), page.width)
    page.rows = [[row[at] for at in order] for row in page.rows]


def remove_a_column(page: Page, chance: Random) -> None:
    at = chance.randrange(page.width)
    page.rows = [[*row[:at], *row[at + 1 :]] for row in page.rows]


def move_a_column_down(page: Page, chance: Random) -> None:
    """Cells inserted in one column only: from there on it stands beside other rows."""
    column = chance.randrange(page.width)
    values = [row[column] for row in page.rows]
    values.insert(page.first, None)
    for row, value in zip(page.rows, values, strict=False):
        row[column] = value


def exchange_names_or_numbers(page: Page, chance: Random) -> None:
    """Of two rows; the other column stays, so that they contradict each other.

    Start numbers stand most often in the column left of the names.
    """
    if page.names and len(page.data) > 1:
        at = chance.choice((page.names, page.names - 1))
        one, other = (page.rows[row] for row in chance.sample(page.data, 2))
        one[at], other[at] = other[at], one[at]


def misspell_a_name(page: Page, chance: Random) -> None:
    if page.names is not None:
        row = page.rows[chance.choice(page.data)]
        text = str(row[page.names])
        place = chance.randrange(max(1, len(text)))
        row[page.names] = text[:place] + chance.choice("aeh") + text[place + 1 :]


def shuffle_rows(page: Page, chance: Random) -> None:
    moved = dict(zip(page.data, chance.sample(page.data, len(page.data)), strict=True))
    page.rows = [page.rows[moved.get(at, at)] for at in range(len(page.rows))]


def repeat_a_row(page: Page, chance: Random) -> None:
    if page.data:
        again = list(page.rows[chance.choice(page.data)])
        figures = [at for at, value in enumerate(again) if isinstance(value, int)]
        if figures and chance.random() < 0.5:
            again[figures[-1]] = chance.randint(-200, 2000)
        page.rows.insert(chance.choice(page.data) + 1, again)


def rename_the_sheet(page: Page, chance: Random) -> None:
    page.title = chance.choice(SHEETS)


# These make a file speak of another series: only other players at the tables show that.
OF_SERIES: tuple[Step, ...] = (rename_a_heading, rename_the_sheet)
HIDING: tuple[Step, ...] = (rename_a_heading, exchange_two_headings, remove_a_column)
STEPS: tuple[Step, ...] = (
    *OF_SERIES,
    exchange_two_headings,
    permute_columns,
    remove_a_column,
    move_a_column_down,
    exchange_names_or_numbers,
    misspell_a_name,
    shuffle_rows,
    repeat_a_row,
)


def mangled(book: Workbook, chance: Random, *, of_series: bool) -> tuple[Workbook, list[str]]:
    """The workbook after one to four of these steps, and which they were."""
    pages = [
        Page(sheet.title, [list(row) for row in sheet.iter_rows(values_only=True)])
        for sheet in book.worksheets
    ]
    done = []
    steps = STEPS if of_series else STEPS[len(OF_SERIES) :]
    # Each of them once: names and numbers exchanged alike are two other players.
    chosen = chance.sample(steps, chance.randint(1, 4))
    if exchange_names_or_numbers in chosen:
        # Names that moved have no trace without the numbers.
        chosen = [step for step in chosen if step not in HIDING]
    for step in chosen:
        page = chance.choice(pages)
        done.append(f"{step.__name__} {page.title}")
        step(page, chance)
    result = Workbook()
    result.remove(result.active)
    for page in pages:
        sheet = result.create_sheet(page.title)
        for row in page.rows:
            sheet.append(row)
    return result, done
