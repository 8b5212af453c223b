"""The pages of a league on both screens."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from scoring.models import Season
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_user
from tests.leagues_played import TEAMS, make_league, meeting_of, play_all, prepared

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
def test_the_pages_of_a_league_are_accessible(desk: Page, live_server):
    page = signed_in(desk, make_user("leiter", superuser=True), live_server.url)
    season = make_league(TEAMS, days=5)
    meeting = meeting_of(season)
    play_all(prepared(meeting))
    Season.objects.update(public=True)
    for name, *ids in (
        ("league-new",),
        ("league-meeting", meeting.pk),
        ("league-meeting-lineup", meeting_of(season, 2).pk),
        ("league-division", season.pk, 1),
        ("league", season.pk),
        ("room-league", season.pk),
    ):
        page.goto(live_server.url + reverse(name, args=ids))
        assert accessibility_violations(page) == [], name
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
        page.set_viewport_size({"width": 1280, "height": 800})
