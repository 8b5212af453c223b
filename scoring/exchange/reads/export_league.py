"""The league in the document of its season (docs/formats.md "The season document")."""

from collections.abc import Mapping
from typing import Any

from scoring.exchange.layout_league import (
    DIVISION,
    FORFEIT,
    LOT,
    MATCH_DAY,
    MEETING,
    MEETING_TEAM,
    PENALTY,
    PLAYER,
    RESULT,
    TEAM,
    VENUE,
)
from scoring.exchange.reads.export import fields_of
from scoring.exchange.reads.export_office import Row
from scoring.models import Division, LeagueLot, LeaguePlayer, LeagueTeam, Meeting, Season

Places = Mapping[int, int]  # by id, the place in the document, from 1


def league_row(season: Season, people: Places, tournaments: Places) -> Row:
    """Everything of a league but its tournaments."""
    return {
        "leaders": [each.user.called for each in season.leaders.select_related("user")],
        "venues": [fields_of(each, VENUE) for each in season.venues.order_by("name")],
        "days": [fields_of(each, MATCH_DAY) for each in season.match_days.order_by("number")],
        "divisions": [
            division_row(each, people, tournaments) for each in season.divisions.order_by("number")
        ],
    }


def roster(season: Season) -> list[LeaguePlayer]:
    """Every stay in a roster, in the order in which the document has them."""
    rows = LeaguePlayer.objects.filter(season=season).select_related("person__club")
    return list(rows.order_by("team__division__number", "team__number", "id"))


def division_row(division: Division, people: Places, tournaments: Places) -> Row:
    teams = division.teams.select_related("club", "home").order_by("number")
    meetings = Meeting.objects.filter(division=division)
    meetings = meetings.select_related("match_day", "venue", "host")
    ordered = meetings.order_by("match_day__number", "number")
    return fields_of(
        division,
        DIVISION,
        teams=[team_row(each, people) for each in teams],
        meetings=[meeting_row(each, tournaments) for each in ordered],
        penalties=penalty_rows(division),
    )


def team_row(team: LeagueTeam, people: Places) -> Row:
    players = [
        fields_of(each, PLAYER, person=people[each.person_id])
        for each in team.players.order_by("id")
    ]
    club, home = (each.name if each else None for each in (team.club, team.home))
    lots = [fields_of(each, LOT) for each in LeagueLot.objects.filter(team=team)]
    return fields_of(team, TEAM, club=club, home=home, players=players, lots=lots)


def meeting_row(meeting: Meeting, tournaments: Places) -> Row:
    rows = meeting.teams.select_related("team").order_by("team__number")
    return fields_of(
        meeting,
        MEETING,
        day=meeting.match_day.number,
        venue=meeting.venue.name if meeting.venue else None,
        host=meeting.host.number if meeting.host else None,
        tournament=tournaments.get(meeting.tournament_id or 0),
        teams=[
            fields_of(
                each,
                MEETING_TEAM,
                team=each.team.number,
                forfeits=[fields_of(row, FORFEIT) for row in each.forfeits.order_by("series")],
                results=[fields_of(row, RESULT) for row in each.results.order_by("series")],
            )
            for each in rows
        ],
    )


def penalty_rows(division: Division) -> list[Row]:
    from_first: list[Any] = []
    for team in division.teams.order_by("number"):
        from_first += team.penalties.select_related("match_day", "by")
    ordered = sorted(from_first, key=lambda each: each.pk)
    places = {each.pk: place for place, each in enumerate(ordered, 1)}
    return [
        fields_of(
            each,
            PENALTY,
            team=each.team.number,
            day=each.match_day.number if each.match_day else None,
            reverses=places.get(each.reverses_id),
            by=each.by.called if each.by else None,
        )
        for each in ordered
    ]
