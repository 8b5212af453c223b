"""A whole tournament in one workbook: people, teams, plan, results, money, corrections, lists."""

from collections.abc import Iterable, Sequence

from openpyxl import Workbook

from scoring.core.files.xlsx import fill_sheet
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Listing, Text
from scoring.printed_list.files.xlsx_formulas_sheet import add_lists
from scoring.printed_list.reads.xlsx_rows import LiveList
from scoring.standings.files.xlsx_players import unique_names


def tournament_workbook(
    title: Text, listings: Sequence[Listing], lists: Iterable[LiveList], head: Head
) -> bytes:
    """A sheet for every table, then one for every list, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    workbook.remove(workbook.active)
    names = unique_names([listing.title for listing in listings])
    for listing, name in zip(listings, names, strict=True):
        sheet = workbook.create_sheet()
        fill_sheet(sheet, listing, head)
        sheet.title = name
    add_lists(workbook, lists, writer)
    return writer.saved(workbook, title, head)
