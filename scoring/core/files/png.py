"""A ranking or a chart as a picture to share: as wide as a telephone shows it."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import hypot
from string import digits

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from scoring.core.chart import Chart
from scoring.core.files.pdf_style import BOLD, ELLIPSIS, FONTS, REGULAR
from scoring.core.files.plot import EDGE, INK, QUIET, WIDTH, Plot, Spot
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, Row, Text, cell_text, printable

LOGO = 120
FINE = 2  # drawn so many times larger, so that lines are smooth
STRIPE, PAPER = "#f1f4f2", "#ffffff"
# As scoring/static/scoring/pictures.js has them.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#8b3f77", "#7a5c00",
           "#1b1f1d", "#3a7ca5", "#a34400", "#00614a", "#5b5b5b")  # fmt: skip
MAX_ROWS, ROW, PLOT = 30, 48, 760
SIZES = range(28, 17, -2)  # of a table's letters: the largest that has room


@lru_cache
def font_of(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}.ttf", size * FINE)


def width_of(text: str, size: int, font: str = REGULAR) -> float:
    return font_of(font, size).getlength(text) / FINE


class PictureSheet:
    """A picture of WIDTH pixels, with a head; `y` is where it goes on."""

    inks, fills = COLOURS, (COLOURS[0], "#f3c9a8")

    def __init__(self, head: Head, title: Text, subtitle: Text, height: int) -> None:
        titles = [printable(text) for text in (head.tournament, title) if text]
        about = " · ".join(filter(None, (head.club, head.place, head.day_text)))
        lines = [(title, 34 - 6 * at, BOLD) for at, title in enumerate(dict.fromkeys(titles))]
        for text in (about, str(subtitle) or head.state_text):
            lines += [(printable(text), 22, REGULAR)] if text else []
        written = sum(int(size * 1.4) for _text, size, _font in lines)
        self.y = EDGE + max(LOGO * bool(head.logo), written) + 24
        size = WIDTH * FINE, (self.y + height + EDGE + 20) * FINE
        self.image = Image.new("RGB", size, PAPER)
        self.draw = ImageDraw.Draw(self.image)
        left = EDGE + (self._logo(head.logo) if head.logo else 0)
        below = EDGE
        for text, letters, font in lines:
            fill = INK if font == BOLD else QUIET
            self.text(text, left, below, letters, font, fill=fill, room=WIDTH - EDGE - left)
            below += int(letters * 1.4)
        under = self.y + height + 10
        self.text(head.printed_text, WIDTH - EDGE, under, 18, fill=QUIET, align="end")

    def _logo(self, png: bytes) -> int:
        logo = Image.open(BytesIO(png)).convert("RGBA")
        logo.thumbnail((2 * LOGO * FINE, LOGO * FINE), Image.Resampling.LANCZOS)
        self.image.paste(logo, (EDGE * FINE, EDGE * FINE), logo)
        return logo.width // FINE + 24

    def text(
        self, text: str, x: float, top: float, size: int, font: str = REGULAR, *,
        fill: str = INK, align: str = "start", room: float = 0,
    ) -> None:  # fmt: skip
        """A line of text, smaller and then shorter where it has no room."""
        while room and size > 16 and width_of(text, size, font) > room:
            size -= 1
        if room and width_of(text, size, font) > room:
            while text and width_of(text + ELLIPSIS, size, font) > room:
                text = text[:-1]
            text += ELLIPSIS
        anchor = {"start": "la", "center": "ma", "end": "ra"}[align]
        spot = (x * FINE, top * FINE)
        self.draw.text(spot, text, fill=fill, font=font_of(font, size), anchor=anchor)

    def line(
        self, spots: Sequence[Spot], fill: str, width: float, dash: Sequence[int] = ()
    ) -> None:
        for piece in dashed(spots, dash) if dash else [spots]:
            scaled = [(x * FINE, y * FINE) for x, y in piece]
            self.draw.line(scaled, fill=fill, width=round(width * FINE), joint="curve")

    def box(self, left: float, top: float, right: float, bottom: float, fill: str,
            outline: str = "") -> None:  # fmt: skip
        box = (left * FINE, min(top, bottom) * FINE, right * FINE, max(top, bottom) * FINE)
        self.draw.rectangle(box, fill=fill, outline=outline or fill, width=2 * FINE)

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        self.draw.ellipse([(x - radius) * FINE, (y - radius) * FINE,
                           (x + radius) * FINE, (y + radius) * FINE], fill=fill)  # fmt: skip

    def png(self) -> bytes:
        buffer = BytesIO()
        self.image.reduce(FINE).quantize(128).save(buffer, "PNG")
        return buffer.getvalue()


def dashed(spots: Sequence[Spot], dash: Sequence[int]) -> list[list[Spot]]:
    """The dashes of a line through all its corners."""
    pieces: list[list[Spot]] = [[spots[0]]]
    at, left = 0, float(dash[0])
    for (x, y), (to_x, to_y) in pairwise(spots):
        length = hypot(to_x - x, to_y - y)
        done = 0.0
        while length - done > left:
            done += left
            spot = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if at % 2 == 0:
                pieces[-1].append(spot)
            else:
                pieces.append([spot])
            at += 1
            left = float(dash[at % len(dash)])
        left -= length - done
        if at % 2 == 0:
            pieces[-1].append((to_x, to_y))
    return [piece for piece in pieces if len(piece) > 1]


def listing_png(listing: Listing, head: Head) -> bytes:
    """The first rows of a table: as many columns as have room, the minor ones only then."""
    rows = listing.rows[:MAX_ROWS]
    columns, widths, size = fitting(listing.columns, rows)
    more = len(listing.rows) - len(rows)
    height = (len(rows) + 1 + bool(more)) * ROW
    sheet = PictureSheet(head, listing.title, listing.subtitle, height)
    _row(sheet, columns, [printable(column.heading) for column in columns], widths, size, BOLD)
    for at, row in enumerate(rows):
        if at % 2 == 0:
            sheet.box(EDGE / 2, sheet.y, WIDTH - EDGE / 2, sheet.y + ROW, STRIPE)
        texts = [cell_text(column, row.get(column.key)) for column in columns]
        _row(sheet, columns, texts, widths, size, BOLD if at < 3 else REGULAR)
    if more:
        words = _("and %(count)s more") % {"count": more}
        sheet.text(words, EDGE, sheet.y + 10, size, fill=QUIET)
    return sheet.png()


def _row(
    sheet: PictureSheet, columns: Sequence[Column], texts: Sequence[str], widths: Sequence[float],
    size: int, font: str,
) -> None:  # fmt: skip
    left = float(EDGE)
    for column, text, width in zip(columns, texts, widths, strict=True):
        x = {"start": left, "center": left + width / 2, "end": left + width - 12}[column.alignment]
        sheet.text(
            text, x, sheet.y + (ROW - size) / 2 - 3, size, font, align=column.alignment,
            room=width - 12,
        )  # fmt: skip
        left += width
    sheet.y += ROW


def fitting(
    columns: Sequence[Column], rows: Sequence[Row]
) -> tuple[list[Column], list[float], int]:
    """The columns that have room, their widths, and the size of their letters.

    Minor columns are left out first, then the first column of text is shortened.
    """
    chosen = list(columns)
    while True:
        for size in SIZES:
            widths = [_widest(column, rows, size) for column in chosen]
            if sum(widths) <= WIDTH - 2 * EDGE:
                return chosen, spread(chosen, widths), size
        minor = [column for column in chosen if column.minor]
        if not minor:
            return chosen, spread(chosen, widths), size
        # Of the series all or none.
        stem = minor[-1].key.rstrip(digits)
        chosen = [column for column in chosen if column.key.rstrip(digits) != stem]


def _widest(column: Column, rows: Sequence[Row], size: int) -> float:
    texts = [cell_text(column, row.get(column.key)) for row in rows]
    heading = width_of(printable(column.heading), size, BOLD)
    return max([heading, *(width_of(text, size, BOLD) for text in texts)]) + 24


def spread(columns: Sequence[Column], widths: Sequence[float]) -> list[float]:
    """What is left goes to the first column of text, so that the last ends at the edge."""
    at = next((at for at, column in enumerate(columns) if not column.is_figure), 0)
    left = WIDTH - 2 * EDGE - sum(widths)
    return [width + left * (place == at) for place, width in enumerate(widths)]


def chart_png(chart: Chart, head: Head, subtitle: str = "") -> bytes:
    """A chart with its axes, and what each line is."""
    sheet = PictureSheet(head, chart.title, subtitle, PLOT)
    Plot(sheet, chart, sheet.y, PLOT).draw()
    return sheet.png()
