"""What printed pages share: fonts, measures, texts that fit, head and foot, QR codes."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape

import segno
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from scoring.core.listing import LINE, Head, Text, printable
from scoring.messages.sentence import SPACE

REGULAR, BOLD = "DejaVuSans", "DejaVuSans-Bold"
FONTS = Path(__file__).parent / "fonts"
MARGIN = 9 * mm
HEAD = 19 * mm  # height of the head, below the margin
FOOT = 6 * mm  # height of the foot, above the margin
BOTTOM = MARGIN + FOOT
ACROSS = landscape(A4)
# By page: width and height in points between head, foot and margins.
ROOM = {page: (page[0] - 2 * MARGIN, page[1] - MARGIN - HEAD - BOTTOM) for page in (A4, ACROSS)}
ZEBRA = 0.94  # grey that stays legible when copied
ELLIPSIS = "…"
CAPITAL = 0.73  # of a size: the height of a capital letter or a figure, in DejaVu Sans
LEADING = 1.15  # of a size: from one line to the next
MIN_TYPE = 2.0  # points
MAX_LINES = 1_000  # more than any text has
LOGO = 46  # points: the height of the logo in a head
MAX_LOGO_WIDTH = 90  # points, of a logo of that height
MARK_SIZE = 30  # points: the type that says which part of several a page shows
HEAD_ROW = 14.5  # points: the height of the first row of a head
QR = 48  # points
QR_CAPTION = 0.115  # of the width of a QR code: the height of its caption
QR_BORDER = 2  # white modules around a QR code
SIGNATURE_HEIGHT, SIGNATURE_GAP, SIGNATURE_TYPE = 24 * mm, 8 * mm, 8
SLACK = 0.01  # points by which sums of floats may differ
MIN_UNBROKEN = 0.6  # of a size: the smallest at which words are kept unbroken
_BREAKS = re.compile(r"(?<=[^\S\u00a0\u202f]|[\-/·])")

Size = tuple[float, float]


@lru_cache(maxsize=1)
def register_fonts() -> None:
    """Register the two fonts with reportlab. Its own lack ♣ ♠ ♥ ♦, Ł and ş."""
    rl_config.useA85 = 0  # binary streams: a fifth smaller and faster
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR)


@lru_cache(maxsize=20_000)
def width_of(text: str, font: str = REGULAR, size: float = 1) -> float:
    """The width of a text, or of the longest of its lines, in points (1/72 inch)."""
    register_fonts()
    return max(pdfmetrics.stringWidth(line, font, size) for line in text.split(LINE))


def shorten(text: str, font: str, size: float, width: float) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    width += SLACK
    if width_of(text, font, size) <= width:
        return text
    while text and width_of(text + ELLIPSIS, font, size) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS if width_of(ELLIPSIS, font, size) <= width else ""


def fit_text(
    text: object, font: str, size: float, width: float, *, least: float = 6
) -> tuple[str, float]:
    """The text and the size at which it fits: smaller first, then shortened."""
    words = printable(text)
    natural = width_of(words, font, size)
    if natural > max(width, 0.0):
        size = max(least, size * width / natural)
    return shorten(words, font, size, width), size


def wrap_text(text: str, font: str, size: float, width: float, *, lines: int = 12) -> list[str]:
    """The text in lines that fit, broken at spaces and hyphens, inside words only where necessary.

    More than `lines` lines end in an ellipsis.
    """
    width += SLACK
    if width_of(text, font, size) <= width:
        return [text]
    wrapped, line = [], ""
    for piece in _BREAKS.split(text):
        if line and width_of((line + piece).rstrip(), font, size) > width:
            wrapped.append(line.rstrip())
            line = ""
        line += piece
        while width_of(line.rstrip(), font, size) > width:
            fitting = (
                at for at in range(len(line), 1, -1) if width_of(line[:at], font, size) <= width
            )
            cut = next(fitting, 1)  # one letter at least, so that wrapping ends
            wrapped.append(line[:cut])
            line = line[cut:]
    wrapped.append(line.rstrip())
    if len(wrapped) > lines:
        last = shorten(wrapped[lines - 1] + ELLIPSIS, font, size, width)
        return [*wrapped[: lines - 1], last]
    return wrapped


def in_box(
    text: object, font: str, size: float, width: float, height: float, *, least: float = 7
) -> tuple[list[str], float]:
    """The text in a box, in as many lines as fit, at the largest size that allows it.

    A word is broken only where keeping it whole would need less than `MIN_UNBROKEN` of the size,
    or less than `least`. What does not fit even then gets smaller still.
    """
    words = printable(text)
    longest = max(width_of(piece.rstrip(), font) for piece in _BREAKS.split(words))
    unbroken = min(size, width / longest) if longest else size
    least = min(least, size)
    limit = max(least, MIN_UNBROKEN * size)
    for smaller, end in ((unbroken, limit), (size, least), (least, MIN_TYPE)):
        while smaller >= end:
            lines = wrap_text(words, font, smaller, width, lines=MAX_LINES)
            if len(lines) * smaller * LEADING <= height + SLACK:
                return lines, smaller
            smaller -= 0.5
    return wrap_text(words, font, MIN_TYPE, width, lines=MAX_LINES), MIN_TYPE


def draw_head(
    canvas: Canvas,
    head: Head,
    title: str,
    *,
    beside: float = 0,
    mark: str = "",
    is_posted: bool = False,
) -> None:
    """Logo, club, day, tournament, state in a box, title, a rule.

    `beside` is the width of what stands on the right, `mark` stands in large type below the day.
    """
    width, height = canvas._pagesize
    left, right, top = MARGIN, width - MARGIN, height - MARGIN
    canvas.setLineWidth(1)
    canvas.line(left, top - 50, right, top - 50)
    if head.logo:
        left += draw_logo(canvas, head.logo, left, top, LOGO) + 3 * mm
    right -= beside
    when = " · ".join(filter(None, (head.place, head.day_text)))
    half = (right - left) / 2 - 2.5 * mm
    draw_lines(canvas, when, REGULAR, 9, right, top - 9, half, HEAD_ROW, align="end")
    draw_lines(canvas, head.club, REGULAR, 9, left, top - 9, half, HEAD_ROW)
    if mark:
        text, type_size = fit_text(mark, BOLD, MARK_SIZE, (right - left) / 2)
        put_lines(canvas, [text], BOLD, type_size, right, top - 44, "end")
        right -= width_of(text, BOLD, type_size) + 4 * mm
    box = 0.0
    if state := printable(head.state):
        box = width_of(state, BOLD, 9) + 4 * mm
        canvas.setLineWidth(0.8)
        canvas.roundRect(right - box, top - 31, box, 15, 2)
        put_lines(canvas, [state], BOLD, 9, right - box / 2, top - 26.5, "center")
    room = right - left - box - 4 * mm
    size, title_size, title_height = (11, 16, 19) if is_posted else (14, 11, 13)
    draw_lines(canvas, head.tournament, BOLD, size, left, top - 27, room, 17)
    wide = right - left
    draw_lines(canvas, title, BOLD, title_size, left, top - 44, wide, title_height)


def draw_lines(
    canvas: Canvas,
    text: object,
    font: str,
    size: float,
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    align: str = "start",
    least: float = 6,
) -> None:
    """Draw a text with its baseline at `y`; several lines are centred around it."""
    lines, size = in_box(text, font, size, width, height, least=least)
    put_lines(canvas, lines, font, size, x, y + (len(lines) - 1) * size * LEADING / 2, align)


def put_lines(
    canvas: Canvas,
    lines: Iterable[str],
    font: str,
    size: float,
    x: float,
    y: float,
    align: str = "start",
) -> None:
    """Lines that fit, the first with its baseline at `y`; `x` is where they are aligned."""
    canvas.setFont(font, size)
    draw = {
        "start": canvas.drawString,
        "end": canvas.drawRightString,
        "center": canvas.drawCentredString,
    }[align]
    for index, line in enumerate(lines):
        draw(x, y - index * size * LEADING, line)


@lru_cache(maxsize=4)
def _picture(png: bytes) -> ImageReader:
    return ImageReader(BytesIO(png))


def draw_logo(
    canvas: Canvas, png: bytes, left: float, top: float, height: float, *, box: float = 0
) -> float:
    """Draw the logo as large as `height` and MAX_LOGO_WIDTH allow; returns its width.

    It begins at `left`, or is centred in a `box` of that width which begins there.
    """
    picture = _picture(png)
    across, down = picture.getSize()
    scale = min(height / down, MAX_LOGO_WIDTH * height / LOGO / across)
    width, shown_height = across * scale, down * scale
    x = left + max(0.0, (box - width) / 2)
    canvas.drawImage(
        picture, x, top - (height + shown_height) / 2, width, shown_height, mask="auto"
    )
    return float(width)


def draw_qr(
    canvas: Canvas, text: str, left: float, bottom: float, size: float, caption: str = ""
) -> None:
    """Draw a QR code with its white border and its caption in a square of `size` points."""
    below = QR_CAPTION * size if caption else 0.0
    modules, code = _qr(text)
    if caption:
        words, type_size = fit_text(caption, REGULAR, 0.9 * below, size, least=MIN_TYPE)
        y = bottom + 0.2 * below
        put_lines(canvas, [words], REGULAR, type_size, left + size / 2, y, "center")
    canvas.saveState()
    canvas.setFillGray(0)
    canvas.translate(left + below / 2, bottom + below)
    canvas.scale((size - below) / modules, (size - below) / modules)
    canvas.addLiteral(code)  # one path; canvas.rect would write four lines a module
    canvas.restoreState()


@lru_cache(maxsize=2_000)
def _qr(text: str) -> tuple[int, str]:
    """The side of the code in modules, and its dark runs as rectangles."""
    rows = segno.make(text, error="m", micro=False).matrix
    modules = len(rows) + 2 * QR_BORDER
    dark = [
        f"{run.start() + QR_BORDER} {modules - QR_BORDER - 1 - line} {len(run[0])} 1 re"
        for line, row in enumerate(rows)
        for run in re.finditer(b"\x01+", bytes(row))
    ]
    return modules, " ".join(dark) + " f"


def draw_foot(canvas: Canvas, head: Head, page: int, pages: int, extra: str = "") -> None:
    """The time of the print with a further text behind it, and the page number."""
    width = canvas._pagesize[0]
    printed = _("Printed %(moment)s") % {"moment": head.printed_text} if head.printed_at else ""
    canvas.setFont(REGULAR, 8)
    canvas.drawString(MARGIN, MARGIN - 2, " · ".join(filter(None, (printed, extra))))
    number = _("Page %(page)s of %(pages)s") % {"page": page, "pages": pages}
    canvas.drawRightString(width - MARGIN, MARGIN - 2, number)


def markup(text: Text) -> str:
    """A text for a paragraph. reportlab would break a figure at the space between its thousands."""
    return escape(printable(text)).replace(SPACE, "\N{NO-BREAK SPACE}")


def draw_signatures(canvas: Canvas, names: Sequence[Text], bottom: float) -> None:
    """A line for each signature, with place and day before them."""
    texts, y = (_("Place, day"), *names), bottom + 4 * mm
    share = (canvas._pagesize[0] - 2 * MARGIN + SIGNATURE_GAP) / len(texts)
    canvas.setLineWidth(0.6)
    for place, name in enumerate(texts):
        left, room = MARGIN + place * share, share - SIGNATURE_GAP
        canvas.line(left, y, left + room, y)
        text, size = fit_text(name, REGULAR, SIGNATURE_TYPE, room, least=MIN_TYPE)
        put_lines(canvas, [text], REGULAR, size, left, y - 10)


def page_count(document: bytes) -> int:
    from pypdf import PdfReader  # here: 8 MB that most evenings do not need

    return len(PdfReader(BytesIO(document)).pages)


def join_documents(documents: Iterable[tuple[bytes, int]], title: str) -> bytes:
    """The documents, each with its number of copies; the first gives the rest of the metadata."""
    from pypdf import PdfReader, PdfWriter  # here: 8 MB that most evenings do not need
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter()
    for content, copies in documents:
        reader = PdfReader(BytesIO(content))
        for _copy in range(copies):
            for page in reader.pages:
                writer.add_page(page)
        if reader.metadata and "/Title" not in (writer.metadata or {}):
            writer.add_metadata({key: str(value) for key, value in reader.metadata.items()})
    writer.add_metadata({"/Title": title})
    writer.root_object[NameObject("/Lang")] = TextStringObject(get_language() or "")
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
