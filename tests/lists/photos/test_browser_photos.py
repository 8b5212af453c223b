"""A clerk drops a photo, looks at what is asked, and closes the list: with how many keys."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scoring.lists.views import lines
from scoring.models import Game, LogEntry, ScoreList
from scoring.models.score_list import ListState
from tests.browser import PATIENCE
from tests.clerk import Clerk
from tests.photographed import FOLDER, FOUR, photographed, read_once, truth_of

PHOTOS = Path(os.environ.get("PHOTOS", "none"))
TAKEN = sorted(file.stem for file in PHOTOS.glob("*.jpg"))

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _read_once(monkeypatch):
    read_once(monkeypatch)


@pytest.fixture
def score_list() -> ScoreList:
    return photographed(FOUR)


@pytest.fixture
def clerk(clerk_at, score_list) -> Clerk:
    return at_photos(clerk_at, score_list)


def at_photos(clerk_at: Callable[..., Clerk], score_list: ScoreList) -> Clerk:
    clerk = clerk_at(score_list)
    clerk.open("series-photos", score_list.series_id)
    clerk.page.wait_for_load_state()
    return clerk


def drop(clerk: Clerk, *names: str, folder: Path = FOLDER) -> None:
    files = [folder / f"{name}.jpg" for name in names]
    clerk.page.set_input_files("#photos [name=file]", files)
    expect(clerk.page.locator("#photo-list progress")).to_have_count(0, timeout=3 * PATIENCE)


def enter(clerk: Clerk, list_id: int, truth: list[str]) -> tuple[int, int]:
    """Enter the list as its photo shows it; how many rows were asked, and how many typed."""
    clerk.page.locator(f"#photo-{list_id} a.btn").click()
    take = clerk.page.locator("#photo-take")
    expect(take).to_be_focused()
    clerk.keys = 0
    clerk.press("Enter")
    expect(take).to_have_count(0)
    rows = clerk.page.locator(".game[data-photo=asked]")
    asked, typed = rows.count(), 0
    for place in range(asked):
        row = rows.nth(place)
        field = row.locator(".line")
        expect(field).to_be_focused()
        number = int(str(row.get_attribute("data-number")))
        if field.get_attribute("placeholder") != truth[number - 1]:
            clerk.type(truth[number - 1])
            typed += 1
        clerk.press("Enter")
        clerk.wait(number, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    return asked, typed


def test_a_list_is_entered_from_its_photo_with_a_few_keys(clerk, score_list, counted):
    """docs/photo.md "The page": typed, these 24 games are 115 keys."""
    drop(clerk, FOUR)
    truth = list(truth_of(FOUR)["lines"])
    enter(clerk, score_list.pk, truth)
    counted("a photographed list of 24 games", clerk.keys, 12)
    assert ScoreList.objects.get().state == ListState.ENTERED
    said = [clerk.line(number) for number in range(1, 25)]
    assert said == truth
    reasons = set(LogEntry.objects.filter(action="list.game.recorded").values_list("reason"))
    assert ("photo",) in reasons


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKEN)
def test_a_simulated_list_is_entered_from_its_photo(name, clerk_at, counted):
    """Of photos that `tools.photo.simulate` has written into the folder PHOTOS."""
    score_list = photographed(name, PHOTOS)
    clerk = at_photos(clerk_at, score_list)
    drop(clerk, name, folder=PHOTOS)
    truth = list(truth_of(name, PHOTOS)["lines"])
    if clerk.page.locator("#photo-list .is-red").count():
        pytest.skip("refused")
    asked, typed = enter(clerk, score_list.pk, truth)
    counted(f"photo {name}, {len(truth)} games, {asked} asked, {typed} typed", clerk.keys, 240)
    said = [clerk.line(number) for number in range(1, len(truth) + 1)]
    assert said == truth


def test_typing_replaces_what_the_photo_offers(clerk, score_list):
    drop(clerk, FOUR)
    clerk.open("list", score_list.pk)
    clerk.page.locator("#row-2 .line").focus()
    clerk.enter("g11")
    clerk.wait(2, "stored")
    assert clerk.line(2) == "g11"
    assert LogEntry.objects.get(action="list.game.recorded").reason == ""
    assert Game.objects.get().number == 2


def test_arrows_move_the_strip_and_scroll_the_photo(clerk, score_list, monkeypatch):
    """They moved it whatever had the focus, so that a closed list could not be scrolled."""
    drop(clerk, FOUR)
    monkeypatch.setattr(lines, "may_correct", lambda *_: False)
    clerk.open("list", score_list.pk)
    prevented = """key => {
        const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...key })
        return !document.querySelector(key.on).dispatchEvent(event)
    }"""
    ask = partial(clerk.page.evaluate, prevented)
    down = {"key": "ArrowDown", "on": "body"}
    assert ask(down)
    assert not ask(down | {"ctrlKey": True})
    assert not ask(down | {"on": ".photo-view"})
    clerk.page.locator("[data-photo-act=turn]").click()
    assert not ask(down)


def test_a_file_that_is_too_large_is_not_sent(clerk):
    posts = []
    clerk.page.on("request", lambda request: posts.append(request.method))
    clerk.page.eval_on_selector("#photos [name=file]", "field => { field.dataset.most = 1000000 }")
    scan = {"name": "scan.pdf", "mimeType": "application/pdf", "buffer": b" " * 1_000_001}
    clerk.page.set_input_files("#photos [name=file]", scan)
    expect(clerk.page.locator("#photo-list .is-red")).to_contain_text("1 MB")
    assert not posts
