"""Charts on paper: bars, and lines that greys and dashes tell apart on any copier."""

from collections.abc import Sequence
from operator import itemgetter

from reportlab.graphics.charts.barcharts import HorizontalBarChart, VerticalBarChart
from reportlab.graphics.charts.legends import Legend
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, String
from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from scoring.core.chart import MAX_LABELS, Chart, few
from scoring.core.files.pdf_style import MARGIN, REGULAR, fitted, register_fonts
from scoring.messages.sentence import points

GREYS = tuple(Color(grey, grey, grey) for grey in (0.85, 0.55, 0.2))
DASHES = (None, (6, 2), (2, 2), (6, 2, 2, 2))
DARK = tuple(Color(grey, grey, grey) for grey in (0, 0.35, 0.6))
WIDTH, HEIGHT = A4[0] - 2 * MARGIN, 90 * mm
NAMES = 130  # points: right of the lines, what each of them is
STEPS = 5  # on the axis of figures
APART = 10  # points between the names of two lines

Dash = tuple[int, ...] | None
Lines = Sequence[tuple[str, Sequence[int | None]]]


def chart_drawing(chart: Chart) -> Drawing:
    """A chart with its axes, as page and picture show it."""
    if chart.kind == "bars":
        drawing = bars_across(chart.labels, chart.lines)
        drawing.add(_words(chart.upright, WIDTH - 8, 2, "end", 7))
        drawing.add(_words(chart.along, 62, drawing.height - 22, "end", 7))
        return drawing
    drawing = curves(chart.labels, chart.lines, ranks=chart.kind == "ranks")
    drawing.add(_words(chart.upright, 4, HEIGHT - 10, "start", 7))
    drawing.add(_words(chart.along, WIDTH - NAMES, 0, "end", 7))
    return drawing


def bars(labels: Sequence[str], lines: Lines) -> Drawing:
    """Bars side by side for every label, upright."""
    drawing, chart = Drawing(WIDTH, 70 * mm), VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 42, 28, WIDTH - 50, 50 * mm
    chart.categoryAxis.categoryNames = list(labels)
    chart.categoryAxis.labels.dy = -2
    chart.categoryAxis.labelAxisMode = "low"
    figures = figures_of(lines)
    chart.valueAxis.valueMin = min(0, *figures) * 1.1
    chart.valueAxis.valueMax = max(0, *figures) * 1.12 or 1
    return _finished(drawing, chart, lines, dy=6)


def bars_across(labels: Sequence[str], lines: Lines) -> Drawing:
    """The same from left to right, the first label at the top."""
    drawing, chart = Drawing(WIDTH, (18 + 8 * len(labels)) * mm), HorizontalBarChart()
    chart.x, chart.y, chart.width, chart.height = 68, 20, WIDTH - 100, 8 * mm * len(labels)
    chart.categoryAxis.categoryNames = labels[::-1]
    chart.valueAxis.valueMin = 0
    chart.valueAxis.valueMax = max(figures_of(lines)) * 1.1 + 1
    chart.barLabels.dx = 14
    upward = [(name, figures[::-1]) for name, figures in lines]
    return _finished(drawing, chart, upward, dy=0)


def figures_of(lines: Lines) -> list[int]:
    return [figure for _name, figures in lines for figure in figures if figure is not None]


def _finished(drawing: Drawing, chart: VerticalBarChart, lines: Lines, dy: int) -> Drawing:
    """Greys that a copier keeps apart, figures at every bar, our fonts, and what each grey is."""
    register_fonts()
    chart.data = [list(figures) for _name, figures in lines]
    for index in range(len(lines)):
        chart.bars[index].fillColor = GREYS[index]
        chart.bars[index].strokeColor = black
        chart.bars[index].strokeWidth = 0.4
    chart.barLabelFormat = chart.valueAxis.labelTextFormat = _figure
    chart.barLabels.fontName, chart.barLabels.fontSize, chart.barLabels.dy = REGULAR, 7, dy
    chart.groupSpacing = 8
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize = REGULAR, 8
    drawing.add(chart)
    legend = Legend()
    legend.fontName, legend.fontSize = REGULAR, 8
    legend.x, legend.y = 42, drawing.height - 2
    legend.boxAnchor, legend.alignment = "nw", "right"
    legend.columnMaximum, legend.deltax, legend.dxTextSpace = 1, 60, 4
    legend.colorNamePairs = [(grey, name) for grey, (name, _f) in zip(GREYS, lines, strict=False)]
    drawing.add(legend)
    return drawing


def _figure(figure: float) -> str:
    """A figure of a chart, as in the tables."""
    return points(int(figure))


def curves(labels: Sequence[str], lines: Lines, *, ranks: bool = False) -> Drawing:
    """A line for each name, which stands at its end; of `ranks` the first is at the top.

    A line is interrupted where it has no figure.
    """
    register_fonts()
    drawing, figures = Drawing(WIDTH, HEIGHT), figures_of(lines)
    low, high = min(figures, default=0), max(figures, default=1)
    span = (high - low) or 1
    left, right, bottom, top = 42.0, WIDTH - NAMES, 22.0, HEIGHT - 18

    def x(at: int) -> float:
        return left + (right - left) * (at + 0.5) / len(labels)

    def y(figure: float) -> float:
        share = (figure - low) / span
        return bottom + (top - bottom) * (1 - share if ranks else share)

    for end in ((left, top), (right, bottom)):
        drawing.add(Line(left, bottom, *end, strokeWidth=0.6))
    for step in sorted({low + span * part // STEPS for part in range(STEPS + 1)}):
        drawing.add(_words(_figure(step), left - 4, y(step) - 3, "end"))
        drawing.add(Line(left, y(step), right, y(step), strokeWidth=0.2, strokeColor=GREYS[0]))
    for at, label in few(labels):
        drawing.add(_words(label, x(at), bottom - 12, "middle"))
    ends = []
    for index, (name, row) in enumerate(lines):
        color, dash = DARK[index % len(DARK)], DASHES[index % len(DASHES)]
        for piece in pieces([(x(at), figure) for at, figure in enumerate(row)]):
            corners = [(across, y(figure)) for across, figure in piece]
            flat = [value for corner in corners for value in corner]
            drawing.add(PolyLine(flat, strokeColor=color, strokeDashArray=dash, strokeWidth=1.2))
            for across, up in corners:
                radius = 2 if len(labels) <= MAX_LABELS else 0.8
                drawing.add(Circle(across, up, radius, fillColor=color, strokeColor=color))
        reached = [figure for figure in row if figure is not None]
        if reached:
            ends.append((y(reached[-1]), name, color, dash))
    name_ends(drawing, ends, right + 6)
    return drawing


def name_ends(
    drawing: Drawing, ends: Sequence[tuple[float, str, Color, Dash]], left: float
) -> None:
    """What each line is, with its dashes, beside its end, the names apart."""
    free, sample = HEIGHT, 18
    for height, name, color, dash in sorted(ends, key=itemgetter(0), reverse=True):
        free = min(height, free - APART)
        line = Line(left, free, left + sample, free, strokeColor=color, strokeWidth=1.2)
        line.strokeDashArray = dash
        drawing.add(line)
        text, size = fitted(name, REGULAR, 8, NAMES - sample - 10)
        drawing.add(_words(text, left + sample + 4, free - 3, "start", size))


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


def _words(text: str, x: float, y: float, anchor: str, size: float = 8) -> String:
    return String(x, y, text, fontName=REGULAR, fontSize=size, textAnchor=anchor)
