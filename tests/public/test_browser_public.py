"""Public pages in a browser: telephones, the projector, and the organizer's freeze."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Person, Role, Season, Team, Tournament
from scoring.public import services
from scoring.rules.announcement import ITEMS
from scoring.series.services.series import move_series
from scoring.simulation import services as simulation
from scoring.standings.reads.players import standings
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.effort import repeats
from tests.factories import adjust, make_category, make_member, make_team
from tests.simulated import BY, DAY

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLAN = simulation.SimulationPlan(24, 3, "pages", "Herbstpokal", DAY, rounds=3)
SMALL = {"width": 360, "height": 640}
PROJECTOR = {"width": 1280, "height": 720}


@pytest.fixture
def tournament() -> Tournament:
    """Two series are played and released; the third is being played, its seating is released."""
    found = simulation.register(PLAN, by=BY)
    for number in (1, 2):
        simulation.play_series(PLAN, found, number, by=BY)
        services.set_part_public(found.series.get(number=number), "results", True, by=BY)
    third = simulation.seat_series(PLAN, found, 3, by=BY)
    move_series(third, "playing", by=BY)
    services.set_part_public(third, "seating", True, by=BY)
    found.refresh_from_db()
    services.set_shows_releases(found, False, by=BY)
    services.set_public(found, True, by=BY)
    words = {item.code: f"wie besprochen ({item.code})" for item in ITEMS}
    services.save_announcement(found, words, by=BY)
    services.publish_announcement(found, by=BY)
    return found


LONG = ("Brzęczyszczykiewicz-Wawrzyniak", "Wolfeschlegelsteinhausenbergerdorff")
TEAM = "Skatclub „Grand ouvert mit Vieren“ Hintertupfingen-Unterzeitlarn, erste Mannschaft Herren"


def give_long_names(tournament: Tournament) -> None:
    for number, family in enumerate(LONG, 1):
        person = Person.objects.filter(entries__start_number=number)
        person.update(family=family, given="Grzegorz Władysław")
    make_team(tournament, range(1, 5))
    Team.objects.update(name=TEAM)


def enter_table(tournament: Tournament, table: int) -> None:
    score_list = tournament.series.get(number=3).lists.get(table_number=table)
    simulation.enter_list(PLAN, score_list, simulation.play_table(PLAN, score_list), by=BY)


@pytest.fixture
def at(live_server: Any, tournament: Tournament) -> Callable[..., str]:
    return lambda name, *args: live_server.url + reverse(name, args=[tournament.pk, *args])


PAGES: tuple[tuple[str, *tuple[object, ...]], ...] = (
    *(("room",), ("room-pictures",), ("room-plan",), ("room-announcement",), ("room-wall",)),
    *(("room-seating", 3), ("room-tables", 3), ("room-player", 1), ("room-list", 1, 1)),
    *(("room-standings",), ("room-kind-standings", "special/most-won")),
    ("room-kind-standings", "team"),
)


@pytest.mark.parametrize("size", repeats(SMALL, {"width": 1280, "height": 800}))
def test_pages_are_accessible_and_fit_the_screen(new_context, at, tournament, size):
    """Also with long names, and an adjustment."""
    give_long_names(tournament)
    adjust(tournament, 1, -50)
    page = new_context(viewport=size).new_page()
    for name, *args in PAGES:
        page.goto(at(name, *args))
        page.wait_for_load_state("networkidle")
        assert accessibility_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name


@pytest.mark.parametrize("size", repeats(SMALL, {"width": 1280, "height": 800}))
def test_season_page_is_accessible(new_context, at, tournament, live_server, size):
    tournament.season = Season.objects.create(name="2026/27", public=True)
    tournament.save()
    page = new_context(viewport=size).new_page()
    page.goto(at("room"))
    page.get_by_text("2026/27").click()
    expect(page.locator(".listing tbody tr")).to_have_count(24)
    assert accessibility_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    # A click in the head changes the language for all later pages.
    for language in ("en", "de"):
        link = page.locator(f".languages a[lang={language}]")
        link.click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(link).to_have_attribute("aria-current", "true")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("name", repeats("announcement", "tournament-public", "public-links"))
def test_organizer_pages_are_accessible(desk: Page, at, tournament, live_server, name):
    services.set_frozen_after(tournament, 1, by=BY)
    signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    desk.goto(at(name))
    for size in ({"width": 1280, "height": 800}, PHONE):
        desk.set_viewport_size(size)
        assert accessibility_violations(desk) == [], name
        assert desk.evaluate("document.documentElement.scrollWidth") <= size["width"], name


def test_seat_is_found_by_a_few_letters_on_a_telephone(phone: Page, at, tournament):
    person = tournament.entries.get(start_number=7).person
    phone.goto(at("room"))
    phone.get_by_text("Meinen Platz finden").or_(phone.get_by_text("Find my seat")).click()
    rows = phone.locator(".listing tbody tr")
    expect(rows).to_have_count(24)
    phone.locator("[data-filter]").fill(f"{person.given} {person.family[:6]}".lower())
    expect(rows.locator("visible=true")).to_have_count(1)
    expect(rows.locator("visible=true")).to_contain_text(person.family)
    phone.locator("[data-filter]").fill("niemand")
    expect(phone.locator("[data-nobody]")).to_be_visible()


def test_page_refreshes_itself_and_keeps_input(desk: Page, at, tournament):
    desk.clock.install()
    desk.goto(at("room-standings"))
    desk.locator("[data-filter]").fill("a")
    expect(desk.locator(".sub a", has_text="3")).to_have_count(0)
    services.set_part_public(tournament.series.get(number=3), "results", True, by=BY)
    enter_table(tournament, 1)
    desk.clock.fast_forward(21_000)
    expect(desk.locator(".sub a", has_text="3")).to_have_count(1)
    expect(desk.locator("[data-filter]")).to_have_value("a")


@pytest.fixture
def wall(new_context, at) -> Callable[[str], Page]:
    def opened(query: str) -> Page:
        page: Page = new_context(viewport=PROJECTOR).new_page()
        page.clock.install()
        page.goto(at("room-wall") + query)
        expect(page.locator("#screen .shown li").first).to_be_visible()
        return page

    return opened


# Texts that are cut off, off the screen or smaller than a 25th of the picture.
UNREADABLE = """() => {
  const screen = document.getElementById("screen").getBoundingClientRect();
  const every = "h1, header p, #note, #screen .shown li, #screen .shown span";
  return [...document.querySelectorAll(every)].filter((each) => {
    const box = each.getBoundingClientRect();
    if (box.left >= screen.right || box.right <= screen.left) return false; // of another page
    const { display, fontSize } = getComputedStyle(each);
    const beyond = box.bottom > screen.bottom + 1 || box.right > screen.right + 1;
    const wide = display !== "inline" && each.scrollWidth > each.clientWidth + 6;
    const tall = each.tagName === "H1" && each.scrollHeight > each.clientHeight + 6;
    const small = parseFloat(fontSize) < innerHeight / 25 - 0.1;
    return (each.tagName === "LI" && beyond) || wide || tall || small;
  }).map((each) => each.textContent);
}"""
# The rows that stand on the page of this moment.
ROWS = """() => {
  const room = document.getElementById("screen").getBoundingClientRect();
  return [...document.querySelectorAll("#screen .shown .list li")]
    .map((row) => row.getBoundingClientRect())
    .filter((box) => box.right > room.left && box.left < room.right).length;
}"""


def test_projector_rotates_and_every_page_shows_long_names_complete_and_large(wall, tournament):
    give_long_names(tournament)
    make_category(
        tournament, "Damen und Herren der Altersklassen Ü60 bis Ü80 aus allen Verbänden", [1]
    )
    asked = "seating tables missing series overall team category special/most-won announcement"
    page = wall("?seconds=20&" + "&".join(f"show={each}" for each in asked.split()))
    titles, texts, rows = set(), "", 0
    for _turn in range(int(page.inner_text("#page").partition("/")[2])):
        assert page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight"
            " && document.documentElement.scrollWidth <= innerWidth"
        )
        assert page.evaluate(UNREADABLE) == []
        titles.add(page.inner_text("#title"))
        texts += page.inner_text("#screen")
        rows += page.evaluate(ROWS)
        page.clock.fast_forward(20_100)
    assert len(titles) == len(asked.split())
    assert rows == page.locator("#screen .list li").count(), "each stands on one page"
    assert texts.count(LONG[0]) >= 5
    assert TEAM in texts
    page.click("#pause")
    stays = page.inner_text("#page")
    page.clock.fast_forward(60_000)
    assert page.inner_text("#page") == stays


@pytest.mark.long
def test_the_organizer_builds_the_link(desk: Page, at, tournament, live_server):
    make_team(tournament, range(1, 5))
    signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    desk.goto(at("tournament-public"))
    for part in ("team", "tables"):
        desk.check(f"#projector [value={part}]")
    desk.select_option("#places", "20")
    desk.fill("#seconds", "30")
    asked = "?show=tables&show=team&seconds=30&places=20&look=dark"
    expect(desk.locator("#wall-link")).to_have_value(re.compile(re.escape(f"/wall/{asked}") + "$"))
    desk.goto(at("room-wall") + asked)
    expect(desk.locator("#screen .cards li").first).to_be_visible()
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("#screen")).to_contain_text("Skatbrüder")
    desk.click("#light")
    assert desk.get_attribute("html", "data-look") == "light"


@pytest.mark.long
def test_projector_marks_only_new_results_and_shows_nothing_of_a_private_tournament(
    wall, tournament, browser_errors
):
    browser_errors.expect("404")
    services.set_part_public(tournament.series.get(number=3), "results", True, by=BY)
    page = wall("?seconds=300&show=overall")
    expect(page.locator("#screen li.new")).to_have_count(0)
    enter_table(tournament, 2)
    page.clock.fast_forward(11_000)
    score_list = tournament.series.get(number=3).lists.get(table_number=2)
    players = {seat.entry_id for seat in score_list.seat_rows.all()}
    for row in standings(tournament).rows:
        if row.entry_id in players:
            new = f'#screen li[data-key="{row.start_number}"][data-value="{row.performance}"]'
            expect(page.locator(new)).to_have_count(1)
    expect(page.locator("#screen li.new")).to_have_count(len(players))
    page.clock.fast_forward(200_000)
    expect(page.locator("#screen li.new")).to_have_count(0)
    for public, rows in ((False, 0), (True, 24)):
        services.set_public(tournament, public, by=BY)
        page.clock.fast_forward(11_000)
        expect(page.locator("#screen .list li:not(.head)")).to_have_count(rows)
        closed = page.inner_text("#title") == page.get_attribute("body", "data-closed")
        assert closed is not public


# The smallest type of a row whose text is not a long one.
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#screen .shown li:not(.head) span")]
  .filter((each) => !each.classList.contains("long"))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


def test_projector_is_readable_from_ten_metres_and_survives_a_server_outage(wall, browser_errors):
    """5 cm at ten metres: a thirtieth of a picture 1.5 m high; capitals have 0.7 of the type."""
    browser_errors.expect("ERR_")
    browser_errors.expect("Failed to load")
    page = wall("?seconds=20&show=overall")
    assert page.evaluate(SMALLEST) * 0.7 >= PROJECTOR["height"] / 30
    page.context.set_offline(True)
    seen = set()
    for _time in range(7):
        page.clock.fast_forward(10_100)
        expect(page.locator("#screen .shown li").first).to_be_visible()
        seen.add(page.inner_text("#page"))
    expect(page.locator("#offline")).to_be_visible()
    assert len(seen) == 2
    page.context.set_offline(False)
    page.clock.fast_forward(10_100)
    # The wall may have been about to ask while it was offline; then it asks ten seconds later.
    expect(page.locator("#offline")).to_be_hidden()


def test_charts_are_drawn_and_have_a_table(desk: Page, at):
    desk.goto(at("room-pictures"))
    expect(desk.locator(".plot svg:visible")).to_have_count(3)
    for plot in desk.locator("[data-picture]").all():
        plot.get_by_text("Als Tabelle").click()
        expect(plot.locator("details table")).to_be_visible()
        assert plot.locator(".plot").get_attribute("aria-label")
    desk.goto(at("room-player", 1))
    expect(desk.locator(".plot svg:visible")).to_have_count(1)
