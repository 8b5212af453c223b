"""Figures of the charts, without drawing."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Kind, Listing
from scoring.messages import label
from scoring.models import Game, Tournament
from scoring.models.score_list import COUNTED_STATES
from scoring.models.tournament import SeriesState, TournamentState
from scoring.public.access import HonoursRoom, PublicTournament, SeasonRoom
from scoring.public.reads.pages import field_of_players, overall
from scoring.standings.reads.players import standings
from scoring.standings.reads.season import (
    SeasonDay,
    SeasonStandings,
    counted_together,
    days_of,
    season_listing,
)
from scoring.standings.reads.season_honours import Honour, honour_of, lines_of

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


def chart_of_player(room: PublicTournament, entry_id: int) -> Chart | None:
    """A player's performance by series, compared with the field; None if nothing is released."""
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


def chart_of_ranks(room: PublicTournament) -> Chart | None:
    """The ranks of today's first ten after each released series; None before the second."""
    current = overall(room)
    if len(current.numbers) < 2:
        return None
    ranks = []
    for number in current.numbers:
        after = standings(room.tournament, only=[n for n in room.results if n <= number])
        ranks.append({row.entry_id: row.rank.rank for row in after.rows})
    # The rank before the name identifies a line without its colour.
    lines = tuple(
        (f"{row.rank.rank}. {row.name}", tuple(after.get(row.entry_id) for after in ranks))
        for row in current.rows[:TOP]
    )
    return Chart("ranks", _("The way of the first ten"), series_labels(current.numbers), lines)


def chart_of_games(room: PublicTournament) -> Chart | None:
    """How often each game was won and lost, in the released lists typed game by game."""
    rows = Game.objects.filter(
        list__series__tournament=room.tournament,
        list__series__number__in=room.results,
        list__state__in=COUNTED_STATES[room.tournament.what_counts],
        annulled=False,
        passed=False,
        unread=False,
    )
    counts_by_game = rows.values("game").annotate(
        won=Count("pk", filter=Q(score__gt=0)), lost=Count("pk", filter=Q(score__lt=0))
    )
    counts = {row["game"]: (row["won"], row["lost"]) for row in counts_by_game.order_by()}
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


def chart_listing(chart: Chart) -> Listing:
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


# A public season: only what its tournaments have released.

COUNTS = ("final", "interim")  # codes of tournaments that count


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A public tournament of a season, and how it counts there.

    `code` is "final" or "interim" if it counts, else "frozen" or "nothing" (no result released).
    `series` is the last series that counts, `place` the number of its column, 0 without one.
    `winners` are the names of the leaders or winners, as far as it counts.
    """

    tournament: Tournament
    code: str
    series: int
    place: int
    winners: str


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """The standings of what counts, every public tournament, and the number of others."""

    standings: SeasonStandings
    parts: tuple[SeasonPart, ...]
    hidden: int


def public_season(place: SeasonRoom) -> PublicSeason:
    """The page of a season: the overall standings of its counting tournaments, as released."""
    [page] = public_seasons([place])
    return page


def public_seasons(places: Sequence[SeasonRoom]) -> list[PublicSeason]:
    """The pages of these seasons: four queries at most."""
    counting = [
        (place.season, room) for place in places for room in place.rooms if code_of(room) in COUNTS
    ]
    released = {room.tournament.pk: room.results for _season, room in counting}
    days = days_of([(season, room.tournament) for season, room in counting], released)
    by_season: dict[int, list[SeasonDay]] = defaultdict(list)
    for (season, _room), day in zip(counting, days, strict=True):
        by_season[season.pk].append(day)
    return [with_parts(place, tuple(by_season[place.season.pk])) for place in places]


def with_parts(place: SeasonRoom, days: tuple[SeasonDay, ...]) -> PublicSeason:
    """The season over these days, with each public tournament."""
    lines = {day_line.tournament.pk: day_line for day_line in lines_of(days)}
    parts = tuple(
        SeasonPart(
            room.tournament,
            code_of(room),
            max(room.results, default=0),
            line.number if (line := lines.get(room.tournament.pk)) else 0,
            line.winners if line else "",
        )
        for room in place.rooms
    )
    season_standings = SeasonStandings(
        place.season,
        days,
        counted_together(place.season, days),
        interim=place.hidden > 0 or any(part.code != "final" for part in parts),
    )
    return PublicSeason(season_standings, parts, place.hidden)


def code_of(room: PublicTournament) -> str:
    if room.frozen:
        return "frozen"
    if not room.results:
        return "nothing"
    # Series never drawn do not count.
    everything = room.results == {
        series.number for series in room.series if series.state != SeriesState.DRAFT
    }
    return "final" if everything and room.tournament.state == TournamentState.FINAL else "interim"


def public_listing(page: PublicSeason) -> Listing:
    """The standings for the page; numbers as headings of tournaments leave room for names."""
    listing = season_listing(page.standings, legend=False)
    return replace(listing, columns=[with_number_as_heading(column) for column in listing.columns])


def with_number_as_heading(column: Column) -> Column:
    """The column of a tournament under its number."""
    kind, _rest, place = column.key.partition("_")
    if kind != "tournament":
        return column
    return replace(column, heading=place, group=_("Tournaments"))


def public_honours(place: HonoursRoom) -> tuple[Honour, ...]:
    """Champions and evening records of these public seasons, as far as they are released."""
    honours = [
        honour_of(public_season.standings) for public_season in public_seasons(place.seasons)
    ]
    return tuple(honour for honour in honours if honour)
