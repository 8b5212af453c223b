"""Listings one after the other, on as few upright pages as they need.

A section begins where the one before it ends. A narrow table stands in two halves side by
side; a wide one gets smaller type, then wrapped texts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Paragraph, Spacer, Table

from scoring.core.files.pdf import (
    NOTE,
    PagePlan,
    Texts,
    divided,
    measures,
    notes_height,
    table_style,
    wrapped_rows,
)
from scoring.core.files.pdf_pages import room_on
from scoring.core.files.pdf_style import ANY, BOLD, SLACK, wrapped
from scoring.core.listing import Listing, printable

HEADING = ParagraphStyle("section", fontName=BOLD, fontSize=12, leading=15, spaceAfter=4)
AIR = 0.22  # of the type size: rows stand closer than in a table of its own
GAP = 6 * mm  # between two halves
ABOVE = 5 * mm  # above a heading within a page
TOGETHER = 3  # rows that stay with their heading, or move on with the foot
HALVED = 10  # rows from which a narrow table is halved
SHORT = 12  # rows of a table that is not divided between two pages
SIZES = (8.5, 8.0, 7.5)
HALVES = (8.5, 8.0, 7.5, 7.0)
WRAPPED = (8.0, 7.5, 7.0)

Rows = list[list[str]]
Planner = Callable[[Listing, Texts], tuple[PagePlan, int]]  # the plan, and how many parts


@dataclass(frozen=True, slots=True)
class Strip:
    """A listing with its plan, in one part or two side by side."""

    listing: Listing
    texts: Texts
    plan: PagePlan
    parts: int
    head: Rows
    body: Rows
    feet: Rows

    @classmethod
    def of(cls, listing: Listing, planner: "Planner") -> "Strip":
        texts = Texts.of(listing)
        plan, parts = planner(listing, texts)
        return cls(listing, texts, plan, parts, *wrapped_rows(listing, texts, plan))

    @property
    def least_height(self) -> float:
        """What has to stand below the heading: all of a short table, the first rows of a long."""
        every = len(self.body)
        if every <= SHORT:
            notes = notes_height(self.listing, self.plan)
            return self.used(0, every, is_last=True) + notes
        start = self.body[: TOGETHER * self.parts : self.parts]
        return self.height(self.head) + self.height(start)

    def height(self, rows: Rows) -> float:
        return sum(map(self.plan.height_of, rows))

    def end_of(self, first: int, room: float) -> int:
        """The row after the last one that fits below the headings, in all parts together."""
        at = first
        for _part in range(self.parts):
            used = 0.0
            while at < len(self.body) and used + self.plan.height_of(self.body[at]) <= room:
                used += self.plan.height_of(self.body[at])
                at += 1
        return at

    def table(self, first: int, end: int, *, is_last: bool) -> Table:
        """These rows with their headings; the foot stands below the last."""
        share = -(-(end - first) // self.parts) or 1
        cuts = [(at, min(at + share, end)) for at in range(first, end, share)] or [(first, end)]
        tables = [self.part(a, b, with_foot=is_last and b == end) for a, b in cuts]
        if len(tables) == 1:
            return tables[0]
        width = sum(self.plan.widths)
        style = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP")),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ]
        return Table([[tables[0], "", tables[1]]], (width, GAP, width), hAlign="LEFT", style=style)

    def part(self, first: int, end: int, *, with_foot: bool) -> Table:
        rows = [*self.head, *self.body[first:end], *(self.feet if with_foot else [])]
        return Table(
            rows,
            self.plan.widths,
            [self.plan.height_of(row) for row in rows],
            hAlign="LEFT",
            style=table_style(self.listing, self.texts, self.plan, has_foot=with_foot),
        )

    def used(self, first: int, end: int, *, is_last: bool) -> float:
        """The height of such a table."""
        share = -(-(end - first) // self.parts)
        parts = [self.body[at : min(at + share, end)] for at in range(first, end, share or 1)]
        most = max(map(self.height, parts), default=0.0)
        return self.height(self.head) + most + (self.height(self.feet) if is_last else 0.0)


def plan_of(listing: Listing, texts: Texts) -> tuple[PagePlan, int]:
    """Two halves if they fit, else the largest type that fits, else texts are wrapped."""
    room = room_on(A4)[0]
    levels = measures(listing, texts)
    _tight, least, natural, _full = levels
    half = (room - GAP) / 2
    if len(texts.rows) >= HALVED and not texts.feet:
        for size in HALVES:
            if sum(natural) * size <= half:
                return PagePlan(A4, size, divided(half, size, levels), AIR), 2
    for wanted, sizes in ((natural, SIZES), (least, WRAPPED)):
        for size in sizes:
            if sum(wanted) * size <= room:
                return PagePlan(A4, size, divided(room, size, levels), AIR), 1
    size = room / sum(least)
    return PagePlan(A4, size, divided(room, size, levels), AIR), 1


@dataclass(slots=True)
class Flow:
    """Collects the flowables, and knows how much of the page is left."""

    flowables: list[Flowable] = field(default_factory=list)
    left: float = room_on(A4)[1] - SLACK

    def turn(self) -> None:
        self.flowables.append(PageBreak())
        self.left = room_on(A4)[1] - SLACK

    @property
    def is_fresh(self) -> bool:
        return not self.flowables or isinstance(self.flowables[-1], PageBreak)

    def heading(self, text: str, needed: float) -> None:
        """A heading, on the next page if less than `needed` points would be left below it."""
        lines = len(wrapped(text, BOLD, HEADING.fontSize, room_on(A4)[0], lines=ANY))
        height = lines * HEADING.leading + HEADING.spaceAfter
        if not self.is_fresh and ABOVE + height + needed > self.left:
            self.turn()
        if not self.is_fresh:
            self.flowables.append(Spacer(0, ABOVE))
            self.left -= ABOVE
        self.flowables.append(Paragraph(escape(text), HEADING))
        self.left -= height

    def listing(self, listing: Listing, planner: Planner = plan_of) -> None:
        """A section: its title, the table in as many pieces as the pages demand, the notes."""
        strip = Strip.of(listing, planner)
        words = [printable(part) for part in (listing.title, listing.subtitle) if part]
        self.heading(" – ".join(words), strip.least_height)
        for first, end in self.pieces(strip):
            if first:
                self.turn()
            is_last = end == len(strip.body)
            self.flowables.append(strip.table(first, end, is_last=is_last))
            self.left -= strip.used(first, end, is_last=is_last)
        for note in listing.notes:
            self.flowables.append(Paragraph(escape(printable(note)), NOTE))
        self.left -= notes_height(listing, strip.plan)

    def pieces(self, strip: Strip) -> Iterator[tuple[int, int]]:
        """The rows of each page, the first beginning here; the last has more than one row, and foot
        and notes never stand alone.
        """
        below = strip.height(strip.feet) + notes_height(strip.listing, strip.plan)
        first, room, every = 0, self.left, len(strip.body)
        while first < every:
            end = max(first + 1, strip.end_of(first, room - strip.height(strip.head)))
            shorter = max(first + 1, every - TOGETHER * strip.parts)
            if end == every and strip.used(first, end, is_last=True) + below > room:
                end = shorter if end - first > 1 else end
            elif shorter < end < every:
                end = shorter
            yield first, end
            first, room = end, room_on(A4)[1] - SLACK
        if not every:
            yield 0, 0

    def drawing(self, title: str, drawing: Flowable, height: float) -> None:
        self.heading(title, height)
        self.flowables.append(drawing)
        self.left -= height


def flowing_listings(listings: Sequence[Listing]) -> Flow:
    """The sections one after the other."""
    flow = Flow()
    for each in listings:
        flow.listing(each)
    return flow
