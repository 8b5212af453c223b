"""The handbook as PDF: a page of contents, then chapter after chapter; and the sheet of keys."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from django.conf import settings
from django.utils.translation import gettext as _
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Image, Paragraph, Table

from scoring.core.files.pdf import HEADING, Paper
from scoring.core.files.pdf_style import BOLD, REGULAR
from scoring.core.listing import Head
from scoring.handbook.reads import chapters, markdown, sections

TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=10, leading=14, spaceAfter=5)
CELL = ParagraphStyle("cell", TEXT, leading=13, spaceAfter=0)
ITEM = ParagraphStyle("item", TEXT, leftIndent=6 * mm, bulletIndent=1 * mm, spaceAfter=3)
TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=22, spaceAfter=8)
SECTION = ParagraphStyle("heading", HEADING, spaceBefore=10)
MAX_PICTURE_WIDTH = 150 * mm
MAX_PICTURE_HEIGHT = 95 * mm
# What stands for a token of Markdown in reportlab's markup.
BOLD_BEGINS = f'<font name="{BOLD}">'
MARKUP = {"softbreak": " "} | {
    f"{mark}_{end}": text
    for mark in ("strong", "em")
    for end, text in (("open", BOLD_BEGINS), ("close", "</font>"))
}


def handbook_pdf() -> bytes:
    """All chapters; written twice, as the contents need the pages of the sections."""
    return _render_pages(_render_pages({})[1])[0]


def _render_pages(pages: dict[str, int]) -> tuple[bytes, dict[str, int]]:
    """The PDF with these page numbers in its contents, and the pages on which sections begin."""
    title = _("Handbook")
    paper, begins = Paper(title, Head(tournament="Skatturnier")), {}
    for chapter in chapters():
        texts = ((section.title, str(pages.get(section.key, ""))) for section in chapter.sections)
        rows = [[Paragraph(escape(text), CELL) for text in line] for line in texts]
        close = [("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 1)]
        table = Table(rows, colWidths=[paper.width - 15 * mm, 15 * mm], style=close)
        paper.add(Paragraph(escape(chapter.title), SECTION), table)
    for chapter in chapters():
        paper.next_page()
        paper.add(Paragraph(escape(chapter.title), TITLE), *_flowables(chapter.introduction, paper))
        for section in chapter.sections:
            first, *rest = _flowables(section.text, paper)
            paper.add(Paragraph(escape(section.title), SECTION), first)
            begins[section.key] = paper.getPageNumber()
            for flowable in rest:
                paper.add(flowable)
    return paper.pdf(), begins


def keys_pdf() -> bytes:
    paper = Paper(_("Keys"), Head(tournament="Skatturnier"))
    parts: list[Flowable] = []
    for section in sections():
        if section.key in ("line", "keys"):
            parts += Paragraph(escape(section.title), SECTION), *_flowables(section.text, paper)
    paper.shrink(*(part for part in parts if not isinstance(part, Image)))
    return paper.pdf()


def _flowables(text: str, paper: Paper) -> Iterator[Flowable]:
    for node in SyntaxTreeNode(markdown.parse(text)).children:
        if node.type in ("bullet_list", "ordered_list"):
            for number, item in enumerate(node.children, start=1):
                bullet = "•" if node.type == "bullet_list" else f"{number}."
                for paragraph in item.children:
                    yield from _paragraph(paragraph, ITEM, bullet)
        elif node.type == "table":
            yield _table(node, paper.width)
        else:
            yield from _paragraph(node, TEXT)


def _paragraph(
    node: SyntaxTreeNode, style: ParagraphStyle, bullet: str | None = None
) -> Iterator[Flowable]:
    (inline,) = node.children
    tokens = (inline.token.children if inline.token else None) or []
    yield from (_image(token) for token in tokens if token.type == "image")
    words = "".join(_markup(token) for token in tokens if token.type != "image")
    if words.strip():
        yield Paragraph(words, style, bulletText=bullet)


def _markup(token: Token) -> str:
    if token.type == "code_inline":
        return f"{BOLD_BEGINS}{escape(token.content)}</font>"
    return MARKUP.get(token.type, "") or escape(token.content)


def _image(token: Token) -> Image:
    file = settings.HANDBOOK / "pictures" / str(token.attrs["src"]).removeprefix("../pictures/")
    return Image(file, MAX_PICTURE_WIDTH, MAX_PICTURE_HEIGHT, kind="proportional", hAlign="LEFT")


def _table(node: SyntaxTreeNode, width: float) -> Table:
    rows = [
        [next(_paragraph(cell, CELL)) for cell in row.children]
        for part in node.children
        for row in part.children
    ]
    shares = (0.4, 0.6) if len(rows[0]) == 2 else (1 / len(rows[0]),) * len(rows[0])
    lines = ("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey)
    return Table(
        rows,
        colWidths=[share * width for share in shares],
        style=[lines, ("VALIGN", (0, 0), (-1, -1), "TOP")],
        spaceAfter=6,
        hAlign="LEFT",
    )
