"""Score lists as sheets that compute, or as the paper form without formulas."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Border, Font
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import LINE, FormulaWriter, Result, fill_sheet, put_text, put_typed
from scoring.core.labels_of_systems import heading
from scoring.core.listing import MARK as CROSS
from scoring.core.listing import Head, printable
from scoring.lists.printed.files import xlsx_formulas as formulas
from scoring.lists.printed.files.xlsx_formulas import FIRST, SheetLayout
from scoring.lists.printed.files.xlsx_look import (
    MEDIUM,
    PARTS,
    dress,
    dress_game,
    guard,
    set_up,
)
from scoring.lists.printed.form import SEAT_COLUMNS, PaperList, paper_listing, seat_heading
from scoring.lists.printed.reads.papers import LiveList, LiveRow
from scoring.messages.labels import label
from scoring.messages.sentence import MINUS
from scoring.rules.score_list import bonus, per_game, points_of_others
from scoring.rules.systems import System

POINTS, OWN, OTHERS, TOTAL, PAPER = range(5)  # the rows of the foot
MISSING = gettext_lazy("games missing or too many: ")
DIFFERS = gettext_lazy("the paper says another total")
NAME_LINE = 16  # characters that fit above the three columns of a seat


class ListSheet:
    """The sheet of a list, whose foot begins in row `foot`; other sheets refer to its sums."""

    def __init__(self, sheet: Worksheet, live: LiveList, writer: FormulaWriter) -> None:
        self.sheet, self.live, self.writer = sheet, live, writer
        self.layout = SheetLayout.of(live.system, len(live.seats))
        self.foot = FIRST + (0 if live.bare else len(live.rows))
        # Points and games of the seats up to the row that is filled in.
        self.sums = {seat: Counter[str]() for seat in range(1, self.layout.seats + 1)}

    def cell(self, key: str, row: int) -> Cell:
        return self.sheet[self.layout.cell(key, row)]

    def set_result(self, key: str, row: int, result: Result) -> None:
        self.writer.set_result(self.sheet, self.layout.cell(key, row), result)

    def write_blank(self) -> None:
        """Write what all lists of a size have in common."""
        self._blank_head()
        for row, dealer in enumerate(self._dealers(), FIRST):
            dress_game(self.sheet, self.layout, self.live.system, row, dealer)
            for key, formula in self._row_formulas(row).items():
                self.cell(key, row).value = formula
        self._blank_foot()

    def fill(self) -> None:
        self._fill_head()
        if not self.live.bare:
            self._fill_games()
        self._fill_foot()
        # What a copied sheet does not have.
        set_up(self.sheet, self.layout, self.foot + PAPER)
        guard(self.sheet, self.layout, self.live.system, self.foot)
        self.sheet.print_area = f"A1:{self.layout.cell('error', self.foot + PAPER)}"

    def link(self, key: str, row: int) -> str:
        """A cell as formulas of other sheets name it: 'S1 T2'!N54."""
        return f"'{self.sheet.title}'!{self.layout.cell(key, row)}"

    def linked_sums(self, seat: int) -> dict[str, str]:
        """The sums of a seat as formulas of another sheet."""
        others = (number for number in range(1, self.layout.seats + 1) if number != seat)
        return {
            "points": self.link(f"points_{seat}", self.foot),
            "won": self.link(f"won_{seat}", self.foot),
            "lost": self.link(f"lost_{seat}", self.foot),
            "others_lost": "+".join(self.link(f"lost_{other}", self.foot) for other in others),
        }

    def _dealers(self) -> list[int]:
        """Who deals in each row, if no game is dealt out of turn or again."""
        return [number % self.layout.seats + 1 for number in range(self.foot - FIRST)]

    def _blank_head(self) -> None:
        sheet, layout = self.sheet, self.layout
        dress(sheet.cell(formulas.TITLE, 1), "title")
        dress(sheet.cell(formulas.TITLE, layout.last), "grey")
        words = about_words()
        for key in formulas.ABOUT_KEYS:
            beginning, place = layout.about(key)
            name = sheet.cell(formulas.ABOUT, beginning)
            beside = sheet.cell(formulas.ABOUT, beginning + 1)
            dress(name, "small", "right")
            put_text(name, words[key])
            is_computed = key == "passed" and not self.live.bare
            dress(sheet.cell(formulas.ABOUT, place), "bold", *([] if is_computed else ["typed"]))
            if is_computed:
                base = layout.range("base", FIRST, f"${self.foot - 1}")
                sheet.cell(formulas.ABOUT, place).value = f'=COUNTIF({base},"E")'
            sheet.merged_cells.add(f"{name.coordinate}:{beside.coordinate}")
        dress(sheet.cell(formulas.STARTS, 1), "small")
        put_text(sheet.cell(formulas.STARTS, 1), _("Start numbers"))
        for seat in range(1, layout.seats + 1):
            first = f"points_{seat}"
            dress(self.cell(first, formulas.NAMES), "bold", "centre", "open")
            dress(self.cell(first, formulas.STARTS), "typed", "centre")
            for row in (formulas.NAMES, formulas.STARTS):
                area = f"{layout.cell(first, row)}:{layout.cell(f'lost_{seat}', row)}"
                sheet.merged_cells.add(area)
        texts = headings(self.live)
        for key, column in layout.columns.items():
            upright = key in self.live.system.columns or key in ("factor", "value")
            cell = sheet.cell(formulas.HEADINGS, column)
            dress(cell, "lines", "bold", "head", "upright" if upright else "centre")
            put_text(cell, texts[key])
        sheet.row_dimensions[formulas.HEADINGS].height = 84

    def _row_formulas(self, row: int) -> dict[str, str]:
        layout, system = self.layout, self.live.system
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

    def _blank_foot(self) -> None:
        layout = self.layout
        points_per_game = per_game(self.live.scheme)
        points_per_loss = bonus(self.live.scheme, layout.seats)
        labels = (
            _("Game points"),
            _("(won − lost) × %(points)s") % {"points": points_per_game},
            _("lost by the others × %(points)s") % {"points": points_per_loss},
            _("Total"),
            _("Total on paper"),
        )
        seat_columns = range(layout.columns["points_1"], layout.columns["dealer"])
        for row, words in enumerate(labels, self.foot):
            for column in range(1, layout.last + 1):
                parts = ["lines", "middle"] if column in seat_columns else ["lines"]
                dress(self.sheet.cell(row, column), *parts)
            self.sheet.merged_cells.add(f"{layout.cell('number', row)}:{layout.cell('minus', row)}")
            dress(self.sheet.cell(row, 1), "lines", "bold")
            put_text(self.sheet.cell(row, 1), words)
        for seat in range(1, layout.seats + 1):
            self._blank_sums(seat, points_per_game, points_per_loss)
        for row, formula in self._checks().items():
            self.cell("error", row).value = formula

    def _blank_sums(self, seat: int, points_per_game: int, points_per_loss: int) -> None:
        """Write the sums of a seat; of a list of bare totals they are typed."""
        keys = [f"{key}_{seat}" for key in ("points", "won", "lost")]
        for key, formula in zip(keys, self._totals(seat), strict=True):
            if self.live.bare:
                dress(self.cell(key, self.foot), "lines", "middle", "typed")
            else:
                self.cell(key, self.foot).value = formula
        points, own_won, own_lost = (self.layout.cell(key, self.foot) for key in keys)
        own, theirs, total, paper = (
            self.cell(keys[0], self.foot + row) for row in (OWN, OTHERS, TOTAL, PAPER)
        )
        lost = [
            self.layout.cell(f"lost_{other}", self.foot)
            for other in range(1, self.layout.seats + 1)
        ]
        own.value = f"={points_per_game}*({own_won}-{own_lost})"
        theirs.value = f"={points_per_loss}*({'+'.join(lost)}-{own_lost})"
        total.value = f"=SUM({points}:{theirs.coordinate})"
        dress(total, "lines", "middle", "bold")
        dress(paper, "lines", "middle", "typed")

    def _totals(self, seat: int) -> tuple[str, str, str]:
        """Formulas of points, games won and games lost of a seat."""
        solo, result, plus, minus = (
            self.layout.range(key, FIRST, f"${self.foot - 1}")
            for key in ("soloist", "won", "plus", "minus")
        )
        won, lost = (formulas.text(word) for word in (formulas.won_word(), formulas.lost_word()))
        return (
            f"=SUMIF({solo},{seat},{plus})-SUMIF({solo},{seat},{minus})",
            f"=COUNTIFS({solo},{seat},{result},{won})",
            f"=COUNTIFS({solo},{seat},{result},{lost})",
        )

    def _checks(self) -> dict[int, str]:
        layout, first = self.layout, self.foot
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

    def _fill_head(self) -> None:
        sheet, live, layout = self.sheet, self.live, self.layout
        words = [live.head.tournament, live.head.day_text]
        if live.aside:
            words.append(str(label("list_state", live.aside)))
        put_text(sheet.cell(formulas.TITLE, 1), " – ".join(words))
        mark = f"{formulas.MARK} {live.system.key} {live.aside}".strip()
        put_text(sheet.cell(formulas.TITLE, layout.last), mark)
        about: dict[str, object] = {
            "series": live.series,
            "table": live.table,
            "seats": len(live.seats),
            "rounds": live.outline.rounds,
            "played": live.outline.ended_after,
            "reason": live.outline.stop_reason or "",
        }
        if live.bare:
            about["passed"] = live.passed
        else:
            self.writer.set_result(sheet, layout.about_cell("passed"), live.passed)
        for key, value in about.items():
            put_typed(sheet[layout.about_cell(key)], value)
        for seat in live.seats:
            first = f"points_{seat.position}"
            put_text(self.cell(first, formulas.NAMES), seat_heading(seat))
            put_typed(self.cell(first, formulas.STARTS), seat.start_number)
        # Spreadsheet programs do not adapt the height of merged cells.
        longest = max(len(seat_heading(seat)) for seat in live.seats)
        sheet.row_dimensions[formulas.NAMES].height = LINE * max(2, -(-longest // NAME_LINE)) + 2

    def _fill_games(self) -> None:
        """Fill in the games; the row of an annulled one loses its formulas."""
        live, computed = self.live, self._row_formulas(FIRST).keys()
        for row, (data, dealer) in enumerate(zip(live.rows, self._dealers(), strict=True), FIRST):
            if data.void or data.dealer != dealer:
                dress_game(self.sheet, self.layout, live.system, row, data.dealer, void=data.void)
            results = {} if data.void else self._row_results(data)
            for key in computed:
                if data.void:
                    self.cell(key, row).value = None
                else:
                    self.set_result(key, row, results.get(key, ""))
            cells = void_cells(data) if data.void else typed_cells(data, live.system)
            for key, value in cells.items():
                put_typed(self.cell(key, row), value)

    def _row_results(self, data: LiveRow) -> dict[str, Result]:
        """The results of a row's formulas; the row is added to the sums."""
        results: dict[str, Result] = {
            "factor": data.factor,
            "value": data.value,
            "plus": data.score if data.score > 0 else "",
            "minus": -data.score if data.score < 0 else "",
        }
        if data.soloist is not None:
            sums = self.sums[data.soloist]
            sums["points"] += data.score
            results[f"points_{data.soloist}"] = sums["points"]
            if data.won is not None:
                key = "won" if data.won else "lost"
                sums[key] += 1
                results[f"{key}_{data.soloist}"] = sums[key]
        return results

    def _fill_foot(self) -> None:
        """Fill in the typed cells of the foot, and the results of its formulas."""
        live, games, differs = self.live, self.live.passed, ""
        for total, paper in zip(live.totals, live.foot, strict=True):
            figures = {"points": total.game_points, "won": total.won, "lost": total.lost}
            for key, figure in figures.items():
                if live.bare:
                    put_typed(self.cell(f"{key}_{total.seat}", self.foot), figure)
                else:
                    self.set_result(f"{key}_{total.seat}", self.foot, figure)
            games += total.won + total.lost
            points = f"points_{total.seat}"
            own = per_game(live.scheme) * (total.won - total.lost)
            self.set_result(points, self.foot + OWN, own)
            self.set_result(points, self.foot + OTHERS, points_of_others(live.scheme, total))
            self.set_result(points, self.foot + TOTAL, total.performance)
            put_typed(self.cell(points, self.foot + PAPER), paper.paper_total)
            if paper.paper_total not in (None, total.performance):
                differs = str(DIFFERS)
        missing = live.outline.games_due - games if games else 0  # negative if there are too many
        self.set_result("error", self.foot, f"{MISSING}{missing}" if missing else "")
        self.set_result("error", self.foot + PAPER, differs)


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


def fill_paper(sheet: Worksheet, paper: PaperList) -> None:
    """Fill in the list as on the paper form, without formulas."""
    listing = paper_listing(paper)
    heads = fill_sheet(sheet, listing, paper.head)
    sheet.freeze_panes = sheet.cell(heads + 1, 2)
    columns = {column.key: place for place, column in enumerate(listing.columns, 1)}
    for index, row in enumerate(paper.rows, heads + 1):
        for key in ("points", "won", "lost"):
            for position in {row.dealer, *row.idle}:
                sheet.cell(index, columns[f"{key}_{position}"]).fill = PARTS["dealer"][1]
        for place in columns.values():
            cell = sheet.cell(index, place)
            if "annulled" in row.remarks:
                cell.font = Font(strike=True)
            elif row.ends_round:
                cell.border = Border(bottom=MEDIUM)


def lists_workbook(lists: Iterable[LiveList], title: str) -> bytes:
    workbook, writer, head = Workbook(), FormulaWriter(), Head()
    blank = workbook.active
    blank.title = _("Score list")
    remaining = iter(lists)
    if first := next(remaining, None):
        head = first.head
        for _list_sheet in add_lists(workbook, chain([first], remaining), writer):
            pass
        workbook.remove(blank)
    return writer.save(workbook, title, head)


def add_lists(
    workbook: Workbook, lists: Iterable[LiveList], writer: FormulaWriter
) -> Iterator[ListSheet]:
    """Append a sheet for every list, and yield those with formulas.

    These are copies of a blank sheet for lists of their size and rules.
    """
    blanks: dict[tuple[object, ...], Worksheet] = {}
    for number, live in enumerate(lists, 1):
        name = f"S{live.series} T{live.table}" if live.table else f"{_('Score list')} {number}"
        if live.paper is not None:
            sheet = workbook.create_sheet()
            fill_paper(sheet, live.paper)
            sheet.title = name
            continue
        kind = (live.system, live.scheme, len(live.seats), len(live.rows), live.bare)
        if kind not in blanks:
            blanks[kind] = workbook.create_sheet()
            ListSheet(blanks[kind], live, writer).write_blank()
        list_sheet = ListSheet(workbook.copy_worksheet(blanks[kind]), live, writer)
        list_sheet.sheet.title = name
        list_sheet.fill()
        yield list_sheet
    for sheet in blanks.values():
        workbook.remove(sheet)


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
