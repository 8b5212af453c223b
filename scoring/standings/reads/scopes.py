"""The standings of a tournament, and any of them by its scope."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.core.listing import Listing
from scoring.messages import label
from scoring.models import Category, TeamContest, Tournament
from scoring.models.names import Scope
from scoring.models.team import TeamKind
from scoring.standings.reads.players import (
    Standings,
    category_standings,
    day_standings,
    standings,
    standings_listing,
)
from scoring.standings.reads.results import (
    Only,
    StandingsSource,
    categories_of,
    contests_of,
    serieses_of,
)
from scoring.standings.reads.season import SeasonStandings, season_listing, season_standings
from scoring.standings.reads.special import (
    SpecialStandings,
    special_listing,
    special_standings,
    specials_of,
)
from scoring.standings.reads.teams import TeamStandings, team_listing, team_standings

AnyStandings = Standings | TeamStandings | SpecialStandings | SeasonStandings


@dataclass(frozen=True, slots=True)
class RankingKind:
    """One of the standings to choose from: its scope and a short name."""

    scope: Scope
    name: str


@dataclass(frozen=True, slots=True)
class Kinds:
    """Every ranking of a tournament, in the groups of the page's choice.

    `players` holds overall, series and days; `classes` the categories, the teams and the season.
    """

    players: tuple[RankingKind, ...]
    classes: tuple[RankingKind, ...]
    special: tuple[RankingKind, ...]

    @property
    def parts(self) -> tuple[RankingKind, ...]:
        """The rankings of players and teams except overall and season."""
        every = (*self.players, *self.classes)
        return tuple(
            ranking_kind
            for ranking_kind in every
            if ranking_kind.scope not in ("overall", "season")
        )

    @property
    def every(self) -> tuple[RankingKind, ...]:
        return (*self.players, *self.classes, *self.special)


def kinds_of(tournament: Tournament, *, only: Only = None) -> Kinds:
    """All rankings to choose from: three queries."""
    serieses = list(tournament.series.values_list("number", "day"))
    contests = TeamContest.objects.filter(tournament=tournament).values_list("kind", flat=True)
    categories = Category.objects.filter(tournament=tournament, ranked=True).order_by("pk")
    ranked = categories.values_list("name", flat=True)
    if only is not None:
        serieses = [(number, day) for number, day in serieses if number in only]
    days = sorted({day for _number, day in serieses if day})
    players = [
        RankingKind(Scope("overall"), _("Overall")),
        *(
            RankingKind(Scope.of("series", number), _("Series %(number)s") % {"number": number})
            for number, _day in serieses
        ),
        # A single day equals overall.
        *(
            RankingKind(Scope.of("day", day), date_format(day, "SHORT_DATE_FORMAT"))
            for day in days
            if len(days) > 1
        ),
    ]
    classes = [
        *(RankingKind(Scope(kind), contest_name(tournament, kind)) for kind in contests),
        *(RankingKind(Scope.of("category", name), name) for name in ranked),
    ]
    if tournament.season_id and only is None:
        classes.append(RankingKind(Scope("season"), _("Season")))
    special = [
        RankingKind(Scope.of("special", code), label("special", code))
        for code in specials_of(tournament)
    ]
    return Kinds(tuple(players), tuple(classes), tuple(special))


def contest_name(tournament: Tournament, kind: str) -> str:
    if kind == TeamKind.TEAM and tournament.league:
        return _("League table")
    return label("team_kinds", kind)


def find_standings(
    tournament: Tournament,
    scope: str,
    *,
    only: Only = None,
    without: frozenset[int] = frozenset(),
    source: StandingsSource | None = None,
) -> AnyStandings | None:
    """The standings of this scope; None if the tournament has none such.

    With `only`, a season is not shown. `without` are the ids of the season's tournaments that the
    reader may not see. Many rankings may share one `source`.
    """
    source = source or StandingsSource(tournament)
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
        exists = scope.key in specials_of(tournament)
        return (
            special_standings(tournament, scope.key, only=only, source=source) if exists else None
        )
    return find_part(source, scope, only)


def find_part(source: StandingsSource, scope: Scope, only: Only) -> Standings | None:
    """The standings of a series, a day or a category."""
    tournament = source.tournament
    if scope.number is not None:
        every = source.cached(serieses_of)
        series = next((each for each in every if each.number == scope.number), None)
        hidden = series is None or (only is not None and series.number not in only)
        return None if hidden else standings(tournament, series, source=source)
    if day := scope.day:
        exists = any(day == each.day for each in source.cached(serieses_of))
        return day_standings(tournament, day, only=only, source=source) if exists else None
    if scope.kind == "category" and (
        category := source.cached(categories_of).ranked.get(scope.key)
    ):
        return category_standings(category, only=only, source=source)
    return None


def ranking_listing(found: AnyStandings) -> Listing:
    """Any ranking for page, PDF and workbook."""
    if isinstance(found, Standings):
        return standings_listing(found)
    if isinstance(found, TeamStandings):
        return team_listing(found)
    if isinstance(found, SpecialStandings):
        return special_listing(found)
    return season_listing(found)
