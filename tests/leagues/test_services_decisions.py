"""Lots among equal teams, single series that are lost, late players, venues, who cannot host."""

import pytest

from scoring.core.text import Name
from scoring.exchange.reads.verify import verify
from scoring.leagues.reads.league import load_league
from scoring.leagues.reads.listings import meeting_listing, table_listing
from scoring.leagues.reads.meetings import meeting_page, report_listings, usual_lineup
from scoring.leagues.services.divisions import change_team, change_venue, record_lot
from scoring.leagues.services.match_days import prepare_meeting, substitute
from scoring.leagues.services.results import add_late_players, set_absent, type_results
from scoring.leagues.services.schedule import make_schedule, set_meeting
from scoring.models import Division, LogEntry, Meeting, Season
from scoring.rules.league.season import SeriesSums
from scoring.seating.field import Stream
from scoring.seating.schedule import ScheduleFormat
from scoring.series.reads.draw_request import usual_options
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from tests.factories import adjust, make_team
from tests.leagues_played import BY, TEAMS, lineup, make_league, meeting_of, play, prepared
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db


def typed(*sums: int, series: int = 1) -> dict[tuple[int, int], SeriesSums]:
    """The same series for teams 1, 2, …: their performance; as many games won and lost."""
    return {(team, series): SeriesSums(each, 0, 30, 4) for team, each in enumerate(sums, 1)}


def division_with(*sums: int) -> Division:
    meeting = meeting_of(make_league())
    type_results(meeting, typed(*sums), by=BY)
    return meeting.division


def ranks(division: Division) -> list[tuple[int, object]]:
    table = load_league(division.season).division(division.number).table
    return [(row.rank, row.team) for row in table]


def test_a_lot_parts_teams_that_are_equal_in_everything():
    """docs/law.md "League" 8: 1 and 2 are equal in match points, game points and games."""
    division = division_with(4000, 4000, 3000, 2000)
    assert ranks(division) == [(1, 1), (1, 2), (3, 3), (4, 4)]
    record_lot(division, [2, 1], by=BY)
    assert ranks(division) == [(1, 2), (2, 1), (3, 3), (4, 4)]
    listing = table_listing(load_league(division.season).division(1))
    assert [row.get("decided", "") for row in listing.rows] == ["Los 1:2", "", "", ""]
    record_lot(division, [1, 2], by=BY)
    assert ranks(division)[0] == (1, 1)
    assert LogEntry.objects.filter(action="league.lots.drawn").last().old == {"order": [2, 1]}
    for order in ([1], [1, 1], [1, 3], [1, 2, 3], [9, 8], []):
        assert codes_of(record_lot, division, order, by=BY) == ["lot-of-equal-teams"]


def test_chance_draws_by_a_seed_that_stands_in_the_log():
    division = division_with(4000, 4000, 4000, 2000)
    record_lot(division, [1, 2, 3], draw=True, by=BY)
    row = LogEntry.objects.get(action="league.lots.drawn")
    assert row.new["order"] == Stream(f"{row.new['seed']}/lot").shuffled([1, 2, 3])
    assert [team for _rank, team in ranks(division)][:3] == row.new["order"]


def test_a_team_loses_a_single_series_or_the_day_by_decision():
    """docs/law.md "League" 5: the others move up, and what it played in other series stands."""
    meeting, sums = meeting_of(make_league()), (4000, 3000, 2000, 1000)
    type_results(meeting, typed(*sums) | typed(*sums, series=2), by=BY)
    for reason in ("falsche", "falsche Aufstellung", "falsche Aufstellung"):
        set_absent(meeting, 1, True, series=1, reason=reason, by=BY)
    found = load_league(meeting.division.season).divisions[0]
    match = {row.team: (row.match, row.counter, row.game) for row in found.table}
    assert match == {1: (3, 3, 4000), 2: (5, 1, 6000), 3: (3, 3, 4000), 4: (1, 5, 2000)}
    rows = meeting_listing(found, found.meetings[0]).rows
    notes = {row["number"]: row["note"] for row in rows}
    assert notes[1] == "Serie 1 verloren: falsche Aufstellung"
    set_absent(meeting, 1, False, series=1, reason="doch richtig", by=BY)
    for reason in ("Stau", "nicht erschienen", "nicht erschienen"):
        set_absent(meeting, 2, True, reason=reason, by=BY)
    assert meeting.teams.get(team__number=2).reason == "nicht erschienen"
    assert LogEntry.objects.filter(action="league.forfeit").count() == 4, "each reason once"
    table = load_league(meeting.division.season).divisions[0].table
    rows = {row.team: row for row in table}
    assert rows[1].match == 6
    assert (rows[2].match, rows[2].game) == (0, 0)
    lost = codes_of(set_absent, meeting, 1, True, series=4, reason="x", by=BY)
    assert lost == ["number-between"], "there are three"
    assert codes_of(type_results, meeting, typed(4000, series=4), by=BY) == lost


def short_meeting(*present: int) -> Meeting:
    meeting = meeting_of(make_league())
    lineups = {team: lineup(team, size) for team, size in enumerate(present, 1)}
    prepare_meeting(meeting, lineups, by=BY)
    meeting.refresh_from_db()
    return meeting


def test_a_late_player_may_join_where_none_of_his_team_sits():
    meeting = short_meeting(4, 4, 3, 4)
    series = meeting.tournament.series.get(number=1)
    draw_series(series, usual_options(series), by=BY, seed="late")
    move_series(series, "playing", by=BY)
    assert add_late_players(meeting, 3, [Name("Spät", "Ines")], from_series=1, by=BY) == [12]
    [found] = meeting_page(meeting).waiting
    assert (found.entry.start_number, len(found.lists)) == (12, 1)
    seated = found.lists[0].seat_rows.values_list("entry__start_number", flat=True)
    assert not set(seated) & {9, 10, 11}
    assert [each for each in verify() if "league" in each.problem.code] == []


def test_a_late_player_goes_in_for_nobody_though_a_team_mate_is_replaced_then():
    """The report of the meeting is signed: it names who went out for whom."""
    meeting = short_meeting(3, 4, 4, 4)
    play(meeting.tournament.series.get(number=1))
    meeting.refresh_from_db()
    substitute(meeting, 3, Name("Neu", "Nora"), from_series=2, by=BY)
    add_late_players(meeting, 1, [Name("Spät", "Ines")], from_series=2, by=BY)
    Division.objects.update(scoring={"ranked_by": "points"})
    games = []
    for points in (100, -700):  # by decision: they count whatever ranks the teams
        adjust(meeting.tournament, 1, points, meeting.tournament.series.get(number=1))
        table = load_league(meeting.division.season).divisions[0].table
        games += [row.game for row in table if row.team == 1]
    assert games[1] == games[0] - 700
    results, lineups, substitutions = report_listings(meeting)
    assert [row["total"] for row in results.rows if row["number"] == 1] == games[1:]
    assert sum(row["total"] or 0 for row in lineups.rows[:5]) == games[1]
    assert [row["position"] for row in lineups.rows[:5]] == [1, 2, 3, 3, 4]
    [row] = substitutions.rows
    assert (row["out"], row["come"]) == ("3 Kai Spieler1c", "17 Nora Neu")


def test_a_team_that_came_late_begins_once_three_are_there_in_a_series_that_is_open():
    meeting = short_meeting(4, 4, 3)
    play(meeting.tournament.series.get(number=1))
    late = ((4, 2, 2, "lineup-size"), (1, 1, 2, "lineup-size"), (3, 1, 1, "late-series-closed"))
    for team, come, series, code in late:
        names = lineup(4, come)
        assert codes_of(add_late_players, meeting, team, names, from_series=series, by=BY) == [code]
    assert add_late_players(meeting, 4, lineup(4, 3), from_series=2, by=BY) == [13, 14, 15]
    team = meeting.tournament.team_contests.get().teams.get(number=4)
    assert list(team.members.values_list("from_series", flat=True)) == [2, 2, 2]
    second, lineups = meeting_of(meeting.division.season, day=2), {1: lineup(1, 2), 2: lineup(2)}
    assert codes_of(prepare_meeting, second, lineups, by=BY) == ["lineup-size"]
    set_meeting(second.division, 2, 1, venue="", host=None, teams=[2, 3], by=BY)
    lineups = {number: lineup(number) for number in (1, 2, 3)}
    assert codes_of(prepare_meeting, second, lineups, by=BY) == ["league-team-unknown"]


def test_a_team_that_cannot_host_is_a_guest_only():
    division = make_league(TEAMS).divisions.get()
    for team in division.teams.filter(number__in=(2, 5)):
        change_team(team, name=team.name, cannot_host=True, by=BY)
    make_schedule(division, ScheduleFormat(days=4, central=0), by=BY)
    hosts = set(division.meetings.values_list("host__number", flat=True))
    assert not hosts & {None, 2, 5}


def test_a_venue_has_an_address():
    season = make_league()
    team = season.divisions.get().teams.get(number=1)
    change_team(team, name=team.name, home="Krug", by=BY)
    change_venue(season.venues.get(), name="Zum Krug", address="Am Markt 1, Jena", by=BY)
    assert Season.objects.get(pk=season.pk).venues.get().address == "Am Markt 1, Jena"
    season.venues.create(name="Stern")
    krug = season.venues.get(name="Zum Krug")
    assert codes_of(change_venue, krug, name="stern", address="", by=BY) == ["name-taken"]
    assert codes_of(change_venue, krug, name="–", address="", by=BY) == ["name-missing"]
    assert codes_of(change_team, team, name="–", by=BY) == ["team-name-missing"]


def test_the_proposed_lineup_is_that_of_the_team_and_not_of_a_tandem():
    season = make_league()
    before, meeting = meeting_of(season), meeting_of(season, day=2)
    make_team(prepared(before), [2, 3], kind="tandem")
    team = season.divisions.get().teams.get(number=1)
    team.players.filter(person__family="Spieler1d").update(position=9)  # a substitute
    assert usual_lineup(meeting, team) == [f"Kai Spieler1{letter}" for letter in "abcd"]
