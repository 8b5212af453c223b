"""A meeting as its page shows it: line-ups, results, and what is to be done."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.files.html import ListingTable, table
from scoring.leagues.reads.league import load_league
from scoring.leagues.reads.listings import meeting_listing, meeting_state, place_of
from scoring.leagues.reads.log import log_of
from scoring.models import (
    Entry,
    LeaguePlayer,
    LeagueTeam,
    Meeting,
    MeetingTeam,
    Person,
    ScoreList,
    Series,
    TeamMember,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.series import SeriesState
from scoring.models.team import TeamKind
from scoring.series.reads.league import free_chairs


@dataclass(frozen=True)
class LinedUp:
    """A team of a meeting with its line-up, a substitute behind the one he replaced."""

    row: MeetingTeam
    members: tuple[TeamMember, ...]

    @property
    def team(self) -> LeagueTeam:
        return self.row.team


@dataclass(frozen=True)
class Newcomer:
    """Who joined a roster because the match day was taken in; `other` is what he left, or ""."""

    person: Person
    team: str
    other: str


@dataclass(frozen=True)
class Waiting:
    """A late player who has no seat in a series, and the lists that he may join as a fourth."""

    entry: Entry
    series: Series
    lists: tuple[ScoreList, ...]


@dataclass(frozen=True)
class MeetingPage:
    """`open_series` are those in which a substitute may come in, `roster` who may; in `late_series`
    a late player may begin. `waiting` are late players without a seat in a series that is played,
    with the tables of three that they may join at the start of a round.
    """

    meeting: Meeting
    place: str
    state: str
    teams: tuple[LinedUp, ...]
    results: ListingTable | None
    open_series: tuple[int, ...]
    late_series: tuple[int, ...]
    waiting: tuple[Waiting, ...]
    roster: tuple[str, ...]
    newcomers: tuple[Newcomer, ...]

    @property
    def playing(self) -> list[tuple[int, str]]:
        """Who is in a line-up, for the choice of who goes out."""
        return [
            (
                each.entry.start_number,
                f"{each.entry.start_number} {each.entry.person} ({one.team.name})",
            )
            for one in self.teams
            for each in one.members
            if each.until_series is None
        ]

    @property
    def reported(self) -> bool:
        return self.meeting.reported_at is not None


def meeting_page(meeting: Meeting) -> MeetingPage:
    league = load_league(meeting.division.season)
    found = league.division(meeting.division.number)
    loaded = next(each for each in found.meetings if each.pk == meeting.pk)
    listing = meeting_listing(found, loaded)
    played = any(row["total"] or row["match"] for row in listing.rows)
    teams = lined_up(meeting)
    return MeetingPage(
        meeting,
        place_of(meeting),
        meeting_state(loaded),
        teams,
        table(listing, orderable=False) if played else None,
        open_series(meeting.tournament),
        late_series(meeting.tournament),
        waiting(meeting.tournament),
        roster_names(teams, meeting.match_day.number),
        newcomers(meeting),
    )


def newcomers(meeting: Meeting) -> tuple[Newcomer, ...]:
    """Who is on a roster because a venue sent this match day, in whichever version; by the log of
    the league. Who filled an empty roster is none, unless he left another one for it.
    """
    season, division = meeting.division.season, meeting.division
    day = meeting.match_day.number
    rows = log_of(season).filter(action=Action.LEAGUE_ROSTER_SET, new__day=day)
    came, left = dict[int, int](), dict[int, tuple[int, int]]()
    strangers = set[int]()  # to a roster that stood already
    for row in rows.order_by("id"):
        new, old = row.new or {}, set((row.old or {})["people"])
        come = set(new["people"]) - old
        left |= dict.fromkeys(old - set(new["people"]), (new["division"], new["team"]))
        if (new["division"], new.get("meeting")) == (division.number, meeting.number):
            came |= dict.fromkeys(come, new["team"])
            strangers |= come if old else set()
    joined = {each: team for each, team in came.items() if each in strangers or each in left}
    if not joined:
        return ()
    every = LeagueTeam.objects.filter(division__season=season).select_related("division")
    names = {(each.division.number, each.number): each.name for each in every}
    stays = LeaguePlayer.objects.filter(season=season, person__in=joined).order_by("team__number")
    return tuple(
        Newcomer(stay.person, stay.team.name, names.get(left.get(stay.person_id, (0, 0)), ""))
        for stay in stays.select_related("person", "team")
        if stay.plays(day) and stay.team.number == joined[stay.person_id]
    )


def lined_up(meeting: Meeting) -> tuple[LinedUp, ...]:
    """The teams of a meeting with their line-ups of the day."""
    members = TeamMember.objects.none()
    if meeting.tournament_id:
        members = TeamMember.objects.filter(
            contest__tournament=meeting.tournament_id, contest__kind=TeamKind.TEAM
        )
    rows = list(members.select_related("team", "entry__person").order_by("position"))
    teams = meeting.teams.select_related("team__club").prefetch_related("team__players__person")
    return tuple(
        LinedUp(each, tuple(row for row in rows if row.team.number == each.team.number))
        for each in teams.order_by("team__number")
    )


def open_series(tournament: Tournament | None) -> tuple[int, ...]:
    if tournament is None or not tournament.under_way:
        return ()
    series = tournament.series.exclude(state=SeriesState.CLOSED).filter(number__gte=2)
    return tuple(series.values_list("number", flat=True))


def late_series(tournament: Tournament | None) -> tuple[int, ...]:
    if tournament is None:
        return ()
    series = tournament.series.exclude(state=SeriesState.CLOSED)
    return tuple(series.values_list("number", flat=True))


def waiting(tournament: Tournament | None) -> tuple[Waiting, ...]:
    """Who plays for a team in a series that is released or played, and sits nowhere in it."""
    if tournament is None:
        return ()
    found = []
    under_way = (SeriesState.RELEASED, SeriesState.PLAYING)
    for series in tournament.series.filter(state__in=under_way):
        members = TeamMember.objects.filter(
            contest__tournament=tournament, contest__kind=TeamKind.TEAM
        ).exclude(entry__seats__series=series)
        for member in members.select_related("entry__person"):
            if member.plays(series.number):
                found.append(Waiting(member.entry, series, free_chairs(series, member.entry_id)))
    return tuple(found)


def roster_names(teams: Sequence[LinedUp], day: int) -> tuple[str, ...]:
    """Everybody on the rosters who is not in a line-up of the day."""
    playing = {member.entry.person_id for each in teams for member in each.members}
    return tuple(
        str(player.person)
        for each in teams
        for player in each.team.players.all()
        if player.plays(day) and player.person_id not in playing
    )


def usual_lineup(meeting: Meeting, team: LeagueTeam) -> list[str]:
    """Who played for the team on its last match day, as far as he still may; else the first of the
    roster. With fixed positions always those.
    """
    day, size = meeting.match_day.number, meeting.division.size
    players = [each for each in team.players.select_related("person") if each.plays(day)]
    if any(each.position for each in players):
        fixed = [each for each in players if each.position and each.position <= size]
        return [str(each.person) for each in fixed]
    known = {each.person_id: str(each.person) for each in players}
    last = (
        Meeting.objects.filter(
            teams__team=team, match_day__number__lt=day, tournament__isnull=False
        )
        .order_by("-match_day__number")
        .first()
    )
    if last is not None:
        before = Entry.objects.filter(
            in_teams__contest__tournament=last.tournament_id,
            in_teams__team__number=team.number,
            in_teams__until_series=None,
        ).order_by("in_teams__position")
        names = [known[each.person_id] for each in before if each.person_id in known]
        if names:
            return names[:size]
    return [str(each.person) for each in players][:size]
