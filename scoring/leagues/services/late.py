"""Players of a team who come late to a match day (docs/practice.md "League")."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.core.refusals import Refused, refuse
from scoring.core.services import refresh
from scoring.core.text import Name
from scoring.leagues.services.leagues import changing_league
from scoring.leagues.services.match_days import newcomer, people_of
from scoring.leagues.services.rosters import RosterLine, roster_problems
from scoring.leagues.services.schedule import as_logged
from scoring.models import Actor, LeagueTeam, Meeting, Person, Team, Tournament
from scoring.models.log import Action
from scoring.models.series import SeriesState
from scoring.models.team import TeamKind
from scoring.players.services.entries import add_entries
from scoring.rules.problem import Problem
from scoring.teams.reads.teams import Member
from scoring.teams.services.teams import add_team, change_team


def add_late_players(
    meeting: Meeting,
    number: int,
    names: Sequence[Name],
    *,
    from_series: int,
    by: Actor,
) -> list[int]:
    """They play for the team from this series on; returns their start numbers.

    In a series that is seated they wait for a seat: as a fourth at a table of three, at the start
    of a round. A team that was not there begins only once enough of it have come. Raises Refused
    with all problems.
    """
    tournament, season = meeting.tournament, meeting.division.season
    if tournament is None:
        raise refuse("meeting-not-played")
    with changing_league(season, by, Action.LEAGUE_LATE) as change:
        refresh(meeting, "meeting-gone")
        row = meeting.teams.filter(team__number=number).select_related("team__club").first()
        if row is None:
            raise refuse("league-team-unknown", field="team", number=number)
        here = team_here(tournament, number)
        refuse_late(meeting, row.team, here, names, from_series)
        people = people_of(row.team, names, meeting.match_day.number)
        numbers = enter_late(meeting, tournament, row.team, people, from_series, by)
        seat_in_team(tournament, row.team, here, numbers, from_series, by)
        new = {"team": number, "players": numbers, "from_series": from_series}
        change.log(new=as_logged(meeting) | new)
        return numbers


def team_here(tournament: Tournament, number: int) -> Team | None:
    """The team in the tournament, if it had a line-up."""
    teams = Team.objects.filter(contest__tournament=tournament, contest__kind=TeamKind.TEAM)
    return teams.select_related("contest__tournament").filter(number=number).first()


def refuse_late(
    meeting: Meeting, team: LeagueTeam, here: Team | None, names: Sequence[Name], series: int
) -> None:
    """Raises Refused for a series that is over, and for too many or too few of the team."""
    size = meeting.division.size
    problems = [
        replace(roster_problem, field="names")
        for roster_problem in roster_problems([RosterLine(name) for name in names])
    ]
    there = sum(member.plays(series) for member in here.members.all()) if here else 0
    if not names or not max(1, size - 1) <= there + len(names) <= size:
        params = {"team": team.name, "least": max(1, size - 1), "most": size}
        problems.append(Problem("lineup-size", "names", params))
    found = meeting.tournament and meeting.tournament.series.filter(number=series).first()
    if not found or found.state == SeriesState.CLOSED:
        problems.append(Problem("late-series-closed", "from_series"))
    if problems:
        raise Refused(problems)


def enter_late(
    meeting: Meeting,
    tournament: Tournament,
    team: LeagueTeam,
    people: Sequence[Person],
    series: int,
    by: Actor,
) -> list[int]:
    """The entries of late players, with the numbers that their team left free."""
    size = meeting.division.size
    every = sorted(meeting.teams.values_list("team__number", flat=True))
    first = every.index(team.number) * size + 1
    taken = set(tournament.entries.values_list("start_number", flat=True))
    free = iter(each for each in range(first, first + size) if each not in taken)
    entries = add_entries(
        tournament,
        [
            replace(newcomer(person, team, 0), start_number=next(free, None), from_series=series)
            for person in people
        ],
        by=by,
    )
    return [entry.start_number for entry in entries]


def seat_in_team(
    tournament: Tournament,
    team: LeagueTeam,
    here: Team | None,
    numbers: Sequence[int],
    series: int,
    by: Actor,
) -> None:
    """The late players behind those who are there."""
    late = [Member(number, from_series=series) for number in numbers]
    if here is None:
        contest = tournament.team_contests.get(kind=TeamKind.TEAM)
        add_team(contest, team.name, late, number=team.number, by=by)
        return
    there = [
        Member(member.entry.start_number, member.from_series, member.until_series)
        for member in here.members.select_related("entry").order_by("position")
    ]
    change_team(here, here.name, [*there, *late], by=by)
