"""Table signs: a page for every table, folded to be read from both sides."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.core.files.pdf_style import (
    BOLD,
    CAPITAL,
    LEADING,
    MARGIN,
    REGULAR,
    draw_foot,
    draw_lines,
    draw_logo,
    draw_qr,
    fitted,
    in_box,
    new_canvas,
)
from scoring.core.head import Head
from scoring.core.listing import printable
from scoring.prints.reads.prints import Sign

QR = 30 * mm
SEAT = 6 * mm  # width of a seat number
MOST_OF_NAME = 16.5 * mm  # the height of the longest name


def table_signs_pdf(signs: Sequence[Sign], head: Head) -> bytes:
    """One page a table; the upper half is upside down, for the fold."""
    canvas = new_canvas(_("Table signs"), head)
    for number, sign in enumerate(signs, 1):
        draw_half(canvas, sign, head)
        canvas.saveState()
        canvas.translate(A4[0], A4[1])
        canvas.rotate(180)
        draw_half(canvas, sign, head)
        canvas.restoreState()
        canvas.setDash(2, 3)
        canvas.setLineWidth(0.4)
        canvas.line(0, A4[1] / 2, A4[0], A4[1] / 2)
        canvas.setDash()
        draw_foot(canvas, head, number, len(signs))
        canvas.showPage()
    if not signs:
        canvas.showPage()
    return canvas.getpdfdata()


def number_signs_pdf(tables: Iterable[int], head: Head) -> bytes:
    """One page a table with nothing but its number: printed once, used at every event."""
    canvas = new_canvas(_("Table numbers"), head)
    for table in tables:
        for _half in range(2):
            draw_number(canvas, table, MARGIN, A4[1] / 2 - MARGIN, A4[0] - 4 * MARGIN, 330)
            canvas.translate(A4[0], A4[1])
            canvas.rotate(180)
        canvas.setDash(2, 3)
        canvas.setLineWidth(0.4)
        canvas.line(0, A4[1] / 2, A4[0], A4[1] / 2)
        canvas.showPage()
    return canvas.getpdfdata()


def draw_half(canvas: Canvas, sign: Sign, head: Head) -> None:
    """The lower half of the page."""
    width, top = A4[0], A4[1] / 2
    left, right = MARGIN + 4 * mm, width - MARGIN - 4 * mm
    taken = 0.0
    if head.logo:
        taken = draw_logo(canvas, head.logo, left, top - 6 * mm, 18 * mm) + 4 * mm
    room = right - left - taken
    draw_lines(
        canvas,
        printable(head.tournament),
        BOLD,
        16,
        left + taken,
        top - 13 * mm,
        room,
        9 * mm,
        least=8,
    )
    about = " · ".join(filter(None, (head.club, head.day_text)))
    draw_lines(canvas, printable(about), REGULAR, 10, left + taken, top - 21.5 * mm, room, 8 * mm)
    canvas.setLineWidth(1.2)
    canvas.line(left, top - 27 * mm, right, top - 27 * mm)
    used = draw_names(canvas, sign.names, left, right - left - QR - 4 * mm)
    if sign.link:
        draw_qr(canvas, sign.link, right - QR, MARGIN + 7 * mm, QR, _("Keep this list by phone"))
    draw_number(
        canvas, sign.table, max(used + 4 * mm, MARGIN + 40 * mm), top - 27 * mm, right - left
    )


def draw_names(canvas: Canvas, names: Sequence[str], left: float, width: float) -> float:
    """The names by seat; returns the height that they reach. Long ones are wrapped."""
    y = MARGIN + 7 * mm
    for seat, name in reversed([*enumerate(names, 1)]):
        lines, size = in_box(printable(name), REGULAR, 14, width - SEAT, MOST_OF_NAME, least=10)
        high = max(7.5 * mm, len(lines) * size * LEADING + 1.5 * mm)
        for index, line in enumerate(lines):
            down = y + high - 5 * mm - index * size * LEADING
            canvas.setFont(REGULAR, size)
            canvas.drawString(left + SEAT, down, line)
        canvas.setFont(REGULAR, 14)
        canvas.drawString(left, y + high - 5 * mm, str(seat))
        y += high
    return y


def draw_number(
    canvas: Canvas, table: int, bottom: float, top: float, width: float, most: float = 190
) -> None:
    """The table number, as large as the room between head and names allows."""
    words = _("Table")
    canvas.setFont(BOLD, 26)
    canvas.drawCentredString(A4[0] / 2, top - 13 * mm, words)
    number, size = fitted(str(table), BOLD, min(most, (top - 17 * mm - bottom) / CAPITAL), width)
    canvas.setFont(BOLD, size)
    y = (bottom + top - 17 * mm - CAPITAL * size) / 2
    canvas.drawCentredString(A4[0] / 2, y, number)
