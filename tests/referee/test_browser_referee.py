"""Look-ups for everybody and the referee's desk, at real browsers."""

import time
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor, Role
from tests.browser import PHONE, accessibility_violations
from tests.factories import line, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BY = Actor(name="test")
ENGLISH = "en-US"


def test_the_calculator_answers_typed_games_of_every_system(
    new_context: Any, live_server: Any
) -> None:
    """Typed by a visitor without an account, on a telephone; the sums: tests/lookups."""
    page = new_context(viewport=PHONE, locale=ENGLISH).new_page()
    page.goto(live_server.url + reverse("calculator"))
    page.click("summary:has-text('Other rules')")
    for typed, system, score in (("g4o", "texas", "+288"), ("h1h/36", "isko-1998", "−80")):
        page.select_option("#id_system", system)
        page.click(".look-system button")
        page.fill("#id_line", typed)
        page.press("#id_line", "Enter")
        expect(page.locator("#score")).to_have_text(score)
    page.click("#again")
    expect(page.locator("#score")).to_have_text("−80")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert accessibility_violations(page) == []


def test_tapping_answers_at_once_and_counts_the_tops_from_the_cards(
    new_context: Any, live_server: Any
) -> None:
    """SkO 2.4.2: held and found in the skat."""
    page = new_context(locale=ENGLISH).new_page()
    page.goto(live_server.url + reverse("calculator"))
    page.click("#tap label:has-text('hearts')")
    expect(page.locator("#sum")).to_have_text("with 1, game 2 × 10 = 20, won 20")
    page.click("#tap label:has-text('hand') >> nth=0")
    page.fill("#id_bid", "36")
    page.press("#id_bid", "Enter")
    expect(page.locator("#sum")).to_contain_text("bid 36: overbid → 40, lost −80")
    page.fill("#id_bid", "")
    page.click("#tap summary")
    for card in ("♣J", "♠J", "♥J", "♦J", "♥A"):
        page.click(f".look-cards label:has-text('{card}') >> nth=0")
    expect(page.locator("#sum")).to_have_text("with 5, game 6, hand 7 × 10 = 70, won 70")
    assert accessibility_violations(page) == []


def test_a_defender_s_revoke_with_schneider_needed_changes_list_standings_and_history(
    clerk_at: Any, new_context: Any
) -> None:
    """SkO 4.2.3, 4.1.5: 45 points, hearts with 1 bid to 30 and written as lost; schneider is
    credited. Every question takes the caret.
    """
    entered = open_list(rounds=1)
    games = [line(1, 2), line(2, 1, won=False, bid=30), line(3), line(4, 1)]
    record_games(entered, games, by=BY, revision=1)
    close_list(entered, by=BY, revision=entered.revision)
    english = new_context(locale=ENGLISH).new_page()
    referee = clerk_at(entered, page=english, role=Role.REFEREE)
    page, began = referee.page, time.monotonic()
    page.click("#row-2 .line")
    page.click(".desk-tools summary")
    page.click("#to-referee")
    expect(page.locator("#id_game")).to_have_value("2")
    assert accessibility_violations(page) == []
    page.click("a:has-text('A suit was not followed')")
    for asked, choice in (
        ("When was the revoke found?", "at once"),
        ("Who erred?", "a defender"),
        ("demand that play goes on?", "no"),
        ("Card-points of the soloist", "45"),
        ("Card-points of the defenders", "20"),
        ("Did the cards exclude schneider", "no"),
    ):
        expect(page.locator(".next-question")).to_contain_text(asked)
        if choice.isdecimal():
            expect(page.locator("#id_answer")).to_be_focused()
            page.keyboard.type(choice)
            page.keyboard.press("Enter")
        else:
            expect(page.locator(".next-question fieldset")).to_be_focused()
            page.click(f".next-question button:has-text('{choice}')")
    decision = page.locator(".decision-texts [lang=en]")
    expect(page.locator("[tabindex='-1']:has(> .decision-texts)")).to_be_focused()
    # A paragraph opens as a page of its own, and the way back leads to the decision.
    page.click(".decision-texts cite a >> nth=0")
    expect(page.locator("h1")).to_have_text("Rules")
    page.go_back()
    expect(decision.locator(".total")).to_contain_text("schneider 3 × 10 = 30")
    expect(decision).to_contain_text("SkO 4.1.5")
    assert accessibility_violations(page) == []
    page.fill("#id_note", "trick five")
    page.click("button[name=enter]")
    expect(page.locator("h1")).to_contain_text("Decision 1")
    assert time.monotonic() - began < 60

    entered.refresh_from_db()
    assert entered.line(2).game.credited == "schneider"
    assert entered.seat_rows.get(position=1).points == 50
    referee.open("list", entered.pk)
    assert "30" in referee.row(2)
    referee.open("standings", entered.series.tournament_id)
    expect(page.locator("table tbody tr").first).to_contain_text("150")
    referee.open("list-history", entered.pk)
    expect(page.locator("main")).to_contain_text("trick five")
    expect(page.locator("main")).to_contain_text("SkO 4.1.5")
    referee.open("rulings", entered.series.tournament_id)
    expect(page.locator("table")).to_contain_text("A suit was not followed")
    assert accessibility_violations(page) == []
