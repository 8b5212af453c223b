"""The schedule of a league: made by the engine, changed by hand, with the dates of match days."""

from collections.abc import Mapping, Sequence
from datetime import date
from secrets import token_hex

from django.db.models import Max

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import get_or_refuse, refresh
from scoring.leagues.services.divisions import changing_league, get_or_create_venue, was_played
from scoring.models import Actor, Division, LeagueTeam, MatchDay, Meeting, MeetingTeam, Season
from scoring.models.log import Action
from scoring.models.tournament import FIRST_DAY, LAST_DAY
from scoring.rules.problem import Problem
from scoring.seating.schedule import LeagueSchedule, ScheduleFormat, schedule, schedule_faults

FIELD_BY_FAULT = {
    "teams-count": "days",
    "days-count": "days",
    "central-count": "central",
    "venue-size": "size",
    "venues-count": "venues",
}


def make_schedule(
    division: Division,
    settings: ScheduleFormat,
    *,
    by: Actor,
    lot: bool = True,
    dates: Sequence[date] = (),
) -> None:
    """Make the schedule of a division, replacing one of which nothing was played.

    With `lot`, chance decides which team gets which number of the scheme; its seed is logged. Teams
    host even if no home is known; those that cannot host are only guests. The `dates` become those
    of the league's match days, from the first one on. Raises Refused.
    """
    with changing_league(division.season, by, Action.LEAGUE_SCHEDULE_MADE) as change:
        refresh(division, "division-gone")
        rows = division.teams.select_related("home").filter(withdrawn_from=None)
        teams = {team.number: team for team in rows}
        problems = [
            Problem(f"schedule-{code}", FIELD_BY_FAULT.get(code, ""))
            for code in schedule_faults(len(teams), settings)
        ]
        if was_played(division):
            problems.append(Problem("division-was-played"))
        refuse_all(problems)
        seed = token_hex(8) if lot else None
        guests = [number for number, team in teams.items() if team.cannot_host]
        plan = schedule(tuple(teams), settings, seed=seed, cannot_host=guests)
        write_plan(division, plan, teams)
        numbers = [int(number) for number in plan.numbers]
        about = {"division": division.number, "days": settings.days}
        change.log(new={**about, "numbers": numbers, "seed": seed})
        for number, day in enumerate(dates, 1):
            set_day(division.season, number, day, by=by)


def write_plan(division: Division, plan: LeagueSchedule, teams: Mapping[int, LeagueTeam]) -> None:
    division.meetings.all().delete()
    for day, venues in enumerate(plan.days, 1):
        match_day = MatchDay.objects.get_or_create(season=division.season, number=day)[0]
        for number, venue in enumerate(venues, 1):
            host = teams[int(venue.host)] if venue.host is not None else None
            home = host.home if host else None
            meeting = Meeting.objects.create(
                match_day=match_day, division=division, number=number, host=host, venue=home
            )
            write_meeting_teams(meeting, [teams[int(team)] for team in venue.teams])
    # Days after the last one with meetings are left from an older schedule.
    days = division.season.match_days.all()
    last = days.filter(meetings__isnull=False).aggregate(last=Max("number", default=0))["last"]
    days.filter(number__gt=last, date=None).delete()


def write_meeting_teams(meeting: Meeting, teams: Sequence[LeagueTeam]) -> None:
    MeetingTeam.objects.bulk_create(
        MeetingTeam(meeting=meeting, match_day=meeting.match_day, team=team) for team in teams
    )


def set_day(season: Season, number: int, day: date | None, *, by: Actor) -> MatchDay:
    """Set the date of a match day, which is created if its number is new."""
    with changing_league(season, by, Action.LEAGUE_DAY_SET) as change:
        refresh(season, "league-gone")
        if day is not None and not FIRST_DAY <= day <= LAST_DAY:
            raise refuse("date-out-of-range", field="date")
        match_day, is_new = MatchDay.objects.get_or_create(season=season, number=number)
        old = match_day.date
        if old != day or is_new:
            match_day.date = day
            match_day.save(update_fields=["date"])
            change.log(
                old={"day": number, "date": old.isoformat() if old else None},
                new={"date": day.isoformat() if day else None},
            )
        return match_day


def set_meeting(
    division: Division,
    day: int,
    number: int | None,
    *,
    venue: str,
    host: int | None,
    teams: Sequence[int],
    by: Actor,
) -> None:
    """Change a meeting of a match day, or add one (no `number`).

    `host` and `teams` are numbers of the division. Raises Refused for an unknown match day or
    meeting, and with all of `meeting_problems`.
    """
    with changing_league(division.season, by, Action.LEAGUE_MEETING_CHANGED) as change:
        refresh(division, "division-gone")
        match_day = division.season.match_days.filter(number=day).first()
        if match_day is None:
            raise refuse("match-day-unknown", field="teams", number=day)
        meetings = division.meetings.filter(match_day=match_day)
        meeting = None
        if number is not None:
            meeting = get_or_refuse(meetings.filter(number=number), "meeting-gone")
        league_teams = {team.number: team for team in division.teams.all()}
        refuse_all(meeting_problems(match_day, meeting, league_teams, host, teams))
        old = meeting_log_values(meeting) if meeting else None
        if meeting is None:
            last = meetings.aggregate(last=Max("number", default=0))["last"]
            meeting = Meeting(match_day=match_day, division=division, number=last + 1)
        meeting.venue = get_or_create_venue(division.season, venue)
        meeting.host = league_teams[host] if host is not None else None
        meeting.save()
        if team_numbers_of(meeting) != sorted(teams):
            meeting.teams.all().delete()
            write_meeting_teams(meeting, [league_teams[team] for team in sorted(teams)])
        if (new := meeting_log_values(meeting)) != old:
            change.log(old=old, new=new)


def meeting_problems(
    match_day: MatchDay,
    meeting: Meeting | None,
    league_teams: dict[int, LeagueTeam],
    host: int | None,
    teams: Sequence[int],
) -> list[Problem]:
    problems = []
    if len(set(teams)) < 2:
        problems.append(Problem("meeting-needs-two-teams", "teams"))
    for number in sorted({team for team in teams if teams.count(team) > 1}):
        problems.append(Problem("meeting-team-twice", "teams", {"number": number}))
    for number in sorted({*teams, *([] if host is None else [host])} - set(league_teams)):
        problems.append(Problem("league-team-unknown", "teams", {"number": number}))
    here = [team for number, team in league_teams.items() if number in teams]
    elsewhere = MeetingTeam.objects.filter(match_day=match_day, team__in=here)
    if meeting is not None:
        elsewhere = elsewhere.exclude(meeting=meeting)
    for meeting_team in elsewhere.select_related("team"):
        params = {"team": meeting_team.team.name, "day": match_day.number}
        problems.append(Problem("meeting-team-elsewhere", "teams", params))
    if meeting is not None and team_numbers_of(meeting) != sorted(teams) and is_played(meeting):
        problems.append(Problem("meeting-was-played", "teams"))
    return problems


def is_played(meeting: Meeting) -> bool:
    """Whether a meeting has a tournament or typed results, or was reported without any."""
    if meeting.tournament_id is not None or meeting.reported_at is not None:
        return True
    return meeting.teams.filter(results__isnull=False).exists()


def team_numbers_of(meeting: Meeting) -> list[int]:
    return sorted(meeting.teams.values_list("team__number", flat=True))


def meeting_log_values(meeting: Meeting) -> dict[str, object]:
    """A meeting for the log, by the numbers and names that people see."""
    return {
        "division": meeting.division.number,
        "day": meeting.match_day.number,
        "meeting": meeting.number,
        "venue": meeting.venue.name if meeting.venue else "",
        "host": meeting.host.number if meeting.host else None,
        "teams": team_numbers_of(meeting),
    }


def remove_meeting(meeting: Meeting, *, by: Actor) -> None:
    """Remove a meeting. Raises Refused if it was played."""
    with changing_league(meeting.division.season, by, Action.LEAGUE_MEETING_CHANGED) as change:
        refresh(meeting, "meeting-gone")
        if is_played(meeting):
            raise refuse("meeting-was-played")
        change.log(old=meeting_log_values(meeting))
        meeting.delete()
