"""A ranking or a chart as a picture to share, as wide as a telephone; a chart on a page."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from math import hypot
from string import digits
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont
from reportlab.graphics.shapes import Circle, Drawing, Group, Rect, String, UserNode

from scoring.core.chart import Chart
from scoring.core.files.pdf_style import BOLD, FONTS, REGULAR, fit_text, width_of
from scoring.core.files.plot import EDGE, WIDTH, chart_drawing
from scoring.core.listing import FIGURES, Column, Head, Listing, Row, Text, cell_text, printable

FINE = 2  # times larger than shown, so that lines are smooth
INK, QUIET, STRIPE, PAPER = "#1b1f1d", "#55605b", "#f1f4f2", "#ffffff"
# After Okabe and Ito: safe for colour blindness.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#8b3f77", "#7a5c00",
           "#1b1f1d", "#3a7ca5", "#a34400", "#00614a", "#5b5b5b")  # fmt: skip
FILLS = COLOURS[0], "#f3c9a8"
# In pixels, as shown.
LOGO, ROW = 120, 48  # heights
CHART, PAGE_CHART = 760, 460  # heights of a chart: in a picture, on a page
BESIDE = 24  # between columns, and beside the logo
MAX_LETTER, MIN_LETTER = 28, 18  # letters of a table: as large as they have room
TITLE, ABOUT, FOOT = 34, 22, 18  # letters of the head and the foot; a second title is smaller
LINE = 1.4  # height of a line of the head, in letters
MAX_ROWS = 30  # of a table
MAX_BOLD = 3  # rows below the headings in bold: the podium
ANCHORS = {"start": "l", "center": "m", "middle": "m", "end": "r"}

Spot = tuple[float, float]
HeadLine = tuple[str, int, str, str]  # text, size, font, colour


@lru_cache
def font_of(name: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}.ttf", size * FINE)


class PictureSheet:
    """A picture of WIDTH pixels, with a head; `y` is where it goes on."""

    def __init__(self, head: Head, title: Text, subtitle: Text, height: int) -> None:
        lines = head_lines(head, title, subtitle)
        of_lines = sum(int(letters * LINE) for _text, letters, *_look in lines)
        self.y = EDGE + max(LOGO * bool(head.logo), of_lines) + BESIDE
        size = WIDTH * FINE, (self.y + height + EDGE + 20) * FINE
        self.image = Image.new("RGB", size, PAPER)
        self.draw = ImageDraw.Draw(self.image)
        left, top = EDGE + (self.paste_logo(head.logo) if head.logo else 0), EDGE
        for text, letters, font, fill in lines:
            self.text(text, left, top, letters, font, fill=fill, room=WIDTH - EDGE - left)
            top += int(letters * LINE)
        under = self.y + height + 10
        self.text(head.printed_text, WIDTH - EDGE, under, FOOT, fill=QUIET, align="end")

    def paste_logo(self, png: bytes) -> int:
        """Paste the logo into the upper left corner; returns how far it moves the head."""
        logo = Image.open(BytesIO(png)).convert("RGBA")
        logo.thumbnail((2 * LOGO * FINE, LOGO * FINE), Image.Resampling.LANCZOS)
        self.image.paste(logo, (EDGE * FINE, EDGE * FINE), logo)
        return logo.width // FINE + BESIDE

    def text(
        self, text: str, x: float, top: float, size: float, font: str = REGULAR, *,
        fill: Any = INK, align: str = "start", room: float = 0, anchor: str = "a",
    ) -> None:  # fmt: skip
        """Draw a line of text, smaller and then shorter if it has no room."""
        if room:
            text, size = fit_text(text, font, size, room, least=16)
        spot, anchor = (x * FINE, top * FINE), ANCHORS[align] + anchor
        self.draw.text(spot, text, fill=fill, font=font_of(font, size), anchor=anchor)

    def paint(self, drawing: Drawing) -> None:
        """Paint the shapes of a drawing, which counts heights upward."""
        for shape, x, up in shapes_of(drawing):
            self.paint_shape(shape, x, self.y + drawing.height - up)

    def paint_shape(self, shape: Any, x: float, y: float) -> None:
        """Paint a shape; `x` and `y`, counted downward, are the origin of its group."""
        fill, stroke = (ink and ink.bitmap_rgb() for ink in inks_of(shape))
        if isinstance(shape, String):
            left, base = x + shape.x, y - shape.y
            self.text(shape.text, left, base, shape.fontSize, shape.fontName,
                      fill=fill, align=shape.textAnchor, anchor="s")  # fmt: skip
        elif isinstance(shape, Rect | Circle):
            left, low, right, high = bounds_of(shape)
            box = [edge * FINE for edge in (x + left, y - high, x + right, y - low)]
            paint = self.draw.rectangle if isinstance(shape, Rect) else self.draw.ellipse
            paint(box, fill=fill, outline=stroke, width=2 * FINE)
        else:
            spots = [((x + a) * FINE, (y - b) * FINE) for a, b in corners_of(shape)]
            dash = [length * FINE for length in shape.strokeDashArray or ()]
            width = max(1, round(shape.strokeWidth * FINE))
            for piece in dash_line(spots, dash) if dash else [spots]:
                self.draw.line(piece, fill=stroke, width=width, joint="curve")

    def png(self) -> bytes:
        buffer = BytesIO()
        self.image.reduce(FINE).quantize(128).save(buffer, "PNG")
        return buffer.getvalue()


def head_lines(head: Head, title: Text, subtitle: Text) -> list[HeadLine]:
    titles = dict.fromkeys(printable(text) for text in (head.tournament, title) if text)
    lines = [(text, TITLE - 6 * at, BOLD, INK) for at, text in enumerate(titles)]
    about = " · ".join(filter(None, (head.club, head.place, head.day_text)))
    for text in filter(None, (about, str(subtitle) or head.state)):
        lines.append((printable(text), ABOUT, REGULAR, QUIET))
    return lines


def shapes_of(node: Any, x: float = 0, y: float = 0) -> Iterator[tuple[Any, float, float]]:
    """The plain shapes of a drawing, each with the origin of its group."""
    if isinstance(node, UserNode):
        node = node.provideNode()
    if isinstance(node, Group):
        for child in node.contents:
            yield from shapes_of(child, x + node.transform[4], y + node.transform[5])
    else:
        yield node, x, y


def inks_of(shape: Any) -> tuple[Any, Any]:
    """The colours of area and outline, None where a shape has none."""
    return getattr(shape, "fillColor", None), getattr(shape, "strokeColor", None)


def bounds_of(shape: Any) -> tuple[float, float, float, float]:
    """The left, low, right and high edge; reportlab gives a bar below zero a negative height."""
    left, low, right, high = shape.getBounds()
    return min(left, right), min(low, high), max(left, right), max(low, high)


def corners_of(shape: Any) -> list[Spot]:
    """The points of a line, from the origin of its group, heights upward."""
    flat = getattr(shape, "points", None) or (shape.x1, shape.y1, shape.x2, shape.y2)
    return list(zip(flat[::2], flat[1::2], strict=True))


def dash_line(spots: Sequence[Spot], dash: Sequence[float]) -> list[list[Spot]]:
    """The dashes of a line through all its corners, walked step by step."""
    signs = [at % 2 == 0 for at, length in enumerate(dash) for _step in range(round(length))]
    trail: list[Spot] = []
    for (x, y), (to_x, to_y) in pairwise(spots):
        steps = max(1, round(hypot(to_x - x, to_y - y)))
        shares = [step / steps for step in range(steps)]
        trail += [(x + (to_x - x) * share, y + (to_y - y) * share) for share in shares]
    parts = groupby(enumerate(trail), key=lambda step: signs[step[0] % len(signs)])
    return [[spot for _at, spot in part] for is_drawn, part in parts if is_drawn]


def listing_png(listing: Listing, head: Head) -> bytes:
    """The first rows of a table, with the columns that have room."""
    rows = listing.rows[:MAX_ROWS]
    columns, widths, size = fitting(listing.columns, rows)
    more = len(listing.rows) - len(rows)
    height = (len(rows) + 1 + bool(more)) * ROW
    sheet = PictureSheet(head, listing.title, listing.subtitle, height)
    headings = [printable(column.heading) for column in columns]
    cells = [[cell_text(column, row.get(column.key)) for column in columns] for row in rows]
    for at, texts in enumerate([headings, *cells]):
        if at % 2:
            box = EDGE / 2, sheet.y, WIDTH - EDGE / 2, sheet.y + ROW
            sheet.draw.rectangle([edge * FINE for edge in box], fill=STRIPE)
        left, font = float(EDGE), BOLD if at <= MAX_BOLD else REGULAR
        for column, text, width in zip(columns, texts, widths, strict=True):
            share = {"start": 0, "center": 0.5, "end": 1}[column.alignment]
            x, y = left + share * (width - BESIDE / 2), sheet.y + (ROW - size) / 2 - 3
            sheet.text(text, x, y, size, font, align=column.alignment, room=width - BESIDE / 2)
            left += width
        sheet.y += ROW
    if more:
        words = _("and %(count)s more") % {"count": more}
        sheet.text(words, EDGE, sheet.y + 10, size, fill=QUIET)
    return sheet.png()


def fitting(
    columns: Sequence[Column], rows: Sequence[Row]
) -> tuple[list[Column], list[float], int]:
    """The columns that have room, their widths, and the size of their letters.

    Minor columns are left out while letters would be too small. The first column of text gets the
    room that is left, or gives what is missing.
    """
    chosen = list(columns)
    while True:
        widths, room = [widest(column, rows) for column in chosen], WIDTH - 2 * EDGE
        size = min(MAX_LETTER, int((room - BESIDE * len(chosen)) / sum(widths)))
        minor = [column for column in chosen if column.minor]
        if size >= MIN_LETTER or not minor:
            break
        # The columns of series are left out together: their keys differ by the number.
        stem = minor[-1].key.rstrip(digits)
        chosen = [column for column in chosen if column.key.rstrip(digits) != stem]
    size = max(size, MIN_LETTER)
    widths = [width * size + BESIDE for width in widths]
    at = next((at for at, column in enumerate(chosen) if column.kind not in FIGURES), 0)
    widths[at] += room - sum(widths)
    return chosen, widths, size


def widest(column: Column, rows: Sequence[Row]) -> float:
    """The width of the widest text of a column, as a multiple of the size of its letters."""
    texts = [printable(column.heading), *(cell_text(column, row.get(column.key)) for row in rows)]
    return max(width_of(text, BOLD) for text in texts)


def chart_png(chart: Chart, head: Head) -> bytes:
    sheet = PictureSheet(head, chart.title, chart.subtitle, CHART)
    sheet.paint(chart_drawing(chart, CHART, COLOURS, FILLS))
    return sheet.png()


@lru_cache(128)
def chart_svg(chart: Chart, *, is_narrow: bool = False) -> SafeString:
    """A chart for a page, scaled to its width."""
    drawing = chart_drawing(chart, PAGE_CHART, COLOURS, FILLS, is_narrow=is_narrow)
    shapes = format_html_join("", "{}", ((svg_shape(shape, x, drawing.height - y),)
                                         for shape, x, y in shapes_of(drawing)))  # fmt: skip
    size = drawing.width, drawing.height
    return format_html('<svg viewBox="0 0 {} {}" aria-hidden="true">{}</svg>', *size, shapes)


def svg_shape(shape: Any, x: float, y: float) -> SafeString:
    """A shape of a drawing; `x` and `y`, counted downward, are the origin of its group."""
    fill, stroke = (f"#{ink.hexval()[2:]}" if ink else "none" for ink in inks_of(shape))
    tag, words = "polyline", ""
    look: dict[str, Any] = {"fill": "none", "stroke": stroke}
    if isinstance(shape, String):
        tag, words = "text", shape.text
        look = {"x": x + shape.x, "y": y - shape.y, "font-size": shape.fontSize,
                "text-anchor": shape.textAnchor, "fill": fill}  # fmt: skip
    elif isinstance(shape, Rect | Circle):
        left, low, right, high = bounds_of(shape)
        tag, radius = "rect", getattr(shape, "r", 0)
        look = {"x": x + left, "y": y - high, "width": right - left, "height": high - low,
                "rx": radius, "fill": fill, "stroke": stroke}  # fmt: skip
    else:
        look["points"] = " ".join(f"{x + a:.1f},{y - b:.1f}" for a, b in corners_of(shape))
        look["stroke-width"] = shape.strokeWidth
        look["stroke-dasharray"] = " ".join(map(str, shape.strokeDashArray or ()))
    numbers = ((name, f"{value:.1f}" if isinstance(value, float | int) else value)
               for name, value in look.items())  # fmt: skip
    return format_html("<{} {}>{}</{}>", tag, format_html_join(" ", '{}="{}"', numbers), words, tag)
