"""Corrections after closing in a browser: roles, public notice, annulled games."""

import pytest
from playwright.sync_api import expect

from scoring.models import LogEntry, Role, ScoreList, Series
from scoring.series.services.series import move_series
from tests.browser import PHONE, accessibility_violations
from tests.lists.made import BY, ONE_ROUND, entered, filled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def score_list() -> ScoreList:
    """An entered list of one round."""
    return entered()


def close_the_series() -> None:
    move_series(Series.objects.get(), "closed", by=BY)


def test_correction_after_closing_is_announced_on_the_standings(score_list, clerk_at, new_context):
    """TO 7.2.5: with a reason; the clerk sees why there are no input fields."""
    close_the_series()
    clerk = clerk_at(score_list)
    expect(clerk.page.locator("#leave")).to_contain_text("TO 7.2.5")
    expect(clerk.page.locator(".line")).to_have_count(0)

    organizer = clerk_at(score_list, page=new_context().new_page(), role=Role.ORGANIZER)
    organizer.page.click("#row-4 .line")
    organizer.enter("h12", "column misread")
    organizer.wait(4, "stored")
    changed = LogEntry.objects.filter(action="list.game.changed").get()
    assert changed.reason == "column misread"

    visitor = clerk_at(score_list, page=new_context(viewport=PHONE).new_page(), role=Role.VIEWER)
    visitor.open("standings", score_list.series.tournament_id)
    notices = visitor.page.locator("ul.alert-warning li")
    expect(notices).to_have_count(1)
    assert accessibility_violations(visitor.page) == []

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


def test_a_deal_out_of_turn_is_annulled_and_replayed_at_the_same_numbers(clerk_at):
    """SkO 3.2.12."""
    score_list = filled(ONE_ROUND[:3])
    referee = clerk_at(score_list, role=Role.REFEREE)
    referee.open("list-annulment", score_list.pk)
    referee.page.fill("#id_number", "2")
    referee.page.fill("#id_reason", "seat 3 dealt")
    referee.page.click(".actions .btn-primary")
    expect(referee.page.locator("[aria-live] li")).to_have_count(2)
    assert accessibility_violations(referee.page) == []
    referee.page.click("[name=confirmed]")
    expect(referee.page.locator(".annulled li")).to_have_count(2)
    assert referee.line(2) == ""
    referee.page.click("#row-2 .line")
    referee.enter("h13", "0", "h11")
    referee.wait(4, "stored")
    referee.press("Control+Enter")
    referee.page.wait_for_selector("#notice .alert-success")
    score_list.refresh_from_db()
    assert score_list.state == "entered"
    attempts = score_list.games.order_by("number", "attempt").values_list("number", "attempt")
    assert list(attempts) == [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1)]
