"""What a draw is made from: options, players with their history, tables, and earlier draws."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal

from django.db.models import Exists, OuterRef, QuerySet
from msgspec import Meta, ValidationError, convert

from scoring.core.text import fold
from scoring.models import Draw, Entry, LogEntry, ScoreList, Seat, Series, TeamMember, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.person import EntryState, plays_in
from scoring.models.score_list import ListState
from scoring.models.team import TeamKind
from scoring.models.tournament import SeriesState
from scoring.rules.outline import MIN_SEATS
from scoring.rules.problem import Problem
from scoring.seating.request import (
    MAX_SERIES,
    Apart,
    DrawRequest,
    Mode,
    Options,
    Player,
    SeatedSeries,
    ThreeSeats,
)
from scoring.seating.schedule import FULL_TEAM, NotPlayable, SharedVenue
from scoring.standings.reads.players import standings

# The mode of tables that the organizer filled by hand, beside those of the engine.
MANUAL: Literal["manual"] = "manual"
# A draw without repeats plans ahead for later series among at most this many players; of a larger
# field few have met.
SMALL_FIELD = 40


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """How a series is drawn; `series` is how many are drawn at once."""

    mode: Mode = "lot"
    clubs: Apart = "apart"
    teams: Apart = "apart"
    three_seats: ThreeSeats = "lot"
    series: Annotated[int, Meta(ge=1, le=MAX_SERIES)] = 1

    @property
    def options(self) -> Options:
        return Options(self.clubs, self.teams, self.three_seats)

    def document(self) -> dict[str, object]:
        return asdict(self)


BY_LOT = DrawOptions()
# What most events want, and what the pages offer first.
USUAL = DrawOptions("no-repeats")
# At the venue of a league: team-mates never at one table.
LEAGUE: Literal["league"] = "league"
OF_LEAGUES = DrawOptions(LEAGUE, teams="first")


def options_of_draw(draw: Draw) -> DrawOptions:
    """The options of a draw; the default if this version does not know one of them."""
    try:
        return convert(draw.options, DrawOptions)
    except ValidationError:
        return BY_LOT


@dataclass(frozen=True, slots=True)
class HandAct:
    """A change by hand after a draw: whom it moved, and the changed tables."""

    act: str
    players: tuple[int, ...]
    tables: Mapping[int, Sequence[int]]


def hand_acts(options: Mapping[str, Any]) -> list[HandAct]:
    """The changes by hand since the draw with these options, oldest first."""
    return convert(options.get("acts", []), list[HandAct], str_keys=True)


def usual_options(series: Series) -> DrawOptions:
    """The options of the newest draw by a person, or the usual ones; volunteers sit at three."""
    league = series.tournament.league
    # The tournament may have been one of a league when it was drawn.
    others = (MANUAL,) if league else (MANUAL, LEAGUE)
    draws = Draw.objects.filter(series__tournament=series.tournament_id)
    by_people = draws.exclude(mode__in=others).exclude(drawn_by=None)
    newest = by_people.order_by("-series__number", "-number").first()
    usual = OF_LEAGUES if league else USUAL
    draw_options = usual if newest is None or not newest.options else options_of_draw(newest)
    volunteers = series.tournament.entries.filter(plays_in(series.number), three_seats=True)
    if draw_options.three_seats == "lot" and volunteers.exists():
        return replace(draw_options, three_seats="volunteers")
    return draw_options


def request_of(series: Series, draw_options: DrawOptions) -> DrawRequest:
    """The request for a draw, without a seed. Seats of earlier series count even if unreleased."""
    tournament = series.tournament
    entries = list(tournament.entries.order_by("start_number"))
    last, ahead = series.number + draw_options.series - 1, 0
    if draw_options.mode in ("no-repeats", LEAGUE) and len(entries) <= SMALL_FIELD:
        ahead = tournament.series.filter(number__gt=last).count()
    by_rank = draw_options.mode in ("by-rank", "by-rank-no-repeats")
    needs_ranks = by_rank or draw_options.three_seats == "lowest"
    rows = standings(tournament).rows if needs_ranks else ()
    ranks = {row.entry_id: row.rank.rank for row in rows}
    teams = teams_among(team_members(tournament), range(series.number, last + 1))
    players = tuple(
        Player(
            id=entry.start_number,
            club=fold(entry.club_name).strip(),
            team=teams.get(entry.pk, ""),
            fixed_table=entry.fixed_table,
            first_series=entry.from_series,
            last_series=entry.until_series,
            # Players without a result come after everybody who has one.
            rank=ranks.get(entry.pk, len(ranks) + 1) if needs_ranks else None,
            volunteer=entry.three_seats,
        )
        for entry in entries
        if entry.state == EntryState.PRESENT
        and entry.from_series <= last + ahead
        and (entry.until_series is None or entry.until_series >= series.number)
    )
    options, history = draw_options.options, history_before(series)
    return DrawRequest(players, draw_options.series, "", draw_options.mode, options, history, ahead)


def team_members(tournament: Tournament) -> QuerySet[TeamMember]:
    members = TeamMember.objects.filter(contest__tournament=tournament)
    return members.select_related("team", "contest")


def teams_among(members: Iterable[TeamMember], numbers: Iterable[int]) -> dict[int, str]:
    """By entry id a key of the player's team in these series: teams before tandems and pairs."""
    order = {kind: place for place, kind in enumerate(TeamKind.values)}
    team_by_entry: dict[int, tuple[int, str]] = {}
    for member in members:
        kind = member.contest.kind
        if any(map(member.plays, numbers)):
            candidate = (order[kind], f"{kind}/{member.team.number}")
            team_by_entry[member.entry_id] = min(
                team_by_entry.get(member.entry_id, candidate), candidate
            )
    return {entry: name for entry, (_place, name) in team_by_entry.items()}


def history_before(series: Series) -> tuple[SeatedSeries, ...]:
    """Who sat down together in each earlier series, without those who joined at a later round."""
    before = Seat.objects.from_the_beginning().filter(
        series__tournament=series.tournament_id, series__number__lt=series.number
    )
    rows = before.order_by("series__number", "list__table_number", "position")
    tables: list[dict[int, list[int]]] = [{} for _series in range(series.number - 1)]
    for number, table, player in rows.values_list(
        "series__number", "list__table_number", "entry__start_number"
    ):
        tables[number - 1].setdefault(table, []).append(player)
    return tuple(tuple(map(tuple, series_tables.values())) for series_tables in tables)


# Tables as they stand, and tables of three.

# Table number → start numbers in the order of the seats.
Tables = dict[int, list[int]]

# More tables of three in one series need a reason (TO 7.1.1).
MAX_THREES = 3


def seated_tables(series: Series) -> Tables:
    """Who sat down where in this series; players who joined at a later round are left out."""
    seats = Seat.objects.from_the_beginning().filter(list__series=series)
    rows = seats.order_by("list__table_number", "position")
    tables: Tables = {}
    for table, number in rows.values_list("list__table_number", "entry__start_number"):
        tables.setdefault(table, []).append(number)
    return tables


def series_entries(series: Series) -> list[Entry]:
    """Everybody who plays this series, by start number."""
    entries = series.tournament.entries.filter(plays_in(series.number))
    return list(entries.select_related("person"))


def count_threes(tables: Mapping[int, Sequence[int]]) -> int:
    return sum(len(players) == 3 for players in tables.values())


def threes_for_log(tables: Mapping[int, Sequence[int]]) -> dict[str, int]:
    """The number of tables of three, for the log, if there are too many."""
    count = count_threes(tables)
    return {"threes": count} if count > MAX_THREES else {}


# Rules of a league: team-mates sit apart, and the teams decide the number and size of tables.


def league_problems(tables: Tables, venue: SharedVenue) -> list[Problem]:
    """Every breach of these rules; a seating with one is released only with a reason."""
    try:
        shape = venue.shape
    except NotPlayable as error:
        return [Problem(f"league-{error.code}")] if venue.teams else []
    problems = []
    for table, players in sorted(tables.items()):
        for team in venue.teams.values():
            mates = [player for player in players if player in team]
            if len(mates) > shape.max_per_team:
                params = {"table": table, "numbers": mates}
                problems.append(Problem("league-team-mates", params=params))
    if sorted(map(len, tables.values()), reverse=True) != list(shape.sizes):
        sizes = "-".join(map(str, shape.sizes))  # "4-4-4-3"
        problems.append(Problem("league-tables", params={"wanted": sizes}))
    return problems


def threes_problems(series: Series, tables: Tables, *, gone: int = 0) -> list[Problem]:
    """More tables of three than are allowed without a reason (TO 7.1.1).

    `gone` is the start number of a player who is about to leave.
    """
    count = count_threes(tables)
    if count <= MAX_THREES:
        return []
    # The teams of a league may require more: 4-4-4-0 makes four.
    if series.tournament.league:
        with suppress(NotPlayable):
            venue = shared_venue(series, series_entries(series), gone=gone)
            if count <= venue.shape.sizes.count(MIN_SEATS):
                return []
    params = {"count": count, "most": MAX_THREES}
    return [Problem("too-many-threes", params=params, rule="TO 7.1.1")]


def shared_venue(series: Series, seated: Iterable[Entry], *, gone: int = 0) -> SharedVenue:
    """The teams of a league's tournament with their players among those to be seated."""
    teams = teams_among(team_members(series.tournament), [series.number])
    players: dict[str, list[int]] = defaultdict(list)
    for entry in seated:
        if entry.pk in teams and entry.start_number != gone:
            players[teams[entry.pk]].append(entry.start_number)
    contest = series.tournament.team_contests.filter(kind=TeamKind.TEAM).first()
    return SharedVenue(players, contest.size if contest else FULL_TEAM)


def fourth_may_join(series: Series) -> bool:
    """Whether a late player may join a table of three at a round; only in leagues (TO 9.7)."""
    tournament = series.tournament
    return tournament.league and tournament.substitutes and series.state == SeriesState.PLAYING


def joinable_lists(series: Series, entry_id: int) -> QuerySet[ScoreList]:
    """The lists of tables of three that a late player may join: without a team-mate of his."""
    own = TeamMember.objects.filter(
        entry=entry_id, contest__tournament=series.tournament_id, contest__kind=TeamKind.TEAM
    )
    mates = TeamMember.objects.filter(team__in=own.values("team")).values("entry")
    threes = series.lists.filter(seats=MIN_SEATS, state=ListState.OPEN)
    return threes.exclude(seat_rows__entry__in=mates).order_by("table_number")


def current_draw(series: Series) -> Draw | None:
    """The draw that made the present tables, apart from later changes by hand."""
    draws = [draw for draw in series.draws.all() if draw.seed or draw.mode == MANUAL]
    return draws[-1] if draws else None


def waiting_draw(series: Series) -> Draw | None:
    """The newest draw of the series, if it was announced and still waits for its seed."""
    draws = list(series.draws.all())
    newest = draws[-1] if draws else None
    return newest if newest and not newest.seed and newest.mode != MANUAL else None


def were_shown(drawn_series: Collection[Series]) -> bool:
    """Whether others saw a draw of these series: it was released, or announced by its hash."""
    announced = LogEntry.objects.filter(
        tournament__in={series.tournament_id for series in drawn_series},
        action=Action.SERIES_DRAW_ANNOUNCED,
        subject__in=[series_subject(series) for series in drawn_series],
    )
    # A removed series leaves its log rows to the next one of its number.
    removed = LogEntry.objects.filter(
        tournament=OuterRef("tournament"),
        action=Action.SERIES_REMOVED,
        subject=OuterRef("subject"),
        id__gt=OuterRef("id"),
    )
    released = Draw.objects.filter(series__in=drawn_series, released_at__isnull=False)
    return released.exists() or announced.filter(~Exists(removed)).exists()


def readable_draw(draw: Draw, *, organizer: bool) -> Draw | None:
    """The draw with the request of this one, if the reader may see it.

    The request reveals the seating of every series of a plan: only organizers get it before all
    of these are released or drawn again.
    """
    first = first_of_plan(draw)
    if first is None or "request" not in first.options:
        return None
    place = [first.series.number, first.number]
    others = Draw.objects.filter(
        series__tournament=first.series.tournament_id, options__plan_of=place
    )
    # Some made the present tables of a series that is not released yet.
    waiting = (
        row.released_at is None and current_draw(row.series) == row
        for row in (first, *others.select_related("series"))
    )
    released = draw.released_at is not None and not any(waiting)
    return first if organizer or released else None


def first_of_plan(draw: Draw) -> Draw | None:
    """The draw that keeps the request: in a plan for several series, that of the first."""
    place = draw.options.get("plan_of")
    if not place:
        return draw
    return Draw.objects.filter(
        series__tournament=draw.series.tournament_id, series__number=place[0], number=place[1]
    ).first()
