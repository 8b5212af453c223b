"""The tables of a league as listings, the overview, and the page of a team."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.files.html import ListingTable, table
from scoring.core.listing import (
    FINAL,
    LOST,
    NAME,
    NUMBER,
    PROVISIONAL,
    WON,
    Column,
    Head,
    Listing,
    Text,
    code_column,
    logo_of_host,
    rows_of,
    without_empty,
)
from scoring.leagues.reads.league import LoadedDivision, LoadedLeague
from scoring.messages.labels import label
from scoring.messages.sentence import figure_text
from scoring.models import (
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    Meeting,
    MeetingTeam,
    Person,
    Season,
    TeamPenalty,
)
from scoring.public.reads.feeds import CalendarEvent, Published, Results
from scoring.rules.league.scoring import RankedBy
from scoring.rules.league.season import (
    Awards,
    PlayerForm,
    SeriesSums,
    meeting_points,
    ranked_figure,
)
from scoring.rules.league.table import LeagueRow, cross_table
from scoring.rules.ranking import Figure, simplify_figure


def ratio(own: Figure, other: Figure) -> str:
    """Match points against match points: "7:5", "2,50:0,50"."""
    return f"{figure_text(own, grouped=True)}:{figure_text(other, grouped=True)}"


def division_state(loaded: LoadedDivision) -> str:
    return _("provisional") if loaded.provisional else _("final")


def table_listing(loaded: LoadedDivision) -> Listing:
    """The table of a division over the season, with the lines of promotion and relegation."""
    teams = loaded.teams
    columns = [
        Column("rank", _("Rank"), "rank", width=5),
        Column("name", _("Team"), width=26, value=lambda row: teams[row.team].name),
        Column("days", _("Days"), "int", width=5, minor=True),
        Column("match", pgettext("league", "MP"), "points", width=6),
        Column("counter", pgettext("league", "against"), "points", width=8, minor=True),
        Column("game", _("Game points"), "points", width=10),
        WON.of(minor=True),
        LOST.of(minor=True),
        Column("zone", pgettext("league", "Line"), width=16).of(zone_text),
        Column("decided", _("Ahead by"), width=24, minor=True).of(decided_text),
    ]
    rows = rows_of(columns, loaded.table, number=lambda row: row.team)
    title = _("Table %(division)s") % {"division": loaded.division.name}
    notes = [*missing_notes(loaded), *penalty_notes(loaded), *withdrawn_notes(loaded)]
    visible_columns = without_empty(columns, rows, "zone", "decided")
    return Listing(title, visible_columns, rows, division_state(loaded), notes)


def zone_text(row: LeagueRow) -> str:
    if row.withdrawn:
        return _("withdrawn")
    if row.undecided:
        return _("undecided")
    return label("league_zone", row.zone) if row.zone else ""


def decided_text(row: LeagueRow) -> str:
    """What puts a team ahead of the next one, unless match points do."""
    if row.lot_needed:
        return _("equal: lot")
    if row.decided_by in ("", "match"):
        return ""
    if row.decided_by == "shared":
        return _("equal")
    return f"{label('league_criterion', row.decided_by)} {ratio(row.own, row.other)}"


def missing_notes(loaded: LoadedDivision) -> list[str]:
    begun = {meeting.day for meeting in loaded.season.meetings if meeting.series}
    unreported = {
        meeting.match_day.number for meeting in loaded.meetings if meeting.reported_at is None
    }
    days = ", ".join(map(str, sorted(begun & unreported)))
    return [_("Match reports are missing: match day %(days)s.") % {"days": days}] if days else []


def penalty_notes(loaded: LoadedDivision) -> list[str]:
    reversed_ids = {penalty.reverses_id for penalty in loaded.penalties if penalty.reverses_id}
    return [
        f"{penalty.team.name}: {penalty_text(penalty)} ({penalty.reason})"
        for penalty in loaded.penalties
        if penalty.pk not in reversed_ids and not penalty.reverses_id
    ]


def penalty_text(penalty: TeamPenalty) -> str:
    """The figures of a penalty: "−2 match points, −500 game points"."""
    parts = (
        (penalty.match_points, _("match points")),
        (penalty.counter_points, _("counter-points")),
        (penalty.points, _("game points")),
    )
    return ", ".join(
        f"{'+' if value > 0 else ''}{figure_text(value, grouped=True)} {word}"
        for value, word in parts
        if value
    )


def withdrawn_notes(loaded: LoadedDivision) -> list[str]:
    sentence = _("%(team)s has withdrawn from match day %(day)s on, %(results)s.")
    return [
        sentence
        % {
            "team": team.name,
            "day": team.withdrawn_from,
            "results": team.get_withdrawn_results_display(),
        }
        for team in loaded.teams.values()
        if team.withdrawn_from is not None
    ]


def cross_listing(loaded: LoadedDivision) -> Listing:
    """The match points of every two teams against each other."""
    columns = [
        NUMBER,
        Column("name", _("Team"), width=22),
        *(
            Column(f"against_{number}", str(number), "text", align="center", width=7)
            for number in loaded.teams
        ),
        Column("match", pgettext("league", "MP"), "points", width=6),
        Column("rank", _("Rank"), "rank", width=5),
    ]
    rows, places = [], {row.team: row for row in loaded.table}
    encounters = cross_table(loaded.season)
    for number, team in loaded.teams.items():
        row: dict[str, object] = {"number": number, "name": team.name}
        if place := places.get(number):
            row |= {"match": place.match, "rank": place.rank}
        for other in loaded.teams:
            if other != number:
                cell = encounters[number, other]
                row[f"against_{other}"] = ratio(cell.match, cell.against) if cell.rankings else "–"
        rows.append(row)
    title = _("Cross table %(division)s") % {"division": loaded.division.name}
    notes = [_("Match points of the row against those of the column, where both played.")]
    return Listing(title, columns, rows, division_state(loaded), notes)


def form_listing(league: LoadedLeague, loaded: LoadedDivision) -> Listing:
    """Everybody who played: day by day, sum, average and best series."""
    people = Person.objects.in_bulk([form.player for form in loaded.forms])
    days, teams = [day.number for day in league.days], loaded.teams
    columns = [
        Column("rank", _("Rank"), "rank", width=5),
        NAME.of(lambda form: people[form.player].sorted_name),
        Column("team", _("Team"), width=18, minor=True).of(
            lambda form: ", ".join(teams[team].name for team in form.teams)
        ),
        *(
            Column(f"day_{day}", _("Day %(day)s") % {"day": day}, "points", width=7, minor=True).of(
                partial(total_on, day=day)
            )
            for day in days
        ),
        Column("series", _("Series"), "int", width=6, minor=True),
        Column("total", _("Total"), "points", width=8),
        Column("average", _("Average"), "fraction", width=8),
        Column("best", _("Best series"), "points", width=7, minor=True),
    ]
    title = _("Form of the players %(division)s") % {"division": loaded.division.name}
    return Listing(title, columns, rows_of(columns, loaded.forms), division_state(loaded))


def total_on(form: PlayerForm, day: int) -> Figure | None:
    return form.days.get(day)


def schedule_listing(league: LoadedLeague) -> Listing:
    meetings = [meeting for loaded in league.divisions for meeting in loaded.meetings]
    meetings.sort(
        key=lambda meeting: (meeting.match_day.number, meeting.division.number, meeting.number)
    )
    columns = [
        Column("day", _("Match day"), "rank", width=8, value="match_day.number"),
        Column("date", _("Date"), "date", width=10, value="match_day.date"),
        Column("division", _("Division"), width=14, value="division.name"),
        Column("place", _("Where"), width=22),
        Column("teams", _("Teams"), width=60, value="team_names"),
        code_column("state", _("State"), "meeting", 14),
    ]
    if len(league.divisions) < 2:
        columns = [column for column in columns if column.key != "division"]
    return Listing(_("Schedule"), columns, rows_of(columns, meetings), league.season.name)


def meeting_listing(loaded: LoadedDivision, meeting: Meeting) -> Listing:
    """What the teams of a meeting reached, series by series, with their match points."""
    played = loaded.meeting(meeting)
    series, points = played.series, meeting_points(loaded.season, played)
    columns = [NUMBER, Column("name", _("Team"), width=24)]
    for number in series:
        heading = _("Series %(number)s") % {"number": number}
        columns.append(Column(f"series_{number}", heading, "points", width=9, minor=True))
        if number in points:
            words = pgettext("league", "MP")
            columns.append(Column(f"match_{number}", words, "points", width=5, minor=True))
    columns += [
        Column("total", _("Total"), "points", width=9),
        Column("match", pgettext("league", "MP"), "points", width=6),
        Column("note", _("Note"), width=24),
    ]
    ranked_by = loaded.season.scoring.ranked_by
    rows = [team_row(team, series, points, ranked_by) for team in meeting.teams.all()]
    rows.sort(key=lambda row: (-row["match"], -row["total"]))
    title = _("Match day %(day)s, %(division)s") % {
        "day": meeting.match_day.number,
        "division": loaded.division.name,
    }
    state = label("meeting", meeting.state)
    return Listing(title, without_empty(columns, rows, "note"), rows, state)


def team_row(
    row: MeetingTeam,
    series: Mapping[int, Mapping[int, SeriesSums]],
    points: Mapping[int | None, Awards],
    ranked_by: RankedBy,
) -> dict[str, Any]:
    number = row.team.number
    figures = {
        in_series: ranked_figure(ranked_by, teams[number])
        for in_series, teams in series.items()
        if number in teams
    }
    match = {in_series: awards[number].match for in_series, awards in points.items()}
    notes = [_("did not play: %(reason)s") % {"reason": row.reason}] if row.absent else []
    for forfeit in row.forfeits.all():
        params = {"number": forfeit.series, "reason": forfeit.reason}
        notes.append(_("series %(number)s lost: %(reason)s") % params)
    return {
        "number": number,
        "name": row.team.name,
        **{f"series_{in_series}": figure for in_series, figure in figures.items()},
        **{f"match_{in_series}": figure for in_series, figure in match.items() if in_series},
        "total": sum(figures.values()),
        "match": simplify_figure(sum(match.values())),
        "note": "; ".join(notes),
    }


# The overview of a league: the tables of all divisions, the last match day and the next one.


@dataclass(frozen=True)
class DayView:
    day: MatchDay
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True)
class LeagueOverview:
    """`last` is the last match day with a tournament or a result, `coming` the one after it."""

    tables: tuple[tuple[LoadedDivision, ListingTable], ...]
    days: tuple[DayView, ...]
    last: DayView | None
    coming: DayView | None


def overview(league: LoadedLeague) -> LeagueOverview:
    tables = tuple((loaded, table(table_listing(loaded))) for loaded in league.divisions)
    days = day_views(league)
    last = coming = None
    for day in reversed(days):
        if any(meeting.state != "planned" for meeting in day.meetings):
            last = day
            break
        coming = day
    return LeagueOverview(tables, days, last, coming)


def day_views(league: LoadedLeague) -> tuple[DayView, ...]:
    meetings = [meeting for division in league.divisions for meeting in division.meetings]
    return tuple(
        DayView(day, tuple(meeting for meeting in meetings if meeting.match_day_id == day.pk))
        for day in league.days
    )


# The page of a team: roster, penalties and match days.


@dataclass(frozen=True)
class TeamPage:
    """`next_day` is the first match day after every result by which all on the roster have come."""

    roster: tuple[LeaguePlayer, ...]
    former: tuple[LeaguePlayer, ...]
    penalties: tuple[tuple[TeamPenalty, str], ...]
    meetings: tuple[Meeting, ...]
    next_day: int

    @property
    def roster_text(self) -> str:
        return "\n".join(
            f"{player.position} {player.person}" if player.position else str(player.person)
            for player in self.roster
        )


def team_page(team: LeagueTeam) -> TeamPage:
    players = list(team.players.select_related("person"))
    roster = tuple(player for player in players if player.until_day is None)
    rows = Meeting.objects.filter(teams__team=team).select_related("match_day", "venue", "host")
    rows = rows.prefetch_related("teams__team", "teams__results").order_by("match_day__number")
    days = [meeting.match_day.number + 1 for meeting in rows if meeting.state != "planned"]
    days += [player.from_day for player in roster]
    penalties = team.penalties.select_related("reversed_by")
    return TeamPage(
        roster=roster,
        former=tuple(player for player in players if player.until_day is not None),
        penalties=tuple((penalty, penalty_text(penalty)) for penalty in penalties),
        meetings=tuple(rows),
        next_day=max(days, default=1),
    )


# Heads of papers.


def league_head(season: Season, loaded: LoadedDivision | None = None) -> Head:
    state: Text = ""
    if loaded is not None:
        state = PROVISIONAL if loaded.provisional else FINAL
    logo = logo_of_host(season)
    return Head(tournament=season.name, state=state, printed_at=timezone.now(), logo=logo)


def meeting_head(meeting: Meeting) -> Head:
    return Head(
        club=meeting.division.name,
        tournament=meeting.division.season.name,
        place=meeting.place,
        day=meeting.match_day.date,
        state=FINAL if meeting.reported_at else PROVISIONAL,
        printed_at=timezone.now(),
        logo=logo_of_host(meeting.division.season),
    )


# The tables of a division as files, by their key in the address.

TABLES: Mapping[str, Callable[[LoadedLeague, LoadedDivision], Listing]] = {
    "table": lambda _league, loaded: table_listing(loaded),
    "cross": lambda _league, loaded: cross_listing(loaded),
    "form": form_listing,
}


def published_league(league: LoadedLeague) -> Published:
    """The tables of the divisions and the match days, for other programs."""
    season, divisions = league.season, league.divisions
    played = any(loaded.played for loaded in divisions)
    is_open = any(loaded.provisional for loaded in divisions)
    results: Results = "none" if not played else "provisional" if is_open else "final"
    path = reverse("room-league", args=[season.pk])
    rankings = [
        (f"division/{loaded.division.number}", table_listing(loaded)) for loaded in divisions
    ]
    events = []
    for day in league.days:
        if day.date:
            name = f"{season.name}, " + _("Match day %(number)s") % {"number": day.number}
            end = day.date + timedelta(days=1)
            events.append(CalendarEvent(f"match-day-{day.pk}", name, day.date, end, path=path))
    return Published("league", season.name, path, results, rankings, events)
