"""Score lists on sheets whose totals are formulas over base, tops and steps."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import FACE, LINE, put_text
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.files.xlsx_styles import StyleCache
from scoring.core.head import Head
from scoring.core.labels_of_systems import heading
from scoring.core.listing import MARK as CROSS
from scoring.core.listing import MINUS, printable
from scoring.messages import label as named
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_formulas_foot import BOLD, TYPED, fill_foot
from scoring.printed_list.files.xlsx_layout import (
    ABOUT,
    ABOUT_KEYS,
    FIRST,
    HEADINGS,
    MARK,
    NAMES,
    STARTS,
    TITLE,
    SheetLayout,
)
from scoring.printed_list.files.xlsx_results import RunningSums, is_right, passed_in, score_of
from scoring.printed_list.files.xlsx_rows import RowCells, RowFormulas
from scoring.printed_list.form import SEAT_COLUMNS, seat_heading
from scoring.printed_list.reads.xlsx_rows import LiveList, LiveRow

_GREY, _SMALL = Font(FACE, color="A0A0A0", size=8), Font(FACE, size=9)
_DEALER = PatternFill("solid", fgColor="D9D9D9")
_HEAD = PatternFill("solid", fgColor="E6E6E6")
_WRONG = PatternFill("solid", bgColor="FFC7CE", fgColor="FFC7CE")
_VOID = Font(FACE, strike=True, color="808080")
_THIN, _MEDIUM = Side(style="hair"), Side(style="medium")
_CELL, _ROUND_ENDS = Border(bottom=_THIN, left=_THIN), Border(bottom=_MEDIUM, left=_THIN)
_MIDDLE = Alignment("center")
_CENTRE = Alignment("center", "center", wrap_text=True)
_UPRIGHT = Alignment("center", "bottom", text_rotation=90)  # words as on the paper form, unbroken
NAME_LINE = 16  # letters that fit above the three columns of a seat


def lists_workbook(lists: Iterable[LiveList], title: str) -> bytes:
    """A workbook with a sheet for every list, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    workbook.remove(workbook.active)
    every = list(lists)
    add_lists(workbook, every, writer)
    if not every:
        workbook.create_sheet(_("Score list"))
    return writer.saved(workbook, title, every[0].head if every else Head())


def add_lists(workbook: Workbook, lists: Iterable[LiveList], writer: FormulaWriter) -> None:
    """Append a sheet for every list, named by series and table."""
    rows, styles = RowFormulas(), StyleCache()
    for number, each in enumerate(lists, 1):
        name = f"S{each.series} T{each.table}" if each.table else f"{_('Score list')} {number}"
        fill_list(workbook.create_sheet(name), each, writer, rows, styles)


def fill_list(
    sheet: Worksheet,
    live: LiveList,
    writer: FormulaWriter,
    formulas_of: RowFormulas,
    styles: StyleCache,
) -> None:
    layout = SheetLayout.of(live.system, len(live.seats))
    fill_head(sheet, live, layout, writer)
    rows = () if live.bare else live.rows
    sums = RunningSums(live)
    for index, row in enumerate(rows, FIRST):
        if row.void:
            fill_void(sheet, live, layout, index, row)
        else:
            fill_row(sheet, live, layout, index, row, styles)
            cells = formulas_of.row(layout, live.system, index)
            fill_formulas(sheet, cells, layout, index, row, sums, writer)
    last = FIRST + len(rows) - 1
    fill_foot(sheet, live, layout, last, sums, writer)
    style_sheet(sheet, live, layout, last, styles)


def fill_head(sheet: Worksheet, live: LiveList, layout: SheetLayout, writer: FormulaWriter) -> None:
    """The tournament, which list this is, the players, the headings."""
    words = [live.head.tournament, live.head.day_text]
    if live.aside:
        words.append(named("list_state", live.aside))
    put_text(sheet.cell(TITLE, 1), " – ".join(words))
    sheet.cell(TITLE, 1).font = Font(FACE, bold=True, size=13)
    put_text(sheet.cell(TITLE, layout.last), f"{MARK} {live.system.key} {live.aside}".strip())
    sheet.cell(TITLE, layout.last).font = _GREY
    fill_about(sheet, live, layout, writer)
    fill_seats(sheet, live, layout)
    for key, text in headings(live).items():
        cell = sheet.cell(HEADINGS, layout.columns[key])
        put_text(cell, text)
        upright = key in live.system.columns or key in ("factor", "value")
        cell.font, cell.fill, cell.alignment = BOLD, _HEAD, _UPRIGHT if upright else _CENTRE
    sheet.row_dimensions[HEADINGS].height = 84


def fill_about(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, writer: FormulaWriter
) -> None:
    """Series, table, number of seats and rounds, how the list ended."""
    outline = live.outline
    about = (
        live.series,
        live.table,
        len(live.seats),
        outline.rounds,
        outline.ended_after,
        live.passed,
        outline.stop_reason or None,
    )
    for key, value in zip(ABOUT_KEYS, about, strict=True):
        label, place = layout.about(key)
        put_text(sheet.cell(ABOUT, label), about_words()[key])
        sheet.merge_cells(start_row=ABOUT, end_row=ABOUT, start_column=label, end_column=label + 1)
        sheet.cell(ABOUT, label).alignment = Alignment("right")
        sheet.cell(ABOUT, label).font = _SMALL
        cell = sheet.cell(ABOUT, place)
        if key == "reason" and value:
            put_text(cell, value)
        elif key == "passed" and not live.bare:
            base = layout.range("base", FIRST, f"${FIRST + len(live.rows) - 1}")
            writer.put(sheet, cell.coordinate, f'=COUNTIF({base},"E")', passed_in(live))
        else:
            cell.value = value
        cell.font = BOLD
        if key != "passed" or live.bare:
            cell.fill = TYPED


def about_words() -> dict[str, str]:
    return {
        "series": pgettext("one of several", "Series"),
        "table": _("Table"),
        "seats": _("Seats"),
        "rounds": _("Rounds"),
        "played": _("Ended after"),
        "passed": _("passed"),
        "reason": _("because"),
    }


def fill_seats(sheet: Worksheet, live: LiveList, layout: SheetLayout) -> None:
    put_text(sheet.cell(STARTS, 1), _("Start numbers"))
    sheet.cell(STARTS, 1).font = _SMALL
    for seat in live.seats:
        first = layout.columns[f"points_{seat.position}"]
        put_text(sheet.cell(NAMES, first), seat_heading(seat))
        sheet.cell(NAMES, first).font = BOLD
        sheet.cell(NAMES, first).alignment = _CENTRE
        for row in (NAMES, STARTS):
            sheet.merge_cells(start_row=row, end_row=row, start_column=first, end_column=first + 2)
        sheet.cell(STARTS, first).value = seat.start_number
        sheet.cell(STARTS, first).fill = TYPED
        sheet.cell(STARTS, first).alignment = _CENTRE
    # Spreadsheet programs do not adapt the height of merged cells.
    longest = max(len(seat_heading(seat)) for seat in live.seats)
    sheet.row_dimensions[NAMES].height = LINE * max(2, -(-longest // NAME_LINE)) + 2


def headings(live: LiveList) -> dict[str, str]:
    found = {"number": pgettext("score list", "No.")}
    found |= {key: printable(heading(key)) for key in live.system.columns}
    found |= {
        "soloist": _("Soloist (seat)"),
        "won": _("won: %(won)s, lost: %(lost)s")
        % {"won": formulas.won_word(), "lost": formulas.lost_word()},
        "raised": _("overbid: raised to"),
        "factor": _("if lost ×"),
        "value": _("Value"),
        "plus": "+",
        "minus": MINUS,
        "dealer": _("Dealer"),
        "remark": _("Remark"),
        "error": _("What is wrong"),
    }
    if live.system.wenzels:
        found["wenzel"] = _("Q or K as wenzels")
    for seat in live.seats:
        found |= {f"{each.key}_{seat.position}": str(each.heading) for each in SEAT_COLUMNS}
    return found


def fill_row(
    sheet: Worksheet,
    live: LiveList,
    layout: SheetLayout,
    row: int,
    data: LiveRow,
    styles: StyleCache,
) -> None:
    """Write the typed cells of a game."""
    system = live.system
    typed: dict[str, object] = {key: data.marks.get(key) for key in system.columns}
    typed |= {"soloist": data.soloist, "raised": data.raised}
    if layout.has("wenzel"):
        typed["wenzel"] = data.wenzel or None
    if data.won is not None:
        typed["won"] = formulas.won_word() if data.won else formulas.lost_word()
    sheet.cell(row, 1).value = data.number
    sheet.cell(row, layout.columns["dealer"]).value = data.dealer
    for key in (*system.columns, "soloist", "won", "raised", *(["wenzel"] * layout.has("wenzel"))):
        cell = sheet.cell(row, layout.columns[key])
        put(cell, typed.get(key))
        styles.apply(cell, "typed", fill=TYPED)


def fill_formulas(
    sheet: Worksheet,
    cells: RowCells,
    layout: SheetLayout,
    row: int,
    data: LiveRow,
    sums: RunningSums,
    writer: FormulaWriter,
) -> None:
    """Write the formulas of a row with their results."""
    sums.add(data)
    plus, minus = score_of(data)
    results: dict[str, int | str | None] = {
        "factor": data.factor,
        "value": data.value,
        "plus": plus,
        "minus": minus,
        "error": "" if is_right(data, layout) else None,
    }
    for seat in range(1, layout.seats + 1):
        mine = data.soloist == seat
        results[f"points_{seat}"] = sums.points(seat) if mine else ""
        for key, won in (("won", True), ("lost", False)):
            counts = mine and data.won is won
            results[f"{key}_{seat}"] = sums.games(seat, won=won) if counts else ""
    for key, (column, place, formula) in cells.items():
        writer.put_in(sheet.cell(row, column), place, formula, results[key])


def put(cell: Cell, value: object) -> None:
    """A figure as a number, a mark as a cross, anything else as text."""
    if value is True:
        put_text(cell, CROSS)
    elif isinstance(value, int) and not isinstance(value, bool):
        cell.value = value
    elif value:
        put_text(cell, value)


def fill_void(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, row: int, data: LiveRow
) -> None:
    """An annulled game: struck through, without cells that a formula counts."""
    sheet.cell(row, 1).value = data.number
    parts = [str(data.marks.get("base") or "")]
    if data.soloist:
        parts.append(_("Seat %(number)s") % {"number": data.soloist})
    put_text(sheet.cell(row, layout.columns["remark"]), f"{_('annulled')}: {' · '.join(parts)}")
    for column in range(1, layout.last + 1):
        sheet.cell(row, column).font = _VOID


def draw_lines(
    sheet: Worksheet, layout: SheetLayout, last: int, ends: int, styles: StyleCache
) -> None:
    """Lines around every cell, a thick one below each round; figures centred."""
    seats = range(layout.columns["points_1"], layout.columns["dealer"])
    for row in range(HEADINGS, ends + 1):
        thick = FIRST <= row <= last and (row - FIRST + 1) % layout.seats == 0
        border = _ROUND_ENDS if thick else _CELL
        for column in range(1, layout.last + 1):
            cell = sheet.cell(row, column)
            is_game = HEADINGS < row <= last and column not in (1, layout.columns["error"])
            if is_game or (row > last and column in seats):
                styles.apply(cell, f"centred-{thick}", border=border, alignment=_MIDDLE)
            else:
                styles.apply(cell, f"plain-{thick}", border=border)


def style_sheet(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, last: int, styles: StyleCache
) -> None:
    """Widths, lines, conditional formats, frozen panes and page setup."""
    widths = {
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
    for key in layout.columns:
        usual = 8 if key.startswith("points") else 6
        sheet.column_dimensions[layout.letter(key)].width = widths.get(key, usual)
    ends = max(last, FIRST - 1) + 5
    draw_lines(sheet, layout, last, ends, styles)
    if layout.seats == 4:
        for index, data in enumerate(live.rows if not live.bare else (), FIRST):
            for key in ("points", "won", "lost"):
                cell = sheet.cell(index, layout.columns[f"{key}_{data.dealer}"])
                styles.apply(cell, "dealer", fill=_DEALER)
    wrong = layout.letter("error")
    sheet.conditional_formatting.add(
        f"A{FIRST}:{wrong}{ends}", FormulaRule(formula=[f"LEN(${wrong}{FIRST})>0"], fill=_WRONG)
    )
    sheet.freeze_panes = f"B{FIRST}"
    sheet.print_area = f"A1:{wrong}{ends}"
    sheet.page_setup.orientation = "landscape"
    for side in ("left", "right", "top", "bottom"):
        setattr(sheet.page_margins, side, 0.3)
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
