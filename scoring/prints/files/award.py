"""The papers of the award: winners of all pots to be read aloud, the report for the press."""

from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepInFrame, Paragraph

from scoring.core.files.pdf import PagePlan, Texts, divided, measures
from scoring.core.files.pdf_flow import Flow
from scoring.core.files.pdf_pages import flowing_pdf, room_on
from scoring.core.files.pdf_style import BOLD, REGULAR, register_fonts
from scoring.core.head import Head
from scoring.core.listing import Listing, printable
from scoring.money.reads.award import Ceremony, award_listing, envelopes_listing
from scoring.prints.reads.award import PressReport

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=18, leading=22, spaceAfter=8)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=12, leading=17, spaceAfter=10)
SIZES = (12, 11, 10, 9, 8, 7)  # points: what is read aloud is large


def award_pdf(found: Ceremony, head: Head) -> bytes:
    """Every pot with its winners, the last place first; at the end the sums with room to sign."""
    register_fonts()
    flow = Flow()
    for pot in found.pots:
        if pot.lines:
            flow.listing(award_listing(pot), large)
    if found.people:
        flow.listing(envelopes_listing(found.people), large)
    flowables = flow.flowables or [Paragraph(escape(_("Nobody has won a prize yet.")), TEXT)]
    return flowing_pdf(flowables, _("Award"), head, {"upright": A4})


def large(listing: Listing, texts: Texts) -> tuple[PagePlan, int]:
    """A portrait page, as large as names and figures fit side by side."""
    levels = measures(listing, texts)
    _tight, least, natural, _full = levels
    room, _height = room_on(A4)
    for wanted in (natural, least):
        for size in SIZES:
            if sum(wanted) * size <= room:
                return PagePlan(A4, size, divided(room, size, levels)), 1
    smallest = room / sum(least)
    return PagePlan(A4, smallest, divided(room, smallest, levels)), 1


def press_pdf(report: PressReport, head: Head) -> bytes:
    """One page, however many rankings there are: a long report is set smaller."""
    register_fonts()
    parts: list[Flowable] = [
        Paragraph(escape(printable(report.title)), TITLE),
        Paragraph(escape(printable(report.lead)), TEXT),
    ]
    for heading, text in report.parts:
        words = (
            f'<font name="{BOLD}">{escape(printable(heading))}:</font> {escape(printable(text))}'
        )
        parts.append(Paragraph(words, TEXT))
    page = KeepInFrame(*room_on(A4), parts, mode="shrink")
    return flowing_pdf([page], _("Report for the press"), head, {"upright": A4})
