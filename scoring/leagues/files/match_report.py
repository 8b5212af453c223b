"""The match report as a print: its tables on as few pages as they need, and who signs."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from scoring.core.files.pdf import SignatureLines
from scoring.core.files.pdf_flow import flowing_listings
from scoring.core.files.pdf_pages import flowing_pdf
from scoring.core.files.pdf_style import register_fonts
from scoring.core.head import Head
from scoring.core.listing import Listing

A_LINE = 3  # signatures beside each other


def match_report_pdf(listings: Sequence[Listing], head: Head) -> bytes:
    """The report in the active language; whoever signs stands under the last table."""
    register_fonts()
    flow = flowing_listings(listings)
    names = listings[-1].signatures
    lines = [SignatureLines(names[at : at + A_LINE]) for at in range(0, len(names), A_LINE)]
    return flowing_pdf([*flow.flowables, *lines], _("Match report"), head, {"upright": A4})
