"""How the sheet of a list looks: styles of its cells, widths, lines, page setup."""

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import FACE, FORMULA_STARTS
from scoring.core.files.xlsx_styles import StyleTable
from scoring.printed_list.files.xlsx_layout import FIRST, SheetLayout
from scoring.printed_list.reads.xlsx_rows import LiveList

_THIN, _MEDIUM = Side(style="hair"), Side(style="medium")
PARTS = {
    "title": ("font", Font(FACE, bold=True, size=13)),
    "bold": ("font", Font(FACE, bold=True)),
    "grey": ("font", Font(FACE, color="A0A0A0", size=8)),
    "small": ("font", Font(FACE, size=9)),
    "void": ("font", Font(FACE, strike=True, color="808080")),
    "typed": ("fill", PatternFill("solid", fgColor="FFF9E5")),
    "dealer": ("fill", PatternFill("solid", fgColor="D9D9D9")),
    "head": ("fill", PatternFill("solid", fgColor="E6E6E6")),
    "lines": ("border", Border(bottom=_THIN, left=_THIN)),
    "round": ("border", Border(bottom=_MEDIUM, left=_THIN)),
    "right": ("alignment", Alignment("right")),
    "middle": ("alignment", Alignment("center")),
    "centre": ("alignment", Alignment("center", "center", wrap_text=True)),
    # Words as on the paper form, unbroken.
    "upright": ("alignment", Alignment("center", "bottom", text_rotation=90)),
    "quoted": ("quotePrefix", True),
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


class ListLook:
    """The styles of the lists of one workbook."""

    def __init__(self, styles: StyleTable) -> None:
        self._styles = styles

    def of(self, *parts: str, text: str = "") -> int:
        """A style of these PARTS; a `text` that begins like a formula is marked as none."""
        if text.startswith(FORMULA_STARTS):
            parts = (*parts, "quoted")
        return self._styles.number(" ".join(parts), **dict(PARTS[part] for part in parts))

    def of_game(self, layout: SheetLayout, live: LiveList, row: int, key: str, dealer: int) -> int:
        """The style of a cell of a game that counts."""
        parts = [line(row, layout.seats)]
        if key not in ("number", "error"):
            parts.append("middle")
        seat = layout.seat_of(key)
        if key in live.system.columns or key in TYPED_KEYS:
            parts.append("typed")
        elif layout.seats == 4 and seat == dealer:
            parts.append("dealer")
        return self.of(*parts)


def line(row: int, seats: int) -> str:
    """The lines of a row of games: a thick one below each round."""
    return "round" if (row - FIRST + 1) % seats == 0 else "lines"


def set_up(sheet: Worksheet, layout: SheetLayout, ends: int) -> None:
    """Widths, conditional formats, frozen panes and page setup; `ends` is the last row."""
    for key in layout.columns:
        usual = 8 if key.startswith("points") else 6
        sheet.column_dimensions[layout.letter(key)].width = WIDTHS.get(key, usual)
    wrong = layout.letter("error")
    sheet.conditional_formatting.add(
        f"A{FIRST}:{wrong}{ends}", FormulaRule(formula=[f"LEN(${wrong}{FIRST})>0"], fill=_WRONG)
    )
    sheet.freeze_panes = f"B{FIRST}"
    sheet.page_setup.orientation = "landscape"
    for side in ("left", "right", "top", "bottom"):
        setattr(sheet.page_margins, side, 0.3)
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
