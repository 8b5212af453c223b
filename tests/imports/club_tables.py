"""Tables of results as people make them in a spreadsheet: twelve kinds, from the same results.

`Result` is what a player brought home in a series. Every builder makes a workbook of them the way
some club does; what it says is always the same.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import Seat, Tournament

BOLD, GREY = Font(bold=True), PatternFill("solid", fgColor="DDDDDD")
DAY = date(2026, 11, 21)


@dataclass(frozen=True)
class Result:
    series: int
    table: int
    seat: int
    number: int
    family: str
    given: str
    points: int
    won: int
    lost: int
    total: int

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()

    @property
    def by_family(self) -> str:
        return f"{self.family}, {self.given}" if self.given else self.family

    @property
    def figures(self) -> tuple[int, int, int, int]:
        return self.points, self.won, self.lost, self.total


Results = Sequence[Result]
Builder = Callable[[Results], Workbook]


def results_of(tournament: Tournament) -> list[Result]:
    """What is stored, by series and start number."""
    seats = Seat.objects.filter(
        list__series__tournament=tournament, performance__isnull=False
    ).select_related("entry__person", "list__series")
    found = [
        Result(
            seat.list.series.number,
            seat.list.table_number,
            seat.position,
            seat.entry.start_number,
            seat.entry.person.family,
            seat.entry.person.given,
            seat.points,
            seat.won,
            seat.lost,
            seat.performance,
        )
        for seat in seats
    ]
    return sorted(found, key=lambda each: (each.series, each.number))


def saved(book: Workbook) -> bytes:
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def of_series(results: Results, number: int) -> list[Result]:
    return [each for each in results if each.series == number]


def numbers(results: Results) -> list[int]:
    return sorted({each.series for each in results})


def head(sheet: Worksheet, row: int, words: Iterable[object]) -> None:
    for column, word in enumerate(words, 1):
        cell = sheet.cell(row, column)
        cell.value, cell.font, cell.fill = word, BOLD, GREY


def title(sheet: Worksheet, words: str, columns: int) -> None:
    """A merged title, the day as a date, and an empty row."""
    sheet["A1"] = words
    sheet["A1"].font = Font(bold=True, size=16)
    sheet.merge_cells(start_row=1, end_row=1, start_column=1, end_column=columns)
    sheet["A2"] = DAY
    sheet["A2"].number_format = "DD.MM.YYYY"


def german(figure: int) -> str:
    """1332 as "1.332", -48 as "−48": text, with a real minus."""
    return f"{figure:,}".replace(",", ".").replace("-", "\u2212")


def sums(results: Results) -> list[int]:
    return [sum(each.figures[at] for each in results) for at in range(4)]


def a_sheet_a_series(results: Results) -> Workbook:
    """Title, date, sum row; the sheets are called by the series."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet, rows = book.create_sheet(f"Serie {number}"), of_series(results, number)
        title(sheet, "Skatfreunde Musterstadt – Herbstpokal 2026", 6)
        head(sheet, 4, ("Startnr.", "Name", "Punkte", "Gewonnen", "Verloren", "Gesamt"))
        for row in rows:
            sheet.append((row.number, row.name, *row.figures))
        sheet.append(("", "Summe", *sums(rows)))
    return book


def series_side_by_side(results: Results) -> Workbook:
    """ "Serie 1 | Serie 2 | Gesamt" above points, won, lost and total."""
    book = Workbook()
    sheet = book.active
    title(sheet, "Vereinsmeisterschaft", 12)
    first, second = ["Nr.", "Spieler"], ["", ""]
    for number in numbers(results):
        first += [f"Serie {number}", "", "", ""]
        second += ["Punkte", "Gew.", "Verl.", "Gesamt"]
    head(sheet, 4, [*first, "Gesamt"])
    head(sheet, 5, [*second, ""])
    for at in range(len(numbers(results))):
        left = 3 + 4 * at
        sheet.merge_cells(start_row=4, end_row=4, start_column=left, end_column=left + 3)
        sheet.cell(4, left).alignment = Alignment("center")
    sheet.merge_cells(start_row=4, end_row=5, start_column=1, end_column=1)
    by_player: dict[int, list[Result]] = {}
    for each in results:
        by_player.setdefault(each.number, []).append(each)
    for number, rows in sorted(by_player.items()):
        cells: list[object] = [number, rows[0].by_family]
        for of in numbers(results):
            found = [each for each in rows if each.series == of]
            cells += found[0].figures if found else ("", "", "", "")
        sheet.append([*cells, sum(each.total for each in rows)])
    return book


def ranking_with_places(results: Results) -> Workbook:
    """ "Platz" is the rank; figures are text as Germans write them; the club stands beside."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        rows = sorted(of_series(results, number), key=lambda each: -each.total)
        sheet = book.create_sheet(f"{number}. Serie")
        sheet.append((f"Rangliste {number}. Serie",))
        sheet.append(())
        head(sheet, 3, ("Platz", "Start-Nr.", "Name", "Verein", "Gesamtpunkte", "Spielpunkte",
                        "gew.", "verl."))  # fmt: skip
        for place, row in enumerate(rows, 1):
            sheet.append((f"{place}.", str(row.number), row.name, "SC Herz", german(row.total),
                          german(row.points), str(row.won), str(row.lost)))  # fmt: skip
    return book


def separate_names_and_a_hidden_column(results: Results) -> Workbook:
    """Family and given name in two columns; last year's points in a hidden one."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet = book.create_sheet(f"Serie{number}")
        sheet["A1"] = f"Serie {number}"
        head(sheet, 2, ("Startnummer", "Nachname", "Vorname", "Verein", "Punkte", "Punkte",
                        "gew. Spiele", "verl. Spiele", "Gesamt"))  # fmt: skip
        for row in of_series(results, number):
            sheet.append((row.number, row.family, row.given, "", 777, *row.figures))
        sheet.column_dimensions["E"].hidden = True
    return book


def tables_below_each_other(results: Results) -> Workbook:
    """Each table with its own title, headings and sums."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet = book.create_sheet(f"Serie {number}")
        rows = of_series(results, number)
        for table in sorted({each.table for each in rows}):
            seated = sorted((r for r in rows if r.table == table), key=lambda r: r.seat)
            sheet.append((f"Tisch {table}",))
            sheet.append(("Platz", "Nr.", "Name", "Punkte", "G", "V", "Gesamt"))
            for row in seated:
                sheet.append((row.seat, row.number, row.name, *row.figures))
            sheet.append(("", "", "", *sums(seated)))
            sheet.append(())
    return book


def two_blocks_beside_each_other(results: Results) -> Workbook:
    """The first half of the players on the left, the second on the right."""
    book = Workbook()
    book.remove(book.active)
    words = ("Nr", "Name", "Pkt.", "Gew", "Verl", "Gesamt")
    for number in numbers(results):
        sheet, rows = book.create_sheet(f"Serie {number}"), of_series(results, number)
        half = -(-len(rows) // 2)
        head(sheet, 1, (*words, "", *words))
        for left, right in zip(rows[:half], [*rows[half:], None], strict=False):
            cells = [left.number, left.name, *left.figures, None]
            sheet.append([*cells, *((right.number, right.name, *right.figures) if right else ())])
    return book


def headings_over_two_rows(results: Results) -> Workbook:
    """Words that are parted: "Start-" above "Nr.", "Spiel-" above "punkte"."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet = book.create_sheet(f"Tabelle{number}")
        title(sheet, f"Ergebnisse der {number}. Serie", 6)
        head(sheet, 4, ("Start-", "Spieler", "Spiel-", "Spiele", "Spiele", "Gesamt-"))
        head(sheet, 5, ("Nr.", "", "punkte", "gew.", "verl.", "punkte"))
        for row in of_series(results, number):
            sheet.append((row.number, row.name.upper(), *row.figures))
    return book


def figures_before_series(results: Results) -> Workbook:
    """ "Punkte" stands above "Serie 1 | Serie 2", and so do won, lost and total."""
    book = Workbook()
    sheet, series = book.active, numbers(results)
    first, second = ["Nr.", "Name"], ["", ""]
    for word in ("Punkte", "Gewonnen", "Verloren", "Gesamt"):
        first += [word] + [""] * (len(series) - 1)
        second += [f"Serie {number}" for number in series]
    head(sheet, 1, first)
    head(sheet, 2, second)
    for number in sorted({each.number for each in results}):
        rows = {each.series: each for each in results if each.number == number}
        cells: list[object] = [number, next(iter(rows.values())).by_family]
        for at in range(4):
            cells += [rows[of].figures[at] if of in rows else "-" for of in series]
        sheet.append(cells)
    return book


def one_row_a_result(results: Results) -> Workbook:
    """Series, table and seat in columns; sorted by table, an empty row between two tables."""
    book = Workbook()
    sheet = book.active
    head(sheet, 1, ("Serie", "Tisch", "Platz", "Startnr", "Name, Vorname", "Spielpunkte",
                    "gewonnen", "verloren", "Leistung"))  # fmt: skip
    last = None
    for row in sorted(results, key=lambda each: (each.series, each.table, each.seat)):
        if last not in (None, (row.series, row.table)):
            sheet.append(())
        last = row.series, row.table
        sheet.append((row.series, row.table, row.seat, row.number, row.by_family, *row.figures))
    return book


def moved_columns(results: Results) -> Workbook:
    """Total first, lost before won, number last; numbers as text with spaces around."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet = book.create_sheet(f"S{number}")
        head(sheet, 3, ("Gesamt", "Verl.", "Gew.", "Punkte", "", "Teilnehmer", "Bemerkung", "Nr."))
        for row in of_series(results, number):
            points, won, lost, total = (f" {figure} " for figure in row.figures)
            sheet.append((total, lost, won, points, None, row.name, "", str(row.number)))
        sheet.append((sums(of_series(results, number))[3], "", "", "", "", "Gesamt"))
    return book


def totals_called_points(results: Results) -> Workbook:
    """Only "Punkte", which are the totals: the games show it, or somebody is asked."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet = book.create_sheet(f"Serie {number}")
        head(sheet, 1, ("Nr.", "Name", "Punkte", "Gew.", "Verl."))
        for row in of_series(results, number):
            sheet.append((row.number, row.name, row.total, row.won, row.lost))
    return book


def totals_without_games(results: Results) -> Workbook:
    """Nobody wrote down how many games were won and lost."""
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        sheet = book.create_sheet(f"Serie {number}")
        head(sheet, 1, ("Platz", "Nr.", "Name", "Gesamt"))
        rows = sorted(of_series(results, number), key=lambda each: -each.total)
        for place, row in enumerate(rows, 1):
            sheet.append((place, row.number, row.name, row.total))
    return book


# Those that say everything, then those of which something has to be asked.
CLEAR: tuple[Builder, ...] = (
    a_sheet_a_series,
    series_side_by_side,
    ranking_with_places,
    tables_below_each_other,
    two_blocks_beside_each_other,
    headings_over_two_rows,
    figures_before_series,
    one_row_a_result,
    moved_columns,
)
DOUBTFUL: tuple[Builder, ...] = (
    totals_called_points,
    totals_without_games,
    separate_names_and_a_hidden_column,
)
