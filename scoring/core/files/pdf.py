"""Papers that are written from top to bottom, on as many pages as they need."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from operator import itemgetter
from xml.sax.saxutils import escape

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, TextStringObject
from reportlab.graphics.charts.barcharts import HorizontalBarChart, VerticalBarChart
from reportlab.graphics.charts.legends import Legend
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, String
from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, Paragraph

from scoring.core.chart import MAX_LABELS, Chart, few
from scoring.core.files.pdf_style import (
    BOLD,
    FOOT,
    MARGIN,
    REGULAR,
    PagedCanvas,
    describe,
    fitted,
    register_fonts,
)
from scoring.core.files.pdf_table import (
    GAP,
    TOGETHER,
    TYPICAL,
    Layout,
    Part,
    Size,
    Texts,
    compact,
    draw_rows,
    in_section,
    on_one_page,
    on_page,
    pages_of,
    posted,
    ranges,
    room_on,
    to_read_aloud,
)
from scoring.core.head import Head
from scoring.core.listing import Listing, Text, printable
from scoring.messages.sentence import points

NOTE = ParagraphStyle("note", fontName=REGULAR, fontSize=8, leading=11)
NOTE_SPACE = 3 * mm  # above the notes
HEADING = ParagraphStyle("section", fontName=BOLD, fontSize=12, leading=15, spaceAfter=4)
ABOVE = 5 * mm  # above a heading within a page
SHORT = 12  # rows of a table that is not divided between two pages
SIGNATURES, BETWEEN, A_LINE = 24 * mm, 8 * mm, 3  # a line of signatures, and how many stand on it


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

    def heading(self, text: str, needed: float) -> None:
        """A heading, on the next page if less than `needed` points would be left below it."""
        heading = Paragraph(escape(text), HEADING)
        if not self.is_fresh:
            self.left -= ABOVE
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
        """A table in as many pieces as the pages demand, then its notes and who signs it."""
        texts = Texts.of(listing)
        layout = layout_for(texts)
        below = layout.foot_height(texts) + self.below(listing)
        if titled:
            self.heading(titled_by(listing), beginning(texts, layout, below))
        self.rows(texts, layout, pages_of(texts, layout, below, self.left))
        self.end(listing)

    def rows(
        self,
        texts: Texts,
        layout: Layout,
        pages: Sequence[Sequence[Part]],
        marks: Sequence[str] = (),
    ) -> None:
        """The rows of every page, headed by its mark, block beside block."""
        for number, parts in enumerate(pages):
            if number:
                self.turn()
            self.canvas.mark = marks[number] if marks else ""
            step = layout.edges[-1] + GAP
            ends = [
                draw_rows(self.canvas, layout, texts, part, MARGIN + place * step, self.y)
                for place, part in enumerate(parts)
            ]
            self.left = min(ends) - MARGIN - FOOT
        if not texts.rows:
            self.add(Paragraph(escape(_("No entries.")), NOTE))

    def end(self, listing: Listing) -> None:
        """The notes below a table, and a line for each of those who sign."""
        notes = notes_of(listing)
        if notes:
            self.left -= NOTE_SPACE
        self.add(*notes)
        names = listing.signatures
        for first in range(0, len(names), A_LINE):
            self.add(SignatureLines(names[first : first + A_LINE]))

    def below(self, listing: Listing) -> float:
        """The height of the notes and signatures; very long notes may stand alone."""
        notes = notes_of(listing)
        height = self.height_of(*notes) + (NOTE_SPACE if notes else 0)
        signed = -(-len(listing.signatures) // A_LINE) * SIGNATURES
        return (height if height < self.page[1] / 2 else 0.0) + signed


class SignatureLines(Flowable):
    """A line for each of those who sign, with the day before it."""

    def __init__(self, names: Sequence[Text]) -> None:
        super().__init__()
        self.names = (_("Place, day"), *names)

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width = width
        return width, SIGNATURES

    def draw(self) -> None:
        share = (self.width + BETWEEN) / len(self.names)
        self.canv.setLineWidth(0.6)
        for place, name in enumerate(self.names):
            left, room = place * share, share - BETWEEN
            self.canv.line(left, 4 * mm, left + room, 4 * mm)
            text, size = fitted(printable(name), REGULAR, NOTE.fontSize, room, least=2)
            self.canv.setFont(REGULAR, size)
            self.canv.drawString(left, 4 * mm - 10, text)


def notes_of(listing: Listing) -> list[Paragraph]:
    return [Paragraph(escape(printable(note)), NOTE) for note in listing.notes]


def titled_by(listing: Listing, head: Head | None = None) -> str:
    """The title with its subtitle; the name that stands in the head is not repeated."""
    title = printable(listing.title)
    if head is not None and title == printable(head.tournament):
        title = _("Standings")
    return " – ".join(filter(None, (title, printable(listing.subtitle))))


def beginning(texts: Texts, layout: Layout, below: float) -> float:
    """What has to stand below a heading: all of a short table, the first rows of a long one."""
    count = len(texts.rows)
    rows = texts.rows if count <= SHORT else texts.rows[: TOGETHER * layout.blocks]
    height = sum(layout.heights(rows)) / layout.blocks + layout.head_height(texts)
    return height + (below if count <= SHORT else 0.0)


def listing_pdf(
    listing: Listing, head: Head, layout_for: Callable[[Texts], Layout] = on_page
) -> bytes:
    """A table in the active language, upright or across as its width requires.

    Texts are wrapped, figures never: if they need more room, the page is turned, then the font gets
    smaller.
    """
    layout = layout_for(Texts.of(listing))
    paper = Paper(titled_by(listing, head), head, layout.page)
    paper.section(listing, lambda _texts: layout, titled=False)
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
    paper, texts = Paper(titled_by(listing, head), head), Texts.of(listing, TYPICAL)
    below = paper.below(listing)
    layout = compact(texts, below)
    paper.rows(texts, layout, pages_of(texts, layout, below))
    paper.end(listing)
    return paper.pdf()


def one_page_pdf(listing: Listing, head: Head) -> bytes:
    """For the wall: two blocks on a single page, in type as large as it allows."""
    texts = Texts.of(listing)
    layout, pages = on_one_page(texts, Paper("", head).below(listing))
    paper = Paper(titled_by(listing, head), head, layout.page)
    paper.rows(texts, layout, pages)
    paper.end(listing)
    return paper.pdf()


def posting_pdf(listing: Listing, head: Head, *, by: str) -> bytes:
    """To be read from afar; `by` is the column whose range heads every sheet.

    The notes stand on the last sheet.
    """
    texts = Texts.of(listing, TYPICAL)
    layout, pages = posted(texts, Paper("", head).below(listing))
    at = next(place for place, column in enumerate(listing.columns) if column.key == by)
    names = not listing.columns[at].is_figure
    marks = ranges([row[at].text for row in texts.rows], pages, names=names)
    paper = Paper(titled_by(listing, head), head, layout.page, is_posted=True)
    paper.rows(texts, layout, pages, marks if len(pages) > 1 else ())
    paper.end(listing)
    return paper.pdf()


def picture_pdf(drawing: Flowable, listing: Listing, head: Head) -> bytes:
    """A chart, and below it its figures."""
    paper = Paper(titled_by(listing, head), head)
    paper.add(drawing)
    paper.section(listing)
    return paper.pdf()


def joined(documents: Iterable[tuple[bytes, int]], title: str = "") -> bytes:
    """The documents one after the other; page numbers stay those of each document.

    Each comes with its number of copies. The first gives the title, if none is given.
    """
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


# Charts on paper: bars, and lines that greys and dashes tell apart on any copier.

GREYS = tuple(Color(grey, grey, grey) for grey in (0.85, 0.55, 0.2))
DASHES = (None, (6, 2), (2, 2), (6, 2, 2, 2))
DARK = tuple(Color(grey, grey, grey) for grey in (0, 0.35, 0.6))
WIDTH, HEIGHT = A4[0] - 2 * MARGIN, 90 * mm
NAMES = 130  # points: right of the lines, what each of them is
STEPS = 5  # on the axis of figures
APART = 10  # points between the names of two lines

Dash = tuple[int, ...] | None
Lines = Sequence[tuple[str, Sequence[int | None]]]


def chart_drawing(chart: Chart) -> Drawing:
    """A chart with its axes, as page and picture show it."""
    if chart.kind == "bars":
        drawing = bars_across(chart.labels, chart.lines)
        drawing.add(_words(chart.upright, WIDTH - 8, 2, "end", 7))
        drawing.add(_words(chart.along, 62, drawing.height - 22, "end", 7))
        return drawing
    drawing = curves(chart.labels, chart.lines, ranks=chart.kind == "ranks")
    drawing.add(_words(chart.upright, 4, HEIGHT - 10, "start", 7))
    drawing.add(_words(chart.along, WIDTH - NAMES, 0, "end", 7))
    return drawing


def bars(labels: Sequence[str], lines: Lines) -> Drawing:
    """Bars side by side for every label, upright."""
    drawing, chart = Drawing(WIDTH, 70 * mm), VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 42, 28, WIDTH - 50, 50 * mm
    chart.categoryAxis.categoryNames = list(labels)
    chart.categoryAxis.labels.dy = -2
    chart.categoryAxis.labelAxisMode = "low"
    figures = figures_of(lines)
    chart.valueAxis.valueMin = min(0, *figures) * 1.1
    chart.valueAxis.valueMax = max(0, *figures) * 1.12 or 1
    return _finished(drawing, chart, lines, dy=6)


def bars_across(labels: Sequence[str], lines: Lines) -> Drawing:
    """The same from left to right, the first label at the top."""
    drawing, chart = Drawing(WIDTH, (18 + 8 * len(labels)) * mm), HorizontalBarChart()
    chart.x, chart.y, chart.width, chart.height = 68, 20, WIDTH - 100, 8 * mm * len(labels)
    chart.categoryAxis.categoryNames = labels[::-1]
    chart.valueAxis.valueMin = 0
    chart.valueAxis.valueMax = max(figures_of(lines)) * 1.1 + 1
    chart.barLabels.dx = 14
    upward = [(name, figures[::-1]) for name, figures in lines]
    return _finished(drawing, chart, upward, dy=0)


def figures_of(lines: Lines) -> list[int]:
    return [figure for _name, figures in lines for figure in figures if figure is not None]


def _finished(drawing: Drawing, chart: VerticalBarChart, lines: Lines, dy: int) -> Drawing:
    """Greys that a copier keeps apart, figures at every bar, our fonts, and what each grey is."""
    register_fonts()
    chart.data = [list(figures) for _name, figures in lines]
    for index in range(len(lines)):
        chart.bars[index].fillColor = GREYS[index]
        chart.bars[index].strokeColor = black
        chart.bars[index].strokeWidth = 0.4
    chart.barLabelFormat = chart.valueAxis.labelTextFormat = _figure
    chart.barLabels.fontName, chart.barLabels.fontSize, chart.barLabels.dy = REGULAR, 7, dy
    chart.groupSpacing = 8
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize = REGULAR, 8
    drawing.add(chart)
    legend = Legend()
    legend.fontName, legend.fontSize = REGULAR, 8
    legend.x, legend.y = 42, drawing.height - 2
    legend.boxAnchor, legend.alignment = "nw", "right"
    legend.columnMaximum, legend.deltax, legend.dxTextSpace = 1, 60, 4
    legend.colorNamePairs = [(grey, name) for grey, (name, _f) in zip(GREYS, lines, strict=False)]
    drawing.add(legend)
    return drawing


def _figure(figure: float) -> str:
    """A figure of a chart, as in the tables."""
    return points(int(figure))


def curves(labels: Sequence[str], lines: Lines, *, ranks: bool = False) -> Drawing:
    """A line for each name, which stands at its end; of `ranks` the first is at the top.

    A line is interrupted where it has no figure.
    """
    register_fonts()
    drawing, figures = Drawing(WIDTH, HEIGHT), figures_of(lines)
    low, high = min(figures, default=0), max(figures, default=1)
    span = (high - low) or 1
    left, right, bottom, top = 42.0, WIDTH - NAMES, 22.0, HEIGHT - 18

    def x(at: int) -> float:
        return left + (right - left) * (at + 0.5) / len(labels)

    def y(figure: float) -> float:
        share = (figure - low) / span
        return bottom + (top - bottom) * (1 - share if ranks else share)

    for end in ((left, top), (right, bottom)):
        drawing.add(Line(left, bottom, *end, strokeWidth=0.6))
    for step in sorted({low + span * part // STEPS for part in range(STEPS + 1)}):
        drawing.add(_words(_figure(step), left - 4, y(step) - 3, "end"))
        drawing.add(Line(left, y(step), right, y(step), strokeWidth=0.2, strokeColor=GREYS[0]))
    for at, label in few(labels):
        drawing.add(_words(label, x(at), bottom - 12, "middle"))
    ends = []
    for index, (name, row) in enumerate(lines):
        color, dash = DARK[index % len(DARK)], DASHES[index % len(DASHES)]
        for piece in pieces([(x(at), figure) for at, figure in enumerate(row)]):
            corners = [(across, y(figure)) for across, figure in piece]
            flat = [value for corner in corners for value in corner]
            drawing.add(PolyLine(flat, strokeColor=color, strokeDashArray=dash, strokeWidth=1.2))
            for across, up in corners:
                radius = 2 if len(labels) <= MAX_LABELS else 0.8
                drawing.add(Circle(across, up, radius, fillColor=color, strokeColor=color))
        reached = [figure for figure in row if figure is not None]
        if reached:
            ends.append((y(reached[-1]), name, color, dash))
    name_ends(drawing, ends, right + 6)
    return drawing


def name_ends(
    drawing: Drawing, ends: Sequence[tuple[float, str, Color, Dash]], left: float
) -> None:
    """What each line is, with its dashes, beside its end, the names apart."""
    free, sample = HEIGHT, 18
    for height, name, color, dash in sorted(ends, key=itemgetter(0), reverse=True):
        free = min(height, free - APART)
        line = Line(left, free, left + sample, free, strokeColor=color, strokeWidth=1.2)
        line.strokeDashArray = dash
        drawing.add(line)
        text, size = fitted(name, REGULAR, 8, NAMES - sample - 10)
        drawing.add(_words(text, left + sample + 4, free - 3, "start", size))


def pieces(row: Sequence[tuple[float, int | None]]) -> list[list[tuple[float, int]]]:
    """The parts of a line between its gaps.

    >>> pieces([(1, 5), (2, None), (3, 7), (4, 8)])
    [[(1, 5)], [(3, 7), (4, 8)]]
    """
    parts: list[list[tuple[float, int]]] = [[]]
    for place, figure in row:
        if figure is None:
            parts.append([])
        else:
            parts[-1].append((place, figure))
    return [part for part in parts if part]


def _words(text: str, x: float, y: float, anchor: str, size: float = 8) -> String:
    return String(x, y, text, fontName=REGULAR, fontSize=size, textAnchor=anchor)
