"""A meeting: its page with line-ups and results, and the match report."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.core.files.html import ListingTable, table
from scoring.core.listing import NAME, START_NUMBER, Column, Listing, Row
from scoring.leagues.reads.league import (
    LoadedDivision,
    LoadedLeague,
    load_league,
    log_of_league,
    played_series,
)
from scoring.leagues.reads.listings import meeting_listing
from scoring.models import (
    Entry,
    LeaguePlayer,
    LeagueTeam,
    Meeting,
    MeetingTeam,
    Person,
    ScoreList,
    Season,
    Seat,
    Series,
    TeamMember,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.team import TeamKind
from scoring.models.tournament import SeriesState
from scoring.rules.league.season import ranked_figure
from scoring.series.reads.draw_request import joinable_lists


@dataclass(frozen=True)
class LineUp:
    """A team of a meeting with its line-up; a substitute follows the player he replaced."""

    row: MeetingTeam
    members: tuple[TeamMember, ...]

    @property
    def team(self) -> LeagueTeam:
        return self.row.team


@dataclass(frozen=True)
class RosterNewcomer:
    """A player who joined a roster with an imported match day; `former_team` is "" for none."""

    person: Person
    team: str
    former_team: str


@dataclass(frozen=True)
class WaitingPlayer:
    """A late player without a seat in a series, and the lists that he may join as the fourth."""

    entry: Entry
    series: Series
    lists: tuple[ScoreList, ...]


@dataclass(frozen=True)
class MeetingPage:
    """Everything on the page of a meeting.

    Substitutes from the `roster` may come in in `open_series`, late players may begin in
    `late_series`. `waiting` are late players without a seat in a released series.
    """

    meeting: Meeting
    teams: tuple[LineUp, ...]
    results: ListingTable | None
    open_series: tuple[int, ...]
    late_series: tuple[int, ...]
    waiting: tuple[WaitingPlayer, ...]
    roster: tuple[str, ...]
    newcomers: tuple[RosterNewcomer, ...]

    @property
    def may_be_reported(self) -> bool:
        """Whether there are results; that every team was absent is one."""
        absent = [lineup.row.absent for lineup in self.teams]
        return self.results is not None or (bool(absent) and all(absent))

    @property
    def playing(self) -> list[tuple[int, str]]:
        """The players in the line-ups, as choices of who goes out."""
        return [
            (
                member.entry.start_number,
                f"{member.entry.start_number} {member.entry.person} ({lineup.team.name})",
            )
            for lineup in self.teams
            for member in lineup.members
            if member.until_series is None
        ]


def meeting_page(meeting: Meeting) -> MeetingPage:
    league = load_league(meeting.division.season)
    loaded, meeting = league.of_meeting(meeting)
    listing = meeting_listing(loaded, meeting)
    has_results = any(row["total"] or row["match"] for row in listing.rows)
    members = lined_up_members(meeting)
    series = unfinished_series(meeting.tournament)
    numbers = tuple(row.number for row in series)
    under_way = meeting.tournament is not None and meeting.tournament.under_way
    open_series = tuple(number for number in numbers if number > 1) if under_way else ()
    return MeetingPage(
        meeting=meeting,
        teams=lineups_of(meeting, members),
        results=table(listing) if has_results else None,
        open_series=open_series,
        late_series=numbers,
        waiting=waiting_players(series, members),
        roster=roster_names(meeting, members) if open_series else (),
        newcomers=newcomers(meeting, league),
    )


def newcomers(meeting: Meeting, league: LoadedLeague) -> tuple[RosterNewcomer, ...]:
    """Players put on a roster by importing this match day, read from the log of the league.

    Players who filled an empty roster do not count, unless they left another one for it.
    """
    division, day = meeting.division, meeting.match_day.number
    rows = log_of_league(division.season).filter(action=Action.LEAGUE_ROSTER_SET, new__day=day)
    changes = [(row.new or {}, (row.old or {})["people"]) for row in rows.order_by("id")]
    names = {
        (row.division.number, number): team.name
        for row in league.divisions
        for number, team in row.teams.items()
    }
    former_teams = {
        person: names.get((new["division"], new["team"]), "")
        for new, before in changes
        for person in before
        if person not in new["people"]
    }
    joined = {
        (new["team"], person)
        for new, before in changes
        if (new["division"], new.get("meeting")) == (division.number, meeting.number)
        for person in new["people"]
        if person not in before and (before or person in former_teams)
    }
    stays = LeaguePlayer.objects.filter(
        team__division=division, person__in={person for _team, person in joined}
    )
    return tuple(
        RosterNewcomer(stay.person, stay.team.name, former_teams.get(stay.person_id, ""))
        for stay in stays.select_related("person", "team").order_by("team__number")
        if stay.plays(day) and (stay.team.number, stay.person_id) in joined
    )


def lined_up_members(meeting: Meeting) -> list[TeamMember]:
    if not meeting.tournament_id:
        return []
    members = TeamMember.objects.filter(
        contest__tournament=meeting.tournament_id, contest__kind=TeamKind.TEAM
    )
    return list(members.select_related("team", "entry__person").order_by("position"))


def lineups_of(meeting: Meeting, members: Iterable[TeamMember]) -> tuple[LineUp, ...]:
    """The teams of a meeting, loaded by `load_league`, with their line-ups."""
    by_team: dict[int, list[TeamMember]] = defaultdict(list)
    for member in members:
        by_team[member.team.number].append(member)
    return tuple(LineUp(row, tuple(by_team[row.team.number])) for row in meeting.teams.all())


def unfinished_series(tournament: Tournament | None) -> list[Series]:
    """The series in which a late player may begin."""
    return list(tournament.series.exclude(state=SeriesState.CLOSED)) if tournament else []


def waiting_players(
    unfinished: Sequence[Series], members: Iterable[TeamMember]
) -> tuple[WaitingPlayer, ...]:
    states = (SeriesState.RELEASED, SeriesState.PLAYING)
    seated_in = [series for series in unfinished if series.state in states]
    if not seated_in:
        return ()
    seated = set(Seat.objects.filter(series__in=seated_in).values_list("series", "entry"))
    return tuple(
        WaitingPlayer(member.entry, series, tuple(joinable_lists(series, member.entry_id)))
        for series in seated_in
        for member in members
        if member.plays(series.number) and (series.pk, member.entry_id) not in seated
    )


def roster_names(meeting: Meeting, members: Iterable[TeamMember]) -> tuple[str, ...]:
    """Everybody on the rosters who is in no line-up."""
    day, playing = meeting.match_day.number, {member.entry.person_id for member in members}
    teams = [team.team_id for team in meeting.teams.all()]
    players = LeaguePlayer.objects.filter(team__in=teams).select_related("person")
    return tuple(
        str(player.person)
        for player in sorted(players, key=lambda player: teams.index(player.team_id))
        if player.plays(day) and player.person_id not in playing
    )


def usual_lineup(meeting: Meeting, team: LeagueTeam) -> list[str]:
    """The proposed line-up: by fixed positions, else of the last match day, else of the roster."""
    day, size = meeting.match_day.number, meeting.division.size
    players = [player for player in team.players.select_related("person") if player.plays(day)]
    fixed = [player for player in players if player.position and player.position <= size]
    if fixed:
        return [str(player.person) for player in fixed]
    names_by_person = {player.person_id: str(player.person) for player in players}
    names: list[str] = []
    played = Meeting.objects.filter(teams__team=team, tournament__isnull=False)
    last = played.filter(match_day__number__lt=day).order_by("match_day__number").last()
    if last is not None:
        names = [
            names_by_person[member.entry.person_id]
            for member in lined_up_members(last)
            if member.team.number == team.number
            and member.until_series is None
            and member.entry.person_id in names_by_person
        ]
    return (names or list(names_by_person.values()))[:size]


# The match report: results, line-ups and substitutions.

NO_BREAK = "\N{NO-BREAK SPACE}"
BLANK_SUBSTITUTIONS = 4  # lines for substitutions on a report that is filled in by hand
POSITION = Column("position", gettext_lazy("Position"), "rank", width=6)


def report_listings(meeting: Meeting) -> list[Listing]:
    """The tables of the report; before play they are blank forms."""
    loaded, meeting = load_league(meeting.division.season).of_meeting(meeting)
    teams = lineups_of(meeting, lined_up_members(meeting))
    if meeting.tournament is None and not loaded.meeting(meeting).series:
        return blank_listings(loaded, meeting)
    results = replace(meeting_listing(loaded, meeting), subtitle=meeting.place)
    return [results, lineup_listing(meeting, teams), substitution_listing(teams)]


def blank_listings(loaded: LoadedDivision, meeting: Meeting) -> list[Listing]:
    """The report before play: the teams, and room for everything else."""
    division, names = loaded.division, [row.team.name for row in meeting.teams.all()]
    series = [
        Column(f"series_{number}", _("Series %(number)s") % {"number": number}, width=10)
        for number in range(1, division.series + 1)
    ]
    total, team = Column("total", _("Total"), width=10), Column("team", _("Team"), width=24)
    results = Listing(
        meeting_listing(loaded, meeting).title,
        [team, *series, total, Column("match", pgettext("league", "MP"), width=8)],
        [{"team": name} for name in names],
        meeting.place,
    )
    room = NO_BREAK * 60  # for a name
    lineups = Listing(
        _("Line-ups"),
        [team, POSITION, Column("name", _("Name"), width=30), *series, total],
        [
            {"team": name if place == 1 else "", "position": place, "name": room}
            for name in names
            for place in range(1, division.size + 1)
        ],
    )
    changes = substitution_listing(())
    signatures = [*names, _("League leader")]
    blank: list[Row] = [{"team": NO_BREAK}] * BLANK_SUBSTITUTIONS
    return [results, lineups, replace(changes, rows=blank, notes=[], signatures=signatures)]


def lineup_listing(meeting: Meeting, teams: tuple[LineUp, ...]) -> Listing:
    tournament = meeting.tournament
    played = played_series([tournament]) if tournament else {}
    numbers = range(1, meeting.division.series + 1)
    ranked_by = meeting.division.league_scoring.ranked_by
    columns = [
        Column("team", _("Team"), width=20),
        POSITION,
        START_NUMBER,
        NAME,
        *(
            Column(f"series_{number}", _("Series %(number)s") % {"number": number}, "points")
            for number in numbers
        ),
        Column("total", _("Total"), "points", width=8),
    ]
    rows: list[Row] = []
    for team in teams:
        position = 0
        for place, member in enumerate(team.members):
            # A substitute has the position of the player he replaced.
            position += not replaced_player(team, place)
            own = played.get(member.entry_id, {})
            figures = {f"series_{n}": ranked_figure(ranked_by, own[n]) for n in numbers if n in own}
            rows.append(
                {
                    "team": "" if place else team.team.name,
                    "position": position,
                    "start_number": member.entry.start_number,
                    "name": member.entry.person.sorted_name,
                    "total": sum(figures.values()) if figures else None,
                    **figures,
                }
            )
    return Listing(_("Line-ups"), columns, rows)


def substitution_listing(teams: tuple[LineUp, ...]) -> Listing:
    """The substitutions, with a line to sign on for every team."""
    columns = [
        Column("team", _("Team"), width=20),
        Column("series", _("From series"), "rank", width=8),
        Column("out", _("Goes out"), width=28),
        Column("come", _("Comes in"), width=28),
    ]
    rows = [
        {
            "team": team.team.name,
            "series": member.from_series,
            "out": replaced_player(team, place),
            "come": f"{member.entry.start_number} {member.entry.person}",
        }
        for team in teams
        for place, member in enumerate(team.members)
        if replaced_player(team, place)
    ]
    signatures = [*(team.team.name for team in teams), _("League leader")]
    notes = [] if rows else [_("Nobody was substituted.")]
    return Listing(_("Substitutions"), columns, rows, notes=notes, signatures=signatures)


def replaced_player(team: LineUp, place: int) -> str:
    """The player whom a substitute replaced; "" for everybody else."""
    member: TeamMember = team.members[place]
    # A substitute stands directly behind the player he replaced, a late player behind them all.
    before: TeamMember | None = team.members[place - 1] if place else None
    if before is None or before.until_series != member.from_series - 1:
        return ""
    return f"{before.entry.start_number} {before.entry.person}"


# Match days that venues have reported and that belong to no meeting yet.


def reported_days(season: Season) -> QuerySet[Tournament]:
    """The reported results of the league's host that can be put into a meeting, newest first."""
    rows = Tournament.objects.filter(host=season.host_id, reported_at__isnull=False)
    return rows.filter(replaced_by=None, meeting=None).order_by("-date", "-pk")
