"""A call of every service of leagues, for tests/whole/test_every_service_logs.py."""

from collections.abc import Callable
from datetime import date
from typing import Any

from scoring.core.text import Name
from scoring.exchange.reads.export import export_text
from scoring.exchange.services.tournament import import_tournament
from scoring.leagues.services import divisions, match_days, results
from scoring.models import LeagueLeader, LeagueTeam, Season, Tournament, Venue
from scoring.models.league import WithdrawnResults
from scoring.rules.league.season import SeriesSums
from scoring.seating.schedule import ScheduleFormat
from tests.leagues_played import lineup, make_league, meeting_of, prepared

Arguments = tuple[tuple[Any, ...], dict[str, Any]]  # of a service, without its actor


def arguments(*args: Any, **more: Any) -> Arguments:
    return args, more


def league(stage: Any) -> Season:
    """A league of four teams, led by the account of the stage."""
    season = make_league(host=stage.host)
    if stage.by.user is not None:
        LeagueLeader.objects.create(season=season, user=stage.by.user)
    return season


def team(stage: Any) -> LeagueTeam:
    return league(stage).divisions.get().teams.get(number=1)


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


def equal(stage: Any) -> Any:
    """A meeting of which only a lot parts two teams."""
    meeting = meeting_of(league(stage))
    results.type_results(meeting, {(1, 1): EQUAL, (2, 1): EQUAL}, by=stage.by)
    return meeting


def one_is_late(stage: Any) -> Any:
    """A meeting of which the first team came with three."""
    meeting = meeting_of(league(stage))
    lineups = {number: lineup(number, 3 if number == 1 else 4) for number in range(1, 5)}
    match_days.prepare_meeting(meeting, lineups, by=stage.by)
    meeting.refresh_from_db()
    return meeting


def take_day(stage: Any) -> Arguments:
    """The tournament of another venue was reported to the host."""
    meeting, data = exported(stage)
    there = import_tournament(data, by=stage.by, host=stage.host)
    Tournament.objects.filter(pk=there.pk).update(reported_at="2026-10-01T20:00:00+02:00")
    there.refresh_from_db()
    return arguments(meeting, there)


EQUAL = SeriesSums(4000, 0, 30, 4)
KEEP = WithdrawnResults.KEEP
TERMS = divisions.DivisionTerms("Staffel B")

LEAGUE_EXAMPLES: dict[str, Callable[[Any], Arguments]] = {
    "leagues.create_league": lambda s: arguments("Liga", TERMS, [], host=s.host),
    "leagues.change_league": lambda s: arguments(league(s), name="Liga Süd", public=True),
    "leagues.add_leader": lambda s: arguments(league(s), s.other.username),
    "leagues.remove_leader": lambda s: arguments(second_leader(s), s.other),
    "leagues.add_division": lambda s: arguments(league(s), TERMS, ["Eins", "Zwei"]),
    "leagues.change_division": lambda s: arguments(league(s).divisions.get(), TERMS),
    "leagues.remove_division": lambda s: arguments(league(s).divisions.get()),
    "leagues.add_teams": lambda s: arguments(league(s).divisions.get(), ["Neue"]),
    "leagues.change_team": lambda s: arguments(team(s), name="Andere", club="SC Herz", home="Krug"),
    "leagues.remove_team": lambda s: arguments(
        league(s).divisions.get().teams.create(number=9, name="Neue")
    ),
    "leagues.withdraw_team": lambda s: arguments(team(s), from_day=2, results=KEEP, reason="aus"),
    "leagues.set_roster": lambda s: arguments(
        team(s), [match_days.RosterLine(name, place) for place, name in enumerate(lineup(1), 1)]
    ),
    "leagues.make_schedule": lambda s: arguments(league(s).divisions.get(), ScheduleFormat(days=3)),
    "leagues.set_day": lambda s: arguments(league(s), 1, date(2026, 11, 1)),
    "leagues.set_meeting": lambda s: arguments(
        league(s).divisions.get(), 1, 1, venue="Krug", host=2, teams=[1, 2, 3]
    ),
    "leagues.remove_meeting": lambda s: arguments(meeting_of(league(s))),
    "leagues.prepare_meeting": lambda s: arguments(
        meeting_of(league(s)), {number: lineup(number) for number in range(1, 5)}
    ),
    "leagues.substitute": lambda s: arguments(
        played_here(s), 3, Name("Neu", "Nora"), from_series=2
    ),
    "leagues.add_late_players": lambda s: arguments(
        one_is_late(s), 1, [Name("Spät", "Ines")], from_series=2
    ),
    "leagues.record_lot": lambda s: arguments(equal(s).division, [2, 1]),
    "leagues.change_venue": lambda s: arguments(venue(s), name="Krug", address="Am Markt 1"),
    "leagues.import_results": lambda s: arguments(*exported(s)),
    "leagues.import_reported": take_day,
    "leagues.type_results": lambda s: arguments(meeting_of(league(s)), {(1, 1): EQUAL}),
    "leagues.set_reported": lambda s: arguments(equal(s), True),
    "leagues.set_absent": lambda s: arguments(meeting_of(league(s)), 1, True, reason="nicht da"),
    "leagues.give_penalty": lambda s: arguments(team(s), match_points=-1, reason="spät"),
    "leagues.reverse_penalty": lambda s: arguments(penalised(s), reason="doch nicht"),
}
