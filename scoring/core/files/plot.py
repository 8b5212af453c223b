"""A chart as a drawing of reportlab: the same on paper and in a picture to share."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from math import ceil, exp, log
from typing import Any

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.linecharts import HorizontalLineChart
from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.graphics.widgets.markers import makeMarker
from reportlab.lib.colors import HexColor

from scoring.core.chart import Chart
from scoring.core.files.pdf_style import REGULAR, fit_text, register_fonts, width_of
from scoring.messages.sentence import points

# All lengths are in units: the pixels of a picture.
WIDTH, NARROW, EDGE = 1080, 600, 40
LEFT, BELOW, ABOVE = 110, 90, 44  # around the plot: room for figures, labels, names of the axes
NAMES, APART = 290, 34  # the width of the legend, and the height of each of its lines
LETTERS, SMALL, LEGIBLE = 20, 14, 11  # sizes of letters: usual, the least in labels, over bars
MAX_LABELS = 16  # more of them leave no room for each other
INK, QUIET, RULE = map(HexColor, ("#1b1f1d", "#55605b", "#c4ccc8"))
DASHES = None, (16, 8), (4, 8), (24, 8, 4, 8)
GREYS = "#000000", "#595959", "#808080"  # with their dashes: any copier keeps them apart
GREY_FILLS = "#d9d9d9", "#8c8c8c", "#333333"
STEPS = [part * 10**power // 10 for power in range(9) for part in (10, 20, 25, 50)]  # of an axis
RANKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


def chart_drawing(
    chart: Chart,
    height: int,
    inks: Sequence[str] = GREYS,
    fills: Sequence[str] = GREY_FILLS,
    *,
    is_narrow: bool = False,
) -> Drawing:
    """A chart with its axes, and beside it, or below a narrow one, its legend."""
    register_fonts()
    names = chart.names if len(chart.lines) > 1 else []
    width, under = (NARROW, APART * len(names)) if is_narrow else (WIDTH, 0)
    drawing = Drawing(width, height + under)
    plot = VerticalBarChart() if chart.kind == "bars" else HorizontalLineChart()
    plot.x, plot.y, plot.height = LEFT, BELOW + under, height - BELOW - ABOVE
    plot.width = width - LEFT - EDGE - NAMES * bool(names and not is_narrow)
    set_axes(plot, chart)
    styles = [(HexColor(inks[n % len(inks)]), HexColor(fills[n % len(fills)]), DASHES[n % 4])
              for n in range(len(chart.lines))]  # fmt: skip
    (set_bars if chart.kind == "bars" else set_lines)(plot, chart, styles)
    drawing.add(plot)
    text = partial(String, fontName=REGULAR, fontSize=LETTERS, fillColor=QUIET)
    drawing.add(text(EDGE, drawing.height - LETTERS - 4, chart.upright))
    drawing.add(text(plot.x + plot.width, under + 22, chart.along, textAnchor="end"))
    left, y = (EDGE, under - APART + 8) if is_narrow else (WIDTH - NAMES, height - ABOVE - APART)
    for name, (ink, fill, dash) in zip(names, styles, strict=False):
        if chart.kind == "bars":
            drawing.add(Rect(left, y - 4, 40, 24, fillColor=fill, strokeColor=ink))
        else:
            sample = {"strokeColor": ink, "strokeWidth": 4, "strokeDashArray": dash}
            drawing.add(Line(left, y + 7, left + 44, y + 7, **sample))
        words, size = fit_text(name, REGULAR, LETTERS, NAMES - 74, least=SMALL)
        drawing.add(text(left + 54, y, words, fontSize=size, fillColor=INK))
        y -= APART
    return drawing


def set_axes(plot: Any, chart: Chart) -> None:
    """Set the figures with their rules upright and the labels along; the first rank is on top."""
    along, upright, is_ranks = plot.categoryAxis, plot.valueAxis, chart.kind == "ranks"
    count = len(chart.labels)
    widest = SMALL * max(map(width_of, chart.labels), default=0) + 8
    apart = max(-(-count // MAX_LABELS), ceil(count * widest / plot.width))
    if not any(sign.isdigit() for sign in "".join(chart.labels)):
        apart = 1  # names do not follow from their neighbours, as numbers do
    along.categoryNames = ["" if at % apart else text for at, text in enumerate(chart.labels, 1)]
    along.labelAxisMode, along.visibleTicks = "low", 0
    if is_ranks:
        along.joinAxisMode = "bottom"
    low, high = min(chart.figures, default=0), max(chart.figures, default=1)
    if is_ranks:
        steps = [rank for rank in RANKS if rank <= high]
        ends = -log(high * 1.15), -log(0.9)
    else:
        if chart.kind != "points":  # bars and leads are measured from zero
            low, high = min(low, 0), max(high, 0)
        step = next(step for step in STEPS if step >= (high - low) / 5)
        steps = list(range(low // step * step, -(-high // step) * step + 1, step))
        ends = steps[0], max(steps[-1], steps[0] + 1)
    upright.valueMin, upright.valueMax = ends
    upright.valueSteps = [place(chart, step) for step in steps]
    upright.labelTextFormat = lambda at: points(round(exp(-at) if is_ranks else at))
    upright.visibleGrid, upright.gridStrokeColor, upright.gridStrokeWidth = 1, RULE, 1.5
    for axis in (along, upright):
        axis.strokeColor, axis.strokeWidth = INK, 2
        axis.labels.fontName, axis.labels.fillColor, axis.labels.fontSize = REGULAR, INK, LETTERS
    along.labels.fontSize = letters(along.categoryNames, apart * plot.width / count - 6)


def place(chart: Chart, figure: int) -> float:
    """Where a figure stands: the first ranks have most of the room."""
    return -log(figure) if chart.kind == "ranks" else figure


def letters(texts: Any, room: float) -> float:
    """The size at which the longest of these has room."""
    return min(LETTERS, room / max((width_of(text) for text in texts), default=1))


def set_lines(plot: Any, chart: Chart, styles: Sequence[Any]) -> None:
    """Draw the lines, interrupted where they have no figure; the first lies above the others."""
    plot.data = []
    for (_name, row), (ink, _fill, dash) in reversed(list(zip(chart.lines, styles, strict=True))):
        for is_gap, run in groupby(enumerate(row), lambda spot: spot[1] is None):
            piece = {} if is_gap else dict(run)
            if piece:
                line = plot.lines[len(plot.data)]
                line.strokeColor, line.strokeWidth, line.strokeDashArray = ink, 4, dash
                if chart.kind != "lead":
                    line.symbol = makeMarker("FilledCircle", size=12, strokeColor=ink)
                plot.data.append([place(chart, piece[at]) if at in piece else None
                                  for at in range(len(row))])  # fmt: skip


def set_bars(plot: Any, chart: Chart, styles: Sequence[Any]) -> None:
    """Bars side by side for every label, each with its figure where it can be read."""
    plot.data = [figures for _name, figures in chart.lines]
    plot.groupSpacing = plot.barWidth * len(plot.data) / 4
    for n, (ink, fill, _dash) in enumerate(styles):
        plot.bars[n].fillColor, plot.bars[n].strokeColor = fill, ink
    room = plot.width / len(chart.labels) * 0.8 / len(plot.data) + 10
    plot.barLabels.nudge, plot.barLabels.fontName, plot.barLabels.fillColor = 14, REGULAR, INK
    plot.barLabels.fontSize = size = letters(map(points, chart.figures), room)
    plot.barLabelFormat = lambda figure: points(figure) if figure and size > LEGIBLE else ""
