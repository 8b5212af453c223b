"""Bare totals that wait or are refused: several of one list are sent in order, and asked about
only where somebody else changed the list; keys of a clerk who types on without a look at the
screen write over nothing, and one key leads to what is wrong.
"""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.score_list import ListState
from scoring.rules.bare_totals import BareTotal
from tests.browser import throttle
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import seated
from tests.lists.test_browser_totals import FIGURES, TOTALS, type_totals
from tests.lists.test_browser_waiting import another_tab

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]

WRONG = [FIGURES[0], (682, 9, 4), *FIGURES[2:]]
NEXT = (*"2", "Enter", *"937", "Enter", *"12", "Enter", *"3", "Enter", *"1657", "Enter")


@pytest.fixture
def score_list() -> ScoreList:
    return seated(8).lists.select_related("series__tournament").first()


@pytest.fixture
def clerk(clerk_at, score_list) -> Clerk:
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    return clerk


def correct(clerk: Clerk, points: int, total: int) -> None:
    """Other points for the first seat, with their control, and Enter out of the last total."""
    clerk.page.fill("[name=points_1]", str(points))
    clerk.page.fill("[name=total_1]", str(total))
    clerk.page.focus("[name=total_4]")
    clerk.press("Enter")


def colleague_enters(score_list: ScoreList, points: int) -> None:
    figures = [BareTotal(*seat, total) for seat, total in zip(FIGURES[1:], TOTALS[1:], strict=True)]
    first = BareTotal(points, 12, 3, TOTALS[0] - 937 + points)
    score_list.refresh_from_db()
    told = {"by": Actor(name="colleague"), "reason": "agreed"}
    enter_totals(score_list, [first, *figures], 2, revision=score_list.revision, **told)


def points(score_list: ScoreList) -> int:
    return score_list.seat_rows.get(position=1).points


def test_two_totals_of_one_list_are_sent_in_order_after_their_tab(clerk, score_list):
    """The first arrives, and nobody hears of it; the second corrects it (SkO 5.5.3)."""
    arrived = clerk.lose_answers("**/totals/")
    type_totals(clerk, stored=False)
    expect(clerk.page.locator("#passed")).to_have_value("2")
    clerk.press("Enter")
    clerk.wait_until_kept(1)
    correct(clerk, 927, TOTALS[0] - 10)
    clerk.wait_until_kept(2)
    arrived()
    clerk.page.close()
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    answer = other.page.locator("#totals-answer")
    expect(answer).to_contain_text("SkO 5.5.3")
    expect(answer).not_to_contain_text("inzwischen geändert")
    other.page.check("#leave [name=agreed]")
    other.page.focus("#passed")
    other.press("Enter")
    expect(answer.locator(".alert-success")).to_be_visible()
    assert (other.page.input_value("[name=points_1]"), points(score_list)) == ("927", 927)
    log = LogEntry.objects.filter(action="list.totals.entered").order_by("pk")
    assert [each.new["totals"][0][0] for each in log] == [937, 927]
    other.wait_until_nothing_is_kept()


def figures(clerk: Clerk) -> dict[str, str]:
    found: dict[str, str] = clerk.page.evaluate(
        "Object.fromEntries(new FormData(document.getElementById('totals')))"
    )
    return found


def place(clerk: Clerk) -> str:
    """The name of the field that the caret is in."""
    return str(clerk.page.evaluate("document.activeElement.name"))


@pytest.mark.parametrize("milliseconds", repeats(150, 0, 400))
def test_keys_for_the_next_list_write_over_no_refused_figure(clerk, score_list, milliseconds):
    """Only a second Enter opens the next list, and these figures wait."""
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
    clerk.page.focus("#table-number")
    clerk.page.fill("#table-number", "2")
    clerk.press("Enter")
    clerk.press("Enter")
    other = score_list.series.lists.get(table_number=2)
    clerk.page.wait_for_url(f"**/lists/{other.pk}/totals/")
    expect(clerk.page.locator("#waiting")).to_contain_text("Tisch 1")


@pytest.mark.long
def test_an_answer_does_not_take_the_caret_out_of_a_field(clerk, score_list):
    """The clerk has gone back to correct a figure."""
    held = []
    clerk.page.route("**/totals/", lambda route: held.append(route), times=1)
    type_totals(clerk, figures=WRONG)
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


def test_figures_of_a_colleague_stand_beside_those_that_were_typed_meanwhile(clerk, score_list):
    colleague_enters(score_list, 937)
    clerk.page.reload()
    clerk.page.check("#leave [name=agreed]")
    colleague_enters(score_list, 927)
    correct(clerk, 947, TOTALS[0] + 10)
    clerk.press("Enter")
    expect(clerk.page.locator("#totals-answer li b").first).to_have_text("927")
    expect(clerk.page.locator("[name=points_1]")).to_have_value("947")
    assert points(score_list) == 927
