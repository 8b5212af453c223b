"""The input of live rankings: typed figures, and the results of their formulas."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import groupby
from operator import attrgetter

from django.db.models import Q

from scoring.messages import contract_label
from scoring.models import Seat, TeamMember, Tournament
from scoring.models.score_list import stored_total
from scoring.rules.score_list import bonus, lost_at_three, per_game, points_of_others
from scoring.standings.reads.players import Standings, StandingsRow
from scoring.standings.reads.results import (
    ALL_SERIES,
    Participants,
    PlayerResult,
    RankedPart,
    changed_tables,
    counted_results,
    seated_by_series,
    with_adjustments,
)
from scoring.standings.reads.scopes import TeamRow, TeamStandings
from scoring.standings.reads.special import (
    HUNDRED,
    OF_GAMES,
    OPEN_GRAND,
    SOLO,
    SpecialRow,
    SpecialStandings,
    won_games,
)


@dataclass(frozen=True, slots=True)
class LiveResult:
    """A counted list of a player, or adjustments in a series without one (`seats` 4).

    `team` is the number of the team that he played it for, 0 where teams are not ranked; `counts`
    is False for a dropped result. `at_three` is how many of the games lost by the others at a table
    of four were lost when it played on as three.
    """

    start_number: int
    name: str
    seats: int
    given: PlayerResult
    counts: bool = True
    team: int = 0
    at_three: int = 0


@dataclass(frozen=True, slots=True)
class LivePlayer:
    """A ranked player: `free` are adjustments of no series, `lot` the recorded one."""

    row: StandingsRow
    free: int
    lot: int | None


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """The rules of a workbook: points for a game, for a loss of others, best k of n."""

    per_game: int
    bonus_three: int
    bonus_four: int
    best_of: int | None
    shared: bool


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """The input of a ranking of players."""

    players: tuple[LivePlayer, ...]
    results: tuple[LiveResult, ...]
    numbers: tuple[int, ...]
    rules: ScoringRules

    @property
    def has_adjusted(self) -> bool:
        return any(player.row.adjusted for player in self.players)


@dataclass(frozen=True, slots=True)
class LiveTeam:
    """A ranked team; `seated` is how many of it sat in a series where it was short."""

    row: TeamRow
    lot: int | None
    seated: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class LiveTeams:
    """The input of a ranking of teams: `every` counts also those without result."""

    ranking: TeamStandings
    teams: tuple[LiveTeam, ...]
    results: tuple[LiveResult, ...]
    rules: ScoringRules
    every: int


def live_standings(ranking: Standings) -> LiveStandings:
    """The figures of a ranking of players: overall, of a series, a day, a category."""
    tournament, part = ranking.tournament, part_of(ranking)
    everything = part == RankedPart()
    field = ranking.participants
    seats, threes = seats_at(tournament), lost_at_threes(tournament)
    ordered = sorted(ranking.rows, key=lambda row: row.start_number)
    return LiveStandings(
        players=tuple(
            LivePlayer(row, field.free(row.entry_id) if everything else 0, lot_of(row, field))
            for row in ordered
        ),
        results=tuple(
            LiveResult(
                row.start_number,
                row.name,
                seats.get((row.entry_id, number), 4),
                player_result,
                number not in row.dropped,
                at_three=threes.get((row.entry_id, number), 0),
            )
            for row in ordered
            for number, player_result in sorted(row.results.items())
        ),
        numbers=ranking.numbers,
        rules=scoring_rules(tournament, tournament.best_of if everything else None),
    )


def part_of(ranking: Standings) -> RankedPart:
    """The series that a ranking of players counts."""
    return RankedPart(number=ranking.scope.number, day=ranking.scope.day)


def scoring_rules(tournament: Tournament, best_of: int | None) -> ScoringRules:
    scheme = tournament.performance_scheme
    return ScoringRules(
        per_game(scheme),
        bonus(scheme, 3),
        bonus(scheme, 4),
        best_of,
        shared=tournament.ties == "share",
    )


def lot_of(row: StandingsRow | SpecialRow, field: Participants) -> int | None:
    """The place drawn; None if it decides nothing, because others have drawn since."""
    drawn = field.lots.get(row.entry_id)
    return drawn.order if drawn and not row.rank.lot_needed else None


def seats_at(tournament: Tournament) -> dict[tuple[int, int], int]:
    """How many sat at the table of an entry in a series."""
    rows = Seat.objects.filter(series__tournament=tournament)
    return {
        (entry, number): seats
        for entry, number, seats in rows.values_list("entry_id", "series__number", "list__seats")
    }


def lost_at_threes(tournament: Tournament) -> dict[tuple[int, int], int]:
    """By entry and series, the games lost by others after a table of four played on as three."""
    rows = Seat.objects.filter(series__tournament=tournament, performance__isnull=False)
    scheme, lost = tournament.performance_scheme, {}
    for seat in rows.exclude(list__sittings=[]).select_related("series"):
        if total := stored_total(seat):
            points = points_of_others(scheme, total)
            lost[seat.entry_id, seat.series.number] = lost_at_three(
                scheme, points, total.others_lost
            )
    return lost


def live_teams(ranking: TeamStandings) -> LiveTeams:
    """The figures of a ranking of teams, tandems or mixed pairs."""
    tournament, contest = ranking.tournament, ranking.contest
    field = ranking.participants
    results = with_adjustments(counted_results(tournament), field)
    seats, threes = seats_at(tournament), lost_at_threes(tournament)
    drawn = dict(
        tournament.lots.filter(scope=contest.kind, entry=None).values_list("team_id", "order")
    )
    ordered = sorted(ranking.rows, key=lambda row: row.number)
    members = list(TeamMember.objects.filter(contest=contest).order_by("team", "position"))
    numbers = {row.team_id: row.number for row in ordered}
    played = tuple(
        LiveResult(
            field.names[member.entry_id][0],
            field.names[member.entry_id][1],
            seats.get((member.entry_id, number), 4),
            result,
            team=numbers[member.team_id],
            at_three=threes.get((member.entry_id, number), 0),
        )
        for member in members
        for number, result in sorted(results.get(member.entry_id, {}).items())
        if member.plays(number) and member.team_id in numbers
    )
    present = members_seated(tournament, members) if contest.scaled else {}
    return LiveTeams(
        ranking,
        tuple(
            LiveTeam(
                row,
                None if row.rank.lot_needed else drawn.get(row.team_id),
                {n: present[row.team_id, n] for n, each in row.results.items() if each.scaled},
            )
            for row in ordered
        ),
        played,
        scoring_rules(tournament, None if ranking.league else tournament.best_of),
        contest.teams.count(),
    )


def members_seated(
    tournament: Tournament, members: Sequence[TeamMember]
) -> dict[tuple[int, int], int]:
    """How many of a team sat at a table in a series, by team id and number of the series."""
    seated = seated_by_series(tournament)
    return {
        (member.team_id, number): sum(
            other.entry_id in there and other.plays(number)
            for other in members
            if other.team_id == member.team_id
        )
        for member in members
        for number, there in seated.items()
    }


# The input of a ranking by one figure: the lists of its players, or their games.

# The games that count in a ranking.
ABOUT = {
    "best-game": Q(),
    "hundred": Q(list__games__score__gte=HUNDRED),
    "grand-ouvert": OPEN_GRAND,
    "top-solos": SOLO & Q(list__games__tops__lt=0),
}
MOST_OF_EACH = 5  # games of a player from which his best one is found


@dataclass(frozen=True, slots=True)
class LiveFigure:
    """A ranked player and the recorded lot."""

    row: SpecialRow
    lot: int | None


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game won as soloist: where it stands, its value in points, and the tops against it."""

    start_number: int
    name: str
    series: int
    table: int
    number: int
    contract: str
    value: int
    against: int


@dataclass(frozen=True, slots=True)
class LiveSpecial:
    """The input of a ranking by one figure: `results` or `games`."""

    ranking: SpecialStandings
    players: tuple[LiveFigure, ...]
    results: tuple[LiveResult, ...]
    games: tuple[LiveGame, ...]
    rules: ScoringRules

    @property
    def of_games(self) -> bool:
        return self.ranking.code in OF_GAMES

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the series with results."""
        return tuple(sorted({result.given.series for result in self.results}))


def live_special(ranking: SpecialStandings) -> LiveSpecial:
    """The figures of a ranking by one figure."""
    tournament = ranking.tournament
    ordered = sorted(ranking.rows, key=lambda row: row.start_number)
    of_games = ranking.code in OF_GAMES
    return LiveSpecial(
        ranking,
        tuple(LiveFigure(row, lot_of(row, ranking.participants)) for row in ordered),
        () if of_games else tuple(results_of(ranking, ordered)),
        tuple(games_of(ranking, ordered)) if of_games else (),
        scoring_rules(tournament, None),
    )


def results_of(ranking: SpecialStandings, ordered: Iterable[SpecialRow]) -> Iterator[LiveResult]:
    """The lists of the ranked players; adjustments count in no such ranking."""
    results, seats = counted_results(ranking.tournament), seats_at(ranking.tournament)
    threes = lost_at_threes(ranking.tournament)
    for row in ordered:
        for number, player_result in sorted(results[row.entry_id].items()):
            at = seats[row.entry_id, number]
            short = threes.get((row.entry_id, number), 0)
            yield LiveResult(row.start_number, row.name, at, player_result, at_three=short)


def games_of(ranking: SpecialStandings, ordered: Iterable[SpecialRow]) -> Iterator[LiveGame]:
    """The games that this ranking counts; of best games only the best of each player."""
    every = every_game(ranking, ordered)
    if ranking.code != "best-game":
        return every
    by_player = (list(own) for _who, own in groupby(every, key=attrgetter("start_number")))
    return (
        live_game
        for own in by_player
        for live_game in sorted(
            nlargest(MOST_OF_EACH, own, key=attrgetter("value")), key=attrgetter("series", "number")
        )
    )


def every_game(ranking: SpecialStandings, ordered: Iterable[SpecialRow]) -> Iterator[LiveGame]:
    people = {row.entry_id: row for row in ordered}
    columns = (
        "entry_id",
        "series__number",
        "list__table_number",
        "list__games__number",
        "list__games__game_class",
        "list__games__game",
        "list__games__score",
        "list__games__tops",
    )
    changed = changed_tables(ranking.tournament)
    games = won_games(ranking.tournament, ALL_SERIES, changed, ABOUT[ranking.code]).values_list(
        *columns
    )
    in_order = ("entry__start_number", "series__number", "list__games__number")
    for entry, series, table, number, game_class, game, score, tops in games.order_by(*in_order):
        if entry in people:
            who = people[entry]
            contract = contract_label(game_class, game)
            yield LiveGame(
                who.start_number, who.name, series, table, number, contract, score, max(0, -tops)
            )
