"""Lines of a blind second entry that wait for the server: they outlive tab and server, stand in
their rows again, and arrive once, in order.
"""

import pytest
from playwright.sync_api import Route, expect

from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list, enter_totals
from scoring.models import Actor, LogEntry, Recheck, Role, ScoreList
from tests.clerk import Clerk
from tests.factories import line, make_member, open_list
from tests.lists.test_browser_blind_totals import MISREAD, PAPER
from tests.lists.test_browser_waiting import another_tab, dead_server
from tests.lists.test_browser_waiting_totals import silent_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPED = "list.recheck.typed"


@pytest.fixture
def expected(browser_errors) -> None:
    for complaint in ("ERR_FAILED", "htmx"):
        browser_errors.expect(complaint)


def begin(clerk: Clerk, score_list: ScoreList, wanted: str) -> Clerk:
    clerk.open("list-confirm", score_list.pk)
    expect(clerk.page.locator("main form.panel button")).to_be_focused()
    clerk.press("Enter")
    clerk.page.wait_for_selector(wanted)
    return clerk


@pytest.fixture
def score_list() -> ScoreList:
    """Entered game by game by somebody else."""
    made = open_list(rounds=1, confirm="blind", counts="confirmed")
    first = Actor(make_member(made.series.tournament, Role.CLERK))
    games = [line(number, soloist) for number, soloist in enumerate((2, 3, 4, 1), 1)]
    revision = record_games(made, games, by=first, revision=1)
    close_list(made, by=first, revision=revision)
    return made


@pytest.fixture
def second(clerk_at, score_list, expected) -> Clerk:
    return begin(clerk_at(score_list), score_list, ".line:focus")


@pytest.fixture
def by_totals() -> ScoreList:
    made = open_list(rounds=1, confirm="blind", counts="confirmed", paper_total=False)
    first = Actor(make_member(made.series.tournament, Role.CLERK))
    enter_totals(made, MISREAD, 1, by=first, revision=1)
    return made


@pytest.fixture
def second_of_totals(clerk_at, by_totals, expected) -> Clerk:
    return begin(clerk_at(by_totals), by_totals, "#totals")


def typed() -> list[int]:
    """The numbers of the games that arrived, in their order."""
    rows = LogEntry.objects.filter(action=TYPED).order_by("pk")
    return [each.new["number"] for each in rows]


def test_blind_lines_outlive_tab_and_server_and_arrive_once_in_order(second, score_list):
    with dead_server(second.page):
        second.enter("h12", "g33", "0", "x11")
        second.wait(1, "unsaved")
        second.wait_until_kept(4)
        second.page.close()
        other = another_tab(second)
        other.open("recheck", score_list.pk)
        other.wait(1, "unsaved")
        assert [other.line(number) for number in range(1, 5)] == ["h12", "g33", "0", "x11"]
    for number in range(1, 5):
        other.wait(number, "stored")
    other.wait_until_nothing_is_kept()
    assert typed() == [1, 2, 3, 4]
    games = Recheck.objects.get().document["games"]
    assert [games[number].get("soloist") for number in "1234"] == [2, 3, None, 1]


@pytest.mark.long
def test_keys_typed_before_the_second_entry_has_begun_stand_in_its_first_row(
    clerk_at, score_list, expected
):
    """Enter on "Begin", and on at once: the keys typed meanwhile were lost."""
    clerk = clerk_at(score_list)
    clerk.open("list-confirm", score_list.pk)
    expect(clerk.page.locator("main form.panel button")).to_be_focused()

    def slowly(route: Route) -> None:
        clerk.page.wait_for_timeout(700)
        route.continue_()

    clerk.page.route("**/recheck/", slowly)
    clerk.press("Enter")
    clerk.page.keyboard.type("h12")
    clerk.page.wait_for_selector(".line:focus")
    expect(clerk.page.locator("#row-1 .line")).to_have_value("h12")


@pytest.mark.long
def test_a_blind_line_whose_answer_was_lost_and_its_correction_count_once(second, score_list):
    arrived = second.lose_answers("**/games/1/")
    second.enter("g32")
    arrived()
    second.page.focus("#row-1 .line")
    second.page.fill("#row-1 .line", "h13")
    second.press("Enter")
    second.wait_until_kept(2)
    second.page.close()
    other = another_tab(second)
    other.open("recheck", score_list.pk)
    other.wait_until_nothing_is_kept()
    assert other.line(1) == "h13"
    assert typed() == [1, 1]
    assert Recheck.objects.get().document["games"]["1"]["soloist"] == 3


@pytest.mark.long
def test_blind_lines_of_a_closed_tab_are_told_of_elsewhere(second, score_list):
    with dead_server(second.page):
        second.enter("h12")
        second.wait(1, "unsaved")
        second.page.close()
    other = another_tab(second)
    other.open("tournament", score_list.series.tournament_id)
    notice = other.page.locator("#waiting")
    expect(notice).to_contain_text("1 Zeile wartet: Zweiteingabe")
    notice.locator("a").click()
    other.wait(1, "stored")
    assert typed() == [1]


def type_paper(clerk: Clerk) -> None:
    clerk.page.focus("[name=points_1]")
    for seat in PAPER:
        clerk.enter(*seat)
    expect(clerk.page.locator("#passed")).to_be_focused()
    clerk.page.fill("#passed", "1")
    clerk.press("Enter")


@pytest.mark.long
def test_blind_totals_that_wait_are_compared_after_their_tab(second_of_totals, by_totals):
    """Typed, corrected and not answered: the corrected figures are those that are compared."""
    with silent_server(second_of_totals.page) as close:
        type_paper(second_of_totals)
        second_of_totals.wait_until_kept(1)
        second_of_totals.page.fill("[name=points_1]", "66")
        second_of_totals.page.focus("#passed")
        second_of_totals.press("Enter")
        second_of_totals.wait_until_kept(2)
        close(second_of_totals.page)
    other = another_tab(second_of_totals)
    other.open("recheck", by_totals.pk)
    other.page.wait_for_selector("[name=all_signed]")
    other.wait_until_nothing_is_kept()
    assert LogEntry.objects.filter(action=TYPED).count() == 2
    assert Recheck.objects.get().document["totals"][0][0] == 66
    assert other.page.locator("[data-difference]").count() == 0
