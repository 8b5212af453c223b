"""Two people and one list: blind second entry, then confirmation."""

import pytest
from playwright.sync_api import Route, expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, LogEntry, Recheck, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, open_list
from tests.lists.test_browser_waiting import another_tab, dead_server

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
    page, user = new_context().new_page(), make_member(score_list.series.tournament)
    return Clerk(signed_in(page, user, first.address), first.address)


def begin(clerk: Clerk, score_list: ScoreList, opens: str = ".line:focus") -> None:
    """From the confirmation page to the empty grid, by Enter."""
    clerk.open("list-confirm", score_list.pk)
    expect(clerk.page.locator("main form.panel button")).to_be_focused()
    clerk.press("Enter")
    clerk.page.wait_for_selector(opens)


def test_difference_is_found_decided_by_the_paper_and_confirmed(second, first, score_list):
    begin(second, score_list)
    second.enter(*PAPER)
    second.wait(4, "stored")
    second.press("Control+Enter")
    second.page.wait_for_selector("[name=all_signed]")
    assert second.page.locator("[data-difference]").count() == 1
    shown_text = second.page.inner_text("[data-difference='2']")
    assert all(word in shown_text for word in ("g3-1", "−192", "g31", "96"))
    assert accessibility_violations(second.page) == []
    chosen = second.page.locator("[data-difference] input:checked")
    second.press("Space")  # too early: nobody has looked at the paper
    expect(chosen).to_have_count(0)
    second.press("2")
    ground = "e => getComputedStyle(e).backgroundColor"
    assert chosen.evaluate(ground) not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
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
    assert (score_list.state, score_list.games.get(number=2).score) == ("confirmed", 96)


@pytest.mark.long
def test_blind_lines_outlive_tab_and_server_and_arrive_once_in_order(second, score_list, troubles):
    begin(second, score_list)
    with dead_server(second.page):
        second.enter(*PAPER)
        second.wait(1, "unsaved")
        second.wait_until_kept(4)
        second.page.close()
        other = another_tab(second)
        other.open("recheck", score_list.pk)
        other.wait(1, "unsaved")
        assert [other.line(number) for number in (1, 2, 3)] == [*PAPER[:3]]
    for number in range(1, 5):
        other.wait(number, "stored")
    other.wait_until_nothing_is_kept()
    rows = LogEntry.objects.filter(action="list.recheck.typed").order_by("pk")
    assert [each.new["number"] for each in rows] == [1, 2, 3, 4]
    games = Recheck.objects.get().document["games"]
    assert [games[number].get("soloist") for number in "1234"] == [2, 1, None, 3]


def test_figures_of_both_are_hidden_compared_by_seat_and_decided_by_the_paper(clerk_at):
    """Seat 1 has 96 points on paper; the first clerk typed 66, without the control total."""
    score_list = open_list(rounds=1, confirm="blind", counts="confirmed", paper_total=False)
    figures = [BareTotal(66, 1, 0), BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0)]
    first = Actor(make_member(score_list.series.tournament))
    enter_totals(score_list, figures, 1, by=first, revision=1)
    second = clerk_at(score_list)
    begin(second, score_list, "#totals")
    assert "66" not in [each.input_value() for each in second.page.locator(".figure").all()]
    assert 'value="66"' not in second.page.content()
    assert accessibility_violations(second.page) == []
    second.page.focus("[name=points_1]")
    second.enter(*["96", "1", "0", "20", "1", "0", "-40", "0", "1", "0", "0", "0"])
    expect(second.page.locator("#passed")).to_be_focused()
    second.page.fill("#passed", "1")
    second.press("Enter")
    difference = second.page.locator("[data-difference]")
    expect(difference).to_have_count(1)
    expect(difference).to_contain_text("66")
    expect(difference).to_contain_text("96")
    assert accessibility_violations(second.page) == []
    second.page.check("[data-difference='1'] [value=second]")
    second.page.check("[name=all_signed]")
    second.page.click(".confirm-bar .btn-primary")
    second.page.wait_for_selector(".confirmed-by")
    score_list.refresh_from_db()
    assert (score_list.state, score_list.seat_rows.get(position=1).points) == ("confirmed", 96)


@pytest.mark.long
def test_keys_typed_before_the_second_entry_has_begun_stand_in_its_first_row(second, score_list):
    """Enter on "Begin", and on at once: the keys typed meanwhile were lost."""
    second.open("list-confirm", score_list.pk)
    expect(second.page.locator("main form.panel button")).to_be_focused()

    def slowly(route: Route) -> None:
        second.page.wait_for_timeout(700)
        route.continue_()

    second.page.route("**/recheck/", slowly)
    second.press("Enter")
    second.page.keyboard.type("h12")
    second.page.wait_for_selector(".line:focus")
    expect(second.page.locator("#row-1 .line")).to_have_value("h12")
