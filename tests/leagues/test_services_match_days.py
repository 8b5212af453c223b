"""A meeting becomes a tournament of the league, and its results the league's table."""

import pytest

from scoring.core.refusals import Refused
from scoring.core.text import Name
from scoring.leagues.reads.league import load_league
from scoring.leagues.services.match_days import prepare_meeting, substitute
from scoring.leagues.services.results import set_absent, set_reported
from scoring.series.services.draw import draw_series
from tests.leagues_played import BY, TEAMS, lineup, make_league, meeting_of, play, prepared

pytestmark = pytest.mark.django_db


def test_a_meeting_becomes_a_tournament_of_the_league():
    season = make_league()
    meeting = meeting_of(season)
    made = prepared(meeting)
    assert made.league
    assert made.substitutes
    assert made.season == season
    assert made.series.count() == 3
    assert made.entries.count() == 16
    assert [team.name for team in made.team_contests.get().teams.all()] == list(TEAMS[:4])
    play(made.series.get(number=1))
    table = load_league(season).divisions[0].table
    assert sorted(row.match for row in table.rows) == [0, 1, 2, 3]
    assert table.provisional
    meeting.refresh_from_db()
    set_reported(meeting, True, by=BY)


def test_a_substitute_plays_from_the_next_series_on_and_counts_for_his_team():
    season = make_league()
    meeting = meeting_of(season)
    made = prepared(meeting)
    play(made.series.get(number=1))
    draw_series(made.series.get(number=2), by=BY, seed="x")
    meeting.refresh_from_db()
    entry = substitute(meeting, 3, Name("Neu", "Nora"), from_series=2, by=BY)
    assert entry.start_number == 17
    assert made.series.get(number=2).lists.filter(seat_rows__entry=entry).exists()
    members = made.team_contests.get().teams.get(number=1).members
    assert list(members.values_list("entry__start_number", "from_series", "until_series")) == [
        (1, 1, None),
        (2, 1, None),
        (3, 1, 1),
        (17, 2, None),
        (4, 1, None),
    ]


def test_an_absent_team_has_neither_match_nor_game_points():
    season = make_league()
    meeting = meeting_of(season)
    made = prepared(meeting)
    play(made.series.get(number=1))
    set_absent(meeting, 2, True, reason="nicht erschienen", by=BY)
    row = load_league(season).divisions[0].table.row(2)
    assert (row.match, row.game) == (0, 0)


def test_a_team_of_two_cannot_be_lined_up():
    season = make_league()
    meeting = meeting_of(season)
    with pytest.raises(Refused) as refused:
        prepare_meeting(meeting, {1: lineup(1, 2), 2: lineup(2)}, by=BY)
    assert [each.code for each in refused.value.problems] == ["lineup-size"]
