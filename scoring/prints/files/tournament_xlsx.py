"""The workbook of a whole tournament: its standings linked to its lists, and its index."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl.utils import quote_sheetname
from openpyxl.worksheet.hyperlink import Hyperlink

from scoring.core.files.xlsx import Formula, LiveBook, with_formula
from scoring.core.listing import Column, Listing, Row, Text
from scoring.lists.printed.files.xlsx_sheet import TOTAL, ListSheet
from scoring.messages.labels import label
from scoring.standings.files.xlsx_ranking import Linked
from scoring.standings.reads.live import LiveResult


def links_to(lists: Iterable[ListSheet]) -> Linked:
    """A function that gives the formulas of a result, where a list has the same figures."""
    by_seat = {
        (list_sheet.live.series, seat.start_number): (list_sheet, seat.position)
        for list_sheet in lists
        if not list_sheet.live.aside
        for seat in list_sheet.live.seats
    }

    def linked(result: LiveResult) -> Mapping[str, str]:
        place = by_seat.get((result.given.series, result.start_number))
        if place is None:
            return {}
        list_sheet, seat = place
        given, total = result.given, list_sheet.live.totals[seat - 1]
        figures = total.game_points, total.won, total.lost, total.others_lost
        is_same = (given.points, given.won, given.lost, given.others_lost) == figures
        return list_sheet.linked_sums(seat) if is_same else {}

    return linked


def add_index(book: LiveBook, lists: Sequence[ListSheet], notes: Sequence[Text]) -> None:
    """List every sheet with a link, and for a score list its players and their totals."""
    names = {list_sheet.sheet.title for list_sheet in lists}
    other_sheets = [sheet.title for sheet in book.workbook.worksheets if sheet.title not in names]
    most = max((list_sheet.layout.seats for list_sheet in lists), default=0)
    columns = [
        Column("sheet", _("Sheet"), width=22),
        Column("series", pgettext("column", "Series"), "int", width=7),
        Column("table", _("Table"), "int", width=7),
        Column("state", _("State of the list"), width=12),
    ]
    for seat in range(1, most + 1):
        total = Column(f"total_{seat}", _("Performance"), "points", width=9)
        name = Column(f"name_{seat}", _("Seat %(number)s") % {"number": seat}, width=22)
        columns += [name, with_formula(total, total_formula(seat))]
    rows: list[Row] = [{"sheet": name} for name in other_sheets]
    rows += map(list_row, lists)
    title = pgettext("workbook", "Index")
    block = book.add(Listing(title, columns if lists else columns[:1], rows, notes=notes), at=0)
    for number, row in enumerate(rows, block.first):
        cell = block.sheet.cell(number, 1)
        location = f"{quote_sheetname(str(row['sheet']))}!A1"
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=location)
        cell.style = "Hyperlink"


def total_formula(seat: int) -> Formula:
    """The total of a seat on the sheet of its list; "" in the row of another sheet."""
    return lambda _c, row: row.get("totals", {}).get(seat, "")


def list_row(list_sheet: ListSheet) -> Row:
    live, row = list_sheet.live, list_sheet.foot + TOTAL
    return {
        "sheet": list_sheet.sheet.title,
        "series": live.series,
        "table": live.table,
        "state": label("list_state", live.state) if live.state else "",
        **{f"name_{seat.position}": seat.name for seat in live.seats},
        **{f"total_{total.seat}": total.performance for total in live.totals},
        "totals": {
            total.seat: list_sheet.link(f"points_{total.seat}", row) for total in live.totals
        },
    }
