"""The results of another venue: its tournament as a document, taken into the meeting."""

from scoring.accounts.services.accounts import give_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import lock_tournaments, refresh, write_log
from scoring.core.text import folded
from scoring.exchange.services import CheckedTournament, check_tournament, write_tournament
from scoring.leagues.reads.meetings import reported_days
from scoring.leagues.services.divisions import changing_league, named
from scoring.leagues.services.match_days import end, let_leaders_in
from scoring.leagues.services.results import has_results
from scoring.leagues.services.schedule import as_logged
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
from scoring.models.names import league_subject
from scoring.models.team import TeamKind
from scoring.people.services.leaving import on_record_otherwise
from scoring.rules.problem import Problem
from scoring.verify.reads.office import people_problems


def import_results(meeting: Meeting, data: bytes, *, by: Actor, reason: str = "") -> Tournament:
    """The tournament that another laptop exported becomes that of the meeting.

    Its teams are found by name. One that was taken in before is replaced, with a reason if anything
    was played in it: it leaves the league and stays as a tournament. Raises Refused with all
    problems, those of the document with their path.
    """
    season = meeting.division.season
    refuse_import(meeting, reason)
    checked = check_tournament(data)
    checked.join_season(season.name, season.best_of)
    return write_results(meeting, checked, reason=reason, by=by)


def write_results(
    meeting: Meeting, checked: CheckedTournament, *, reason: str, by: Actor
) -> Tournament:
    """The rows of a checked document as the tournament of a meeting; as `import_results`."""
    season = meeting.division.season
    with changing_league(season, by, Action.LEAGUE_MEETING_IMPORTED, reason=reason) as change:
        refresh(meeting, "meeting-gone")
        refuse_import(meeting, reason)
        before = meeting.tournament
        made = write_tournament(checked, by=by, host=season.host_id)
        if by.user is not None:
            give_role(made, by.user, Role.ORGANIZER, by=by)
        place(meeting, made, by)
        change.log(
            old={"replaced": before.name} if before else None,
            new=as_logged(meeting) | {"sha256": checked.sha256},
        )
    made.refresh_from_db()
    return made


def place(meeting: Meeting, tournament: Tournament, by: Actor) -> None:
    """Make a tournament that of the meeting: its teams and players are those of the league.

    The one before leaves the league and stays as a tournament. Raises Refused unless its teams are
    the meeting's, and for whatever `verify` would find in it for good.
    """
    season, before = meeting.division.season, meeting.tournament
    name_teams(meeting, tournament)
    know_players(meeting, tournament, by)
    let_leaders_in(season, tournament, by)
    meeting.tournament = tournament
    meeting.save(update_fields=["tournament"])
    if found := list(people_problems(season, meeting)):
        raise Refused(found)
    if before is not None:
        Tournament.objects.filter(pk=before.pk).update(season=None)
    Tournament.objects.filter(pk=tournament.pk).update(season=season, league=True)


def take_over(meeting: Meeting, tournament: Tournament, *, by: Actor) -> None:
    """A reported tournament of the host becomes that of the meeting, in the place of its earlier
    version if there was one; within the block that receives it.

    Raises Refused where the match report is in already, or results were typed.
    """
    season = meeting.division.season
    with changing_league(season, by, Action.LEAGUE_MEETING_IMPORTED) as change:
        refuse_import(meeting, reason="corrected")
        before = meeting.tournament
        place(meeting, tournament, by)
        change.log(old={"replaced": before.name} if before else None, new=as_logged(meeting))


def take_reported(
    meeting: Meeting,
    tournament: Tournament,
    *,
    by: Actor,
    reason: str = "",
) -> None:
    """A reported match day that found no meeting by itself is put into this one. Raises Refused."""
    season = meeting.division.season
    with changing_league(season, by, Action.LEAGUE_MEETING_IMPORTED, reason=reason) as change:
        refresh(meeting, "meeting-gone")
        if not reported_days(season).filter(pk=tournament.pk).exists():
            raise refuse("meeting-not-reported", field="day")
        refuse_import(meeting, reason)
        before = meeting.tournament
        lock_tournaments(tournament.pk)
        place(meeting, tournament, by)
        change.log(old={"replaced": before.name} if before else None, new=as_logged(meeting))


def meeting_of_teams(tournament: Tournament) -> Meeting | None:
    """The only meeting of the host on this day that waits for the results of just these teams."""
    contest = tournament.team_contests.filter(kind=TeamKind.TEAM).first()
    names = {folded(each.name) for each in contest.teams.all()} if contest else set()
    waiting = Meeting.objects.filter(
        division__season__host=tournament.host_id,
        match_day__date=tournament.date,
        reported_at=None,
    ).select_related("division__season", "match_day", "tournament")
    found = [
        each
        for each in waiting.prefetch_related("teams__team")
        if names and names == {folded(row.team.name) for row in each.teams.all() if not row.absent}
        if not has_results(each)
    ]
    return found[0] if len(found) == 1 else None


def refuse_import(meeting: Meeting, reason: str) -> None:
    """Raises Refused where the meeting has results that would be overwritten in silence, and in a
    closed league, whose table is final.
    """
    problems = []
    if meeting.division.season.closed_at is not None:
        problems.append(Problem("season-closed", "file"))
    if meeting.reported_at is not None:
        problems.append(Problem("meeting-is-reported", "file"))
    if meeting.teams.filter(results__isnull=False).exists():
        problems.append(Problem("meeting-was-typed", "file"))
    before = meeting.tournament
    if before is not None and not reason.strip() and has_results(meeting):
        problems.append(Problem("import-replaces-results", "reason"))
    if problems:
        raise Refused(problems)


def name_teams(meeting: Meeting, tournament: Tournament) -> None:
    """Give the teams of a tournament the numbers that they have in the league.

    Raises Refused unless each is one of the meeting's, by its name.
    """
    known = {folded(each.team.name): each.team for each in meeting.teams.select_related("team")}
    teams = list(Team.objects.filter(contest__tournament=tournament, contest__kind=TeamKind.TEAM))
    strange = [each.name for each in teams if folded(each.name) not in known]
    if strange or not teams:
        here = [each.name for each in known.values()]
        if not strange:
            raise refuse("import-without-teams", "file", known=here)
        raise refuse("import-other-teams", "file", names=strange, known=here)
    # Numbers are unique: nobody keeps one that another team is to have.
    numbers = {each.pk: known[folded(each.name)].number for each in teams}
    if all(each.number == numbers[each.pk] for each in teams):
        return
    highest = max([*numbers.values(), *(each.number for each in teams)])
    for shift in (highest, 0):
        for each in teams:
            Team.objects.filter(pk=each.pk).update(number=numbers[each.pk] + shift)


def know_players(meeting: Meeting, tournament: Tournament, by: Actor) -> None:
    """Whoever is on the roster of his team under this name is that person; others join it, which
    the log of the league tells.

    Raises Refused for who played for another team on this day: he cannot be in both rosters.
    """
    problems: list[Problem] = []
    before = rosters_on(meeting)
    for row in meeting.teams.select_related("team__division__season"):
        team = row.team
        roster = {
            folded(str(each.person)): each.person for each in team.players.select_related("person")
        }
        entries = Entry.objects.filter(
            in_teams__contest__tournament=tournament,
            in_teams__contest__kind=TeamKind.TEAM,
            in_teams__team__number=team.number,
        ).select_related("person")
        for entry in entries:
            known = roster.get(folded(str(entry.person)))
            if known is not None and known.pk != entry.person_id:
                be_one(entry, known)
            problems += join(meeting, team, entry.person)
    if problems:
        raise Refused(problems)
    log_rosters(meeting, before, by)


Rosters = dict[LeagueTeam, set[int]]


def rosters_on(meeting: Meeting) -> Rosters:
    """The ids of the people who may play for each team of the league on this match day."""
    season = meeting.division.season_id
    teams = LeagueTeam.objects.filter(division__season=season).select_related("division")
    day = meeting.match_day.number
    return {
        each: {row.person_id for row in each.players.all() if row.plays(day)}
        for each in teams.prefetch_related("players").order_by("division__number", "number")
    }


def log_rosters(meeting: Meeting, before: Rosters, by: Actor) -> None:
    """Whose rosters the match day changed; the page of the meeting names its newcomers by this."""
    day = meeting.match_day.number
    season = meeting.division.season
    for team, people in rosters_on(meeting).items():
        if people == before[team]:
            continue
        about = {**named(team), "day": day, "from_day": day}
        if team.division_id == meeting.division_id:
            about["meeting"] = meeting.number
        old, new = sorted(before[team]), sorted(people)
        write_log(
            Action.LEAGUE_ROSTER_SET,
            league_subject(season.name),
            by=by,
            tournament=None,
            host=season.host_id,
            old={"people": old},
            new={**about, "people": new},
        )


def join(meeting: Meeting, team: LeagueTeam, person: Person) -> list[Problem]:
    """He is on the roster on this day, as if his line-up had been typed here.

    Who was on another one changes the team with this day, or is lent for it alone where he plays
    for the other one later. Returns what forbids it.
    """
    day = meeting.match_day.number
    stays = list(LeaguePlayer.objects.filter(season=meeting.division.season_id, person=person))
    there = next((each for each in stays if each.plays(day)), None)
    if there and there.team_id == team.pk:
        return []
    later = [each.from_day for each in stays if each.from_day > day]
    until = min(later) - 1 if later else None
    if there is not None:
        played = Meeting.objects.filter(
            teams__team=there.team_id, tournament__entries__person=person
        )
        if played.filter(match_day=meeting.match_day_id).exclude(pk=meeting.pk).exists():
            params = {"name": str(person), "team": there.team.name}
            return [Problem("league-player-elsewhere", "players", params)]
        last = there.until_day
        end(there, day - 1)
        if played.filter(match_day__number__gt=day).exists():
            until = day
            LeaguePlayer.objects.create(
                season=there.season,
                team=there.team,
                person=person,
                from_day=day + 1,
                until_day=last,
            )
    LeaguePlayer.objects.create(
        season=meeting.division.season, team=team, person=person, from_day=day, until_day=until
    )
    return []


def be_one(entry: Entry, person: Person) -> None:
    """The entry is of this person; who was made for it alone goes."""
    if Entry.objects.filter(tournament=entry.tournament_id, person=person).exists():
        return
    made = entry.person
    Entry.objects.filter(pk=entry.pk).update(person=person)
    entry.person = person
    if not on_record_otherwise(made):
        made.delete()
