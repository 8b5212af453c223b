"""The screen belongs to the work: where a page begins, and how much of it is in sight.

The window of a club's laptop of 1366 × 768 is 650 high below the browser's bars.
"""

import pytest
from django.urls import reverse

from scoring.models import Actor
from tests.browser import PHONE
from tests.clerk import signed_in
from tests.factories import make_user
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


def test_the_work_is_in_sight_without_scrolling(new_context, live_server):
    chief = make_user("helga", superuser=True)
    tournament = preisskat(Actor(chief))
    size = {"width": 1366, "height": SEEN}
    laptop = new_context(viewport=size, color_scheme="light").new_page()
    signed_in(laptop, chief, live_server.url)

    def opened(name: str, pk: int) -> dict[str, int]:
        laptop.goto(live_server.url + reverse(name, args=[pk]))
        return measure(laptop)

    figures = {name: opened(name, tournament.pk) for name in OF_TOURNAMENT}
    figures["pot-change"] = opened("pot-change", tournament.pots.get(number=2).pk)
    fields = laptop.locator("main .field").filter(visible=True)
    bottoms = [fields.nth(index).bounding_box() for index in range(4)]
    assert max(box["y"] + box["height"] for box in bottoms) <= SEEN
    assert laptop.locator(".tabs-row a, .tabs > .menu").count() <= MAX_TABS

    figures["series"] = opened("series", tournament.series.get(number=2).pk)
    tables = laptop.locator(".tables a")
    assert tables.count() == 12
    last = tables.last.bounding_box()
    assert last["y"] + last["height"] <= SEEN
    for name in ("season", "season-members"):
        figures[name] = opened(name, tournament.season_id)
        assert figures[name]["content"] <= WITHOUT_STEP

    late = {name: each["content"] for name, each in figures.items() if each["content"] > WITH_STEP}
    sideways = {name: each["sideways"] for name, each in figures.items() if each["sideways"]}
    assert (late, sideways) == ({}, {})
    for name, rows in {"standings": 11, "entries": 8, "money-open": 9}.items():
        assert figures[name]["rows"] >= rows, name

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
        overflow = laptop.locator(frame).first.evaluate("e => getComputedStyle(e).overflowX")
        assert overflow == "visible"
        assert laptop.locator(".desk-bottom").filter(visible=True).count() == 0
    laptop.emulate_media(media="screen")

    laptop.set_viewport_size(PHONE)
    on_phone = {name: opened(name, tournament.pk)["sideways"] for name in OF_TOURNAMENT}
    assert {name: pixels for name, pixels in on_phone.items() if pixels} == {}

    laptop.set_viewport_size({"width": 390, "height": 480})  # above the telephone's own keys
    first, last = (tournament.series.get(number=each) for each in (1, 3))
    player, score_list = tournament.entries.get(start_number=1).pk, first.lists.earliest("pk").pk
    for name, keys in (
        ("series-late", [last.pk]),
        ("entry", [player]),
        ("entry-change", [player]),
        ("series-seat", [last.pk, 1]),
        ("series-fees", [first.pk]),
        ("list", [first_list]),
        ("list-totals", [score_list]),
    ):
        laptop.goto(live_server.url + reverse(name, args=keys))
        assert measure(laptop)["sideways"] == 0, name
        assert laptop.evaluate(OUT_OF_SIGHT) == [], name
        # Long names of buttons stood beside each other, whatever room there was.
        laptop.evaluate("document.documentElement.classList.add('large')")
        assert measure(laptop)["sideways"] == 0, name
