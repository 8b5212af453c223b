"""The table of a season, from played and typed meetings, against the law's second reading
(tests/oracle/law_league.py).
"""

from random import Random

import pytest

from scoring.exchange.reads.verify import verify
from scoring.leagues.reads.league import chart_of_division, load_league
from scoring.leagues.reads.listings import table_listing
from scoring.leagues.services.match_days import prepare_meeting
from scoring.leagues.services.results import give_penalty, set_absent, set_reported, type_results
from scoring.models import Meeting, Seat
from scoring.rules.league.season import SeriesSums
from tests.leagues_played import BY, TEAMS, lineup, make_league, play_all
from tests.oracle import law_league
from tests.oracle.test_league import PAPER

pytestmark = pytest.mark.django_db
Series = dict[int, dict[int, tuple[int, ...]]]  # by team: performance, points, won, lost, players


def teams_of(meeting: Meeting) -> list[int]:
    return list(meeting.teams.values_list("team__number", flat=True))


def play_short(meeting: Meeting) -> Series:
    """Play a meeting with a short team; the sums of its teams, by the names of their players."""
    sizes = dict(zip(teams_of(meeting), (4, 4, 4, 3), strict=True))
    lineups = {team: lineup(team, size) for team, size in sizes.items()}
    play_all(prepare_meeting(meeting, lineups, by=BY))
    series: Series = {}
    for seat in Seat.objects.select_related("entry__person", "series"):
        [team] = [each for each in sizes if f"Spieler{each}" in seat.entry.person.family]
        own = (seat.performance, seat.points, seat.won, seat.lost, 1)
        results = series.setdefault(seat.series.number, {})
        results[team] = tuple(map(sum, zip(results.get(team, (0,) * 5), own, strict=True)))
    return series


def type_report(meeting: Meeting, rng: Random) -> Series:
    """Type the report of another venue, at random."""
    series: Series = {number: {} for number in (1, 2, 3)}
    report = {}
    for number, results in series.items():
        for team in teams_of(meeting):
            figures = rng.randint(2200, 4600), 0, rng.randint(24, 40), rng.randint(2, 9)
            report[team, number] = SeriesSums(*figures)
            results[team] = (*figures, 4)
    type_results(meeting, report, by=BY)
    return series


def test_the_tables_of_a_season_are_those_of_the_law():
    """docs/law.md "League": a team is short, a series is lost by decision, points are taken."""
    season, rng = make_league(TEAMS, days=5), Random("season")
    meetings = Meeting.objects.filter(division__season=season)
    rows = meetings.select_related("division__season", "match_day", "host", "venue")
    first, second, *others = rows.order_by("match_day__number", "number")
    results = {each: type_report(each, rng) for each in (second, *others)} | {
        first: play_short(first)
    }
    loser, *_others = teams_of(second)
    set_absent(second, loser, True, series=2, reason="falsche Aufstellung", by=BY)
    seventh = season.divisions.get().teams.get(number=7)
    give_penalty(seventh, match_points=-2, points=-500, day=3, reason="zu spät gemeldet", by=BY)
    for meeting in results:
        set_reported(meeting, True, by=BY)
    reading = {
        "teams": list(range(1, 9)),
        "meetings": [
            {"day": each.match_day.number, "teams": teams_of(each), "series": series}
            for each, series in results.items()
        ],
        "forfeits": [(loser, 1, 2)],
        "penalties": [(7, -2, 0, -500)],
        "withdrawn": {},
        "rules": PAPER,
    }
    expected, keys = [], ("match", "counter", "game", "won", "lost")
    for equals in law_league.table(reading)[0]:
        rank = len(expected) + 1
        for team in equals:
            own = law_league.figures(reading, team)
            expected.append((rank, TEAMS[team - 1], *(own[key] for key in keys)))
    division = load_league(season).division(1)
    shown = table_listing(division).rows
    assert [tuple(row[key] for key in ("rank", "name", *keys)) for row in shown] == expected
    way = chart_of_division(division)
    assert way.labels == ("1", "2", "3", "4", "5")
    last = {name.partition(". ")[2]: ranks[-1] for name, ranks in way.lines}
    assert last == {row["name"]: row["rank"] for row in shown}
    assert division.provisional, "the league is not closed"
    season.closed_at = division.meetings[0].reported_at
    assert not division.provisional, "every report is in"
    division.meetings[0].reported_at = None
    assert division.provisional, "a report is missing"
    assert verify() == []
