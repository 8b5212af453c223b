"""Records where texts are drawn on a PDF canvas, to find overlapping texts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from operator import attrgetter
from typing import Any
from unittest.mock import patch

from reportlab.pdfgen.canvas import Canvas

from scoring.core.files.pdf_style import width_of

SLACK = 0.3  # points that two boxes may overlap


@dataclass(frozen=True)
class Drawn:
    """A text on a page with its box in points, from the lower left corner of the page."""

    text: str
    page: int
    left: float
    bottom: float
    right: float
    top: float
    size: float = 0  # of the type, in points

    def touches(self, other: "Drawn") -> bool:
        return (
            self.page == other.page
            and min(self.right, other.right) - max(self.left, other.left) > SLACK
            and min(self.top, other.top) - max(self.bottom, other.bottom) > SLACK
        )


@contextmanager
def recorded_texts() -> Iterator[list[Drawn]]:
    """Collects the texts drawn inside the block, form objects included."""
    drawn: list[Drawn] = []

    def watched(name: str, share: float) -> Any:
        """The method of the canvas; `share` of the width lies to the left of x."""
        original = getattr(Canvas, name)

        def draw(canvas: Canvas, x: float, y: float, text: str, *args: Any, **more: Any) -> None:
            if text.strip():
                size = canvas._fontsize
                width = width_of(text, canvas._fontname, size)
                left = x - share * width
                one = canvas.absolutePosition(left, y - size * 0.05)
                other = canvas.absolutePosition(left + width, y + size * 0.7)
                (x1, x2), (y1, y2) = (sorted(each) for each in zip(one, other, strict=True))
                drawn.append(Drawn(text, canvas.getPageNumber(), x1, y1, x2, y2, size))
            original(canvas, x, y, text, *args, **more)

        return patch.object(Canvas, name, draw)

    with watched("drawString", 0), watched("drawCentredString", 0.5), watched("drawRightString", 1):
        yield drawn


def overlapping(drawn: list[Drawn]) -> list[tuple[str, str]]:
    """The pairs of overlapping texts."""
    by_page = groupby(sorted(drawn, key=attrgetter("page")), attrgetter("page"))
    pairs = chain.from_iterable(combinations(page, 2) for _number, page in by_page)
    return [(a.text, b.text) for a, b in pairs if a.touches(b)]


def beyond(drawn: list[Drawn], width: float, height: float, margin: float) -> list[str]:
    """The texts outside the margins."""
    return [
        each.text
        for each in drawn
        if each.left < margin - SLACK
        or each.right > width - margin + SLACK
        or each.bottom < margin - 4
        or each.top > height - margin + SLACK
    ]
