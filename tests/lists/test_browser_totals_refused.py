"""Bare totals that are refused: keys of a clerk who types on without a look at the screen write
over nothing, and one key leads to what is wrong.
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.models import ScoreList
from scoring.models.score_list import ListState
from tests.browser import throttle
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import seated
from tests.lists.test_browser_totals import FIGURES, TOTALS, type_totals
from tests.lists.test_browser_waiting import another_tab
from tests.lists.test_browser_waiting_totals import colleague_enters, points, silent_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WRONG = [FIGURES[0], (682, 9, 4), *FIGURES[2:]]
NEXT = (*"2", "Enter", *"937", "Enter", *"12", "Enter", *"3", "Enter", *"1657", "Enter")


@pytest.fixture
def score_list() -> ScoreList:
    return seated(8).lists.select_related("series__tournament").first()


@pytest.fixture
def clerk(clerk_at: Any, score_list: ScoreList, browser_errors: Any) -> Clerk:
    for complaint in ("ERR_FAILED", "htmx", "404", "409", "422"):
        browser_errors.expect(complaint)
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    return clerk


def figures(clerk: Clerk) -> dict[str, str]:
    found: dict[str, str] = clerk.page.evaluate(
        "Object.fromEntries(new FormData(document.getElementById('totals')))"
    )
    return found


def place(clerk: Clerk) -> str:
    """The name of the field that the caret is in."""
    return str(clerk.page.evaluate("document.activeElement.name"))


def agree_by_keys(clerk: Clerk) -> None:
    """F2 leads to the agreement that is missing, out of which Enter stores."""
    clerk.press("F2")
    assert place(clerk) == "agreed"
    clerk.press("Space")
    clerk.press("Enter")
    expect(clerk.page.locator("#totals-answer .alert-success")).to_be_visible()


@pytest.mark.parametrize("milliseconds", repeats(150, 0, 400))
def test_keys_for_the_next_list_write_over_no_refused_figure(clerk, score_list, milliseconds):
    type_totals(clerk, figures=WRONG, stored=False)
    expect(clerk.page.locator("#passed")).to_have_value("2")
    typed = figures(clerk)
    throttle(clerk.page, milliseconds)
    clerk.press("Enter")
    for key in NEXT:
        clerk.press(key)
        clerk.page.wait_for_timeout(40)
    expect(clerk.page.locator("#reds b")).to_have_text("1")
    assert figures(clerk) == typed
    expect(clerk.page.locator("#table-answer")).to_contain_text("Noch nicht gespeichert")
    assert clerk.page.url.endswith(f"/lists/{score_list.pk}/totals/")
    score_list.refresh_from_db()
    assert score_list.state == ListState.OPEN
    clerk.press("F2")
    assert place(clerk) == "points_2"


@pytest.mark.long
def test_the_next_table_is_opened_by_a_second_enter(clerk, score_list):
    type_totals(clerk, figures=WRONG)
    expect(clerk.page.locator("#reds")).to_be_visible()
    clerk.enter("2")
    assert clerk.page.url.endswith(f"/lists/{score_list.pk}/totals/")
    clerk.press("Enter")
    other = score_list.series.lists.get(table_number=2)
    clerk.page.wait_for_url(f"**/lists/{other.pk}/totals/")
    expect(clerk.page.locator("#waiting")).to_contain_text("Tisch 1")


@pytest.mark.long
def test_a_correction_leads_to_the_agreement_that_is_missing(clerk, score_list):
    type_totals(clerk)
    expect(clerk.page.locator("#totals-answer .alert-success")).to_be_visible()
    clerk.page.focus("[name=points_1]")
    clerk.type("927")
    clerk.page.fill("[name=total_1]", str(TOTALS[0] - 10))
    clerk.press("Control+Enter")
    expect(clerk.page.locator("#totals-answer")).to_contain_text("SkO 5.5.3")
    agree_by_keys(clerk)
    assert points(score_list) == 927


@pytest.mark.long
def test_figures_are_kept_while_the_question_after_passed_games_hangs(clerk, score_list):
    """The server computes what is left itself."""
    clerk.page.context.route("**/passed/**", lambda route: None)
    with silent_server(clerk.page) as close:
        type_totals(clerk)
        clerk.wait_until_kept(1)
        close(clerk.page)
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    expect(other.page.locator("#totals-answer .alert-success")).to_be_visible()
    assert points(score_list) == 937
    other.wait_until_nothing_is_kept()


@pytest.mark.long
def test_figures_of_an_earlier_page_are_refused_without_moving_the_caret(clerk, score_list):
    with silent_server(clerk.page) as close:
        type_totals(clerk, figures=WRONG)
        clerk.wait_until_kept(1)
        close(clerk.page)
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    expect(other.page.locator("#reds b")).to_have_text("1")
    typed = figures(other)
    assert typed["points_2"] == "682"
    other.enter("937", "12")
    assert figures(other) == typed
    other.press("F2")
    assert place(other) == "points_2"


@pytest.mark.long
@pytest.mark.parametrize("is_refused", [False, True])
def test_an_answer_does_not_take_the_caret_out_of_a_field(clerk, score_list, is_refused):
    """The clerk has gone back to correct a figure."""
    held = []
    clerk.page.route("**/totals/", lambda route: held.append(route), times=1)
    type_totals(clerk, figures=WRONG if is_refused else FIGURES)
    clerk.wait_until_kept(1)
    clerk.page.focus("[name=points_3]")
    clerk.type("49")
    clerk.wait_until(lambda: held, "the figures")
    held[0].continue_()
    answer = clerk.page.locator("#totals-answer p, #totals-answer li")
    expect(answer.first).to_be_visible()
    clerk.type("1")
    assert place(clerk) == "points_3"
    assert clerk.page.input_value("[name=points_3]") == "491"


@pytest.mark.long
def test_a_conflict_without_a_field_leads_to_the_agreement(clerk, score_list):
    held = []
    clerk.page.route("**/totals/", lambda route: held.append(route), times=1)
    type_totals(clerk)
    clerk.wait_until(lambda: held, "the figures")
    colleague_enters(score_list, 917)
    held[0].continue_()
    expect(clerk.page.locator("#totals-answer")).to_contain_text("inzwischen geändert")
    assert place(clerk) == "number", "keys write over no figure"
    agree_by_keys(clerk)
    assert points(score_list) == 937
