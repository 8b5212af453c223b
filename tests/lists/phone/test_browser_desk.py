"""The phone of a table and a desk in the hall: what is entered there appears here."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Entry, Person, Role, ScoreList, Signature, TableCall
from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_member
from tests.lists.phone import tables
from tests.lists.phone.finger import Finger, list_on_phones, points
from tests.races import fresh
from tests.referee.questions import decide_the_revoke

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ENGLISH = "en-US"


@pytest.fixture
def desk_of(new_context: Any, live_server: Any) -> Any:
    def sign_in(score_list: ScoreList, role: str, **options: Any) -> Page:
        user = make_member(score_list.series.tournament, role)
        return signed_in(new_context(**options).new_page(), user, live_server.url)

    return sign_in


def ask_now(finger: Finger) -> None:
    """What the phone does every 20 seconds, and when the network is back."""
    finger.page.evaluate("dispatchEvent(new Event('online'))")


def hearts(number: int, soloist: int, **fields: object) -> dict[str, object]:
    return {"number": number, **tables.hearts(soloist, **fields)}


@pytest.mark.long
def test_a_ruling_at_the_referee_s_desk_answers_the_call_and_changes_the_game(
    at_table, desk_of, live_server
):
    """SkO 4.2.3, 4.1.5: 45 points, hearts with 1 bid to 30; schneider is credited."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all([hearts(1, 2), hearts(2, 1, won=False, bid=30)])
    finger.wait_sent()
    assert finger.totals == [-60, 20, 0, 0]
    finger.tap("games")
    finger.tap("line", 2)
    finger.tap("call-about")
    finger.page.fill("#call-text", "Farbe nicht bedient")
    finger.tap("call-now")
    news = finger.page.locator("#notices")
    expect(news).to_contain_text("Farbe nicht bedient")

    desk = desk_of(score_list, Role.REFEREE, locale=ENGLISH)
    desk.goto(live_server.url + reverse("rulings", args=[score_list.series.tournament_id]))
    expect(desk.locator("#calls")).to_contain_text("Farbe nicht bedient")
    desk.click("#calls a:has-text('Table 1')")
    decide_the_revoke(desk, [])
    desk.click("button[name=enter]")
    expect(desk.locator("h1")).to_contain_text("Decision 1")

    ask_now(finger)
    expect(news).to_contain_text("Schiedsrichter zu Spiel 2")
    expect(news).not_to_contain_text("Farbe nicht bedient")
    expect(finger.page.locator(".line").last).to_contain_text("+30")
    assert finger.totals == points(fresh(score_list)) == [30, 20, 0, 0]
    assert TableCall.objects.get().answered_by is not None
    assert accessibility_violations(finger.page) == []
    finger.tap("ruling-seen")
    expect(news).not_to_contain_text("Schiedsrichter")
    finger.open()
    expect(news).not_to_contain_text("Schiedsrichter")


def leave_at_the_desk(
    desk: Page, address: str, score_list: ScoreList, seat: int, after: int, joins: int | None = None
) -> None:
    desk.goto(address + reverse("list-players", args=[score_list.pk]))
    desk.select_option("#id_seat", str(seat))
    desk.fill("#id_after_round", str(after))
    if joins:
        desk.fill("#id_joins", str(joins))
        desk.check("#id_agreed")
    desk.fill("#id_reason", "am Tisch angesagt")
    desk.click("form.panel button.btn-primary")
    expect(desk).to_have_url(address + reverse("list", args=[score_list.pk]))


@pytest.mark.long
def test_a_table_goes_on_as_three_when_the_organizer_has_entered_who_left(
    at_table, desk_of, live_server
):
    """SkO 4.5.9: a lost game then counts 40 for the others, and the deal passes the seat over."""
    score_list = list_on_phones(4, rounds=3)
    finger = at_table(score_list)
    left = score_list.seat_rows.get(position=2).entry.person
    finger.play_all([hearts(1, 2), hearts(2, 1), hearts(3, 1), hearts(4, 3, won=False)])
    finger.tap("menu")
    finger.tap("to-players")
    finger.tap("seat", 2)
    finger.tap("round", 1)
    expect(finger.page.locator("#sheet")).to_contain_text("zu dritt")
    assert accessibility_violations(finger.page) == []
    finger.tap("tell-players")
    news = finger.page.locator("#notices")
    expect(news).to_contain_text(f"{left} geht nach Runde 1.")

    desk = desk_of(score_list, Role.ORGANIZER)
    desk.goto(live_server.url + reverse("phone-tables", args=[score_list.series_id]))
    expect(desk.locator("tbody tr")).to_contain_text(f"{left} geht nach Runde 1.")
    leave_at_the_desk(desk, live_server.url, score_list, seat=2, after=1)

    ask_now(finger)
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
    finger.play_all([{"number": number, "passed": True} for number in (8, 9, 10)])
    finger.tap("foot")
    rows = finger.page.locator(".foot tbody tr")
    # Lost by others: who left counts what was lost while he sat there.
    for position, lost in enumerate((1, 1, 1, 2)):
        expect(rows.nth(position).locator("td").nth(3)).to_have_text(str(lost))
    finger.sign_all([1, 3, 4])
    finger.tap("hand-in")
    expect(news).to_contain_text("abgegeben")
    assert fresh(score_list).state == "entered"
    assert Signature.objects.filter(list=score_list).count() == 3


@pytest.mark.long
def test_who_comes_to_a_table_has_a_column_and_deals_in_his_turn(at_table, desk_of, live_server):
    """SkO 3.1.2, TO 9.7: the seat of who left, from the next round on."""
    score_list = list_on_phones(4, rounds=3, league=True, substitutes=True)
    person = Person.objects.create(given="Bruno", family="Beispiel")
    comes = Entry.objects.create(
        tournament=score_list.series.tournament, person=person, start_number=17
    )
    finger = at_table(score_list)
    finger.play_all([hearts(1, 2), hearts(2, 1), hearts(3, 1), hearts(4, 3)])
    finger.wait_sent()
    desk = desk_of(score_list, Role.ORGANIZER)
    leave_at_the_desk(desk, live_server.url, score_list, 2, 1, joins=comes.start_number)
    ask_now(finger)
    news = finger.page.locator("#notices")
    expect(news).to_contain_text(f"{person} spielt ab Runde 2 (Spiel 5).")
    expect(finger.page.locator(".total")).to_have_count(5)
    finger.play(hearts(5, 2))
    expect(finger.page.locator("[data-do=who]:disabled")).to_have_attribute("data-value", "2")
    finger.wait_sent()
    assert finger.totals == points(score_list) == [40, 20, 20, 0, 20]
    assert accessibility_violations(finger.page) == []
