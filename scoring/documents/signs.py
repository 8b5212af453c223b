"""Table signs: a sheet for every table, folded into a tent that is read from both sides."""

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.documents.style import (
    BOLD,
    MARGIN,
    REGULAR,
    draw_foot,
    draw_logo,
    draw_qr,
    fitted,
    new_canvas,
)
from scoring.reads.listing import printable
from scoring.reads.paper import Head
from scoring.reads.prints import Sign

QR = 30 * mm


def table_signs_pdf(signs: Sequence[Sign], head: Head) -> bytes:
    """One page a table; the upper half stands on its head, so that the fold is the ridge."""
    buffer = BytesIO()
    canvas = new_canvas(buffer, _("Table signs"), head)
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
    canvas.save()
    return buffer.getvalue()


def draw_half(canvas: Canvas, sign: Sign, head: Head) -> None:
    """The lower half of the page, as it is read from one side of the table."""
    width, top = A4[0], A4[1] / 2
    left, right = MARGIN + 4 * mm, width - MARGIN - 4 * mm
    taken = 0.0
    if head.logo:
        taken = draw_logo(canvas, head.logo, left, top - 6 * mm, 18 * mm) + 4 * mm
    room = right - left - taken
    _put(canvas, head.tournament, left + taken, top - 14 * mm, room, 16, BOLD)
    about = " · ".join(filter(None, (head.club, head.day_text)))
    _put(canvas, about, left + taken, top - 21 * mm, room, 10, REGULAR)
    canvas.setLineWidth(1.2)
    canvas.line(left, top - 27 * mm, right, top - 27 * mm)
    canvas.setFont(BOLD, 26)
    canvas.drawCentredString(width / 2, top - 40 * mm, _("Table"))
    number, size = fitted(str(sign.table), BOLD, 190, right - left)
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(width / 2, top - 96 * mm, number)
    if sign.link:
        draw_qr(canvas, sign.link, right - QR, MARGIN + 7 * mm, QR)
    for index, name in enumerate(sign.names):
        text = f"{index + 1}  {name}"
        _put(canvas, text, left, MARGIN + 32 * mm - index * 7.5 * mm, right - left - QR - 4 * mm,
             14, REGULAR)  # fmt: skip


def _put(
    canvas: Canvas, text: str, x: float, y: float, width: float, size: float, font: str
) -> None:
    words, size = fitted(printable(text), font, size, width, least=5)
    canvas.setFont(font, size)
    canvas.drawString(x, y, words)
