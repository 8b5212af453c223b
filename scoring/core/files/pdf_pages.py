"""PDF documents that flow over as many pages as they need, each with head and foot."""

from collections.abc import Mapping, Sequence
from functools import partial
from io import BytesIO

from django.utils.translation import get_language
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from scoring.core.files.pdf_style import FOOT, HEAD, MARGIN, PagedCanvas, describe
from scoring.core.head import Head

Size = tuple[float, float]


def room_on(page: Size) -> Size:
    """Width and height in points between head, foot and margins."""
    width, height = page
    return width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT


def flowing_pdf(
    flowables: Sequence[Flowable],
    title: str,
    head: Head,
    kinds: Mapping[str, Size],
    *,
    top: int = 0,
) -> bytes:
    """The flowables as a PDF in the active language; they were made with the fonts registered.

    `kinds` are the page templates by name with their sizes in points; the first page takes the
    first. `top` points stay free below the head.
    """
    buffer = BytesIO()
    first, *_others = kinds.values()
    document = BaseDocTemplate(buffer, pagesize=first, lang=get_language())
    document.addPageTemplates(
        [
            PageTemplate(
                name,
                [_frame(page, top)],
                pagesize=page,
                onPage=lambda canvas, _page: describe(canvas, title, head),
            )
            for name, page in kinds.items()
        ]
    )
    document.build(list(flowables), canvasmaker=partial(PagedCanvas, head=head, title=title))
    return buffer.getvalue()


def _frame(page: Size, top: int) -> Frame:
    return Frame(
        MARGIN,
        MARGIN + FOOT,
        *room_on(page),
        leftPadding=0,
        rightPadding=0,
        topPadding=top,
        bottomPadding=0,
    )
