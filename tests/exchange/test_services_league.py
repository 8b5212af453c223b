"""A league leaves as a document and comes back the same; what is wrong with a stored one."""

import json
from typing import Any

import pytest

from scoring.exchange.reads.export import export_season
from scoring.exchange.reads.office import league_problems
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.season import import_season
from scoring.leagues.reads.league import load_league
from scoring.leagues.services.divisions import change_team, record_lot
from scoring.leagues.services.match_days import RosterLine, set_roster
from scoring.leagues.services.results import give_penalty, reverse_penalty, set_absent, type_results
from scoring.models import LeaguePlayer, MeetingTeam, Season, TeamPenalty, Tournament
from scoring.rules.league.season import SeriesSums
from tests.exchange.test_services_season import refused
from tests.leagues_played import BY, TEAMS, lineup, make_league, meeting_of, play, prepared
from tests.refusals import codes_of
from tests.visitors import undone

pytestmark = pytest.mark.django_db


def season_with_everything() -> Season:
    season = make_league(TEAMS, days=2, promoted=1, scoring={"points": [[5, "5/2", 1, 0]]})
    division = season.divisions.get()
    team = division.teams.get(number=1)
    lines = [RosterLine(name, place) for place, name in enumerate(lineup(1, 6), 1)]
    set_roster(team, lines, by=BY)
    play(prepared(meeting_of(season)).series.get(number=1))
    there = meeting_of(season, 1, 2)
    numbers = list(there.teams.values_list("team__number", flat=True))
    first, second, *equal = numbers
    results = {(number, 1): SeriesSums(1000, 0, 1, 1) for number in equal}
    type_results(there, {(second, 1): SeriesSums(2000, 0, 2, 1)} | results, by=BY)
    set_absent(there, first, True, reason="nicht da", by=BY)
    set_absent(there, second, True, series=1, reason="spät", by=BY)
    record_lot(division, equal[::-1], by=BY)
    change_team(team, name=team.name, cannot_host=True, by=BY)
    give_penalty(team, match_points=-1, day=1, reason="spät", by=BY)
    reverse_penalty(team.penalties.get(), reason="doch nicht", by=BY)
    return season


def fields_refused(document: dict[str, Any]) -> set[str]:
    return {field for _code, field in refused(document)}


def test_a_league_comes_back_to_the_byte_and_what_is_wrong_is_refused_with_its_path():
    season = season_with_everything()
    text = export_season(season)
    table = load_league(season).divisions[0].table
    Season.objects.filter(pk=season.pk).update(name="früher")  # its name is free here
    made = import_season(text.encode(), by=BY)
    assert load_league(made).divisions[0].table == table
    assert export_season(made) == text
    assert [each for each in verify() if "league" in each.problem.code] == []
    Season.objects.filter(pk=made.pk).update(name="auch früher")
    document = json.loads(text)
    document["league"]["divisions"][0]["meetings"][0]["host"] = 77
    document["league"]["divisions"][0]["scoring"] = {"points": [[0, 1]]}
    assert fields_refused(document) == {
        "league.divisions[0].meetings[0].host",
        "league.divisions[0].scoring",
    }
    document = json.loads(text)
    teams = document["league"]["divisions"][0]["meetings"][1]["teams"]
    at = next(at for at, team in enumerate(teams) if "results" in team)
    teams[at]["results"][0]["series"] = 13  # of a match day of at most twelve
    series = f"league.divisions[0].meetings[1].teams[{at}].results[0].series"
    assert fields_refused(document) == {series}


def test_what_occurs_twice_or_changes_nothing_is_named_at_its_place():
    document = json.loads(export_season(season_with_everything()))
    Season.objects.update(name="früher")
    league = document["league"]
    league["leaders"] = ["anna", "anna"]
    division = league["divisions"][0]
    one, other = division["teams"][0]["players"][:2]
    other |= one
    division["teams"][0]["players"][2] |= {"from_day": 3, "until_day": 2}
    division["teams"][2]["withdrawn_from"] = 2
    division["penalties"][0]["match_points"] = 0
    first, second = division["meetings"][:2]
    second |= {"number": 1, "day": first["day"]}
    first["teams"][0]["absent"] = True
    second["teams"][0] |= first["teams"][0]
    path = "league.divisions[0]"
    assert fields_refused(document) == {
        "league.leaders[1]", "league.divisions", f"{path}.teams[0].players",
        f"{path}.teams[0].players[2].until_day", f"{path}.teams[2]", f"{path}.penalties[0]",
        f"{path}.meetings[1].number", f"{path}.meetings", f"{path}.meetings[0].teams[0]",
    }  # fmt: skip


@pytest.mark.parametrize(
    "scoring",
    [
        {"order": []}, {"order": ["match", "match"]}, {"order": ["lot", "match"]},
        {"order": ["luck"]}, {"per": "year"}, {"scale_short": "yes"}, {"points": [["1e4", 0]]},
    ],
)  # fmt: skip
def test_a_scoring_that_no_table_can_be_made_of_is_refused(scoring):
    document = json.loads(export_season(make_league(scoring={"points": [["5/2", 1]]})))
    document["season"]["name"] = "Andere Liga"
    document["league"]["divisions"][0]["scoring"] = scoring
    assert codes_of(import_season, json.dumps(document).encode(), by=BY) == [
        "document-league-scoring"
    ]


def test_every_contradiction_of_a_league_is_named():
    season = make_league(TEAMS)
    played = Tournament.objects.filter(pk=prepared(meeting_of(season)).pk)
    team = season.divisions.get().teams.get(number=1)
    give_penalty(team, points=-100, reason="spät", by=BY)
    reverse_penalty(team.penalties.get(), reason="doch nicht", by=BY)
    stranger = make_league(name="Andere Liga").divisions.get().teams.get(number=4)
    stay = LeaguePlayer.objects.filter(season=season)[:1].get()
    one = MeetingTeam.objects.filter(team=team, meeting__tournament__in=played)
    again = {"season": season, "team": team, "person": stay.person, "from_day": 1, "until_day": 1}
    assert list(league_problems()) == []
    for damage, code in (
        (lambda: played.update(season=None), "verify-league-tournament"),
        (lambda: TeamPenalty.objects.update(points=1), "verify-league-penalty"),
        (lambda: LeaguePlayer.objects.create(**again), "verify-league-player"),
        (lambda: LeaguePlayer.objects.update(from_day=2), "verify-league-stranger"),
        (lambda: one.update(team=stranger), "verify-league-team"),
    ):
        with undone():
            damage()
            assert code in {problem.code for problem in league_problems()}
