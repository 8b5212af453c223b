"""Who may play for a team of a league, and from which match day on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from scoring.core.refusals import Refused
from scoring.core.services import refresh
from scoring.core.text import Name, Register, folded, name_problems
from scoring.leagues.services.divisions import named
from scoring.leagues.services.leagues import changing_league
from scoring.models import Actor, LeaguePlayer, LeagueTeam, Meeting, Person, Season
from scoring.models.league import MOST_DAYS
from scoring.models.log import Action
from scoring.rules.problem import Problem

MOST_PLAYERS = 60
HIGHEST_POSITION = 99


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A player of a roster as typed; `position` where places are fixed."""

    name: Name
    position: int | None = None


def set_roster(
    team: LeagueTeam,
    lines: Sequence[RosterLine],
    *,
    from_day: int = 1,
    by: Actor,
) -> None:
    """Exactly these players from that match day on.

    Who is no longer named ends with the day before; who never could play for the team is removed.
    Who plays for another team ends there first. Raises Refused with all problems.
    """
    season = team.division.season
    with changing_league(season, by, Action.LEAGUE_ROSTER_SET) as change:
        refresh(team, "team-gone")
        problems = roster_problems(lines)
        if not 1 <= from_day <= MOST_DAYS:
            problems.append(Problem("number-between", "from_day", {"least": 1, "most": MOST_DAYS}))
        if problems:
            raise Refused(problems)
        open_rows = {league_player.person_id: league_player for league_player in current(team)}
        old = sorted(open_rows)
        people = find_people(team, [roster_line.name for roster_line in lines])
        refuse_elsewhere(team, people, from_day)
        for known, row in open_rows.items():
            if known not in {each.pk for each in people}:
                end(row, from_day - 1)
        # Positions are unique: they are given anew.
        current(team).update(position=None)
        for person, line in zip(people, lines, strict=True):
            enter(team, person, line.position, from_day)
        new = {"people": [each.pk for each in people], "from_day": from_day}
        change.log(old=named(team) | {"people": old}, new=new)


def roster_problems(lines: Sequence[RosterLine]) -> list[Problem]:
    """Names that cannot be, positions that stand twice, too many players."""
    problems = [name_problem for line in lines for name_problem in name_problems(line.name)]
    seen: set[str] = set()
    for line in lines:
        key = folded(str(line.name))
        if key in seen:
            problems.append(Problem("league-player-twice", "players", {"name": str(line.name)}))
        seen.add(key)
    positions = [line.position for line in lines if line.position is not None]
    for number in sorted({position for position in positions if positions.count(position) > 1}):
        problems.append(Problem("league-position-twice", "players", {"number": number}))
    if any(not 1 <= position <= HIGHEST_POSITION for position in positions):
        params = {"least": 1, "most": HIGHEST_POSITION}
        problems.append(Problem("number-between", "players", params))
    if len(lines) > MOST_PLAYERS:
        problems.append(Problem("league-roster-full", "players", {"most": MOST_PLAYERS}))
    return [replace(problem, field="players") for problem in problems]


def current(team: LeagueTeam) -> QuerySet[LeaguePlayer]:
    return LeaguePlayer.objects.filter(team=team, until_day=None)


def end(row: LeaguePlayer, last: int) -> None:
    """The last match day of a player; a stay that never began is removed."""
    if last < row.from_day:
        row.delete()
        return
    row.until_day, row.position = last, None
    row.save(update_fields=["until_day", "position"])


def enter(team: LeagueTeam, person: Person, position: int | None, from_day: int) -> None:
    """A player of the team; who is one already has this position."""
    row = current(team).filter(person=person).first()
    if row is None:
        row = LeaguePlayer(season=team.division.season, team=team, person=person, from_day=from_day)
    row.position = position
    row.save()


def refuse_elsewhere(team: LeagueTeam, people: Sequence[Person], from_day: int) -> None:
    """Raises Refused for players of another team who played for it on this match day or later.

    Who did not changes the team: his stay there ends with the day before.
    """
    season, problems = team.division.season, []
    rows = LeaguePlayer.objects.filter(season=season, until_day=None, person__in=people)
    for row in rows.exclude(team=team).select_related("team", "person"):
        if played_since(season, row, from_day):
            params = {"name": str(row.person), "team": row.team.name}
            problems.append(Problem("league-player-elsewhere", "players", params))
        else:
            end(row, from_day - 1)
    if problems:
        raise Refused(problems)


def played_since(season: Season, row: LeaguePlayer, from_day: int) -> bool:
    return Meeting.objects.filter(
        division__season=season,
        match_day__number__gte=from_day,
        tournament__entries__person=row.person_id,
    ).exists()


def find_people(team: LeagueTeam, names: Sequence[Name]) -> list[Person]:
    """The people of these names, made if they are new.

    Of namesakes the one who plays in this league already, else the one of the team's club, else the
    only one on record; where several are left, somebody new: merging two later is easy.
    """
    register, people = Register(team.division.season), []
    register.know(names)
    for name in names:
        namesakes = register.namesakes(name)
        objects = list(Person.objects.filter(pk__in=namesakes)) if namesakes else []
        people.append(choose(team, objects) or new_person(team, name))
    return people


def choose(team: LeagueTeam, found: Sequence[Person]) -> Person | None:
    """The one of these namesakes who is meant."""
    here = LeaguePlayer.objects.filter(season=team.division.season, person__in=found)
    own = here.filter(Q(team=team)).first() or here.first()
    if own is not None:
        return own.person
    if team.club_id:
        clubmates = [person for person in found if person.club_id == team.club_id]
        if clubmates:
            return clubmates[0]
    return found[0] if len(found) == 1 else None


def new_person(team: LeagueTeam, name: Name) -> Person:
    host = team.division.season.host_id
    return Person.objects.create(family=name.family, given=name.given, club=team.club, host_id=host)
