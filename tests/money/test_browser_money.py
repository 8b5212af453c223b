"""Money in a real browser: fees, registration, lost games, prizes, and a till that agrees."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import Fees, Person, Tournament
from scoring.money.reads.ledger import expected_in_till
from scoring.money.services.ledger import charge, collect_entries, set_fees
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.prizes import PrizePlan
from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.effort import repeats
from tests.factories import make_member, make_tournament, seated
from tests.money.till import BY, fill_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def closed_lists(players: int, **fields: object) -> Tournament:
    """Everybody lost one game, at 50 cents."""
    series = seated(players, paper_total=False, **fields)
    set_fees(series.tournament, Fees(entry_cents=1500, lost_ladder=[[1, 50]]), by=BY)
    for score_list in series.lists.select_related("series__tournament"):
        fill_list(score_list, won=(12, 11, 10, 9), lost=(1,) * 4)
    return series.tournament


def test_prizes_are_previewed_while_typed_paid_by_one_tick_and_the_till_is_counted(
    desk, live_server
):
    tournament = closed_lists(4)
    charge(tournament, list(tournament.entries.all()), by=BY)
    page = signed_in(desk, make_member(tournament, "organizer"), live_server.url)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/pots/new/")
    hidden = page.locator("#id_places, #id_amounts, #id_day")
    expect(hidden.locator("visible=true")).to_have_count(0)
    page.select_option("#id_method", "table")
    expect(page.locator("#id_amounts")).to_be_visible()
    expect(page.locator("#id_every")).to_be_hidden()
    page.select_option("#id_method", "every")
    page.select_option("#id_kind", "day")
    expect(page.locator("#id_day")).to_be_visible()
    page.select_option("#id_kind", "overall")
    page.select_option("#id_curve", "linear")
    page.fill("#id_every", "2")
    expect(page.locator("#preview tbody tr")).to_have_count(2)
    page.locator("button[value=save]").click()
    page.locator("[data-ticks=entry]").click()
    page.locator("[data-pay] .btn-primary").click()
    expect(page.locator(".winners .money-agrees")).to_have_count(2)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/money/till/")
    page.fill("#id_counted_all", "0")  # all 60 went out as prizes
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("main .money-agrees")).to_be_visible()


def test_fees_are_ticked_table_by_table_without_a_mouse(desk, live_server):
    tournament = closed_lists(8)
    page = signed_in(desk, make_member(tournament, "clerk"), live_server.url)
    page.goto(f"{live_server.url}/series/{tournament.series.get().pk}/fees/")
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
    assert expected_in_till(tournament) == 250


@pytest.mark.parametrize("size", repeats("phone", "desk"))
def test_pages_of_the_till_are_accessible(request, live_server, size):
    page = request.getfixturevalue(size)
    tournament = closed_lists(8, ask_handed_in=True)
    plan = PrizePlan(method="places", places=2, sources=(("entry_fee", 100),))
    pot = create_pot(tournament, PotTerms("Gesamt", "overall", plan), by=BY)
    set_fees(tournament, Fees(entry_cents=1_000), by=BY)
    collect_entries(tournament, list(tournament.entries.all()), by=BY)
    Person.objects.update(family="Oberhuberpichlbauersteiner")
    signed_in(page, make_member(tournament, "organizer"), live_server.url)
    names = "money money-fees money-open ledger till book pots pot-new handed-in break-off"
    paths = [
        *(f"/pots/{pot.pk}/", f"/pots/{pot.pk}/change/"),
        f"/series/{tournament.series.get().pk}/fees/",
        *(reverse(name, args=[tournament.pk]) for name in names.split()),
    ]

    def look(path: str) -> None:
        page.goto(live_server.url + path)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert accessibility_violations(page) == [], path
        # On a phone `innerWidth` grows with what sticks out.
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= page.viewport_size["width"], path

    for path in paths:
        look(path)
    Tournament.objects.update(broken_off="refunded")
    look(paths[-1])


def test_a_count_that_was_not_kept_is_not_left_without_a_question(desk, live_server):
    tournament, url = make_tournament(), live_server.url
    page = signed_in(desk, make_member(tournament, "organizer"), url)
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
