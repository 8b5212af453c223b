"""What a series asks of the draw: its players, clubs, teams and options, and what was played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet

from scoring.core.text import folded
from scoring.models import Draw, Seat, Series, TeamMember, Tournament
from scoring.models.person import EntryState
from scoring.models.team import TeamKind
from scoring.seating.faults import MOST_SERIES
from scoring.seating.request import (
    APART,
    MODES,
    THREE_SEATS,
    Apart,
    DrawRequest,
    Mode,
    Options,
    Player,
    SeatedSeries,
    ThreeSeats,
)
from scoring.standings.reads.players import standings

# Besides the draws of the engine: tables that the organizer filled by hand.
MANUAL: Literal["manual"] = "manual"


# Up to so many players a draw without repeats leaves room for the series that follow.
SMALL_FIELD = 40


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """How a series is to be drawn; `series` more than one is a plan for so many at once."""

    mode: Mode = "lot"
    clubs: Apart = "apart"
    teams: Apart = "apart"
    three_seats: ThreeSeats = "lot"
    series: int = 1

    @property
    def options(self) -> Options:
        return Options(self.clubs, self.teams, self.three_seats)

    @property
    def by_rank(self) -> bool:
        return self.mode in ("by-rank", "by-rank-no-repeats")

    def document(self) -> dict[str, object]:
        return asdict(self)


BY_LOT = DrawOptions()
# What most good events want, and what the pages offer first.
USUAL = DrawOptions("no-repeats")
# At a league's venue: team-mates never at one table.
LEAGUE: Literal["league"] = "league"
OF_LEAGUES = DrawOptions(LEAGUE, teams="first")


def options_of_draw(draw: Draw) -> DrawOptions:
    """The options that a draw was made by; what another version wrote is read as the default."""
    known = {"mode": MODES, "clubs": APART, "teams": APART, "three_seats": THREE_SEATS}
    kept = {key: draw.options.get(key) for key in known}
    series = draw.options.get("series")
    return replace(
        DrawOptions(**{key: value for key, value in kept.items() if value in known[key]}),
        series=series if isinstance(series, int) and 1 <= series <= MOST_SERIES else 1,
    )


@dataclass(frozen=True, slots=True)
class HandAct:
    """What was changed by hand after a draw: whom it moved, and the tables as they are then."""

    act: str
    players: tuple[int, ...]
    tables: Mapping[int, Sequence[int]]


def hand_acts(draw: Draw) -> list[HandAct]:
    """What was changed by hand since a draw, the first first."""
    return [
        HandAct(
            str(option["act"]),
            tuple(option["players"]),
            {int(table): players for table, players in option["tables"].items()},
        )
        for option in draw.options.get("acts", ())
    ]


def usual_options(series: Series) -> DrawOptions:
    """Those of the newest draw that a person made here, or what most good events want.

    Who asked for a table of three is not forgotten because nobody chose that option.
    """
    draws = Draw.objects.filter(series__tournament=series.tournament_id).exclude(mode=MANUAL)
    by_people = draws.exclude(drawn_by=None)
    newest = by_people.order_by("-series__number", "-number").first()
    usual = OF_LEAGUES if series.tournament.league else USUAL
    draw_options = usual if newest is None or not newest.options else options_of_draw(newest)
    volunteers = series.tournament.entries.filter(three_seats=True)
    if draw_options.three_seats == "lot" and any(
        volunteer.plays(series.number) for volunteer in volunteers
    ):
        return replace(draw_options, three_seats="volunteers")
    return draw_options


def request_of(series: Series, draw_options: DrawOptions, *, seed: str = "") -> DrawRequest:
    """The request of a series, with the ids that are printed: start numbers.

    Players who play none of the series to be drawn, nor any that this draw looks ahead to, are
    left out. Seats of earlier series count as played, released or not: nobody is to meet there
    and here.
    """
    tournament = series.tournament
    rows = tournament.entries.order_by("start_number").values_list(*Entered._fields)
    entries = [Entered(*row) for row in rows]
    members, seats = members_of(tournament), seated_before(series)
    later = tournament.series.filter(number__gte=series.number + draw_options.series).count()
    last = series.number + draw_options.series - 1
    ahead = series_ahead(draw_options, later, len(entries))
    ranked = draw_options.by_rank or draw_options.three_seats == "lowest"
    ranks = ranks_of(tournament) if ranked else {}
    teams = teams_among(members, series.number)
    players = tuple(
        Player(
            id=entry.start_number,
            club=folded(entry.club_name).strip(),
            team=teams.get(entry.id, ""),
            fixed_table=entry.fixed_table,
            first_series=entry.from_series,
            last_series=entry.until_series,
            # Who has no result yet comes behind everybody who has one.
            rank=ranks.get(entry.id, len(ranks) + 1) if ranked else None,
            volunteer=entry.three_seats,
        )
        for entry in entries
        if entry.state == EntryState.PRESENT
        and entry.from_series <= last + ahead
        and (entry.until_series is None or entry.until_series >= series.number)
    )
    history = history_in(seats, series)
    return DrawRequest(
        players, draw_options.series, seed, draw_options.mode, draw_options.options, history, ahead
    )


class Entered(NamedTuple):
    """What a draw looks at of an entry."""

    id: int
    start_number: int
    club_name: str
    fixed_table: int | None
    three_seats: bool
    state: str
    from_series: int
    until_series: int | None


def series_ahead(draw_options: DrawOptions, later: int, entries: int) -> int:
    """How many of the `later` series of the tournament a draw thinks of.

    In large fields nobody needs to: there are strangers enough.
    """
    if draw_options.mode not in ("no-repeats", LEAGUE) or entries > SMALL_FIELD:
        return 0
    return later


def ranks_of(tournament: Tournament) -> Mapping[int, int]:
    """By entry id, the rank in the standings as they are now."""
    return {row.entry_id: row.rank.rank for row in standings(tournament).rows}


def teams_of(tournament: Tournament, number: int) -> dict[int, str]:
    """By entry id, a name of the team that nobody has to print: teams before tandems and pairs."""
    return teams_among(members_of(tournament), number)


def members_of(tournament: Tournament) -> QuerySet[TeamMember]:
    members = TeamMember.objects.filter(contest__tournament=tournament)
    return members.select_related("team", "contest")


def teams_among(members: Iterable[TeamMember], number: int) -> dict[int, str]:
    """The same of these members."""
    order = {kind: place for place, kind in enumerate(TeamKind.values)}
    found: dict[int, tuple[int, str]] = {}
    for member in members:
        kind = member.contest.kind
        if member.plays(number):
            mine = (order[kind], f"{kind}/{member.team.number}")
            found[member.entry_id] = min(found.get(member.entry_id, mine), mine)
    return {entry: name for entry, (_place, name) in found.items()}


def seated_before(series: Series) -> QuerySet[Seat, Any]:
    """Series, table and start number of who sat down in a series before this one.

    Who joined a table at a round is left out: a draw knows tables of three and four.
    """
    before = Seat.objects.from_the_beginning().filter(
        series__tournament=series.tournament_id, series__number__lt=series.number
    )
    rows = before.order_by("series__number", "list__table_number", "position")
    return rows.values_list("series__number", "list__table_number", "entry__start_number")


def history_in(seats: Iterable[tuple[int, int, int]], series: Series) -> tuple[SeatedSeries, ...]:
    """Who sat together in each series before this one, by the rows of `seated_before`; a series
    without tables is empty.
    """
    tables: list[dict[int, list[int]]] = [{} for _each in range(series.number - 1)]
    for number, table, player in seats:
        tables[number - 1].setdefault(table, []).append(player)
    return tuple(tuple(map(tuple, each.values())) for each in tables)
