"""Score lists on sheets whose totals are formulas over base, tops and steps."""

from collections.abc import Iterable, Iterator
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import LINE, put_text, put_typed
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.labels_of_systems import heading
from scoring.core.listing import printable
from scoring.messages import label as named
from scoring.messages.sentence import MINUS
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx import fill_paper
from scoring.printed_list.files.xlsx_formulas_foot import PAPER, blank_foot, fill_foot
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
from scoring.printed_list.files.xlsx_look import dress, guard, set_up
from scoring.printed_list.files.xlsx_results import RunningSums, passed_in
from scoring.printed_list.files.xlsx_rows import blank_games, fill_games
from scoring.printed_list.files.xlsx_written import WrittenList
from scoring.printed_list.form import SEAT_COLUMNS, seat_heading
from scoring.printed_list.reads.xlsx_rows import LiveList

NAME_LINE = 16  # letters that fit above the three columns of a seat


def lists_workbook(lists: Iterable[LiveList], title: str) -> bytes:
    """A workbook with a sheet for every list, in the active language."""
    workbook, writer, head = Workbook(), FormulaWriter(), Head()
    blank = workbook.active
    blank.title = _("Score list")
    every = iter(lists)
    if first := next(every, None):
        head = first.head
        for _written in add_lists(workbook, chain([first], every), writer):
            pass
        workbook.remove(blank)
    return writer.saved(workbook, title, head)


def add_lists(
    workbook: Workbook, lists: Iterable[LiveList], writer: FormulaWriter
) -> Iterator[WrittenList]:
    """Append a sheet for every list, named by series and table, and yield what is on it.

    A list that players left or joined at a round has a sheet without formulas: nothing is yielded.
    The others are copies of a blank sheet of their size.
    """
    blanks: dict[tuple[object, ...], Worksheet] = {}
    for number, live in enumerate(lists, 1):
        name = f"S{live.series} T{live.table}" if live.table else f"{_('Score list')} {number}"
        if live.paper is not None:
            sheet = workbook.create_sheet()
            fill_paper(sheet, live.paper)
            sheet.title = name
            continue
        layout = SheetLayout.of(live.system, len(live.seats))
        foot = FIRST + (0 if live.bare else len(live.rows))
        kind = (live.system, live.scheme, layout.seats, foot)
        if kind not in blanks:
            blanks[kind] = workbook.create_sheet()
            blank_list(blanks[kind], live, layout, foot)
        sheet = workbook.copy_worksheet(blanks[kind])
        sheet.title = name
        yield fill_list(sheet, live, layout, foot, writer)
    for sheet in blanks.values():
        workbook.remove(sheet)


def dealers(layout: SheetLayout, foot: int) -> list[int]:
    """Who deals in each row, if no game is dealt out of turn or again."""
    return [number % layout.seats + 1 for number in range(foot - FIRST)]


def blank_list(sheet: Worksheet, live: LiveList, layout: SheetLayout, foot: int) -> None:
    """What all lists of a size have in common: headings, formulas, look."""
    blank_head(sheet, live, layout, foot)
    blank_games(sheet, live, layout, dealers(layout, foot))
    blank_foot(sheet, live, layout, foot)


def fill_list(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, foot: int, writer: FormulaWriter
) -> WrittenList:
    """Type a list on a blank sheet."""
    sums = RunningSums(live)
    fill_head(sheet, live, layout, writer)
    if not live.bare:
        fill_games(sheet, writer, live, layout, dealers(layout, foot), sums)
    fill_foot(sheet, writer, live, layout, foot, sums)
    # What a copied sheet does not have.
    set_up(sheet, layout, foot + PAPER)
    guard(sheet, layout, live.system, foot)
    sheet.print_area = f"A1:{layout.cell('error', foot + PAPER)}"
    return WrittenList(sheet.title, live, layout, foot, sums.by_seat())


def blank_head(sheet: Worksheet, live: LiveList, layout: SheetLayout, foot: int) -> None:
    """The labels of series, table and the like; the headings of the columns."""
    dress(sheet.cell(TITLE, 1), "title")
    dress(sheet.cell(TITLE, layout.last), "grey")
    words = about_words()
    for key in ABOUT_KEYS:
        label, place = layout.about(key)
        dress(sheet.cell(ABOUT, label), "small", "right")
        put_text(sheet.cell(ABOUT, label), words[key])
        is_computed = key == "passed" and not live.bare
        dress(sheet.cell(ABOUT, place), "bold", *([] if is_computed else ["typed"]))
        if is_computed:
            base = layout.range("base", FIRST, f"${foot - 1}")
            sheet.cell(ABOUT, place).value = f'=COUNTIF({base},"E")'
        sheet.merged_cells.add(layout.about_label(key))
    dress(sheet.cell(STARTS, 1), "small")
    put_text(sheet.cell(STARTS, 1), _("Start numbers"))
    for seat in range(1, layout.seats + 1):
        first = f"points_{seat}"
        dress(sheet[layout.cell(first, NAMES)], "bold", "centre", "open")
        dress(sheet[layout.cell(first, STARTS)], "typed", "centre")
        for row in (NAMES, STARTS):
            area = f"{layout.cell(first, row)}:{layout.cell(f'lost_{seat}', row)}"
            sheet.merged_cells.add(area)
    texts = headings(live)
    for key, column in layout.columns.items():
        upright = key in live.system.columns or key in ("factor", "value")
        cell = sheet.cell(HEADINGS, column)
        dress(cell, "lines", "bold", "head", "upright" if upright else "centre")
        put_text(cell, texts[key])
    sheet.row_dimensions[HEADINGS].height = 84


def fill_head(sheet: Worksheet, live: LiveList, layout: SheetLayout, writer: FormulaWriter) -> None:
    """The tournament, which list this is, how it ended, and the players."""
    words = [live.head.tournament, live.head.day_text]
    if live.aside:
        words.append(str(named("list_state", live.aside)))
    put_text(sheet.cell(TITLE, 1), " – ".join(words))
    mark = f"{MARK} {live.system.key} {live.aside}".strip()
    put_text(sheet.cell(TITLE, layout.last), mark)
    outline = live.outline
    about: dict[str, object] = {
        "series": live.series,
        "table": live.table,
        "seats": len(live.seats),
        "rounds": outline.rounds,
        "played": outline.ended_after,
        "reason": outline.stop_reason or "",
    }
    if live.bare:
        about["passed"] = live.passed
    else:
        writer.give(sheet, layout.about_cell("passed"), passed_in(live))
    for key, value in about.items():
        put_typed(sheet[layout.about_cell(key)], value)
    for seat in live.seats:
        first = f"points_{seat.position}"
        put_text(sheet[layout.cell(first, NAMES)], seat_heading(seat))
        put_typed(sheet[layout.cell(first, STARTS)], seat.start_number)
    # Spreadsheet programs do not adapt the height of merged cells.
    longest = max(len(seat_heading(seat)) for seat in live.seats)
    sheet.row_dimensions[NAMES].height = LINE * max(2, -(-longest // NAME_LINE)) + 2


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


def headings(live: LiveList) -> dict[str, str]:
    """The heading of every column, by its key."""
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
