"""The match report of a meeting: results, line-ups and the list of substitutions."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.core.columns import NAME, START_NUMBER
from scoring.core.listing import Column, Listing, Row
from scoring.leagues.reads.league import LoadedDivision, load_league
from scoring.leagues.reads.listings import meeting_listing, place_of
from scoring.leagues.reads.meetings import LinedUp, lined_up, members_of
from scoring.leagues.reads.results import played_series
from scoring.models import Meeting, TeamMember

NO_BREAK = "\N{NO-BREAK SPACE}"
ROOM_FOR_A_NAME = NO_BREAK * 60
WRITTEN_CHANGES = 4  # lines for substitutions on a report that is filled in by hand
POSITION = Column("position", gettext_lazy("Position"), "rank", width=6)


def report_listings(meeting: Meeting) -> list[Listing]:
    """The tables of the report, top to bottom; before play with room to write."""
    league = load_league(meeting.division.season)
    division = league.division(meeting.division.number)
    loaded = next(each for each in division.meetings if each.pk == meeting.pk)
    teams = lined_up(loaded, members_of(meeting))
    if meeting.tournament is None and not division.meeting(loaded).series:
        return blank_listings(division, loaded)
    results = replace(meeting_listing(division, loaded), subtitle=place_of(meeting))
    return [results, lineup_listing(meeting, teams), substitution_listing(teams)]


def blank_listings(found: LoadedDivision, meeting: Meeting) -> list[Listing]:
    """The report before play: teams, and room for everything else."""
    division, names = (
        found.division,
        [meeting_team.team.name for meeting_team in meeting.teams.all()],
    )
    series = [
        Column(f"series_{number}", _("Series %(number)s") % {"number": number}, width=10)
        for number in range(1, division.series + 1)
    ]
    total, team = Column("total", _("Total"), width=10), Column("team", _("Team"), width=24)
    results = Listing(
        meeting_listing(found, meeting).title,
        [team, *series, total, Column("match", pgettext("league", "MP"), width=8)],
        [{"team": name} for name in names],
        place_of(meeting),
    )
    places = range(1, division.size + 1)
    lineups = Listing(
        _("Line-ups"),
        [team, POSITION, Column("name", _("Name"), width=30), *series, total],
        [
            {"team": name if place == 1 else "", "position": place, "name": ROOM_FOR_A_NAME}
            for name in names
            for place in places
        ],
    )
    changes = substitution_listing(())
    signing = [*names, _("League leader")]
    blank: list[Row] = [{"team": NO_BREAK}] * WRITTEN_CHANGES
    return [results, lineups, replace(changes, rows=blank, notes=[], signatures=signing)]


def lineup_listing(meeting: Meeting, teams: tuple[LinedUp, ...]) -> Listing:
    """Who played for whom, series by series."""
    tournament = meeting.tournament
    played = played_series([tournament]) if tournament else {}
    numbers = range(1, meeting.division.series + 1)
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
            # A substitute has the position of the player for whom he came in.
            position += not replaced(team, place)
            own = played.get(member.entry_id, {})
            figures = {f"series_{n}": own[n].performance for n in numbers if n in own}
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


def substitution_listing(teams: tuple[LinedUp, ...]) -> Listing:
    """The list of substitutions, with a line of signature for every team."""
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
            "out": replaced(team, place),
            "come": f"{member.entry.start_number} {member.entry.person}",
        }
        for team in teams
        for place, member in enumerate(team.members)
        if replaced(team, place)
    ]
    signing = [*(team.team.name for team in teams), _("League leader")]
    notes = [] if rows else [_("Nobody was substituted.")]
    return Listing(_("Substitutions"), columns, rows, notes=notes, signatures=signing)


def replaced(team: LinedUp, place: int) -> str:
    """Who stands before a substitute and went out for him; empty for everybody else."""
    member: TeamMember = team.members[place]
    if member.from_series == 1:
        return ""
    for before in reversed(team.members[:place]):
        if before.until_series == member.from_series - 1:
            return f"{before.entry.start_number} {before.entry.person}"
    return ""
