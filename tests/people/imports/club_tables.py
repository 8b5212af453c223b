"""Tables of results as people make them in a spreadsheet: ten kinds, from the same results.

`Result` is what a player brought home in a series. Every builder makes a workbook of them the way
some club does; what it says is always the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import Seat, Tournament

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
    seats = Seat.objects.filter(list__series__tournament=tournament, performance__isnull=False)
    place = ("list__series__number", "list__table_number", "position", "entry__start_number")
    person = ("entry__person__family", "entry__person__given")
    rows = seats.values_list(*place, *person, "points", "won", "lost", "performance")
    return sorted((Result(*row) for row in rows), key=lambda each: (each.series, each.number))


def of_series(results: Results, number: int) -> list[Result]:
    return [each for each in results if each.series == number]


def numbers(results: Results) -> list[int]:
    return sorted({each.series for each in results})


def title(sheet: Worksheet, words: str, columns: int) -> None:
    """A merged title, the day as a date, and an empty row."""
    sheet["A1"] = words
    sheet.merge_cells(start_row=1, end_row=1, start_column=1, end_column=columns)
    sheet["A2"] = DAY
    sheet["A2"].number_format = "DD.MM.YYYY"
    sheet["A3"] = ""


def german(figure: int) -> str:
    """1332 as "1.332", -48 as "−48": text, with a real minus."""
    return f"{figure:,}".replace(",", ".").replace("-", "\u2212")


def sums(results: Results) -> list[int]:
    return [sum(each.figures[at] for each in results) for at in range(4)]


def sheets_of(results: Results, name: str) -> Iterator[tuple[Worksheet, list[Result]]]:
    book = Workbook()
    book.remove(book.active)
    for number in numbers(results):
        yield book.create_sheet(name.format(number)), of_series(results, number)


def a_sheet_a_series(results: Results) -> Workbook:
    """Title, date, sum row; the sheets are called by the series."""
    for sheet, rows in sheets_of(results, "Serie {}"):
        title(sheet, "Skatfreunde Musterstadt – Herbstpokal 2026", 6)
        sheet.append(("Startnr.", "Name", "Punkte", "Gewonnen", "Verloren", "Gesamt"))
        for row in rows:
            sheet.append((row.number, row.name, *row.figures))
        sheet.append(("", "Summe", *sums(rows)))
    return sheet.parent


def series_side_by_side(results: Results) -> Workbook:
    """ "Serie 1 | Serie 2 | Gesamt" above points, won, lost and total."""
    book, series = Workbook(), numbers(results)
    sheet = book.active
    title(sheet, "Vereinsmeisterschaft", 12)
    above = [cell for number in series for cell in (f"Serie {number}", "", "", "")]
    sheet.append(("Nr.", "Spieler", *above, "Gesamt"))
    sheet.append(("", "", *("Punkte", "Gew.", "Verl.", "Gesamt") * len(series), ""))
    for at in range(len(series)):
        left = 3 + 4 * at
        sheet.merge_cells(start_row=4, end_row=4, start_column=left, end_column=left + 3)
    sheet.merge_cells(start_row=4, end_row=5, start_column=1, end_column=1)
    for number, rows in by_player(results):
        cells = [rows[of].figures if of in rows else ("",) * 4 for of in series]
        name = next(iter(rows.values())).by_family
        sheet.append((number, name, *sum(cells, ()), sum(each.total for each in rows.values())))
    return book


def by_player(results: Results) -> list[tuple[int, dict[int, Result]]]:
    """The start numbers, and what each of them reached by series."""
    found: dict[int, dict[int, Result]] = {}
    for each in results:
        found.setdefault(each.number, {})[each.series] = each
    return sorted(found.items())


def ranking_with_places(results: Results) -> Workbook:
    """ "Platz" is the rank; figures are text as Germans write them; names stand in two columns."""
    for sheet, rows in sheets_of(results, "{}. Serie"):
        sheet.append((f"Rangliste {sheet.title}",))
        sheet.append(())
        sheet.append(("Platz", "Start-Nr.", "Nachname", "Vorname", "Verein", "Gesamtpunkte",
                      "Spielpunkte", "gew. Spiele", "verl. Spiele"))  # fmt: skip
        for place, row in enumerate(sorted(rows, key=lambda each: -each.total), 1):
            sheet.append((f"{place}.", str(row.number), row.family, row.given, "SC Herz",
                          german(row.total), german(row.points), str(row.won),
                          str(row.lost)))  # fmt: skip
    return sheet.parent


def tables_below_each_other(results: Results) -> Workbook:
    """Each table with its own title, headings and sums."""
    for sheet, rows in sheets_of(results, "Serie {}"):
        for table in sorted({each.table for each in rows}):
            seated = sorted((r for r in rows if r.table == table), key=lambda r: r.seat)
            sheet.append((f"Tisch {table}",))
            sheet.append(("Platz", "Nr.", "Name", "Punkte", "G", "V", "Gesamt"))
            for row in seated:
                sheet.append((row.seat, row.number, row.name, *row.figures))
            sheet.append(("", "", "", *sums(seated)))
            sheet.append(())
    return sheet.parent


def headings_over_two_rows(results: Results) -> Workbook:
    """Words that are parted: "Start-" above "Nr.", "Spiel-" above "punkte"."""
    for sheet, rows in sheets_of(results, "Tabelle{}"):
        title(sheet, f"Ergebnisse der {rows[0].series}. Serie", 6)
        sheet.append(("Start-", "Spieler", "Spiel-", "Spiele", "Spiele", "Gesamt-"))
        sheet.append(("Nr.", "", "punkte", "gew.", "verl.", "punkte"))
        for row in rows:
            sheet.append((row.number, row.name.upper(), *row.figures))
    return sheet.parent


def figures_before_series(results: Results) -> Workbook:
    """ "Punkte" stands above "Serie 1 | Serie 2", and so do won, lost and total."""
    book, series = Workbook(), numbers(results)
    sheet, beside = book.active, [""] * (len(series) - 1)
    words = ("Punkte", "Gewonnen", "Verloren", "Gesamt")
    sheet.append(("Nr.", "Name", *[cell for word in words for cell in (word, *beside)]))
    sheet.append(("", "", *[f"Serie {number}" for number in series] * 4))
    for number, rows in by_player(results):
        cells = [rows[of].figures[at] if of in rows else "-" for at in range(4) for of in series]
        sheet.append((number, next(iter(rows.values())).by_family, *cells))
    return book


def one_row_a_result(results: Results) -> Workbook:
    """Series, table and seat in columns; sorted by table, an empty row between two tables."""
    book = Workbook()
    sheet = book.active
    sheet.append(("Serie", "Tisch", "Platz", "Startnr", "Name, Vorname", "Spielpunkte",
                  "gewonnen", "verloren", "Leistung"))  # fmt: skip
    last = None
    for row in sorted(results, key=lambda each: (each.series, each.table, each.seat)):
        if last not in (None, (row.series, row.table)):
            sheet.append(())
        last = row.series, row.table
        sheet.append((row.series, row.table, row.seat, row.number, row.by_family, *row.figures))
    return book


def totals_called_points(results: Results) -> Workbook:
    """Only "Punkte", which are the totals: somebody is asked."""
    for sheet, rows in sheets_of(results, "Serie {}"):
        sheet.append(("Nr.", "Name", "Punkte", "Gew.", "Verl."))
        for row in rows:
            sheet.append((row.number, row.name, row.total, row.won, row.lost))
    return sheet.parent


def totals_without_games(results: Results) -> Workbook:
    """Nobody wrote down how many games were won and lost."""
    for sheet, rows in sheets_of(results, "Serie {}"):
        sheet.append(("Platz", "Nr.", "Name", "Gesamt"))
        for place, row in enumerate(sorted(rows, key=lambda each: -each.total), 1):
            sheet.append((place, row.number, row.name, row.total))
    return sheet.parent


# Those that say everything, then those of which something has to be asked.
CLEAR: tuple[Builder, ...] = (
    a_sheet_a_series,
    series_side_by_side,
    ranking_with_places,
    tables_below_each_other,
    headings_over_two_rows,
    figures_before_series,
    one_row_a_result,
)
DOUBTFUL: tuple[Builder, ...] = (totals_called_points, totals_without_games)
