"""A listing as a PDF: A4, portrait or landscape as its width requires."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color, black, white
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Paragraph, Spacer, Table, TableStyle

from scoring.core.files.pdf_pages import flowing_pdf, room_on
from scoring.core.files.pdf_style import (
    ANY,
    BOLD,
    REGULAR,
    SLACK,
    ZEBRA,
    register_fonts,
    width_of,
    wrapped,
)
from scoring.core.head import Head
from scoring.core.listing import Listing, Span, Text, foot_cells, groups, printable, shown

ACROSS = landscape(A4)
# Pages and font sizes in points, tried in turn: first without wrapping, then with long texts
# wrapped, then with all but short ones. If none fits, everything is scaled.
UNWRAPPED = ((A4, 9.0), (ACROSS, 9.0), (ACROSS, 8.5))
WRAPPED = ((A4, 9.0), (ACROSS, 9.0), (ACROSS, 8.5))
SQUEEZED = ((ACROSS, 8.5), (ACROSS, 8.0), (ACROSS, 7.0))
# In ems: the padding of a text, the width above which a text may always be wrapped, and the
# widths to which it may be wrapped so that all columns fit.
AIR, LONG, NARROW, TIGHT = 0.45, 22.0, 14.0, 9.0
LINES = 5  # that a text may take in the tightest column
WIDEST = 1.6  # how far a narrow table is stretched; further, rows are hard to follow
NOTE_SPACE = 3 * mm  # above the notes
SHARE = 0.8  # of a page: the greatest height of a row, beside headings and foot
TAKEN_ALONG = 3  # rows that move to a new page with foot and notes
DIGIT = 0.64  # of an em, in DejaVu Sans
_ALIGN = {"start": "LEFT", "center": "CENTER", "end": "RIGHT"}


@dataclass(frozen=True, slots=True)
class PagePlan:
    """The page on which a listing fits: its size, the font size, the columns' widths, in points.

    `air` is what a row has above and below its lines, of the font size.
    """

    page: tuple[float, float]
    size: float
    widths: tuple[float, ...]
    air: float = 0.4

    @property
    def leading(self) -> float:
        return self.size * 1.25

    @property
    def most_lines(self) -> int:
        """How many lines a row may have: a row is never split between two pages."""
        return int(SHARE * room_on(self.page)[1] / self.leading)

    def height_of(self, row: Sequence[str]) -> float:
        lines = 1 + max(text.count("\n") for text in row)
        return lines * self.leading + self.size * self.air


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a listing: headings, rows, and the spans above and below them."""

    headings: list[str]
    rows: list[list[str]]
    groups: list[Span]
    feet: list[list[Span]]

    @classmethod
    def of(cls, listing: Listing) -> "Texts":
        columns = listing.columns
        return cls(
            [printable(column.heading) for column in columns],
            [[shown(column, row.get(column.key)) for column in columns] for row in listing.rows],
            groups(columns),
            [foot_cells(columns, row) for row in listing.foot],
        )


def listing_pdf(listing: Listing, head: Head) -> bytes:
    """The listing as a PDF in the active language.

    Every page repeats head, headings and "page x of y". Texts are wrapped, figures never: if they
    need more room, the page is turned, then the font gets smaller.
    """
    register_fonts()
    texts = Texts.of(listing)
    plan = plan_for(listing, texts)
    title = " – ".join(str(part) for part in (listing.title, listing.subtitle) if part)
    return flowing_pdf(listing_flowables(listing, texts, plan), title, head, {"page": plan.page})


def listing_flowables(listing: Listing, texts: Texts, plan: PagePlan) -> list[Flowable]:
    """A table for each page, then the notes and the lines for signatures."""
    flowables: list[Flowable] = []
    for table in page_tables(listing, texts, plan):
        flowables += [PageBreak(), table] if flowables else [table]
    if not texts.rows:
        flowables.append(Paragraph(escape(_("No entries.")), NOTE))
    if listing.notes:
        flowables.append(Spacer(0, NOTE_SPACE))
    flowables += [Paragraph(escape(printable(note)), NOTE) for note in listing.notes]
    if listing.signatures:
        flowables.append(SignatureLines(listing.signatures))
    return flowables


class SignatureLines(Flowable):
    """A line for each of those who sign, with the day before it."""

    HEIGHT, GAP = 24 * mm, 8 * mm

    def __init__(self, names: Sequence[Text]) -> None:
        super().__init__()
        self.names = (_("Place, day"), *names)

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width = width
        return width, self.HEIGHT

    def draw(self) -> None:
        canvas, each = self.canv, (self.width + self.GAP) / len(self.names)
        canvas.setLineWidth(0.6)
        for place, name in enumerate(self.names):
            left = place * each
            canvas.line(left, 4 * mm, left + each - self.GAP, 4 * mm)
            text, room = printable(name), each - self.GAP
            # A name that is longer than its line is set smaller.
            size = min(1.0, room / (NOTE.fontSize * width_of(text, REGULAR) or 1.0))
            canvas.setFont(REGULAR, NOTE.fontSize * size)
            canvas.drawString(left, 4 * mm - 10, text)


def plan_for(listing: Listing, texts: Texts) -> PagePlan:
    """Portrait if it fits, else landscape, else smaller; wrapping long texts comes last."""
    levels = measures(listing, texts)
    least, narrow, natural, _full = levels
    for wanted, attempts in ((natural, UNWRAPPED), (narrow, WRAPPED), (least, SQUEEZED)):
        for page, size in attempts:
            room, _height = room_on(page)
            if sum(wanted) * size <= room:
                return PagePlan(page, size, divided(room, size, levels))
    room, _height = room_on(ACROSS)
    return PagePlan(ACROSS, room / sum(least), divided(room, room / sum(least), levels))


def measures(listing: Listing, texts: Texts) -> tuple[list[float], ...]:
    """The least, the narrow, the natural and the full width of every column, in ems.

    Figures are never wrapped; texts and headings may be wrapped between words. The full width
    respects the column's `width`, given only where there is room for all.
    """
    levels: tuple[list[float], ...] = ([], [], [], [])
    least, narrow, natural, full = levels
    for index, column in enumerate(listing.columns):
        heading = max(width_of(word, BOLD) for word in [*texts.headings[index].split(), ""])
        foot = (
            cell.text for foot in texts.feet for cell in foot if cell.first == cell.last == index
        )
        widest = max((width_of(row[index]) for row in texts.rows), default=0.0)
        bold = max((width_of(text, BOLD) for text in foot), default=0.0)
        all_of_it = max(widest, bold, heading)
        is_text = not column.is_figure
        full.append(max(all_of_it, column.width * DIGIT) + 2 * AIR)
        tight = TIGHT if all_of_it <= LINES * TIGHT else NARROW
        for widths, most in ((least, tight), (narrow, NARROW), (natural, LONG)):
            widths.append((max(heading, min(all_of_it, most)) if is_text else all_of_it) + 2 * AIR)
    return levels


def divided(room: float, size: float, levels: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The room in points, divided among the columns between the two levels that enclose it."""
    for low, high in pairwise(levels):
        wanted, needed = sum(high) * size, sum(low) * size
        if wanted > room:
            ease = max(0.0, (room - needed) / (wanted - needed))
            return tuple((a + (b - a) * ease) * size for a, b in zip(low, high, strict=True))
    stretch = min(room / (sum(levels[-1]) * size), WIDEST)
    return tuple(width * size * stretch for width in levels[-1])


def page_tables(listing: Listing, texts: Texts, plan: PagePlan) -> Iterator[Table]:
    """One table a page, each with its headings, the last with the foot.

    The rows are divided here because reportlab's tables with spans take quadratic time.
    """
    head, body, feet = wrapped_rows(listing, texts, plan)
    below = sum(map(plan.height_of, feet)) + notes_height(listing, plan)
    below += SignatureLines.HEIGHT if listing.signatures else 0
    room = room_on(plan.page)[1] - SLACK - sum(map(plan.height_of, head))
    pages = list(divided_rows([plan.height_of(row) for row in body], room))
    # Foot and notes never stand alone: the last rows move to the new page with them.
    first, last = pages[-1]
    if last - first > 1 and below and sum(map(plan.height_of, body[first:last])) + below > room:
        cut = max(first + 1, last - TAKEN_ALONG)
        pages[-1:] = [(first, cut), (cut, last)]
    for first, last in pages:
        is_last = last == len(body)
        rows = [*head, *body[first:last], *(feet if is_last else [])]
        yield Table(
            rows,
            plan.widths,
            [plan.height_of(row) for row in rows],
            hAlign="LEFT",
            style=table_style(listing, texts, plan, has_foot=is_last),
        )


def notes_height(listing: Listing, plan: PagePlan) -> float:
    """The height of the notes below the table, in points; very long ones may stand alone."""
    width, _height = room_on(plan.page)
    lines = sum(
        len(wrapped(printable(note), REGULAR, NOTE.fontSize, width, lines=ANY))
        for note in listing.notes
    )
    height = lines * NOTE.leading + NOTE_SPACE if lines else 0.0
    return height if height < plan.page[1] / 2 else 0.0


def divided_rows(heights: Sequence[float], room: float) -> Iterator[tuple[int, int]]:
    """The first row of each page and the row after its last; one page at least."""
    first, used = 0, 0.0
    for index, height in enumerate(heights):
        if index > first and used + height > room:
            yield first, index
            first, used = index, 0.0
        used += height
    yield first, len(heights)


def wrapped_rows(listing: Listing, texts: Texts, plan: PagePlan) -> tuple[list[list[str]], ...]:
    """Headings, rows and foot, with line breaks."""
    inner = [width - 2 * AIR * plan.size for width in plan.widths]

    def cell(text: str, index: int, count: int = 1, font: str = REGULAR) -> str:
        width = inner[index] + sum(plan.widths[index + 1 : index + count])
        return "\n".join(wrapped(text, font, plan.size, width, lines=plan.most_lines))

    def spanned(spans: Sequence[Span]) -> list[str]:
        row = [""] * len(inner)
        for span in spans:
            row[span.first] = cell(span.text, span.first, span.count, BOLD)
        return row

    head = [spanned(texts.groups)] if texts.groups else []
    head.append([cell(text, index, font=BOLD) for index, text in enumerate(texts.headings)])
    body = [[cell(text, index) for index, text in enumerate(row)] for row in texts.rows]
    return head, body, [spanned(spans) for spans in texts.feet]


NOTE = ParagraphStyle("note", fontName=REGULAR, fontSize=8, leading=11)


def table_style(listing: Listing, texts: Texts, plan: PagePlan, *, has_foot: bool) -> TableStyle:
    size, air, grey = plan.size, AIR * plan.size, Color(ZEBRA, ZEBRA, ZEBRA)
    last_head = 1 if texts.groups else 0
    commands: list[tuple[object, ...]] = [
        ("FONT", (0, 0), (-1, -1), REGULAR, size, plan.leading),
        ("FONT", (0, 0), (-1, last_head), BOLD, size, plan.leading),
        ("LEFTPADDING", (0, 0), (-1, -1), air),
        ("RIGHTPADDING", (0, 0), (-1, -1), air),
        ("TOPPADDING", (0, 0), (-1, -1), size * plan.air * 0.25),
        ("BOTTOMPADDING", (0, 0), (-1, -1), size * plan.air * 0.75),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("VALIGN", (0, 0), (-1, last_head), "BOTTOM"),
        ("LINEBELOW", (0, last_head), (-1, last_head), 0.8, black),
        ("ROWBACKGROUNDS", (0, last_head + 1), (-1, -1), (None, grey)),
    ]
    for index, column in enumerate(listing.columns):
        commands.append(("ALIGN", (index, 0), (index, -1), _ALIGN[column.alignment]))
    for span in texts.groups:
        commands += _span(span, 0)
        if span.text:
            commands.append(("LINEBELOW", (span.first, 0), (span.last, 0), 0.4, black))
    if has_foot and texts.feet:
        first = -len(texts.feet)
        commands.append(("FONT", (0, first), (-1, -1), BOLD, size, plan.leading))
        commands.append(("BACKGROUND", (0, first), (-1, -1), white))
        commands.append(("LINEABOVE", (0, first), (-1, first), 0.8, black))
        for row, spans in enumerate(texts.feet, first):
            commands += [command for span in spans for command in _span(span, row)]
    return TableStyle(commands)


def _span(span: Span, row: int) -> list[tuple[object, ...]]:
    if span.count == 1:
        return []
    cells = ((span.first, row), (span.last, row))
    return [("SPAN", *cells), ("ALIGN", *cells, _ALIGN[span.align])]
