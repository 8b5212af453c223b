"""Papers to be read: the award list, the report for the press, the report of the tournament."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from scoring.core.files.pdf import Paper
from scoring.core.files.pdf_style import BOLD, REGULAR
from scoring.core.files.pdf_table import to_read_aloud
from scoring.core.head import Head
from scoring.core.listing import printable
from scoring.money.reads.award import Ceremony, award_listing, envelopes_listing
from scoring.prints.reads.papers import PressReport
from scoring.prints.reads.report import TournamentReport

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=18, leading=22, spaceAfter=8)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=12, leading=17, spaceAfter=10)


def award_pdf(award: Ceremony, head: Head, best_games: Sequence[str] = ()) -> bytes:
    """Every pot with its winners, the last place first; at the end the sums with room to sign."""
    paper = Paper(_("Award"), head)
    for pot in award.pots:
        if pot.lines:
            paper.section(award_listing(pot), to_read_aloud)
    if award.people:
        paper.section(envelopes_listing(award.people), to_read_aloud)
    if paper.is_fresh:
        paper.add(Paragraph(escape(_("Nobody has won a prize yet.")), TEXT))
    for game in best_games:
        paper.add(Paragraph(escape(f"{_('Game of the evening')}: {printable(game)}"), TEXT))
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
    for chart in report.charts:
        paper.chart(chart, chart.title)
    return paper.pdf()
