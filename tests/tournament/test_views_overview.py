"""The first page of a tournament: the day at a glance and the next step."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.lists.services.games import record_game
from scoring.models import Actor, Entry, ScoreList, Series, Tournament
from scoring.series.services.draw import draw_series
from scoring.series.services.series import create_series, move_series
from tests.factories import line, make_entries, make_tournament, seated
from tests.steps import codes_for
from tests.visitors import member, text

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


def step(tournament: Tournament) -> str:
    return codes_for(tournament)[0]


def test_the_next_step_leads_through_the_whole_day():
    tournament = make_tournament()
    assert step(tournament) == "enter-players"
    make_entries(tournament, 4)
    assert step(tournament) == "add-series"
    series = create_series(tournament, by=BY)
    assert step(tournament) == "draw"
    draw_series(series, by=BY)
    assert step(tournament) == "release-seating"
    move_series(series, "released", by=BY)
    tournament.refresh_from_db()
    assert tournament.state == "running"
    assert step(tournament) == "start-series"
    Series.objects.update(state="playing")
    assert step(tournament) == "enter-lists"
    ScoreList.objects.update(state="entered")
    assert step(tournament) == "close-series"
    Series.objects.update(state="closed")
    assert step(tournament) == "review"
    Tournament.objects.update(state="review", ask_handed_in=True)
    assert step(tournament) == "papers-back"
    ScoreList.objects.update(signatures=[1, 2, 3, 4])
    assert step(tournament) == "make-final"
    Tournament.objects.update(state="final")
    assert step(tournament) == "finished"


def test_every_table_shows_how_far_its_list_is_in_words():
    series = seated(12)
    tournament = series.tournament
    first = series.lists.select_related("series__tournament").get(table_number=1)
    record_game(first, line(1, 2), by=BY, revision=first.revision)
    ScoreList.objects.filter(table_number=2).update(state="entered")
    page = text(member(tournament, "viewer").get(f"/tournaments/{tournament.pk}/"))
    assert "Table 1 ◐ begun" in page
    assert "Table 2 ● entered" in page
    assert "Table 3 ○ still empty" in page
    assert "1 of 3 lists entered" in page


def test_who_withdrew_is_not_counted_as_present():
    tournament = make_tournament()
    make_entries(tournament, 4)
    Entry.objects.filter(start_number=1).update(state="withdrawn")
    page = text(member(tournament, "viewer").get(f"/tournaments/{tournament.pk}/"))
    assert "Players 3 (4 entered)" in page


def test_the_number_of_queries_does_not_grow_with_the_tables():
    counts = []
    for players in (8, 60):
        tournament = seated(players).tournament
        client = member(tournament, "organizer")
        client.get("/tournaments/")  # a session is noted at its first request
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/tournaments/{tournament.pk}/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 17


def test_public_pages_are_proposed_once_with_the_first_released_seating():
    tournament = seated(8).tournament
    organizer = member(tournament, "organizer")
    for changes, proposed in (({}, True), ({"public": True}, False), ({"public": False}, True)):
        Tournament.objects.update(**changes)
        page = text(organizer.get(f"/tournaments/{tournament.pk}/"))
        assert ("Open the public pages" in page) is proposed
    Series.objects.update(state="closed")
    second = create_series(tournament, by=BY)
    draw_series(second, by=BY)
    move_series(second, "released", by=BY)
    page = text(organizer.get(f"/tournaments/{tournament.pk}/"))
    assert "Open the public pages" not in page


def test_a_viewer_gets_no_button_that_he_may_not_press():
    tournament = make_tournament(state="review")
    for role in ("viewer", "organizer"):
        page = text(member(tournament, role).get(f"/tournaments/{tournament.pk}/"))
        assert ("Declare final" in page) is (role == "organizer")
