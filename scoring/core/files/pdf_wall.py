"""Tables for the wall: posters, and postings to be read from afar."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from reportlab.lib.pagesizes import A4

from scoring.core.files.pdf import (
    Layout,
    Paper,
    Part,
    SetTable,
    Texts,
    balance_parts,
    divided_rows,
    full_title,
    layout_of,
    pages_of,
)
from scoring.core.files.pdf_style import ACROSS, ROOM, SLACK, Size
from scoring.core.listing import FIGURES, LINE, Head, Listing, alphabetical

DENSE = 1.2  # of the type size: the height of a row of one line
TIGHT_TYPE = 0.8  # how much smaller a text may be to stay on one line
TYPICAL = 0.95  # share of the texts of a column that fit into its natural width
SIZES = tuple(size / 4 for size in range(72, 27, -1))  # 18 to 7 points
SMALL = 9.0  # points, of two blocks: instead of a smaller type names are wrapped
CROWD, HALL = 60, 240  # people
FAR, NEAR = 24.0, 15.0  # points: legible at three metres, at two
MAX_TYPE_SIZE = 40.0  # points, of a posting
MAX_ON_ONE_PAGE = 11.0  # points
STEP = 0.5  # points from one size to the next
SPREAD = 1.5  # how far rows are moved apart to fill a sheet
MAX_PREFIX = 3  # letters of a name, where the sheets part within a letter


def on_wall(texts: Texts, size: float, page: Size = A4, blocks: int = 1) -> SetTable:
    layout = layout_of(
        texts, size, page, blocks=blocks, row=DENSE, shrink=TIGHT_TYPE, max_stretch=inf
    )
    return SetTable.of(texts, layout)


def compact(texts: Texts, below: float) -> tuple[SetTable, list[list[Part]]]:
    """Two blocks in the largest type on the fewest pages; no name is wrapped above `SMALL`."""
    smallest = on_wall(texts, SIZES[-1], blocks=2)
    fewest = pages_of(smallest, below)
    most = max(texts.unwrapped(A4, 2), SMALL)
    for size in (size for size in SIZES if size <= most):
        # With one line a row it already does not fit: skip the layout.
        if len(texts.rows) * size * DENSE > len(fewest) * 2 * ROOM[A4][1]:
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
        room = ROOM[page][1] - below - SLACK
        size = min(MAX_ON_ONE_PAGE, room / lines / SPREAD, texts.unwrapped(page, 2))
        table = on_wall(texts, size, page, blocks=2)
        wrapped_lines = table.head_height - len(table.head) * DENSE * size
        layouts.append(replace(table.layout, row=(room - wrapped_lines) / lines / size))
    layout = max(layouts, key=lambda layout: layout.size)
    return SetTable.of(texts, layout), [[(0, half), (half, len(texts.rows))]]


def posted(texts: Texts, below: float) -> tuple[SetTable, list[list[Part]]]:
    """The fewest sheets and the largest type on them, legible at three metres up to `CROWD` people.

    For more people the type is smaller, so that a full hall does not need a wall.
    """
    # At a table everybody has a line of his own.
    people = sum(1 + max(cell.text.count(LINE) for cell in row) for row in texts.rows)
    if people > HALL:
        return compact(texts, below)
    size = FAR if people <= CROWD else NEAR
    tables = [on_wall(texts, size, page) for page in (A4, ACROSS)]
    sheets = [(table, sheets_of(table, below)) for table in tables]
    table, parts = min(sheets, key=lambda sheet: (len(sheet[1]), sheet[0].layout.page != A4))
    page, size = table.layout.page, table.layout.size
    most = min(MAX_TYPE_SIZE, max(size, texts.unwrapped(page)))
    while size + STEP <= most:
        larger = on_wall(texts, size + STEP, page)
        larger_parts = sheets_of(larger, below)
        if len(larger_parts) > len(parts) or larger.layout.size <= size:
            break
        table, parts, size = larger, larger_parts, larger.layout.size
    return SetTable.of(texts, spread(table, parts, below)), [[part] for part in parts]


def spread(table: SetTable, parts: Sequence[Part], below: float) -> Layout:
    """The layout with rows apart as far as every sheet allows."""
    layout = table.layout
    room = ROOM[layout.page][1] - table.head_height * SPREAD
    free = []
    for first, last in parts:
        used = sum(row.height for row in table.rows[first:last])
        if last > first:
            is_last = last == len(table.rows)
            free.append((room - used - (below if is_last else 0.0)) / (last - first))
    more = max(0.0, min(free, default=0.0)) / layout.size
    return replace(layout, row=min(layout.row * SPREAD, layout.row + more))


def sheets_of(table: SetTable, below: float) -> list[Part]:
    """The rows divided evenly among the fewest sheets, with room `below` the last if possible."""
    heights = [row.height for row in table.rows]
    room = ROOM[table.layout.page][1] - table.head_height
    fewest = len(list(divided_rows(heights, room)))
    for count in (fewest, fewest + 1):
        if parts := balance_parts(heights, count, room, table.layout.size / 4, below):
            return parts
    return list(divided_rows(heights, room))


def ranges(texts: Sequence[str], pages: Sequence[Sequence[Part]], *, names: bool) -> list[str]:
    """What stands on each page: "A–K", "Be–Bo" where pages part within a letter, or "1–20"."""
    marks = []
    for place, parts in enumerate(pages):
        first, last = parts[0][0], parts[-1][1] - 1
        start, end = texts[first], texts[last]
        if names:
            before = texts[first - 1] if place else ""
            after = texts[last + 1] if last + 1 < len(texts) else ""
            start, end = prefix(start, before), prefix(end, after)
        marks.append(start if start == end else f"{start}–{end}")
    return marks


def prefix(name: str, other: str) -> str:
    """As many letters as tell a name from its neighbour on the other sheet, at most MAX_PREFIX.

    >>> prefix("Becker, Ada", "Amsel, Udo"), prefix("Bernau, Ada", "Becker, Udo")
    ('B', 'Ber')
    """
    for count in range(1, MAX_PREFIX):
        if alphabetical(name[:count]) != alphabetical(other[:count]):
            return name[:count]
    return name[:MAX_PREFIX]


def poster_pdf(listing: Listing, head: Head) -> bytes:
    """For the wall: two blocks and up to some 160 rows a page."""
    return wall_pdf(listing, head, compact, TYPICAL)


def one_page_pdf(listing: Listing, head: Head) -> bytes:
    """For the wall: two blocks on a single page, in type as large as it allows."""
    return wall_pdf(listing, head, on_one_page)


def posting_pdf(listing: Listing, head: Head, *, by: str) -> bytes:
    """To be read from afar; `by` is the column whose range heads every sheet."""
    return wall_pdf(listing, head, posted, TYPICAL, by)


def wall_pdf(
    listing: Listing,
    head: Head,
    lay_out: Callable[[Texts, float], tuple[SetTable, list[list[Part]]]],
    typical: float = 1.0,
    by: str = "",
) -> bytes:
    texts = Texts.of(listing, typical)
    table, pages = lay_out(texts, Paper("", head).below(listing))
    marks: list[str] = []
    if by and len(pages) > 1:
        at = next(place for place, column in enumerate(listing.columns) if column.key == by)
        is_name = listing.columns[at].kind not in FIGURES
        marks = ranges([row[at].text for row in texts.rows], pages, names=is_name)
    title = full_title(listing, head)
    paper = Paper(title, head, table.layout.page, is_posted=bool(by))
    paper.write(listing, table, pages, marks)
    return paper.pdf()
