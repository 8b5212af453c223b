"""What is read: the award list, the report for the press, the report of the tournament."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from reportlab.graphics.charts.barcharts import HorizontalBarChart, VerticalBarChart
from reportlab.graphics.charts.legends import Legend
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph

from scoring.core.files.pdf import Paper
from scoring.core.files.pdf_style import BOLD, MARGIN, REGULAR
from scoring.core.files.pdf_table import to_read_aloud
from scoring.core.head import Head
from scoring.core.listing import printable
from scoring.messages.sentence import points
from scoring.money.reads.award import Ceremony, award_listing, envelopes_listing
from scoring.prints.reads.papers import PressReport
from scoring.prints.reads.report import GameCount, SeriesPoints, TournamentReport

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=18, leading=22, spaceAfter=8)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=12, leading=17, spaceAfter=10)
GREYS = tuple(Color(grey, grey, grey) for grey in (0.85, 0.55, 0.2))


def award_pdf(award: Ceremony, head: Head) -> bytes:
    """Every pot with its winners, the last place first; at the end the sums with room to sign."""
    paper = Paper(_("Award"), head)
    for pot in award.pots:
        if pot.lines:
            paper.section(award_listing(pot), to_read_aloud)
    if award.people:
        paper.section(envelopes_listing(award.people), to_read_aloud)
    if paper.is_fresh:
        paper.add(Paragraph(escape(_("Nobody has won a prize yet.")), TEXT))
    return paper.pdf()


def press_pdf(report: PressReport, head: Head) -> bytes:
    """One page, however many rankings there are: a long report is set smaller."""
    paper = Paper(_("Report for the press"), head)
    bold = f'<font name="{BOLD}">%s:</font> %s'
    words = [
        (escape(printable(heading)), escape(printable(text))) for heading, text in report.parts
    ]
    paper.shrink(
        Paragraph(escape(printable(report.title)), TITLE),
        Paragraph(escape(printable(report.lead)), TEXT),
        *(Paragraph(bold % part, TEXT) for part in words),
    )
    return paper.pdf()


def report_pdf(report: TournamentReport, head: Head) -> bytes:
    """The report in the active language: its tables without a gap, then the plots."""
    paper = Paper(_("Tournament report"), head)
    for listing in report.tables:
        paper.section(listing)
    for title, drawing in plots(report):
        paper.heading(title, drawing.height)
        paper.add(drawing)
    return paper.pdf()


def plots(report: TournamentReport) -> Iterator[tuple[str, Drawing]]:
    """Points by series and kinds of games, if there are any."""
    if report.points:
        yield _("Points by series"), points_plot(report.points)
    if report.games:
        yield _("Games by kind"), games_plot(report.games)


def points_plot(points: Sequence[SeriesPoints]) -> Drawing:
    """The least, the mean and the most points of every series, side by side."""
    drawing = Drawing(A4[0] - 2 * MARGIN, 70 * mm)
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 42, 28, drawing.width - 50, 50 * mm
    chart.data = [
        [each.least for each in points],
        [each.mean for each in points],
        [each.most for each in points],
    ]
    chart.categoryAxis.categoryNames = [str(each.number) for each in points]
    chart.categoryAxis.labels.dy = -2
    chart.categoryAxis.labelAxisMode = "low"
    figures = [figure for row in chart.data for figure in row]
    chart.valueAxis.valueMin = min(0, *figures) * 1.1
    chart.valueAxis.valueMax = max(0, *figures) * 1.12 or 1
    names = (_("least"), _("mean"), _("most"))
    _style(chart, names)
    drawing.add(chart)
    drawing.add(_legend(names, drawing))
    return drawing


def games_plot(games: Sequence[GameCount]) -> Drawing:
    """How many games of each kind were won, and lost."""
    drawing = Drawing(A4[0] - 2 * MARGIN, (18 + 8 * len(games)) * mm)
    chart = HorizontalBarChart()
    chart.x, chart.y, chart.width = 68, 20, drawing.width - 100
    chart.height = 8 * mm * len(games)
    upward = games[::-1]
    chart.data = [[each.won for each in upward], [each.lost for each in upward]]
    chart.categoryAxis.categoryNames = [each.game for each in upward]
    chart.valueAxis.valueMin = 0
    chart.valueAxis.valueMax = max(max(each.won, each.lost) for each in games) * 1.1 + 1
    chart.barLabels.dx = 14
    names = (_("won"), _("lost"))
    _style(chart, names)
    chart.barLabels.dy = 0
    drawing.add(chart)
    drawing.add(_legend(names, drawing))
    return drawing


def _style(chart: VerticalBarChart, names: Sequence[str]) -> None:
    """Greys that a copier keeps apart, figures at every bar, our fonts."""
    for index in range(len(names)):
        chart.bars[index].fillColor = GREYS[index]
        chart.bars[index].strokeColor = black
        chart.bars[index].strokeWidth = 0.4
    chart.barLabelFormat = _figure
    chart.barLabels.fontName, chart.barLabels.fontSize = REGULAR, 7
    chart.barLabels.dy = 6
    chart.groupSpacing = 8
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize = REGULAR, 8
    chart.valueAxis.labelTextFormat = _figure


def _figure(figure: float) -> str:
    """A figure of a chart, as in the tables."""
    return points(int(figure))


def _legend(names: Sequence[str], drawing: Drawing) -> Legend:
    legend = Legend()
    legend.fontName, legend.fontSize = REGULAR, 8
    legend.x, legend.y = 42, drawing.height - 2
    legend.boxAnchor, legend.alignment = "nw", "right"
    legend.columnMaximum, legend.deltax, legend.dxTextSpace = 1, 60, 4
    legend.colorNamePairs = list(zip(GREYS, names, strict=False))
    return legend
