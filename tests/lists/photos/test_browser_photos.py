"""A clerk drops a photo, looks at what is asked, and closes the list: with how many keys."""

import pytest
from playwright.sync_api import expect

from scoring.models import Game, ListPhoto, LogEntry, ScoreList
from scoring.models.score_list import ListState
from tests.browser import PATIENCE
from tests.clerk import Clerk
from tests.photographed import FOLDER, FOUR, photographed, read_once, truth_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _read_once(monkeypatch):
    read_once(monkeypatch)


@pytest.fixture
def score_list() -> ScoreList:
    return photographed(FOUR)


@pytest.fixture
def clerk(clerk_at, score_list) -> Clerk:
    clerk = clerk_at(score_list)
    clerk.open("series-photos", score_list.series_id)
    clerk.page.wait_for_load_state()
    return clerk


def drop(clerk: Clerk, *names: str) -> None:
    files = [FOLDER / f"{name}.jpg" for name in names]
    clerk.page.set_input_files("#photos [name=file]", files)
    expect(clerk.page.locator("#photo-list progress")).to_have_count(0, timeout=3 * PATIENCE)


def test_a_list_is_entered_from_its_photo_with_a_few_keys(clerk, score_list, counted):
    """docs/photo.md "The page": typed, these 24 games are 115 keys."""
    drop(clerk, FOUR)
    clerk.page.locator(f"#photo-{score_list.pk} a.btn").click()
    take = clerk.page.locator("#photo-take")
    expect(take).to_be_focused()
    clerk.keys = 0
    clerk.press("Enter")
    expect(take).to_have_count(0)
    truth = truth_of(FOUR)["lines"]
    rows = clerk.page.locator(".game[data-photo=asked]")
    for place in range(rows.count()):
        row = rows.nth(place)
        field = row.locator(".line")
        expect(field).to_be_focused()
        number = int(str(row.get_attribute("data-number")))
        offered = field.get_attribute("placeholder")
        if offered != truth[number - 1]:
            clerk.type(str(truth[number - 1]))
        clerk.press("Enter")
        clerk.wait(number, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    counted("a photographed list of 24 games", clerk.keys, 12)
    assert ScoreList.objects.get().state == ListState.ENTERED
    said = [clerk.line(number) for number in range(1, 25)]
    assert said == truth
    reasons = set(LogEntry.objects.filter(action="list.game.recorded").values_list("reason"))
    assert ("photo",) in reasons


def test_typing_replaces_what_the_photo_offers(clerk, score_list):
    drop(clerk, FOUR)
    clerk.open("list", score_list.pk)
    clerk.page.locator("#row-2 .line").focus()
    clerk.enter("g11")
    clerk.wait(2, "stored")
    assert clerk.line(2) == "g11"
    assert LogEntry.objects.get(action="list.game.recorded").reason == ""
    assert Game.objects.get().number == 2


def test_the_strip_follows_the_caret(clerk, score_list):
    drop(clerk, FOUR)
    clerk.open("list", score_list.pk)
    view = clerk.page.locator(".photo-view")
    tops = []
    for number in (2, 12, 22):
        clerk.page.locator(f"#row-{number} .line").focus()
        tops.append(view.evaluate("view => view.scrollTop"))
    assert tops == sorted(set(tops))
    clerk.page.locator("[data-photo-act=tall]").click()
    clerk.page.locator("[data-photo-act=turn]").click()


def test_two_photos_are_read_one_after_the_other_and_the_second_time_refused(
    clerk, score_list, browser_errors
):
    browser_errors.expect("422")
    drop(clerk, FOUR, FOUR)
    items = clerk.page.locator("#photo-list .photo-item")
    expect(items).to_have_count(2)
    expect(clerk.page.locator("#photo-list .is-red")).to_contain_text("ist schon da")
    assert ListPhoto.objects.count() == 1
