"""The standings of a tournament, and any of them by its scope."""

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import partial
from typing import cast

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.core.listing import AHEAD_BY, RANK, Column, Kind, Listing
from scoring.messages.labels import label
from scoring.models import Category, Seat, Team, TeamContest, Tournament
from scoring.models.names import Scope
from scoring.models.team import TeamKind
from scoring.models.tournament import TournamentSource
from scoring.rules.league.scoring import LeagueScoring
from scoring.rules.league.season import SeriesSums, awards
from scoring.rules.ranking import (
    DrawnLot,
    Figure,
    Rank,
    Standing,
    rank,
    simplify_figure,
    specials_in,
)
from scoring.standings.reads.players import (
    ADJUSTED_BY,
    LOT_NEEDED,
    Only,
    People,
    PlayerResult,
    RankedPart,
    Ranking,
    Results,
    Standings,
    decided_by,
    dropped_series,
    listing_of,
    lots_of,
    missing_lists,
    people_of,
    performance_in,
    rank_players,
    results_in,
    standings,
    with_adjustments,
)
from scoring.standings.reads.season import SeasonStandings, season_standings
from scoring.standings.reads.special import SpecialStandings, special_standings

# Teams, tandems and mixed pairs, ranked by the results of their members; match points.


@dataclass(frozen=True, slots=True)
class TeamResult:
    """The result of a team in one series; `short` is how many played if it was scaled, else 0."""

    performance: Figure
    won: Figure
    lost: Figure
    match: Figure = 0
    short: int = 0


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's rank: sums over the series that count, exact where a short team was scaled."""

    rank: Rank
    team_id: int
    number: int
    name: str
    members: tuple[tuple[int, str], ...]  # start numbers and names of all who ever played for it
    results: Mapping[int, TeamResult]
    performance: Figure
    won: Figure
    lost: Figure
    adjusted: int
    match: Figure
    dropped: frozenset[int]

    @property
    def family_names(self) -> str:
        return ", ".join(name.partition(",")[0] for _number, name in self.members)


@dataclass(frozen=True, slots=True)
class TeamStandings(Ranking[TeamRow]):
    """A ranking of teams; `league` if match points decide."""

    contest: TeamContest
    numbers: tuple[int, ...]
    league: bool
    best_of: int | None  # of the series, None: all
    lots: Mapping[int, DrawnLot] = with_default(compare=False, repr=False)
    people: People = with_default(compare=False, repr=False)

    @property
    def any_short(self) -> bool:
        return any(result.short for row in self.rows for result in row.results.values())

    def listing(self) -> Listing:
        points: Kind = "fraction" if self.any_short else "points"
        games: Kind = "fraction" if self.any_short else "int"
        has_adjusted = any(row.adjusted for row in self.rows)
        match_total = Column("match", _("MP total"), "points", width=8)
        columns = [
            RANK,
            # On a phone the match points need the room.
            Column("number", _("No."), "int", width=5, minor=self.league),
            Column("name", label("team_kind", self.contest.kind), width=24),
            Column("members", _("Players"), width=40, minor=True, value="family_names"),
            *series_columns(self, points),
            Column("won", _("Won"), games, width=6, minor=True),
            Column("lost", _("Lost"), games, width=6, minor=True),
            *([ADJUSTED_BY] if has_adjusted else []),
            Column("performance", _("Performance"), points, width=11),
            *([match_total] if self.league else []),
            AHEAD_BY.of(partial(decided_by, usual="match" if self.league else "performance")),
        ]
        return listing_of(self, columns, notes(self))


def team_standings(contest: TeamContest, source: TournamentSource, only: Only) -> TeamStandings:
    """The teams of one kind, ranked by docs/law.md "Ranking" or by match points."""
    tournament, part = contest.tournament, RankedPart(only=only)
    league = tournament.league and contest.kind == TeamKind.TEAM
    people, lots = source.cached(people_of), source.cached(lots_of)[1].get(contest.kind, {})
    players = with_adjustments(results_in(source, part), people, part)
    seated = source.cached(seated_by_series) if contest.scaled else {}
    teams = contest.teams.all()
    results = {team.pk: team_results(team, players, seated, contest) for team in teams}
    if league:
        add_match_points(results)
    # In a league every series counts, as each awards its match points once.
    keep = None if league else tournament.best_of
    rows = {
        team.pk: team_row(team, results[team.pk], people, keep)
        for team in teams
        if results[team.pk]
    }
    totals = (
        Standing(pk, row.performance, row.won, row.lost, lots.get(pk), row.match)
        for pk, row in rows.items()
    )
    ranks = rank(totals, ties=tournament.ties)
    ranked = tuple(replace(rows[cast(int, rank_of.key)], rank=rank_of) for rank_of in ranks)
    numbers = tuple(sorted({number for by_series in results.values() for number in by_series}))
    titles = {
        TeamKind.TEAM: _("League table") if league else _("Standings of the teams"),
        TeamKind.TANDEM: _("Standings of the tandems"),
        TeamKind.MIXED: _("Standings of the mixed pairs"),
    }
    kind, missing = TeamKind(contest.kind), missing_lists(source, part)
    ranking = tournament, Scope(kind), titles[kind], ranked, missing
    return TeamStandings(*ranking, contest, numbers, league, keep, lots, people)


def contests_of(tournament: Tournament) -> dict[str, TeamContest]:
    """By kind the contests, with their teams and the members of these."""
    contests = tournament.team_contests.prefetch_related("teams__members")
    return {contest.kind: contest for contest in contests}


def seated_by_series(tournament: Tournament) -> Mapping[int, set[int]]:
    """By number of the series: the players with a seat, whether its list counts or not.

    A player whose list is not typed yet does not make his team a short one.
    """
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(series__tournament=tournament).order_by()
    for number, entry in seats.values_list("series__number", "entry_id"):
        seated[number].add(entry)
    return seated


def team_results(
    team: Team,
    players: Results,
    seated: Mapping[int, Set[int]],
    contest: TeamContest,
) -> dict[int, TeamResult]:
    """By series: the sum of those who play for the team in it, scaled if one is missing."""
    results, members = {}, team.members.all()
    numbers = {number for member in members for number in players.get(member.entry_id, ())}
    for number in sorted(numbers):
        playing = [member.entry_id for member in members if member.plays(number)]
        played = [players[entry][number] for entry in playing if number in players.get(entry, ())]
        if not played:
            continue
        total = PlayerResult(*map(sum, zip(*played, strict=True)))
        # Adjustments alone do not count as a player.
        present = sum(entry in seated.get(number, ()) for entry in playing)
        full = SeriesSums(total.performance, total.points, total.won, total.lost, present)
        result = full.scale_to(contest.size) if contest.scaled else full
        short = present if result is not full else 0
        results[number] = TeamResult(result.performance, result.won, result.lost, short=short)
    return results


def add_match_points(results: Mapping[int, dict[int, TeamResult]]) -> None:
    """Write the match points of every series into the results (`rules.league`)."""
    for number in {number for by_series in results.values() for number in by_series}:
        here = {
            team: SeriesSums(by_series[number].performance, 0, 0, 0)
            for team, by_series in results.items()
            if number in by_series
        }
        points = awards(LeagueScoring(), tuple(results), here)
        for team in here:
            results[team][number] = replace(results[team][number], match=points[team].match)


def team_row(
    team: Team, results: Mapping[int, TeamResult], people: People, keep: int | None
) -> TeamRow:
    """A team without a rank: its results, of which the best `keep` count, and their sums."""
    dropped = dropped_series(results, keep)
    counted = [result for number, result in results.items() if number not in dropped]
    members = [member.entry_id for member in team.members.all()]
    adjusted = sum(people.free[entry] for entry in members)
    return TeamRow(
        rank=Rank(team.pk, 0),
        team_id=team.pk,
        number=team.number,
        name=team.name,
        members=tuple(people.names[entry][:2] for entry in members),
        results=results,
        performance=sum(result.performance for result in counted) + adjusted,
        won=sum(result.won for result in counted),
        lost=sum(result.lost for result in counted),
        adjusted=adjusted,
        match=simplify_figure(sum(result.match for result in counted)),
        dropped=dropped,
    )


def series_columns(ranking: TeamStandings, points: Kind) -> list[Column]:
    columns = []
    for number in ranking.numbers:
        heading = _("Series %(number)s") % {"number": number}
        of_series = Column(f"series_{number}", heading, points, width=9, minor=True)
        columns.append(of_series.of(partial(performance_in, number)))
        if ranking.league:
            match = Column(f"match_{number}", _("MP"), "points", width=4, minor=True)
            columns.append(match.of(partial(performance_in, number, figure="match")))
    return columns


def notes(ranking: TeamStandings) -> list[str]:
    lines = [str(LOT_NEEDED)] if any(row.rank.lot_needed for row in ranking.rows) else []
    if ranking.league:
        lines.append(
            _(
                "MP: one match point for every team left behind in the series; equal series points "
                "share theirs. Teams of equal match points are parted by game points."
            )
        )
    if ranking.any_short:
        lines.append(
            _("A short team is reckoned up to full strength, exactly (two decimals shown).")
        )
    if any(row.dropped for row in ranking.rows):
        lines.append(_("Dropped results stand in brackets."))
    return lines


def categories_of(tournament: Tournament) -> Mapping[str, set[int | None]]:
    """The entries (ids) of every ranked category, by its name."""
    members: dict[str, set[int | None]] = defaultdict(set)
    # A row for each member, and one with None for a category without any.
    rows = tournament.categories.filter(ranked=True).values_list("name", "members__entry")
    for name, entry in rows:
        members[name].add(entry)
    return members


AnyStandings = Standings | TeamStandings | SpecialStandings | SeasonStandings


@dataclass(frozen=True, slots=True)
class RankingKind:
    """One of the standings to choose from: its scope and a short name."""

    scope: Scope
    name: str


@dataclass(frozen=True, slots=True)
class Kinds:
    """Every ranking of a tournament, in the groups of the page's choice."""

    players: tuple[RankingKind, ...]  # overall, series and days
    classes: tuple[RankingKind, ...]  # categories, teams and season
    special: tuple[RankingKind, ...]

    @property
    def parts(self) -> tuple[RankingKind, ...]:
        """The rankings of players and teams except overall and season."""
        kinds = (*self.players, *self.classes)
        return tuple(kind for kind in kinds if kind.scope not in ("overall", "season"))

    @property
    def every(self) -> tuple[RankingKind, ...]:
        return (*self.players, *self.classes, *self.special)


def kinds_of(tournament: Tournament, *, only: Only = None) -> Kinds:
    """All rankings to choose from: three queries."""
    numbers_and_days = list(tournament.series.values_list("number", "day"))
    contests = TeamContest.objects.filter(tournament=tournament).values_list("kind", flat=True)
    categories = Category.objects.filter(tournament=tournament, ranked=True).order_by("pk")
    ranked = categories.values_list("name", flat=True)
    if only is not None:
        numbers_and_days = [(number, day) for number, day in numbers_and_days if number in only]
    days = sorted({day for _number, day in numbers_and_days if day})
    players = [
        RankingKind(Scope("overall"), _("Overall")),
        *(
            RankingKind(Scope.of("series", number), _("Series %(number)s") % {"number": number})
            for number, _day in numbers_and_days
        ),
        # A single day equals overall.
        *(
            RankingKind(Scope.of("day", day), date_format(day, "SHORT_DATE_FORMAT"))
            for day in days
            if len(days) > 1
        ),
    ]
    names = {kind: label("team_kinds", kind) for kind in contests}
    if tournament.league:
        names[TeamKind.TEAM] = _("League table")
    classes = [
        *(RankingKind(Scope(kind), names[kind]) for kind in contests),
        *(RankingKind(Scope.of("category", name), name) for name in ranked),
    ]
    if tournament.season_id and not tournament.sample and only is None:
        classes.append(RankingKind(Scope("season"), _("Season")))
    special = [
        RankingKind(Scope.of("special", code), label("special", code))
        for code in specials_in(tournament.system)
    ]
    return Kinds(tuple(players), tuple(classes), tuple(special))


def find_standings(
    tournament: Tournament,
    scope: str,
    *,
    only: Only = None,
    without: frozenset[int] = frozenset(),
    source: TournamentSource | None = None,
) -> AnyStandings | None:
    """The standings of this scope, or None; of a season `without` these tournaments (ids)."""
    source = source or TournamentSource(tournament)
    scope = Scope(scope)
    if scope == "overall":
        return standings(tournament, only=only, source=source)
    if scope == "season":
        season = tournament.season if only is None else None
        return season_standings(season, without=without) if season else None
    if scope in TeamKind.values:
        contest = source.cached(contests_of).get(scope)
        return team_standings(contest, source, only) if contest else None
    if scope.kind == "special":
        if scope.key not in specials_in(tournament.system):
            return None
        return special_standings(source, scope.key, only)
    return find_part(source, scope, only)


def find_part(source: TournamentSource, scope: Scope, only: Only) -> Standings | None:
    """The standings of a series, a day or a category."""
    if scope.number is not None:
        series = next((each for each in source.all_series if each.number == scope.number), None)
        hidden = series is None or (only is not None and series.number not in only)
        return None if hidden else standings(source.tournament, series, source=source)
    if day := scope.day:
        if all(day != each.day for each in source.all_series):
            return None
        title = _("Standings of %(day)s") % {"day": date_format(day, "SHORT_DATE_FORMAT")}
        return rank_players(source, Scope.of("day", day), title, RankedPart(day=day, only=only))
    entries = source.cached(categories_of).get(scope.key)
    if scope.kind != "category" or entries is None:
        return None
    title = _("Standings: %(category)s") % {"category": scope.key}
    return rank_players(source, scope, title, RankedPart(only=only), entries)
