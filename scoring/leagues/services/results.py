"""Results typed by hand, forfeits, penalties, and the match report that ends the wait."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import refresh
from scoring.core.text import Name
from scoring.leagues.services.divisions import changing_league, named, reason_problems
from scoring.leagues.services.match_days import RosterLine, newcomer, people_of, roster_problems
from scoring.leagues.services.schedule import as_logged
from scoring.models import (
    Actor,
    LeagueTeam,
    MatchDay,
    Meeting,
    MeetingTeam,
    Person,
    ReportedResult,
    Team,
    TeamPenalty,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.team import TeamKind
from scoring.models.tournament import SeriesState
from scoring.people.services.entries import add_entries
from scoring.rules.problem import Problem
from scoring.teams.reads import Member
from scoring.teams.services.teams import add_team, change_team

MOST_POINTS, MOST_GAMES, MOST_MATCH_POINTS = 99_999, 999, 99


@dataclass(frozen=True, slots=True)
class TypedResult:
    """What a team reached in a series, as the match report says; sums of its players."""

    performance: int
    points: int = 0
    won: int = 0
    lost: int = 0
    players: int = 4

    @property
    def figures(self) -> dict[str, int]:
        return {key: getattr(self, key) for key in TypedResult.__slots__}


Typed = Mapping[tuple[int, int], TypedResult]  # by number of the team and of the series


def type_results(meeting: Meeting, results: Typed, *, by: Actor) -> None:
    """The results of a meeting by hand, in the place of those typed before.

    Raises Refused where a tournament of the meeting has them, and with every figure that cannot be.
    """
    with changing_league(meeting.division.season, by, Action.LEAGUE_RESULTS_TYPED) as change:
        refresh(meeting, "meeting-gone")
        teams = {
            meeting_team.team.number: meeting_team
            for meeting_team in meeting.teams.select_related("team")
        }
        problems = results_problems(meeting, results, teams)
        if problems:
            raise Refused(problems)
        old = typed(meeting)
        ReportedResult.objects.filter(meeting_team__meeting=meeting).delete()
        ReportedResult.objects.bulk_create(
            ReportedResult(meeting_team=teams[team], series=series, **result.figures)
            for (team, series), result in sorted(results.items())
        )
        if (new := typed(meeting)) != old:
            change.log(old=as_logged(meeting) | {"results": old}, new={"results": new})


def typed(meeting: Meeting) -> dict[str, list[int]]:
    """The typed results for the log: by "series/team" the figures."""
    rows = ReportedResult.objects.filter(meeting_team__meeting=meeting)
    return {
        f"{row.series}/{row.meeting_team.team.number}": [
            row.performance,
            row.points,
            row.won,
            row.lost,
            row.players,
        ]
        for row in rows.select_related("meeting_team__team").order_by(
            "series", "meeting_team__team__number"
        )
    }


def results_problems(
    meeting: Meeting, results: Typed, teams: Mapping[int, MeetingTeam]
) -> list[Problem]:
    problems = []
    if meeting.tournament_id is not None:
        problems.append(Problem("meeting-has-a-tournament"))
    if meeting.reported_at is not None:
        problems.append(Problem("meeting-is-reported"))
    for (team, series), result in results.items():
        field = f"t{team}_s{series}"
        if team not in teams or not 1 <= series <= meeting.division.series:
            problems.append(Problem("league-team-unknown", params={"number": team}))
        elif not -MOST_POINTS <= result.performance <= MOST_POINTS:
            params = {"least": -MOST_POINTS, "most": MOST_POINTS}
            problems.append(Problem("number-between", field, params))
        elif not all(0 <= each <= MOST_GAMES for each in (result.won, result.lost)):
            problems.append(Problem("number-between", field, {"least": 0, "most": MOST_GAMES}))
    return problems


def set_reported(meeting: Meeting, on: bool, *, by: Actor, reason: str = "") -> None:
    """The match report is in: the results of the meeting are provisional no longer; or back.

    Raises Refused while nothing is recorded, and without a reason for the way back.
    """
    action = Action.LEAGUE_MEETING_REPORTED if on else Action.LEAGUE_MEETING_REOPENED
    with changing_league(meeting.division.season, by, action, reason=reason) as change:
        refresh(meeting, "meeting-gone")
        if (meeting.reported_at is not None) == on:
            return
        if on and not has_results(meeting):
            raise refuse("meeting-without-results")
        if not on and (problems := reason_problems(reason)):
            raise Refused(problems)
        meeting.reported_at = timezone.now() if on else None
        meeting.save(update_fields=["reported_at"])
        change.log(old={"reported": not on}, new=as_logged(meeting) | {"reported": on})


def has_results(meeting: Meeting) -> bool:
    """Whether anything of a meeting is there to be reported; nobody came: every team is absent."""
    if meeting.tournament is not None:
        lists = meeting.tournament.series.filter(lists__seat_rows__performance__isnull=False)
        return lists.exists()
    if meeting.teams.filter(results__isnull=False).exists():
        return True
    return meeting.teams.exists() and not meeting.teams.filter(absent=False).exists()


def set_absent(
    meeting: Meeting,
    team: int,
    absent: bool,
    *,
    series: int | None = None,
    reason: str,
    by: Actor,
) -> None:
    """A team did not come, or refused to play short: it has no points of the day; or it came.

    With `series` it loses that series alone, by decision (docs/law.md "League" 5).
    """
    action = Action.LEAGUE_FORFEIT if absent else Action.LEAGUE_FORFEIT_REMOVED
    with changing_league(meeting.division.season, by, action, reason=reason) as change:
        row = meeting.teams.filter(team__number=team).select_related("team").first()
        problems = reason_problems(reason)
        if row is None:
            problems.append(Problem("league-team-unknown", "team", {"number": team}))
        if series is not None and not 1 <= series <= meeting.division.series:
            params = {"least": 1, "most": meeting.division.series}
            problems.append(Problem("number-between", "series", params))
        if problems or row is None:
            raise Refused(problems)
        if write_forfeit(row, absent, series, reason):
            new = {"team": team, "series": series, "absent": absent}
            change.log(new=as_logged(meeting) | new)


def write_forfeit(row: MeetingTeam, lost: bool, series: int | None, reason: str) -> bool:
    """The day or the series is lost, or no longer; whether that is new."""
    if series is None:
        if row.absent == lost:
            return False
        row.absent, row.reason = lost, reason if lost else ""
        row.save(update_fields=["absent", "reason"])
        return True
    if lost:
        return row.forfeits.get_or_create(series=series, defaults={"reason": reason})[1]
    return bool(row.forfeits.filter(series=series).delete()[0])


def give_penalty(
    team: LeagueTeam,
    *,
    match_points: int = 0,
    counter_points: int = 0,
    points: int = 0,
    day: int | None = None,
    reason: str,
    by: Actor,
) -> None:
    """Points taken from a team, or given, by the leader's decision; negative ones are taken."""
    season = team.division.season
    with changing_league(season, by, Action.LEAGUE_PENALTY, reason=reason) as change:
        refresh(team, "team-gone")
        match_day = season.match_days.filter(number=day).first() if day is not None else None
        figures = {
            "match_points": match_points,
            "counter_points": counter_points,
            "points": points,
        }
        problems = penalty_problems(figures) + reason_problems(reason)
        if day is not None and match_day is None:
            problems.append(Problem("match-day-unknown", "day", {"number": day}))
        if problems:
            raise Refused(problems)
        write_penalty(team, match_day, figures, reason, by)
        change.log(new={**named(team), **figures, "day": day})


def penalty_problems(figures: Mapping[str, int]) -> list[Problem]:
    if not any(figures.values()):
        return [Problem("penalty-missing", "match_points")]
    return [
        Problem("number-between", key, {"least": -most, "most": most})
        for key, value in figures.items()
        if abs(value) > (most := MOST_POINTS if key == "points" else MOST_MATCH_POINTS)
    ]


def write_penalty(
    team: LeagueTeam,
    match_day: MatchDay | None,
    figures: Mapping[str, int],
    reason: str,
    by: Actor,
    reverses: TeamPenalty | None = None,
) -> None:
    TeamPenalty.objects.create(
        team=team,
        match_day=match_day,
        reason=reason,
        reverses=reverses,
        at=timezone.now(),
        by=by.user,
        **figures,
    )


def reverse_penalty(penalty: TeamPenalty, *, reason: str, by: Actor) -> None:
    """Take a penalty back by a second one; both stay."""
    season = penalty.team.division.season
    with changing_league(season, by, Action.LEAGUE_PENALTY_REVERSED, reason=reason) as change:
        problems = reason_problems(reason)
        if penalty.reverses_id or TeamPenalty.objects.filter(reverses=penalty).exists():
            problems.append(Problem("penalty-reversed"))
        if problems:
            raise Refused(problems)
        keys = ("match_points", "counter_points", "points")
        figures = {key: -getattr(penalty, key) for key in keys}
        write_penalty(penalty.team, penalty.match_day, figures, reason, by, penalty)
        change.log(new={**named(penalty.team), **figures})


# Players of a team who come late to a match day (docs/practice.md "League").


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
