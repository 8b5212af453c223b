"""The score list as a sheet without formulas, in the order of the paper form."""

from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import fill_sheet
from scoring.printed_list.form import PaperList, paper_listing

_DEALER = PatternFill("solid", fgColor="D9D9D9")
_ROUND = Side(style="medium")
_ANNULLED = Font(strike=True)


def fill_paper(sheet: Worksheet, paper: PaperList) -> None:
    """The form's columns, then dealer and remark of every game."""
    listing = paper_listing(paper)
    heads = fill_sheet(sheet, listing, paper.head)
    sheet.freeze_panes = sheet.cell(heads + 1, 2)
    columns = {column.key: place for place, column in enumerate(listing.columns, 1)}
    for index, row in enumerate(paper.rows, heads + 1):
        for key in ("points", "won", "lost"):
            for position in {row.dealer, *row.idle}:
                sheet.cell(index, columns[f"{key}_{position}"]).fill = _DEALER
        for place in columns.values():
            cell = sheet.cell(index, place)
            if "annulled" in row.remarks:
                cell.font = _ANNULLED
            elif row.ends_round:
                cell.border = Border(bottom=_ROUND)
