"""What happens to a table before it is sent: every step leaves it a file that somebody might send.

No step exchanges what two rows say of their players.
"""

from collections.abc import Callable
from random import Random

from openpyxl import Workbook

HEADINGS = (
    *("Punkte", "Pkt.", "Spielpunkte", "Gesamt", "Summe", "Gew.", "Verl.", "G", "V", "Nr.", "Name"),
    *("Start-Nr.", "Platz", "Tisch", "Serie 1", "Serie 2", "Bemerkung", "xyz", "", "Ergebnis"),
)
Rows = list[list[object]]


def data_of(rows: Rows) -> list[int]:
    """The places of the rows that have figures."""
    return [
        at
        for at, row in enumerate(rows)
        if sum(str(cell).strip(" .\u2212-").replace(".", "").isdigit() for cell in row) > 2
    ]


def first_of(rows: Rows) -> int:
    return next(iter(data_of(rows)), len(rows))


def rename_a_heading(rows: Rows, chance: Random) -> None:
    cells = [
        (row, column)
        for row in rows[: first_of(rows)]
        for column, value in enumerate(row)
        if isinstance(value, str) and value
    ]
    if cells:
        row, column = chance.choice(cells)
        row[column] = chance.choice(HEADINGS)


def exchange_two_headings(rows: Rows, chance: Random) -> None:
    if first_of(rows) and len(rows[0]) > 1:
        row = rows[first_of(rows) - 1]
        one, other = chance.sample(range(len(row)), 2)
        row[one], row[other] = row[other], row[one]


def permute_columns(rows: Rows, chance: Random) -> None:
    order = chance.sample(range(len(rows[0])), len(rows[0]))
    rows[:] = [[row[at] for at in order] for row in rows]


def remove_a_column(rows: Rows, chance: Random) -> None:
    at = chance.randrange(len(rows[0]))
    for row in rows:
        del row[at]


def move_a_column_down(rows: Rows, chance: Random) -> None:
    """Cells inserted in one column only: from there on it stands beside other rows."""
    column = chance.randrange(len(rows[0]))
    values = [row[column] for row in rows]
    values.insert(first_of(rows), None)
    for row, value in zip(rows, values, strict=False):
        row[column] = value


def shuffle_rows(rows: Rows, chance: Random) -> None:
    data = data_of(rows)
    moved = dict(zip(data, chance.sample(data, len(data)), strict=True))
    rows[:] = [rows[moved.get(at, at)] for at in range(len(rows))]


def repeat_a_row(rows: Rows, chance: Random) -> None:
    """Half of the time with another figure."""
    if data := data_of(rows):
        again = list(rows[chance.choice(data)])
        figures = [at for at, value in enumerate(again) if isinstance(value, int)]
        if figures and chance.random() < 0.5:
            again[figures[-1]] = chance.randint(-200, 2000)
        rows.insert(chance.choice(data) + 1, again)


STEPS: tuple[Callable[[Rows, Random], None], ...] = (
    rename_a_heading,
    exchange_two_headings,
    permute_columns,
    remove_a_column,
    move_a_column_down,
    shuffle_rows,
    repeat_a_row,
)


def mangled(book: Workbook, chance: Random) -> tuple[Workbook, list[str]]:
    """The workbook after one to four of these steps, and which they were."""
    pages = {
        sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)]
        for sheet in book.worksheets
    }
    done = []
    for step in chance.sample(STEPS, chance.randint(1, 4)):
        title = chance.choice(list(pages))
        done.append(f"{step.__name__} {title}")
        step(pages[title], chance)
    result = Workbook()
    result.remove(result.active)
    for title, rows in pages.items():
        sheet = result.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return result, done
