"""Corrections in a browser: of games, and of who sits at the table."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import LogEntry, Role, ScoreList, Series
from scoring.series.services.series import move_series
from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_member, open_list
from tests.lists.made import BY, entered
from tests.lists.test_services_sittings import LEAGUE, change, with_fifth

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def score_list() -> ScoreList:
    """An entered list of one round."""
    return entered()


def test_a_correction_after_closing_has_a_reason_and_is_undone(score_list, clerk_at, new_context):
    """TO 7.2.5: with a reason; the clerk sees why there are no input fields."""
    move_series(Series.objects.get(), "closed", by=BY)
    clerk = clerk_at(score_list)
    expect(clerk.page.locator("#leave")).to_contain_text("TO 7.2.5")
    expect(clerk.page.locator(".line")).to_have_count(0)

    organizer = clerk_at(score_list, page=new_context().new_page(), role=Role.ORGANIZER)
    organizer.page.click("#row-4 .line")
    organizer.enter("h12", "column misread")
    organizer.wait(4, "stored")
    changed = LogEntry.objects.filter(action="list.game.changed").get()
    assert changed.reason == "column misread"
    organizer.open("correction-undo", score_list.pk, changed.pk)
    assert accessibility_violations(organizer.page) == []
    organizer.page.fill("#id_reason", "it was right")
    organizer.page.click(".btn-danger")
    organizer.page.wait_for_url("**/history/")
    score_list.refresh_from_db()
    assert score_list.line(4).soloist == 1


@pytest.mark.long
def test_the_tick_that_all_agree_stores_the_line_that_was_refused_without_it(
    score_list, clerk_at, browser_errors
):
    """SkO 5.5.3: Enter, the tick; the line stayed red until Enter was pressed in its row again."""
    browser_errors.expect("422")
    clerk = clerk_at(score_list)
    clerk.page.click("#row-4 .line")
    clerk.enter("h12")
    clerk.wait(4, "wrong")
    clerk.page.check("#leave [name=agreed]")
    clerk.wait(4, "stored")
    expect(clerk.page.locator("#row-4 .line")).to_be_focused()
    assert score_list.line(4).soloist == 2


def test_the_organizer_records_who_left_and_the_list_goes_on_as_three(desk, live_server):
    """SkO 4.5.9."""
    score_list = open_list(rounds=3)
    signed_in(desk, make_member(score_list.series.tournament, "organizer"), live_server.url)
    desk.goto(live_server.url + reverse("list-players", args=[score_list.pk]))
    assert accessibility_violations(desk) == []
    desk.get_by_label("Nach Runde").fill("1")
    desk.get_by_label("Grund").fill("unwohl")
    desk.get_by_role("button", name="Eintragen").click()
    expect(desk.locator("#grid")).to_contain_text("bis Runde 1")
    expect(desk.locator("#grid .game")).to_have_count(10)
    assert accessibility_violations(desk) == []


@pytest.mark.long
@pytest.mark.parametrize(("seats", "seat"), [(4, 2), (3, 4)])
def test_a_page_learns_with_its_next_line_who_joined(clerk_at, browser_errors, seats, seat):
    """At a table of three its answers bring twelve rows and a fourth seat."""
    for complaint in ("409", "htmx"):
        browser_errors.expect(complaint)
    score_list = open_list(seats, rounds=3, **LEAGUE)
    clerk = clerk_at(score_list)
    with_fifth(score_list)
    change(score_list, seat, joins=5)
    clerk.enter("g32")
    clerk.wait(1, "stale")
    expect(clerk.page.locator("#other-shape")).to_be_visible()
    clerk.press("ArrowUp")
    clerk.press("Enter")
    clerk.wait(1, "stored")
    expect(clerk.page.locator("#sum-2")).to_have_text("96")
