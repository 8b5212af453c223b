"""Score lists as sheets that compute."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from openpyxl import Workbook
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import LINE, FormulaWriter, Result, fill_sheet, put_text, put_typed
from scoring.core.labels_of_systems import heading
from scoring.core.listing import MARK as CROSS
from scoring.core.listing import Head, printable
from scoring.lists.printed.files import xlsx_formulas as formulas
from scoring.lists.printed.files.xlsx_formulas import FIRST, RunningSums, SeatSums, SheetLayout
from scoring.lists.printed.files.xlsx_look import dress, dress_game, guard, set_up
from scoring.lists.printed.form import SEAT_COLUMNS, PaperList, paper_listing, seat_heading
from scoring.lists.printed.reads.papers import LiveList, LiveRow
from scoring.messages.labels import label
from scoring.messages.sentence import MINUS
from scoring.rules.score_list import bonus, per_game
from scoring.rules.systems import System


def row_formulas(layout: SheetLayout, system: System, row: int) -> dict[str, str]:
    cells = {
        "factor": formulas.factor(layout, system, row),
        "value": formulas.value(layout, system, row),
        "plus": formulas.plus(layout, row),
        "minus": formulas.minus(layout, row),
        "error": formulas.error(layout, system, row),
    }
    for seat in range(1, layout.seats + 1):
        cells[f"points_{seat}"] = formulas.running(layout, seat, FIRST, row)
        for key, won in (("won", True), ("lost", False)):
            cells[f"{key}_{seat}"] = formulas.count(layout, seat, FIRST, row, won=won)
    return cells


def fill_games(
    sheet: Worksheet,
    writer: FormulaWriter,
    live: LiveList,
    layout: SheetLayout,
    foot: int,
    sums: RunningSums,
) -> None:
    """Fill in the games; the row of an annulled one loses its formulas."""
    computed = row_formulas(layout, live.system, FIRST).keys()
    for row, (data, dealer) in enumerate(zip(live.rows, dealers(layout, foot), strict=True), FIRST):
        if data.void or data.dealer != dealer:
            dress_game(sheet, layout, live.system, row, data.dealer, void=data.void)
        if data.void:
            for key in computed:
                sheet[layout.cell(key, row)].value = None
        cells = void_cells(data) if data.void else typed_cells(data, live.system)
        for key, value in cells.items():
            put_typed(sheet[layout.cell(key, row)], value)
        if not data.void:
            results = row_results(data, layout, sums)
            for key in computed:
                writer.set_result(sheet, layout.cell(key, row), results.get(key, ""))


def void_cells(data: LiveRow) -> dict[str, object]:
    """The cells of an annulled game, without those that a formula counts."""
    parts = [str(data.marks.get("base") or "")]
    if data.soloist:
        parts.append(_("Seat %(number)s") % {"number": data.soloist})
    return {"number": data.number, "remark": f"{_('annulled')}: {' · '.join(parts)}"}


def typed_cells(data: LiveRow, system: System) -> dict[str, object]:
    marks = ((key, data.marks.get(key)) for key in system.columns)
    words: dict[bool | None, str] = {True: formulas.won_word(), False: formulas.lost_word()}
    return {
        **{key: CROSS if mark is True else mark for key, mark in marks if mark},
        "number": data.number,
        "dealer": data.dealer,
        "soloist": data.soloist,
        "won": words.get(data.won),
        "raised": data.raised,
        **({"wenzel": data.wenzel} if data.wenzel else {}),
    }


def row_results(data: LiveRow, layout: SheetLayout, sums: RunningSums) -> dict[str, Result | None]:
    """The results of a row's formulas that are not empty; the row is added to `sums`."""
    sums.add(data)
    gain, loss = formulas.score_columns(data)
    results: dict[str, Result | None] = {
        "factor": data.factor,
        "value": data.value,
        "plus": gain,
        "minus": loss,
        "error": "" if formulas.is_right(data, layout) else None,
    }
    if data.soloist is not None and 1 <= data.soloist <= layout.seats:
        own = sums.of_seat(data.soloist)
        results[f"points_{data.soloist}"] = own.points
        if data.won is not None:
            key = "won" if data.won else "lost"
            results[f"{key}_{data.soloist}"] = getattr(own, key)
    return {key: result for key, result in results.items() if result != ""}


POINTS, OWN, OTHERS, TOTAL, PAPER = range(5)  # the rows of the foot
MISSING = gettext_lazy("games missing or too many: ")
DIFFERS = gettext_lazy("the paper says another total")


def blank_foot(sheet: Worksheet, live: LiveList, layout: SheetLayout, first: int) -> None:
    """Write labels and formulas of the foot, from row `first` on."""
    games, others = per_game(live.scheme), bonus(live.scheme, layout.seats)
    seats = range(layout.columns["points_1"], layout.columns["dealer"])
    for row in range(first, first + PAPER + 1):
        for column in range(1, layout.last + 1):
            dress(sheet.cell(row, column), "lines", *(["middle"] if column in seats else []))
        sheet.merged_cells.add(f"{layout.cell('number', row)}:{layout.cell('minus', row)}")
    labels = (
        _("Game points"),
        _("(won − lost) × %(points)s") % {"points": games},
        _("lost by the others × %(points)s") % {"points": others},
        _("Total"),
        _("Total on paper"),
    )
    for row, words in enumerate(labels, first):
        dress(sheet.cell(row, 1), "lines", "bold")
        put_text(sheet.cell(row, 1), words)
    for seat in range(1, layout.seats + 1):
        blank_sums(sheet, live, layout, first, seat)
    for row, formula in checks(layout, first).items():
        sheet[layout.cell("error", row)].value = formula


def blank_sums(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, first: int, seat: int
) -> None:
    """Write the sums of a seat; of a list of bare totals they are typed."""
    games, others = per_game(live.scheme), bonus(live.scheme, layout.seats)
    lost = [layout.cell(f"lost_{other}", first) for other in range(1, layout.seats + 1)]
    keys = [f"{key}_{seat}" for key in ("points", "won", "lost")]
    for key, formula in zip(keys, totals(layout, seat, first - 1), strict=True):
        if live.bare:
            dress(sheet[layout.cell(key, first)], "lines", "middle", "typed")
        else:
            sheet[layout.cell(key, first)].value = formula
    points, own_won, own_lost = (layout.cell(key, first) for key in keys)
    own, theirs, total, paper = (
        sheet[layout.cell(keys[0], first + row)] for row in (OWN, OTHERS, TOTAL, PAPER)
    )
    own.value = f"={games}*({own_won}-{own_lost})"
    theirs.value = f"={others}*({'+'.join(lost)}-{own_lost})"
    total.value = f"=SUM({points}:{theirs.coordinate})"
    dress(total, "lines", "middle", "bold")
    dress(paper, "lines", "middle", "typed")


def fill_foot(
    sheet: Worksheet,
    writer: FormulaWriter,
    live: LiveList,
    layout: SheetLayout,
    first: int,
    sums: RunningSums,
) -> None:
    """Fill in the typed cells of the foot, and the results of its formulas."""
    for seat, foot in enumerate(live.foot, 1):
        results = sums.of_seat(seat)
        for key in ("points", "won", "lost"):
            place = layout.cell(f"{key}_{seat}", first)
            if live.bare:
                put_typed(sheet[place], getattr(foot, key))
            else:
                writer.set_result(sheet, place, getattr(results, key))
        below = {OWN: results.of_own, OTHERS: results.of_others, TOTAL: results.performance}
        for row, result in below.items():
            writer.set_result(sheet, layout.cell(f"points_{seat}", first + row), result)
        put_typed(sheet[layout.cell(f"points_{seat}", first + PAPER)], foot.paper_total)
    if sums.is_known:
        missing = f"{MISSING}{sums.missing}" if sums.missing else ""
        writer.set_result(sheet, layout.cell("error", first), missing)
        differs = str(DIFFERS) if sums.differs else ""
        writer.set_result(sheet, layout.cell("error", first + PAPER), differs)


def totals(layout: SheetLayout, seat: int, last: int) -> tuple[str, str, str]:
    """Formulas of points, games won and games lost of a seat."""
    solo, result, plus, minus = (
        layout.range(key, FIRST, f"${last}") for key in ("soloist", "won", "plus", "minus")
    )
    won, lost = (formulas.text(word) for word in (formulas.won_word(), formulas.lost_word()))
    return (
        f"=SUMIF({solo},{seat},{plus})-SUMIF({solo},{seat},{minus})",
        f"=COUNTIFS({solo},{seat},{result},{won})",
        f"=COUNTIFS({solo},{seat},{result},{lost})",
    )


def checks(layout: SheetLayout, first: int) -> dict[int, str]:
    seats = range(1, layout.seats + 1)
    counts = [layout.cell(f"{key}_{seat}", first) for seat in seats for key in ("won", "lost")]
    c = {key: layout.about_cell(key) for key in formulas.ABOUT_KEYS}
    due = f'IF({c["played"]}="",{c["seats"]}*{c["rounds"]},{c["played"]})'
    games = f"{'+'.join(counts)}+{c['passed']}"
    words = formulas.text(str(MISSING))
    papers = []
    for seat in seats:
        letter = layout.letter(f"points_{seat}")
        paper, total = f"{letter}{first + PAPER}", f"{letter}{first + TOTAL}"
        papers.append(f'AND({paper}<>"",{paper}<>{total})')
    return {
        first: f'=IF(OR({games}=0,{games}={due}),"",{words}&({due}-({games})))',
        first + PAPER: f'=IF(OR({",".join(papers)}),{formulas.text(str(DIFFERS))},"")',
    }


@dataclass(frozen=True, slots=True)
class WrittenList:
    """A list on its sheet, to whose sums other sheets refer; the foot begins in row `foot`."""

    sheet: str
    live: LiveList
    layout: SheetLayout
    foot: int
    sums: Mapping[int, SeatSums]

    def reference(self, cell: str) -> str:
        """A cell as formulas of other sheets name it: 'S1 T2'!N54."""
        return f"'{self.sheet}'!{cell}"

    def formulas(self, seat: int) -> dict[str, str]:
        """The sums of a seat as formulas of another sheet."""
        lost = {
            number: self.reference(self.layout.cell(f"lost_{number}", self.foot + POINTS))
            for number in range(1, self.layout.seats + 1)
        }
        others = "+".join(cell for number, cell in lost.items() if number != seat)
        return {
            "points": self.reference(self.layout.cell(f"points_{seat}", self.foot)),
            "won": self.reference(self.layout.cell(f"won_{seat}", self.foot)),
            "lost": lost[seat],
            "others_lost": others,
        }

    def total(self, seat: int) -> str:
        """The performance of a seat, as a formula of another sheet."""
        return self.reference(self.layout.cell(f"points_{seat}", self.foot + TOTAL))


_DEALER = PatternFill("solid", fgColor="D9D9D9")
_ROUND = Side(style="medium")
_ANNULLED = Font(strike=True)


def fill_paper(sheet: Worksheet, paper: PaperList) -> None:
    """Fill in the list as on the paper form, without formulas."""
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


NAME_LINE = 16  # characters that fit above the three columns of a seat


def lists_workbook(lists: Iterable[LiveList], title: str) -> bytes:
    workbook, writer, head = Workbook(), FormulaWriter(), Head()
    blank = workbook.active
    blank.title = _("Score list")
    remaining = iter(lists)
    if first := next(remaining, None):
        head = first.head
        for _written in add_lists(workbook, chain([first], remaining), writer):
            pass
        workbook.remove(blank)
    return writer.save(workbook, title, head)


def add_lists(
    workbook: Workbook, lists: Iterable[LiveList], writer: FormulaWriter
) -> Iterator[WrittenList]:
    """Append a sheet for every list, and yield those with formulas.

    These are copies of a blank sheet of their size.
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
    """Write what all lists of a size have in common."""
    blank_head(sheet, live, layout, foot)
    for row, dealer in enumerate(dealers(layout, foot), FIRST):
        dress_game(sheet, layout, live.system, row, dealer)
        for key, formula in row_formulas(layout, live.system, row).items():
            sheet[layout.cell(key, row)].value = formula
    blank_foot(sheet, live, layout, foot)


def fill_list(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, foot: int, writer: FormulaWriter
) -> WrittenList:
    sums = RunningSums(live)
    fill_head(sheet, live, layout, writer)
    if not live.bare:
        fill_games(sheet, writer, live, layout, foot, sums)
    fill_foot(sheet, writer, live, layout, foot, sums)
    # What a copied sheet does not have.
    set_up(sheet, layout, foot + PAPER)
    guard(sheet, layout, live.system, foot)
    sheet.print_area = f"A1:{layout.cell('error', foot + PAPER)}"
    return WrittenList(sheet.title, live, layout, foot, sums.by_seat())


def blank_head(sheet: Worksheet, live: LiveList, layout: SheetLayout, foot: int) -> None:
    dress(sheet.cell(formulas.TITLE, 1), "title")
    dress(sheet.cell(formulas.TITLE, layout.last), "grey")
    words = about_words()
    for key in formulas.ABOUT_KEYS:
        beginning, place = layout.about(key)
        dress(sheet.cell(formulas.ABOUT, beginning), "small", "right")
        put_text(sheet.cell(formulas.ABOUT, beginning), words[key])
        is_computed = key == "passed" and not live.bare
        dress(sheet.cell(formulas.ABOUT, place), "bold", *([] if is_computed else ["typed"]))
        if is_computed:
            base = layout.range("base", FIRST, f"${foot - 1}")
            sheet.cell(formulas.ABOUT, place).value = f'=COUNTIF({base},"E")'
        sheet.merged_cells.add(layout.about_label(key))
    dress(sheet.cell(formulas.STARTS, 1), "small")
    put_text(sheet.cell(formulas.STARTS, 1), _("Start numbers"))
    for seat in range(1, layout.seats + 1):
        first = f"points_{seat}"
        dress(sheet[layout.cell(first, formulas.NAMES)], "bold", "centre", "open")
        dress(sheet[layout.cell(first, formulas.STARTS)], "typed", "centre")
        for row in (formulas.NAMES, formulas.STARTS):
            area = f"{layout.cell(first, row)}:{layout.cell(f'lost_{seat}', row)}"
            sheet.merged_cells.add(area)
    texts = headings(live)
    for key, column in layout.columns.items():
        upright = key in live.system.columns or key in ("factor", "value")
        cell = sheet.cell(formulas.HEADINGS, column)
        dress(cell, "lines", "bold", "head", "upright" if upright else "centre")
        put_text(cell, texts[key])
    sheet.row_dimensions[formulas.HEADINGS].height = 84


def fill_head(sheet: Worksheet, live: LiveList, layout: SheetLayout, writer: FormulaWriter) -> None:
    words = [live.head.tournament, live.head.day_text]
    if live.aside:
        words.append(str(label("list_state", live.aside)))
    put_text(sheet.cell(formulas.TITLE, 1), " – ".join(words))
    mark = f"{formulas.MARK} {live.system.key} {live.aside}".strip()
    put_text(sheet.cell(formulas.TITLE, layout.last), mark)
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
        writer.set_result(sheet, layout.about_cell("passed"), formulas.count_passed_rows(live))
    for key, value in about.items():
        put_typed(sheet[layout.about_cell(key)], value)
    for seat in live.seats:
        first = f"points_{seat.position}"
        put_text(sheet[layout.cell(first, formulas.NAMES)], seat_heading(seat))
        put_typed(sheet[layout.cell(first, formulas.STARTS)], seat.start_number)
    # Spreadsheet programs do not adapt the height of merged cells.
    longest = max(len(seat_heading(seat)) for seat in live.seats)
    sheet.row_dimensions[formulas.NAMES].height = LINE * max(2, -(-longest // NAME_LINE)) + 2


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
    words = {"number": pgettext("score list", "No.")}
    words |= {key: printable(heading(key)) for key in live.system.columns}
    words |= {
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
        words["wenzel"] = _("Q or K as wenzels")
    for seat in live.seats:
        words |= {f"{column.key}_{seat.position}": str(column.heading) for column in SEAT_COLUMNS}
    return words
