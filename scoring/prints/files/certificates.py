"""Certificates: one a page, in three designs for black and white printers."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.core.files.pdf_style import (
    BOLD,
    CAPITAL,
    LEADING,
    LOGO,
    LOGO_WIDEST,
    REGULAR,
    draw_logo,
    fitted,
    in_box,
    new_canvas,
)
from scoring.core.head import Head
from scoring.core.listing import printable
from scoring.prints.reads.prints import Certificate

WIDTH, HEIGHT = A4
MIDDLE = WIDTH / 2
SUITS = "♣ ♠ ♥ ♦"


def certificates_pdf(honours: Sequence[Certificate], head: Head, design: str) -> bytes:
    """A page for every certificate; `design` is a key of DESIGNS."""
    canvas = new_canvas(pgettext("document", "Certificate"), head)
    for honour in honours:
        DESIGNS[design](canvas, honour, head)
        canvas.showPage()
    if not honours:
        canvas.showPage()
    return canvas.getpdfdata()


def draw_framed(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """A double frame with the suits in its corners, everything centred."""
    for inset, width in ((11 * mm, 2.5), (14 * mm, 0.7)):
        canvas.setLineWidth(width)
        canvas.rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
    canvas.setFont(REGULAR, 24)
    for suit, x, y in zip(SUITS.split(), (22, 188, 22, 188), (273, 273, 18, 18), strict=True):
        canvas.drawCentredString(x * mm, y * mm, suit)
    _logo(canvas, head, 230)
    _centred(canvas, pgettext("document", "Certificate"), 208, 44, BOLD, spaced=True)
    _body(canvas, honour, head)
    _signatures(canvas, 42, 30, WIDTH / mm - 30)


def draw_plain(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """No frame: two rules and a large name."""
    canvas.setLineWidth(2)
    canvas.line(25 * mm, 222 * mm, WIDTH - 25 * mm, 222 * mm)
    canvas.setLineWidth(0.6)
    canvas.line(25 * mm, 200 * mm, WIDTH - 25 * mm, 200 * mm)
    _logo(canvas, head, 235)
    _centred(canvas, pgettext("document", "Certificate"), 206.5, 36, REGULAR, spaced=True)
    _body(canvas, honour, head)
    _signatures(canvas, 38, 25, WIDTH / mm - 25)


def draw_bold(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """A black band with the word in white, and the suits below."""
    canvas.setFillGray(0.12)
    canvas.rect(0, 212 * mm, WIDTH, 34 * mm, stroke=0, fill=1)
    canvas.setFillGray(1)
    _centred(canvas, pgettext("document", "Certificate"), 223, 46, BOLD, spaced=True)
    canvas.setFillGray(0)
    _logo(canvas, head, 252)
    _body(canvas, honour, head)
    canvas.setFillGray(0.12)
    canvas.rect(0, 0, WIDTH, 20 * mm, stroke=0, fill=1)
    canvas.setFillGray(1)
    _centred(canvas, SUITS, 8.5, 16, REGULAR)
    canvas.setFillGray(0)
    _signatures(canvas, 42, 25, WIDTH / mm - 25)


DESIGNS: Mapping[str, Callable[[Canvas, Certificate, Head], None]] = MappingProxyType(
    {"framed": draw_framed, "plain": draw_plain, "bold": draw_bold}
)


def _body(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """The text, at the same height in every design."""
    _block(canvas, head.tournament, 192, 176, 17, BOLD)
    _block(canvas, honour.contest, 173, 161, 14, REGULAR)
    _block(canvas, honour.name, 159, 133, 32, BOLD, least=12)
    _block(canvas, honour.club, 131, 110.5, 13, REGULAR)
    _centred(canvas, pgettext("rank", "Place %(rank)s") % {"rank": honour.rank}, 99, 40, BOLD)
    _centred(canvas, _("with %(points)s points") % {"points": honour.points}, 86, 15, REGULAR)
    when = ", ".join(filter(None, (head.place, head.day_text)))
    _block(canvas, when, 77, 68, 12, REGULAR)
    _block(canvas, head.club, 66, 57, 12, REGULAR)
    if head.state != "final":  # handed out early, it names its state
        printed = _("Printed %(moment)s") % {"moment": head.printed_text}
        _block(canvas, f"{head.state_text} · {printed}", 55, 50, 9, BOLD)


def _block(
    canvas: Canvas,
    text: str,
    top: float,
    bottom: float,
    size: float,
    font: str,
    *,
    least: float = 7,
) -> None:
    """A text of any length between two heights in mm."""
    if not text:
        return
    height = (top - bottom) * mm
    lines, size = in_box(printable(text), font, size, WIDTH - 50 * mm, height, least=least)
    canvas.setFont(font, size)
    y = (top + bottom) / 2 * mm + (len(lines) - 1) * size * LEADING / 2 - CAPITAL * size / 2
    for index, line in enumerate(lines):
        canvas.drawCentredString(MIDDLE, y - index * size * LEADING, line)


def _centred(
    canvas: Canvas, text: str, y: float, size: float, font: str, *, spaced: bool = False
) -> None:
    """A few centred words, `y` in mm."""
    words = printable(text)
    if spaced:
        words = "\N{THIN SPACE}".join(words)
    words, size = fitted(words, font, size, WIDTH - 50 * mm, least=6)
    canvas.setFont(font, size)
    canvas.drawCentredString(MIDDLE, y * mm, words)


def _logo(canvas: Canvas, head: Head, bottom: float) -> None:
    if head.logo:
        height = min(28 * mm, HEIGHT - 12 * mm - bottom * mm)
        box = LOGO_WIDEST * height / LOGO
        draw_logo(canvas, head.logo, MIDDLE - box / 2, bottom * mm + height, height, box=box)


def _signatures(canvas: Canvas, y: float, left: float, right: float) -> None:
    canvas.setLineWidth(0.6)
    half = 65
    for start, word in ((left, _("Organizer")), (right - half, _("Referee"))):
        canvas.line(start * mm, y * mm, (start + half) * mm, y * mm)
        canvas.setFont(REGULAR, 9)
        canvas.drawCentredString((start + half / 2) * mm, y * mm - 11, word)
