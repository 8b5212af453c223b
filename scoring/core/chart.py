"""A chart as figures: page, PDF and picture draw the same."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from scoring.core.listing import Column, Kind, Listing

Figure = int | None
ChartKind = Literal["points", "lead", "ranks", "bars"]
MAX_LABELS = 16  # more of them leave no room for each other


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines or bars over a common axis: `labels` along it, one list of figures a line.

    Of `ranks` the first is at the top; of `points` the first line is who it is about; `lead` has
    many labels. `along` and `upright` say what the axes are. `name` is that of its files, which lie
    beside the page that shows it.
    """

    kind: ChartKind
    title: str
    labels: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Figure, ...]], ...]
    along: str
    upright: str
    name: str = ""

    @property
    def data(self) -> Mapping[str, object]:
        """The data for the script."""
        data = {key: getattr(self, key) for key in ("kind", "labels", "names", "along", "upright")}
        return data | {"lines": [figures for _name, figures in self.lines]}

    @property
    def names(self) -> list[str]:
        return [name for name, _figures in self.lines]

    @property
    def figures(self) -> list[int]:
        return [figure for _name, figures in self.lines for figure in figures if figure is not None]


def chart_of_way(
    title: str,
    along: str,
    ranks: Mapping[str, Mapping[Hashable, int]],
    leaders: Iterable[tuple[Hashable, str]],
) -> Chart | None:
    """The rank of each leader after each label; None before the second.

    Who was without a rank has none in it. The rank before a name says which line is his.
    """
    if len(ranks) < 2:
        return None
    *_earlier, now = ranks.values()
    lines = tuple(
        (f"{now[key]}. {name}" if now.get(key) else name, tuple(a.get(key) for a in ranks.values()))
        for key, name in leaders
    )
    return Chart("ranks", title, tuple(ranks), lines, along, _("Rank"), "way") if lines else None


def chart_listing(chart: Chart) -> Listing:
    """The figures of a chart as a table: a row for every label."""
    kind: Kind = "points" if chart.kind in ("points", "lead") else "int"
    lines = {f"line_{at}": figures for at, (_name, figures) in enumerate(chart.lines)}
    columns = [Column(key, name, kind) for key, name in zip(lines, chart.names, strict=True)]
    columns.insert(0, Column("label", chart.along, width=14))
    rows = [
        {"label": label} | {key: figures[at] for key, figures in lines.items()}
        for at, label in enumerate(chart.labels)
    ]
    return Listing(chart.title, columns, rows)


def few(labels: Sequence[str]) -> list[tuple[int, str]]:
    """The labels that have room along an axis, with their places: of many every second, third …

    >>> few([str(number) for number in range(1, 37)])[:3]
    [(2, '3'), (5, '6'), (8, '9')]
    """
    step = -(-len(labels) // MAX_LABELS)
    return [(at, label) for at, label in enumerate(labels) if (at + 1) % step == 0]


def round_steps(low: int, high: int, count: int = 5) -> list[int]:
    """Round figures for an axis that covers both ends: at most `count` + 2.

    >>> round_steps(-130, 940)
    [-250, 0, 250, 500, 750, 1000]
    """
    rough = max(1, (high - low) / count)
    size = 10 ** (len(str(int(rough))) - 1)
    step = next(step for part in (10, 20, 25, 50, 100) if (step := part * size // 10) >= rough)
    return list(range(low // step * step, -(-high // step) * step + 1, step))
