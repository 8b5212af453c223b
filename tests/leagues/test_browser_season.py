"""A league from nothing to its schedule with a mouse, and its pages on both screens."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Season
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_user
from tests.leagues_played import TEAMS, meeting_of, play_all, prepared

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
def test_a_league_is_made_with_two_forms_and_its_pages_are_accessible(desk: Page, live_server):
    page = signed_in(desk, make_user("leiter", superuser=True), live_server.url)
    page.goto(live_server.url + reverse("league-new"))
    page.get_by_label("Name der Liga").fill("Oberliga Nord 2026")
    page.get_by_label("Mannschaften, eine je Zeile").fill("\n".join(TEAMS))
    page.get_by_role("button", name="Liga anlegen").click()
    page.get_by_label("Spieltage", exact=True).fill("5")
    page.get_by_label("Letzte Spieltage an einem Ort ohne Gastgeber").fill("0")
    page.get_by_label("Erster Spieltag").fill("2026-03-07")
    page.get_by_role("button", name="Spielplan aufstellen").click()
    expect(page.locator(".match-day")).to_have_count(5)
    season = Season.objects.get()
    meeting = meeting_of(season)
    play_all(prepared(meeting))
    Season.objects.update(public=True)
    for name, *ids in (
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
