"""A listing for the wall: few columns, as large as the paper allows, in one block or two."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate

from django.utils.translation import get_language
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm

from scoring.documents.style import (
    BOLD,
    FOOT,
    HEAD,
    MARGIN,
    REGULAR,
    ZEBRA,
    PagedCanvas,
    describe,
    fitted,
    in_lines,
    register_fonts,
    width_of,
    wrapped,
)
from scoring.reads.listing import Listing, printable, shown
from scoring.reads.paper import Head

GAP = 7 * mm  # between two blocks
ROW = 1.34  # of the size
CAPITAL = 0.73  # of the size: the height of a capital letter, which stands in its row's middle
AIR = 0.4  # ems beside a text
NOTE, NOTE_ROW = 8, 11
ACROSS = landscape(A4)
SIZES = tuple(size / 2 for size in range(36, 12, -1))  # 18 to 6.5 points
LARGE = 16.0
SMALLEST = 0.6  # of the size: below that a text gets two lines


@dataclass(frozen=True, slots=True)
class Layout:
    """The page, the size of the type in points, the blocks, the edges of a block's columns."""

    page: tuple[float, float]
    size: float
    blocks: int
    edges: tuple[float, ...]

    @property
    def row(self) -> float:
        return self.size * ROW

    @property
    def rows(self) -> int:
        """How many rows a block has below its headings."""
        return int(self.room / self.row + 0.001) - 1

    @property
    def room(self) -> float:
        """The height between head and foot."""
        return room_of(self.page)


def poster_pdf(listing: Listing, head: Head, *, blocks: int = 2) -> bytes:
    """The listing in the active language: two blocks and 160 rows a page, or one in large type."""
    register_fonts()
    title = " – ".join(printable(part) for part in (listing.title, listing.subtitle) if part)
    texts = [
        [shown(column, row.get(column.key)) for column in listing.columns] for row in listing.rows
    ]
    layout = layout_of(listing, texts, blocks)
    buffer = BytesIO()
    canvas = PagedCanvas(buffer, pagesize=layout.page, head=head, title=title, lang=get_language())
    describe(canvas, title, head)
    per_page = layout.rows * layout.blocks
    below = layout.room
    for first in range(0, max(1, len(texts)), per_page):
        if first:
            canvas.showPage()
        used = draw_page(canvas, listing, texts[first : first + per_page], layout)
        below = layout.room - used
    draw_notes(canvas, listing, below, layout)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def room_of(page: tuple[float, float]) -> float:
    return page[1] - 2 * MARGIN - HEAD - FOOT


def layout_of(listing: Listing, texts: Sequence[Sequence[str]], blocks: int) -> Layout:
    """The largest type with which everything stands on one page, or in large type on several.

    One block is turned across where that makes its type much larger.
    """
    upright = _layout(listing, texts, blocks, A4)
    across = _layout(listing, texts, blocks, ACROSS) if blocks == 1 else upright
    return across if across.size > 1.2 * upright.size else upright


def _layout(
    listing: Listing, texts: Sequence[Sequence[str]], blocks: int, page: tuple[float, float]
) -> Layout:
    width = (page[0] - 2 * MARGIN - (blocks - 1) * GAP) / blocks
    wants = [natural(listing, texts, at) for at in range(len(listing.columns))]
    notes = NOTE_ROW * sum(len(note_lines(note, page)) for note in listing.notes)
    for size in SIZES:
        needed = sum(wants) * size
        rows = int((room_of(page) - notes) / (size * ROW)) - 1
        fits = blocks == 1 or -(-len(texts) // blocks) <= rows
        if needed <= width and fits and (blocks > 1 or size <= LARGE):
            return Layout(page, size, blocks, edges_of(listing, wants, size, width))
    return Layout(page, SIZES[-1], blocks, edges_of(listing, wants, SIZES[-1], width))


def natural(listing: Listing, texts: Sequence[Sequence[str]], at: int) -> float:
    """The width that a column wants, in ems; a very long text may be set smaller instead."""
    widths = sorted(width_of(text[at]) for text in texts)
    widest = widths[-1] if widths else 1.0
    if not listing.columns[at].is_figure and widths:
        widest = widths[int(0.95 * (len(widths) - 1))]
    heading = width_of(printable(listing.columns[at].heading), BOLD)
    return max(widest, heading, 1.2) + 2 * AIR


def edges_of(
    listing: Listing, wants: Sequence[float], size: float, width: float
) -> tuple[float, ...]:
    """Figures get what they want, the texts share the rest."""
    is_text = [not column.is_figure for column in listing.columns]
    figures = sum(want * size for want, text in zip(wants, is_text, strict=True) if not text)
    texts = iter(shared([want * size for want, text in zip(wants, is_text, strict=True) if text],
                        width - figures))  # fmt: skip
    widths = [
        next(texts) if text else want * size for want, text in zip(wants, is_text, strict=True)
    ]
    return tuple(accumulate(widths, initial=0.0))


def shared(wants: Sequence[float], room: float) -> list[float]:
    """The room for columns of text, in the proportion of what they want.

    Where it is too little the narrow ones get what they want all the same: a prize has to be
    read beside however long a name.

    >>> shared([30, 10], 80), shared([100, 60, 10], 90)
    ([60.0, 20.0], [40.0, 40.0, 10.0])
    """
    if sum(wants) <= room:
        return [want / sum(wants) * room for want in wants]
    found: dict[int, float] = {}
    for at in sorted(range(len(wants)), key=lambda at: wants[at]):
        found[at] = min(float(wants[at]), (room - sum(found.values())) / (len(wants) - len(found)))
    return [found[at] for at in range(len(wants))]


def draw_page(
    canvas: PagedCanvas, listing: Listing, texts: Sequence[Sequence[str]], layout: Layout
) -> float:
    """The rows of one page, block after block; returns the height that they take."""
    top = layout.page[1] - MARGIN - HEAD
    share = max(1, min(layout.rows, -(-len(texts) // layout.blocks)))
    width = layout.edges[-1]
    for block in range(layout.blocks):
        rows = texts[block * share : (block + 1) * share]
        left = MARGIN + block * (width + GAP)
        if not rows:
            continue
        headings = [printable(column.heading) for column in listing.columns]
        _draw_row(canvas, listing, headings, layout, left, top, BOLD)
        canvas.setLineWidth(0.8)
        canvas.line(left, top - layout.row, left + width, top - layout.row)
        for index, row in enumerate(rows, 1):
            y = top - index * layout.row
            if index % 2 == 0:
                canvas.setFillGray(ZEBRA)
                canvas.rect(left, y - layout.row, width, layout.row, stroke=0, fill=1)
                canvas.setFillGray(0)
            _draw_row(canvas, listing, row, layout, left, y, REGULAR)
    return (share + 1) * layout.row


def _draw_row(
    canvas: PagedCanvas, listing: Listing, texts: Sequence[str], layout: Layout,
    left: float, top: float, font: str,
) -> None:  # fmt: skip
    for at, (column, text) in enumerate(zip(listing.columns, texts, strict=True)):
        start = left + layout.edges[at] + AIR * layout.size
        end = left + layout.edges[at + 1] - AIR * layout.size
        words, size = fitted(text, font, layout.size, end - start, least=3.5)
        y = top - (layout.row + CAPITAL * size) / 2
        if size < SMALLEST * layout.size and column.alignment == "start":
            _two_lines(canvas, text, layout, start, end, top, font)
            continue
        canvas.setFont(font, size)
        if column.alignment == "end":
            canvas.drawRightString(end, y, words)
        elif column.alignment == "center":
            canvas.drawCentredString((start + end) / 2, y, words)
        else:
            canvas.drawString(start, y, words)


def _two_lines(
    canvas: PagedCanvas, text: str, layout: Layout, start: float, end: float, top: float, font: str
) -> None:
    """A very long name in two lines of half the height."""
    lines, size = in_lines(text, font, layout.size * SMALLEST, end - start, least=3.5)
    canvas.setFont(font, size)
    for index, line in enumerate(lines):
        canvas.drawString(start, top - layout.row * (0.42 + 0.46 * index), line)


def note_lines(note: object, page: tuple[float, float]) -> list[str]:
    return wrapped(printable(note), REGULAR, NOTE, page[0] - 2 * MARGIN)


def draw_notes(canvas: PagedCanvas, listing: Listing, room: float, layout: Layout) -> None:
    """Below the rows; on a page of their own when there is no room left."""
    lines = [line for note in listing.notes for line in note_lines(note, layout.page)]
    height = NOTE_ROW * (len(lines) + 1)
    if lines and height > room:
        canvas.showPage()
        room = layout.room
    y = MARGIN + FOOT + room - NOTE_ROW * 1.5
    canvas.setFont(REGULAR, NOTE)
    for index, line in enumerate(lines):
        canvas.drawString(MARGIN, y - index * NOTE_ROW, line)
