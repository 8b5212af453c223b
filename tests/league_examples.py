"""A call of every service of leagues, for tests/whole/test_every_service_logs.py."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from scoring.core.text import Name
from scoring.exchange.reads import export_text
from scoring.exchange.services import import_tournament
from scoring.leagues.services import divisions, importing, match_days, results, schedule
from scoring.models import Division, LeagueLeader, LeagueTeam, Season, Tournament, Venue
from scoring.models.league import WithdrawnResults
from scoring.seating.schedule import ScheduleFormat
from tests.leagues_played import lineup, make_league, meeting_of, prepared

Call = Callable[[], object]


def league(stage: Any) -> Season:
    """A league of four teams, led by the account of the stage."""
    season = make_league(host=stage.host)
    if stage.by.user is not None:
        LeagueLeader.objects.create(season=season, user=stage.by.user)
    return season


def team(stage: Any) -> LeagueTeam:
    return league(stage).divisions.get().teams.get(number=1)


def new_team(stage: Any) -> LeagueTeam:
    division = league(stage).divisions.get()
    return LeagueTeam.objects.create(division=division, number=9, name="Neue")


def second_leader(stage: Any) -> Season:
    season = league(stage)
    divisions.add_leader(season, stage.other.username, by=stage.by)
    LeagueLeader.objects.exclude(user=stage.other).get_or_create(
        season=season, user=stage.by.user or stage.other
    )
    return season


def penalised(stage: Any) -> Any:
    of = team(stage)
    results.give_penalty(of, points=-100, reason="spät", by=stage.by)
    return of.penalties.get()


def typed(stage: Any) -> Any:
    meeting = meeting_of(league(stage))
    results.type_results(meeting, FIGURES, by=stage.by)
    return meeting


def played_here(stage: Any) -> Any:
    meeting = meeting_of(league(stage))
    prepared(meeting)
    meeting.refresh_from_db()
    return meeting


def exported(stage: Any) -> tuple[Any, bytes]:
    """A meeting, and the document of its tournament."""
    meeting = played_here(stage)
    assert meeting.tournament is not None
    return meeting, export_text(meeting.tournament).encode()


def venue(stage: Any) -> Venue:
    of = team(stage)
    divisions.change_team(of, name="Asse", home="Krug", by=stage.by)
    return Venue.objects.get(name="Krug")


def equal(stage: Any) -> Division:
    """Two teams that only a lot parts."""
    meeting = meeting_of(league(stage))
    results.type_results(meeting, {(1, 1): EQUAL, (2, 1): EQUAL}, by=stage.by)
    return meeting.division


def one_is_late(stage: Any) -> Any:
    """A meeting of which the first team came with three."""
    meeting = meeting_of(league(stage))
    lineups = {number: lineup(number, 3 if number == 1 else 4) for number in range(1, 5)}
    match_days.prepare_meeting(meeting, lineups, by=stage.by)
    meeting.refresh_from_db()
    return meeting


def take_file(stage: Any) -> Call:
    meeting, data = exported(stage)
    return partial(importing.import_results, meeting, data, by=stage.by)


def take_day(stage: Any) -> Call:
    """The tournament of another venue was reported to the host."""
    meeting, data = exported(stage)
    there = import_tournament(data, by=stage.by, host=stage.host)
    Tournament.objects.filter(pk=there.pk).update(reported_at="2026-10-01T20:00:00+02:00")
    there.refresh_from_db()
    return partial(importing.import_reported, meeting, there, by=stage.by)


FIGURES = {(1, 1): results.TypedResult(4100), (2, 1): results.TypedResult(3900, 0, 30, 4)}
EQUAL = results.TypedResult(4000, 0, 30, 4)
KEEP = WithdrawnResults.KEEP
TERMS = divisions.DivisionTerms("Staffel B")

LEAGUE_EXAMPLES: dict[str, Callable[[Any], Call]] = {
    "leagues.create_league": lambda s: partial(
        divisions.create_league, "Liga", host=s.host, by=s.by
    ),
    "leagues.change_league": lambda s: partial(
        divisions.change_league, league(s), name="Liga Süd", public=True, by=s.by
    ),
    "leagues.add_leader": lambda s: partial(
        divisions.add_leader, league(s), s.other.username, by=s.by
    ),
    "leagues.remove_leader": lambda s: partial(
        divisions.remove_leader, second_leader(s), s.other, by=s.by
    ),
    "leagues.add_division": lambda s: partial(
        divisions.add_division, league(s), TERMS, ["Eins", "Zwei"], by=s.by
    ),
    "leagues.change_division": lambda s: partial(
        divisions.change_division, league(s).divisions.get(), TERMS, by=s.by
    ),
    "leagues.remove_division": lambda s: partial(
        divisions.remove_division, league(s).divisions.get(), by=s.by
    ),
    "leagues.add_teams": lambda s: partial(
        divisions.add_teams, league(s).divisions.get(), ["Neue"], by=s.by
    ),
    "leagues.change_team": lambda s: partial(
        divisions.change_team, team(s), name="Andere", club="SC Herz", home="Krug", by=s.by
    ),
    "leagues.remove_team": lambda s: partial(divisions.remove_team, new_team(s), by=s.by),
    "leagues.withdraw_team": lambda s: partial(
        divisions.withdraw_team, team(s), from_day=2, results=KEEP, reason="aus", by=s.by
    ),
    "leagues.set_roster": lambda s: partial(
        match_days.set_roster,
        team(s),
        [match_days.RosterLine(name, place) for place, name in enumerate(lineup(1), 1)],
        by=s.by,
    ),
    "leagues.make_schedule": lambda s: partial(
        schedule.make_schedule,
        league(s).divisions.get(),
        ScheduleFormat(days=3),
        by=s.by,
    ),
    "leagues.set_day": lambda s: partial(
        schedule.set_day, league(s), 1, date(2026, 11, 1), by=s.by
    ),
    "leagues.set_meeting": lambda s: partial(
        schedule.set_meeting,
        league(s).divisions.get(),
        1,
        1,
        venue="Krug",
        host=2,
        teams=[1, 2, 3],
        by=s.by,
    ),
    "leagues.remove_meeting": lambda s: partial(
        schedule.remove_meeting, meeting_of(league(s)), by=s.by
    ),
    "leagues.prepare_meeting": lambda s: partial(
        match_days.prepare_meeting,
        meeting_of(league(s)),
        {number: lineup(number) for number in range(1, 5)},
        by=s.by,
    ),
    "leagues.substitute": lambda s: partial(
        match_days.substitute, played_here(s), 3, Name("Neu", "Nora"), from_series=2, by=s.by
    ),
    "leagues.add_late_players": lambda s: partial(
        results.add_late_players, one_is_late(s), 1, [Name("Spät", "Ines")], from_series=2, by=s.by
    ),
    "leagues.record_lot": lambda s: partial(divisions.record_lot, equal(s), [2, 1], by=s.by),
    "leagues.change_venue": lambda s: partial(
        divisions.change_venue, venue(s), name="Krug", address="Am Markt 1", by=s.by
    ),
    "leagues.import_results": take_file,
    "leagues.import_reported": take_day,
    "leagues.type_results": lambda s: partial(
        results.type_results, meeting_of(league(s)), FIGURES, by=s.by
    ),
    "leagues.set_reported": lambda s: partial(results.set_reported, typed(s), True, by=s.by),
    "leagues.set_absent": lambda s: partial(
        results.set_absent, meeting_of(league(s)), 1, True, reason="nicht da", by=s.by
    ),
    "leagues.give_penalty": lambda s: partial(
        results.give_penalty, team(s), match_points=-1, reason="spät", by=s.by
    ),
    "leagues.reverse_penalty": lambda s: partial(
        results.reverse_penalty, penalised(s), reason="doch nicht", by=s.by
    ),
}
