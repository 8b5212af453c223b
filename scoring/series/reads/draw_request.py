"""What a series asks of the draw: its players, clubs, teams and options, and what was played."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet

from scoring.core.text import folded
from scoring.models import Draw, Entry, LogEntry, ScoreList, Seat, Series, TeamMember, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.person import EntryState
from scoring.models.score_list import Depth, ListState
from scoring.models.team import TeamKind
from scoring.models.tournament import SeriesState
from scoring.rules.outline import FEWEST
from scoring.rules.problem import Problem
from scoring.seating.request import (
    APART,
    MODES,
    MOST_SERIES,
    THREE_SEATS,
    Apart,
    DrawRequest,
    Mode,
    Options,
    Player,
    SeatedSeries,
    ThreeSeats,
)
from scoring.seating.schedule import FULL_TEAM, NotPlayable, Venue
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


# Who sits at which table of a series, and how many tables of three that makes.

# Table number → start numbers in the order of the seats.
Tables = dict[int, list[int]]

# More tables of three than these need a reason in one series (TO 7.1.1).
MOST_THREES = 3


def tables_of(series: Series) -> Tables:
    """Who sat down where in this series; who joined at a round is left out."""
    return tables_in(chairs_of(series))


def chairs_of(series: Series) -> QuerySet[Seat, Any]:
    """Table and start number of who sat down in this series, by table and seat."""
    seats = Seat.objects.from_the_beginning().filter(list__series=series)
    rows = seats.order_by("list__table_number", "position")
    return rows.values_list("list__table_number", "entry__start_number")


def tables_in(chairs: Iterable[tuple[int, int]]) -> Tables:
    """The tables of these rows of `chairs_of`."""
    tables: Tables = {}
    for table, number in chairs:
        tables.setdefault(table, []).append(number)
    return tables


def playing(series: Series) -> list[Entry]:
    """Who is to be seated in this series, by start number."""
    entries = series.tournament.entries.select_related("person")
    return [entry for entry in entries if entry.plays(series.number)]


def empty_lists(series: Series) -> QuerySet[ScoreList]:
    """The lists that hold nothing yet: only of their tables the players can change."""
    return series.lists.filter(depth=Depth.NONE, state=ListState.OPEN, sittings=[])


def empty_tables(series: Series) -> list[int]:
    """The numbers of the tables of `empty_lists`."""
    return list(empty_lists(series).values_list("table_number", flat=True))


def count_threes(tables: Mapping[int, Sequence[int]]) -> int:
    """How many of these tables have three players.

    >>> count_threes({1: [1, 2, 3, 4], 2: [5, 6, 7]})
    1
    """
    return sum(len(players) == 3 for players in tables.values())


def threes_logged(tables: Mapping[int, Sequence[int]]) -> dict[str, int]:
    """What the log keeps of the tables of three: their number, where there are too many."""
    count = count_threes(tables)
    return {"threes": count} if count > MOST_THREES else {}


def three_problems(tables: Mapping[int, Sequence[int]]) -> list[Problem]:
    """Whether a series has more tables of three than the order allows without a reason (TO 7.1.1).

    >>> [each.code for each in three_problems({n: [3 * n, 3 * n + 1, 3 * n + 2] for n in range(4)})]
    ['too-many-threes']
    """
    count = count_threes(tables)
    params = {"count": count, "most": MOST_THREES}
    return (
        [Problem("too-many-threes", params=params, rule="TO 7.1.1")] if count > MOST_THREES else []
    )


# What a seating breaks of a league's rules: team-mates apart, as many tables as the teams give.


def league_problems(series: Series, tables: Tables, venue: Venue) -> list[Problem]:
    """Every breach at a table of a league's venue; a seating with one is released with a reason."""
    try:
        shape = venue.shape
    except NotPlayable as short:
        return [Problem(f"league-{short.code}")] if venue.teams else []
    problems = []
    for table, players in sorted(tables.items()):
        for team in venue.teams.values():
            mates = [player for player in players if player in team]
            if len(mates) > shape.of_a_team:
                params = {"table": table, "numbers": mates}
                problems.append(Problem("league-team-mates", params=params))
    if sorted(map(len, tables.values()), reverse=True) != list(shape.sizes):
        problems.append(Problem("league-tables", params={"wanted": text_of(shape.sizes)}))
    return problems


def threes_problems(
    series: Series, tables: Tables, *, gone: int = 0, venue: Venue | None = None
) -> list[Problem]:
    """Whether there are more tables of three than need no reason (TO 7.1.1); in a league none that
    the teams give: 4-4-4-0 makes four. `gone` is the start number of who is about to leave; the
    venue of a league is read unless it is known.
    """
    problems = three_problems(tables)
    if problems and series.tournament.league:
        with suppress(NotPlayable):
            venue = venue or venue_of(series, playing(series), gone=gone)
            wanted = venue.shape.sizes.count(FEWEST)
            return [] if count_threes(tables) <= wanted else problems
    return problems


def venue_of(series: Series, seated: Iterable[Entry], *, gone: int = 0) -> Venue:
    """The teams of a league's tournament with those of them who are to be seated in this series."""
    teams = teams_of(series.tournament, series.number)
    players: dict[str, list[int]] = defaultdict(list)
    for entry in seated:
        if entry.pk in teams and entry.start_number != gone:
            players[teams[entry.pk]].append(entry.start_number)
    contest = series.tournament.team_contests.filter(kind=TeamKind.TEAM).first()
    return Venue(players, contest.size if contest else FULL_TEAM)


def fourth_may_join(series: Series) -> bool:
    """Whether a late player may come to a table of three at a round: in leagues alone (TO 9.7)."""
    at = series.tournament
    return at.league and at.substitutes and series.state == SeriesState.PLAYING


def free_chairs(series: Series, entry_id: int) -> tuple[ScoreList, ...]:
    return tuple(chairs_for(series, entry_id))


def chairs_for(series: Series, entry_id: int) -> QuerySet[ScoreList]:
    """The lists of tables of three that a late player may join as the fourth: nobody of his team
    sits there.
    """
    own = TeamMember.objects.filter(
        entry=entry_id, contest__tournament=series.tournament_id, contest__kind=TeamKind.TEAM
    )
    mates = TeamMember.objects.filter(team__in=own.values("team")).values("entry")
    threes = series.lists.filter(seats=FEWEST, state=ListState.OPEN)
    return threes.exclude(seat_rows__entry__in=mates).order_by("table_number")


def text_of(sizes: tuple[int, ...]) -> str:
    """The tables of a shape: "4-4-4-3"."""
    return "-".join(map(str, sizes))


# The draws of a series.


def newest_drawn(series: Series) -> Draw | None:
    """The draw that made the tables as they are, or that hand acts started from."""
    made = [draw for draw in series.draws.all() if draw.seed or draw.mode == MANUAL]
    return made[-1] if made else None


def were_shown(every: Collection[Series]) -> bool:
    """Whether others saw a draw of these series of one tournament: released, or announced by its
    hash. A new one then says why.
    """
    announced = LogEntry.objects.filter(
        tournament__in={series.tournament_id for series in every},
        action=Action.SERIES_DRAW_ANNOUNCED,
        subject__in=[series_subject(series) for series in every],
    )
    released = Draw.objects.filter(series__in=every, released_at__isnull=False)
    return released.exists() or announced.exists()


def handed_out(made: Draw, *, organizer: bool) -> Draw | None:
    """The draw whose request may be read by who asks; None where there is none for him.

    With the request, anybody knows the seating of every series of the plan: whoever does not
    organize gets it when all of them are released, or drawn anew.
    """
    first = first_of_plan(made)
    if first is None or "request" not in first.options:
        return None
    waiting = (is_waiting(draw) for draw in draws_of_plan(first))
    released = made.released_at is not None and not any(waiting)
    return first if organizer or released else None


def first_of_plan(made: Draw) -> Draw | None:
    """The draw that keeps the request: of a plan for several series, that of the first."""
    place = made.options.get("plan_of")
    if not place:
        return made
    return Draw.objects.filter(
        series__tournament=made.series.tournament_id, series__number=place[0], number=place[1]
    ).first()


def draws_of_plan(first: Draw) -> list[Draw]:
    place = [first.series.number, first.number]
    others = Draw.objects.filter(
        series__tournament=first.series.tournament_id, options__plan_of=place
    )
    return [first, *others.select_related("series")]


def is_waiting(made: Draw) -> bool:
    """Whether a draw made tables that are not released yet."""
    return made.released_at is None and newest_drawn(made.series) == made
