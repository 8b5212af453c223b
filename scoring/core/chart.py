"""A chart as figures: page, PDF and picture draw the same."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from scoring.core.listing import Column, Kind, Listing

Figure = int | None
ChartKind = Literal["points", "lead", "ranks", "bars"]


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines or bars over a common axis: `labels` along it, and for each line its figures.

    `along` and `upright` name the axes, `name` its files.
    """

    kind: ChartKind
    title: str
    labels: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Figure, ...]], ...]
    along: str
    upright: str
    name: str = ""
    subtitle: str = ""

    @property
    def names(self) -> list[str]:
        return [name for name, _figures in self.lines]

    @property
    def figures(self) -> list[int]:
        return [figure for _name, figures in self.lines for figure in figures if figure is not None]


def rank_chart(
    title: str,
    along: str,
    ranks: Mapping[str, Mapping[Hashable, int]],
    leaders: Iterable[tuple[Hashable, str]],
    subtitle: str = "",
) -> Chart | None:
    """The rank of each ranked leader after each label; None without one, or for a single label."""
    if len(ranks) < 2:
        return None
    columns = [*ranks.values()]
    now = columns[-1]
    lines = []
    for key, name in leaders:
        heading = f"{now[key]}. {name}" if now.get(key) else name
        if any(figures := tuple(column.get(key) for column in columns)):
            lines.append((heading, figures))
    if not lines:
        return None
    return Chart(
        kind="ranks",
        title=title,
        labels=tuple(ranks),
        lines=tuple(lines),
        along=along,
        upright=_("Rank"),
        name="way",
        subtitle=subtitle,
    )


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
    return Listing(chart.title, columns, rows, subtitle=chart.subtitle)
