"""Bare totals in a browser: typed on the numeric keypad (docs/entry-line.md)."""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.score_list import ListState
from scoring.rules.bare_totals import BareTotal
from tests.browser import DESK, PHONE, accessibility_violations, throttle
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import seated
from tests.lists.test_browser_waiting import another_tab

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]

# A table of four in 48 games: 2 passed, 34 won, 12 lost. TO 8.12 gives the totals.
FIGURES = [(937, 12, 3), (628, 9, 4), (492, 8, 0), (-132, 5, 5)]
TOTALS = [937 + 450 + 270, 628 + 250 + 240, 492 + 400 + 360, -132 + 0 + 210]


@pytest.fixture
def tables():
    """Two drawn tables of four."""
    return list(seated(8).lists.select_related("series__tournament"))


@pytest.fixture
def score_list(tables) -> ScoreList:
    return tables[0]


@pytest.fixture
def clerk(clerk_at, score_list) -> Clerk:
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    return clerk


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
def test_enter_after_a_second_digit_skips_no_field(clerk):
    """The caret leaves a full field by itself; who presses Enter from habit loses nothing."""
    clerk.enter("937", "12", "3", "1657")
    assert clerk.page.evaluate("document.activeElement.name") == "points_2"
    assert clerk.page.input_value("[name=won_1]") == "12"
    assert clerk.page.input_value("[name=lost_1]") == "3"
    clerk.page.focus("[name=won_1]")
    clerk.press("Backspace")
    clerk.type("1")
    assert clerk.page.evaluate("document.activeElement.name") == "won_1"


@pytest.mark.parametrize("by_keys", repeats(True, False))
def test_keys_typed_before_the_answer_open_the_next_list_and_fill_it(clerk, tables, by_keys):
    """Of text that is pasted, dictated or from a phone's keyboard a browser tells without keys."""
    first, second = tables
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
def test_the_bar_stores_and_ends_early_at_any_width(clerk, score_list, size):
    """Whoever types totals on a phone need not scroll to store them."""
    clerk.page.set_viewport_size(size)
    clerk.page.reload()
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
    score_list.refresh_from_db()
    assert (score_list.state, score_list.games_played) == (ListState.ENTERED, 0)


WRONG = [FIGURES[0], (682, 9, 4), *FIGURES[2:]]
NEXT = (*"2", "Enter", *"937", "Enter", *"12", "Enter", *"3", "Enter", *"1657", "Enter")
# The last script of the page comes late, and with it htmx begins.
LATE = """const add = document.addEventListener.bind(document); document.addEventListener =
  (name, act, ...how) => add(name, name[0] === "D" ? () => setTimeout(act, 2000) : act, ...how)"""


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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("milliseconds", repeats(150, 0, 400))
def test_keys_for_the_next_list_write_over_no_refused_figure(clerk, score_list, milliseconds):
    """Only a second Enter opens the next list, and these figures wait."""
    clerk.page.add_init_script(LATE)
    clerk.page.reload()
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
    clerk.page.fill("#table-number", "2")
    clerk.enter("", "")
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
