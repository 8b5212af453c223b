"""Score lists on sheets whose totals are formulas over base, tops and steps."""

from collections.abc import Iterable, Iterator
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import LINE
from scoring.core.files.xlsx_cells import EMPTY, SheetCells, content, formula
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.files.xlsx_styles import StyleTable
from scoring.core.head import Head
from scoring.core.labels_of_systems import heading
from scoring.core.listing import printable
from scoring.messages import label as named
from scoring.messages.amounts import MINUS
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx import fill_paper
from scoring.printed_list.files.xlsx_formulas_foot import PAPER, fill_foot, merged_foot
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
from scoring.printed_list.files.xlsx_look import ListLook, guard, line, set_up
from scoring.printed_list.files.xlsx_results import RunningSums, passed_in
from scoring.printed_list.files.xlsx_rows import GameRows
from scoring.printed_list.files.xlsx_written import WrittenList
from scoring.printed_list.form import SEAT_COLUMNS, seat_heading
from scoring.printed_list.reads.xlsx_rows import LiveList, LiveRow

NAME_LINE = 16  # letters that fit above the three columns of a seat


def lists_workbook(lists: Iterable[LiveList], title: str) -> bytes:
    """A workbook with a sheet for every list, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    workbook.remove(workbook.active)
    every = iter(lists)
    first = next(every, None)
    if first is None:
        workbook.create_sheet(_("Score list"))
        return writer.saved(workbook, title, Head())
    for _written in add_lists(workbook, chain([first], every), writer):
        pass
    return writer.saved(workbook, title, first.head)


def add_lists(
    workbook: Workbook, lists: Iterable[LiveList], writer: FormulaWriter
) -> Iterator[WrittenList]:
    """Append a sheet for every list, named by series and table, and yield what is on it.

    A list that players left or joined at a round has a sheet without formulas: nothing is yielded.
    """
    lists_writer: ListsWriter | None = None
    for number, live in enumerate(lists, 1):
        name = f"S{live.series} T{live.table}" if live.table else f"{_('Score list')} {number}"
        sheet = workbook.create_sheet(name)
        if live.paper is not None:
            fill_paper(sheet, live.paper)
            sheet.title = name
            continue
        lists_writer = lists_writer or ListsWriter(sheet, writer)
        yield lists_writer.fill(sheet, live)


class ListsWriter:
    """The lists of one workbook; sheets of the same size take the setup of the first of them."""

    def __init__(self, sheet: Worksheet, writer: FormulaWriter) -> None:
        self.writer = writer
        self.look = ListLook(StyleTable(sheet))
        self.games = GameRows(self.look)
        self.first: dict[tuple[tuple[str, ...], int], Worksheet] = {}

    def fill(self, sheet: Worksheet, live: LiveList) -> WrittenList:
        """Write a list on an empty sheet."""
        layout, look = SheetLayout.of(live.system, len(live.seats)), self.look
        cells, sums = SheetCells(), RunningSums(live)
        fill_head(cells, live, layout, look)
        games = () if live.bare else live.rows
        foot = FIRST + len(games)
        if games:
            fill_voids(cells, live, layout, look)
            for row, found in self.games.rows(live, layout, sums):
                cells.put_row(row, found)
        fill_foot(cells, live, layout, foot, sums, look)
        like = self.first.setdefault((tuple(layout.columns), foot), sheet)
        if like is sheet:
            for area in (*merged_head(layout), *merged_foot(layout, foot)):
                sheet.merged_cells.add(area)
            set_up(sheet, layout, foot + PAPER)
            guard(sheet, layout, live.system, foot)
        area = f"A1:{layout.cell('error', foot + PAPER)}"
        sheet.print_area = area
        self.writer.put_rows(sheet, cells.xml, area, like)
        return WrittenList(sheet.title, live, layout, foot, sums.by_seat())


def fill_head(cells: SheetCells, live: LiveList, layout: SheetLayout, look: ListLook) -> None:
    """The tournament, which list this is, the players, the headings."""
    words = [live.head.tournament, live.head.day_text]
    if live.aside:
        words.append(str(named("list_state", live.aside)))
    title = printable(" – ".join(words))
    cells.put(TITLE, 1, content(title), look.of("title", text=title))
    mark = f"{MARK} {live.system.key} {live.aside}".strip()
    cells.put(TITLE, layout.last, content(mark), look.of("grey"))
    fill_about(cells, live, layout, look)
    fill_seats(cells, live, layout, look)
    texts = headings(live)
    for key, column in layout.columns.items():
        upright = key in live.system.columns or key in ("factor", "value")
        text = texts[key]
        style = look.of("lines", "bold", "head", "upright" if upright else "centre", text=text)
        cells.put(HEADINGS, column, content(text), style)
    cells.heights[HEADINGS] = 84


def merged_head(layout: SheetLayout) -> Iterator[str]:
    """The ranges of the head whose cells are one: labels of row 2, and the columns of a seat."""
    for key in ABOUT_KEYS:
        yield layout.about_label(key)
    for seat in range(1, layout.seats + 1):
        for row in (NAMES, STARTS):
            yield f"{layout.cell(f'points_{seat}', row)}:{layout.cell(f'lost_{seat}', row)}"


def fill_about(cells: SheetCells, live: LiveList, layout: SheetLayout, look: ListLook) -> None:
    """Series, table, number of seats and rounds, how the list ended."""
    outline, words = live.outline, about_words()
    about: dict[str, object] = {
        "series": live.series,
        "table": live.table,
        "seats": len(live.seats),
        "rounds": outline.rounds,
        "played": outline.ended_after,
        "passed": live.passed,
        "reason": printable(outline.stop_reason or ""),
    }
    for key in ABOUT_KEYS:
        label, place = layout.about(key)
        cells.put(ABOUT, label, content(words[key]), look.of("small", "right"))
        value, parts, found = about[key], ["bold", "typed"], ""
        if key == "passed" and not live.bare:
            base = layout.range("base", FIRST, f"${FIRST + len(live.rows) - 1}")
            found, parts = formula(f'=COUNTIF({base},"E")', passed_in(live)), ["bold"]
        text = value if isinstance(value, str) else ""
        cells.put(ABOUT, place, found or content(value), look.of(*parts, text=text))


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


def fill_seats(cells: SheetCells, live: LiveList, layout: SheetLayout, look: ListLook) -> None:
    cells.put(STARTS, 1, content(_("Start numbers")), look.of("small"))
    for seat in live.seats:
        first = layout.columns[f"points_{seat.position}"]
        text = printable(seat_heading(seat))
        cells.put(NAMES, first, content(text), look.of("bold", "centre", "open", text=text))
        cells.put(STARTS, first, content(seat.start_number), look.of("typed", "centre"))
    # Spreadsheet programs do not adapt the height of merged cells.
    longest = max(len(seat_heading(seat)) for seat in live.seats)
    cells.heights[NAMES] = LINE * max(2, -(-longest // NAME_LINE)) + 2


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


def fill_voids(cells: SheetCells, live: LiveList, layout: SheetLayout, look: ListLook) -> None:
    """The annulled games: struck through, without cells that a formula counts."""
    for row, data in enumerate(live.rows, FIRST):
        if data.void:
            fill_void(cells, layout, row, data, look)


def fill_void(
    cells: SheetCells, layout: SheetLayout, row: int, data: LiveRow, look: ListLook
) -> None:
    parts = [str(data.marks.get("base") or "")]
    if data.soloist:
        parts.append(_("Seat %(number)s") % {"number": data.soloist})
    texts = {
        "number": content(data.number),
        "remark": content(f"{_('annulled')}: {' · '.join(parts)}"),
    }
    for key, column in layout.columns.items():
        aligned = () if key in ("number", "error") else ("middle",)
        style = look.of(line(row, layout.seats), "void", *aligned)
        if layout.seats == 4 and layout.seat_of(key) == data.dealer:
            style = look.of(line(row, layout.seats), "void", "dealer", *aligned)
        cells.put(row, column, texts.get(key, EMPTY), style)
