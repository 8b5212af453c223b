"""Styles and protection of the sheet of a list."""

from django.utils.translation import gettext as _
from openpyxl.cell import Cell
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import FACE
from scoring.lists.printed.files.xlsx_formulas import (
    FIRST,
    SheetLayout,
    known_bases,
    lost_word,
    won_word,
)
from scoring.rules.systems import MAX_TOPS, System

_THIN, MEDIUM = Side(style="hair"), Side(style="medium")
PARTS = {
    "title": ("font", Font(FACE, bold=True, size=13)),
    "bold": ("font", Font(FACE, bold=True)),
    "grey": ("font", Font(FACE, color="A0A0A0", size=8)),
    "small": ("font", Font(FACE, size=9)),
    "void": ("font", Font(FACE, strike=True, color="808080")),
    "typed": ("fill", PatternFill("solid", fgColor="FFF9E5")),
    "open": ("protection", Protection(locked=False)),
    "dealer": ("fill", PatternFill("solid", fgColor="D9D9D9")),
    "head": ("fill", PatternFill("solid", fgColor="E6E6E6")),
    "lines": ("border", Border(bottom=_THIN, left=_THIN)),
    "round": ("border", Border(bottom=MEDIUM, left=_THIN)),
    "right": ("alignment", Alignment("right")),
    "middle": ("alignment", Alignment("center")),
    "centre": ("alignment", Alignment("center", "center", wrap_text=True)),
    # Words as on the paper form, unbroken.
    "upright": ("alignment", Alignment("center", "bottom", text_rotation=90)),
}
_WRONG = PatternFill("solid", bgColor="FFC7CE", fgColor="FFC7CE")
WIDTHS = {
    "number": 6,
    "factor": 6,
    "value": 7,
    "soloist": 8,
    "won": 8,
    "raised": 11,
    "remark": 18,
    "error": 34,
    "dealer": 7,
}
TYPED_KEYS = ("soloist", "won", "raised", "wenzel")
OPEN_KEYS = ("dealer", "remark")  # typed into now and then


def dress(cell: Cell, *parts: str) -> None:
    """Give a cell the look of these PARTS; "typed" and "open" cells are unlocked."""
    cell.style = "Normal"
    for part in (*parts, "open") if "typed" in parts else parts:
        setattr(cell, *PARTS[part])


def dress_game(
    sheet: Worksheet,
    layout: SheetLayout,
    system: System,
    row: int,
    dealer: int,
    *,
    void: bool = False,
) -> None:
    border = "round" if (row - FIRST + 1) % layout.seats == 0 else "lines"
    for key, column in layout.columns.items():
        parts = [border, *(["void"] if void else [])]
        if key not in ("number", "error"):
            parts.append("middle")
        if layout.seats == 4 and layout.seat_of(key) == dealer:
            parts.append("dealer")
        elif not void and (key in system.columns or key in TYPED_KEYS):
            parts.append("typed")
        elif not void and key in OPEN_KEYS:
            parts.append("open")
        dress(sheet.cell(row, column), *parts)


def set_up(sheet: Worksheet, layout: SheetLayout, ends: int) -> None:
    """Set widths, conditional formats, frozen panes and page; `ends` is the last row."""
    for key in layout.columns:
        usual = 8 if key.startswith("points") else 6
        sheet.column_dimensions[layout.letter(key)].width = WIDTHS.get(key, usual)
    last = layout.letter("error")
    sheet.conditional_formatting.add(
        f"A{FIRST}:{last}{ends}", FormulaRule(formula=[f"LEN(${last}{FIRST})>0"], fill=_WRONG)
    )
    sheet.freeze_panes = f"B{FIRST}"
    sheet.page_setup.orientation = "landscape"
    for side in ("left", "right", "top", "bottom"):
        setattr(sheet.page_margins, side, 0.3)
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def guard(sheet: Worksheet, layout: SheetLayout, system: System, foot: int) -> None:
    sheet.protection.enable()
    sheet.protection.formatCells = sheet.protection.formatColumns = False  # False: may be done
    sheet.protection.formatRows = False
    if foot == FIRST:
        return
    bases = (*map(str, known_bases(system)), *("E", "e", "R", "r", "?"))
    words = (won_word(), lost_word())
    tops = whole_number(max(MAX_TOPS.values()), _("there are not that many tops"))
    for keys, validation in (
        (("base",), choice_validation(bases, _("no such base value"))),
        (("won",), choice_validation((*words, *map(str.upper, words)), _("won or lost?"))),
        (("with", "without"), tops),
        (("soloist",), whole_number(layout.seats, _("soloist missing"))),
    ):
        for key in (key for key in keys if key in layout.columns):
            validation.add(f"{layout.cell(key, FIRST)}:{layout.cell(key, foot - 1)}")
        sheet.add_data_validation(validation)


def choice_validation(texts: tuple[str, ...], error: str) -> DataValidation:
    quoted = '"' + ",".join(dict.fromkeys(texts)) + '"'
    return DataValidation("list", quoted, error=error, showErrorMessage=True, showDropDown=True)


def whole_number(most: int, error: str) -> DataValidation:
    return DataValidation(
        "whole", "1", str(most), operator="between", error=error, showErrorMessage=True
    )
