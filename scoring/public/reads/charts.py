"""Figures of the charts, without drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Kind, Listing
from scoring.messages import label
from scoring.models import Game
from scoring.models.score_list import COUNTED_STATES
from scoring.public.access import PublicTournament
from scoring.public.reads.pages import field_of_players, overall
from scoring.standings.reads.players import standings

TOP = 10
Figure = int | None


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines or bars over a common axis: `labels` along it, one list of figures a line.

    `kind` is what the script draws: "points", "ranks" or "bars". `note` describes the chart in
    words; the figures stand beside it as a table.
    """

    kind: str
    title: str
    labels: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Figure, ...]], ...]
    note: str = ""

    @property
    def data(self) -> Mapping[str, object]:
        """The data for the script."""
        return {
            "kind": self.kind,
            "labels": self.labels,
            "names": [name for name, _figures in self.lines],
            "lines": [figures for _name, figures in self.lines],
        }

    @property
    def table(self) -> list[tuple[str, tuple[Figure, ...]]]:
        """A row for every label: its figures by line."""
        columns = [figures for _name, figures in self.lines]
        return list(zip(self.labels, zip(*columns, strict=True), strict=True))

    @property
    def names(self) -> list[str]:
        return [name for name, _figures in self.lines]


def series_labels(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(_("Series %(number)s") % {"number": number} for number in numbers)


def points_of_player(room: PublicTournament, entry_id: int) -> Chart | None:
    """A player's performance by series beside the field; None if nothing is released."""
    field = field_of_players(room)
    row = field.row_of(entry_id)
    if row is None or not row.results:
        return None
    own = row.results
    mine = tuple(own[n].performance if n in own else None for n in field.numbers)
    names = _("best"), _("middle"), _("last")
    beside = zip(names, zip(*field.figures, strict=True), strict=True)
    return Chart(
        "points",
        _("Points by series, beside the field"),
        series_labels(field.numbers),
        ((_("this player"), mine), *beside),
    )


def movement(room: PublicTournament) -> Chart | None:
    """The ranks of today's first ten after each released series; None before the second."""
    found = overall(room)
    if len(found.numbers) < 2:
        return None
    ranks = []
    for number in found.numbers:
        after = standings(room.tournament, only=[n for n in room.results if n <= number])
        ranks.append({row.entry_id: row.rank.rank for row in after.rows})
    # The rank before the name identifies a line without its colour.
    lines = tuple(
        (f"{row.rank.rank}. {row.name}", tuple(after.get(row.entry_id) for after in ranks))
        for row in found.rows[:TOP]
    )
    return Chart("ranks", _("The way of the first ten"), series_labels(found.numbers), lines)


def mix_of_games(room: PublicTournament) -> Chart | None:
    """How often each game was won and lost, in the released lists typed game by game."""
    rows = Game.objects.filter(
        list__series__tournament=room.tournament,
        list__series__number__in=room.results,
        list__state__in=COUNTED_STATES[room.tournament.what_counts],
        annulled=False,
        passed=False,
        unread=False,
    )
    found = rows.values("game").annotate(
        won=Count("pk", filter=Q(score__gt=0)), lost=Count("pk", filter=Q(score__lt=0))
    )
    counts = {row["game"]: (row["won"], row["lost"]) for row in found.order_by()}
    if not counts:
        return None
    order = ("diamonds", "hearts", "spades", "clubs", "grand", "null", "revolution", "ramsch")
    played = [game for game in order if game in counts]
    return Chart(
        "bars",
        _("The mix of games"),
        tuple(label("game", game) for game in played),
        (
            (_("won"), tuple(counts[game][0] for game in played)),
            (_("lost"), tuple(counts[game][1] for game in played)),
        ),
    )


def picture_listing(chart: Chart) -> Listing:
    """The figures of a chart as a table."""
    along = _("Game") if chart.kind == "bars" else pgettext("one of several", "Series")
    kind: Kind = "points" if chart.kind == "points" else "int"
    columns = [
        Column("label", along, width=14),
        *(Column(f"line_{at}", name, kind) for at, name in enumerate(chart.names)),
    ]
    rows = [
        {"label": label, **{f"line_{at}": figure for at, figure in enumerate(figures)}}
        for label, figures in chart.table
    ]
    return Listing(chart.title, columns, rows)
