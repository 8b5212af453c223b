"""A listing to be posted: in type that is read from afar, on sheets that it fills.

Up to `CROWD` people it is legible at three metres, whatever the sheets; of more people the type is
smaller, so that a full hall does not need a wall.
"""

from collections.abc import Sequence
from dataclasses import replace

from reportlab.lib.pagesizes import A4, landscape

from scoring.core.files.pdf import divided_rows
from scoring.core.files.pdf_poster import (
    LINE,
    NOTE_ROW,
    Part,
    PosterLayout,
    PosterTexts,
    compact,
    drawn_pdf,
    layout_of,
    note_lines,
    pages_of,
    unwrapped,
)
from scoring.core.files.pdf_style import BOLD, REGULAR, SLACK, register_fonts
from scoring.core.head import Head
from scoring.core.listing import Listing, alphabetical

CROWD, HALL = 60, 240  # people
FAR, NEAR = 24.0, 15.0  # points: legible at three metres, at two
MOST = 40.0
STEP = 0.5
SPREAD = 1.5  # how far rows are moved apart to fill a sheet
LETTERS = 3  # of a name, where the sheets part within a letter


def posting_pdf(listing: Listing, head: Head, *, by: str) -> bytes:
    """The listing in the active language; `by` is the column whose range heads every sheet.

    The notes stand on the last sheet.
    """
    register_fonts()
    texts = PosterTexts.of(listing)
    layout, pages = grown(listing, texts)
    at = next(place for place, column in enumerate(listing.columns) if column.key == by)
    marks = ranges([row[at] for row in texts.rows], pages, names=not listing.columns[at].is_figure)
    return drawn_pdf(listing, head, texts, layout, pages, marks if len(pages) > 1 else ())


def grown(listing: Listing, texts: PosterTexts) -> tuple[PosterLayout, list[list[Part]]]:
    """The layout with the rows of every sheet: the fewest sheets, and the largest type on them."""
    people = sum(1 + max((text.count(LINE) for text in row), default=0) for row in texts.rows)
    if people > HALL:
        layout = compact(listing, texts, 2)
        return layout, pages_of(texts, layout, layout.room)
    wanted = FAR if people <= CROWD else NEAR
    found = []
    for page in (A4, landscape(A4)):
        layout = layout_of(texts, wanted, 1, page)
        found.append((layout, sheets(listing, texts, layout)))
    layout, parts = min(found, key=lambda each: (len(each[1]), each[0].page != A4))
    most = min(MOST, max(layout.size, unwrapped(texts, 1, layout.page)))
    while layout.size + STEP <= most:
        larger = layout_of(texts, layout.size + STEP, 1, layout.page)
        on_them = sheets(listing, texts, larger)
        if len(on_them) > len(parts) or larger.size <= layout.size:
            break
        layout, parts = larger, on_them
    return spread(listing, texts, layout, parts), [[part] for part in parts]


def sheets(listing: Listing, texts: PosterTexts, layout: PosterLayout) -> list[Part]:
    """The rows divided evenly among the fewest sheets; below the last there is room for the notes.

    Where nothing fits the notes get a sheet of their own.
    """
    heights = [layout.height_of(row, REGULAR) for row in texts.rows]
    room = layout.room - layout.height_of(texts.headings, BOLD)
    below = notes_room(listing, layout)
    parts = list(divided_rows(heights, room))
    for count in range(len(parts), len(parts) + 2):
        limit = sum(heights) / count
        while limit < room + layout.size:
            parts = list(divided_rows(heights, min(limit, room) + SLACK))
            first, last = parts[-1]
            if len(parts) <= count and sum(heights[first:last]) + below <= room + SLACK:
                return parts
            limit += layout.size / 4
    return list(divided_rows(heights, room))


def notes_room(listing: Listing, layout: PosterLayout) -> float:
    lines = sum(len(note_lines(note, layout.page)) for note in listing.notes)
    return NOTE_ROW * (lines + 1) if lines else 0.0


def spread(
    listing: Listing, texts: PosterTexts, layout: PosterLayout, parts: Sequence[Part]
) -> PosterLayout:
    """The layout with rows apart as far as every sheet allows."""
    room = layout.room - layout.height_of(texts.headings, BOLD) * SPREAD
    free = []
    for place, (first, last) in enumerate(parts):
        used = sum(layout.height_of(row, REGULAR) for row in texts.rows[first:last])
        below = notes_room(listing, layout) if place == len(parts) - 1 else 0.0
        if last > first:
            free.append((room - below - used) / (last - first))
    more = max(0.0, min(free, default=0.0)) / layout.size
    return replace(layout, row=min(layout.row * SPREAD, layout.row + more))


def ranges(texts: Sequence[str], pages: Sequence[Sequence[Part]], *, names: bool) -> list[str]:
    """What stands on each page: "A–K", "Be–Bo" where pages part within a letter, or "1–20"."""
    found = []
    for place, parts in enumerate(pages):
        first, last = parts[0][0], parts[-1][1] - 1
        if last < first:
            found.append("")
            continue
        start, end = texts[first], texts[last]
        if names:
            before = texts[first - 1] if place else ""
            after = texts[last + 1] if last + 1 < len(texts) else ""
            start, end = prefix(start, before), prefix(end, after)
        found.append(start if start == end else f"{start}–{end}")
    return found


def prefix(name: str, other: str) -> str:
    """As many letters as tell a name from its neighbour on the other sheet.

    >>> prefix("Becker, Ada", "Amsel, Udo"), prefix("Bernau, Ada", "Becker, Udo")
    ('B', 'Ber')
    """
    for count in range(1, LETTERS):
        if alphabetical(name[:count]) != alphabetical(other[:count]):
            return name[:count]
    return name[:LETTERS]
