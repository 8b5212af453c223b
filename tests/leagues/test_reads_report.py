"""The match report before and after play, and the log of a league in words."""

import pytest
from django.utils.translation import override

from scoring.core.text import Name
from scoring.leagues.reads.league import league_events, log_of
from scoring.leagues.reads.meetings import report_listings
from scoring.leagues.services.match_days import RosterLine, set_roster, substitute
from scoring.leagues.services.results import give_penalty, set_absent
from tests.leagues_played import BY, lineup, make_league, meeting_of, play, prepared

pytestmark = pytest.mark.django_db


def test_a_report_before_play_has_room_to_write():
    """Four teams, sixteen players, four substitutions, five who sign."""
    listings = report_listings(meeting_of(make_league()))
    assert [len(each.rows) for each in listings] == [4, 16, 4]
    assert len(listings[-1].signatures) == 5


def test_a_substitute_has_the_position_of_the_player_for_whom_he_came_in():
    meeting = meeting_of(make_league())
    made = prepared(meeting)
    play(made.series.get(number=1))
    meeting.refresh_from_db()
    substitute(meeting, 3, Name("Neu", "Nora"), from_series=2, by=BY)
    rows = report_listings(meeting)[1].rows[:5]
    assert [(row["position"], row["start_number"]) for row in rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 17),
        (4, 4),
    ]


def test_the_log_of_a_league_names_fields_and_people():
    season = make_league()
    team = season.divisions.get().teams.get(number=1)
    set_roster(team, [RosterLine(name) for name in lineup(1, 2)], by=BY)
    give_penalty(team, match_points=-1, reason="spät", by=BY)
    set_absent(meeting_of(season), 2, True, series=1, reason="falsch", by=BY)
    with override("en"):
        lost, penalty, roster, *_rest = league_events(log_of(season))
    assert ("Roster", "–", "Kai Spieler1a, Kai Spieler1b") in [
        (each.name, each.old, each.new) for each in roster.differences
    ]
    assert {each.name: each.new for each in penalty.differences}["Match points"] == "−1"
    assert {each.name: each.new for each in lost.differences}["Did not play, or series lost"] == (
        "yes"
    )
