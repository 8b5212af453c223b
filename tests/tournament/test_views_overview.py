"""The first page of a tournament: the day at a glance and the next step."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.lists.services.games import record_game
from scoring.models import Actor, Entry, ScoreList, Season, Series, Tournament
from scoring.series.services.draw import draw_series
from scoring.series.services.series import create_series, move_series
from tests.factories import line, make_entries, make_tournament, seated
from tests.steps import codes_for
from tests.visitors import member, text

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


def test_the_next_step_leads_through_the_whole_day(tournament):
    step = lambda: codes_for(tournament)[0]  # noqa: E731
    assert step() == "enter-players"
    for role in ("clerk", "organizer"):
        page = member(tournament, role).get(f"/tournaments/{tournament.pk}/")
        assert ("/money/fees/" in page.content.decode()) == (role == "organizer")
    make_entries(tournament, 4)
    assert step() == "add-series"
    series = create_series(tournament, by=BY)
    assert step() == "draw"
    draw_series(series, by=BY)
    assert step() == "release-seating"
    move_series(series, "released", by=BY)
    assert step() == "start-series"
    assert tournament.state == "running"
    Series.objects.update(state="playing")
    assert step() == "enter-lists"
    ScoreList.objects.update(state="entered")
    assert step() == "close-series"
    Series.objects.update(state="closed")
    assert step() == "review"
    Tournament.objects.update(state="review", ask_handed_in=True)
    assert step() == "papers-back"
    ScoreList.objects.update(signatures=[1, 2, 3, 4])
    assert step() == "make-final"
    Tournament.objects.update(state="final")
    assert step() == "finished"


def test_every_table_shows_how_far_its_list_is_and_who_withdrew_is_not_counted():
    series = seated(12)
    tournament = series.tournament
    first = series.lists.select_related("series__tournament").get(table_number=1)
    record_game(first, line(1, 2), by=BY, revision=first.revision)
    Entry.objects.filter(start_number=1).update(state="withdrawn")
    ScoreList.objects.filter(table_number=2).update(state="entered")
    page = text(member(tournament, "viewer").get(f"/tournaments/{tournament.pk}/"))
    assert "Table 1 ◐ begun" in page
    assert "Table 2 ● entered" in page
    assert "Table 3 ○ still empty" in page
    assert "1 of 3 lists entered" in page
    assert "Players 11 (12 entered)" in page


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

    def is_proposed() -> bool:
        page = text(organizer.get(f"/tournaments/{tournament.pk}/"))
        return "Open the public pages" in page

    for public in (False, True, False):
        Tournament.objects.update(public=public)
        assert is_proposed() is not public
    Series.objects.update(state="closed")
    second = create_series(tournament, by=BY)
    draw_series(second, by=BY)
    move_series(second, "released", by=BY)
    assert not is_proposed()


def test_a_viewer_gets_no_button_that_he_may_not_press_and_no_tab_of_a_league_that_is_none():
    season = Season.objects.create(name="2026")  # of a club, where teams play for match points
    tournament = make_tournament(state="review", season=season, league=True)
    for role in ("viewer", "organizer"):
        page = member(tournament, role).get(f"/tournaments/{tournament.pk}/").content.decode()
        assert ("Declare final" in page) is (role == "organizer")
        assert (f"/seasons/{season.pk}/" in page) > (f"/leagues/{season.pk}/" in page)
