"""The desk in a browser: keys, focus, the queue of unsent lines, errors (docs/entry-line.md)."""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.games import record_game, record_games
from scoring.models import Actor, LogEntry, Role, ScoreList
from scoring.models.score_list import ListState
from scoring.rules.score_list import Line
from tests.browser import accessibility_violations, throttle
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import line, open_list, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COLLEAGUE = Actor(name="colleague")


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(4)


@pytest.fixture
def clerk(clerk_at, score_list):
    return clerk_at(score_list)


def scores(score_list: ScoreList) -> dict[int, int]:
    return dict(score_list.games.filter(annulled=False).values_list("number", "score"))


def colleague_types(score_list: ScoreList, each: Line) -> None:
    score_list.refresh_from_db()
    record_game(score_list, each, by=COLLEAGUE, revision=score_list.revision)


def test_caret_moves_to_the_next_row_before_the_response(clerk, score_list):
    throttle(clerk.page, 1000)
    clerk.enter("g32")
    assert clerk.at == "2"
    clerk.wait(1, "sending")
    clerk.wait(1, "stored")
    assert "96" in clerk.row(1)


@pytest.mark.long
def test_lines_typed_on_a_slow_network_are_saved_in_order(clerk, score_list):
    throttle(clerk.page)
    clerk.enter("g32", "h13", "x14", "0", "a12", "p-13", "n4")
    clerk.wait(7, "stored")
    assert scores(score_list) == {1: 96, 2: 20, 3: 24, 4: 0, 5: 18, 6: 22, 7: 23}
    assert clerk.page.inner_text("#sum-2") == "114"


def test_an_error_turns_its_row_red_and_never_takes_the_caret_away(clerk, browser_errors):
    browser_errors.expect("422")
    clerk.enter("g32", "k13")
    clerk.type("x1")
    clerk.wait(2, "wrong")
    assert clerk.at == "3"
    assert clerk.line(3) == "x1"
    assert clerk.line(2) == "k13"
    assert clerk.page.get_attribute("#row-2 .line", "aria-invalid") == "true"
    assert clerk.page.inner_text("#reds b") == "1"


def test_f2_jumps_to_the_next_red_row_and_a_corrected_line_is_red_no_longer(clerk, browser_errors):
    browser_errors.expect("422")
    clerk.enter("k12", "g33", "k14", "0")
    clerk.wait(4, "stored")
    clerk.press("F2")
    assert clerk.at == "1"
    clerk.press("F2")
    assert clerk.at == "3"
    clerk.enter("x14")
    clerk.wait(3, "stored")
    assert clerk.page.inner_text("#reds b") == "1"


@pytest.mark.long
def test_the_dealer_cannot_be_the_soloist_and_the_paragraph_says_so(clerk, browser_errors):
    browser_errors.expect("422")
    clerk.enter("g31")
    clerk.wait(1, "wrong")
    assert "SkO 3.2.7" in clerk.row(1)


def test_a_stored_row_opens_as_its_line_selected_and_escape_restores_it(clerk, score_list):
    clerk.enter("24-3-2", "0")
    clerk.wait(2, "stored")
    clerk.press("ArrowUp")
    clerk.press("ArrowUp")
    assert clerk.line(1) == "g-3-2"
    clerk.type("h")
    assert clerk.line(1) == "h"
    assert clerk.state(1) == "typed"
    clerk.press("Escape")
    assert (clerk.line(1), clerk.state(1)) == ("g-3-2", "stored")


@pytest.mark.long
def test_enter_on_an_unchanged_row_only_moves(clerk, score_list):
    clerk.enter("g32", "0")
    clerk.wait(2, "stored")
    before = LogEntry.objects.count()
    clerk.press("ArrowUp")
    clerk.press("ArrowUp")
    clerk.press("Enter")
    assert clerk.at == "2"
    clerk.enter("", "0")
    clerk.wait(3, "stored")
    assert LogEntry.objects.count() == before + 1


@pytest.mark.long
def test_correcting_an_early_row_updates_the_running_totals_behind_it(clerk):
    clerk.enter("g32", "h13", "x12")
    clerk.wait(3, "stored")
    assert "120" in clerk.row(3)
    clerk.page.click("#row-1 .line")
    clerk.enter("g-3-2")
    expect(clerk.page.locator("#game-3")).to_contain_text("−168")
    assert clerk.page.inner_text("#sum-2") == "−168"


def test_row_is_inserted_only_after_a_preview(clerk, score_list):
    clerk.enter("g32", "h11", "x12")
    clerk.wait(3, "stored")
    clerk.page.click("#row-2 .line")
    clerk.enter("+")
    clerk.wait(2, "asking")
    assert clerk.at == "2"
    assert "2" in clerk.row(2)
    assert scores(score_list) == {1: 96, 2: 20, 3: 24}
    clerk.press("Enter")
    clerk.wait(4, "stored")
    assert scores(score_list) == {1: 96, 3: 20, 4: 24}
    assert clerk.at == "2"
    assert clerk.line(2) == ""
    assert clerk.line(3) == "h11"


@pytest.mark.long
def test_an_insertion_names_the_rows_whose_dealer_would_be_the_soloist(clerk, score_list):
    clerk.enter("g32", "h13", "x14")
    clerk.wait(3, "stored")
    clerk.page.click("#row-1 .line")
    clerk.enter("+")
    clerk.wait(1, "asking")
    clerk.press("Enter")
    clerk.wait(2, "wrong")
    clerk.wait(4, "wrong")
    assert scores(score_list) == {2: 0, 3: 0, 4: 0}


def test_a_row_is_removed_and_a_red_line_behind_it_moves_along(clerk, score_list, browser_errors):
    browser_errors.expect("422")
    clerk.enter("g32", "0", "x14", "k31")
    clerk.wait(4, "wrong")
    clerk.page.click("#row-2 .line")
    clerk.enter("--")
    clerk.wait(2, "asking")
    clerk.press("Enter")
    expect(clerk.page.locator("#row-3 .line")).to_have_value("k31")
    assert scores(score_list) == {1: 96, 2: 24}
    assert clerk.line(4) == ""


@pytest.mark.long
def test_escape_cancels_a_question(clerk, score_list):
    clerk.enter("g32")
    clerk.wait(1, "stored")
    clerk.page.click("#row-1 .line")
    clerk.enter("--")
    clerk.wait(1, "asking")
    clerk.press("Escape")
    assert (clerk.line(1), clerk.state(1)) == ("g32", "stored")
    assert scores(score_list) == {1: 96}


@pytest.mark.long
def test_ctrl_z_on_an_empty_line_offers_undo(clerk, score_list):
    clerk.enter("g32", "h13")
    clerk.wait(2, "stored")
    clerk.press("Control+z")
    clerk.wait(3, "asking")
    clerk.press("Enter")
    clerk.wait(2, "empty")
    assert scores(score_list) == {1: 96}
    assert list(LogEntry.objects.order_by("id").values_list("action", flat=True))[-2:] == [
        "list.game.recorded",
        "list.game.emptied",
    ]


@pytest.mark.long
def test_lost_response_does_not_save_a_game_twice(clerk, score_list, browser_errors):
    """The server stored it, but the response was lost: the same token is sent again."""
    browser_errors.expect("ERR_FAILED")
    browser_errors.expect("htmx")

    def lose_the_answer(route):
        route.fetch()
        route.abort()

    clerk.page.route("**/games/1/", lose_the_answer, times=1)
    clerk.enter("g32", "h13")
    clerk.wait(2, "stored")
    clerk.wait(1, "stored")
    assert scores(score_list) == {1: 96, 2: 20}
    assert LogEntry.objects.filter(action__startswith="list.game").count() == 2


@pytest.mark.long
def test_leaving_with_unsaved_lines_warns(clerk):
    clerk.type("g3")
    asked = []
    clerk.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    clerk.page.close(run_before_unload=True)
    clerk.wait_until(lambda: asked, "the question of the browser")
    assert asked == ["beforeunload"]


def test_stale_line_is_reported_and_kept(clerk, clerk_at, score_list, new_context, browser_errors):
    """Two browsers on one list: the typed line is kept and the stored one is shown."""
    browser_errors.expect("409")
    other = Clerk(new_context().new_page(), clerk.address)
    clerk_at(score_list, page=other.page)
    clerk.enter("g32")
    clerk.wait(1, "stored")
    other.enter("h12")
    other.wait(1, "stale")
    assert other.line(1) == "h12"
    assert "g32" in other.row(1)
    assert scores(score_list) == {1: 96}
    other.press("ArrowUp")
    other.press("Enter")
    other.wait(1, "stored")
    assert scores(score_list) == {1: 20}
    assert LogEntry.objects.filter(action="list.game.changed").count() == 1


@pytest.mark.long
def test_lines_after_a_stale_line_overwrite_no_unseen_change(clerk, score_list, browser_errors):
    """Rows 1 and 3 were typed by another clerk; 2 and 4 are free and are stored."""
    browser_errors.expect("409")
    clerk.page.reload()
    colleague_types(score_list, line(1, 3))
    colleague_types(score_list, line(3, 2))
    held = []  # all four lines are typed before the first response
    clerk.page.route("**/games/1/", lambda route: held.append(route), times=1)
    clerk.enter("g32", "h13", "x14", "0")
    clerk.wait_until(lambda: held, "the first line")
    held[0].continue_()
    clerk.wait(4, "stored")
    states = [clerk.state(number) for number in (1, 2, 3, 4)]
    assert states == ["stale", "stored", "stale", "stored"]
    assert scores(score_list) == {1: 20, 2: 20, 3: 20, 4: 0}
    assert (clerk.line(1), clerk.line(3)) == ("g32", "x14")


@pytest.mark.long
def test_an_illegible_game_is_chosen_by_a_digit(clerk, score_list):
    clerk.enter("g32", "0", "?2=120")
    clerk.wait(3, "unread")
    first = clerk.page.inner_text("#row-3 .candidate >> nth=0")
    assert first.startswith("1 ")
    clerk.press("F2")
    assert clerk.at == "3"
    clerk.enter("1")
    clerk.wait(3, "stored")
    assert scores(score_list)[3] == 24
    assert clerk.line(3) == first.removeprefix("1 ").strip() + "=120"


@pytest.mark.long
def test_f8_proposes_the_lowest_value_and_only_the_organizer_confirms(
    clerk_at, score_list, browser_errors
):
    """TO 7.2.5: lowest game value; whether it was won is asked, never guessed."""
    organizer = clerk_at(score_list, role=Role.ORGANIZER)
    organizer.enter("?2")
    organizer.wait(1, "unread")
    organizer.press("ArrowUp")
    organizer.press("F8")
    page = organizer.page
    page.wait_for_selector("#lowest[open]")
    page.select_option("#lowest select[name=game]", "hearts")
    page.check("#lowest input[name=soloist][value='2']")
    page.check("#lowest input[name=won][value=lost]")
    assert accessibility_violations(page) == []
    page.click("#lowest .btn-primary")
    page.click("#lowest [name=confirmed]")
    organizer.wait(1, "stored")
    assert scores(score_list) == {1: -40}
    assert LogEntry.objects.last().reason == "TO 7.2.5"


def test_ctrl_enter_closes_only_when_nothing_is_red_unread_or_missing(clerk_at, browser_errors):
    browser_errors.expect("422")
    score_list = open_list(3, rounds=1)
    clerk = clerk_at(score_list)
    clerk.enter("g32", "?1", "h13")
    clerk.wait(3, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-danger")
    expect(clerk.page.locator("#table-answer")).to_contain_text("Die Liste bleibt offen")
    clerk.press("F2")
    clerk.page.wait_for_selector("#row-2 .line:focus")
    clerk.type("x12")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    score_list.refresh_from_db()
    assert score_list.state == ListState.ENTERED
    assert clerk.page.evaluate("document.activeElement.id") == "table-number"


@pytest.mark.long
def test_list_ended_early_needs_a_reason_and_strikes_the_rest(clerk_at):
    score_list = open_list(3, rounds=2)
    clerk = clerk_at(score_list)
    clerk.enter("g32", "0", "h13")
    clerk.wait(3, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#broken-off[open]")
    assert accessibility_violations(clerk.page) == []
    clerk.type("time")
    clerk.press("Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    score_list.refresh_from_db()
    assert (score_list.games_played, score_list.stop_reason) == (3, "time")


@pytest.mark.long
def test_refused_correction_is_sent_by_enter_after_the_table_agreed(clerk_at, browser_errors):
    """SkO 5.5.3: an entered list changes only with the agreement of all."""
    browser_errors.expect("422")
    score_list = open_list(3, rounds=1)
    clerk = clerk_at(score_list)
    clerk.enter("g32", "0", "h13")
    clerk.press("Control+Enter")
    expect(clerk.page.locator("#leave")).to_contain_text("Das war die letzte Liste.")
    clerk.page.click("#row-1 .line")
    clerk.enter("g22")
    clerk.wait(1, "wrong")
    clerk.page.check("#leave [name=agreed]")
    assert accessibility_violations(clerk.page) == []
    clerk.page.click("#row-1 .line")
    clerk.press("Enter")
    clerk.wait(1, "stored")
    assert scores(score_list)[1] == 72


@pytest.mark.long
def test_after_closing_a_table_number_and_enter_open_the_next_list(clerk_at):
    series = seated(8, rounds=1)
    first, second = series.lists.select_related("series__tournament")
    clerk = clerk_at(first)
    clerk.enter("g32", "0", "0", "0")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    clerk.enter("2")
    clerk.page.wait_for_url(f"**/lists/{second.pk}/")
    clerk.wait_at(1)


@pytest.mark.long
def test_alt_down_at_a_name_exchanges_two_people(clerk_at, score_list):
    """TO 7.1.2: the organizer alone."""
    clerk = clerk_at(score_list, role=Role.ORGANIZER)
    clerk.enter("g32")
    clerk.wait(1, "stored")
    before = clerk.page.inner_text("#name-1"), clerk.page.inner_text("#name-2")
    clerk.page.focus(".seat[data-seat='1']")
    clerk.press("Alt+ArrowDown")
    expect(clerk.page.locator("#name-1")).to_have_text(before[1])
    assert clerk.page.inner_text("#name-2") == before[0]
    assert clerk.page.inner_text("#sum-2") == "96"


@pytest.mark.long
def test_wrong_foot_is_located_with_at_most_six_numbers(clerk_at, score_list):
    """docs/law.md "A score list": the paper has 44 for game 22 of seat 2 where 40 were typed."""
    lines = [line(n, 2 if n % 4 != 2 else None) for n in range(1, 49)]
    record_games(score_list, lines, by=COLLEAGUE, revision=score_list.revision)
    paper = {each.number: 20 for each in lines if each.soloist}
    wrong = 23
    paper[wrong] = 24
    clerk = clerk_at(score_list)
    clerk.page.focus("#foot input[name=points_2]")
    total = sum(paper.values())
    for figure in (str(total), "36", "0", str(total + 1800)):
        clerk.type(figure)
        clerk.press("Tab")
    clerk.page.click("#foot button")
    questions = 0
    while clerk.page.wait_for_selector("#trace-total, .found").get_attribute("id") == "trace-total":
        number = int(clerk.page.input_value("#trace [name=number]"))
        questions += 1
        old = clerk.page.query_selector("#trace")
        clerk.enter(str(sum(score for n, score in paper.items() if n <= number)))
        old.wait_for_element_state("hidden")
    assert questions <= 6
    clerk.wait_at(wrong)


@pytest.mark.long
def test_the_mouse_appends_to_the_same_line(clerk, score_list):
    page = clerk.page
    page.click(".pad-toggle")
    for types in ("g", "3", "2"):
        page.click(f"#pad [data-types='{types}'] >> nth=-1")
    page.click("#pad [data-act=enter]")
    clerk.wait(1, "stored")
    assert scores(score_list) == {1: 96}


@pytest.mark.long
def test_list_is_typed_on_a_telephone(clerk_at, score_list, phone):
    clerk = clerk_at(score_list, page=phone)
    page = clerk.page
    for keys in (["h", "-", "1", "*", "3"], ["0"], ["x", "2", "v", "1"]):
        if keys == ["0"]:
            page.tap("#pad [data-types='0']")
        else:
            for types in keys[:-1]:
                page.tap(f"#pad .key[data-types='{types}'] >> nth=0")
            page.tap(f"#pad .seat-key[data-types='{keys[-1]}']")
        page.tap("#pad [data-act=enter]")
    clerk.wait(3, "stored")
    assert scores(score_list) == {1: 30, 2: 0, 3: -72}
    assert page.get_attribute("#row-4 .line", "inputmode") == "none"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#row-4 .line").bounding_box()
    bottom = page.locator(".desk-bottom").bounding_box()
    assert box["y"] + box["height"] <= bottom["y"], "the line is covered by the buttons"


@pytest.mark.parametrize("language", repeats("de-DE", "en-GB"))
def test_the_page_is_accessible_also_with_errors_on_it(
    clerk_at, score_list, new_context, browser_errors, language
):
    browser_errors.expect("422")
    clerk = clerk_at(score_list, page=new_context(locale=language).new_page())
    clerk.enter("g32", "k13", "?2=458", "0")
    clerk.wait(4, "stored")
    clerk.press("F1")
    clerk.page.click(".pad-toggle")
    assert accessibility_violations(clerk.page) == []


@pytest.mark.long
def test_viewer_has_no_input_fields(clerk_at, score_list):
    colleague_types(score_list, line(1, 2))
    viewer = clerk_at(score_list, role=Role.VIEWER)
    assert "20" in viewer.row(1)
    assert viewer.page.query_selector(".line") is None
    assert accessibility_violations(viewer.page) == []


@pytest.mark.long
def test_a_closed_list_is_not_closed_again_ctrl_enter_goes_on_to_the_next_table(clerk_at):
    score_list = open_list(rounds=1)
    clerk = clerk_at(score_list)
    clerk.enter("h12", "h13", "0", "x1*3")
    clerk.wait(4, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    assert not clerk.page.is_visible("[data-act=close]")
    clerk.page.click("#row-4 .line")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#table-number:focus")
    assert LogEntry.objects.filter(action="list.closed").count() == 1
    assert clerk.page.locator("#notice .alert-danger").count() == 0
