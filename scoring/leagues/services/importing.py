"""Importing the tournament of another venue into its meeting: from a file, or as reported."""

from functools import partial

from scoring.accounts.services.accounts import give_role
from scoring.core.forms import refuse, refuse_all
from scoring.core.services import Change, lock_tournaments, refresh, write_log
from scoring.core.text import fold
from scoring.exchange.reads.office import people_problems
from scoring.exchange.services.tournament import check_tournament, write_tournament
from scoring.leagues.reads.meetings import reported_days
from scoring.leagues.services.divisions import admit_leaders, changing_league, team_log_values
from scoring.leagues.services.match_days import end_stay
from scoring.leagues.services.results import has_results
from scoring.leagues.services.schedule import meeting_log_values
from scoring.models import (
    Actor,
    Entry,
    LeaguePlayer,
    LeagueTeam,
    Meeting,
    Person,
    Role,
    Team,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.team import TeamKind
from scoring.people.services.entries import on_record_otherwise
from scoring.rules.problem import Problem


def import_results(meeting: Meeting, data: bytes, *, by: Actor, reason: str = "") -> Tournament:
    """Import the tournament that another laptop exported as that of the meeting.

    Teams are matched by name. A tournament imported earlier is replaced, which needs a reason if
    anything was played in it: it leaves the league but still exists. Raises Refused with all
    problems, those of the document with their path.
    """
    season = meeting.division.season
    checked = check_tournament(data)
    checked.join_season(season.name, season.best_of)
    with changing_league(season, by, Action.LEAGUE_MEETING_IMPORTED, reason=reason) as change:
        refresh(meeting, "meeting-gone")
        refuse_import(meeting, may_replace=bool(reason.strip()))
        tournament = write_tournament(checked, by=by, host=season.host_id)
        if by.user is not None:
            give_role(tournament, by.user, Role.ORGANIZER, by=by)
        assign_tournament(meeting, tournament, change, sha256=checked.sha256)
    tournament.refresh_from_db()
    return tournament


def assign_tournament(
    meeting: Meeting, tournament: Tournament, change: Change, **logged: str
) -> None:
    """Make a tournament that of the meeting, with the teams and players of the league; log it.

    The earlier one leaves the league. Raises Refused unless all its teams belong to the meeting,
    and for anything that `verify` would complain about.
    """
    season, before = meeting.division.season, meeting.tournament
    match_teams(meeting, tournament)
    match_players(meeting, tournament, change.by)
    admit_leaders(season, tournament, change.by)
    meeting.tournament = tournament
    meeting.save(update_fields=["tournament"])
    refuse_all(people_problems(season, meeting))
    if before is not None:
        Tournament.objects.filter(pk=before.pk).update(season=None)
    Tournament.objects.filter(pk=tournament.pk).update(season=season, league=True)
    old = {"replaced": before.name} if before else None
    change.log(old=old, new=meeting_log_values(meeting) | logged)


def import_received(meeting: Meeting, tournament: Tournament, *, by: Actor) -> None:
    """Make a tournament just received that of the meeting, inside the block that receives it.

    An earlier version is replaced without a reason. Raises Refused.
    """
    with changing_league(meeting.division.season, by, Action.LEAGUE_MEETING_IMPORTED) as change:
        refuse_import(meeting, may_replace=True)
        assign_tournament(meeting, tournament, change)


def import_reported(
    meeting: Meeting, tournament: Tournament, *, by: Actor, reason: str = ""
) -> None:
    """Put a reported match day that matched no meeting by itself into this one. Raises Refused."""
    season = meeting.division.season
    with changing_league(season, by, Action.LEAGUE_MEETING_IMPORTED, reason=reason) as change:
        refresh(meeting, "meeting-gone")
        if not reported_days(season).filter(pk=tournament.pk).exists():
            raise refuse("meeting-not-reported", field="day")
        refuse_import(meeting, may_replace=bool(reason.strip()))
        lock_tournaments(tournament.pk)
        assign_tournament(meeting, tournament, change)


def meeting_of_teams(tournament: Tournament) -> Meeting | None:
    """The only meeting of the host on this day that waits for results of exactly these teams."""
    contest = tournament.team_contests.filter(kind=TeamKind.TEAM).first()
    names = {fold(team.name) for team in contest.teams.all()} if contest else set()
    waiting = Meeting.objects.filter(
        division__season__host=tournament.host_id,
        match_day__date=tournament.date,
        reported_at=None,
    ).select_related("division__season", "match_day", "tournament")
    meetings = [
        meeting
        for meeting in waiting.prefetch_related("teams__team")
        if names and names == {fold(row.team.name) for row in meeting.teams.all() if not row.absent}
        if not has_results(meeting)
    ]
    return meetings[0] if len(meetings) == 1 else None


def refuse_import(meeting: Meeting, *, may_replace: bool) -> None:
    """Raise Refused if results would be overwritten silently, or the league is closed."""
    problems = []
    if meeting.division.season.closed_at is not None:
        problems.append(Problem("season-closed", "file"))
    if meeting.reported_at is not None:
        problems.append(Problem("meeting-is-reported", "file"))
    if meeting.teams.filter(results__isnull=False).exists():
        problems.append(Problem("meeting-was-typed", "file"))
    if meeting.tournament is not None and not may_replace and has_results(meeting):
        problems.append(Problem("import-replaces-results", "reason"))
    refuse_all(problems)


def match_teams(meeting: Meeting, tournament: Tournament) -> None:
    """Number the teams of a tournament as in the league, by name. Raises Refused."""
    league_teams = {
        fold(team.team.name): team.team for team in meeting.teams.select_related("team")
    }
    teams = list(Team.objects.filter(contest__tournament=tournament, contest__kind=TeamKind.TEAM))
    unknown = [team.name for team in teams if fold(team.name) not in league_teams]
    expected = [team.name for team in league_teams.values()]
    if not teams:
        raise refuse("import-without-teams", "file", known=expected)
    if unknown:
        raise refuse("import-other-teams", "file", names=unknown, known=expected)
    keys = [fold(team.name) for team in teams]
    alike = [team.name for team in teams if keys.count(fold(team.name)) > 1]
    refuse_all(Problem("team-name-taken", "file", {"name": name}) for name in alike)
    # Numbers are unique in the database: shift all of them out of the way first.
    numbers = {team.pk: league_teams[fold(team.name)].number for team in teams}
    if all(team.number == numbers[team.pk] for team in teams):
        return
    highest = max([*numbers.values(), *(team.number for team in teams)])
    for shift in (highest, 0):
        for team in teams:
            Team.objects.filter(pk=team.pk).update(number=numbers[team.pk] + shift)


def match_players(meeting: Meeting, tournament: Tournament, by: Actor) -> None:
    """Identify players with people on the roster of their team by name; the others join it.

    The log of the league shows who joined. Raises Refused for players who played for another team
    on this day.
    """
    problems: list[Problem] = []
    before = rosters_on(meeting)
    for row in meeting.teams.select_related("team__division__season"):
        team = row.team
        roster = [player.person for player in team.players.select_related("person")]
        by_name = {fold(str(person)): person for person in roster}
        entries = Entry.objects.filter(
            in_teams__contest__tournament=tournament,
            in_teams__contest__kind=TeamKind.TEAM,
            in_teams__team__number=team.number,
        ).select_related("person")
        for entry in entries:
            person = by_name.get(fold(str(entry.person)))
            if person and entry.person not in roster:
                merge_into(entry, person)
            problems += join_roster(meeting, team, entry.person)
    refuse_all(problems)
    log_rosters(meeting, before, by)


Rosters = dict[LeagueTeam, set[int]]


def rosters_on(meeting: Meeting) -> Rosters:
    """The ids of the people who may play for each team of the league on this match day."""
    season = meeting.division.season_id
    teams = LeagueTeam.objects.filter(division__season=season).select_related("division")
    day = meeting.match_day.number
    return {
        team: {row.person_id for row in team.players.all() if row.plays(day)}
        for team in teams.prefetch_related("players").order_by("division__number", "number")
    }


def log_rosters(meeting: Meeting, before: Rosters, by: Actor) -> None:
    """Log which rosters the match day changed; the page of the meeting reads its newcomers here."""
    day, season = meeting.match_day.number, meeting.division.season
    for team, people in rosters_on(meeting).items():
        if people == before[team]:
            continue
        about = {**team_log_values(team), "day": day, "from_day": day}
        if team.division_id == meeting.division_id:
            about["meeting"] = meeting.number
        write_log(
            Action.LEAGUE_ROSTER_SET,
            subject_of("league", season.name),
            by=by,
            tournament=None,
            host=season.host_id,
            old={"people": sorted(before[team])},
            new={**about, "people": sorted(people)},
        )


def join_roster(meeting: Meeting, team: LeagueTeam, person: Person) -> list[Problem]:
    """Put a person on the roster for this day; returns what forbids it.

    Somebody on another roster changes teams with this day, or is lent for this day only if he plays
    for the other team later.
    """
    day, season = meeting.match_day.number, meeting.division.season
    stays = list(LeaguePlayer.objects.filter(season=season, person=person))
    join = partial(LeaguePlayer.objects.create, season=season, person=person)
    present = next((stay for stay in stays if stay.plays(day)), None)
    if present and present.team_id == team.pk:
        return []
    later = [stay.from_day for stay in stays if stay.from_day > day]
    until = min(later) - 1 if later else None
    if present is not None:
        played = Meeting.objects.filter(
            teams__team=present.team_id, tournament__entries__person=person
        )
        if played.filter(match_day=meeting.match_day_id).exclude(pk=meeting.pk).exists():
            params = {"name": str(person), "team": present.team.name}
            return [Problem("league-player-elsewhere", "players", params)]
        last_day, position = present.until_day, present.position
        end_stay(present, day - 1)
        if played.filter(match_day__number__gt=day).exists():
            until = day
            if last_day is None or last_day > day:
                back = {"from_day": day + 1, "until_day": last_day, "position": position}
                join(team=present.team, **back)
    join(team=team, from_day=day, until_day=until)
    return []


def merge_into(entry: Entry, person: Person) -> None:
    """Make the entry one of this person, and delete a person who existed only for the entry.

    If this person is entered already, the entry is a namesake's and stays as it is.
    """
    if Entry.objects.filter(tournament=entry.tournament_id, person=person).exists():
        return
    duplicate = entry.person
    Entry.objects.filter(pk=entry.pk).update(person=person)
    entry.person = person
    if not on_record_otherwise(duplicate):
        duplicate.delete()
