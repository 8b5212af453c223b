"""What happens to a table before it is sent: every step leaves it a file that somebody might send.

No step changes what a row says of a player without leaving a trace: where a name moves, the number
stays, and the other way round.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from openpyxl import Workbook

HEADINGS = (
    *("Punkte", "Pkt.", "Spielpunkte", "Gesamt", "Summe", "Gew.", "Verl.", "G", "V", "Nr.", "Name"),
    *("Start-Nr.", "Platz", "Tisch", "Serie 1", "Serie 2", "Bemerkung", "xyz", "", "Ergebnis"),
)
SHEETS = ("Serie 1", "Serie 2", "Tabelle1", "Gesamt", "Liste")
Grid = list[list[object]]


@dataclass
class Page:
    """A sheet as cells by row; `hidden` are letters of columns."""

    title: str
    grid: Grid
    hidden: set[str] = field(default_factory=set)


Step = Callable[[Page, Random], None]


def pages_of(book: Workbook) -> list[Page]:
    return [
        Page(
            sheet.title,
            [list(row) for row in sheet.iter_rows(values_only=True)],
            {letter for letter, column in sheet.column_dimensions.items() if column.hidden},
        )
        for sheet in book.worksheets
    ]


def book_of(pages: list[Page]) -> Workbook:
    book = Workbook()
    book.remove(book.active)
    for page in pages:
        sheet = book.create_sheet(page.title)
        for row, cells in enumerate(page.grid, 1):
            for column, value in enumerate(cells, 1):
                sheet.cell(row, column).value = value
        for letter in page.hidden:
            sheet.column_dimensions[letter].hidden = True
    return book


def is_data(row: list[object]) -> bool:
    return sum(str(cell).strip(" .\u2212-").replace(".", "").isdigit() for cell in row) > 2


def data_rows(grid: Grid) -> list[int]:
    return [at for at, row in enumerate(grid) if is_data(row)]


def first_data(grid: Grid) -> int:
    return next(iter(data_rows(grid)), len(grid))


def name_column(grid: Grid) -> int | None:
    """The column that has a name in most rows."""
    rows = [grid[at] for at in data_rows(grid)]
    shared = min((len(row) for row in rows), default=0)
    return next(
        (
            column
            for column in range(shared)
            if sum(isinstance(row[column], str) and " " in str(row[column]).strip() for row in rows)
            > len(rows) / 2
        ),
        None,
    )


def width(page: Page) -> int:
    return max(map(len, page.grid), default=0)


def rename_a_heading(page: Page, chance: Random) -> None:
    grid = page.grid
    cells = [
        (row, column)
        for row in range(first_data(grid))
        for column, value in enumerate(grid[row])
        if isinstance(value, str) and value
    ]
    if cells:
        row, column = chance.choice(cells)
        grid[row][column] = chance.choice(HEADINGS)


def exchange_two_headings(page: Page, chance: Random) -> None:
    grid = page.grid
    row = first_data(grid) - 1
    if row >= 0 and len(grid[row]) > 1:
        one, other = chance.sample(range(len(grid[row])), 2)
        grid[row][one], grid[row][other] = grid[row][other], grid[row][one]


def permute_columns(page: Page, chance: Random) -> None:
    grid = page.grid
    order = list(range(width(page)))
    chance.shuffle(order)
    page.grid = [[row[at] if at < len(row) else None for at in order] for row in grid]


def remove_a_column(page: Page, chance: Random) -> None:
    at = chance.randrange(max(1, width(page)))
    page.grid = [[*row[:at], *row[at + 1 :]] for row in page.grid]


def move_a_column_down(page: Page, chance: Random) -> None:
    """Cells inserted in one column only: from there on it stands beside other rows."""
    grid, column = page.grid, chance.randrange(max(1, width(page)))
    first = first_data(grid)
    values = [row[column] if column < len(row) else None for row in grid]
    values.insert(min(first, len(values)), None)
    for row, value in zip(grid, values, strict=False):
        if column < len(row):
            row[column] = value


def write_numbers_as_text(page: Page, chance: Random) -> None:
    for row in page.grid:
        for at, value in enumerate(row):
            if isinstance(value, int) and chance.random() < 0.5:
                row[at] = chance.choice((f"{value}", f" {value} ", f"{value},0"))


def exchange_names_or_numbers(page: Page, chance: Random) -> None:
    """Of two rows; the other column stays, so that they contradict each other."""
    grid = page.grid
    at = chance.choice((name_column, number_column))(grid)
    rows = data_rows(grid)
    if at is not None and len(rows) > 1:
        one, other = chance.sample(rows, 2)
        grid[one][at], grid[other][at] = grid[other][at], grid[one][at]


def number_column(grid: Grid) -> int | None:
    """The column left of the names, where start numbers stand most often."""
    at = name_column(grid)
    return at - 1 if at else None


def misspell_a_name(page: Page, chance: Random) -> None:
    grid = page.grid
    at, rows = name_column(grid), data_rows(grid)
    if at is not None and rows:
        row = chance.choice(rows)
        text = str(grid[row][at])
        place = chance.randrange(max(1, len(text)))
        grid[row][at] = text[:place] + chance.choice("aeh") + text[place + 1 :]


def shuffle_rows(page: Page, chance: Random) -> None:
    grid = page.grid
    rows = data_rows(grid)
    mixed = chance.sample(rows, len(rows))
    moved = dict(zip(rows, mixed, strict=True))
    page.grid = [grid[moved.get(at, at)] for at in range(len(grid))]


def repeat_a_row(page: Page, chance: Random) -> None:
    grid = page.grid
    if rows := data_rows(grid):
        row = chance.choice(rows)
        again = list(grid[row])
        if chance.random() < 0.5:
            figures = [at for at, value in enumerate(again) if isinstance(value, int)]
            if figures:
                again[figures[-1]] = chance.randint(-200, 2000)
        grid.insert(chance.choice(rows) + 1, again)


def insert_rows(page: Page, chance: Random) -> None:
    grid = page.grid
    for _row in range(chance.randint(1, 3)):
        grid.insert(chance.randint(0, len(grid)), [None])


def add_sums(page: Page, chance: Random) -> None:
    grid = page.grid
    rows = [grid[at] for at in data_rows(grid)]
    columns = [[row[at] if at < len(row) else None for row in rows] for at in range(width(page))]
    sums: list[object] = [
        sum(each for each in column if isinstance(each, int))
        if column and isinstance(column[-1], int)
        else ""
        for column in columns
    ]
    if sums and chance.random() < 0.5:
        sums[0] = "Summe"
    grid.append(sums)


def rename_the_sheet(page: Page, chance: Random) -> None:
    page.title = chance.choice(SHEETS)


STEPS: tuple[Step, ...] = (
    rename_a_heading,
    exchange_two_headings,
    permute_columns,
    remove_a_column,
    move_a_column_down,
    write_numbers_as_text,
    exchange_names_or_numbers,
    misspell_a_name,
    shuffle_rows,
    repeat_a_row,
    insert_rows,
    add_sums,
    rename_the_sheet,
)


# These make a file speak of another series: only other players at the tables show that.
OF_SERIES = (rename_a_heading, rename_the_sheet)


def mangled(book: Workbook, chance: Random, *, of_series: bool) -> tuple[Workbook, list[str]]:
    """The workbook after one to four of these steps, and which they were."""
    pages, done = pages_of(book), []
    steps = [step for step in STEPS if of_series or step not in OF_SERIES]
    # Each of them once: names and numbers exchanged alike are two other players.
    for step in chance.sample(steps, chance.randint(1, 4)):
        page = chance.choice(pages)
        done.append(f"{step.__name__} {page.title}")
        step(page, chance)
    return book_of(pages), done
