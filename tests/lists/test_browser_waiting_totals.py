"""Bare totals that wait for the server: several of one list are sent in order, and asked about only
where somebody else changed the list.
"""

from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, LogEntry, Role, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, seated
from tests.lists.test_browser_totals import FIGURES, TOTALS, type_totals
from tests.lists.test_browser_waiting import another_tab

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def score_list() -> ScoreList:
    return seated(4).lists.select_related("series__tournament").get()


@pytest.fixture
def clerk(clerk_at, score_list, browser_errors) -> Clerk:
    for complaint in ("ERR_FAILED", "htmx", "409", "422"):
        browser_errors.expect(complaint)
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    return clerk


@contextmanager
def silent_server(page: Page):
    """What a page of this browser sends is never answered; pages themselves still open. Gives a
    function that closes a page; a browser would let go what is held for it.
    """
    held = []

    def hold(route):
        held.append(route) if route.request.method == "POST" else route.fallback()

    def close(page):
        Clerk(page, "").wait_until(lambda: held, "what the page sends")
        while held:
            held.pop().abort()
        page.close()

    page.context.route("**/*", hold)
    yield close
    page.context.unroute("**/*", hold)


def correct(clerk: Clerk, points: int, total: int) -> None:
    """Other points for the first seat, with their control, and Enter out of the last total."""
    clerk.page.fill("[name=points_1]", str(points))
    clerk.page.fill("[name=total_1]", str(total))
    clerk.page.focus("[name=total_4]")
    clerk.press("Enter")


def type_two(clerk: Clerk) -> None:
    """Totals, and others that correct the first seat before those are answered."""
    type_totals(clerk, stored=False)
    expect(clerk.page.locator("#passed")).to_have_value("2")
    clerk.press("Enter")
    clerk.wait_until_kept(1)
    correct(clerk, 927, TOTALS[0] - 10)
    clerk.wait_until_kept(2)


def colleague_enters(score_list: ScoreList, points: int) -> None:
    figures = [BareTotal(*seat, total) for seat, total in zip(FIGURES[1:], TOTALS[1:], strict=True)]
    first = BareTotal(points, 12, 3, TOTALS[0] - 937 + points)
    score_list.refresh_from_db()
    enter_totals(
        score_list,
        [first, *figures],
        2,
        by=Actor(name="colleague"),
        revision=score_list.revision,
        reason="agreed",
    )


def points(score_list: ScoreList) -> int:
    return score_list.seat_rows.get(position=1).points


def agree_and_store(clerk: Clerk) -> None:
    """The list is entered already: its correction needs the agreement of the table."""
    answer = clerk.page.locator("#totals-answer")
    expect(answer).to_contain_text("SkO 5.5.3")
    expect(answer).not_to_contain_text("inzwischen geändert")
    clerk.page.check("#leave [name=agreed]")
    clerk.page.focus("#passed")
    clerk.press("Enter")
    expect(answer.locator(".alert-success")).to_be_visible()


@pytest.mark.long
def test_two_totals_of_one_list_are_sent_in_order_after_their_tab(clerk, score_list):
    with silent_server(clerk.page) as close:
        type_two(clerk)
        close(clerk.page)
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    agree_and_store(other)
    assert other.page.input_value("[name=points_1]") == "927"
    assert points(score_list) == 927
    log = LogEntry.objects.filter(action="list.totals.entered").order_by("pk")
    assert [each.new["totals"][0][0] for each in log] == [937, 927]
    other.wait_until_nothing_is_kept()


@pytest.mark.long
def test_totals_behind_others_whose_answer_was_lost_are_no_conflict(clerk, score_list):
    """The first were stored, then tab and server were gone."""
    arrived = clerk.lose_answers("**/totals/")
    type_two(clerk)
    arrived()
    score_list.refresh_from_db()
    assert points(score_list) == 937
    clerk.page.close()
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    agree_and_store(other)
    assert points(score_list) == 927
    log = LogEntry.objects.filter(action="list.totals.entered")
    assert log.count() == 2


@pytest.mark.long
@pytest.mark.parametrize("before", ["both", "the second"])
def test_totals_are_asked_about_where_somebody_else_changed_the_list(clerk, score_list, before):
    """Before the first, or between both."""
    if before == "both":
        with silent_server(clerk.page) as close:
            type_two(clerk)
            close(clerk.page)
    else:
        arrived = clerk.lose_answers("**/totals/")
        type_two(clerk)
        arrived()
        clerk.page.close()
    colleague_enters(score_list, 917)
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    answer = other.page.locator("#totals-answer")
    expect(answer).to_contain_text("inzwischen geändert")
    other.page.wait_for_timeout(500)
    expect(answer).to_contain_text("917")
    assert other.page.input_value("[name=points_1]") == "927"
    assert points(score_list) == 917
    other.wait_until_kept(1)  # the last are what he is asked about
    other.page.check("#leave [name=agreed]")
    other.page.focus("#passed")
    other.press("Enter")
    expect(answer.locator(".alert-success")).to_be_visible()
    assert points(score_list) == 927


@pytest.mark.long
def test_open_totals_are_not_sent_over_what_a_colleague_stored_meanwhile(clerk, score_list):
    """The conflict of the first is no leave for the second."""
    held = []
    clerk.page.route("**/totals/", lambda route: held.append(route), times=1)
    type_two(clerk)
    colleague_enters(score_list, 917)
    clerk.page.evaluate(
        "document.querySelector('#totals').addEventListener('htmx:afterRequest', "
        "() => document.querySelector('#leave [name=agreed]')?.click())"
    )
    clerk.wait_until(lambda: held, "the first totals")
    held[0].continue_()
    expect(clerk.page.locator("#totals-answer")).to_contain_text("inzwischen geändert")
    clerk.page.wait_for_timeout(1000)
    assert points(score_list) == 917


@pytest.mark.long
def test_totals_of_two_people_are_asked_about(clerk, score_list):
    """One browser holds both; sent by the click of one, hers are a change by somebody else."""
    with silent_server(clerk.page) as close:
        type_totals(clerk, stored=False)
        expect(clerk.page.locator("#passed")).to_have_value("2")
        clerk.press("Enter")
        clerk.wait_until_kept(1)
        close(clerk.page)
        other = another_tab(clerk)
        stranger = make_member(score_list.series.tournament, Role.CLERK, name="Berta")
        signed_in(other.page, stranger, clerk.address)
        other.open("list-totals", score_list.pk)
        type_totals(other, stored=False)
        expect(other.page.locator("#passed")).to_have_value("2")
        correct(other, 927, TOTALS[0] - 10)
        other.wait_until_kept(2)
        close(other.page)
    third = another_tab(clerk)
    signed_in(third.page, make_member(score_list.series.tournament, Role.CLERK), clerk.address)
    third.open("list-totals", score_list.pk)
    third.page.locator("#waiting button").first.click()
    expect(third.page.locator("#totals-answer")).to_contain_text("inzwischen geändert")
    assert points(score_list) == 937
