"""The announcement as a PDF (TO 6.2, 6.3), on one page if it fits."""

from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from scoring.core.files.pdf_pages import flowing_pdf
from scoring.core.files.pdf_style import BOLD, REGULAR, register_fonts
from scoring.core.head import Head
from scoring.core.listing import printable
from scoring.public.reads.announcement import AnnouncedItem, AnnouncementPaper

PART = ParagraphStyle("part", fontName=BOLD, fontSize=13, leading=17, spaceBefore=9, spaceAfter=3)
HEADING = ParagraphStyle("item", fontName=BOLD, fontSize=10.5, leading=14, spaceBefore=5)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=10.5, leading=14.5, leftIndent=6 * mm)


def announcement_pdf(paper: AnnouncementPaper, head: Head) -> bytes:
    """The announcement as a PDF in the active language."""
    register_fonts()
    return flowing_pdf(flowables(paper), paper.title, head, {"page": A4})


def flowables(paper: AnnouncementPaper) -> list[Flowable]:
    """Part by part; an item stays with its heading."""
    found: list[Flowable] = []
    for part in paper.parts:
        first, *others = (item_flowables(item) for item in part.items)
        title = Paragraph(escape(f"{part.letter}. {part.title}"), PART)
        found.append(KeepTogether([title, *first]))
        found += [KeepTogether(other) for other in others]
        found.append(Spacer(0, 2 * mm))
    return found


def item_flowables(item: AnnouncedItem) -> list[Flowable]:
    letter = item.code.partition(".")[2]
    lines = "<br/>".join(escape(printable(line)) for line in item.text.split("\n"))
    return [Paragraph(escape(f"{letter}) {item.heading}"), HEADING), Paragraph(lines, TEXT)]
