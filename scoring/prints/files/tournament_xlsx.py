"""A whole tournament in one workbook: an index, people, teams, plan, standings, money, lists.

The results of the standings are linked to the sheets of the lists: whoever changes a game there
sees what becomes of the ranking.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import fill_sheet
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, Text
from scoring.messages import label
from scoring.printed_list.files.xlsx_formulas_sheet import add_lists
from scoring.printed_list.files.xlsx_written import WrittenList
from scoring.printed_list.reads.xlsx_rows import LiveList
from scoring.standings.files.xlsx_players import Linked, add_standings
from scoring.standings.reads.xlsx_figures import LiveResult, LiveStandings

Progress = Callable[[int], object]  # takes how many lists are written


@dataclass(frozen=True, slots=True)
class TournamentContent:
    """What a workbook holds: the tables before and after the standings, and every list."""

    title: Text
    before: Sequence[Listing]
    standings: tuple[LiveStandings, Listing]
    after: Sequence[Listing]
    lists: Iterable[LiveList]
    head: Head


def tournament_workbook(found: TournamentContent, progress: Progress = int) -> bytes:
    """A sheet for every table, then one for every list, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    written = []
    for number, each in enumerate(add_lists(workbook, found.lists, writer), 1):
        written.append(each)
        progress(number)
    lists = workbook.worksheets[1:]
    for listing in found.before:
        fill_sheet(workbook.create_sheet(), listing, found.head)
    live, listing = found.standings
    add_standings(workbook, live, listing, found.head, writer, links_to(written))
    for listing in found.after:
        fill_sheet(workbook.create_sheet(), listing, found.head)
    index, *_lists = workbook.worksheets
    tables = workbook.worksheets[1 + len(lists) :]
    names = {each.sheet for each in written}
    plain = [sheet for sheet in lists if sheet.title not in names]
    fill_index(index, [*tables, *plain], written, found.head, writer)
    for sheet in tables:
        workbook.move_sheet(sheet, -len(lists))
    return writer.saved(workbook, found.title, found.head)


def links_to(lists: Iterable[WrittenList]) -> Linked:
    """The formulas of a result, where a list gives the same figures; others stay typed."""
    by_seat = {
        (each.live.series, seat.start_number): (each, seat.position)
        for each in lists
        if not each.live.aside
        for seat in each.live.seats
    }

    def linked(result: LiveResult) -> Mapping[str, str]:
        found = by_seat.get((result.given.series, result.start_number))
        if found is None:
            return {}
        written, seat = found
        formulas, sums = written.formulas(seat), written.sums[seat]
        is_same = all(getattr(sums, key) == getattr(result.given, key) for key in formulas)
        return formulas if is_same else {}

    return linked


def fill_index(
    sheet: Worksheet,
    tables: Sequence[Worksheet],
    lists: Sequence[WrittenList],
    head: Head,
    writer: FormulaWriter,
) -> None:
    """Every sheet with a link to it; of a list its players and the total of each seat."""
    most = max((each.layout.seats for each in lists), default=0)
    seats = range(1, most + 1)
    columns = [
        Column("sheet", _("Sheet"), width=22),
        Column("series", pgettext("column", "Series"), "int", width=7),
        Column("table", _("Table"), "int", width=7),
        Column("state", _("State of the list"), width=12),
    ]
    for seat in seats:
        columns += [
            Column(f"name_{seat}", _("Seat %(number)s") % {"number": seat}, width=22),
            Column(f"total_{seat}", _("Performance"), "points", width=9),
        ]
    shown = columns if lists else columns[:1]
    rows: list[dict[str, object]] = [{"sheet": each.title} for each in tables]
    rows += (list_row(each) for each in lists)
    listing = Listing(pgettext("workbook", "Index"), shown, rows)
    first = fill_sheet(sheet, listing, head) + 1
    for row, name in enumerate((each["sheet"] for each in rows), first):
        quoted = "'" + str(name).replace("'", "''") + "'"
        cell = sheet.cell(row, 1)
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"{quoted}!A1")
        cell.style = "Hyperlink"
    places = {column.key: place for place, column in enumerate(shown, 1)}
    for row, written in enumerate(lists, first + len(tables)):
        for seat, sums in written.sums.items():
            cell = sheet.cell(row, places[f"total_{seat}"])
            writer.put(sheet, cell.coordinate, written.total(seat), sums.performance)


def list_row(written: WrittenList) -> dict[str, object]:
    """What the index says of a list."""
    live = written.live
    names = {f"name_{seat.position}": seat.name for seat in live.seats}
    state = label("list_state", live.state) if live.state else ""
    return {
        "sheet": written.sheet,
        "series": live.series,
        "table": live.table,
        "state": state,
        **names,
    }
