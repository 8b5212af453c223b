"""Papers of the prize-giving. Certificates keep 11 mm from the edge, which printers leave white."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from scoring.core.files.pdf import Paper, to_read_aloud
from scoring.core.files.pdf_style import (
    BOLD,
    CAPITAL,
    LEADING,
    LOGO,
    MAX_LOGO_WIDTH,
    REGULAR,
    draw_logo,
    fit_text,
    in_box,
    markup,
    put_lines,
)
from scoring.core.listing import FINAL, Head, printable
from scoring.money.reads.award import Ceremony, award_listing, envelopes_listing
from scoring.prints.reads.papers import Certificate, PressReport
from scoring.prints.reads.report import TournamentReport

WIDTH, HEIGHT = A4
MIDDLE = WIDTH / 2
SUITS = "♣ ♠ ♥ ♦"
SIDE = 25  # mm: the least room left and right of centred texts


def certificates_pdf(honours: Sequence[Certificate], head: Head, design: str) -> bytes:
    """A page for every certificate; `design` is a key of DESIGNS."""
    canvas = Paper(pgettext("document", "Certificate"), head)
    for honour in honours:
        DESIGNS[design](canvas, honour, head)
        canvas.showPage()
    if not honours:
        canvas.showPage()
    return canvas.getpdfdata()


def draw_framed(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """Draw a double frame with the suits in its corners, everything centred."""
    for inset, width in ((11 * mm, 2.5), (14 * mm, 0.7)):
        canvas.setLineWidth(width)
        canvas.rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
    canvas.setFont(REGULAR, 24)
    for suit, x, y in zip(SUITS.split(), (22, 188, 22, 188), (273, 273, 18, 18), strict=True):
        canvas.drawCentredString(x * mm, y * mm, suit)
    _logo(canvas, head, 230)
    _line(canvas, pgettext("document", "Certificate"), 208, 44, BOLD, spaced=True)
    _block(canvas, head.tournament, (192, 176), 17, BOLD)
    _block(canvas, honour.contest, (173, 161), 14, REGULAR)
    _block(canvas, honour.name, (159, 133), 32, BOLD, least=12)
    _block(canvas, honour.club, (131, 110.5), 13, REGULAR)
    _line(canvas, rank_text(honour), 99, 40, BOLD)
    _line(canvas, points_of(honour), 86, 15, REGULAR)
    _occasion(canvas, head, 77)
    _signatures(canvas, 42, 30, WIDTH / mm - 30)


def draw_plain(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """Draw no frame: everything flush left beside a thick rule, the place largest of all."""
    left = 32
    canvas.setFillGray(0)
    canvas.rect(20 * mm, 58 * mm, 2.4 * mm, 214 * mm, stroke=0, fill=1)
    if head.logo:
        draw_logo(canvas, head.logo, WIDTH - 56 * mm, 275 * mm, 24 * mm, box=36 * mm)
    _line(canvas, pgettext("document", "Certificate"), 256, 34, REGULAR, left=left)
    canvas.setLineWidth(0.6)
    canvas.line(left * mm, 249 * mm, WIDTH - 20 * mm, 249 * mm)
    _block(canvas, head.tournament, (243, 227), 17, BOLD, left=left)
    _block(canvas, honour.contest, (224, 212), 14, REGULAR, left=left)
    _line(canvas, rank_text(honour), 182, 66, BOLD, left=left)
    _block(canvas, honour.name, (171, 139), 32, BOLD, least=12, left=left)
    _block(canvas, honour.club, (137, 116), 13, REGULAR, left=left)
    _line(canvas, points_of(honour), 106, 15, REGULAR, left=left)
    _occasion(canvas, head, 92, left=left)
    _signatures(canvas, 36, 20, WIDTH / mm - 20)


def draw_bold(canvas: Canvas, honour: Certificate, head: Head) -> None:
    """Draw a black band with the word in white, the place in a black disc, the suits below."""
    dark, inset = 0.12, 12
    canvas.setFillGray(dark)
    canvas.rect(inset * mm, 232 * mm, WIDTH - 2 * inset * mm, 34 * mm, stroke=0, fill=1)
    canvas.circle(MIDDLE, 200 * mm, 25 * mm, stroke=0, fill=1)
    canvas.rect(inset * mm, inset * mm, WIDTH - 2 * inset * mm, 14 * mm, stroke=0, fill=1)
    canvas.setFillGray(1)
    _line(canvas, pgettext("document", "Certificate"), 243, 46, BOLD, spaced=True)
    _block(canvas, rank_text(honour), (214, 186), 30, BOLD, width=44)
    _line(canvas, SUITS, 16.5, 16, REGULAR)
    canvas.setFillGray(0)
    _logo(canvas, head, 269)
    _block(canvas, honour.name, (170, 143), 32, BOLD, least=12)
    _block(canvas, honour.club, (141, 121), 13, REGULAR)
    _line(canvas, points_of(honour), 112, 15, REGULAR)
    _block(canvas, head.tournament, (106, 90), 17, BOLD)
    _block(canvas, honour.contest, (88, 77), 14, REGULAR)
    _occasion(canvas, head, 75)
    _signatures(canvas, 38, 25, WIDTH / mm - 25)


DESIGNS: Mapping[str, Callable[[Canvas, Certificate, Head], None]] = MappingProxyType(
    {"framed": draw_framed, "plain": draw_plain, "bold": draw_bold}
)


def rank_text(honour: Certificate) -> str:
    return pgettext("rank", "Place %(rank)s") % {"rank": honour.rank}


def points_of(honour: Certificate) -> str:
    return _("with %(points)s points") % {"points": honour.points}


def _occasion(canvas: Canvas, head: Head, top: float, *, left: float | None = None) -> None:
    """Place, day and club below `top` (mm); the state too, unless the result is final."""
    when = ", ".join(filter(None, (head.place, head.day_text)))
    _block(canvas, when, (top, top - 9), 12, REGULAR, left=left)
    _block(canvas, head.club, (top - 11, top - 20), 12, REGULAR, left=left)
    if head.state != FINAL:
        state = f"{head.state} · {_('Printed %(moment)s') % {'moment': head.printed_text}}"
        _block(canvas, state, (top - 22, top - 27), 9, BOLD, left=left)


def _block(
    canvas: Canvas,
    text: str,
    heights: tuple[float, float],
    size: float,
    font: str,
    *,
    least: float = 7,
    left: float | None = None,
    width: float | None = None,
) -> None:
    """Draw a text of any length between two heights: centred, or flush with `left`; all in mm."""
    if not text:
        return
    top, bottom = heights
    room = width or WIDTH / mm - SIDE - (SIDE if left is None else left)
    lines, size = in_box(text, font, size, room * mm, (top - bottom) * mm, least=least)
    y = (top + bottom) / 2 * mm + (len(lines) - 1) * size * LEADING / 2 - CAPITAL * size / 2
    _put(canvas, lines, font, size, y, left)


def _line(
    canvas: Canvas,
    text: str,
    y: float,
    size: float,
    font: str,
    *,
    spaced: bool = False,
    left: float | None = None,
) -> None:
    """Draw a few words on one line, `y` in mm: centred, or flush with `left`."""
    words = "\N{THIN SPACE}".join(printable(text)) if spaced else printable(text)
    words, size = fit_text(words, font, size, WIDTH - 2 * SIDE * mm)
    _put(canvas, [words], font, size, y * mm, left)


def _put(
    canvas: Canvas, lines: Sequence[str], font: str, size: float, y: float, left: float | None
) -> None:
    align, x = ("center", MIDDLE) if left is None else ("start", left * mm)
    put_lines(canvas, lines, font, size, x, y, align)


def _logo(canvas: Canvas, head: Head, bottom: float) -> None:
    if head.logo:
        height = min(28 * mm, HEIGHT - 12 * mm - bottom * mm)
        box = MAX_LOGO_WIDTH * height / LOGO
        draw_logo(canvas, head.logo, MIDDLE - box / 2, bottom * mm + height, height, box=box)


def _signatures(canvas: Canvas, y: float, left: float, right: float) -> None:
    canvas.setLineWidth(0.6)
    width = 65
    for start, word in ((left, _("Organizer")), (right - width, _("Referee"))):
        canvas.line(start * mm, y * mm, (start + width) * mm, y * mm)
        put_lines(canvas, [word], REGULAR, 9, (start + width / 2) * mm, y * mm - 11, "center")


# Papers to be read: the award list, the report for the press, the report of the tournament.

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=18, leading=22, spaceAfter=8)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=12, leading=17, spaceAfter=10)


def award_pdf(award: Ceremony, head: Head, best_games: Sequence[str] = ()) -> bytes:
    """The pots, the last place first; the sums with room to sign; the games of the evening."""
    paper = Paper(_("Award"), head)
    for pot in award.pots:
        if pot.lines:
            paper.section(award_listing(pot), to_read_aloud)
    if award.people:
        paper.section(envelopes_listing(award.people), to_read_aloud)
    if paper.is_fresh:
        paper.add(Paragraph(markup(_("Nobody has won a prize yet.")), TEXT))
    for game in best_games:
        paper.add(Paragraph(markup(f"{_('Game of the evening')}: {game}"), TEXT))
    return paper.pdf()


def press_pdf(report: PressReport, head: Head) -> bytes:
    """One page, however many rankings there are: a long report is set smaller."""
    paper = Paper(_("Report for the press"), head)
    bold = f'<font name="{BOLD}">%s:</font> %s'
    paper.shrink(
        Paragraph(markup(report.title), TITLE),
        Paragraph(markup(report.lead), TEXT),
        *(Paragraph(bold % tuple(map(markup, part)), TEXT) for part in report.parts),
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
