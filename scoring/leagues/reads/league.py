"""A league as its pages show it: results, divisions with tables, the log, the public league."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scoring.core.chart import Chart, rank_chart
from scoring.decoding import is_whole
from scoring.log.reads import Difference, Event, changes_in, differences, event_of
from scoring.models import (
    Adjustment,
    Division,
    LeagueTeam,
    LogEntry,
    MatchDay,
    Meeting,
    MeetingTeam,
    Person,
    Season,
    TeamMember,
    TeamPenalty,
    Tournament,
)
from scoring.models.host import FIRST_HOST
from scoring.models.league import WithdrawnResults
from scoring.models.names import subject_of
from scoring.models.season import SeasonKind
from scoring.models.team import TeamKind
from scoring.public.access import PublicRoom, public_seasons, shown_logo, with_releases
from scoring.rules.league import season as law
from scoring.rules.league.season import PlayerSeries, SeriesSums, sum_up
from scoring.rules.league.table import LeagueRow, league_table
from scoring.rules.ranking import DrawnLot
from scoring.standings.reads.players import counted_seats

# What teams reached, series by series: in tournaments, or as reported.

# Whether a reader may see the series of this number of a meeting that is played as a tournament.
IsVisible = Callable[[Meeting, int], bool]


# By id of the tournament, what each player reached in each series.
PlayerResults = Mapping[int | None, Sequence[PlayerSeries]]


def tournament_results(meetings: Iterable[Meeting], is_visible: IsVisible) -> PlayerResults:
    """The counted results of the tournaments of meetings, in a fixed number of queries."""
    by_tournament = {row.tournament_id: row for row in meetings if row.tournament_id}
    members = TeamMember.objects.filter(
        contest__tournament__in=by_tournament, contest__kind=TeamKind.TEAM
    ).select_related("team", "contest", "entry")
    played = played_series([row.tournament for row in by_tournament.values() if row.tournament])
    results: dict[int | None, list[PlayerSeries]] = defaultdict(list)
    for member in members:
        meeting = by_tournament[member.contest.tournament_id]
        who = member.entry.person_id, member.team.number, meeting.match_day.number
        for series, sums in played.get(member.entry_id, {}).items():
            if member.plays(series) and is_visible(meeting, series):
                results[meeting.tournament_id].append(PlayerSeries(*who, series, sums))
    return results


def played_series(tournaments: Collection[Tournament]) -> dict[int, dict[int, SeriesSums]]:
    """The counted results by entry and series; points by decision in a series count."""
    results: dict[int, dict[int, SeriesSums]] = defaultdict(dict)
    columns = ("entry", "series__number", "spare", "performance", "points", "won", "lost")
    # The position of a player who joined at a later round is behind the seats.
    seats = counted_seats(*tournaments).annotate(spare=F("list__seats") - F("position"))
    for entry, series, spare, performance, points, won, lost in seats.values_list(*columns):
        began = int(spare >= 0)
        results[entry][series] = SeriesSums(performance, points, won, lost, began)
    decided = Adjustment.objects.filter(entry__tournament__in=tournaments, series__isnull=False)
    for entry, series, points in decided.values_list("entry", "series__number", "points"):
        if before := results[entry].get(series):
            performance, game_points = before.performance + points, before.points + points
            results[entry][series] = replace(before, performance=performance, points=game_points)
    return results


def meeting_series(meeting: Meeting, results: PlayerResults) -> dict[int, dict[int, SeriesSums]]:
    """By series, what every team (by number) that appeared has reached."""
    reached: dict[int, dict[int, list[SeriesSums]]] = defaultdict(lambda: defaultdict(list))
    if meeting.tournament_id is None:
        for meeting_team in meeting.teams.all():
            for row in meeting_team.results.all():
                reached[row.series][meeting_team.team.number].append(row.sums)
    for played in results.get(meeting.tournament_id, ()):
        reached[played.series][played.team].append(played.sums)
    return {
        series: {team: sum_up(sums) for team, sums in by_team.items()}
        for series, by_team in sorted(reached.items())
    }


@dataclass(frozen=True)
class LoadedDivision:
    """A division with its teams by number, its meetings in their order, and all that was played."""

    division: Division
    teams: Mapping[int, LeagueTeam]
    meetings: tuple[Meeting, ...]
    penalties: tuple[TeamPenalty, ...]
    results: PlayerResults

    @cached_property
    def season(self) -> law.LeagueSeason:
        """The season for `rules.league`; teams are identified by number."""
        return law.LeagueSeason(
            teams=tuple(self.teams),
            meetings=tuple(map(self.meeting, self.meetings)),
            scoring=self.division.league_scoring,
            lines=self.division.lines,
            forfeits=tuple(
                forfeit
                for meeting in self.meetings
                for row in meeting.teams.all()
                for forfeit in forfeits_of(meeting, row)
            ),
            withdrawals=tuple(
                law.Withdrawal(
                    number,
                    team.withdrawn_from,
                    "annul" if team.withdrawn_results == WithdrawnResults.ANNUL else "keep",
                )
                for number, team in self.teams.items()
                if team.withdrawn_from is not None
            ),
            penalties=tuple(
                law.Penalty(
                    penalty.team.number,
                    match=penalty.match_points,
                    counter=penalty.counter_points,
                    game=penalty.points,
                    day=penalty.match_day.number if penalty.match_day else None,
                )
                for penalty in self.penalties
            ),
            lots={
                number: DrawnLot(team.lot.order, team.lot.drawing, team.lot.totals)
                for number, team in self.teams.items()
                if hasattr(team, "lot")
            },
        )

    @property
    def equals(self) -> list[list[LeagueTeam]]:
        """The groups of teams that only a lot can separate."""
        groups: dict[int | None, list[LeagueTeam]] = {}
        for row in self.table:
            if row.lot_needed:
                groups.setdefault(row.rank, []).append(self.teams[row.team])
        return list(groups.values())

    def meeting(self, meeting: Meeting) -> law.PlayedMeeting:
        return law.PlayedMeeting(
            meeting.match_day.number,
            tuple(team.team.number for team in meeting.teams.all()),
            meeting_series(meeting, self.results),
        )

    @cached_property
    def table(self) -> tuple[LeagueRow, ...]:
        return league_table(self.season)

    @cached_property
    def forms(self) -> list[law.PlayerForm]:
        """Everybody who played where it is known who did: not where teams were reported by hand."""
        played = [
            row for meeting in self.meetings for row in self.results.get(meeting.tournament_id, ())
        ]
        scoring = self.season.scoring
        return law.player_forms(played, ranked_by=scoring.ranked_by, without=self.season.annulled)

    @property
    def provisional(self) -> bool:
        """Until the league is closed, and as long as a match report is missing."""
        unreported = any(meeting.reported_at is None for meeting in self.meetings)
        return unreported or self.division.season.closed_at is None

    @property
    def played(self) -> bool:
        return any(meeting.series for meeting in self.season.meetings)


@dataclass(frozen=True)
class LoadedLeague:
    """A league with its divisions and its match days, in their order."""

    season: Season
    divisions: tuple[LoadedDivision, ...]
    days: tuple[MatchDay, ...]

    def division(self, number: int) -> LoadedDivision:
        """A division by its number; raises Http404."""
        for loaded in self.divisions:
            if loaded.division.number == number:
                return loaded
        raise Http404

    def of_meeting(self, meeting: Meeting) -> tuple[LoadedDivision, Meeting]:
        """The division of a meeting, and the meeting with everything that was loaded."""
        division = self.division(meeting.division.number)
        return division, next(loaded for loaded in division.meetings if loaded == meeting)


def forfeits_of(meeting: Meeting, row: MeetingTeam) -> Iterator[law.Forfeit]:
    """What a team of a meeting lost by decision: the day, or single series of it."""
    number, day = row.team.number, meeting.match_day.number
    if row.absent:
        yield law.Forfeit(number, day)
    for forfeit in row.forfeits.all():
        yield law.Forfeit(number, day, forfeit.series)


def load_league(
    season: Season, is_visible: IsVisible = lambda _meeting, _series: True
) -> LoadedLeague:
    """A whole league in few queries, however large it is; by default with all results."""
    rows = MeetingTeam.objects.select_related("team").prefetch_related("results", "forfeits")
    meetings = Meeting.objects.select_related("match_day", "venue", "host", "tournament")
    divisions = season.divisions.prefetch_related(
        Prefetch("teams", LeagueTeam.objects.select_related("lot")),
        Prefetch("meetings", meetings.prefetch_related(Prefetch("teams", rows))),
    )
    penalties: dict[int, list[TeamPenalty]] = defaultdict(list)
    rows_of_penalties = TeamPenalty.objects.filter(team__division__season=season)
    for penalty in rows_of_penalties.select_related("team", "match_day"):
        penalties[penalty.team.division_id].append(penalty)
    all_meetings = (meeting for division in divisions for meeting in division.meetings.all())
    results = tournament_results(all_meetings, is_visible)
    loaded = (
        LoadedDivision(
            division,
            {team.number: team for team in division.teams.all()},
            tuple(division.meetings.all()),
            tuple(penalties[division.pk]),
            results,
        )
        for division in divisions
    )
    return LoadedLeague(season, tuple(loaded), tuple(season.match_days.all()))


# The log of a league: rows that belong to no tournament.


def log_of_league(season: Season) -> QuerySet[LogEntry]:
    """The rows of a league by its present name, newest first."""
    mine = Q(host=season.host_id)
    if season.host_id == FIRST_HOST:
        mine |= Q(host=None)  # older than hosts
    rows = LogEntry.objects.filter(mine, tournament=None, subject=subject_of("league", season.name))
    return rows.order_by("-id")


def league_events(rows: Iterable[LogEntry]) -> list[Event]:
    """The rows in words; people of rosters by their names."""
    all_rows = list(rows)
    ids = {
        person for row in all_rows for values in (row.old, row.new) for person in people_in(values)
    }
    names = {pk: str(person) for pk, person in Person.objects.in_bulk(ids).items()}
    events = []
    for row in all_rows:
        changes = changes_in(row, partial(league_differences, row, names))
        events.append(replace(event_of(row), differences=changes))
    return events


def league_differences(row: LogEntry, names: Mapping[int, str]) -> list[Difference]:
    old, new = with_names(row.old or {}, names), with_names(row.new or {}, names)
    return differences("league", old, new)


def people_in(values: object) -> list[int]:
    people = values.get("people") if isinstance(values, Mapping) else None
    return list(filter(is_whole, people)) if isinstance(people, list) else []


def with_names(values: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """The values of a row with names for people, except people whose names were removed."""
    if "people" not in values:
        return dict(values)
    return {**values, "people": [names[value] for value in values["people"] if value in names]}


# A public league shows what its tournaments have released, and everything that is reported.


@dataclass(frozen=True)
class LeagueRoom(PublicRoom):
    """A public league as a source of public pages, with its `released` series by tournament."""

    season: Season
    played: tuple[int, ...]  # the ids of its tournaments
    released: dict[int, frozenset[int]]
    newest: int
    running = None  # its tables count what is closed

    @property
    def tournament_ids(self) -> tuple[int, ...]:
        return self.played

    @property
    def shown(self) -> tuple[object, ...]:
        """What is released, and the newest row of the league's log, as a comparable value."""
        row = self.season
        facts = row.pk, row.name, row.closed_at, shown_logo(row), self.newest
        return *facts, *sorted(self.released.items())

    def load(self) -> LoadedLeague:
        return load_league(self.season, self.is_visible)

    def is_visible(self, meeting: Meeting, series: int) -> bool:
        """Whether everybody may see a series of a meeting: all of them, once its report is in."""
        released = self.released.get(meeting.tournament_id or 0, ())
        return meeting.reported_at is not None or series in released


def league_room_of(league_id: int) -> LeagueRoom:
    """A public league in four queries; raises Http404 unless it is public."""
    season = get_object_or_404(public_seasons(), kind=SeasonKind.LEAGUE, pk=league_id)
    played = season.tournaments.filter(meeting__isnull=False).order_by("pk")
    tournaments = list(played.prefetch_related("series"))
    released = {row.pk: with_releases(row).results for row in tournaments if row.is_public}
    newest = log_of_league(season).values_list("pk", flat=True).first() or 0
    return LeagueRoom(season, tuple(row.pk for row in tournaments), released, newest)


# The way of the teams through a division, without drawing.


def chart_of_division(division: LoadedDivision) -> Chart | None:
    """The ranks of the teams after each match day that was played."""
    season, ranks = division.season, dict[str, dict[Hashable, int]]()
    for day in sorted({meeting.day for meeting in season.meetings if meeting.series}):
        played = tuple(meeting for meeting in season.meetings if meeting.day <= day)
        penalties = tuple(penalty for penalty in season.penalties if (penalty.day or 0) <= day)
        table = league_table(replace(season, meetings=played, penalties=penalties))
        ranks[str(day)] = {row.team: row.rank for row in table if row.rank is not None}
    leaders = [(row.team, division.teams[row.team].name) for row in division.table]
    about = division.division.name
    return rank_chart(_("The way of the teams"), _("Match day"), ranks, leaders, about)
