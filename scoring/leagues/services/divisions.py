"""Leagues, their leaders, divisions, teams and venues, and lots among equal teams."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from secrets import token_hex
from typing import Any

from django.db.models import Max, Q, QuerySet

from scoring.accounts.services.accounts import give_role
from scoring.core.forms import refuse, refuse_all
from scoring.core.scope import accounts_of
from scoring.core.services import Change, changing, lock_season, refresh
from scoring.core.text import get_or_create_club, row_named
from scoring.leagues.reads.league import LoadedDivision, load_league
from scoring.models import (
    Actor,
    Division,
    LeagueLeader,
    LeagueLot,
    LeagueTeam,
    Role,
    Season,
    Tournament,
    User,
    Venue,
)
from scoring.models.host import FIRST_HOST
from scoring.models.league import read_scoring
from scoring.models.log import Action
from scoring.models.names import account_subject, subject_of
from scoring.models.season import SeasonKind
from scoring.rules.league.scoring import scoring_faults
from scoring.rules.league.table import league_table
from scoring.rules.problem import Problem
from scoring.seating.field import Stream
from scoring.seating.schedule import MAX_TEAMS


def changing_league(
    season: Season, by: Actor, *actions: str, reason: str = ""
) -> AbstractContextManager[Change]:
    about = subject_of("league", season.name)
    return changing(None, by, *actions, about=about, reason=reason, host=season.host_id)


@dataclass(frozen=True, slots=True)
class DivisionTerms:
    """How a division is played and counted; `scoring` is read by `rules.league`."""

    name: str
    level: int = 1
    size: int = 4
    series: int = 3
    rounds: int = 12
    promoted: int = 0
    promotion_playoff: int = 0
    relegation_playoff: int = 0
    relegated: int = 0
    scoring: Mapping[str, Any] = field(default_factory=dict)


def create_league(
    name: str,
    division: DivisionTerms,
    teams: Sequence[str],
    *,
    by: Actor,
    host: int = FIRST_HOST,
) -> Season:
    """Create a league with its first division and teams, led by its creator. Raises Refused."""
    with changing(None, by, Action.LEAGUE_CREATED, host=host) as change:
        of_division = name_problems(division.name, ())
        problems = league_name_problems(name, Season.objects.filter(host=host))
        problems += [replace(problem, field="division") for problem in of_division]
        refuse_all(problems)
        season = Season.objects.create(host_id=host, name=name, kind=SeasonKind.LEAGUE)
        if by.user is not None:
            LeagueLeader.objects.create(season=season, user=by.user)
        change.log(about=subject_of("league", name), new={"name": name})
        add_division(season, division, teams, by=by)
    return season


def league_name_problems(name: str, others: QuerySet[Season]) -> list[Problem]:
    """The name of a league must differ from those of all other seasons of its host."""
    if not any(char.isalnum() for char in name):
        return [Problem("league-name-missing", "name")]
    if row_named(others, name):
        return [Problem("league-name-taken", "name", {"name": name})]
    return []


def change_league(season: Season, *, name: str, public: bool, by: Actor) -> None:
    with changing(None, by, Action.LEAGUE_CHANGED, host=season.host_id) as change:
        lock_season(season)
        others = Season.objects.of(season).exclude(pk=season.pk)
        refuse_all(league_name_problems(name, others))
        # The subject of the log is the name as it was until now.
        change.store(season, subject_of("league", season.name), name=name, public=public)


def add_leader(season: Season, username: str, *, by: Actor) -> None:
    """Add an account to the leaders; it also becomes an organizer of the existing match days.

    Raises Refused for an unknown or closed account, and for one of another host.
    """
    user = accounts_of(season).filter(username=username).first()
    if user is None:
        raise refuse("league-account-unknown", field="username", name=username)
    with changing_league(season, by, Action.LEAGUE_LEADER_ADDED) as change:
        refresh(season, "league-gone")
        _leader, is_new = LeagueLeader.objects.get_or_create(season=season, user=user)
        if not is_new:
            return
        change.log(new={"account": account_subject(user)})
        for tournament in season.tournaments.order_by("pk"):
            give_role(tournament, user, Role.ORGANIZER, by=by)


def admit_leaders(season: Season, tournament: Tournament, by: Actor) -> None:
    for leader in season.leaders.select_related("user"):
        if leader.user.is_active and leader.user != by.user:
            give_role(tournament, leader.user, Role.ORGANIZER, by=by)


def remove_leader(season: Season, user: User, *, by: Actor) -> None:
    """Remove a leader, but never the last one. His roles in tournaments stay."""
    with changing_league(season, by, Action.LEAGUE_LEADER_REMOVED) as change:
        leaders = LeagueLeader.objects.filter(season=season)
        if not leaders.exclude(user=user).exists():
            raise refuse("league-last-leader")
        if leaders.filter(user=user).delete()[0]:
            change.log(old={"account": account_subject(user)})


# Divisions.

MAX_NAME_LENGTH = 60
MAX_REASON_LENGTH = 200
MAX_DIVISIONS = 40


def add_division(
    season: Season, terms: DivisionTerms, teams: Sequence[str] = (), *, by: Actor
) -> Division:
    """Add a division with its teams, numbered in this order."""
    with changing_league(season, by, Action.LEAGUE_DIVISION_ADDED) as change:
        refresh(season, "league-gone")
        lock_season(season)
        if season.kind != SeasonKind.LEAGUE:  # `change_season` turned it into a club season
            raise refuse("league-gone")
        problems = terms_problems(season, terms, None) + teams_problems([], teams)
        if season.divisions.count() >= MAX_DIVISIONS:
            problems.append(Problem("too-many-divisions", params={"most": MAX_DIVISIONS}))
        refuse_all(problems)
        number = (season.divisions.aggregate(last=Max("number"))["last"] or 0) + 1
        division = Division.objects.create(season=season, number=number, **asdict(terms))
        change.log(new={"division": number, **asdict(terms)})
        write_teams(division, teams, change)
        return division


def change_division(division: Division, terms: DivisionTerms, *, by: Actor) -> None:
    """Change the terms: tables follow the new scoring, results stay."""
    with changing_league(division.season, by, Action.LEAGUE_DIVISION_CHANGED) as change:
        refresh(division, "division-gone")
        refuse_all(terms_problems(division.season, terms, division))
        values = asdict(terms).items()
        new = {key: value for key, value in values if value != getattr(division, key)}
        if new:
            old = {key: getattr(division, key) for key in new}
            Division.objects.filter(pk=division.pk).update(**new)
            change.log(old={"division": division.number, **old}, new=new)
    division.refresh_from_db()


def remove_division(division: Division, *, by: Actor) -> None:
    """Remove a division. Raises Refused if anything was played in it."""
    season = division.season
    with changing_league(season, by, Action.LEAGUE_DIVISION_REMOVED) as change:
        refresh(division, "division-gone")
        if was_played(division):
            raise refuse("division-was-played")
        change.log(old={"division": division.number, "name": division.name})
        division.delete()


def was_played(division: Division) -> bool:
    """Whether a meeting has a tournament or typed results, or was reported without any."""
    results = Q(tournament__isnull=False) | Q(teams__results__isnull=False)
    return division.meetings.filter(results | Q(reported_at__isnull=False)).exists()


def terms_problems(
    season: Season, terms: DivisionTerms, division: Division | None
) -> list[Problem]:
    others = season.divisions.exclude(pk=division.pk) if division else season.divisions.all()
    problems = name_problems(terms.name, others.values_list("name", flat=True))
    if not problems:
        for code in scoring_faults(read_scoring(dict(terms.scoring), terms.size)):
            field = "order" if code == "order-counter" else "points"
            problems.append(Problem(f"league-{code}", field))
    return problems


def name_problems(
    name: str, others: Iterable[str], missing: str = "division-name-missing"
) -> list[Problem]:
    if not any(char.isalnum() for char in name):
        return [Problem(missing, "name")]
    if any(other.casefold() == name.casefold() for other in others):
        return [Problem("name-taken", "name", {"name": name})]
    return []


# Teams.


def add_teams(division: Division, names: Sequence[str], *, by: Actor) -> None:
    with changing_league(division.season, by, Action.LEAGUE_TEAM_ADDED) as change:
        refresh(division, "division-gone")
        teams = list(division.teams.values_list("name", flat=True))
        refuse_all(teams_problems(teams, names))
        write_teams(division, names, change)


def teams_problems(existing: Sequence[str], names: Sequence[str]) -> list[Problem]:
    problems = []
    folded = [name.casefold() for name in (*existing, *names)]
    for name in dict.fromkeys(names):
        if not any(char.isalnum() for char in name):
            problems.append(Problem("team-name-missing", "teams"))
        elif len(name) > MAX_NAME_LENGTH:
            problems.append(Problem("text-too-long", "teams", {"most": MAX_NAME_LENGTH}))
        elif folded.count(name.casefold()) > 1:
            problems.append(Problem("team-name-taken", "teams", {"name": name}))
    if len(folded) > MAX_TEAMS:
        problems.append(Problem("league-teams-count", "teams", {"most": MAX_TEAMS}))
    return problems


def write_teams(division: Division, names: Sequence[str], change: Change) -> None:
    """Create and log teams with the next numbers, inside the block of another service."""
    last = division.teams.aggregate(last=Max("number"))["last"] or 0
    for number, name in enumerate(names, last + 1):
        LeagueTeam.objects.create(division=division, number=number, name=name)
    if names:
        new = {"division": division.number, "teams": list(names)}
        change.log(action=Action.LEAGUE_TEAM_ADDED, new=new)


def change_team(
    team: LeagueTeam,
    *,
    name: str,
    club: str = "",
    home: str = "",
    cannot_host: bool = False,
    by: Actor,
) -> None:
    """Change name, club or venue (`home`); `cannot_host` matters for schedules made from now on."""
    with changing_league(team.division.season, by, Action.LEAGUE_TEAM_CHANGED) as change:
        refresh(team, "team-gone")
        others = team.division.teams.exclude(pk=team.pk).values_list("name", flat=True)
        refuse_all(name_problems(name, others, "team-name-missing"))
        new = {"name": name, "club": club, "home": home, "cannot_host": cannot_host}
        old = {
            "name": team.name,
            "club": team.club.name if team.club else "",
            "home": team.home.name if team.home else "",
            "cannot_host": team.cannot_host,
        }
        if old == new:
            return
        team.name, team.cannot_host = name, cannot_host
        team.club = get_or_create_club(club, team.division.season)
        team.home = get_or_create_venue(team.division.season, home)
        team.save(update_fields=["name", "club", "home", "cannot_host"])
        change.log(old={**team_log_values(team), **old}, new=new)


def remove_team(team: LeagueTeam, *, by: Actor) -> None:
    """Remove a team that is in no meeting. Others can only withdraw."""
    with changing_league(team.division.season, by, Action.LEAGUE_TEAM_REMOVED) as change:
        refresh(team, "team-gone")
        if team.meetings.exists():
            raise refuse("league-team-is-scheduled")
        change.log(old=team_log_values(team) | {"name": team.name})
        team.delete()


def withdraw_team(
    team: LeagueTeam, *, from_day: int | None, results: str, reason: str, by: Actor
) -> None:
    """Let a team leave the league from this match day on; None: it stays after all."""
    with changing_league(
        team.division.season, by, Action.LEAGUE_TEAM_WITHDRAWN, reason=reason
    ) as change:
        refresh(team, "team-gone")
        days = team.division.season.match_days
        if from_day is not None and not days.filter(number=from_day).exists():
            raise refuse("match-day-unknown", field="from_day", number=from_day)
        old = {"from_day": team.withdrawn_from, "results": team.withdrawn_results}
        team.withdrawn_from, team.withdrawn_results = from_day, results
        team.withdrawn_reason = reason if from_day is not None else ""
        team.save(update_fields=["withdrawn_from", "withdrawn_results", "withdrawn_reason"])
        change.log(old=team_log_values(team) | old, new={"from_day": from_day, "results": results})


def reason_problems(reason: str) -> list[Problem]:
    if not reason.strip():
        return [Problem("reason-missing", "reason")]
    if len(reason) > MAX_REASON_LENGTH:
        return [Problem("text-too-long", "reason", {"most": MAX_REASON_LENGTH})]
    return []


def get_or_create_venue(season: Season, name: str) -> Venue | None:
    """The venue with this name, created if it is new; None for an empty name."""
    if not name:
        return None
    venue = row_named(season.venues.all(), name)
    return venue or Venue.objects.create(season=season, name=name)


def team_log_values(team: LeagueTeam) -> dict[str, object]:
    return {"division": team.division.number, "team": team.number}


# Venues.


def change_venue(venue: Venue, *, name: str, address: str, by: Actor) -> None:
    season = venue.season
    with changing_league(season, by, Action.LEAGUE_VENUE_CHANGED) as change:
        refresh(venue, "venue-gone")
        others = season.venues.exclude(pk=venue.pk).values_list("name", flat=True)
        refuse_all(name_problems(name, others, "name-missing"))
        change.store(venue, name=name, address=address)


# Lots among teams that are equal in everything else (docs/law.md "League" 8, 9).


def record_lot(division: Division, teams: Sequence[int], *, draw: bool = False, by: Actor) -> None:
    """Record the order in which equal teams were drawn, by their numbers, best first.

    With `draw` the order is drawn now; its seed is logged. A lot holds only for the figures at
    which it was drawn, and replaces an earlier one among these teams. Raises Refused unless these
    are all the teams that are equal there.
    """
    with changing_league(division.season, by, Action.LEAGUE_LOTS_DRAWN) as change:
        refresh(division, "division-gone")
        loaded = load_league(division.season).division(division.number)
        totals = equal_totals(loaded, teams)
        seed = token_hex(8) if draw else None
        order = Stream(f"{seed}/lot").shuffled(sorted(teams)) if seed else list(teams)
        before = LeagueLot.objects.filter(team__division=division)
        last = before.aggregate(last=Max("drawing"))["last"] or 0
        own = before.filter(team__number__in=teams)
        old = list(own.order_by("order").values_list("team__number", flat=True))
        own.delete()
        LeagueLot.objects.bulk_create(
            LeagueLot(team=loaded.teams[number], order=place, drawing=last + 1, totals=totals)
            for place, number in enumerate(order, 1)
        )
        change.log(
            old={"order": old} if old else None,
            new={"division": division.number, "order": order, "seed": seed},
        )


def equal_totals(loaded: LoadedDivision, teams: Sequence[int]) -> str:
    """The figures that these teams share; raises Refused unless only a lot separates them."""
    rows = league_table(replace(loaded.season, lots={}))
    chosen_rows = [row for row in rows if row.team in teams]
    ranks = {row.rank for row in chosen_rows}
    equals = {row.team for row in rows if row.lot_needed and row.rank in ranks}
    if len(ranks) != 1 or equals != set(teams) or len(set(teams)) < len(teams):
        raise refuse("lot-of-equal-teams", field="order")
    return chosen_rows[0].totals
