"""A chart as strokes: on paper and in a picture to share it is drawn by the same ones."""

from collections.abc import Sequence
from math import log
from operator import itemgetter
from typing import Any

from scoring.core.chart import Chart, few, round_steps
from scoring.messages.sentence import points

# All lengths are in units: the pixels of a picture.
WIDTH, EDGE = 1080, 40
NAMES = 290  # right of the lines: what each of them is
APART, LEGEND, LETTERS = 30, 44, 20
INK, QUIET, RULE = "#1b1f1d", "#55605b", "#c4ccc8"
DASHES: tuple[tuple[int, ...], ...] = ((), (16, 8), (4, 8), (24, 8, 4, 8))
RANKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)

Spot = tuple[float, float]


class Plot:
    """A chart in a part of a sheet: a `PaperSheet` or a `PictureSheet`, whose heights count
    downward, and whose colours of lines and of bars begin anew where there are more.
    """

    def __init__(self, sheet: Any, chart: Chart, top: float, height: float) -> None:
        self.sheet, self.chart = sheet, chart
        self.has_names = chart.kind != "bars" and len(chart.lines) > 1
        has_legend = chart.kind == "bars" and len(chart.lines) > 1
        self.left, self.right = EDGE + 70.0, WIDTH - EDGE - float(NAMES * self.has_names)
        self.top, self.bottom = top + 44, top + height - 90 - LEGEND * has_legend
        low, high = min(chart.figures, default=0), max(chart.figures, default=1)
        if chart.kind == "ranks":
            self.steps = [n for n in RANKS if n <= high]
            self.low, self.high = log(0.9), log(high * 1.15)
        else:
            self.steps = round_steps(min(0, low) if chart.kind in ("bars", "lead") else low, high)
            self.low, self.high = float(self.steps[0]), float(max(self.steps[-1], 1))

    def draw(self) -> None:
        self.axes()
        if self.chart.kind == "bars":
            self.bars()
        else:
            self.curves()

    def x(self, at: float) -> float:
        return self.left + (self.right - self.left) * (at + 0.5) / len(self.chart.labels)

    def y(self, figure: int) -> float:
        if self.chart.kind == "ranks":  # the first stands at the top
            share = 1 - (log(figure) - self.low) / (self.high - self.low)
        else:
            share = (figure - self.low) / ((self.high - self.low) or 1)
        return self.bottom - (self.bottom - self.top) * share

    def axes(self) -> None:
        sheet, chart = self.sheet, self.chart
        sheet.text(chart.upright, EDGE, self.top - 40, LETTERS, fill=QUIET)
        for step in self.steps:
            y = self.y(step)
            sheet.line([(self.left, y), (self.right, y)], INK if step == 0 else RULE, 1.5)
            sheet.text(points(step), self.left - 10, y - 13, LETTERS, align="end")
        for end in ((self.left, self.top), (self.right, self.bottom)):
            sheet.line([(self.left, self.bottom), end], INK, 2)
        labels = few(chart.labels)
        room = (self.right - self.left) / max(1, len(labels)) - 6
        for at, label in labels:
            sheet.text(label, self.x(at), self.bottom + 10, LETTERS, align="center", room=room)
        sheet.text(chart.along, self.right, self.bottom + 42, LETTERS, fill=QUIET, align="end")

    def curves(self) -> None:
        """The lines, interrupted where they have no figure; the first lies above the others."""
        for index, (_name, row) in reversed(list(enumerate(self.chart.lines))):
            color, dash = self.style(index)
            for piece in pieces([(self.x(at), figure) for at, figure in enumerate(row)]):
                spots = [(x, self.y(figure)) for x, figure in piece]
                self.sheet.line(spots, color, 4, dash)
                for x, y in spots if self.chart.kind != "lead" else ():
                    self.sheet.dot(x, y, 6, color)
        if self.has_names:
            self.names()

    def names(self) -> None:
        """What each line is, with its dashes, beside its end; the names apart."""
        ends = []
        for index, (name, row) in enumerate(self.chart.lines):
            if reached := [figure for figure in row if figure is not None]:
                ends.append((self.y(reached[-1]), index, name))
        ends.sort(key=itemgetter(0))
        left, free = self.right + 14, self.top - APART
        for left_below, (height, index, name) in zip(range(len(ends), 0, -1), ends, strict=True):
            lowest = self.bottom - (left_below - 1) * APART
            free = max(min(height, lowest), free + APART)
            color, dash = self.style(index)
            self.sheet.line([(left, free), (left + 40, free)], color, 4, dash)
            room = WIDTH - EDGE / 2 - left - 50
            self.sheet.text(name, left + 50, free - 14, LETTERS, room=room)

    def style(self, index: int) -> tuple[str, tuple[int, ...]]:
        colours = self.sheet.inks
        return colours[index % len(colours)], DASHES[index % len(DASHES)]

    def bars(self) -> None:
        """Bars side by side for every label, each with its figure; below them what they are."""
        sheet, lines = self.sheet, self.chart.lines
        width = (self.right - self.left) / len(self.chart.labels) * 0.8 / len(lines)
        for index, (name, row) in enumerate(lines):
            fill, outline = sheet.fills[index % len(sheet.fills)], self.style(index)[0]
            for at, figure in enumerate(row):
                left = self.x(at) + (index - len(lines) / 2) * width
                y = self.y(figure or 0)
                sheet.box(left, y, left + width, self.y(0), fill, outline)
                if figure:
                    above, middle = min(y, self.y(0)) - 28, left + width / 2
                    sheet.text(points(figure), middle, above, LETTERS, align="center",
                               room=width + 10)  # fmt: skip
            if len(lines) > 1:
                left, top = self.left + index * NAMES, self.bottom + 84
                sheet.box(left, top, left + 40, top + 24, fill, outline)
                sheet.text(name, left + 54, top - 2, LETTERS, room=NAMES - 70)


def pieces(row: Sequence[tuple[float, int | None]]) -> list[list[tuple[float, int]]]:
    """The parts of a line between its gaps.

    >>> pieces([(1, 5), (2, None), (3, 7), (4, 8)])
    [[(1, 5)], [(3, 7), (4, 8)]]
    """
    parts: list[list[tuple[float, int]]] = [[]]
    for place, figure in row:
        if figure is None:
            parts.append([])
        else:
            parts[-1].append((place, figure))
    return [part for part in parts if part]
