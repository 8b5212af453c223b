"""Papers that are written from top to bottom, on as many pages as they need, and tables on them.

The `Texts` of a listing become a `SetTable` in a `Layout`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, islice, pairwise
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepInFrame, Paragraph

from scoring.core.chart import Chart, chart_listing
from scoring.core.files.pdf_style import (
    ACROSS,
    BOLD,
    BOTTOM,
    CAPITAL,
    LEADING,
    MARGIN,
    REGULAR,
    ROOM,
    SIGNATURE_HEIGHT,
    SLACK,
    ZEBRA,
    Size,
    draw_foot,
    draw_head,
    draw_signatures,
    markup,
    put_lines,
    register_fonts,
    width_of,
    wrap_text,
)
from scoring.core.files.plot import chart_drawing
from scoring.core.listing import (
    FIGURES,
    LINE,
    Column,
    Head,
    Listing,
    Span,
    cell_text,
    foot_cells,
    group_spans,
    printable,
)

PLAIN, CLOSE = 1.65, 1.47  # of the type size: the height of a row of one line
GAP = 6 * mm  # between two blocks
BLOCK_WIDTH = {(page, 1): width for page, (width, _height) in ROOM.items()} | {
    (page, 2): (width - GAP) / 2 for page, (width, _height) in ROOM.items()
}
# In ems: the padding of a text, the width above which a text may always be wrapped, and the
# widths to which it may be wrapped so that all columns fit.
AIR, LONG, NARROW, TIGHT = 0.4, 22.0, 14.0, 9.0
MAX_TIGHT_LINES = 5  # that a text may take in the tightest column
DIGIT = 0.64  # of an em, in DejaVu Sans
MAX_STRETCH = 1.6  # how far a narrow table is stretched; further, rows are hard to follow
MAX_ROW_HEIGHT = 0.8  # of a page: headings and foot need the rest
ROWS_WITH_FOOT = 3  # rows of a block that move to a new page with the foot
MIN_UNWRAPPED = 7.0  # points: the smallest type for which a text is kept on one line

Part = tuple[int, int]  # the first row of a block and the row after its last
Row = Sequence[Span]
TIGHTEST, WRAPPED, NATURAL = range(3)  # levels of widths


@dataclass(frozen=True, slots=True)
class Texts:
    """The rows of a listing as they are printed, and the widths that its columns want.

    `levels` are the tightest, the wrapped, the natural and the full width of every column, in ems.
    """

    head: Sequence[Row]
    rows: Sequence[Row]
    feet: Sequence[Row]
    levels: tuple[list[float], ...]

    @classmethod
    def of(cls, listing: Listing, typical: float = 1.0) -> "Texts":
        """`typical` is the share of texts that the natural width holds on one line."""
        columns, aligns = listing.columns, [column.alignment for column in listing.columns]
        headings, *rows = [
            [
                Span(at, at, cell_text(column, row.get(column.key)), align)
                for at, (column, align) in enumerate(zip(columns, aligns, strict=True))
            ]
            for row in ({column.key: column.heading for column in columns}, *listing.rows)
        ]
        feet, wanted = [foot_cells(columns, row) for row in listing.foot], []
        for at, column in enumerate(columns):
            alone = [span.text for row in feet for span in row if span.first == at == span.last]
            texts = [row[at].text for row in rows]
            wanted.append(wanted_widths(column, [headings[at].text, *alone], texts, typical))
        levels = tuple(map(list, zip(*wanted, strict=True)))
        above = group_spans(columns)
        return cls([above, headings] if above else [headings], rows, feet, levels)

    def unwrapped(self, page: Size, blocks: int = 1) -> float:
        """The largest type at which every column has its natural width."""
        return BLOCK_WIDTH[page, blocks] / sum(self.levels[NATURAL])


def wanted_widths(
    column: Column, bold: Sequence[str], texts: Sequence[str], typical: float
) -> tuple[float, float, float, float]:
    """The widths of a column, in ems, for each level of `Texts`; `bold` are heading and foot."""
    heading, *feet = bold
    words = max(width_of(word, BOLD) for word in [*heading.split(), ""])
    widths = sorted(map(width_of, texts)) or [0.0]
    longest = max(words, widths[-1], *(width_of(text, BOLD) for text in feet))
    full = max(longest, column.width * DIGIT)
    if column.kind in FIGURES:
        limits = [longest] * 3
    else:
        usual = widths[int(typical * (len(widths) - 1))] if typical < 1 else longest
        tight = TIGHT if longest <= MAX_TIGHT_LINES * TIGHT else NARROW
        limits = [min(longest, tight), min(longest, NARROW), min(usual, LONG)]
    tightest, wrapped_width, natural = (max(words, width) + 2 * AIR for width in limits)
    return tightest, wrapped_width, natural, full + 2 * AIR


class SetText(NamedTuple):
    """The lines of a text, their size, and the line from the left at which they are aligned."""

    cell: Span
    lines: list[str]
    size: float
    x: float


class SetRow(NamedTuple):
    height: float
    texts: list[SetText]
    font: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table stands on a page: the blocks beside each other and the edges of their columns."""

    page: Size
    size: float  # of the type, in points
    edges: tuple[float, ...]
    blocks: int = 1
    row: float = PLAIN  # of the size: the height of a row of one line
    shrink: float = 1.0  # how much smaller a text may get before it is wrapped


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table in a layout, its texts in lines."""

    layout: Layout
    head: list[SetRow]
    rows: list[SetRow]
    feet: list[SetRow]
    head_height: float
    feet_height: float

    @classmethod
    def of(cls, texts: Texts, layout: Layout) -> "SetTable":
        head = [set_row(row, BOLD, layout) for row in texts.head]
        rows = [set_row(row, REGULAR, layout) for row in texts.rows]
        feet = [set_row(row, BOLD, layout) for row in texts.feet]
        head_height, feet_height = (sum(row.height for row in part) for part in (head, feet))
        return cls(layout, head, rows, feet, head_height, feet_height)


def set_row(row: Row, font: str, layout: Layout) -> SetRow:
    """Every text on one line, smaller if need be; else wrapped."""
    texts, further, air = [], 0.0, AIR * layout.size
    least = min(layout.size, max(MIN_UNWRAPPED, layout.shrink * layout.size))
    for cell in row:
        if not cell.text:
            continue
        start, end = layout.edges[cell.first] + air, layout.edges[cell.last + 1] - air
        x = {"start": start, "center": (start + end) / 2, "end": end}[cell.align]
        size, lines = layout.size, cell.text.split(LINE)
        if natural := width_of(cell.text, font):
            size = min(size, (end - start + SLACK) / natural)
        if size < least:
            size, most = least, int(MAX_ROW_HEIGHT * ROOM[layout.page][1] / (least * LEADING))
            wrapped = [wrap_text(line, font, size, end - start, lines=most) for line in lines]
            lines = list(chain.from_iterable(wrapped))
        texts.append(SetText(cell, lines, size, x))
        further = max(further, (len(lines) - 1) * size * LEADING)
    return SetRow(layout.size * layout.row + further, texts, font)


def fitting(
    texts: Texts,
    attempts: Sequence[tuple[int, Size, Sequence[float]]],
    *,
    blocks: int = 1,
    row: float = PLAIN,
) -> Layout | None:
    """The first page and type that give the columns the width of their level, if one does."""
    for level, page, sizes in attempts:
        for size in sizes:
            if sum(texts.levels[level]) * size <= BLOCK_WIDTH[page, blocks]:
                return layout_of(texts, size, page, blocks=blocks, row=row)
    return None


def layout_of(
    texts: Texts,
    size: float,
    page: Size,
    *,
    least: int = TIGHTEST,
    blocks: int = 1,
    row: float = PLAIN,
    shrink: float = 1.0,
    max_stretch: float = MAX_STRETCH,
) -> Layout:
    """A layout in this size, or the largest that the `least` level of widths allows.

    The widths lie between the two levels that enclose the room, or are stretched.
    """
    room = BLOCK_WIDTH[page, blocks]
    size = min(size, room / sum(texts.levels[least]))
    stretch = min(room / (sum(texts.levels[-1]) * size), max_stretch)
    widths = [width * size * stretch for width in texts.levels[-1]]
    for low, high in pairwise(texts.levels):
        most, fewest = sum(high) * size, sum(low) * size
        if most > room:
            ease = max(0.0, (room - fewest) / (most - fewest))
            widths = [(a + (b - a) * ease) * size for a, b in zip(low, high, strict=True)]
            break
    return Layout(page, size, tuple(accumulate(widths, initial=0.0)), blocks, row, shrink)


# A table on pages of its own: upright if it fits, else across, else smaller; long texts are
# wrapped only where that does not help. A short table whose columns leave room is set larger.
MAX_FEW_ROWS = 24  # fit on a page in that size with notes and signatures
LARGER = ((NATURAL, A4, (11.0, 10.0)),)
PAGES = ((A4, (9.0,)), (ACROSS, (9.0, 8.5)))
ON_PAGE = (
    *((NATURAL, page, sizes) for page, sizes in PAGES),
    *((WRAPPED, page, sizes) for page, sizes in PAGES),
    (TIGHTEST, ACROSS, (8.5, 8.0, 7.0)),
)
# Among other tables: rows stand closer, and a narrow table stands in two halves.
MIN_HALVED_ROWS = 10
HALVES = ((NATURAL, A4, (8.5, 8.0, 7.5, 7.0)),)
IN_SECTION = ((NATURAL, A4, (8.5, 8.0, 7.5)), (WRAPPED, A4, (8.0, 7.5, 7.0)))


def on_page(texts: Texts, *, across: bool = False) -> Layout:
    if len(texts.rows) <= MAX_FEW_ROWS and not across and (larger := fitting(texts, LARGER)):
        return larger
    attempts = [attempt for attempt in ON_PAGE if attempt[1] == ACROSS] if across else ON_PAGE
    return fitting(texts, attempts) or layout_of(texts, MIN_UNWRAPPED, ACROSS)


def in_section(texts: Texts) -> Layout:
    halves = len(texts.rows) >= MIN_HALVED_ROWS and not texts.feet
    return (
        (fitting(texts, HALVES, blocks=2, row=CLOSE) if halves else None)
        or fitting(texts, IN_SECTION, row=CLOSE)
        or layout_of(texts, MIN_UNWRAPPED, A4, least=WRAPPED, row=CLOSE)
    )


def to_read_aloud(texts: Texts, *, alone: bool = False) -> Layout:
    """As large as names and figures fit side by side; `alone` it may be larger, and across."""
    sizes = ((16, 14) if alone else ()) + (12, 11, 10, 9, 8, 7)
    pages = (A4, ACROSS) if alone else (A4,)
    attempts = [
        (level, page, (size,)) for level in (NATURAL, WRAPPED) for size in sizes for page in pages
    ]
    row = CLOSE if alone else PLAIN
    return fitting(texts, attempts, row=row) or layout_of(texts, MIN_UNWRAPPED, A4, least=WRAPPED)


def pages_of(table: SetTable, below: float, first_room: float | None = None) -> list[list[Part]]:
    """The blocks of every page, equally high on the last; the first page may have less room.

    Foot and notes (`below`, in points) never stand alone: the last rows move on with them, and the
    last page has more than one row.
    """
    blocks, step = table.layout.blocks, table.layout.size / 2
    heights, below = [row.height for row in table.rows], below + table.feet_height
    pages: list[list[Part]] = []
    count, first = len(heights), 0
    of_head = table.head_height + SLACK
    full = ROOM[table.layout.page][1] - of_head
    room = full if first_room is None else first_room - of_head
    while first < count or not pages:
        parts = list(islice(divided_rows(heights[first:], room), blocks))
        end = first + parts[-1][1]
        retained = max(first + 1, count - ROWS_WITH_FOOT * blocks)
        if end == count:
            if blocks > 1:
                parts = balance_parts(heights[first:], blocks, room, step) or parts
            used = max(sum(heights[first + a : first + b]) for a, b in parts)
            if used + below > room and end - first > 1:
                end = retained
        elif end > retained:
            end = retained
        if end < first + parts[-1][1]:
            parts = balance_parts(heights[first:end], blocks, room, step) or parts
        pages.append([(first + a, first + b) for a, b in parts])
        first, room = end, full
    return pages


def divided_rows(heights: Sequence[float], room: float) -> Iterator[Part]:
    """The first row of each part and the row after its last; one part at least."""
    first, used = 0, 0.0
    for index, height in enumerate(heights):
        if index > first and used + height > room:
            yield first, index
            first, used = index, 0.0
        used += height
    yield first, len(heights)


def balance_parts(
    heights: Sequence[float], count: int, room: float, step: float, below: float = 0.0
) -> list[Part] | None:
    """The rows in `count` parts of about equal height, with room `below` the last."""
    limit = sum(heights) / count
    while limit < room + step:
        parts = list(divided_rows(heights, min(limit, room) + SLACK))
        first, last = parts[-1]
        if len(parts) <= count and sum(heights[first:last]) + below <= room + SLACK:
            return parts
        limit += step
    return None


def draw_rows(canvas: Canvas, table: SetTable, part: Part, left: float, top: float) -> float:
    """One block with its headings, below the last row the foot; returns where it ends."""
    (first, last), edges, width = part, table.layout.edges, table.layout.edges[-1]
    first_line = table.layout.size * table.layout.row
    feet = table.feet if last == len(table.rows) else []
    begin, end = len(table.head), len(table.head) + last - first
    y = top
    for at, row in enumerate((*table.head, *table.rows[first:last], *feet)):
        if begin < at < end and (at - begin) % 2:
            canvas.setFillGray(ZEBRA)
            canvas.rect(left, y - row.height, width, row.height, stroke=0, fill=1)
            canvas.setFillGray(0)
        for cell, lines, size, x in row.texts:
            baseline = y - (first_line + CAPITAL * size) / 2
            if row.font == BOLD:  # the last lines stand on one baseline, else the first
                baseline -= row.height - first_line - (len(lines) - 1) * size * LEADING
            put_lines(canvas, lines, row.font, size, left + x, baseline, cell.align)
        y -= row.height
        if at < begin - 1:  # headings of groups
            canvas.setLineWidth(0.4)
            for text in row.texts:
                start, stop = edges[text.cell.first], edges[text.cell.last + 1]
                canvas.line(left + start, y, left + stop, y)
        elif at == begin - 1 or (feet and at == end - 1):
            canvas.setLineWidth(0.8)
            canvas.line(left, y, left + width, y)
    return y


NOTE = ParagraphStyle("note", fontName=REGULAR, fontSize=8, leading=11)
NOTE_SPACE = 3 * mm  # above the notes
HEADING = ParagraphStyle("section", fontName=BOLD, fontSize=12, leading=15, spaceAfter=4)
HEADING_SPACE = 5 * mm  # above a heading within a page
CHART_HEIGHT = 580  # on paper, in units of the chart
MAX_UNDIVIDED_ROWS = 12  # a longer table may go on on the next page
SIGNATURES_IN_A_LINE = 3


class Paper(Canvas):
    """A document in the active language, each page with head, foot and "page x of y".

    `left` is the height in points that is still free on the page, `mark` says which part of the
    whole stands on it. Callers that draw whole pages themselves end each by `showPage` and take
    `getpdfdata`.
    """

    def __init__(self, title: str, head: Head, page: Size = A4, *, is_posted: bool = False) -> None:
        register_fonts()
        super().__init__("", pagesize=page, lang=get_language())
        self.setTitle(" – ".join(printable(part) for part in (head.tournament, title) if part))
        self.setAuthor(printable(head.club))
        self.head, self.title, self.is_posted, self.mark = head, title, is_posted, ""
        self.width, self.room = ROOM[page]
        self.left = self.room
        self.pages: list[dict[str, object]] = []

    @property
    def is_fresh(self) -> bool:
        return self.left == self.room

    def next_page(self) -> None:
        self.pages.append(dict(self.__dict__))
        self._startPage()
        self.left = self.room

    def pdf(self) -> bytes:
        """The document, by reportlab's recipe for "page x of y"."""
        pages = [*self.pages, dict(self.__dict__)]
        for number, page in enumerate(pages, 1):
            self.__dict__.update(page)
            draw_head(self, self.head, self.title, mark=self.mark, is_posted=self.is_posted)
            draw_foot(self, self.head, number, len(pages))
            self.showPage()
        return bytes(self.getpdfdata())

    def add(self, *flowables: Flowable) -> None:
        """These, together on a page if they fit one; what is higher is divided."""
        if self.height_of(*flowables) > self.left and not self.is_fresh:
            self.next_page()
        for flowable in flowables:
            parts = [flowable]
            if self.height_of(flowable) > self.left:
                parts = flowable.splitOn(self, self.width, self.left) or [flowable]
            for place, part in enumerate(parts):
                if place:
                    self.next_page()
                self.left -= 0 if self.is_fresh else part.getSpaceBefore()
                _width, height = part.wrapOn(self, self.width, self.left)
                part.drawOn(self, MARGIN, BOTTOM + self.left - height)
                self.left -= height + part.getSpaceAfter()

    def height_of(self, *flowables: Flowable) -> float:
        return sum(
            flowable.wrapOn(self, self.width, self.room)[1]
            + flowable.getSpaceBefore()
            + flowable.getSpaceAfter()
            for flowable in flowables
        )

    def shrink(self, *flowables: Flowable) -> None:
        """Add all of these to one page, smaller if they are higher."""
        self.add(KeepInFrame(self.width, self.room, list(flowables), mode="shrink"))

    def chart(self, chart: Chart, title: str = "") -> None:
        """Add a chart as wide as the page, below its title if it has one."""
        drawing = chart_drawing(chart, CHART_HEIGHT)
        drawing.renderScale = self.width / drawing.width
        if title:
            self.heading(title, self.height_of(drawing))
        self.add(drawing)

    def heading(self, text: str, needed: float) -> None:
        """Add a heading, on the next page unless `needed` points are left below it."""
        heading = Paragraph(markup(text), HEADING)
        if not self.is_fresh:
            self.left -= HEADING_SPACE
            if self.height_of(heading) + needed > self.left:
                self.next_page()
        self.add(heading)

    def section(
        self,
        listing: Listing,
        layout_for: Callable[[Texts], Layout] = in_section,
        *,
        titled: bool = True,
    ) -> None:
        """Add a table below its title: all of a short one, or the first rows, on its page."""
        texts = Texts.of(listing)
        table, below = SetTable.of(texts, layout_for(texts)), self.below(listing)
        if titled:
            blocks, heights = table.layout.blocks, [row.height for row in table.rows]
            needed = sum(heights[: ROWS_WITH_FOOT * blocks]) / blocks + table.head_height
            if len(heights) <= MAX_UNDIVIDED_ROWS:
                needed = sum(heights) / blocks + table.head_height + table.feet_height + below
            self.heading(full_title(listing), needed)
        self.write(listing, table, pages_of(table, below, self.left))

    def write(
        self,
        listing: Listing,
        table: SetTable,
        pages: Sequence[Sequence[Part]],
        marks: Sequence[str] = (),
    ) -> None:
        """Write the rows of every page, headed by its mark; then notes and lines for signatures."""
        for number, parts in enumerate(pages):
            if number:
                self.next_page()
            self.mark = marks[number] if marks else ""
            left, top, ends = MARGIN, BOTTOM + self.left, []
            for part in parts:
                ends.append(draw_rows(self, table, part, left, top))
                left += table.layout.edges[-1] + GAP
            self.left = min(ends) - BOTTOM
        if not table.rows:
            self.add(Paragraph(markup(_("No entries.")), NOTE))
        if listing.notes:
            self.left -= NOTE_SPACE
            self.add(*note_paragraphs(listing))
        names = listing.signatures
        for first in range(0, len(names), SIGNATURES_IN_A_LINE):
            if self.left < SIGNATURE_HEIGHT:
                self.next_page()
            self.left -= SIGNATURE_HEIGHT
            draw_signatures(self, names[first : first + SIGNATURES_IN_A_LINE], BOTTOM + self.left)

    def below(self, listing: Listing) -> float:
        """The height of the notes and signatures; very long notes may stand alone."""
        signed = -(-len(listing.signatures) // SIGNATURES_IN_A_LINE) * SIGNATURE_HEIGHT
        if not listing.notes:
            return signed
        height = NOTE_SPACE + self.height_of(*note_paragraphs(listing))
        return signed + (height if height < self.room / 2 else 0.0)


def note_paragraphs(listing: Listing) -> list[Paragraph]:
    return [Paragraph(markup(note), NOTE) for note in listing.notes]


def full_title(listing: Listing, head: Head | None = None) -> str:
    """The title with its subtitle; the name that stands in the head is not repeated."""
    title = printable(listing.title)
    if head is not None and title == printable(head.tournament):
        title = _("Standings")
    return " – ".join(filter(None, (title, printable(listing.subtitle))))


def listing_pdf(
    listing: Listing, head: Head, layout_for: Callable[[Texts], Layout] = on_page
) -> bytes:
    """A table in the active language, upright or across as its width requires."""
    texts = Texts.of(listing)
    table = SetTable.of(texts, layout_for(texts))
    paper = Paper(full_title(listing, head), head, table.layout.page)
    paper.write(listing, table, pages_of(table, paper.below(listing)))
    return paper.pdf()


def to_be_read_pdf(listing: Listing, head: Head) -> bytes:
    """In the largest type that a page allows: somebody reads it aloud."""
    return listing_pdf(listing, head, partial(to_read_aloud, alone=True))


def listings_pdf(listings: Iterable[Listing], title: str, head: Head) -> bytes:
    """Tables one below the other, on as few upright pages as they need."""
    paper = Paper(title, head)
    for listing in listings:
        paper.section(listing)
    return paper.pdf()


def chart_pdf(chart: Chart, head: Head) -> bytes:
    """A chart, and below it its figures."""
    listing = chart_listing(chart)
    paper = Paper(full_title(listing, head), head)
    paper.chart(chart)
    paper.section(listing)
    return paper.pdf()
