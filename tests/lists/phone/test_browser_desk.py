"""The phone of a table and a desk in the hall: what is entered there appears here."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.lists.services.games import record_game
from scoring.lists.services.sittings import SeatChange, change_seat
from scoring.models import Actor, Entry, Person, Role, TableAccess, TableCall
from scoring.referee.services import make_ruling
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.factories import line, make_member
from tests.incidents import REVOKE
from tests.lists.made import act
from tests.lists.phone import tables
from tests.lists.phone.finger import list_on_phones, points
from tests.lists.phone.tables import kept_by_phone, phone_of
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def hearts(number: int, soloist: int, **fields: object) -> dict[str, object]:
    return {"number": number, **tables.hearts(soloist, **fields)}


@pytest.mark.long
def test_a_ruling_stands_on_the_phone_until_it_is_seen_and_changes_the_game(at_table):
    """SkO 4.2.3; how it comes about: test_call_and_ruling.py."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all([hearts(1, 2), hearts(2, 1, won=False, bid=30)])
    finger.at_row(2, "call-about")
    finger.page.fill("#call-text", "Farbe nicht bedient")
    finger.tap("call-now")
    news = finger.page.locator("#notices")
    expect(news).to_contain_text("Farbe nicht bedient")
    finger.wait_sent()
    tournament, revision = score_list.series.tournament, fresh(score_list).revision
    by = Actor(make_member(tournament, Role.REFEREE))
    about = {"score_list": score_list, "number": 2, "soloist": 1}
    make_ruling(tournament, REVOKE, by=by, enter=True, revision=revision, **about)
    finger.hear()
    expect(news).to_contain_text("Schiedsrichter zu Spiel 2")
    expect(news).not_to_contain_text("Farbe nicht bedient")
    assert finger.totals == points(fresh(score_list)) == [30, 20, 0, 0]
    assert accessibility_violations(finger.page) == []
    finger.tap("ruling-seen")
    expect(news).not_to_contain_text("Schiedsrichter")  # the phone has kept that
    finger.open()
    expect(news).not_to_contain_text("Schiedsrichter")


@pytest.mark.long
def test_a_table_goes_on_as_three_when_the_organizer_has_entered_who_left(at_table):
    """SkO 4.5.9: a lost game then counts 40 for the others, and the deal passes the seat over."""
    score_list = list_on_phones(4, rounds=3)
    finger = at_table(score_list)
    left = score_list.seat_rows.get(position=2).entry.person
    finger.play_all([hearts(1, 2), hearts(2, 1), hearts(3, 1), hearts(4, 3, won=False)])
    finger.tap("menu")
    finger.tap("players")
    finger.tap("seat", 2)
    finger.tap("round", 1)
    expect(finger.page.locator("#sheet")).to_contain_text("zu dritt")
    assert accessibility_violations(finger.page) == []
    finger.tap("tell-players")
    news = finger.page.locator("#notices")
    expect(news).to_contain_text(f"{left} geht nach Runde 1.")

    finger.wait_sent()
    assert TableCall.objects.get().text == f"{left} geht nach Runde 1."
    act(change_seat, score_list, SeatChange(2, 1), reason="am Tisch angesagt")
    finger.hear()
    expect(news).to_contain_text(f"{left} spielt bis Runde 1 (Spiel 4). Die Liste hat 10 Spiele.")
    expect(finger.page.locator(".place")).to_contain_text("Spiel 5 von 10")
    expect(finger.page.locator(".total.gone")).to_have_count(1)
    expect(finger.page.locator("[data-do=who]")).to_have_count(3)
    expect(finger.page.locator("[data-do=who]:disabled")).to_have_count(0)
    assert accessibility_violations(finger.page) == []
    finger.tap("players-seen")
    finger.tap("withdraw")
    finger.play_all([hearts(5, 1, won=False), hearts(6, 3), hearts(7, 4)])
    finger.wait_sent()
    assert finger.totals == points(score_list) == [0, 20, -20, 20]


@pytest.mark.long
def test_who_comes_to_a_table_has_a_column_and_deals_in_his_turn(at_table):
    """SkO 3.1.2, TO 9.7: the seat of who left, from the next round on."""
    score_list = list_on_phones(4, rounds=3, league=True, substitutes=True)
    person = Person.objects.create(given="Bruno", family="Beispiel")
    comes = Entry.objects.create(
        tournament=score_list.series.tournament, person=person, start_number=17
    )
    finger = at_table(score_list)
    finger.play_all([hearts(1, 2), hearts(2, 1), hearts(3, 1), hearts(4, 3)])
    finger.wait_sent()
    joins = SeatChange(2, 1, joins=comes.start_number, agreed=True)
    act(change_seat, score_list, joins, reason="am Tisch angesagt")
    finger.hear()
    news = finger.page.locator("#notices")
    expect(news).to_contain_text(f"{person} spielt ab Runde 2 (Spiel 5).")
    expect(finger.page.locator(".total")).to_have_count(5)
    finger.play(hearts(5, 2))
    expect(finger.page.locator("[data-do=who]:disabled")).to_have_attribute("data-value", "2")
    finger.wait_sent()
    assert finger.totals == points(score_list) == [40, 20, 20, 0, 20]
    assert accessibility_violations(finger.page) == []


@pytest.mark.long
def test_undo_leaves_a_corrected_game_that_the_desk_has_changed_since_and_says_so(at_table):
    """SkO 5.5.3. The newest game went in its place, and nothing told the table which one."""
    score_list = list_on_phones(3)
    finger = at_table(score_list)
    finger.play_all(hearts(number, 1) for number in range(1, 6))
    finger.at_row(3, "edit")
    finger.tap("tops", 3)
    finger.tap("won")
    finger.tap("agree")
    finger.wait_sent()
    act(record_game, score_list, line(3), reason="paper")
    before = score_list.lines()
    finger.open()
    expect(finger.page.locator("#last .line").last).to_contain_text("5 ·")
    finger.tap("undo")
    told = "Spiel 3 wurde inzwischen geändert. Es bleibt, wie es ist."
    expect(finger.page.locator("#notices")).to_contain_text(told)
    finger.wait_sent()
    assert score_list.lines() == before
    # ↶ goes on with what was done before that, and puts it on the keys.
    finger.tap("undo")
    expect(finger.page.locator("#notices")).not_to_contain_text(told)
    finger.wait_sent()
    assert [each.number for each in score_list.lines()] == [1, 2, 3, 4]
    expect(finger.page.locator("[data-do=who][aria-pressed=true]")).to_have_count(1)


def test_the_page_of_the_tables_refreshes_itself_and_takes_a_list_over(desk: Page, live_server):
    score_list = kept_by_phone()
    phone = phone_of(score_list)
    phone.claim()
    signed_in(desk, make_member(score_list.series.tournament, Role.ORGANIZER), live_server.url)
    desk.goto(live_server.url + reverse("series", args=[score_list.series_id]) + "?by=tables")
    desk.get_by_role("link", name="Listen am Handy").click()
    row = desk.locator("tbody tr")
    expect(row).to_contain_text("0/4")
    assert row.evaluate("e => e.offsetHeight") < 60, "the buttons stand side by side"
    phone.play(1, tables.hearts(2))
    phone.post("call/", game=2)
    desk.evaluate(
        "htmx.ajax('GET', location.pathname, {target: '#phone-tables', swap: 'outerHTML'})"
    )
    expect(row).to_contain_text("1/4")
    expect(row).to_contain_text("Tisch ruft · Spiel 2")
    assert accessibility_violations(desk) == []
    desk.get_by_role("button", name="Beantwortet").click()
    expect(row).not_to_contain_text("Tisch ruft")
    assert TableCall.objects.get().answered_by is not None
    desk.get_by_role("link", name="QR-Code").click()
    expect(desk.locator(".table-code svg")).to_be_visible()
    desk.get_by_role("link", name="Alle Tische").click()
    desk.get_by_role("button", name="Auf Papier").click()
    expect(row).to_contain_text("auf Papier")
    assert TableAccess.objects.get().ended_at is not None
    desk.set_viewport_size(PHONE)
    expect(desk.get_by_role("button", name="Zurück ans Handy")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert accessibility_violations(desk) == []
