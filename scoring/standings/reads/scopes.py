"""The standings of a tournament, and any of them by its scope."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import partial
from typing import NamedTuple, cast

from django.db.models import F
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.core.listing import AHEAD_BY, RANK, Column, Kind, Listing
from scoring.messages.labels import label
from scoring.models import Category, Seat, Team, TeamContest, TeamMember, Tournament
from scoring.models.names import Scope
from scoring.models.team import TeamKind
from scoring.models.tournament import TournamentSource
from scoring.rules.league.scoring import match_points
from scoring.rules.ranking import (
    DrawnLot,
    Figure,
    Rank,
    Result,
    Standing,
    rank,
    scale_standing,
    simplify_figure,
    specials_in,
    sum_results,
)
from scoring.standings.reads.players import (
    ADJUSTED_BY,
    LOT_NEEDED,
    Only,
    People,
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
    """The result of a team in one series; `scaled` if it was short."""

    performance: Figure
    won: Figure
    lost: Figure
    match: Figure = 0
    scaled: bool = False


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
    people: People = with_default(compare=False, repr=False)

    def listing(self) -> Listing:
        any_scaled = any(result.scaled for row in self.rows for result in row.results.values())
        points: Kind = "fraction" if any_scaled else "points"
        games: Kind = "fraction" if any_scaled else "int"
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
        return listing_of(self, columns, notes(self, any_scaled))


def team_standings(
    contest: TeamContest, *, only: Only = None, source: TournamentSource | None = None
) -> TeamStandings:
    """The teams of one kind, ranked by docs/law.md "Ranking" or by match points."""
    tournament, part = contest.tournament, RankedPart(only=only)
    source = source or TournamentSource(tournament)
    league = tournament.league and contest.kind == TeamKind.TEAM
    people = source.cached(people_of)
    # In a league every series counts, as each awards its match points once.
    teams = teams_of(contest, source, part, None if league else tournament.best_of)
    if league:
        with_match_points(teams)
    lots = source.cached(lots_of)[1].get(contest.kind, {})
    ranked = {team.team.pk: team for team in teams if team.results}
    totals = {pk: team.total(lots.get(pk)) for pk, team in ranked.items()}
    rows = []
    for rank_of in rank(totals.values(), ties=tournament.ties):
        pk = cast(int, rank_of.key)
        rows.append(ranked[pk].row(rank_of, totals[pk], people))
    numbers = tuple(sorted({number for team in teams for number in team.results}))
    title, missing = team_title(contest), missing_lists(source, part)
    ranking = tournament, Scope(contest.kind), title, tuple(rows), missing
    return TeamStandings(*ranking, contest, numbers, league, people)


def contests_of(tournament: Tournament) -> dict[str, TeamContest]:
    return {contest.kind: contest for contest in tournament.team_contests.all()}


def teams_by_contest(tournament: Tournament) -> Mapping[int, list[Team]]:
    teams: dict[int, list[Team]] = defaultdict(list)
    for team in Team.objects.filter(contest__tournament=tournament):
        teams[team.contest_id].append(team)
    return teams


def squads_of(tournament: Tournament) -> Mapping[int, list[TeamMember]]:
    """The members of every team, by its id."""
    squads: dict[int, list[TeamMember]] = defaultdict(list)
    members = TeamMember.objects.filter(contest__tournament=tournament)
    for member in members.order_by("team", "position"):
        squads[member.team_id].append(member)
    return squads


def seated_by_series(tournament: Tournament) -> Mapping[int, set[int]]:
    """By number of the series: the players with a seat, whether its list counts or not.

    A player whose list is not typed yet does not make his team a short one.
    """
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(series__tournament=tournament).order_by()
    for number, entry in seats.values_list("series__number", "entry_id"):
        seated[number].add(entry)
    return seated


@dataclass(slots=True)
class TeamResults:
    """A team: its members, its result in every series, adjustments of no series."""

    team: Team
    members: Sequence[TeamMember]
    results: dict[int, TeamResult]
    dropped: frozenset[int]
    adjusted: int

    def total(self, lot: DrawnLot | None) -> Standing:
        counted = (
            Result(number, result.performance, result.won, result.lost)
            for number, result in self.results.items()
            if number not in self.dropped
        )
        total = sum_results(self.team.pk, counted, lot=lot)
        match = simplify_figure(sum(result.match for result in self.results.values()))
        return replace(total, performance=total.performance + self.adjusted, match=match)

    def row(self, rank_of: Rank, total: Standing, people: People) -> TeamRow:
        return TeamRow(
            rank=rank_of,
            team_id=self.team.pk,
            number=self.team.number,
            name=self.team.name,
            members=tuple(people.names[member.entry_id][:2] for member in self.members),
            results=self.results,
            performance=total.performance,
            won=total.won,
            lost=total.lost,
            adjusted=self.adjusted,
            match=total.match,
            dropped=self.dropped,
        )


def team_title(contest: TeamContest) -> str:
    if contest.tournament.league and contest.kind == TeamKind.TEAM:
        return _("League table")
    return {
        TeamKind.TEAM: _("Standings of the teams"),
        TeamKind.TANDEM: _("Standings of the tandems"),
        TeamKind.MIXED: _("Standings of the mixed pairs"),
    }[TeamKind(contest.kind)]


def teams_of(
    contest: TeamContest, source: TournamentSource, part: RankedPart, keep: int | None
) -> list[TeamResults]:
    """Every team with the results of its members, adjustments included; the best `keep` count."""
    people = source.cached(people_of)
    players = with_adjustments(results_in(source, part), people, part)
    squads = source.cached(squads_of)
    seated = source.cached(seated_by_series) if contest.scaled else {}
    teams = []
    for team in source.cached(teams_by_contest).get(contest.pk, ()):
        members = squads.get(team.pk, [])
        results = team_results(members, players, seated, contest)
        adjusted = sum(people.free[member.entry_id] for member in members)
        dropped = dropped_series(results, keep)
        teams.append(TeamResults(team, members, results, dropped, adjusted))
    return teams


def team_results(
    members: Sequence[TeamMember],
    players: Results,
    seated: Mapping[int, Set[int]],
    contest: TeamContest,
) -> dict[int, TeamResult]:
    """By series: the sum of those who play for the team in it, scaled if one is missing."""
    results = {}
    numbers = {number for member in members for number in players.get(member.entry_id, ())}
    for number in sorted(numbers):
        playing = [member.entry_id for member in members if member.plays(number)]
        played = [
            Result(number, result.performance, result.won, result.lost)
            for entry in playing
            if (result := players.get(entry, {}).get(number))
        ]
        if not played:
            continue
        total = sum_results(contest.pk, played)
        # Adjustments alone do not count as a player.
        present = sum(entry in seated.get(number, ()) for entry in playing)
        short = contest.scaled and 0 < present < contest.size
        if short:
            total = scale_standing(total, members=present, size=contest.size)
        results[number] = TeamResult(total.performance, total.won, total.lost, scaled=short)
    return results


def with_match_points(teams: Sequence[TeamResults]) -> None:
    """Write the match points of every series into the results (`rules.league`)."""
    for number in {number for team in teams for number in team.results}:
        here: dict[Hashable, TeamResults] = {
            team.team.pk: team for team in teams if number in team.results
        }
        performances = {pk: team.results[number].performance for pk, team in here.items()}
        for pk, match in match_points(performances, teams=len(teams)).items():
            result = here[pk].results[number]
            here[pk].results[number] = replace(result, match=simplify_figure(match))


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


def notes(ranking: TeamStandings, any_scaled: bool) -> list[str]:
    lines = [str(LOT_NEEDED)] if any(row.rank.lot_needed for row in ranking.rows) else []
    if ranking.league:
        lines.append(
            _(
                "MP: one match point for every team left behind in the series; equal series points "
                "share theirs. Teams of equal match points are parted by game points."
            )
        )
    if any_scaled:
        lines.append(
            _("A short team is reckoned up to full strength, exactly (two decimals shown).")
        )
    if any(row.dropped for row in ranking.rows):
        lines.append(_("Dropped results stand in brackets."))
    return lines


class Categories(NamedTuple):
    """The ranked categories by name, and the ids of the entries of each category by its id."""

    ranked: dict[str, Category]
    members: Mapping[int, set[int]]


def categories_of(tournament: Tournament) -> Categories:
    categories = Categories({}, defaultdict(set))
    # A row for each member, and one with None for a category without any.
    for category in tournament.categories.annotate(member=F("members__entry")):
        if category.ranked:
            categories.ranked.setdefault(category.name, category)
        if category.member is not None:
            categories.members[category.pk].add(category.member)
    return categories


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
    if tournament.season_id and only is None:
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
        return team_standings(contest, only=only, source=source) if contest else None
    if scope.kind == "special":
        if scope.key not in specials_in(tournament.system):
            return None
        return special_standings(tournament, scope.key, only=only, source=source)
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
        part = RankedPart(day=day, only=only)
        return rank_players(source, Scope.of("day", day), title, part=part)
    categories = source.cached(categories_of)
    if scope.kind != "category" or scope.key not in categories.ranked:
        return None
    category = categories.ranked[scope.key]
    title = _("Standings: %(category)s") % {"category": category.name}
    part, entries = RankedPart(only=only), categories.members.get(category.pk, set())
    return rank_players(source, scope, title, part=part, entries=entries)
