"""Results typed by hand, match reports, forfeits, penalties, and late players."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, replace

from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import Change, refresh
from scoring.core.text import Name
from scoring.leagues.reads.meetings import unfinished_series
from scoring.leagues.services.divisions import changing_league, reason_problems, team_log_values
from scoring.leagues.services.match_days import RosterLine, people_for_roster, roster_problems
from scoring.leagues.services.schedule import meeting_log_values
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
from scoring.models.team import Member, TeamKind
from scoring.people.services.entries import add_entries, newcomer_on_record
from scoring.rules.league.season import SeriesSums
from scoring.rules.problem import Problem
from scoring.series.services.teams import add_team, change_team, members_of

MAX_POINTS, MAX_GAMES = 99_999, 999

# By number of the team and of the series, as on the match report.
TypedResults = Mapping[tuple[int, int], SeriesSums]


def type_results(meeting: Meeting, results: TypedResults, *, by: Actor) -> None:
    """Replace the typed results; raises Refused."""
    with changing_league(meeting.division.season, by, Action.LEAGUE_RESULTS_TYPED) as change:
        refresh(meeting, "meeting-gone")
        teams = {row.team.number: row for row in meeting.teams.select_related("team")}
        refuse_all(results_problems(meeting, results, teams))
        old = typed_figures(meeting)
        ReportedResult.objects.filter(meeting_team__meeting=meeting).delete()
        ReportedResult.objects.bulk_create(
            ReportedResult(meeting_team=teams[team], series=series, **asdict(result))
            for (team, series), result in sorted(results.items())
        )
        if (new := typed_figures(meeting)) != old:
            change.log(old=meeting_log_values(meeting) | {"results": old}, new={"results": new})


def typed_figures(meeting: Meeting) -> dict[str, list[int]]:
    rows = ReportedResult.objects.filter(meeting_team__meeting=meeting)
    rows = rows.select_related("meeting_team__team").order_by(
        "series", "meeting_team__team__number"
    )
    return {f"{row.series}/{row.meeting_team.team.number}": [*astuple(row.sums)] for row in rows}


def results_problems(
    meeting: Meeting, results: TypedResults, teams: Mapping[int, MeetingTeam]
) -> list[Problem]:
    problems = []
    if meeting.tournament_id is not None:
        problems.append(Problem("meeting-has-a-tournament"))
    if meeting.reported_at is not None:
        problems.append(Problem("meeting-is-reported"))
    for (team, series), result in results.items():
        field = f"t{team}_s{series}"
        if team not in teams:
            problems.append(Problem("league-team-unknown", params={"number": team}))
        elif not 1 <= series <= meeting.division.series:
            params = {"least": 1, "most": meeting.division.series}
            problems.append(Problem("number-between", field, params))
        elif not -MAX_POINTS <= result.performance <= MAX_POINTS:
            params = {"least": -MAX_POINTS, "most": MAX_POINTS}
            problems.append(Problem("number-between", field, params))
        elif not all(0 <= games <= MAX_GAMES for games in (result.won, result.lost)):
            problems.append(Problem("number-between", field, {"least": 0, "most": MAX_GAMES}))
    return problems


def set_reported(meeting: Meeting, reported: bool, *, by: Actor, reason: str = "") -> None:
    """Record that the match report is in, so that the results are final; or take that back.

    Raises Refused if there are no results, and if a reason for taking it back is missing.
    """
    action = Action.LEAGUE_MEETING_REPORTED if reported else Action.LEAGUE_MEETING_REOPENED
    with changing_league(meeting.division.season, by, action, reason=reason) as change:
        refresh(meeting, "meeting-gone")
        if (meeting.reported_at is not None) == reported:
            return
        if reported and not has_results(meeting):
            raise refuse("meeting-without-results")
        if not reported:
            refuse_all(reason_problems(reason))
        meeting.reported_at = timezone.now() if reported else None
        meeting.save(update_fields=["reported_at"])
        change.log(
            old={"reported": not reported},
            new=meeting_log_values(meeting) | {"reported": reported},
        )


def has_results(meeting: Meeting) -> bool:
    """Whether a meeting has anything to report; that every team was absent counts as well."""
    if meeting.teams.exists() and not meeting.teams.filter(absent=False).exists():
        return True
    if meeting.tournament is not None:
        lists = meeting.tournament.series.filter(lists__seat_rows__performance__isnull=False)
        return lists.exists()
    return meeting.teams.filter(results__isnull=False).exists()


def set_absent(
    meeting: Meeting, team: int, absent: bool, *, series: int | None = None, reason: str, by: Actor
) -> None:
    """Record that a team did not come, or refused to play short; or take that back.

    It gets no points of the day. With `series` it loses only that series, by decision (docs/law.md
    "League" 5). Raises Refused.
    """
    action = Action.LEAGUE_FORFEIT if absent else Action.LEAGUE_FORFEIT_REMOVED
    with changing_league(meeting.division.season, by, action, reason=reason) as change:
        row = meeting.teams.filter(team__number=team).select_related("team").first()
        if row is None:
            raise refuse("league-team-unknown", field="team", number=team)
        if series is not None and not 1 <= series <= meeting.division.series:
            raise refuse("number-between", field="series", least=1, most=meeting.division.series)
        if write_forfeit(row, absent, series, reason):
            new = {"team": team, "series": series, "absent": absent}
            change.log(new=meeting_log_values(meeting) | new)


def write_forfeit(row: MeetingTeam, lost: bool, series: int | None, reason: str) -> bool:
    """Write that the day or the series is lost, or no longer; returns whether that is a change.

    Another reason for what is lost already is one, too.
    """
    if series is None:
        old, new = (row.absent, row.reason), (lost, reason if lost else "")
        row.absent, row.reason = new
        row.save(update_fields=["absent", "reason"])
        return new != old
    stored = row.forfeits.filter(series=series)
    if not lost:
        return bool(stored.delete()[0])
    if stored.filter(reason=reason).exists():
        return False
    row.forfeits.update_or_create(series=series, defaults={"reason": reason})
    return True


def give_penalty(
    team: LeagueTeam,
    *,
    match_points: int | None = None,
    counter_points: int | None = None,
    points: int | None = None,
    day: int | None = None,
    reason: str,
    by: Actor,
) -> None:
    """Take points from a team (negative) or give it some; raises Refused."""
    season = team.division.season
    with changing_league(season, by, Action.LEAGUE_PENALTY, reason=reason) as change:
        refresh(team, "team-gone")
        match_day = season.match_days.filter(number=day).first() if day is not None else None
        figures = {
            "match_points": match_points or 0,
            "counter_points": counter_points or 0,
            "points": points or 0,
        }
        problems = []
        if not any(figures.values()):
            problems.append(Problem("penalty-missing", "match_points"))
        if day is not None and match_day is None:
            problems.append(Problem("match-day-unknown", "day", {"number": day}))
        refuse_all(problems)
        write_penalty(change, team, match_day, figures)
        change.log(new={**team_log_values(team), **figures, "day": day})


def reverse_penalty(penalty: TeamPenalty, *, reason: str, by: Actor) -> None:
    """Cancel a penalty by a second one; both stay. Raises Refused."""
    season = penalty.team.division.season
    with changing_league(season, by, Action.LEAGUE_PENALTY_REVERSED, reason=reason) as change:
        refresh(penalty.team, "team-gone")
        problems = reason_problems(reason)
        if penalty.reverses_id or TeamPenalty.objects.filter(reverses=penalty).exists():
            problems.append(Problem("penalty-reversed"))
        refuse_all(problems)
        figures = {
            "match_points": -penalty.match_points,
            "counter_points": -penalty.counter_points,
            "points": -penalty.points,
        }
        write_penalty(change, penalty.team, penalty.match_day, figures, reverses=penalty)
        change.log(new={**team_log_values(penalty.team), **figures})


def write_penalty(
    change: Change,
    team: LeagueTeam,
    match_day: MatchDay | None,
    figures: Mapping[str, int],
    reverses: TeamPenalty | None = None,
) -> None:
    TeamPenalty.objects.create(
        team=team,
        match_day=match_day,
        **figures,
        reason=change.reason,
        at=timezone.now(),
        by=change.by.user,
        reverses=reverses,
    )


# Players who come late to a match day (docs/practice.md "League").


def add_late_players(
    meeting: Meeting, team: int, names: Sequence[Name], *, from_series: int, by: Actor
) -> list[int]:
    """Enter late players for their team from this series on; returns their start numbers.

    In a series already seated they wait to join a table of three at the start of a round. A team
    that was not there begins once enough of its players have come. Raises Refused.
    """
    tournament, season = meeting.tournament, meeting.division.season
    if tournament is None:
        raise refuse("meeting-not-played")
    with changing_league(season, by, Action.LEAGUE_LATE) as change:
        refresh(meeting, "meeting-gone")
        row = meeting.teams.filter(team__number=team).select_related("team__club").first()
        if row is None:
            raise refuse("league-team-unknown", field="team", number=team)
        teams = Team.objects.filter(contest__tournament=tournament, contest__kind=TeamKind.TEAM)
        team_today = teams.select_related("contest__tournament").filter(number=team).first()
        refuse_late(meeting, row.team, team_today, names, from_series)
        people = people_for_roster(row.team, names, meeting.match_day.number)
        numbers = enter_late(meeting, tournament, row.team, team_today, people, from_series, by)
        new = {"team": team, "players": numbers, "from_series": from_series}
        change.log(new=meeting_log_values(meeting) | new)
        return numbers


def refuse_late(
    meeting: Meeting, team: LeagueTeam, team_today: Team | None, names: Sequence[Name], series: int
) -> None:
    """Raise Refused for a closed series, and for too many or too few players of the team."""
    size = meeting.division.size
    problems = [
        replace(problem, field="names")
        for problem in roster_problems([RosterLine(name) for name in names])
    ]
    present = sum(member.plays(series) for member in team_today.members.all()) if team_today else 0
    if not names or not size - 1 <= present + len(names) <= size:
        params = {"team": team.name, "least": size - 1, "most": size}
        problems.append(Problem("lineup-size", "names", params))
    if series not in [unfinished.number for unfinished in unfinished_series(meeting.tournament)]:
        problems.append(Problem("late-series-closed", "from_series"))
    refuse_all(problems)


def enter_late(
    meeting: Meeting,
    tournament: Tournament,
    team: LeagueTeam,
    team_today: Team | None,
    people: Sequence[Person],
    series: int,
    by: Actor,
) -> list[int]:
    """Enter late players with the start numbers that their team left free, and put them into it."""
    size = meeting.division.size
    team_order = sorted(meeting.teams.values_list("team__number", flat=True))
    first = team_order.index(team.number) * size + 1
    used = set(tournament.entries.values_list("start_number", flat=True))
    free = (number for number in range(first, first + size) if number not in used)
    details = {"categories": (), "from_series": series}
    late = [newcomer_on_record(person, next(free, None), team.club, **details) for person in people]
    numbers = [entry.start_number for entry in add_entries(tournament, late, by=by)]
    members = [Member(number, from_series=series) for number in numbers]
    if team_today is None:
        contest = tournament.team_contests.get(kind=TeamKind.TEAM)
        add_team(contest, team.name, members, number=team.number, by=by)
    else:
        change_team(team_today, team_today.name, [*members_of(team_today), *members], by=by)
    return numbers
