"""The geometry of the paper form: number, size and position of rows and columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from scoring.core.files.pdf_style import (
    BOLD,
    FOOT,
    HEAD,
    LEADING,
    MARGIN,
    REGULAR,
    in_box,
    wrap_text,
)
from scoring.core.listing import Column, Head, Row, printable
from scoring.lists.printed.form import PaperList, PaperRow, form_columns
from scoring.lists.printed.reads.fill import paper_list
from scoring.photo.form import BAND, BESIDE, MAX_NUMBER, MAX_ROWS, PAGE, PASSED, SIZE, PrintedForm
from scoring.rules.outline import MAX_SEATS, Outline
from scoring.rules.score_list import Scheme
from scoring.rules.systems import System

FILING = 16 * mm  # left of the form, for the holes of a folder
WIDTH = A4[0] - FILING - MARGIN
HEADINGS, MAX_HEADINGS = 22 * mm, 49 * mm  # the heads of the columns; high ones for long names
MARKED_HEADINGS = 17.5 * mm  # with marks, so that 48 rows of 4.5 mm have room
BESIDE_MARKS = (SIZE + BESIDE + 1) * mm  # what marks and squares take from each end of a line
SEAT_LINE = 5.5 * mm  # seat and start number, above the name
SUBHEADINGS = 4.5 * mm
FOOT_ROW = 4.75 * mm
SIGNATURE = 8 * mm
NOTE = 3 * mm
MIN_ROW_HEIGHT, MAX_ROW_HEIGHT = 3.5 * mm, 6.5 * mm
PAD = 0.8 * mm
# Widths in mm; the seats share what is left, but at least MIN_SHARE_OF_SEATS of the width.
WIDTHS = {"number": 7.5, "class": 8.0, "base": 9.5, "plus": 10.5, "minus": 10.5}
MARK = 6.3
MIN_SHARE_OF_SEATS = 0.5
SHARE_OF_POINTS = 0.5  # of a seat's width; won and lost share the rest
NOTE_SIZE, MAX_REMARKS = 7, 6
MIN_NAME_SIZE = 7.0  # points

Cell = tuple[float, float, float, float]  # left, right, bottom, height


class Deal(NamedTuple):
    number: int
    dealer: int
    idle: tuple[int, ...]
    ends_round: bool


@dataclass(frozen=True, slots=True)
class FormGrid:
    """The lines of one page, in points from the lower left corner."""

    columns: tuple[Column, ...]
    edges: tuple[float, ...]  # the left ones of the columns, and the right one of the last
    first_seat: int  # the index of the first column of a seat
    seats: int
    row: float
    top: float
    headings: float
    deals: tuple[Deal, ...]  # of the rows
    foot: tuple[str, ...]  # the headings below, none if the list goes on overleaf
    is_marked: bool = False

    @property
    def size(self) -> float:
        return min(9.0, self.row * 0.74)

    @property
    def rows_top(self) -> float:
        return self.top - self.headings

    @property
    def rows_bottom(self) -> float:
        return self.rows_top - len(self.deals) * self.row

    @property
    def bottom(self) -> float:
        signed = SIGNATURE if self.foot else 0
        return self.rows_bottom - len(self.foot) * FOOT_ROW - signed

    def seat_edge(self, position: int) -> float:
        """The left edge of a seat; of the one after the last, the right edge of the form."""
        return self.edges[self.first_seat + 3 * (position - 1)]

    def row_bottom(self, index: int) -> float:
        return self.rows_top - (index + 1) * self.row

    def foot_bottom(self, index: int) -> float:
        return self.rows_bottom - (index + 1) * FOOT_ROW

    def cell(self, column: int, bottom: float, height: float) -> Cell:
        return self.edges[column], self.edges[column + 1], bottom, height

    def beside_seats(self, bottom: float, height: float) -> Cell:
        return self.edges[0], self.seat_edge(1), bottom, height


@dataclass(frozen=True, slots=True)
class FormPage:
    grid: FormGrid
    rows: tuple[PaperRow, ...]
    foot: tuple[Row, ...]  # only on the last page, as are the notes
    notes: tuple[str, ...]


def form_pages(paper: PaperList) -> Iterator[FormPage]:
    """The pages of a list: one, unless it has too many games."""
    is_numbered = paper.number is not None and paper.number <= MAX_NUMBER
    if is_numbered and len(paper.rows) <= MAX_ROWS and len(paper.seats) <= MAX_SEATS:
        yield marked_page(paper)
        return
    columns, notes = columns_of(paper), form_notes(paper)
    top = A4[1] - MARGIN - HEAD
    below = len(paper.foot) * FOOT_ROW + SIGNATURE + len(notes) * NOTE + MARGIN + FOOT
    headings = headings_of(paper, edges_of(columns, len(paper.seats)))
    room = top - headings - below
    count = ceil(len(paper.rows) / int(room / MIN_ROW_HEIGHT))
    share = ceil(len(paper.rows) / count)
    for first in range(0, len(paper.rows), share):
        rows = paper.rows[first : first + share]
        is_last = first + share >= len(paper.rows)
        foot = paper.foot if is_last else ()
        grid = form_grid(columns, rows, foot, len(paper.seats), room / share, top, headings)
        yield FormPage(grid, rows, foot, notes if is_last else ())


def form_grid(
    columns: tuple[Column, ...], rows: Sequence[PaperRow], foot: Sequence[Row], seats: int,
    height: float, top: float, headings: float, *, is_marked: bool = False,
) -> FormGrid:  # fmt: skip
    return FormGrid(
        columns=tuple(map(_grid_column, columns)),
        edges=edges_of(columns, seats),
        first_seat=len(columns) - 3 * seats,
        seats=seats,
        row=min(MAX_ROW_HEIGHT, height),
        top=top,
        headings=headings,
        deals=tuple(Deal(row.number, row.dealer, row.idle, row.ends_round) for row in rows),
        foot=tuple(printable(line["number"]) for line in foot),
        is_marked=is_marked,
    )


def marked_page(paper: PaperList) -> FormPage:
    """The form with marks, by which a photo of it is read."""
    all_columns = columns_of(paper)
    before_plus = [column.key for column in all_columns].index("plus")
    passed = Column(PASSED, _("passed"), "mark", "center", 5)
    columns = (*all_columns[:before_plus], passed, *all_columns[before_plus:])
    top = A4[1] - BAND * mm
    room = top - BAND * mm - MARKED_HEADINGS - len(paper.foot) * FOOT_ROW - SIGNATURE
    rows, foot, seats = paper.rows, paper.foot, len(paper.seats)
    height = room / len(rows)
    grid = form_grid(columns, rows, foot, seats, height, top, MARKED_HEADINGS, is_marked=True)
    return FormPage(grid, rows, foot, form_notes(paper))


def columns_of(paper: PaperList) -> tuple[Column, ...]:
    return tuple(column for column in form_columns(paper) if column.key not in ("dealer", "remark"))


def photo_form(grid: FormGrid) -> PrintedForm:
    """The cells of a form for the reader of photos."""
    rows = [grid.rows_top - index * grid.row for index in range(len(grid.deals) + 1)]
    foot = [grid.rows_bottom - index * FOOT_ROW for index in range(len(grid.foot) + 1)]
    return PrintedForm(
        columns=tuple(column.key for column in grid.columns),
        edges=tuple(edge / mm for edge in grid.edges),
        rows=tuple(PAGE[1] - y / mm for y in rows),
        foot=tuple(PAGE[1] - y / mm for y in foot),
        seats=grid.seats,
    )


def form_to_photograph(outline: Outline, system: System, scheme: Scheme) -> PrintedForm:
    """The cells of a blank form, for the reader of photos."""
    return photo_form(marked_page(paper_list([], outline, system, scheme, head=Head())).grid)


def headings_of(paper: PaperList, edges: Sequence[float]) -> float:
    """The height of the column heads, as the longest name needs it."""
    width, room = edges[-1] - edges[-4] - 2 * PAD, HEADINGS - SUBHEADINGS - SEAT_LINE
    for seat in paper.seats:
        lines, size = in_box(seat.name, BOLD, 9, width, room)
        if size < MIN_NAME_SIZE:
            lines, size = in_box(seat.name, BOLD, MIN_NAME_SIZE, width, MAX_HEADINGS)
            room = max(room, len(lines) * size * LEADING)
    return min(MAX_HEADINGS, room + SUBHEADINGS + SEAT_LINE)


def _grid_column(column: Column) -> Column:
    """A column with its full heading, and without its player, so that lists share their grids."""
    heading = str(column.heading)
    if column.key in ("with", "without"):
        heading = _("%(with)s tops") % {"with": heading}
    return replace(column, heading=heading, group="")


def edges_of(columns: tuple[Column, ...], seats: int) -> tuple[float, ...]:
    """The edges of the columns: the seats share what the others leave."""
    marks = [WIDTHS.get(each.key, MARK) * mm for each in columns[: -3 * seats]]
    scale = min(1.0, WIDTH * (1 - MIN_SHARE_OF_SEATS) / sum(marks))
    seat = (WIDTH - sum(marks) * scale) / seats
    rest = (1 - SHARE_OF_POINTS) / 2
    widths = [width * scale for width in marks]
    widths += [seat * SHARE_OF_POINTS, seat * rest, seat * rest] * seats
    return tuple(accumulate(widths, initial=FILING))


def form_notes(paper: PaperList) -> tuple[str, ...]:
    remarks = [line for text in paper.remarks for line in _note_lines(text)]
    if len(remarks) > MAX_REMARKS:
        remarks = [*remarks[: MAX_REMARKS - 1], "…"]
    return (*remarks, *_note_lines(" · ".join(["● = " + _("dealer"), *paper.legend])))


def _note_lines(text: str) -> list[str]:
    return wrap_text(printable(text), REGULAR, NOTE_SIZE, WIDTH)
