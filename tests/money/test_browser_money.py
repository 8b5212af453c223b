"""Money in a real browser: fees, registration, lost games, prizes, and a till that agrees."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, ScoreList, Tournament
from scoring.money.reads.ledger import till
from scoring.money.services.ledger import Prices, set_fees
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.bare_totals import BareTotal
from scoring.rules.prizes import PrizePlan
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.verify.reads.verify import verify
from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.effort import repeats
from tests.factories import make_member, make_series, make_tournament, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BY = Actor(name="test")
PLAYERS = ("Ada Amsel", "Bruno Buchfink", "Carla Celan", "Dietmar Dachs")


@pytest.fixture
def organizer(desk, live_server):
    """An organizer's browser in a new tournament."""
    tournament = make_tournament(paper_total=False)
    make_series(tournament)
    user = make_member(tournament, "organizer")
    return signed_in(desk, user, live_server.url), tournament, live_server.url


def close_list(series) -> ScoreList:
    """Seat 1 lost five games, seat 2 three, seat 3 none, seat 4 one; 48 games in all."""
    draw_series(series, by=BY, seed="fixed")
    move_series(series, "released", by=BY)
    score_list = ScoreList.objects.select_related("series__tournament").get(series=series)
    games = ((9, 5), (10, 3), (12, 0), (8, 1))
    figures = [BareTotal(24 * won - 48 * lost, won, lost, None) for won, lost in games]
    enter_totals(score_list, figures, 0, by=BY, revision=score_list.revision)
    return score_list


def set_the_fees(page, url) -> None:
    page.goto(f"{url}fees/")
    page.keyboard.type("15")  # over the 0 that stands in the field of the caret
    expect(page.locator("#id_entry_cents")).to_have_value("15")
    page.fill("#id_card_cents", "1")
    for name, typed in (("from_1", "1"), ("each_1", "0,50"), ("from_2", "4"), ("each_2", "1")):
        page.fill(f"#id_{name}", typed)
    page.locator("form.fees button").click()
    expect(page.locator("#id_each_2")).to_have_value("1")


def test_from_the_fees_to_a_till_that_agrees(organizer):
    """€15 + 1; 5, 3, 0 and 1 lost games at 0.50 and 1 from the fourth; every second wins."""
    page, tournament, url = organizer
    money = f"{url}/tournaments/{tournament.pk}/money/"
    set_the_fees(page, money)
    page.goto(f"{url}/tournaments/{tournament.pk}/entries/")
    for name in PLAYERS:  # the fee is booked with the registration
        page.fill("#id_name", name)
        page.keyboard.press("Enter")
        expect(page.locator("#rows")).to_contain_text(name)
    assert till(tournament).whole.expected == 4 * 1600

    score_list = close_list(tournament.series.get())
    page.goto(f"{url}/lists/{score_list.pk}/totals/")
    page.locator(f"a[href$='/series/{score_list.series_id}/fees/#table-1']").first.click()
    expect(page.locator("#table-1")).to_be_focused()
    page.keyboard.press("1")  # seat 1 pays
    expect(page.locator("[data-seat='1']")).to_have_count(0)
    expect(page.locator("#table-1")).to_be_focused()
    page.keyboard.press("Enter")  # and then the rest of the table
    expect(page.locator("#table-1.settled")).to_be_visible()
    assert till(tournament).whole.expected == 4 * 1600 + 350 + 150 + 50

    page.goto(f"{url}/tournaments/{tournament.pk}/pots/new/")
    page.select_option("#id_curve", "linear")
    page.fill("#id_every", "2")
    expect(page.locator("#preview tbody tr")).to_have_count(2)
    page.locator("button[value=save]").click()
    page.locator("[data-ticks=entry]").click()
    page.locator("[data-pay] .btn-primary").click()
    expect(page.locator(".winners .money-agrees")).to_have_count(2)

    page.goto(f"{money}till/")
    page.fill("#id_counted_all", "9,50")  # 69.50 came in, 60 went out as prizes
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("main .money-agrees")).to_be_visible()
    assert verify(tournament) == []


def test_fees_are_ticked_table_by_table_without_a_mouse(desk, live_server):
    series = seated(8, paper_total=False)
    set_fees(series.tournament, Prices(lost_ladder=[[1, 50]]), by=BY)
    for score_list in series.lists.select_related("series__tournament"):
        figures = [BareTotal(24 * 11 - 48, 11, 1, None)] * 4
        enter_totals(score_list, figures, 0, by=BY, revision=score_list.revision)
    page = signed_in(desk, make_member(series.tournament, "clerk"), live_server.url)
    page.goto(f"{live_server.url}/series/{series.pk}/fees/")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#table-2")).to_be_focused()
    page.keyboard.press("3")
    expect(page.locator("#table-2 [data-seat='3']")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#table-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#table-1.settled")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#go-table")).to_be_focused()
    assert till(series.tournament).whole.expected == 250


@pytest.mark.parametrize("size", repeats("phone", "desk"))
def test_pages_of_the_till_are_accessible(request, live_server, size):
    page = request.getfixturevalue(size)
    series = seated(8, paper_total=False, ask_handed_in=True)
    tournament = series.tournament
    set_fees(tournament, Prices(1500, lost_ladder=[[1, 50]]), by=BY)
    for score_list in series.lists.select_related("series__tournament"):
        figures = [BareTotal(24 * 11 - 48, 11, 1, None)] * 4
        enter_totals(score_list, figures, 0, by=BY, revision=score_list.revision)
    plan = PrizePlan(method="places", places=2, sources=(("entry_fee", 100),))
    pot = create_pot(tournament, PotTerms("Gesamt", "overall", plan), by=BY)
    signed_in(page, make_member(tournament, "organizer"), live_server.url)
    places = ("money/", "money/fees/", "money/open/", "money/ledger/", "money/till/", "money/book/")
    paths = [
        *(f"/tournaments/{tournament.pk}/{place}" for place in (*places, "pots/", "pots/new/")),
        *(f"/pots/{pot.pk}/", f"/pots/{pot.pk}/change/", f"/series/{series.pk}/fees/"),
        *(reverse(name, args=[tournament.pk]) for name in ("handed-in", "break-off")),
    ]

    def look(path: str) -> None:
        page.goto(live_server.url + path)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert accessibility_violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path

    for path in paths:
        look(path)
    Tournament.objects.update(broken_off="refunded")
    look(paths[-1])


def test_a_count_that_was_not_kept_is_not_left_without_a_question(organizer):
    page, tournament, url = organizer
    page.goto(f"{url}/tournaments/{tournament.pk}/money/till/")
    questions = []
    page.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    page.fill("#id_counted_all", "120")
    page.goto(f"{url}/tournaments/{tournament.pk}/money/")
    assert questions == ["beforeunload"]
    page.goto(f"{url}/tournaments/{tournament.pk}/money/till/")
    page.fill("#id_counted_all", "120")
    page.locator("form.fees button").click()
    page.wait_for_load_state()
    assert questions == ["beforeunload"]
