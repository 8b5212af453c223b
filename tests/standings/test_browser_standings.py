"""Standings of every kind in a browser, on a desktop and a telephone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Role, Tournament, User
from tests.browser import accessibility_violations
from tests.effort import repeats
from tests.factories import adjust, make_category, make_member, make_team
from tests.standings.test_reads_scopes import EQUAL
from tests.standings.test_reads_standings import TEXTBOOK, tournament_of
from tests.whole.test_browser_office import as_user

__all__ = ["as_user"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Goto = Callable[[Page, User], Callable[[str], None]]


@pytest.fixture
def tournament() -> Tournament:
    """Six series, teams, a category, dropped series, an adjustment and a lot to be drawn."""
    tournament = tournament_of(TEXTBOOK, EQUAL, TEXTBOOK, EQUAL, TEXTBOOK, EQUAL, best_of=4)
    make_team(tournament, (1, 2, 3), scaled=True)
    make_category(tournament, "Damen", (2, 3))
    adjust(tournament, 1, -100)
    return tournament


def choose(page: Page, name: str) -> None:
    """Through the row of the kinds, or through what stands behind "More"."""
    link = page.locator(".sub").get_by_role("link", name=name, exact=True)
    if not link.count():
        page.locator(".sub summary").click()
    link.click()


@pytest.mark.parametrize("window", repeats("phone", "desk"))
def test_every_kind_is_linked_and_accessible(
    request: pytest.FixtureRequest, as_user: Goto, tournament: Tournament, window: str
):
    page: Page = request.getfixturevalue(window)
    goto = as_user(page, make_member(tournament, Role.ORGANIZER))
    goto(reverse("standings", args=[tournament.pk]))
    for name in ("Mannschaften", "Damen", "Beste Serie", "Serie 2", "Gesamt"):
        choose(page, name)
        expect(page.locator(".sub [aria-current]")).to_have_text(name)
        assert accessibility_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.long
def test_league_order_is_visible_on_a_telephone(phone: Page, as_user: Goto, tournament: Tournament):
    Tournament.objects.update(league=True, best_of=None)
    make_team(tournament, (4,))
    goto = as_user(phone, make_member(tournament, Role.VIEWER))
    goto(reverse("standings-of", args=[tournament.pk, "team"]))
    last = phone.locator("table.listing thead th:visible").last.bounding_box()
    assert last
    assert last["x"] + last["width"] <= 390
