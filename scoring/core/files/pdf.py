"""Papers that are written from top to bottom, on as many pages as they need."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from xml.sax.saxutils import escape

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, Paragraph

from scoring.core.chart import Chart, chart_listing
from scoring.core.files.pdf_style import (
    BOLD,
    FOOT,
    MARGIN,
    REGULAR,
    PagedCanvas,
    describe,
    fit_text,
    register_fonts,
)
from scoring.core.files.pdf_table import (
    GAP,
    TOGETHER,
    TYPICAL,
    Layout,
    Part,
    SetTable,
    Size,
    Texts,
    compact,
    draw_rows,
    height_of,
    in_section,
    on_one_page,
    on_page,
    pages_of,
    posted,
    ranges,
    room_on,
    to_read_aloud,
)
from scoring.core.files.plot import chart_drawing
from scoring.core.head import Head
from scoring.core.listing import Listing, Text, printable
from scoring.messages.sentence import SPACE

NOTE = ParagraphStyle("note", fontName=REGULAR, fontSize=8, leading=11)
NOTE_SPACE = 3 * mm  # above the notes
HEADING = ParagraphStyle("section", fontName=BOLD, fontSize=12, leading=15, spaceAfter=4)
HEADING_SPACE = 5 * mm  # above a heading within a page
CHART_HEIGHT = 580  # on paper, in units of the chart
MAX_UNDIVIDED_ROWS = 12  # a longer table may go on on the next page
SIGNATURE_HEIGHT, SIGNATURE_GAP = 24 * mm, 8 * mm
SIGNATURES_IN_A_LINE = 3


class Paper:
    """A document in the active language, each page with head, foot and "page x of y".

    `left` is the height in points that is still free on the page.
    """

    def __init__(self, title: str, head: Head, page: Size = A4, *, is_posted: bool = False) -> None:
        register_fonts()
        self.buffer, self.page = BytesIO(), page
        self.canvas = PagedCanvas(
            self.buffer,
            pagesize=page,
            head=head,
            title=title,
            is_posted=is_posted,
            lang=get_language(),
        )
        describe(self.canvas, title, head)
        self.width, self.room = room_on(page)
        self.left = self.room

    @property
    def y(self) -> float:
        """The height above the edge of the page at which it goes on."""
        return MARGIN + FOOT + self.left

    @property
    def is_fresh(self) -> bool:
        return self.left == self.room

    def pdf(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self.buffer.getvalue()

    def turn(self) -> None:
        self.canvas.showPage()
        self.left = self.room

    def add(self, *flowables: Flowable) -> None:
        """These, together on a page if they fit one; what is higher is divided."""
        if self.height_of(*flowables) > self.left and not self.is_fresh:
            self.turn()
        for flowable in flowables:
            parts = [flowable]
            if self.height_of(flowable) > self.left:
                parts = flowable.splitOn(self.canvas, self.width, self.left) or [flowable]
            for place, part in enumerate(parts):
                if place:
                    self.turn()
                self.left -= 0 if self.is_fresh else part.getSpaceBefore()
                _width, height = part.wrapOn(self.canvas, self.width, self.left)
                part.drawOn(self.canvas, MARGIN, self.y - height)
                self.left -= height + part.getSpaceAfter()

    def height_of(self, *flowables: Flowable) -> float:
        return sum(
            flowable.wrapOn(self.canvas, self.width, self.room)[1]
            + flowable.getSpaceBefore()
            + flowable.getSpaceAfter()
            for flowable in flowables
        )

    def shrink(self, *flowables: Flowable) -> None:
        """All of these on one page, set smaller where they are higher."""
        self.add(KeepInFrame(self.width, self.room, list(flowables), mode="shrink"))

    def chart(self, chart: Chart, title: str = "") -> None:
        """A chart as wide as the page, below its title if it has one."""
        drawing = chart_drawing(chart, CHART_HEIGHT)
        drawing.renderScale = self.width / drawing.width
        if title:
            self.heading(title, self.height_of(drawing))
        self.add(drawing)

    def heading(self, text: str, needed: float) -> None:
        """A heading, on the next page if less than `needed` points would be left below it."""
        heading = Paragraph(markup(text), HEADING)
        if not self.is_fresh:
            self.left -= HEADING_SPACE
            if self.height_of(heading) + needed > self.left:
                self.turn()
        self.add(heading)

    def section(
        self,
        listing: Listing,
        layout_for: Callable[[Texts], Layout] = in_section,
        *,
        titled: bool = True,
    ) -> None:
        """A table below its title, in as many pieces as the pages demand."""
        texts = Texts.of(listing)
        table, below = SetTable.of(texts, layout_for(texts)), self.below(listing)
        if titled:
            self.heading(titled_by(listing), height_to_keep(table, below))
        self.write(listing, table, pages_of(table, below, self.left))

    def write(
        self,
        listing: Listing,
        table: SetTable,
        pages: Sequence[Sequence[Part]],
        marks: Sequence[str] = (),
    ) -> None:
        """The rows of every page, headed by its mark; then the notes, and a line for each of those
        who sign.
        """
        for number, parts in enumerate(pages):
            if number:
                self.turn()
            self.canvas.mark = marks[number] if marks else ""
            left, top, ends = MARGIN, self.y, []
            for part in parts:
                ends.append(draw_rows(self.canvas, table, part, left, top))
                left += table.layout.edges[-1] + GAP
            self.left = min(ends) - MARGIN - FOOT
        if not table.rows:
            self.add(Paragraph(markup(_("No entries.")), NOTE))
        if listing.notes:
            self.left -= NOTE_SPACE
        self.add(*note_paragraphs(listing))
        names = listing.signatures
        for first in range(0, len(names), SIGNATURES_IN_A_LINE):
            self.add(SignatureLines(names[first : first + SIGNATURES_IN_A_LINE]))

    def below(self, listing: Listing) -> float:
        """The height of the notes and signatures; very long notes may stand alone."""
        height = self.height_of(*note_paragraphs(listing)) + (NOTE_SPACE if listing.notes else 0)
        signed = -(-len(listing.signatures) // SIGNATURES_IN_A_LINE) * SIGNATURE_HEIGHT
        return (height if height < self.page[1] / 2 else 0.0) + signed


class SignatureLines(Flowable):
    """A line for each of those who sign, with the day before it."""

    def __init__(self, names: Sequence[Text]) -> None:
        super().__init__()
        self.names = (_("Place, day"), *names)

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width = width
        return width, SIGNATURE_HEIGHT

    def draw(self) -> None:
        share = (self.width + SIGNATURE_GAP) / len(self.names)
        self.canv.setLineWidth(0.6)
        for place, name in enumerate(self.names):
            left, room = place * share, share - SIGNATURE_GAP
            self.canv.line(left, 4 * mm, left + room, 4 * mm)
            text, size = fit_text(printable(name), REGULAR, NOTE.fontSize, room, least=2)
            self.canv.setFont(REGULAR, size)
            self.canv.drawString(left, 4 * mm - 10, text)


def markup(text: Text) -> str:
    """A text for a paragraph. reportlab would break a figure at the space between its thousands."""
    return escape(printable(text)).replace(SPACE, "\N{NO-BREAK SPACE}")


def note_paragraphs(listing: Listing) -> list[Paragraph]:
    return [Paragraph(markup(note), NOTE) for note in listing.notes]


def titled_by(listing: Listing, head: Head | None = None) -> str:
    """The title with its subtitle; the name that stands in the head is not repeated."""
    title = printable(listing.title)
    if head is not None and title == printable(head.tournament):
        title = _("Standings")
    return " – ".join(filter(None, (title, printable(listing.subtitle))))


def height_to_keep(table: SetTable, below: float) -> float:
    """What has to stand below a heading: all of a short table, the first rows of a long one."""
    blocks = table.layout.blocks
    above = height_of(table.head)
    if len(table.rows) <= MAX_UNDIVIDED_ROWS:
        return height_of(table.rows) / blocks + above + height_of(table.feet) + below
    return height_of(table.rows[: TOGETHER * blocks]) / blocks + above


def listing_pdf(
    listing: Listing, head: Head, layout_for: Callable[[Texts], Layout] = on_page
) -> bytes:
    """A table in the active language, upright or across as its width requires.

    Texts are wrapped, figures never: if they need more room, the page is turned, then the font gets
    smaller.
    """
    texts = Texts.of(listing)
    table = SetTable.of(texts, layout_for(texts))
    paper = Paper(titled_by(listing, head), head, table.layout.page)
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


def poster_pdf(listing: Listing, head: Head) -> bytes:
    """For the wall: two blocks and 160 rows a page.

    Nothing is cut: a text too long for its column takes several lines.
    """
    return wall_pdf(listing, head, compact, TYPICAL)


def one_page_pdf(listing: Listing, head: Head) -> bytes:
    """For the wall: two blocks on a single page, in type as large as it allows."""
    return wall_pdf(listing, head, on_one_page)


def posting_pdf(listing: Listing, head: Head, *, by: str) -> bytes:
    """To be read from afar; `by` is the column whose range heads every sheet.

    The notes stand on the last sheet.
    """
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
        is_figure = listing.columns[at].is_figure
        marks = ranges([row[at].text for row in texts.rows], pages, names=not is_figure)
    title = titled_by(listing, head)
    paper = Paper(title, head, table.layout.page, is_posted=bool(by))
    paper.write(listing, table, pages, marks)
    return paper.pdf()


def chart_pdf(chart: Chart, head: Head) -> bytes:
    """A chart, and below it its figures."""
    listing = chart_listing(chart)
    paper = Paper(titled_by(listing, head), head)
    paper.chart(chart)
    paper.section(listing)
    return paper.pdf()


def page_count(document: bytes) -> int:
    from pypdf import PdfReader  # here: 8 MB that most evenings do not need

    return len(PdfReader(BytesIO(document)).pages)


def join_documents(documents: Iterable[tuple[bytes, int]], title: str = "") -> bytes:
    """The documents one after the other; page numbers stay those of each document.

    Each comes with its number of copies. The first gives the title, if none is given.
    """
    from pypdf import PdfReader, PdfWriter  # here: 8 MB that most evenings do not need
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter()
    for content, copies in documents:
        reader = PdfReader(BytesIO(content))
        for _copy in range(copies):
            for page in reader.pages:
                writer.add_page(page)
        if reader.metadata and "/Title" not in (writer.metadata or {}):
            writer.add_metadata({key: str(value) for key, value in reader.metadata.items()})
    if title:
        writer.add_metadata({"/Title": title})
    writer.root_object[NameObject("/Lang")] = TextStringObject(get_language() or "")
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
