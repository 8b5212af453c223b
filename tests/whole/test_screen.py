"""The screen belongs to the work: where a page begins, and how much of it is in sight.

The window of a club's laptop of 1366 × 768 is 650 high below the browser's bars.
"""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page

from scoring.models import Actor, Pot, Series
from tests.browser import PHONE, sign_in
from tests.factories import make_user
from tests.visitors import browser as client_of
from tools.screens.measure import SEEN, measure
from tools.screens.world import preisskat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WITH_STEP, WITHOUT_STEP = 250, 200  # y at which the content of a page begins, at most
MAX_TABS = 7
OF_TOURNAMENT = (
    *("entries", "teams", "standings", "money-open", "pots", "award", "ledger", "till"),
    *("prints", "log", "people", "tournament-settings", "tournament-public", "rulings"),
)
# Fields that are covered, or outside the window, when the caret is in them.
OUT_OF_SIGHT = """() => [...document.querySelectorAll("main :is(input, select):not(.line)")]
  .filter((field) => field.type !== "hidden")
  .filter((field) => field.checkVisibility({visibilityProperty: true})
    && !field.closest("details:not([open]) > :not(summary)"))
  .filter((field) => {
    field.focus()
    const {x, y, width, height} = field.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return y < 0 || y + height > innerHeight + 1 || !field.parentNode.contains(top)
  }).map((field) => field.id || field.name)"""


@pytest.fixture
def laptop(browser: Browser, live_server) -> Iterator[Page]:
    size = {"width": 1366, "height": SEEN}
    context = browser.new_context(viewport=size, locale="de-DE", color_scheme="light")
    page = context.new_page()
    yield page
    context.close()


def test_the_work_is_in_sight_without_scrolling(laptop: Page, live_server):
    chief = make_user("helga", superuser=True)
    tournament = preisskat(Actor(chief))
    sign_in(laptop, client_of(chief), live_server.url)

    def opened(name: str, pk: int) -> dict[str, int]:
        laptop.goto(live_server.url + reverse(name, args=[pk]))
        return measure(laptop)

    figures = {name: opened(name, tournament.pk) for name in OF_TOURNAMENT}
    figures["pot-change"] = opened(
        "pot-change", Pot.objects.get(number=2, tournament=tournament).pk
    )
    fields = laptop.locator("main .field").filter(visible=True)
    bottoms = [fields.nth(index).bounding_box() for index in range(4)]
    assert max(box["y"] + box["height"] for box in bottoms) <= SEEN
    assert laptop.locator(".tabs-row a, .tabs > .menu").count() <= MAX_TABS

    figures["series"] = opened("series", Series.objects.get(number=2, tournament=tournament).pk)
    tables = laptop.locator(".tables a")
    assert tables.count() == 12
    last = tables.last.bounding_box()
    assert last["y"] + last["height"] <= SEEN
    for name, pk in (("season", tournament.season_id), ("season-members", tournament.season_id)):
        figures[name] = opened(name, pk)
        assert figures[name]["content"] <= WITHOUT_STEP

    late = {name: each["content"] for name, each in figures.items() if each["content"] > WITH_STEP}
    sideways = {name: each["sideways"] for name, each in figures.items() if each["sideways"]}
    assert (late, sideways) == ({}, {})
    assert figures["standings"]["rows"] >= 11
    assert figures["entries"]["rows"] >= 8
    assert figures["money-open"]["rows"] >= 9

    laptop.locator(".bar > .menu summary").last.click()
    laptop.locator("[data-large]").click()
    laptop.reload()
    assert laptop.evaluate("getComputedStyle(document.documentElement).fontSize") == "19px"
    laptop.locator(".bar > .menu summary").last.click()
    laptop.locator("[data-large]").click()

    laptop.emulate_media(media="print")
    first_list = tournament.series.get(number=3).lists.earliest("pk").pk
    for name, pk, frame in (
        ("standings", tournament.pk, ".table-responsive"),
        ("list", first_list, ".grid-scroll"),
    ):
        laptop.goto(live_server.url + reverse(name, args=[pk]))
        laptop.set_viewport_size({"width": 794, "height": 1123})  # A4
        # Cut off on paper is gone; what sticks out is made smaller by the browser.
        assert (
            laptop.locator(frame).first.evaluate("e => getComputedStyle(e).overflowX") == "visible"
        )
        assert laptop.locator(".desk-bottom").filter(visible=True).count() == 0
    laptop.emulate_media(media="screen")

    laptop.set_viewport_size(PHONE)
    on_phone = {name: opened(name, tournament.pk)["sideways"] for name in OF_TOURNAMENT}
    assert {name: pixels for name, pixels in on_phone.items() if pixels} == {}

    laptop.set_viewport_size({"width": 390, "height": 480})  # above the telephone's own keys
    first, last = (Series.objects.get(number=each, tournament=tournament) for each in (1, 3))
    player, score_list = tournament.entries.get(start_number=1).pk, first.lists.earliest("pk").pk
    new_list = last.lists.earliest("pk").pk
    for name, keys in (
        ("series-late", [last.pk]),
        ("entry", [player]),
        ("entry-change", [player]),
        ("series-seat", [last.pk, 1]),
        ("series-fees", [first.pk]),
        ("list", [new_list]),
        ("list-totals", [score_list]),
    ):
        laptop.goto(live_server.url + reverse(name, args=keys))
        assert measure(laptop)["sideways"] == 0, name
        assert laptop.evaluate(OUT_OF_SIGHT) == [], name
        # Long names of buttons stood beside each other, whatever room there was.
        laptop.evaluate("document.documentElement.classList.add('large')")
        assert measure(laptop)["sideways"] == 0, name
