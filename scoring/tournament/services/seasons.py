"""Seasons: begun, changed, made public, closed; how a tournament joins one and leaves it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.forms.models import model_to_dict
from django.utils import timezone

from scoring.core.access import has_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import changing, lock_season, log_others, log_season
from scoring.models import Actor, LeagueTeam, Role, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.public.services import set_public
from scoring.rules.problem import Problem
from scoring.standings.reads.season import SeasonEnd, season_end


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """What a season is and how it counts; the fields are columns of `Season`."""

    name: str
    kind: str = SeasonKind.CLUB
    order: str = SeasonOrder.TOTAL
    best_of: int | None = None
    least: int | None = None


def refuse_name_taken(name: str, host: int, except_id: int = 0) -> None:
    if Season.objects.filter(host=host, name=name).exclude(pk=except_id).exists():
        raise refuse("season-name-taken", field="name")


# How the log calls what tournaments have under the same name.
LOG_KEYS = {key: f"season_{key}" for key in ("kind", "order", "best_of", "least")}


def log_figures(terms: Mapping[str, object]) -> dict[str, object]:
    """Terms by their names in the log."""
    return {LOG_KEYS.get(key, key): value for key, value in terms.items()}


def create_season(terms: SeasonTerms, *, by: Actor, host: int = FIRST_HOST) -> Season:
    """Raises Refused if the host has a season of this name."""
    about = subject_of("season", terms.name)
    with changing(None, by, Action.SEASON_CREATED, about=about, host=host) as change:
        refuse_name_taken(terms.name, host)
        season = Season.objects.create(host_id=host, **asdict(terms))
        change.log(new=log_figures(asdict(terms)))
        return season


def change_season(season: Season, terms: SeasonTerms, *, by: Actor) -> None:
    """Change the terms of a season.

    Raises Refused if the name is taken, if a league with divisions would be none any more, and if a
    closed season would count otherwise.
    """
    with changing(None, by, Action.SEASON_CHANGED, host=season.host_id) as change:
        lock_season(season)
        refuse_name_taken(terms.name, season.host_id, season.pk)
        new = {key: value for key, value in asdict(terms).items() if getattr(season, key) != value}
        old = {key: getattr(season, key) for key in new}
        if old.get("kind") == SeasonKind.LEAGUE and season.divisions.exists():
            raise refuse("season-has-divisions", field="kind")
        if season.closed_at and new.keys() - {"name", "kind"}:
            raise refuse("season-closed")
        if new:
            for key, value in new.items():
                setattr(season, key, value)
            season.save(update_fields=list(new))
            log_season(change, season, old=log_figures(old), new=log_figures(new))


def remove_season(season: Season, *, by: Actor) -> None:
    """Remove a season with its members and teams. Raises Refused if it has tournaments."""
    about = subject_of("season", season.name)
    with changing(None, by, Action.SEASON_REMOVED, about=about, host=season.host_id) as change:
        # Deleting clears the season of its tournaments (SET_NULL), even if there are none.
        lock_season(season)
        if count := season.tournaments.count():
            raise refuse("season-not-empty", count=count)
        terms = model_to_dict(season, SeasonTerms.__dataclass_fields__)
        old = {**log_figures(terms), "members": season.members.count()}
        if divisions := list(season.divisions.values_list("name", flat=True)):
            teams = LeagueTeam.objects.filter(division__season=season)
            teams = teams.order_by("division__number", "number")
            old |= {"divisions": divisions, "teams": list(teams.values_list("name", flat=True))}
        change.log(old=old)
        season.delete()


def set_season_public(season: Season, on: bool, *, by: Actor) -> None:
    """Open the public pages of the season and of all its tournaments, or close them."""
    action = Action.SEASON_PUBLIC_OPENED if on else Action.SEASON_PUBLIC_CLOSED
    with changing(None, by, action, host=season.host_id) as change:
        # Tournaments are locked before their season (docs/adr/0001-one-lock-one-token.md).
        for tournament in list(season.tournaments.filter(sample=False).exclude(public=on)):
            set_public(tournament, on, by=by)
        lock_season(season)
        if season.public == on:
            return
        season.public = on
        season.save(update_fields=["public"])
        log_season(change, season, old={"public": not on}, new={"public": on})


# The end of a season: its organizer closes it, or opens it again.


def close_season(season: Season, on: bool, *, by: Actor) -> None:
    """Close the season, so that its table and its champion are final; or open it again.

    Raises Refused while nothing was played, a day is not final or a match report is missing.
    """
    action = Action.SEASON_CLOSED if on else Action.SEASON_REOPENED
    with changing(None, by, action, host=season.host_id) as change:
        lock_season(season)
        if on == (season.closed_at is not None):
            return
        if on and (problems := open_problems(season_end(season))):
            raise Refused(problems)
        season.closed_at = timezone.now() if on else None
        season.save(update_fields=["closed_at"])
        log_season(change, season, old={"closed": not on}, new={"closed": on})


def open_problems(end: SeasonEnd) -> list[Problem]:
    problems = []
    if not end.days and not end.meetings:
        problems.append(Problem("season-not-played"))
    if end.unfinished:
        problems.append(Problem("season-days-open", params={"count": end.unfinished}))
    if end.reports:
        problems.append(Problem("season-reports-missing", params={"count": end.reports}))
    return problems


# How a tournament joins a season and leaves it. A season is made when first named.

Figures = dict[str, object]


def join_season(
    tournament: Tournament, name: str, best_of: int | None, *, by: Actor
) -> tuple[Figures, Figures]:
    """Put a tournament into the season of this name, or into none; returns the changes for the log.

    `best_of` counts for all its tournaments; None leaves it as it is. Raises Refused for a
    replaced report, for a match day that would leave its league, for a closed season, and if
    joining or `best_of` changes the standings of tournaments that `by` does not organize. The
    caller logs this tournament; the others are logged here.
    """
    before, season = tournament.season, None
    name_before, best_before = (before.name, before.best_of) if before else ("", None)
    old: Figures = {"season": name_before, "season_best_of": best_before}
    if name:
        if tournament.replaced_by_id:
            raise refuse("report-is-replaced", "season")
        season = Season.objects.get_or_create(host_id=tournament.host_id, name=name)[0]
    # Both are locked, in one order: two who move tournaments do not wait for each other.
    concerned = {row.pk: row for row in (before, season) if row is not None}
    for _id, row in sorted(concerned.items()):
        lock_season(row)
    counts_otherwise = season is not None and best_of not in (None, season.best_of)
    if season != before or counts_otherwise:
        field = "season" if season != before else "season_best_of"
        refuse_leaving_league(tournament, season)
        if any(row.closed_at for row in concerned.values()):
            raise refuse("season-closed", field)
        if season:
            refuse_others(season, tournament, field, by)
    if season and counts_otherwise:
        old |= change_best_of(season, best_of, tournament, by)
    if season != before:
        tournament.season = season
        tournament.save(update_fields=["season"])
        log_number(before, tournament, -1, by)
        log_number(season, tournament, 1, by)
    new: Figures = {"season": name, "season_best_of": season.best_of if season else None}
    changed = [key for key in new if new[key] != old[key]]
    return {key: old[key] for key in changed}, {key: new[key] for key in changed}


def change_best_of(
    season: Season, best_of: int | None, tournament: Tournament, by: Actor
) -> Figures:
    """Change how many results count, logged at the other tournaments; returns what it was."""
    old: Figures = {"season_best_of": season.best_of}
    season.best_of = best_of
    season.save(update_fields=["best_of"])
    log_others(season, tournament, old, {"season_best_of": best_of}, by)
    return old


def refuse_leaving_league(tournament: Tournament, season: Season | None) -> None:
    league = Season.objects.filter(divisions__meetings__tournament=tournament).first()
    if league and league != season:
        raise refuse("tournament-is-a-match-day", "season", name=league.name)


def refuse_others(season: Season, tournament: Tournament, field: str, by: Actor) -> None:
    others = season.tournaments.exclude(pk=tournament.pk)
    if not all(has_role(by, other, Role.ORGANIZER) for other in others):
        raise refuse("season-of-others", field)


def log_number(season: Season | None, tournament: Tournament, more: int, by: Actor) -> None:
    """Log in the other tournaments of a season that it counts one more, or one less."""
    if season is not None:
        count = season.tournaments.count()
        old, new = {"tournaments": count - more}, {"season": season.name, "tournaments": count}
        log_others(season, tournament, old, new, by)
