"""The match report of a meeting: results, line-ups and the list of substitutions."""

from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.core.columns import NAME, START_NUMBER
from scoring.core.listing import Column, Listing, Row
from scoring.leagues.reads.league import load_league
from scoring.leagues.reads.listings import meeting_listing, place_of
from scoring.leagues.reads.meetings import LinedUp, lined_up
from scoring.leagues.reads.results import played_series
from scoring.models import Meeting, TeamMember


def report_listings(meeting: Meeting) -> list[Listing]:
    """The tables of the report, top to bottom; before play with room to write."""
    league = load_league(meeting.division.season)
    found = league.division(meeting.division.number)
    loaded = next(each for each in found.meetings if each.pk == meeting.pk)
    teams = lined_up(meeting)
    results = replace(meeting_listing(found, loaded), subtitle=place_of(meeting))
    return [results, lineup_listing(meeting, teams), substitution_listing(teams)]


def lineup_listing(meeting: Meeting, teams: tuple[LinedUp, ...]) -> Listing:
    """Who played for whom, series by series."""
    tournament = meeting.tournament
    played = played_series([tournament]) if tournament else {}
    numbers = range(1, meeting.division.series + 1)
    columns = [
        Column("team", _("Team"), width=20),
        Column("position", _("Position"), "rank", width=6),
        START_NUMBER,
        NAME,
        *(Column(f"series_{number}", str(number), "points", width=7) for number in numbers),
        Column("total", _("Total"), "points", width=8),
    ]
    rows: list[Row] = []
    for each in teams:
        for place, member in enumerate(each.members, 1):
            own = played.get(member.entry_id, {})
            figures = {f"series_{n}": own[n].performance for n in numbers if n in own}
            rows.append(
                {
                    "team": each.team.name if place == 1 else "",
                    "position": place,
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
            "team": each.team.name,
            "series": member.from_series,
            "out": replaced(each, place),
            "come": f"{member.entry.start_number} {member.entry.person}",
        }
        for each in teams
        for place, member in enumerate(each.members)
        if member.from_series > 1
    ]
    signing = [*(each.team.name for each in teams), _("League leader")]
    notes = [] if rows else [_("Nobody was substituted.")]
    return Listing(_("Substitutions"), columns, rows, notes=notes, signatures=signing)


def replaced(team: LinedUp, place: int) -> str:
    """Who stands before a substitute and went out for him."""
    member: TeamMember = team.members[place]
    for before in reversed(team.members[:place]):
        if before.until_series == member.from_series - 1:
            return f"{before.entry.start_number} {before.entry.person}"
    return ""
