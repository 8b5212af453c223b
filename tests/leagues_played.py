"""Leagues for tests: teams with invented people, meetings played with simulated lists."""

from collections.abc import Sequence
from datetime import date

from scoring.core.text import Name
from scoring.leagues.services.divisions import DivisionTerms, create_league
from scoring.leagues.services.match_days import prepare_meeting
from scoring.leagues.services.schedule import make_schedule, set_day
from scoring.models import Actor, Meeting, Season, Series, Tournament
from scoring.models.host import FIRST_HOST
from scoring.seating.schedule import ScheduleFormat
from scoring.series.reads.draw_request import usual_options
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.simulation.services import SimulationPlan, enter_by_totals, play_table

BY = Actor(name="test")
TEAMS = ("Asse", "Buben", "Damen", "Könige", "Zehner", "Neuner", "Achter", "Siebener")


def lineup(team: int, size: int = 4) -> list[Name]:
    """A team's players by position."""
    return [Name(f"Spieler{team}{'abcdefghijkl'[place]}", "Kai") for place in range(size)]


def make_league(
    teams: Sequence[str] = TEAMS[:4],
    days: int = 2,
    name: str = "Oberliga Nord",
    host: int = FIRST_HOST,
    **terms: object,
) -> Season:
    season = create_league(name, DivisionTerms("Staffel A", **terms), teams, by=BY, host=host)
    division = season.divisions.get()
    make_schedule(division, ScheduleFormat(days=days, central=0), by=BY, lot=False)
    for number in range(1, days + 1):
        set_day(season, number, date(2026, 10, number), by=BY)
    return season


def meeting_of(season: Season, day: int = 1, number: int = 1) -> Meeting:
    rows = Meeting.objects.select_related("division__season", "match_day", "host", "venue")
    return rows.get(division__season=season, match_day__number=day, number=number)


def prepared(meeting: Meeting, size: int = 4) -> Tournament:
    """Its tournament, every team with the same players as ever."""
    numbers = meeting.teams.values_list("team__number", flat=True)
    return prepare_meeting(meeting, {each: lineup(each, size) for each in numbers}, by=BY)


def play(series: Series, seed: str = "league") -> None:
    """Draw a series as it is drawn by default, enter every list by its sums, and close it."""
    draw_series(series, usual_options(series), by=BY, seed=seed)
    move_series(series, "playing", by=BY)
    at = series.tournament
    plan = SimulationPlan(16, 3, f"{seed}/{at.name}", at.name, at.date)
    for score_list in series.lists.all():
        enter_by_totals(score_list, play_table(plan, score_list), by=BY)
    series.refresh_from_db()
    move_series(series, "closed", by=BY)


def play_all(tournament: Tournament) -> None:
    for series in tournament.series.all():
        play(series)
