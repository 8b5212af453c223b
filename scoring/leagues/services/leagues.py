"""Leagues: created, renamed, published, and who leads them."""

from contextlib import AbstractContextManager

from django.db.models import QuerySet

from scoring.accounts.services.accounts import give_role
from scoring.core.refusals import Refused, refuse
from scoring.core.scope import accounts_of
from scoring.core.services import Change, changing
from scoring.models import Actor, LeagueLeader, Role, Season, User
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.models.names import account_subject, league_subject
from scoring.models.season import SeasonKind
from scoring.rules.problem import Problem
from scoring.standings.services.seasons import SEASON_LENGTH, lock_season


def changing_league(
    season: Season, by: Actor, *actions: str, reason: str = ""
) -> AbstractContextManager[Change]:
    """The block of a change of a league; it locks the register."""
    about = league_subject(season.name)
    return changing(None, by, *actions, about=about, reason=reason, host=season.host_id)


def create_league(name: str, *, by: Actor, host: int = FIRST_HOST) -> Season:
    """A league without divisions; whoever creates it leads it. Raises Refused for a taken name."""
    with changing(None, by, Action.LEAGUE_CREATED, host=host) as change:
        if problems := name_problems(name, Season.objects.filter(host=host)):
            raise Refused(problems)
        season = Season.objects.create(host_id=host, name=name, kind=SeasonKind.LEAGUE)
        if by.user is not None:
            LeagueLeader.objects.create(season=season, user=by.user)
        change.log(about=league_subject(name), new={"name": name})
    return season


def name_problems(name: str, others: QuerySet[Season]) -> list[Problem]:
    """A league has a name of its own, also among the other seasons of its host."""
    if not any(char.isalnum() for char in name):
        return [Problem("league-name-missing", "name")]
    if len(name) > SEASON_LENGTH:
        return [Problem("text-too-long", "name", {"most": SEASON_LENGTH})]
    if others.filter(name__iexact=name).exists():
        return [Problem("league-name-taken", "name", {"name": name})]
    return []


def change_league(season: Season, *, name: str, public: bool, by: Actor) -> None:
    """Another name, and the one switch by which all of the league is public."""
    # Its subject is the name, which this may change: a repeated form names the new one.
    with changing(None, by, Action.LEAGUE_CHANGED, host=season.host_id) as change:
        lock_season(season)
        others = Season.objects.of(season).exclude(pk=season.pk)
        if problems := name_problems(name, others):
            raise Refused(problems)
        wanted = {"name": name, "public": public}
        old = {key: getattr(season, key) for key in wanted if getattr(season, key) != wanted[key]}
        if not old:
            return
        about = league_subject(season.name)
        Season.objects.filter(pk=season.pk).update(**wanted)
        change.log(about=about, old=old, new={key: wanted[key] for key in old})
    season.refresh_from_db()


def add_leader(season: Season, username: str, *, by: Actor) -> None:
    """Name an account that leads the league too; it organizes its match days, those of now as well.

    Raises Refused for an unknown or closed account, and for one of another host.
    """
    user = accounts_of(season).filter(username=username).first()
    if user is None:
        raise refuse("league-account-unknown", field="username", name=username)
    with changing_league(season, by, Action.LEAGUE_LEADER_ADDED) as change:
        _leader, new = LeagueLeader.objects.get_or_create(season=season, user=user)
        if not new:
            return
        change.log(new={"account": account_subject(user)})
        for tournament in season.tournaments.order_by("pk"):
            give_role(tournament, user, Role.ORGANIZER, by=by)


def remove_leader(season: Season, user: User, *, by: Actor) -> None:
    """Dismiss a leader; the last one stays. Roles in tournaments are taken there."""
    with changing_league(season, by, Action.LEAGUE_LEADER_REMOVED) as change:
        leaders = LeagueLeader.objects.filter(season=season)
        if not leaders.exclude(user=user).exists():
            raise refuse("league-last-leader")
        if leaders.filter(user=user).delete()[0]:
            change.log(old={"account": account_subject(user)})
