"""A player leaves a table in the middle of a series: in a browser (SkO 4.5.9)."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser import accessibility_violations, sign_in
from tests.desk.test_services_sittings import AS_THREE, FIRST, joined_list
from tests.factories import make_member, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def signed_in(page, live_server, score_list):
    client = Client()
    client.force_login(make_member(score_list.series.tournament, "organizer"))
    sign_in(page, client, live_server.url)


def test_the_organizer_records_it_and_the_list_goes_on_as_three(desk, live_server, browser_errors):
    score_list = open_list(rounds=3)
    signed_in(desk, live_server, score_list)
    desk.goto(live_server.url + reverse("list-players", args=[score_list.pk]))
    assert accessibility_violations(desk) == []
    desk.get_by_label("Nach Runde").fill("1")
    desk.get_by_label("Grund").fill("unwohl")
    desk.get_by_role("button", name="Eintragen").click()
    expect(desk.locator("#grid")).to_contain_text("bis Runde 1")
    expect(desk.locator("#grid .game")).to_have_count(10)
    assert accessibility_violations(desk) == []
    assert browser_errors.unexpected == []


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_list_with_somebody_who_joined_fits_the_screen(request, size, live_server):
    page = request.getfixturevalue(size)
    score_list = joined_list((*FIRST, *AS_THREE))
    signed_in(page, live_server, score_list)
    for name in ("list", "list-players", "list-settlement"):
        page.goto(live_server.url + reverse(name, args=[score_list.pk]) + "?stake=1")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, name
