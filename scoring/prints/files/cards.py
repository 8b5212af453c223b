"""Cards to be cut, eight on a page, and table signs to be folded."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.core.files.pdf import Paper
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
    fit_text,
    in_box,
    put_lines,
)
from scoring.core.listing import Head
from scoring.prints.reads.papers import Card, SeatOfPlayer, Sign

COLUMNS, ROWS = 2, 4
FOOT_ROOM = 4 * mm
WIDTH = (A4[0] - 2 * MARGIN) / COLUMNS
HEIGHT = (A4[1] - 2 * MARGIN - FOOT_ROOM) / ROWS
PAD = 4 * mm
QR = 23 * mm
ASCENT = 0.82  # of the height of a line: where its baseline is
MAX_IN_BLOCK = 6  # series in one block


class CardArea:
    """A card on its page: texts are placed from its upper left corner, in points."""

    def __init__(self, canvas: Canvas, left: float, top: float) -> None:
        self.canvas, self.left, self.top = canvas, left, top

    def qr_code(self, link: str, up: float) -> None:
        """Draw the code of the player's page at the lower right, `up` above the edge, if any."""
        if link:
            x, y = self.left + WIDTH - PAD - QR, self.top - HEIGHT + up
            draw_qr(self.canvas, link, x, y, QR, _("Seats and results"))

    def text(
        self,
        text: object,
        x: float,
        down: float,
        width: float,
        size: float,
        *,
        font: str = REGULAR,
        align: str = "start",
    ) -> None:
        """Draw a short text that stays within `width`, smaller if necessary."""
        words, size = fit_text(text, font, size, width, least=4)
        left = self.left + x + (width / 2 if align == "center" else 0)
        put_lines(self.canvas, [words], font, size, left, self.top - down, align)

    def block(
        self,
        text: object,
        x: float,
        down: float,
        width: float,
        height: float,
        size: float,
        *,
        font: str = REGULAR,
        align: str = "start",
        least: float = 7,
    ) -> float:
        """Draw a text of any length below `down`; returns its height."""
        if not text:
            return 0.0
        lines, size = in_box(text, font, size, width, height, least=least)
        left = self.left + x + (width / 2 if align == "center" else 0)
        baseline = self.top - down - ASCENT * size * LEADING
        put_lines(self.canvas, lines, font, size, left, baseline, align)
        return len(lines) * size * LEADING


def start_cards_pdf(cards: Sequence[Card], head: Head) -> bytes:
    """A start card for every player: number, name, and the seat in each series."""
    return cards_pdf(cards, head, _("Start cards"), draw_start_card)


def place_cards_pdf(cards: Sequence[Card], head: Head) -> bytes:
    return cards_pdf(cards, head, _("Place cards"), draw_place_card)


def cards_pdf(
    cards: Sequence[Card], head: Head, title: str, draw: Callable[[CardArea, Card, Head], None]
) -> bytes:
    canvas = Paper(title, head)
    room = COLUMNS * ROWS
    pages = max(1, -(-len(cards) // room))
    for page in range(pages):
        canvas.setStrokeGray(0.6)  # where to cut
        canvas.setLineWidth(0.4)
        canvas.setDash(2, 2)
        across = [MARGIN + column * WIDTH for column in range(COLUMNS + 1)]
        canvas.grid(across, [A4[1] - MARGIN - row * HEIGHT for row in range(ROWS + 1)])
        canvas.setDash()
        canvas.setStrokeGray(0)
        for index, card in enumerate(cards[page * room : (page + 1) * room]):
            left = MARGIN + index % COLUMNS * WIDTH
            top = A4[1] - MARGIN - index // COLUMNS * HEIGHT
            draw(CardArea(canvas, left, top), card, head)
        draw_foot(canvas, head, page + 1, pages, title)
        canvas.showPage()
    return canvas.getpdfdata()


def draw_card_head(card: CardArea, head: Head) -> None:
    """Tournament, club and day at the top, with the logo."""
    taken = 0.0
    if head.logo:
        taken = draw_logo(card.canvas, head.logo, card.left + PAD, card.top - 3 * mm, 9 * mm)
        taken += 2 * mm
    width = WIDTH - 2 * PAD - taken
    about = " · ".join(filter(None, (head.club, head.day_text)))
    used = card.block(head.tournament, PAD + taken, 3 * mm, width, 6.2 * mm, 9, font=BOLD, least=6)
    down = max(8 * mm, 3.2 * mm + used)
    card.block(about, PAD + taken, down, width, 13 * mm - down, 7.5, least=6)
    card.canvas.setLineWidth(0.8)
    y = card.top - 13.5 * mm
    card.canvas.line(card.left + PAD, y, card.left + WIDTH - PAD, y)


def draw_start_card(card: CardArea, data: Card, head: Head) -> None:
    draw_card_head(card, head)
    number, beside = 27 * mm, PAD + 29 * mm
    width = WIDTH - beside - PAD
    card.text(data.start_number, PAD, 26.5 * mm, number, 38, font=BOLD)
    used = 15 * mm
    used += card.block(data.name, beside, used, width, 17.2 * mm, 13, font=BOLD)
    used = max(used + 0.2 * mm, 22 * mm)
    used += card.block(data.club, beside, used, width, 41.3 * mm - used, 8)
    card.qr_code(data.link, 4 * mm)
    down = max(33 * mm, used + 1 * mm)
    draw_places(card, data.places, PAD, down, WIDTH - 2 * PAD - QR - 2 * mm)


def draw_places(
    card: CardArea, places: Sequence[SeatOfPlayer], x: float, down: float, width: float
) -> None:
    """Draw series, table, seat, and room for the points; in two blocks for many series."""
    if not places:
        return
    blocks = 1 if len(places) <= MAX_IN_BLOCK else 2
    count = -(-len(places) // blocks)
    room = HEIGHT - down - 4 * mm
    row = min(6 * mm, room / (count + 1))
    for block in range(blocks):
        part = places[block * count : (block + 1) * count]
        draw_block(card, part, x + block * width / blocks, down, width / blocks - 1 * mm, row)


def draw_block(
    card: CardArea, places: Sequence[SeatOfPlayer], x: float, down: float, width: float, row: float
) -> None:
    edges = [x + width * share for share in (0, 0.2, 0.4, 0.6, 1)]
    headings = (pgettext("one of several", "Series"), _("Table"), _("Seat"), _("Points"))
    size = min(9.0, row * 0.6)
    lines = [headings, *((p.series, p.table or "", p.seat or "", "") for p in places)]
    for index, line in enumerate(lines):
        for at, value in enumerate(line):
            left, right = edges[at], edges[at + 1]
            card.text(
                value,
                left + 1,
                down + (index + 0.72) * row,
                right - left - 2,
                6 if index == 0 else size,
                font=REGULAR if index == 0 else BOLD,
                align="center",
            )
    card.canvas.setLineWidth(0.5)
    rules = [card.top - down - index * row for index in range(len(lines) + 1)]
    card.canvas.grid([card.left + edge for edge in edges], rules)


def draw_place_card(card: CardArea, data: Card, head: Head) -> None:
    draw_card_head(card, head)
    width = WIDTH - 2 * PAD
    used = 15.5 * mm
    used += card.block(data.name, PAD, used, width, 18.5 * mm, 21, font=BOLD, align="center")
    words = [_("No. %(number)s") % {"number": data.start_number}, data.club]
    down = max(30 * mm, used + 0.5 * mm)
    card.block(" · ".join(filter(None, words)), PAD, down, width, 44 * mm - down, 9, align="center")
    beside = WIDTH - 2 * PAD - QR
    [place] = data.places
    where = _("Table %(number)s") % {"number": place.table}
    seat = _("Seat %(number)s") % {"number": place.seat}
    card.text(where, PAD, 50 * mm, beside, 22, font=BOLD)
    series = _("Series %(number)s") % {"number": place.series}
    card.text(f"{seat} · {series}", PAD, 58 * mm, beside, 12)
    card.qr_code(data.link, 3 * mm)


# Table signs: a page for every table, folded to be read from both sides.

SIGN_QR = 30 * mm
SEAT = 6 * mm  # width of a seat number
MAX_NAME_HEIGHT = 16.5 * mm


def table_signs_pdf(signs: Sequence[Sign], head: Head) -> bytes:
    """One page a table; the upper half is upside down, for the fold."""
    canvas = Paper(_("Table signs"), head)
    for number, sign in enumerate(signs, 1):
        draw_folded(canvas, partial(draw_half, canvas, sign, head))
        draw_foot(canvas, head, number, len(signs))
        canvas.showPage()
    if not signs:
        canvas.showPage()
    return canvas.getpdfdata()


def number_signs_pdf(tables: Iterable[int], head: Head) -> bytes:
    """One page a table with nothing but its number: printed once, used at every event."""
    canvas = Paper(_("Table numbers"), head)
    top, width = A4[1] / 2 - MARGIN, A4[0] - 4 * MARGIN
    for table in tables:
        draw_folded(canvas, partial(draw_number, canvas, table, MARGIN, top, width, 330))
        canvas.showPage()
    return canvas.getpdfdata()


def draw_folded(canvas: Canvas, draw: Callable[[], None]) -> None:
    """Draw the same on both halves of a page, and the fold between them."""
    for _half in range(2):
        draw()
        canvas.translate(A4[0], A4[1])
        canvas.rotate(180)
    canvas.setDash(2, 3)
    canvas.setLineWidth(0.4)
    canvas.line(0, A4[1] / 2, A4[0], A4[1] / 2)
    canvas.setDash()


def draw_half(canvas: Canvas, sign: Sign, head: Head) -> None:
    """Draw the lower half of the page."""
    width, top = A4[0], A4[1] / 2
    left, right = MARGIN + 4 * mm, width - MARGIN - 4 * mm
    taken = 0.0
    if head.logo:
        taken = draw_logo(canvas, head.logo, left, top - 6 * mm, 18 * mm) + 4 * mm
    room = right - left - taken
    x = left + taken
    draw_lines(canvas, head.tournament, BOLD, 16, x, top - 13 * mm, room, 9 * mm, least=8)
    about = " · ".join(filter(None, (head.club, head.day_text)))
    draw_lines(canvas, about, REGULAR, 10, x, top - 21.5 * mm, room, 8 * mm)
    canvas.setLineWidth(1.2)
    canvas.line(left, top - 27 * mm, right, top - 27 * mm)
    y, room = MARGIN + 7 * mm, right - left - SIGN_QR - 4 * mm - SEAT
    for seat, name in reversed([*enumerate(sign.names, 1)]):
        lines, size = in_box(name, REGULAR, 14, room, MAX_NAME_HEIGHT, least=10)
        high = max(7.5 * mm, len(lines) * size * LEADING + 1.5 * mm)
        put_lines(canvas, lines, REGULAR, size, left + SEAT, y + high - 5 * mm)
        put_lines(canvas, [str(seat)], REGULAR, 14, left, y + high - 5 * mm)
        y += high
    if sign.link:
        x, caption = right - SIGN_QR, _("Keep this list by phone")
        draw_qr(canvas, sign.link, x, MARGIN + 7 * mm, SIGN_QR, caption)
    bottom = max(y + 4 * mm, MARGIN + 40 * mm)
    draw_number(canvas, sign.table, bottom, top - 27 * mm, right - left)


def draw_number(
    canvas: Canvas, table: int, bottom: float, top: float, width: float, most: float = 190
) -> None:
    """Draw the table number, as large as the room between head and names allows."""
    put_lines(canvas, [_("Table")], BOLD, 26, A4[0] / 2, top - 13 * mm, "center")
    number, size = fit_text(str(table), BOLD, min(most, (top - 17 * mm - bottom) / CAPITAL), width)
    y = (bottom + top - 17 * mm - CAPITAL * size) / 2
    put_lines(canvas, [number], BOLD, size, A4[0] / 2, y, "center")
