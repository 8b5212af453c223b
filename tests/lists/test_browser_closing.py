"""A list is closed with all that was typed for it, or stays open and says why."""

import pytest
from playwright.sync_api import Route, expect

from scoring.models import Role, ScoreList
from scoring.models.score_list import ListState
from tests.browser import accessibility_violations
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import open_list, seated
from tests.lists.made import scores
from tests.lists.test_browser_moved_rows import lines, slow_server
from tests.lists.test_browser_waiting import another_tab, dead_server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(3, rounds=2)


def state_of(score_list: ScoreList) -> str:
    score_list.refresh_from_db()
    return score_list.state


def fill(clerk: Clerk) -> None:
    """All six games."""
    clerk.enter("g32", "h13", "x12", "0", "0", "0")
    clerk.wait(6, "stored")


def is_closed(clerk: Clerk, score_list: ScoreList) -> None:
    expect(clerk.page.locator("#notice .alert-success")).to_be_visible()
    assert state_of(score_list) == ListState.ENTERED


def test_a_list_that_ended_early_is_closed_with_the_lines_that_wait(clerk, score_list):
    with slow_server(clerk.page, 400):
        clerk.enter("g32", "h13", "x12", "a11")
        clerk.press("Control+Enter")
        clerk.page.wait_for_selector("#broken-off[open]")
        expect(clerk.page.locator("#struck")).to_contain_text("5 bis 6")
        assert accessibility_violations(clerk.page) == []
        clerk.enter("time is up, as the room has to be left before midnight")
        is_closed(clerk, score_list)
    title = clerk.page.locator(".desk-title h1")
    assert title.evaluate("e => e.scrollWidth <= e.clientWidth"), "the reason is cut, not the table"
    assert (score_list.games_played, len(lines(score_list))) == (4, 4)


@pytest.mark.long
def test_buttons_work_in_a_readmitted_list_that_had_ended_before_its_first_game(clerk, score_list):
    ScoreList.objects.update(games_played=0, stop_reason="storm")
    clerk.page.reload()
    clerk.page.click("[data-act=end-early]")
    expect(clerk.page.locator("#broken-off")).to_be_visible()


@pytest.mark.parametrize(
    "size", repeats({"width": 1366, "height": 768}, {"width": 390, "height": 844})
)
@pytest.mark.parametrize("page", repeats("list", "list-totals"))
def test_after_the_last_list_the_series_is_closed_from_where_it_stands(
    clerk_at, score_list, new_context, size, page
):
    """The next step lay under the bar for the next table, which there was none of."""
    chief = clerk_at(score_list, role=Role.ORGANIZER, page=new_context(viewport=size).new_page())
    chief.open(page, score_list.pk)
    if page == "list":
        fill(chief)
    else:
        for field in chief.page.locator("#totals table input:not(#passed)").all():
            field.fill("0")
        chief.page.fill("#passed", "6")
    chief.press("Control+Enter")
    button = chief.page.locator("#leave").get_by_role("button", name="Serie abschließen")
    expect(chief.page.locator("#leave")).to_contain_text("Das war die letzte Liste.")
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate(
        """button => {
          const { x, y, width, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }"""
    )
    button.click()
    expect(chief.page.locator(".page-head .state-closed")).to_be_visible()


@pytest.mark.long
def test_a_list_is_not_broken_off_over_lines_that_wait_for_a_server(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32", "h13")
        clerk.press("Control+Enter")
        clerk.page.wait_for_selector("#broken-off[open]")
        clerk.enter("time")
        expect(clerk.page.locator("#table-answer")).to_contain_text("bleibt offen")
        clerk.wait_until_kept(2)
    clerk.wait_until_nothing_is_kept()
    assert state_of(score_list) == ListState.OPEN
    assert len(lines(score_list)) == 2


@pytest.mark.long
def test_a_row_left_out_before_others_is_no_end_of_the_table(clerk, score_list):
    """Ctrl+Enter in the empty row asked why the table had stopped behind the last game."""
    clerk.enter("g32", "h13", "", "a11")
    clerk.wait(4, "stored")
    clerk.page.click("#row-3 .line")
    clerk.press("Control+Enter")
    expect(clerk.page.locator("#notice .alert-danger")).to_contain_text("Spiel 3")
    expect(clerk.page.locator("#broken-off")).to_be_hidden()
    assert state_of(score_list) == ListState.OPEN


@pytest.mark.long
@pytest.mark.parametrize("by_mouse", repeats(False, True))
def test_a_correction_without_enter_is_stored_before_the_list_is_closed(
    clerk, score_list, by_mouse
):
    fill(clerk)
    clerk.page.fill("#row-2 .line", "h23")
    for figure in clerk.page.locator("#foot [name$='_1']").all():
        figure.fill("0")
    if by_mouse:
        clerk.page.get_by_role("button", name="Liste abschließen").click()
    else:
        clerk.press("Control+Enter")
    is_closed(clerk, score_list)
    expect(clerk.page.locator("#table-number")).to_be_focused()
    assert lines(score_list)[2] == (3, 30)


@pytest.mark.long
def test_a_foot_that_was_typed_is_compared_before_the_list_is_closed(clerk, score_list):
    fill(clerk)
    for name in ("points", "won", "lost", "total"):
        clerk.page.fill(f"#foot [name={name}_1]", "999")
    clerk.press("Control+Enter")
    expect(clerk.page.locator("#foot-differs")).to_be_focused()
    # The caret is in the tick: there Enter opens no table.
    expect(clerk.page.locator("#table-answer")).to_be_empty()
    assert state_of(score_list) == ListState.OPEN
    assert score_list.seat_rows.get(position=1).paper_points == 999
    clerk.press("Space")
    clerk.press("Control+Enter")
    is_closed(clerk, score_list)
    clerk.open("list-confirm", score_list.pk)
    expect(clerk.page.locator(".desk .alert-warning").last).to_contain_text("999")


@pytest.mark.long
def test_a_total_that_is_being_typed_outlives_other_differences_of_the_foot(clerk, score_list):
    """The program asks after which game the paper differs; a row is corrected meanwhile."""
    fill(clerk)
    for name, figure in zip(("points", "won", "lost", "total"), (999, 1, 0, 999), strict=True):
        clerk.page.fill(f"#foot [name={name}_2]", str(figure))
    clerk.page.click("#foot button")
    total = clerk.page.locator("#trace [name=total]")
    expect(total).to_be_focused()
    question, differences = total.get_attribute("id"), clerk.page.inner_text("#foot-answer")
    clerk.type("12")
    clerk.page.click("#row-1 .line")
    clerk.enter("g22")
    clerk.wait(1, "stored")
    assert clerk.page.inner_text("#foot-answer") != differences
    assert total.get_attribute("id") == question
    expect(total).to_have_value("12")


@pytest.mark.long
def test_keys_for_the_next_table_overwrite_nothing_in_a_list_that_stays_open(clerk, score_list):
    """The clerk types on without a look at the screen."""
    clerk.enter("g32", "h99", "x11", "0", "0")
    clerk.wait(2, "wrong")
    clerk.wait(5, "stored")
    stands = lines(score_list)
    with slow_server(clerk.page, 300):
        clerk.type("h22")
        clerk.press("Control+Enter")
        for key in ("2", "Enter", "g", "3", "2", "Enter", "x", "1", "1", "Enter"):
            clerk.press(key)
            clerk.page.wait_for_timeout(120)
        clerk.wait(6, "stored")
    assert lines(score_list) == stands | {6: (2, 30)}
    expect(clerk.page.locator("#table-answer")).to_be_visible()
    assert state_of(score_list) == ListState.OPEN
    clerk.press("F2")
    assert clerk.at == "2"


@pytest.mark.long
def test_a_list_is_not_closed_before_what_an_earlier_page_kept_is_sent(clerk, score_list):
    fill(clerk)
    with dead_server(clerk.page):
        clerk.page.fill("#row-2 .line", "h23")
        clerk.page.locator("#row-2 .line").press("Enter")
        clerk.wait_until_kept(1)
        clerk.page.close()
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    other.press("Control+Enter")
    is_closed(other, score_list)
    assert lines(score_list)[2] == (3, 30)
    other.wait_until_nothing_is_kept()


@pytest.mark.long
def test_a_closing_whose_answer_was_lost_is_asked_for_once_more(clerk, score_list):
    fill(clerk)
    clerk.page.route("**/close/", lambda route: (route.fetch(), route.abort()), times=1)
    clerk.press("Control+Enter")
    is_closed(clerk, score_list)
    expect(clerk.page.locator("#table-answer")).to_be_empty()


@pytest.mark.parametrize("at", repeats("close", "games", "table"))
@pytest.mark.parametrize("arrives", repeats(True, False))
def test_keys_between_two_lists_wait_for_a_server_that_comes_back(clerk_at, at, arrives):
    """It died with requests on their way: what had arrived counts once, and no promise is rejected
    that nobody holds.
    """
    first, second = seated(8, rounds=1).lists.select_related("series__tournament")
    clerk = clerk_at(first)
    clerk.enter("g32", "h13", "x12")
    clerk.wait(3, "stored")
    failed = []

    def drop(route: Route) -> None:
        is_it = f"/{at}/" in route.request.url
        if failed or not is_it:
            return route.abort() if failed else route.fallback()
        failed.append(route.fetch() if arrives else None)
        return route.abort()

    clerk.page.route("**/*", drop)
    clerk.type("0")
    clerk.press("Control+Enter")
    expect(clerk.page.locator("#table-number")).to_be_focused()
    clerk.type("2")
    clerk.press("Enter")
    clerk.wait_until(lambda: failed, "a request that fails")
    clerk.enter("g42", "h13")
    clerk.page.unroute("**/*", drop)
    clerk.page.wait_for_url(f"**/lists/{second.pk}/")
    clerk.wait(2, "stored")
    assert scores(second) == {1: 120, 2: 20}
    assert scores(first) == {1: 96, 2: 20, 3: 24, 4: 0}
    first.refresh_from_db()
    assert first.state == "entered"
