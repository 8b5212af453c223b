"""Lists handed in, and a tournament broken off, in a real browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, Fees, Tournament
from scoring.money.services.ledger import collect_entries
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.bare_totals import BareTotal
from scoring.rules.prizes import PrizePlan
from scoring.series.services.series import move_series
from tests.clerk import signed_in
from tests.factories import make_member, make_series, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BY = Actor(name="test")


@pytest.fixture
def tournament() -> Tournament:
    """One of two series was played for 15 euros; lists and start cards are asked for."""
    score_list = open_list(paper_total=False, ask_handed_in=True)
    found = score_list.series.tournament
    make_series(found)
    Fees.objects.create(tournament=found, entry_cents=1500)
    collect_entries(found, list(found.entries.all()), by=BY)
    figures = [BareTotal(24 * won, won, 0, None) for won in (12, 11, 10, 9)]
    enter_totals(score_list, figures, 6, by=BY, revision=score_list.revision)
    score_list.series.refresh_from_db()
    move_series(score_list.series, "closed", by=BY)
    plan = PrizePlan(method="places", places=2, sources=(("entry_fee", 100),))
    create_pot(found, PotTerms("Gesamt", "overall", plan), by=BY)
    return found


def test_numbers_are_ticked_by_enter_and_the_prizes_follow(desk, live_server, tournament):
    """TO 7.4.1, 9.13."""
    page = signed_in(desk, make_member(tournament, "organizer"), live_server.url)
    Tournament.objects.update(state="review")
    pot = live_server.url + reverse("pot", args=[tournament.pots.get().pk])
    page.goto(pot)
    expect(page.locator("[data-pay] [name=entry]")).to_have_count(0)
    page.locator(".alert a[href$='/handed-in/']").click()
    expect(page.locator("#id_numbers")).to_be_focused()
    for typed, ticked in (("2", 1), ("1 3-4", 4)):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("td .money-agrees")).to_have_count(ticked)
    page.locator(".money-agrees a").click()
    page.goto(pot)
    page.locator("[data-ticks=entry]").click()
    page.locator("[data-pay] .btn-primary").click()
    expect(page.locator(".winners .money-agrees")).to_have_count(2)
