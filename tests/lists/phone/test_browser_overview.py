"""The organizer watches the tables, and the referee answers a call, in a browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Role, TableAccess, TableCall
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_member
from tests.lists.phone.tables import hearts, kept_by_phone, phone_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_of_the_tables_refreshes_itself_and_takes_a_list_over(desk: Page, live_server):
    score_list = kept_by_phone()
    phone = phone_of(score_list)
    phone.claim()
    signed_in(desk, make_member(score_list.series.tournament, Role.ORGANIZER), live_server.url)
    desk.goto(live_server.url + reverse("series", args=[score_list.series_id]) + "?by=tables")
    desk.get_by_role("link", name="Listen am Handy").click()
    row = desk.locator("tbody tr")
    expect(row).to_contain_text("0/4")
    phone.play(1, hearts(2))
    phone.post("call/", game=2)
    desk.evaluate(
        "htmx.ajax('GET', location.pathname, {target: '#phone-tables', swap: 'outerHTML'})"
    )
    expect(row).to_contain_text("1/4")
    expect(row).to_contain_text("Tisch ruft · Spiel 2")
    assert accessibility_violations(desk) == []
    desk.get_by_role("button", name="Beantwortet").click()
    expect(row).not_to_contain_text("Tisch ruft")
    assert TableCall.objects.get().answered_by is not None
    desk.get_by_role("link", name="QR-Code").click()
    expect(desk.locator(".table-code svg")).to_be_visible()
    desk.get_by_role("link", name="Alle Tische").click()
    desk.get_by_role("button", name="Auf Papier").click()
    expect(row).to_contain_text("auf Papier")
    assert TableAccess.objects.get().ended_at is not None
    desk.set_viewport_size(PHONE)
    expect(desk.get_by_role("button", name="Zurück ans Handy")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert accessibility_violations(desk) == []
