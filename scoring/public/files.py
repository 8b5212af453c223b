"""The announcement as a PDF (TO 6.2, 6.3), on one page if it fits."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph

from scoring.core.files.pdf import Paper
from scoring.core.files.pdf_style import BOLD, REGULAR, markup
from scoring.core.listing import Head
from scoring.public.reads.announcement import AnnouncedPart

PART = ParagraphStyle("part", fontName=BOLD, fontSize=13, leading=17, spaceBefore=9, spaceAfter=3)
HEADING = ParagraphStyle("item", fontName=BOLD, fontSize=10.5, leading=14, spaceBefore=5)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=10.5, leading=14.5, leftIndent=6 * mm)
MAX_SHRINK = 1.2  # pages: a text up to this length is made smaller to fit one page


def announcement_pdf(parts: Sequence[AnnouncedPart], head: Head) -> bytes:
    """The announcement in the active language, part by part; an item stays with its heading."""
    paper = Paper(_("Announcement"), head)
    items = [item for part in parts for item in part_flowables(part)]
    flowables = [flowable for item in items for flowable in item]
    if paper.room < paper.height_of(*flowables) < MAX_SHRINK * paper.room:
        paper.shrink(*flowables)
    else:
        for item in items:
            paper.add(*item)
    return paper.pdf()


def part_flowables(part: AnnouncedPart) -> list[list[Flowable]]:
    """The flowables of each item of a part; its title stays with the first."""
    title = Paragraph(markup(f"{part.letter}. {part.title}"), PART)
    items = []
    for item in part.items:
        letter = item.code.partition(".")[2]
        heading = Paragraph(markup(f"{letter}) {item.heading}"), HEADING)
        items.append([heading, Paragraph("<br/>".join(map(markup, item.text.split("\n"))), TEXT)])
    return [[title, *items[0]], *items[1:]]
