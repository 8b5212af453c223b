"""Seasons: create, change, publish, remove; which tournaments belong to one."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from scoring.core.access import right_in_season
from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing
from scoring.models import Actor, Role, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.models.names import season_subject
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.public import services
from scoring.rules.problem import Problem
from scoring.standings.services.seasons import (
    MOST_KEPT,
    SEASON_LENGTH,
    lock_season,
    log_others,
)
from scoring.tournament.services import change_tournament, tournament_terms

Figures = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """What a season is and how it counts; the fields are columns of `Season`."""

    name: str
    kind: str = SeasonKind.CLUB
    order: str = SeasonOrder.TOTAL
    best_of: int | None = None
    least: int | None = None


def terms_of_season(season: Season) -> SeasonTerms:
    return SeasonTerms(**{key: getattr(season, key) for key in SeasonTerms.__dataclass_fields__})


def terms_problems(terms: SeasonTerms) -> list[Problem]:
    """Everything that is wrong with the terms of a season."""
    problems = []
    if not terms.name:
        problems.append(Problem("season-missing", "name"))
    if len(terms.name) > SEASON_LENGTH:
        problems.append(Problem("text-too-long", "name", {"most": SEASON_LENGTH}))
    if terms.kind not in SeasonKind.values:
        problems.append(Problem("choice-unknown", "kind"))
    if terms.order not in SeasonOrder.values:
        problems.append(Problem("choice-unknown", "order"))
    for field in ("best_of", "least"):
        value = getattr(terms, field)
        if value is not None and not 1 <= value <= MOST_KEPT:
            problems.append(Problem("best-of-out-of-range", field, {"most": MOST_KEPT}))
    return problems


def name_problems(name: str, host: int, besides: int = 0) -> list[Problem]:
    """Whether another season of the host (an id) has this name."""
    taken = Season.objects.filter(host=host, name=name).exclude(pk=besides).exists()
    return [Problem("season-name-taken", "name")] if taken else []


# How the log calls what tournaments have under the same name.
LOGGED = {each: f"season_{each}" for each in ("kind", "order", "best_of", "least")}


def logged(terms: SeasonTerms, *keys: str) -> dict[str, object]:
    """The terms as figures of the log, all of them without `keys`."""
    chosen = {key: value for key, value in asdict(terms).items() if key in keys or not keys}
    return {LOGGED.get(key, key): value for key, value in chosen.items()}


def ask_organizer(season: Season, by: Actor) -> None:
    """Raises Refused unless `by` organizes all tournaments of the season."""
    right = right_in_season(by.user, season)
    if by.user is not None and (right is None or not right.covers(Role.ORGANIZER)):
        raise refuse("season-of-others")


def log_change(change: Change, season: Season, *, old: Figures, new: Figures) -> None:
    """A row about the season in the log of the installation, and one in each of its tournaments."""
    change.log(old=old, new=new, about=season_subject(season.name))
    log_others(
        season, None, old, {"season": season.name, **new}, change.by, action=change.actions[0]
    )


def create_season(terms: SeasonTerms, *, by: Actor, host: int = FIRST_HOST) -> Season:
    """A season before its first evening. Raises Refused with all problems."""
    problems = terms_problems(terms)
    about = season_subject(terms.name)
    with changing(None, by, Action.SEASON_CREATED, about=about, host=host) as change:
        if problems := problems + name_problems(terms.name, host):
            raise Refused(problems)
        season = Season.objects.create(host_id=host, **asdict(terms))
        lock_season(season)
        change.log(new=logged(terms))
        return season


def change_season(season: Season, terms: SeasonTerms, *, by: Actor) -> None:
    """Another name, kind or way of counting. Raises Refused with all problems."""
    problems = terms_problems(terms)
    with changing(None, by, Action.SEASON_CHANGED, host=season.host_id) as change:
        lock_season(season)
        ask_organizer(season, by)
        if problems := problems + name_problems(terms.name, season.host_id, season.pk):
            raise Refused(problems)
        before = terms_of_season(season)
        changed = [key for key, value in asdict(terms).items() if getattr(before, key) != value]
        if not changed:
            return
        for key in changed:
            setattr(season, key, getattr(terms, key))
        season.save(update_fields=changed)
        old, new = (logged(season_terms, *changed) for season_terms in (before, terms))
        log_change(change, season, old=old, new=new)


def remove_season(season: Season, *, by: Actor) -> None:
    """Remove a season without tournaments, with its members. Raises Refused for any other."""
    about = season_subject(season.name)
    with changing(None, by, Action.SEASON_REMOVED, about=about, host=season.host_id) as change:
        # Django clears the season of its tournaments, although there are none.
        lock_season(season)
        ask_organizer(season, by)
        if count := season.tournaments.count():
            raise refuse("season-not-empty", count=count)
        change.log(old={**logged(terms_of_season(season)), "members": season.members.count()})
        season.delete()


def set_public(season: Season, on: bool, *, by: Actor) -> None:
    """Open the page of the season and all its tournaments, or close them: one switch for all.

    Unreleased results never count there. Raises Refused if `by` does not organize all of them.
    """
    action = Action.SEASON_PUBLIC_OPENED if on else Action.SEASON_PUBLIC_CLOSED
    about = season_subject(season.name)
    with changing(None, by, action, about=about, host=season.host_id) as change:
        ask_organizer(season, by)
        # Tournaments are locked before their season (docs/adr/0001-one-lock-one-token.md).
        for tournament in list(season.tournaments.filter(sample=False).exclude(public=on)):
            services.set_public(tournament, on, by=by)
        lock_season(season)
        if season.public == on:
            return
        season.public = on
        season.save(update_fields=["public"])
        log_change(change, season, old={"public": not on}, new={"public": on})


def move_tournament_to(tournament: Tournament, season: Season | None, *, by: Actor) -> None:
    """Put a tournament into a season, or take it out of its own. Raises Refused.

    The log is that of the settings: both say the same.
    """
    name = season.name if season else ""
    terms = replace(tournament_terms(tournament), season=name, season_best_of=None)
    change_tournament(tournament, terms, by=by)
