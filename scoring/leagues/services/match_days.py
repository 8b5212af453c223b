"""Rosters, the tournament of a meeting with its line-ups, and substitutions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import refresh
from scoring.core.text import Name, Register, fold, name_problems
from scoring.leagues.services.divisions import admit_leaders, changing_league, team_log_values
from scoring.leagues.services.schedule import is_played, meeting_log_values, set_day
from scoring.models import (
    Actor,
    ClubMember,
    Entry,
    HostDefaults,
    LeaguePlayer,
    LeagueTeam,
    Meeting,
    Person,
    Series,
    TeamMember,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.money import FeeColumns
from scoring.models.team import Member, TeamKind
from scoring.models.tournament import SeriesState
from scoring.money.reads.dues import fees_of
from scoring.people.services.entries import add_entries, newcomer_on_record
from scoring.people.services.leaving import leave_after
from scoring.rules.problem import Problem
from scoring.series.services.seat_changes import arrange_fill, fill_seat, rearrange
from scoring.series.services.series import create_series
from scoring.series.services.teams import add_team, change_team, members_of, set_contest
from scoring.tournament.services.tournaments import (
    MAX_NAME_LENGTH,
    TournamentTerms,
    create_tournament,
    terms_by,
    tournament_terms,
)

# Rosters: who may play for a team, and from which match day on.

MAX_PLAYERS = 60
MAX_POSITION = 99


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A typed player of a roster, with his `position` if positions are fixed."""

    name: Name
    position: int | None = None


def set_roster(
    team: LeagueTeam, lines: Sequence[RosterLine], *, from_day: int = 1, by: Actor
) -> None:
    """Set the roster to exactly these players from that match day on.

    Players no longer on it end with the day before; stays that never began are deleted. Players of
    another team leave that one first. Raises Refused.
    """
    season = team.division.season
    with changing_league(season, by, Action.LEAGUE_ROSTER_SET) as change:
        refresh(team, "team-gone")
        refuse_all(roster_problems(lines))
        old = sorted(current_stays(team).values_list("person", flat=True))
        people = find_people(team, [line.name for line in lines])
        begun = current_stays(team).filter(from_day__lte=from_day)
        staying = set(begun.values_list("person", flat=True))
        coming = [person for person in people if person.pk not in staying]
        leaving = current_stays(team).exclude(person__in=people)
        end_stays(stays_elsewhere(team, coming) | leaving, from_day)
        # Positions are unique in the database: clear them before writing new ones.
        current_stays(team).update(position=None)
        for person, line in zip(people, lines, strict=True):
            write_stay(team, person, line.position, from_day)
        new = {"people": [person.pk for person in people], "from_day": from_day}
        change.log(old=team_log_values(team) | {"people": old}, new=new)


def roster_problems(lines: Sequence[RosterLine]) -> list[Problem]:
    problems = [problem for line in lines for problem in name_problems(line.name)]
    names: set[str] = set()
    for line in lines:
        key = fold(str(line.name))
        if key in names:
            problems.append(Problem("league-player-twice", "players", {"name": str(line.name)}))
        names.add(key)
    positions = [line.position for line in lines if line.position is not None]
    for number in sorted({position for position in positions if positions.count(position) > 1}):
        problems.append(Problem("league-position-twice", "players", {"number": number}))
    if any(not 1 <= position <= MAX_POSITION for position in positions):
        params = {"least": 1, "most": MAX_POSITION}
        problems.append(Problem("number-between", "players", params))
    if len(lines) > MAX_PLAYERS:
        problems.append(Problem("league-roster-full", "players", {"most": MAX_PLAYERS}))
    return [replace(problem, field="players") for problem in problems]


def current_stays(team: LeagueTeam) -> QuerySet[LeaguePlayer]:
    return LeaguePlayer.objects.filter(team=team, until_day=None)


def end_stay(row: LeaguePlayer, last: int) -> None:
    """End a player's stay with this match day; a stay that never began is deleted."""
    if last < row.from_day:
        row.delete()
        return
    row.until_day, row.position = last, None
    row.save(update_fields=["until_day", "position"])


def write_stay(team: LeagueTeam, person: Person, position: int | None, from_day: int) -> None:
    """Let a player join the team by this match day, and give him this position."""
    row = current_stays(team).filter(person=person).first()
    if row is None or row.from_day > from_day:
        for earlier in team.players.filter(person=person, until_day__gte=from_day):
            end_stay(earlier, from_day - 1)
        row = row or LeaguePlayer(season=team.division.season, team=team, person=person)
        row.from_day = from_day
    row.position = position
    row.save()


def stays_elsewhere(team: LeagueTeam, people: Sequence[Person]) -> QuerySet[LeaguePlayer]:
    stays = LeaguePlayer.objects.filter(season=team.division.season, person__in=people)
    return stays.exclude(team=team)


def end_stays(rows: QuerySet[LeaguePlayer], from_day: int) -> None:
    """End stays before this match day; raises Refused for somebody who has played there since."""
    problems = []
    for row in rows.exclude(until_day__lt=from_day).select_related("team", "person"):
        meetings = Meeting.objects.filter(teams__team=row.team_id)
        played = meetings.filter(tournament__entries__person=row.person_id)
        days = played.values_list("match_day__number", flat=True)
        if any(day >= from_day and row.plays(day) for day in days):
            params = {"name": str(row.person), "team": row.team.name}
            problems.append(Problem("league-player-elsewhere", "players", params))
        else:
            end_stay(row, from_day - 1)
    refuse_all(problems)


def find_people(team: LeagueTeam, names: Sequence[Name]) -> list[Person]:
    """The people with these names, created if they are new.

    Among namesakes a player of this league comes first, then a member of the team's club, then the
    only one on record. If several remain, a new person is created: merging two later is easy.
    """
    register, people = Register(team.division.season), []
    register.prefetch(names)
    for name in names:
        namesakes = register.namesakes(name)
        objects = list(Person.objects.filter(pk__in=namesakes)) if namesakes else []
        person = choose_namesake(team, objects) or Person.objects.create(
            family=name.family,
            given=name.given,
            club=team.club,
            host_id=team.division.season.host_id,
        )
        people.append(person)
    return people


def choose_namesake(team: LeagueTeam, namesakes: Sequence[Person]) -> Person | None:
    in_league = LeaguePlayer.objects.filter(season=team.division.season, person__in=namesakes)
    stay = in_league.filter(team=team).first() or in_league.first()
    if stay is not None:
        return stay.person
    members = ClubMember.objects.on(timezone.localdate())
    members = members.filter(club=team.club_id, person__in=namesakes)
    at_home = {*members.values_list("person", flat=True)} if team.club_id else set()
    clubmates = [person for person in namesakes if person.pk in at_home]
    # A club stands at a person who has left it, too.
    clubmates += [person for person in namesakes if team.club_id and person.club_id == team.club_id]
    only = namesakes[0] if len(namesakes) == 1 else None
    return clubmates[0] if clubmates else only


# The tournament of a meeting.

LineUps = Mapping[int, Sequence[Name]]  # by team number, the players by position


def prepare_meeting(
    meeting: Meeting, lineups: LineUps, *, day: date | None = None, by: Actor
) -> Tournament:
    """Create the tournament of a meeting, by the rules of the day before, with all players entered.

    `day` is the date for a match day that has none. A team without a line-up does not play, or not
    yet. New names are added to the roster. The leaders of the league are its organizers. Raises
    Refused with all problems.
    """
    division, season = meeting.division, meeting.division.season
    with changing_league(season, by, Action.LEAGUE_MEETING_PREPARED) as change:
        refresh(meeting, "meeting-gone")
        teams = {row.team.number: row.team for row in meeting.teams.select_related("team__club")}
        refuse_lineups(meeting, teams, lineups)
        if day is not None:
            meeting.match_day = set_day(season, meeting.match_day.number, day, by=by)
        # By the terms and fees of the day before; a league charges its teams, not the players.
        played = Tournament.objects.filter(meeting__division=division)
        before = played.order_by("-meeting__match_day__number", "-pk").first()
        if before:
            prices: FeeColumns = fees_of(before)
        else:
            prices = HostDefaults.of(season.host_id)
            prices.entry_cents = 0
        terms = terms_after(meeting, before)
        tournament = create_tournament(terms, host=season.host_id, series=0, prices=prices, by=by)
        for _number in range(division.series):
            create_series(tournament, rounds=division.rounds, by=by)
        admit_leaders(season, tournament, by)
        fill_teams(meeting, tournament, teams, lineups, by)
        meeting.tournament = tournament
        meeting.save(update_fields=["tournament"])
        change.log(
            new=meeting_log_values(meeting)
            | {"players": {n: len(lineups[n]) for n in sorted(lineups)}}
        )
    return tournament


def refuse_lineups(meeting: Meeting, teams: Mapping[int, LeagueTeam], lineups: LineUps) -> None:
    size = meeting.division.size
    problems = [Problem("meeting-was-played")] if is_played(meeting) else []
    # The schedule may have been changed since the page was opened.
    unknown = lineups.keys() - teams.keys()
    problems += [Problem("league-team-unknown", params={"number": n}) for n in sorted(unknown)]
    present = [number for number in teams if lineups.get(number)]
    if len(present) < 2:
        problems.append(Problem("lineup-needs-two-teams"))
    for number in present:
        names = lineups[number]
        problems += [
            replace(problem, field=f"team_{number}")
            for problem in roster_problems([RosterLine(name) for name in names])
        ]
        params = {"team": teams[number].name, "least": size - 1, "most": size}
        if not size - 1 <= len(names) <= size:
            problems.append(Problem("lineup-size", f"team_{number}", params))
    refuse_all(problems)


def terms_after(meeting: Meeting, before: Tournament | None) -> TournamentTerms:
    """The terms of the day before; on the first day those of the host."""
    season, division, day = meeting.division.season, meeting.division, meeting.match_day
    if day.date is None:
        raise refuse("match-day-without-date", field="date", number=day.number)
    place = str(meeting.venue or meeting.host or "")
    title = _("%(league)s, match day %(day)s") % {"league": season.name, "day": day.number}
    name = ", ".join(filter(None, [title, division.name, place]))
    defaults = terms_by(HostDefaults.of(season.host_id), name, day.date)
    usual = tournament_terms(before) if before else defaults
    return replace(
        usual,
        name=name[:MAX_NAME_LENGTH],
        date=day.date,
        place=place[:MAX_NAME_LENGTH] or defaults.place,
        league=True,
        substitutes=True,
        best_of=None,
        season=season.name,
        season_best_of=None,
    )


def fill_teams(
    meeting: Meeting,
    tournament: Tournament,
    teams: Mapping[int, LeagueTeam],
    lineups: LineUps,
    by: Actor,
) -> None:
    """Enter all players, with one block of start numbers for each team: 1–4, 5–8, 9–12, 13–16."""
    size = meeting.division.size
    contest = set_contest(tournament, TeamKind.TEAM, size=size, by=by)
    members_by_team: dict[int, list[Member]] = defaultdict(list)
    newcomers = []
    for place, (number, team) in enumerate(sorted(teams.items())):
        people = people_for_roster(team, lineups.get(number, ()), meeting.match_day.number)
        for start_number, person in enumerate(people, place * size + 1):
            newcomers.append(newcomer_on_record(person, start_number, team.club, categories=()))
            members_by_team[number].append(Member(start_number))
    add_entries(tournament, newcomers, by=by)
    for number, members in members_by_team.items():
        add_team(contest, teams[number].name, members, number=number, by=by)


def people_for_roster(team: LeagueTeam, names: Sequence[Name], day: int) -> list[Person]:
    """The people with these names, put on the roster from this match day on if necessary."""
    people = find_people(team, names)
    staying = {stay.person_id for stay in team.players.all() if stay.plays(day)}
    coming = [person for person in people if person.pk not in staying]
    end_stays(stays_elsewhere(team, coming), day)
    for person in coming:
        comes_earlier = current_stays(team).filter(person=person).update(from_day=day)
        if not comes_earlier:
            write_stay(team, person, None, day)
    return people


# Substitutions.


def substitute(meeting: Meeting, out: int, name: Name, *, from_series: int, by: Actor) -> Entry:
    """From a series on, let `name` play in place of a start number (TO 9.7).

    He takes over seats that are already drawn. Raises Refused for a closed series, a list that was
    begun, or somebody who already plays here.
    """
    tournament, season = meeting.tournament, meeting.division.season
    if tournament is None:
        raise refuse("meeting-not-played")
    with changing_league(season, by, Action.LEAGUE_SUBSTITUTED) as change:
        member = leaving_member(tournament, out, from_series)
        team = meeting.teams.get(team__number=member.team.number).team
        person = people_for_roster(team, [name], meeting.match_day.number)[0]
        leave_after(member.entry, from_series - 1, by=by)
        details = {"categories": (), "from_series": from_series}
        coming = newcomer_on_record(person, None, team.club, **details)
        [entry] = add_entries(tournament, [coming], by=by)
        # The substitute stands directly behind the player he replaces.
        members = members_of(member.team)
        place = [other.start_number for other in members].index(out)
        stay = members[place]
        come = Member(entry.start_number, from_series, stay.until_series)
        members[place : place + 1] = [replace(stay, until_series=from_series - 1), come]
        change_team(member.team, member.team.name, members, by=by)
        for series in tournament.series.filter(number__gte=from_series):
            take_seat(series, out, entry.start_number, by)
        new = {"in": entry.start_number, "from_series": from_series}
        change.log(old={**meeting_log_values(meeting), "out": out}, new=new)
        return entry


def leaving_member(tournament: Tournament, out: int, from_series: int) -> TeamMember:
    """The team member with this start number; raises Refused if he cannot be replaced."""
    members = TeamMember.objects.filter(
        contest__tournament=tournament, contest__kind=TeamKind.TEAM, entry__start_number=out
    )
    member = members.select_related("team__contest", "entry__tournament").first()
    if member is None:
        raise refuse("start-number-unknown", field="out", number=out)
    series = tournament.series.filter(number=from_series).first()
    problems = []
    if series is None or series.state == SeriesState.CLOSED or from_series < 2:
        problems.append(Problem("substitution-too-late", "from_series", {"series": from_series}))
    elif not member.plays(from_series) or not member.plays(from_series - 1):
        params = {"number": out, "series": from_series}
        problems.append(Problem("substitution-of-nobody", "out", params))
    refuse_all(problems)
    return member


def take_seat(series: Series, out: int, come: int, by: Actor) -> None:
    """Give the seat of the leaving player to the substitute, if the series is already seated."""
    if not series.lists.filter(seat_rows__entry__start_number=out).exists():
        return
    reason = _("substitution")
    if series.state == SeriesState.DRAFT:
        rearrange(series, "swap", by, reason, partial(arrange_fill, series, out, come))
    else:
        fill_seat(series, out, come, by=by, reason=reason, no_show=False)
