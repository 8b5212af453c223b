"""The layout of a table on paper: type, columns, and which rows stand on which page.

`Texts` become a `SetTable` in a `Layout`: one block of rows or two side by side, on a page of its
own, as a section among others, as a poster, or posted to be read from afar.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.core.files.pdf_style import (
    BOLD,
    CAPITAL,
    FOOT,
    HEAD,
    LEADING,
    MARGIN,
    REGULAR,
    SLACK,
    ZEBRA,
    put_lines,
    width_of,
    wrap_text,
)
from scoring.core.listing import (
    Column,
    Listing,
    Span,
    alphabetical,
    cell_text,
    foot_cells,
    group_spans,
)

ACROSS = landscape(A4)
PLAIN, CLOSE, DENSE = 1.65, 1.47, 1.2  # of the type size: the height of a row of one line
GAP = 6 * mm  # between two blocks
# In ems: the padding of a text, the width above which a text may always be wrapped, and the
# widths to which it may be wrapped so that all columns fit.
AIR, LONG, NARROW, TIGHT = 0.4, 22.0, 14.0, 9.0
LINES = 5  # that a text may take in the tightest column
DIGIT = 0.64  # of an em, in DejaVu Sans
MAX_STRETCH = 1.6  # how far a narrow table is stretched; further, rows are hard to follow
SHARE = 0.8  # of a page: the greatest height of a row, beside headings and foot
TOGETHER = 3  # rows of a block that move to a new page with the foot
MIN_UNWRAPPED = 7.0  # points: the smallest type for which a text is kept on one line
LINE = "\N{LINE SEPARATOR}"  # between the lines of a text that has several

Size = tuple[float, float]
Part = tuple[int, int]  # the first row of a block and the row after its last
Row = Sequence[Span]
TIGHTEST, WRAPPED, NATURAL = range(3)  # levels of widths


def room_on(page: Size) -> Size:
    """Width and height in points between head, foot and margins."""
    width, height = page
    return width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT


def block_width(page: Size, blocks: int) -> float:
    return (room_on(page)[0] - (blocks - 1) * GAP) / blocks


@dataclass(frozen=True, slots=True)
class Texts:
    """The rows of a listing as they are printed, and the widths that its columns want.

    `levels` are the tightest, the wrapped, the natural and the full width of every column, in ems.
    Figures are never wrapped; texts and headings may be wrapped between words. The full width
    respects the column's `width`, given only where there is room for all.
    """

    head: Sequence[Row]
    rows: Sequence[Row]
    feet: Sequence[Row]
    levels: tuple[list[float], ...]

    @classmethod
    def of(cls, listing: Listing, typical: float = 1.0) -> "Texts":
        """`typical` is the share of texts that the natural width holds on one line."""
        columns = listing.columns
        headings = cells(columns, {column.key: column.heading for column in columns})
        rows = [cells(columns, row) for row in listing.rows]
        feet, wanted = [foot_cells(columns, row) for row in listing.foot], []
        for at, column in enumerate(columns):
            alone = [span.text for row in feet for span in row if span.first == at == span.last]
            texts = [row[at].text for row in rows]
            wanted.append(wanted_widths(column, [headings[at].text, *alone], texts, typical))
        levels = tuple(map(list, zip(*wanted, strict=True)))
        above = group_spans(columns)
        return cls([above, headings] if above else [headings], rows, feet, levels)

    @property
    def people(self) -> int:
        """How many lines the rows have: at a table everybody has one."""
        return sum(1 + max((cell.text.count(LINE) for cell in row), default=0) for row in self.rows)

    def unwrapped(self, page: Size, blocks: int = 1) -> float:
        """The largest type at which every column has its natural width."""
        return block_width(page, blocks) / sum(self.levels[NATURAL])


def cells(columns: Sequence[Column], row: Mapping[str, object]) -> list[Span]:
    return [
        Span(at, 1, cell_text(column, row.get(column.key)), column.alignment)
        for at, column in enumerate(columns)
    ]


def wanted_widths(
    column: Column, bold: Sequence[str], texts: Sequence[str], typical: float
) -> tuple[float, float, float, float]:
    """The widths of a column, in ems, for each level of `Texts`; `bold` are heading and foot."""
    heading, *feet = bold
    words = max(width_of(word, BOLD) for word in [*heading.split(), ""])
    widths = sorted(map(widest, texts)) or [0.0]
    longest = max(words, widths[-1], *(width_of(text, BOLD) for text in feet))
    full = max(longest, column.width * DIGIT)
    if column.is_figure:
        limits = [longest] * 3
    else:
        usual = widths[int(typical * (len(widths) - 1))] if typical < 1 else longest
        tight = TIGHT if longest <= LINES * TIGHT else NARROW
        limits = [min(longest, tight), min(longest, NARROW), min(usual, LONG)]
    tightest, wrapped_width, natural = (max(words, width) + 2 * AIR for width in limits)
    return tightest, wrapped_width, natural, full + 2 * AIR


def widest(text: str, font: str = REGULAR) -> float:
    """The width of the longest line of a text, in ems."""
    return max(width_of(line, font) for line in text.split(LINE))


@dataclass(frozen=True, slots=True)
class Layout:
    """The page, the font size in points, the edges of a block's columns, and the blocks.

    `row` is the height of a row of one line, of the font size; a text may get smaller by `shrink`
    before it is wrapped.
    """

    page: Size
    size: float
    edges: tuple[float, ...]
    blocks: int = 1
    row: float = PLAIN
    shrink: float = 1.0

    def inner(self, cell: Span) -> Size:
        """The left and right edge of a text."""
        return self.edges[cell.first] + AIR * self.size, self.edges[cell.last + 1] - AIR * self.size

    def lines(self, cell: Span, font: str = REGULAR) -> tuple[list[str], float]:
        """The lines that a text needs, and their size."""
        start, end = self.inner(cell)
        natural = widest(cell.text, font)
        size = min(self.size, (end - start + SLACK) / natural) if natural else self.size
        pieces = cell.text.split(LINE)
        least = min(self.size, max(MIN_UNWRAPPED, self.shrink * self.size))
        if size >= least:
            return pieces, size
        most = int(SHARE * room_on(self.page)[1] / (least * LEADING))
        lines = (wrap_text(piece, font, least, end - start, lines=most) for piece in pieces)
        return [line for piece in lines for line in piece], least

    def set_rows(self, rows: Sequence[Row], font: str = REGULAR) -> list["SetRow"]:
        """The rows in lines, each as high as its highest text."""
        set_rows = []
        for row in rows:
            texts, further = [], 0.0
            for cell in row:
                if cell.text:
                    lines, size = self.lines(cell, font)
                    texts.append((cell, lines, size))
                    further = max(further, (len(lines) - 1) * size * LEADING)
            set_rows.append(SetRow(self.size * self.row + further, texts))
        return set_rows


class SetRow(NamedTuple):
    """A row set in type: its height, and for each text its lines and their size."""

    height: float
    texts: list[tuple[Span, list[str], float]]


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table set in type."""

    layout: Layout
    head: list[SetRow]
    rows: list[SetRow]
    feet: list[SetRow]

    @classmethod
    def of(cls, texts: Texts, layout: Layout) -> "SetTable":
        head, feet = layout.set_rows(texts.head, BOLD), layout.set_rows(texts.feet, BOLD)
        return cls(layout, head, layout.set_rows(texts.rows), feet)

    @property
    def room(self) -> float:
        """The height on a page below the headings."""
        return room_on(self.layout.page)[1] - height_of(self.head)


def height_of(rows: Iterable[SetRow]) -> float:
    return sum(row.height for row in rows)


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
            if sum(texts.levels[level]) * size <= block_width(page, blocks):
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
    widest_by: float = MAX_STRETCH,
) -> Layout:
    """A layout in this size, or the largest that the least widths of the columns allow."""
    width = block_width(page, blocks)
    size = min(size, width / sum(texts.levels[least]))
    widths = divided_width(width, size, texts.levels, widest_by)
    return Layout(page, size, tuple(accumulate(widths, initial=0.0)), blocks, row, shrink)


def divided_width(
    room: float, size: float, levels: Sequence[Sequence[float]], widest_by: float
) -> list[float]:
    """The room in points, divided among the columns between the two levels that enclose it."""
    for low, high in pairwise(levels):
        most, least = sum(high) * size, sum(low) * size
        if most > room:
            ease = max(0.0, (room - least) / (most - least))
            return [(a + (b - a) * ease) * size for a, b in zip(low, high, strict=True)]
    stretch = min(room / (sum(levels[-1]) * size), widest_by)
    return [width * size * stretch for width in levels[-1]]


# A table on pages of its own: upright if it fits, else across, else smaller; long texts are
# wrapped only where that does not help. If nothing fits, everything is scaled. A short table whose
# columns leave room, a league of eight teams, is set larger.
FEW = 24  # rows, which fit on a page in that size with notes and signatures
LARGER = ((NATURAL, A4, (11.0, 10.0)),)
PAGES = ((A4, (9.0,)), (ACROSS, (9.0, 8.5)))
ON_PAGE = (
    *((NATURAL, page, sizes) for page, sizes in PAGES),
    *((WRAPPED, page, sizes) for page, sizes in PAGES),
    (TIGHTEST, ACROSS, (8.5, 8.0, 7.0)),
)
# Among other tables: rows stand closer, and a narrow table stands in two halves.
HALVED = 10  # rows from which it does
HALVES = ((NATURAL, A4, (8.5, 8.0, 7.5, 7.0)),)
IN_SECTION = ((NATURAL, A4, (8.5, 8.0, 7.5)), (WRAPPED, A4, (8.0, 7.5, 7.0)))


def on_page(texts: Texts, *, across: bool = False) -> Layout:
    if len(texts.rows) <= FEW and not across and (larger := fitting(texts, LARGER)):
        return larger
    attempts = [attempt for attempt in ON_PAGE if attempt[1] == ACROSS] if across else ON_PAGE
    return fitting(texts, attempts) or layout_of(texts, MIN_UNWRAPPED, ACROSS)


def in_section(texts: Texts) -> Layout:
    halves = len(texts.rows) >= HALVED and not texts.feet
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


# On the wall.
TIGHT_TYPE = 0.8  # how much smaller a text may be to stay on one line
TYPICAL = 0.95
SIZES = tuple(size / 4 for size in range(72, 27, -1))  # 18 to 7 points
SMALL = 9.0  # of two blocks: below it names are wrapped instead
CROWD, HALL = 60, 240  # people
FAR, NEAR = 24.0, 15.0  # points: legible at three metres, at two
MAX_TYPE_SIZE, MAX_ON_ONE = 40.0, 11.0
STEP = 0.5
SPREAD = 1.5  # how far rows are moved apart to fill a sheet
LETTERS = 3  # of a name, where the sheets part within a letter


def on_wall(texts: Texts, size: float, page: Size = A4, blocks: int = 1) -> SetTable:
    layout = layout_of(
        texts, size, page, blocks=blocks, row=DENSE, shrink=TIGHT_TYPE, widest_by=MAX_TYPE_SIZE
    )
    return SetTable.of(texts, layout)


def compact(texts: Texts, below: float) -> tuple[SetTable, list[list[Part]]]:
    """Two blocks in the largest type on the fewest pages; names are wrapped only below `SMALL`."""
    smallest = on_wall(texts, SIZES[-1], blocks=2)
    fewest = pages_of(smallest, below)
    most = max(texts.unwrapped(A4, 2), SMALL)
    for size in (size for size in SIZES if size <= most):
        # With one line a row it already does not fit: skip the layout.
        if len(texts.rows) * size * DENSE > len(fewest) * 2 * room_on(A4)[1]:
            continue
        table = on_wall(texts, size, blocks=2)
        pages = pages_of(table, below)
        if len(pages) <= len(fewest):
            return table, pages
    return smallest, fewest


def on_one_page(texts: Texts, below: float) -> tuple[SetTable, list[list[Part]]]:
    """Two blocks that fill a page, upright or across, whichever allows the larger type."""
    half, layouts = -(-len(texts.rows) // 2), []
    lines = half + len(texts.head)
    for page in (A4, ACROSS):
        room = room_on(page)[1] - below - SLACK
        size = min(MAX_ON_ONE, room / lines / SPREAD, texts.unwrapped(page, 2))
        table = on_wall(texts, size, page, blocks=2)
        wrapped_lines = height_of(table.head) - len(table.head) * DENSE * size
        layouts.append(replace(table.layout, row=(room - wrapped_lines) / lines / size))
    layout = max(layouts, key=lambda layout: layout.size)
    return SetTable.of(texts, layout), [[(0, half), (half, len(texts.rows))]]


def posted(texts: Texts, below: float) -> tuple[SetTable, list[list[Part]]]:
    """A posting with the rows of every sheet: the fewest sheets, and the largest type on them.

    Up to `CROWD` people it is legible at three metres, whatever the sheets; of more the type is
    smaller, so that a full hall does not need a wall.
    """
    if texts.people > HALL:
        return compact(texts, below)
    size = FAR if texts.people <= CROWD else NEAR
    tables = [on_wall(texts, size, page) for page in (A4, ACROSS)]
    sheets = [(table, sheets_of(table, below)) for table in tables]
    table, parts = min(sheets, key=lambda sheet: (len(sheet[1]), sheet[0].layout.page != A4))
    page, size = table.layout.page, table.layout.size
    most = min(MAX_TYPE_SIZE, max(size, texts.unwrapped(page)))
    while size + STEP <= most:
        larger = on_wall(texts, size + STEP, page)
        on_them = sheets_of(larger, below)
        if len(on_them) > len(parts) or larger.layout.size <= size:
            break
        table, parts, size = larger, on_them, larger.layout.size
    return SetTable.of(texts, spread(table, parts, below)), [[part] for part in parts]


def spread(table: SetTable, parts: Sequence[Part], below: float) -> Layout:
    """The layout with rows apart as far as every sheet allows."""
    layout = table.layout
    room = room_on(layout.page)[1] - height_of(table.head) * SPREAD
    free = []
    for first, last in parts:
        used = height_of(table.rows[first:last])
        if last > first:
            is_last = last == len(table.rows)
            free.append((room - used - (below if is_last else 0.0)) / (last - first))
    more = max(0.0, min(free, default=0.0)) / layout.size
    return replace(layout, row=min(layout.row * SPREAD, layout.row + more))


def sheets_of(table: SetTable, below: float) -> list[Part]:
    """The rows divided evenly among the fewest sheets; below the last there is room for the notes.

    Where nothing fits the notes get a sheet of their own.
    """
    heights, room = [row.height for row in table.rows], table.room
    fewest = len(list(divided_rows(heights, room)))
    for count in (fewest, fewest + 1):
        if parts := balance_parts(heights, count, room, table.layout.size / 4, below):
            return parts
    return list(divided_rows(heights, room))


def pages_of(table: SetTable, below: float, first_room: float | None = None) -> list[list[Part]]:
    """The blocks of every page, equally high on the last; the first page may have less room.

    Foot and notes (`below`, in points) never stand alone: the last rows move on with them, and the
    last page has more than one row.
    """
    blocks, step = table.layout.blocks, table.layout.size / 2
    heights, below = [row.height for row in table.rows], below + height_of(table.feet)
    pages: list[list[Part]] = []
    count, first = len(heights), 0
    room = table.room - SLACK
    if first_room is not None:
        room = first_room - height_of(table.head) - SLACK
    while first < count or not pages:
        parts = list(islice(divided_rows(heights[first:], room), blocks))
        end = first + parts[-1][1]
        retained = max(first + 1, count - TOGETHER * blocks)
        if end == count:
            parts = balance_parts(heights[first:], blocks, room, step) or parts
            used = max(sum(heights[first + a : first + b]) for a, b in parts)
            if used + below > room and end - first > 1:
                end = retained
        elif end > retained:
            end = retained
        if end < first + parts[-1][1]:
            parts = balance_parts(heights[first:end], blocks, room, step) or parts
        pages.append([(first + a, first + b) for a, b in parts])
        first, room = end, table.room - SLACK
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


def ranges(texts: Sequence[str], pages: Sequence[Sequence[Part]], *, names: bool) -> list[str]:
    """What stands on each page: "A–K", "Be–Bo" where pages part within a letter, or "1–20"."""
    marks = []
    for place, parts in enumerate(pages):
        first, last = parts[0][0], parts[-1][1] - 1
        if last < first:
            marks.append("")
            continue
        start, end = texts[first], texts[last]
        if names:
            before = texts[first - 1] if place else ""
            after = texts[last + 1] if last + 1 < len(texts) else ""
            start, end = prefix(start, before), prefix(end, after)
        marks.append(start if start == end else f"{start}–{end}")
    return marks


def prefix(name: str, other: str) -> str:
    """As many letters as tell a name from its neighbour on the other sheet.

    >>> prefix("Becker, Ada", "Amsel, Udo"), prefix("Bernau, Ada", "Becker, Udo")
    ('B', 'Ber')
    """
    for count in range(1, LETTERS):
        if alphabetical(name[:count]) != alphabetical(other[:count]):
            return name[:count]
    return name[:LETTERS]


def draw_rows(canvas: Canvas, table: SetTable, part: Part, left: float, top: float) -> float:
    """One block with its headings, below the last row the foot; returns where it ends."""
    first, last = part
    edges = [left + edge for edge in table.layout.edges]
    y = top
    for above, row in enumerate(table.head):
        y = draw_row(canvas, table.layout, row, left, y, BOLD)
        canvas.setLineWidth(0.4)
        for cell, _lines, _size in row.texts if above < len(table.head) - 1 else ():
            canvas.line(edges[cell.first], y, edges[cell.last + 1], y)
    canvas.setLineWidth(0.8)
    canvas.line(left, y, edges[-1], y)
    for number, row in enumerate(table.rows[first:last]):
        y = draw_row(canvas, table.layout, row, left, y, REGULAR, shaded=bool(number % 2))
    if table.feet and last == len(table.rows):
        canvas.line(left, y, edges[-1], y)
        for row in table.feet:
            y = draw_row(canvas, table.layout, row, left, y, BOLD)
    return y


def draw_row(
    canvas: Canvas,
    layout: Layout,
    row: SetRow,
    left: float,
    top: float,
    font: str,
    *,
    shaded: bool = False,
) -> float:
    """The texts of a row share the first baseline, in bold the last; returns where it ends."""
    first_line = layout.size * layout.row
    if shaded:
        canvas.setFillGray(ZEBRA)
        canvas.rect(left, top - row.height, layout.edges[-1], row.height, stroke=0, fill=1)
        canvas.setFillGray(0)
    for cell, lines, size in row.texts:
        start, end = layout.inner(cell)
        y = top - (first_line + CAPITAL * size) / 2
        if font == BOLD:
            y -= row.height - first_line - (len(lines) - 1) * size * LEADING
        x = left + {"start": start, "center": (start + end) / 2, "end": end}[cell.align]
        put_lines(canvas, lines, font, size, x, y, cell.align)
    return top - row.height
