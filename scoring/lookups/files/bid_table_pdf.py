"""The bid table of a system on one page A4, for the wall of the club room."""

from collections.abc import Sequence
from math import ceil

from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4, landscape
from reportlab.platypus import Paragraph, Table, TableStyle
from reportlab.platypus.flowables import Flowable

from scoring.core.files.pdf import NOTE
from scoring.core.files.pdf_pages import flowing_pdf, room_on
from scoring.core.files.pdf_style import BOLD, REGULAR, ZEBRA, register_fonts, width_of
from scoring.core.head import Head
from scoring.core.listing import Listing, groups, printable, shown

BLOCKS = 2
GAP = 12  # points between the blocks
FEW_COLUMNS = 9  # so many stand twice beside each other on an upright page
LARGEST = 11.0  # points of type
NOTES = 24  # points kept for the note below


def bid_table_pdf(listing: Listing, head: Head) -> bytes:
    """The table in two blocks beside each other, in type as large as the page allows."""
    register_fonts()
    page = A4 if len(listing.columns) <= FEW_COLUMNS else landscape(A4)
    title = f"{listing.title} – {listing.subtitle}"
    return flowing_pdf(flowables(listing, room_on(page)), title, head, {"page": page}, top=4)


def flowables(listing: Listing, room: tuple[float, float]) -> list[Flowable]:
    rows = [
        [shown(column, row.get(column.key)) for column in listing.columns] for row in listing.rows
    ]
    each = ceil(len(rows) / BLOCKS)
    heads = heading_rows(listing)
    line = (room[1] - NOTES) / (each + len(heads))
    width = (room[0] - GAP * (BLOCKS - 1)) / BLOCKS
    wanted = widths(listing, rows)
    size = min(LARGEST, line / 1.45, width / sum(wanted))
    shares = [width * one / sum(wanted) for one in wanted]
    blocks = [
        block(listing, heads, rows[start : start + each], shares, line, size)
        for start in range(0, len(rows), each)
    ]
    beside = Table([blocks], colWidths=[width + GAP, *[width] * (len(blocks) - 1)])
    beside.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                *(
                    (f"{side}PADDING", (0, 0), (-1, -1), 0)
                    for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")
                ),
            ]
        )
    )
    return [beside, *(Paragraph(printable(note), NOTE) for note in listing.notes)]


def heading_rows(listing: Listing) -> list[list[str]]:
    """The headings, and above them those of the groups."""
    own = [printable(column.heading) for column in listing.columns]
    spans = groups(listing.columns)
    if not spans:
        return [own]
    above = [""] * len(own)
    for span in spans:
        above[span.first] = span.text
    return [above, own]


def widths(listing: Listing, rows: Sequence[Sequence[str]]) -> list[float]:
    """The width that each column needs, in ems."""
    own = [printable(column.heading) for column in listing.columns]
    needed = [
        max(width_of(text, BOLD) for text in (heading, *texts)) + 0.8
        for heading, texts in zip(own, zip(*rows, strict=True), strict=True)
    ]
    for span in groups(listing.columns):
        for place in range(span.first, span.last + 1):
            needed[place] = max(needed[place], (width_of(span.text, BOLD) + 0.4) / span.count)
    return needed


def block(
    listing: Listing,
    heads: list[list[str]],
    rows: list[list[str]],
    columns: list[float],
    line: float,
    size: float,
) -> Table:
    """One block of the table; `columns` and `line` are widths and height in points."""
    top = len(heads)
    style: list[tuple[object, ...]] = [
        ("FONT", (0, 0), (-1, -1), REGULAR, size),
        ("FONT", (0, 0), (-1, top - 1), BOLD, size),
        ("FONT", (0, top), (0, -1), BOLD, size),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LINEBELOW", (0, top - 1), (-1, top - 1), 0.8, black),
        ("LINEAFTER", (0, 0), (0, -1), 0.5, black),
        *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        *(
            ("LINEAFTER", (span.last, 0), (span.last, -1), 0.3, black)
            for span in groups(listing.columns)
        ),
        *(
            ("BACKGROUND", (0, place), (-1, place), Color(ZEBRA, ZEBRA, ZEBRA))
            for place in range(top, top + len(rows), 2)
        ),
        *(
            ("SPAN", (span.first, 0), (span.last, 0))
            for span in groups(listing.columns)
            if top > 1 and span.count > 1
        ),
    ]
    made = Table([*heads, *rows], colWidths=columns, rowHeights=[line] * (top + len(rows)))
    made.setStyle(TableStyle(style))
    return made
