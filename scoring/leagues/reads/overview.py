"""A league at a glance: a short table of every division, the last match day and the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.files.html import ListingTable, table
from scoring.leagues.reads.league import LoadedDivision, LoadedLeague
from scoring.leagues.reads.listings import (
    meeting_state,
    place_of,
    table_listing,
    team_names,
)
from scoring.models import MatchDay, Meeting


@dataclass(frozen=True)
class MeetingLine:
    """A meeting in a list: where, who, how far; `untouched` while nothing of it is there."""

    meeting: Meeting
    place: str
    teams: str
    state: str
    untouched: bool = False


@dataclass(frozen=True)
class DayView:
    """A match day with its meetings, all divisions in their order."""

    day: MatchDay
    meetings: tuple[MeetingLine, ...]


@dataclass(frozen=True)
class LeagueOverview:
    """`last` is the last match day of which anything is there, `coming` the one after it."""

    tables: tuple[tuple[LoadedDivision, ListingTable], ...]
    days: tuple[DayView, ...]
    last: DayView | None
    coming: DayView | None


def overview(league: LoadedLeague) -> LeagueOverview:
    tables = tuple(
        (
            division,
            table(table_listing(division), orderable=False, prefix=f"d{division.division.number}-"),
        )
        for division in league.divisions
    )
    days = day_views(league)
    begun = [
        place for place, day in enumerate(days) if not all(one.untouched for one in day.meetings)
    ]
    last = begun[-1] if begun else -1
    coming = days[last + 1] if last + 1 < len(days) else None
    return LeagueOverview(tables, days, days[last] if begun else None, coming)


def day_views(league: LoadedLeague) -> tuple[DayView, ...]:
    meetings = [meeting for division in league.divisions for meeting in division.meetings]
    return tuple(
        DayView(day, lines([meeting for meeting in meetings if meeting.match_day_id == day.pk]))
        for day in league.days
    )


def lines(meetings: Sequence[Meeting]) -> tuple[MeetingLine, ...]:
    return tuple(
        MeetingLine(
            meeting,
            place_of(meeting),
            team_names(meeting),
            meeting_state(meeting),
            not is_begun(meeting),
        )
        for meeting in meetings
    )


def is_begun(meeting: Meeting) -> bool:
    return bool(
        meeting.tournament_id
        or meeting.reported_at
        or any(row for team in meeting.teams.all() for row in team.results.all())
    )
