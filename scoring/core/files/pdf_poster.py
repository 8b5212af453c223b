"""A listing for the wall: few columns, as large as the paper allows, in one block or two."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm

from scoring.core.files.pdf import divided_rows
from scoring.core.files.pdf_pages import room_on
from scoring.core.files.pdf_style import (
    ANY,
    BOLD,
    CAPITAL,
    FOOT,
    HEAD,
    LEADING,
    MARGIN,
    REGULAR,
    SLACK,
    ZEBRA,
    PagedCanvas,
    describe,
    register_fonts,
    width_of,
    wrapped,
)
from scoring.core.head import Head
from scoring.core.listing import Listing, printable, shown

GAP = 7 * mm  # between two blocks
ROW = 1.2  # of the size: the height of a row of one line
AIR = 0.4  # ems: the padding of a text
NOTE, NOTE_ROW = 8, 11
ACROSS = landscape(A4)
SIZES = tuple(size / 4 for size in range(72, 27, -1))  # 18 to 7 points
LARGE, LEGIBLE, ENOUGH = 16.0, 12.0, 10.0  # of one block: see `large`
SMALL = 9.0  # of two blocks: below it names are wrapped instead
LONG = 10.0  # ems: the width of a text column before everything gets smaller
TIGHT = 0.8  # of the size: how much smaller a text may be to stay on one line

LINE = "\N{LINE SEPARATOR}"  # between the lines of a text that has several

Part = tuple[int, int]  # the first row of a block and the row after its last


@dataclass(frozen=True, slots=True)
class PosterLayout:
    """The page, the font size in points, the blocks, the edges of a block's columns.

    `row` is the height of a row of one line, of the font size.
    """

    page: tuple[float, float]
    size: float
    blocks: int
    edges: tuple[float, ...]
    row: float = ROW

    @property
    def room(self) -> float:
        """The height between head and foot."""
        return room_on(self.page)[1]

    @property
    def least(self) -> float:
        """The size of a text that needs several lines."""
        return min(self.size, max(SIZES[-1], TIGHT * self.size))

    def inner(self, at: int) -> tuple[float, float]:
        """The left and right edge of a column's text."""
        return self.edges[at] + AIR * self.size, self.edges[at + 1] - AIR * self.size

    def lines(self, text: str, at: int, font: str) -> tuple[list[str], float]:
        """The lines that a text of a column needs, and their size."""
        start, end = self.inner(at)
        natural = widest(text, font)
        size = min(self.size, (end - start + SLACK) / natural) if natural else self.size
        pieces = text.split(LINE)
        if size >= self.least:
            return pieces, size
        lines = (wrapped(each, font, self.least, end - start, lines=ANY) for each in pieces)
        return [line for each in lines for line in each], self.least

    def height_of(self, texts: Sequence[str], font: str) -> float:
        needed = (self.lines(text, at, font) for at, text in enumerate(texts))
        further = ((len(lines) - 1) * size * LEADING for lines, size in needed)
        return self.size * self.row + max(further, default=0.0)


@dataclass(frozen=True, slots=True)
class PosterTexts:
    """The texts of a listing, and the width that every column wants, in ems."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    wants: Sequence[float]
    figures: Sequence[bool]

    @classmethod
    def of(cls, listing: Listing) -> "PosterTexts":
        rows = [
            [shown(column, row.get(column.key)) for column in listing.columns]
            for row in listing.rows
        ]
        wants = [natural(listing, rows, at) for at in range(len(listing.columns))]
        return cls(
            [printable(column.heading) for column in listing.columns],
            rows,
            wants,
            [column.is_figure for column in listing.columns],
        )

    @property
    def least(self) -> float:
        """The least width in ems: figures are never wrapped."""
        return sum(
            want if figure else min(want, LONG)
            for want, figure in zip(self.wants, self.figures, strict=True)
        )

    def edges(self, size: float, width: float) -> tuple[float, ...]:
        """Figures get what they want; the texts share the rest."""
        wants = [want * size for want in self.wants]
        figures = sum(w for w, figure in zip(wants, self.figures, strict=True) if figure)
        texts = iter(
            shared(
                [w for w, figure in zip(wants, self.figures, strict=True) if not figure],
                width - figures,
            )
        )
        widths = [
            want if figure else next(texts)
            for want, figure in zip(wants, self.figures, strict=True)
        ]
        return tuple(accumulate(widths, initial=0.0))


def poster_pdf(listing: Listing, head: Head, *, blocks: int = 2) -> bytes:
    """The listing in the active language: two blocks and 160 rows a page, or one in large type.

    Nothing is cut: a text too long for its column takes several lines.
    """
    register_fonts()
    texts = PosterTexts.of(listing)
    layout = large(texts) if blocks == 1 else compact(listing, texts, blocks)
    return drawn_pdf(listing, head, texts, layout, pages_of(texts, layout, layout.room))


def drawn_pdf(
    listing: Listing,
    head: Head,
    texts: PosterTexts,
    layout: PosterLayout,
    pages: Sequence[Sequence[Part]],
    marks: Sequence[str] = (),
) -> bytes:
    """The rows of every page, each headed by its mark; the notes below the last."""
    title = " – ".join(printable(part) for part in (listing.title, listing.subtitle) if part)
    buffer = BytesIO()
    canvas = PagedCanvas(buffer, pagesize=layout.page, head=head, title=title, lang=get_language())
    describe(canvas, title, head)
    room = layout.room
    for number, page in enumerate(pages):
        if number:
            canvas.showPage()
        canvas.mark = marks[number] if marks else ""
        room = layout.room - draw_page(canvas, listing, texts, page, layout)
    if not texts.rows:
        canvas.setFont(REGULAR, NOTE)
        canvas.drawString(MARGIN, MARGIN + FOOT + layout.room - NOTE_ROW, _("No entries."))
        room -= NOTE_ROW
    draw_notes(canvas, listing, room, layout)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def layout_of(
    texts: PosterTexts, size: float, blocks: int, page: tuple[float, float]
) -> PosterLayout:
    width = (page[0] - 2 * MARGIN - (blocks - 1) * GAP) / blocks
    size = min(size, width / texts.least)
    return PosterLayout(page, size, blocks, texts.edges(size, width))


def unwrapped(texts: PosterTexts, blocks: int, page: tuple[float, float]) -> float:
    """The size at which all but a few very long texts stand on one line."""
    return (page[0] - 2 * MARGIN - (blocks - 1) * GAP) / blocks / sum(texts.wants)


def large(texts: PosterTexts) -> PosterLayout:
    """One block in large type, landscape where that makes it much larger.

    Where one line each would be too small to read from afar, names are wrapped.
    """
    sizes = {page: min(LARGE, unwrapped(texts, 1, page)) for page in (A4, ACROSS)}
    page = ACROSS if sizes[ACROSS] > 1.2 * sizes[A4] else A4
    size = sizes[page] if sizes[page] >= ENOUGH else LEGIBLE
    return layout_of(texts, size, 1, page)


def compact(listing: Listing, texts: PosterTexts, blocks: int) -> PosterLayout:
    """The largest type on the fewest pages; names are wrapped only below `SMALL`."""
    notes = NOTE_ROW * (1 + sum(len(note_lines(note, A4)) for note in listing.notes))
    room = room_on(A4)[1] - (notes if listing.notes else 0)
    widest = unwrapped(texts, blocks, A4)
    fewest = len(pages_of(texts, layout_of(texts, SIZES[-1], blocks, A4), room))
    for size in SIZES:
        # With one line a row it already does not fit: skip the layout.
        if len(texts.rows) * size * ROW > fewest * blocks * room or size > max(widest, SMALL):
            continue
        layout = layout_of(texts, size, blocks, A4)
        if len(pages_of(texts, layout, room)) <= fewest:
            return layout
    return layout_of(texts, SIZES[-1], blocks, A4)


def natural(listing: Listing, texts: Sequence[Sequence[str]], at: int) -> float:
    """The width that a column wants, in ems; a very long text may be wrapped instead."""
    widths = sorted(widest(text[at]) for text in texts)
    wanted = widths[-1] if widths else 1.0
    if not listing.columns[at].is_figure and widths:
        wanted = widths[int(0.95 * (len(widths) - 1))]
    heading = width_of(printable(listing.columns[at].heading), BOLD)
    return max(wanted, heading, 1.2) + 2 * AIR


def widest(text: str, font: str = REGULAR) -> float:
    """The width of the longest line of a text, in ems."""
    return max(width_of(each, font) for each in text.split(LINE))


def shared(wants: Sequence[float], room: float) -> list[float]:
    """The room divided among the columns of texts in proportion to what they want.

    If it is too little, narrow columns still get what they want: a prize stays legible beside a
    long name.

    >>> shared([30, 10], 80), shared([100, 60, 10], 90)
    ([60.0, 20.0], [40.0, 40.0, 10.0])
    """
    if sum(wants) <= room:
        return [want / sum(wants) * room for want in wants]
    found: dict[int, float] = {}
    for at in sorted(range(len(wants)), key=lambda at: wants[at]):
        found[at] = min(float(wants[at]), (room - sum(found.values())) / (len(wants) - len(found)))
    return [found[at] for at in range(len(wants))]


def pages_of(texts: PosterTexts, layout: PosterLayout, room: float) -> list[list[Part]]:
    """The blocks of every page; those of the last page have equal height."""
    heights = [layout.height_of(row, REGULAR) for row in texts.rows]
    room -= layout.height_of(texts.headings, BOLD)
    parts = list(divided_rows(heights, room))
    pages = [parts[at : at + layout.blocks] for at in range(0, len(parts), layout.blocks)]
    first, end = pages[-1][0][0], len(heights)
    low = sum(heights[first:]) / layout.blocks
    while low < room:
        even = list(divided_rows(heights[first:end], low + SLACK))
        if len(even) <= layout.blocks:
            pages[-1] = [(first + a, first + b) for a, b in even]
            break
        low += layout.size / 2
    return pages


def draw_page(
    canvas: PagedCanvas,
    listing: Listing,
    texts: PosterTexts,
    page: Sequence[Part],
    layout: PosterLayout,
) -> float:
    """The rows of one page, block after block; returns their height."""
    top = layout.page[1] - MARGIN - HEAD
    width, heading = layout.edges[-1], layout.height_of(texts.headings, BOLD)
    used = heading
    for block, (first, last) in enumerate(page):
        left = MARGIN + block * (width + GAP)
        if first == last:
            continue
        _draw_row(canvas, listing, texts.headings, layout, left, top, BOLD)
        canvas.setLineWidth(0.8)
        y = top - heading
        canvas.line(left, y, left + width, y)
        for index, row in enumerate(texts.rows[first:last]):
            height = layout.height_of(row, REGULAR)
            if index % 2:
                canvas.setFillGray(ZEBRA)
                canvas.rect(left, y - height, width, height, stroke=0, fill=1)
                canvas.setFillGray(0)
            _draw_row(canvas, listing, row, layout, left, y, REGULAR)
            y -= height
        used = max(used, top - y)
    return used


def _draw_row(
    canvas: PagedCanvas,
    listing: Listing,
    texts: Sequence[str],
    layout: PosterLayout,
    left: float,
    top: float,
    font: str,
) -> None:
    """Texts share one baseline; further lines go below."""
    for at, (column, text) in enumerate(zip(listing.columns, texts, strict=True)):
        start, end = (left + edge for edge in layout.inner(at))
        lines, size = layout.lines(text, at, font)
        y = top - (layout.size * layout.row + CAPITAL * size) / 2
        canvas.setFont(font, size)
        for index, line in enumerate(lines):
            down = y - index * size * LEADING
            if column.alignment == "end":
                canvas.drawRightString(end, down, line)
            elif column.alignment == "center":
                canvas.drawCentredString((start + end) / 2, down, line)
            else:
                canvas.drawString(start, down, line)


def note_lines(note: object, page: tuple[float, float]) -> list[str]:
    return wrapped(printable(note), REGULAR, NOTE, page[0] - 2 * MARGIN)


def draw_notes(canvas: PagedCanvas, listing: Listing, room: float, layout: PosterLayout) -> None:
    """Below the rows, or on a page of their own if there is no room."""
    lines = [line for note in listing.notes for line in note_lines(note, layout.page)]
    height = NOTE_ROW * (len(lines) + 1)
    if lines and height > room:
        canvas.showPage()
        room = layout.room
    y = MARGIN + FOOT + room - NOTE_ROW * 1.5
    canvas.setFont(REGULAR, NOTE)
    for index, line in enumerate(lines):
        canvas.drawString(MARGIN, y - index * NOTE_ROW, line)
