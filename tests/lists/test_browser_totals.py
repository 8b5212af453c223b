"""Bare totals in a browser: typed on the numeric keypad (docs/entry-line.md)."""

import pytest
from playwright.sync_api import expect

from scoring.models.score_list import ListState
from tests.browser import DESK, PHONE, accessibility_violations, throttle
from tests.effort import repeats
from tests.factories import seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A table of four in 48 games: 2 passed, 34 won, 12 lost. TO 8.12 gives the totals.
FIGURES = [(937, 12, 3), (628, 9, 4), (492, 8, 0), (-132, 5, 5)]
TOTALS = [937 + 450 + 270, 628 + 250 + 240, 492 + 400 + 360, -132 + 0 + 210]


@pytest.fixture
def tables():
    """Two drawn tables of four."""
    return list(seated(8).lists.select_related("series__tournament"))


def type_totals(clerk, *, control=True, figures=FIGURES, totals=TOTALS, stored=True):
    """Enter out of the last field stores the list; nobody presses it after a second digit."""
    seats = [
        (*seat, total) if control else seat for seat, total in zip(figures, totals, strict=True)
    ]
    for seat in seats:
        for place, figure in enumerate(seat):
            clerk.type(str(figure))
            is_full = place in (1, 2) and len(str(figure)) == 2
            if not is_full and (stored or (seat, place) != (seats[-1], len(seat) - 1)):
                clerk.press("Enter")
    if stored and not control:
        clerk.press("Enter")  # out of the passed games, which nothing else proves


def stored(score_list):
    return list(score_list.seat_rows.values_list("points", "won", "lost", "performance"))


@pytest.mark.parametrize(("control", "most"), repeats((True, 52), (False, 35)))
def test_four_seats_take_few_keys_the_table_number_included(
    clerk_at, tables, control, most, counted
):
    first, second = tables
    first.series.tournament.paper_total = control
    first.series.tournament.save()
    clerk = clerk_at(first)
    clerk.open("list-totals", first.pk)
    throttle(clerk.page)
    clerk.page.focus("#table-number")
    assert clerk.page.input_value("#table-number") == "2"
    clerk.press("Enter")
    clerk.page.wait_for_selector(f"form[action='/lists/{second.pk}/totals/']")
    type_totals(clerk, control=control)
    clerk.page.wait_for_selector("#totals-answer .alert-success")
    counted(f"bare totals {'with' if control else 'without'} control", clerk.keys, most)
    assert stored(second) == [
        (*figures, total) for figures, total in zip(FIGURES, TOTALS, strict=True)
    ]


@pytest.mark.long
def test_enter_after_a_second_digit_skips_no_field(clerk_at, tables):
    """The caret leaves a full field by itself; who presses Enter from habit loses nothing."""
    clerk = clerk_at(tables[0])
    clerk.open("list-totals", tables[0].pk)
    clerk.enter("937", "12", "3", "1657")
    assert clerk.page.evaluate("document.activeElement.name") == "points_2"
    assert clerk.page.input_value("[name=won_1]") == "12"
    assert clerk.page.input_value("[name=lost_1]") == "3"
    clerk.page.focus("[name=won_1]")
    clerk.press("Backspace")
    clerk.type("1")
    assert clerk.page.evaluate("document.activeElement.name") == "won_1"


@pytest.mark.parametrize("by_keys", repeats(True, False))
def test_keys_typed_before_the_answer_open_the_next_list_and_fill_it(clerk_at, tables, by_keys):
    """Of text that is pasted, dictated or from a phone's keyboard a browser tells without keys."""
    first, second = tables
    clerk = clerk_at(first)
    clerk.open("list-totals", first.pk)
    clerk.page.wait_for_load_state()
    throttle(clerk.page, 400)
    type_totals(clerk)
    clerk.enter("2")
    won = "12" if by_keys else "1"
    for figure in ("937", won, "3"):
        (clerk.type if by_keys else clerk.page.keyboard.insert_text)(figure)
        clerk.press("Enter")
    clerk.page.wait_for_url(f"**/lists/{second.pk}/totals/")
    expect(clerk.page.locator("[name=lost_1]")).to_have_value("3")
    assert clerk.page.input_value("[name=points_1]") == "937"
    assert clerk.page.input_value("[name=won_1]") == won
    assert stored(first)[3] == (-132, 5, 5, 78)


@pytest.mark.long
@pytest.mark.parametrize("size", repeats(PHONE, DESK))
def test_the_bar_stores_and_ends_early_at_any_width(clerk_at, tables, browser_errors, size):
    """Whoever types totals on a phone need not scroll to store them."""
    browser_errors.expect("422")
    clerk = clerk_at(tables[0])
    clerk.page.set_viewport_size(size)
    clerk.open("list-totals", tables[0].pk)
    bar = clerk.page.locator(".status-bar")
    store = bar.get_by_role("button", name="Speichern")
    expect(store).to_be_in_viewport()
    for field in clerk.page.locator("#totals table input:visible").all():
        box = field.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"], field.get_attribute("name")
        field.fill("0")
    assert accessibility_violations(clerk.page) == []
    bar.get_by_role("button", name="Vorzeitig beendet").click()
    clerk.type("0")
    clerk.page.fill("[name=stop_reason]", "Feuerwehr")
    store.click()
    expect(clerk.page.locator("#totals-answer .alert-success")).to_be_visible()
    tables[0].refresh_from_db()
    assert (tables[0].state, tables[0].games_played) == (ListState.ENTERED, 0)
