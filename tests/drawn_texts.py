"""Records where texts are drawn on a PDF canvas, to find overlapping texts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
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
                width = width_of(text, canvas._fontname, canvas._fontsize)
                left, size = x - share * width, canvas._fontsize
                corners = [
                    canvas.absolutePosition(*corner)
                    for corner in ((left, y - size * 0.05), (left + width, y + size * 0.7))
                ]
                (x1, x2), (y1, y2) = (sorted(each) for each in zip(*corners, strict=True))
                drawn.append(Drawn(text, canvas.getPageNumber(), x1, y1, x2, y2, size))
            original(canvas, x, y, text, *args, **more)

        return patch.object(Canvas, name, draw)

    with (
        watched("drawString", 0),
        watched("drawCentredString", 0.5),
        watched("drawRightString", 1),
    ):
        yield drawn


def overlapping(drawn: list[Drawn]) -> list[tuple[str, str]]:
    """The pairs of overlapping texts."""
    pages: dict[int, list[Drawn]] = {}
    for each in drawn:
        pages.setdefault(each.page, []).append(each)
    return [
        (a.text, b.text)
        for page in pages.values()
        for a, b in combinations(page, 2)
        if a.touches(b)
    ]


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
