"""The score list as the paper form, filled or blank; equal grids are drawn once."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.core.files.pdf import Paper
from scoring.core.files.pdf_style import (
    BOLD,
    CAPITAL,
    LEADING,
    MARGIN,
    QR,
    REGULAR,
    draw_foot,
    draw_head,
    draw_lines,
    draw_logo,
    draw_qr,
    fit_text,
    in_box,
    put_lines,
)
from scoring.core.listing import Align, Head, Row, cell_text
from scoring.lists.printed.files.pdf_geometry import (
    BESIDE_MARKS,
    FILING,
    FOOT_ROW,
    NOTE,
    NOTE_SIZE,
    PAD,
    SEAT_LINE,
    SIGNATURE,
    SUBHEADINGS,
    Cell,
    FormGrid,
    FormPage,
    form_pages,
)
from scoring.lists.printed.form import (
    REMARKS,
    PaperList,
    PaperRow,
    PaperSeat,
    listing_row,
    place_of,
)
from scoring.models.phone import SIGNATURE_SIZE
from scoring.photo.form import EDGE, SIZE, Label, black_boxes

THIN, THICK, BOX = 0.4, 0.9, 1.2  # line widths
THIN_GREY, SHADE = 0.4, 0.88
STAY = 3 * mm  # the line below a name: in which rounds the player sat there


def score_lists_pdf(papers: Iterable[PaperList]) -> bytes:
    """Several lists in one document; page numbers start anew with each list."""
    papers = list(papers)
    head = papers[0].head if papers else Head()
    canvas = Paper(_("Score list"), head)
    drawn: dict[FormGrid, str] = {}
    for paper in papers:
        pages = list(form_pages(paper))
        for number, page in enumerate(pages, 1):
            if page.grid not in drawn:
                drawn[page.grid] = f"grid{len(drawn)}"
                canvas.beginForm(drawn[page.grid], 0, 0, *A4)
                draw_grid(canvas, page.grid)
                canvas.endForm()
            canvas.doForm(drawn[page.grid])
            draw_page(canvas, paper, page)
            if page.grid.is_marked:
                draw_between_marks(canvas, paper)
                # The marks by which a photo is read, and the squares that identify the list.
                label = Label(paper.number or 0, len(page.rows), len(paper.seats))
                canvas.setFillGray(0)
                for left, top, right, bottom in black_boxes(label):
                    width, height = (right - left) * mm, (bottom - top) * mm
                    canvas.rect(left * mm, A4[1] - bottom * mm, width, height, 0, 1)
            else:
                draw_head_and_foot(canvas, paper, number, len(pages))
            canvas.showPage()
    return canvas.getpdfdata()


def draw_head_and_foot(canvas: Canvas, paper: PaperList, number: int, pages: int) -> None:
    beside = 0.0
    if paper.link:
        left, bottom = A4[0] - MARGIN - QR, A4[1] - MARGIN - QR
        draw_qr(canvas, paper.link, left, bottom, QR, caption_of(paper))
        beside = QR + 3 * mm
    draw_head(canvas, paper.head, form_title(paper), beside=beside)
    revision = ""
    if paper.revision is not None:  # it shows whether a paper is out of date
        revision = _("Revision %(number)s") % {"number": paper.revision}
    draw_foot(canvas, paper.head, number, pages, revision)


def caption_of(paper: PaperList) -> str:
    return _("Keep this list by phone") if paper.by_phone else _("Enter this list")


def draw_between_marks(canvas: Canvas, paper: PaperList) -> None:
    head = paper.head
    left, right = FILING + BESIDE_MARKS, A4[0] - MARGIN - BESIDE_MARKS
    top, height = A4[1] - EDGE * mm, SIZE * mm
    if head.logo:
        left += draw_logo(canvas, head.logo, left, top, height) + 2 * mm
    if paper.link:
        draw_qr(canvas, paper.link, right - height, top - height, height)
        right -= height + 2 * mm
        words = caption_of(paper)
        draw_lines(canvas, words, REGULAR, 6, right, top - 7, QR, 7, align="end", least=4)
    words = " · ".join(filter(None, (head.club, head.place, head.day_text)))
    width = right - left
    draw_lines(canvas, words, REGULAR, 7.5, left, top - 7, width - QR - 2 * mm, 7)
    draw_lines(canvas, head.tournament, BOLD, 12, left, top - 20, width, 13)
    draw_lines(canvas, form_title(paper), BOLD, 10, left, top - 32, width, 11)


def form_title(paper: PaperList) -> str:
    place = place_of(paper) or _("Series ______ · Table ______")
    return " – ".join(part for part in (_("Score list"), place, paper.system) if part)


def draw_grid(canvas: Canvas, grid: FormGrid) -> None:
    _shade_dealers(canvas, grid)
    _rule_grid(canvas, grid)
    _draw_headings(canvas, grid)
    size = grid.size
    canvas.setFont(REGULAR, size)
    for index, deal in enumerate(grid.deals):
        y = grid.row_bottom(index) + (grid.row - size * CAPITAL) / 2
        canvas.drawRightString(grid.edges[1] - PAD, y, str(deal.number))
        x, y = grid.seat_edge(deal.dealer) + 1.6 * mm, grid.row_bottom(index) + grid.row / 2
        canvas.circle(x, y, 0.7 * mm, stroke=0, fill=1)
    for index, heading in enumerate(grid.foot):
        cell = grid.beside_seats(grid.foot_bottom(index), FOOT_ROW)
        font = BOLD if index == len(grid.foot) - 1 else REGULAR
        _draw_text(canvas, heading, cell, font=font, size=8.5)
    if grid.foot:
        cell = grid.beside_seats(grid.bottom + SIGNATURE / 2, SIGNATURE / 2)
        _draw_text(canvas, _("Signatures"), cell, size=8.5)
        cell = grid.beside_seats(grid.bottom, SIGNATURE / 2)
        _draw_text(canvas, _("List keeper ____  from _____ to _____"), cell, size=7)


def _shade_dealers(canvas: Canvas, grid: FormGrid) -> None:
    canvas.setFillGray(SHADE)
    for index, deal in enumerate(grid.deals):
        for position in deal.idle:
            left, right = grid.seat_edge(position), grid.seat_edge(position + 1)
            canvas.rect(left, grid.row_bottom(index), right - left, grid.row, stroke=0, fill=1)
    canvas.setFillGray(0)


def _rule_grid(canvas: Canvas, grid: FormGrid) -> None:
    left, right = grid.edges[0], grid.edges[-1]
    following = [*(deal.number for deal in grid.deals[1:]), None]
    for index, deal in enumerate(grid.deals):
        is_replayed = following[index] == deal.number
        _set_pen(canvas, THICK if deal.ends_round and not is_replayed else THIN)
        canvas.line(left, grid.row_bottom(index), right, grid.row_bottom(index))
    _set_pen(canvas, THIN)
    for x in grid.edges[1:-1]:
        canvas.line(x, grid.rows_top, x, grid.rows_bottom)
    for x in grid.edges[1 : grid.first_seat]:
        canvas.line(x, grid.top, x, grid.rows_top)
    for x in grid.edges[grid.first_seat + 1 : -1]:
        canvas.line(x, grid.rows_top, x, grid.rows_top + SUBHEADINGS)
    canvas.line(grid.seat_edge(1), grid.rows_top + SUBHEADINGS, right, grid.rows_top + SUBHEADINGS)
    for index in range(len(grid.foot)):
        y = grid.foot_bottom(index)
        canvas.line(left, y, right, y)
    if grid.foot:  # won and lost are counted in the first line only
        for x in grid.edges[grid.first_seat + 1 : -1]:
            canvas.line(x, grid.rows_bottom, x, grid.rows_bottom - FOOT_ROW)
    _set_pen(canvas, BOX)
    for position in range(1, grid.seats + 1):
        canvas.line(grid.seat_edge(position), grid.top, grid.seat_edge(position), grid.bottom)
    canvas.line(left, grid.rows_top, right, grid.rows_top)
    canvas.line(left, grid.rows_bottom, right, grid.rows_bottom)
    if len(grid.foot) > 1:
        y = grid.foot_bottom(len(grid.foot) - 2)
        canvas.line(left, y, right, y)
    canvas.rect(left, grid.bottom, right - left, grid.top - grid.bottom)


def _set_pen(canvas: Canvas, width: float) -> None:
    """Thin lines are grey, so that rounds and figures stand out."""
    canvas.setLineWidth(width)
    canvas.setStrokeGray(THIN_GREY if width == THIN else 0)


def _draw_headings(canvas: Canvas, grid: FormGrid) -> None:
    for index, column in enumerate(grid.columns):
        left, right = grid.edges[index], grid.edges[index + 1]
        if index >= grid.first_seat:
            cell = (left, right, grid.rows_top, SUBHEADINGS)
            _draw_text(canvas, column.heading, cell, size=6.5, align="center")
            continue
        middle, bottom = (left + right) / 2, grid.rows_top + 1.2 * mm
        if len(str(column.heading)) == 1:  # + and −
            canvas.setFont(BOLD, 11)
            canvas.drawCentredString(middle, bottom, column.heading)
            continue
        text, size = fit_text(column.heading, REGULAR, 8, grid.top - grid.rows_top - 2 * PAD)
        canvas.saveState()
        canvas.translate(middle + size * 0.36, bottom)
        canvas.rotate(90)
        canvas.setFont(REGULAR, size)
        canvas.drawString(0, 0, text)
        canvas.restoreState()


def draw_page(canvas: Canvas, paper: PaperList, page: FormPage) -> None:
    grid = page.grid
    for seat in paper.seats:
        _draw_seat(canvas, grid, seat)
    for index, row in enumerate(page.rows):
        _draw_row(canvas, grid, index, row)
    if unplayed := [place for place, row in enumerate(page.rows) if "not-played" in row.remarks]:
        _set_pen(canvas, THICK)
        top, bottom = grid.row_bottom(unplayed[0] - 1), grid.row_bottom(unplayed[-1])
        canvas.line(grid.edges[1], bottom, grid.edges[-1], top)
    for index, cells in enumerate(page.foot):
        font = BOLD if index == len(grid.foot) - 1 else REGULAR
        _draw_cells(canvas, grid, cells, grid.foot_bottom(index), FOOT_ROW, font=font, size=9)
    if page.foot:
        _draw_passed(canvas, paper, grid.beside_seats(grid.foot_bottom(0), FOOT_ROW))
        for seat in paper.seats:
            _draw_signature(canvas, grid, seat)
    # A mark in the middle of the filing margin: where the hole punch is set.
    _set_pen(canvas, THIN)
    canvas.line(2 * mm, A4[1] / 2, 7 * mm, A4[1] / 2)
    canvas.setFont(REGULAR, NOTE_SIZE)
    left = FILING + (BESIDE_MARKS if grid.is_marked else 0)
    for index, note in enumerate(page.notes):
        canvas.drawString(left, grid.bottom - (index + 1) * NOTE, note)


def _draw_passed(canvas: Canvas, paper: PaperList, cell: Cell) -> None:
    if paper.passed is not None:
        text = _("%(count)s passed") % {"count": paper.passed}
        _draw_text(canvas, text, cell, size=8.5, align="end")
        return
    left, right, bottom, height = cell
    box = 9 * mm
    _set_pen(canvas, THICK)
    canvas.rect(right - PAD - box, bottom + PAD / 2, box, height - PAD)
    beside = (left, right - PAD - box, bottom, height)
    _draw_text(canvas, _("passed games"), beside, size=7, align="end")


def _draw_signature(canvas: Canvas, grid: FormGrid, seat: PaperSeat) -> None:
    left, right = grid.seat_edge(seat.position) + PAD, grid.seat_edge(seat.position + 1) - PAD
    width, height = SIGNATURE_SIZE
    scale = min((right - left) / width, (SIGNATURE - 2 * PAD) / height)
    _set_pen(canvas, THICK)
    for stroke in seat.signature:
        path = canvas.beginPath()
        points = [(left + x * scale, grid.bottom + PAD + (height - y) * scale) for x, y in stroke]
        path.moveTo(*points[0])
        for point in points[1:] or points:
            path.lineTo(*point)
        canvas.drawPath(path)


def _draw_seat(canvas: Canvas, grid: FormGrid, seat: PaperSeat) -> None:
    left, right = grid.seat_edge(seat.position), grid.seat_edge(seat.position + 1)
    top = grid.top - 4.5 * mm
    canvas.setFont(BOLD, 9)
    canvas.drawString(left + PAD, top + 1.2 * mm, str(seat.number))
    if seat.start_number is not None or not seat.name:
        number = _("No. %(number)s") % {"number": seat.start_number or "_____"}
        number, size = fit_text(number, REGULAR, 8, right - left - 5 * mm)
        canvas.setFont(REGULAR, size)
        canvas.drawRightString(right - PAD, top + 1.2 * mm, number)
    if not seat.name:
        _set_pen(canvas, THIN)
        canvas.line(left + PAD, top - 9 * mm, right - PAD, top - 9 * mm)
        return
    room = grid.top - grid.rows_top - SUBHEADINGS - SEAT_LINE
    if seat.stay:
        room -= STAY
        _draw_text(canvas, seat.stay, (left, right, grid.rows_top + SUBHEADINGS, STAY), size=6.5)
    lines, size = in_box(seat.name, BOLD, 9, right - left - 2 * PAD, room)
    put_lines(canvas, lines, BOLD, size, left + PAD, top - 0.9 * size * LEADING)


def _draw_row(canvas: Canvas, grid: FormGrid, index: int, row: PaperRow) -> None:
    cells, bottom = dict(listing_row(row)), grid.row_bottom(index)
    signs = "".join(REMARKS[key].sign for key in row.remarks if key != "unread")
    if cells.get("base") is not None:
        cells["base"] = f"{cells['base']}{signs}"
    _draw_cells(canvas, grid, cells, bottom, grid.row, size=grid.size)
    if "annulled" in row.remarks:
        _set_pen(canvas, THICK)
        y = bottom + grid.row / 2
        canvas.line(grid.edges[0] + PAD, y, grid.edges[-1] - PAD, y)


def _draw_cells(
    canvas: Canvas,
    grid: FormGrid,
    cells: Row,
    bottom: float,
    height: float,
    *,
    font: str = REGULAR,
    size: float,
) -> None:
    """Draw the cells of a line, except the number, which is part of the grid."""
    for place, column in enumerate(grid.columns[1:], 1):
        if (value := cells.get(column.key)) is not None:
            cell = grid.cell(place, bottom, height)
            text, align = cell_text(column, value), column.alignment
            _draw_text(canvas, text, cell, font=font, size=size, align=align)


def _draw_text(
    canvas: Canvas,
    text: object,
    cell: Cell,
    *,
    font: str = REGULAR,
    size: float,
    align: Align = "start",
) -> None:
    left, right, bottom, height = cell
    words, size = fit_text(text, font, size, right - left - 2 * PAD, least=4)
    x = {"start": left + PAD, "center": (left + right) / 2, "end": right - PAD}[align]
    put_lines(canvas, [words], font, size, x, bottom + (height - size * CAPITAL) / 2, align)
