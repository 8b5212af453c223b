"""Standings of every kind in a browser, on a desktop and a telephone."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Role, Tournament
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.effort import repeats
from tests.factories import adjust, make_category, make_member, make_team
from tests.standings.test_reads_scopes import EQUAL
from tests.standings.test_reads_standings import TEXTBOOK, tournament_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def choose(page: Page, name: str) -> None:
    """Through the row of the kinds, or through what stands behind "More"."""
    link = page.locator(".sub").get_by_role("link", name=name, exact=True)
    if not link.count():
        page.locator(".sub summary").click()
    link.click()


@pytest.mark.parametrize("window", repeats("phone", "desk"))
def test_every_kind_is_linked_and_accessible_and_a_league_shows_its_order_on_a_telephone(
    request: pytest.FixtureRequest, live_server, window: str
):
    tournament = tournament_of(TEXTBOOK, EQUAL, TEXTBOOK, EQUAL, TEXTBOOK, EQUAL, best_of=4)
    make_team(tournament, (1, 2, 3), scaled=True)
    make_category(tournament, "Damen", (2, 3))
    adjust(tournament, 1, -100)
    organizer = make_member(tournament, Role.ORGANIZER)
    page = signed_in(request.getfixturevalue(window), organizer, live_server.url)
    page.goto(live_server.url + reverse("standings", args=[tournament.pk]))
    for name in ("Mannschaften", "Damen", "Beste Serie", "Serie 2", "Gesamt"):
        choose(page, name)
        expect(page.locator(".sub [aria-current]")).to_have_text(name)
        assert accessibility_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    Tournament.objects.update(league=True, best_of=None)
    make_team(tournament, (4,))
    page.set_viewport_size(PHONE)
    choose(page, "Mannschaften")
    last = page.locator("table.listing thead th:visible").last.bounding_box()
    assert last
    assert last["x"] + last["width"] <= PHONE["width"]
