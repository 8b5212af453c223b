"""Two people and one list: blind second entry, then confirmation."""

import pytest
from playwright.sync_api import expect

from scoring.models import Role, ScoreList
from scoring.models.score_list import ListState
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAPER = ("h12", "g31", "0", "x1*3")
MISREAD = ("h12", "g3-1", "0", "x1*3")


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(rounds=1, confirm="blind", counts="confirmed")


@pytest.fixture
def first(clerk_at, score_list) -> Clerk:
    """Clerk A has typed the list, with one misread line."""
    clerk = clerk_at(score_list)
    clerk.enter(*MISREAD)
    clerk.wait(4, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    return clerk


@pytest.fixture
def second(first, score_list, new_context) -> Clerk:
    return colleague(score_list, first, new_context().new_page())


def colleague(score_list, first, page) -> Clerk:
    user = make_member(score_list.series.tournament, Role.CLERK)
    return Clerk(signed_in(page, user, first.address), first.address)


def begin(clerk: Clerk, score_list: ScoreList) -> None:
    """From the confirmation page to the empty grid, by Enter."""
    clerk.open("list-confirm", score_list.pk)
    expect(clerk.page.locator("main form.panel button")).to_be_focused()
    clerk.press("Enter")
    clerk.page.wait_for_selector(".line:focus")


def compare(clerk: Clerk) -> None:
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("[name=all_signed]")


def test_difference_is_found_decided_by_the_paper_and_confirmed(second, first, score_list):
    begin(second, score_list)
    second.enter(*PAPER)
    second.wait(4, "stored")
    compare(second)
    assert second.page.locator("[data-difference]").count() == 1
    shown_text = second.page.inner_text("[data-difference='2']")
    assert all(word in shown_text for word in ("g3-1", "−192", "g31", "96"))
    assert accessibility_violations(second.page) == []
    second.press("2")
    second.press("Space")
    expect(second.page.locator("[name=signed]:checked")).to_have_count(4)
    second.page.uncheck("[name=signed][value='3']")
    assert second.page.evaluate("document.querySelector('[name=all_signed]').indeterminate")
    second.page.check("[name=signed][value='3']")
    expect(second.page.locator("[name=all_signed]")).to_be_checked()
    second.press("Enter")
    second.page.wait_for_selector(".confirmed-by")
    assert second.page.evaluate("document.activeElement.id") == "table-number"
    score_list.refresh_from_db()
    assert score_list.state == ListState.CONFIRMED
    assert score_list.games.get(number=2).score == 96


@pytest.mark.long
def test_second_entry_page_shows_nothing_of_the_first_entry(second, score_list):
    begin(second, score_list)
    source = second.page.content()
    assert "g3-1" not in source
    assert "−192" not in source
    assert second.page.inner_text("#sum-1") == "0"
    assert accessibility_violations(second.page) == []


@pytest.mark.long
def test_incomplete_second_entry_is_reported_and_not_compared(second, score_list, browser_errors):
    browser_errors.expect("422")
    begin(second, score_list)
    second.enter(*PAPER[:3])
    second.wait(3, "stored")
    second.page.click("#row-1 .line")
    second.press("Control+Enter")
    second.wait(4, "missing")
    assert "[data-difference]" not in second.page.content()


@pytest.mark.long
def test_author_of_the_list_sees_why_he_cannot_confirm_it(first, score_list):
    for page in ("list-confirm", "recheck"):
        first.open(page, score_list.pk)
        reason = first.page.locator(".refusal").first
        expect(reason).to_contain_text("selbst")
        assert first.page.locator(".confirm-bar").count() == 0
        assert accessibility_violations(first.page) == []


@pytest.mark.long
def test_a_row_is_inserted_and_removed_in_the_second_entry_as_in_the_first(second, score_list):
    begin(second, score_list)
    second.enter("h12", "0", "x1*2")
    second.wait(3, "stored")
    second.page.click("#row-2 .line")
    second.enter("+")
    second.wait(2, "asking")
    second.press("Enter")
    second.wait(4, "stored")
    assert (second.line(2), second.line(3), second.line(4)) == ("", "0", "x1h2")


@pytest.mark.long
def test_later_change_clears_the_confirmation_and_updates_the_standings(second, first, score_list):
    begin(second, score_list)
    second.enter(*MISREAD)
    second.wait(4, "stored")
    compare(second)
    second.press("Space")
    second.press("Enter")
    second.page.wait_for_selector(".confirmed-by")
    second.open("standings", score_list.series.tournament_id)
    assert "1 Liste" not in second.page.inner_text("main")
    first.open("list", score_list.pk)
    first.page.check("[name=agreed]")
    first.page.click("#row-2 .line")
    first.enter("g31")
    first.wait(2, "stored")
    first.open("series", score_list.series_id)
    expect(first.page.get_by_role("link", name="Tisch 1 abgeschlossen")).to_be_visible()
    second.open("standings", score_list.series.tournament_id)
    assert "vorläufig, 1 Liste" in second.page.inner_text("main")


@pytest.mark.long
def test_the_second_entry_and_its_differences_work_on_a_telephone(first, score_list, phone):
    clerk = colleague(score_list, first, phone)
    begin(clerk, score_list)
    clerk.enter(*PAPER)
    clerk.wait(4, "stored")
    clerk.page.click("[data-act=close]")
    clerk.page.wait_for_selector("[data-difference='2']")
    wide = "document.documentElement.scrollWidth <= window.innerWidth"
    assert clerk.page.evaluate(wide)
    assert accessibility_violations(clerk.page) == []
    clerk.page.click("[data-difference='2'] label:last-child")
    clerk.page.click("label.all")
    clerk.page.click(".confirm-bar button")
    clerk.page.wait_for_selector(".confirmed-by")
    assert clerk.page.evaluate(wide)
