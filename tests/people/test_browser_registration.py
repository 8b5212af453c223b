"""Registration by keyboard: players, their money, and teams."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from scoring.core.text import parse_name
from scoring.models import (
    Actor,
    Booking,
    Club,
    ClubMember,
    Entry,
    Fees,
    Person,
    Role,
    TeamMember,
    Tournament,
    User,
)
from scoring.models.team import Member
from scoring.people.services.matching import Newcomer
from scoring.series.services.categories import add_suggested, assign
from scoring.series.services.teams import add_team, set_contest
from tests.browser import DESK, PHONE, accessibility_violations, throttle
from tests.clerk import Clerk, signed_in
from tests.factories import add_entry, make_entries, make_member, make_tournament, make_user
from tests.lists.test_browser_waiting import another_tab, dead_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    Fees.objects.create(tournament=tournament, entry_cents=1_500, card_cents=200)
    return tournament


@pytest.fixture
def desk_clerk(desk: Page, live_server, tournament: Tournament) -> Clerk:
    page = signed_in(desk, make_member(tournament, Role.ORGANIZER, "olga"), live_server.url)
    clerk = Clerk(page, live_server.url)
    clerk.open("entries", tournament.pk)
    return clerk


def test_a_name_like_one_on_record_is_new_with_one_key(desk_clerk, tournament, browser_errors):
    """An arrow and Enter take her, + says "new"; another key takes back, with the money."""
    browser_errors.expect("422")
    heike = Person.objects.create(family="Rohde", given="Heike")
    page = desk_clerk.page
    desk_clerk.enter("Heike Rode")
    expect(page.locator("#answers .refused")).to_contain_text("Ist das Heike Rohde?")
    expect(page.get_by_role("option")).to_contain_text("Heike Rohde")
    assert not Entry.objects.exists()
    desk_clerk.press("ArrowDown")
    desk_clerk.press("Enter")
    expect(page.locator("#rows tr")).to_have_count(1)
    assert Entry.objects.get().person == heike
    desk_clerk.enter("Heyke Rohde")
    expect(page.locator("#id_name")).to_have_value("Heyke Rohde")
    expect(page.locator("#answers .refused").first).to_contain_text("Neu: Heyke Rohde")
    desk_clerk.press("+")
    expect(page.locator("#rows tr")).to_have_count(2)
    expect(page.locator("#id_name")).to_have_value("")
    expect(page.locator("#id_name")).to_be_focused()
    desk_clerk.enter("Max Marder =20")
    expect(page.locator("#rows tr")).to_have_count(3)
    expect(page.locator("#answers > li").first).to_contain_text("3,00")
    for left in (2, 1, 0):
        desk_clerk.press("Control+z")
        expect(page.locator("#rows tr")).to_have_count(left)
    assert sum(Booking.objects.values_list("cents", flat=True)) == 0


def test_teams_are_formed_by_keyboard(desk_clerk: Clerk, tournament: Tournament, browser_errors):
    browser_errors.expect("422")
    make_entries(tournament, 8)
    page = desk_clerk.page
    desk_clerk.open("teams", tournament.pk)
    page.get_by_role("button", name="Diese Mannschaften werten").or_(
        page.get_by_role("button", name="Count these teams")
    ).click()
    expect(page.locator("#id_line")).to_be_focused()
    throttle(page, 400)  # three teams are typed before the first response
    desk_clerk.enter("Herzbuben 1 3 5 7", "Pikdamen 99", "2 4 6 8")
    desk_clerk.type("Karo")
    expect(page.locator(".team-grid > li")).to_have_count(2)
    expect(page.locator("#id_line")).to_have_value("Karo")
    assert TeamMember.objects.filter(team__name="Herzbuben").count() == 4


@pytest.mark.long
def test_refused_lines_outlive_their_page_until_they_are_taken_up_or_discarded(
    desk_clerk: Clerk, tournament: Tournament, browser_errors
):
    """Whoever leaves the page before is warned."""
    warns = """() => {
      const leaving = new Event("beforeunload", { cancelable: true })
      return !window.dispatchEvent(leaving)
    }"""
    browser_errors.expect("422")
    set_contest(tournament, "team", by=Actor(name="test"), size=4)
    make_entries(tournament, 12)
    browser = desk_clerk.page.context
    desk_clerk.open("teams", tournament.pk)
    throttle(desk_clerk.page, 400)
    desk_clerk.enter("Pikdamen 99", "Pikbuben 98", "2 4 6 8")
    desk_clerk.type("Karo")
    expect(desk_clerk.page.locator(".team-grid > li")).to_have_count(1)
    expect(desk_clerk.page.locator("#line-answer .refused")).to_have_count(2)
    expect(desk_clerk.page.locator("#id_line")).to_have_value("Karo")
    desk_clerk.page.close()
    after = Clerk(browser.new_page(), desk_clerk.address)
    after.open("teams", tournament.pk)
    page, line = after.page, after.page.locator("#id_line")
    refused = page.locator("#line-answer .refused")
    expect(refused).to_have_count(2)
    expect(refused.last).to_contain_text("Pikdamen 99: ")
    assert page.evaluate(warns)
    assert accessibility_violations(page) == []
    take = page.get_by_role("button", name="Zurück ins Feld Pikdamen 99")
    line.focus()
    after.type("Karo")
    expect(take).to_be_disabled()  # "Karo" would be lost
    after.enter(" 1 3 5 7")
    expect(page.locator(".team-grid > li")).to_have_count(2)
    take.click()
    expect(line).to_have_value("Pikdamen 99")
    expect(line).to_be_focused()
    after.press("End")
    for _letter in "99":
        after.press("Backspace")
    after.enter("9 10 11 12")
    expect(page.locator(".team-grid > li")).to_have_count(3)
    after.press("ArrowUp")
    expect(line).to_have_value("Pikbuben 98")
    page.get_by_role("button", name="Verwerfen Pikbuben 98").click()
    expect(refused).to_have_count(0)
    expect(line).to_have_value("")
    after.wait_until_nothing_is_kept()
    assert not page.evaluate(warns)


def test_players_typed_offline_are_entered_once_when_online(desk_clerk, tournament, browser_errors):
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("htmx")
    page = desk_clerk.page
    page.context.set_offline(True)
    desk_clerk.enter("Ada Amsel")
    expect(page.locator("[data-waiting]")).to_contain_text("Ada Amsel")
    desk_clerk.enter("Max Marder")
    expect(page.locator("[data-waiting]")).to_contain_text("Max Marder")
    expect(page.locator("#trouble")).to_be_hidden()  # it would say that nothing was saved
    page.context.set_offline(False)
    expect(page.locator("#rows tr")).to_have_count(2, timeout=15_000)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    assert sorted(Entry.objects.values_list("person__family", flat=True)) == ["Amsel", "Marder"]


@pytest.mark.long
def test_a_line_that_a_proxy_drops_is_sent_again_and_not_told_of_as_lost(
    desk_clerk: Clerk, browser_errors
):
    """The letters that are typed ask for names meanwhile, and get none."""
    for complaint in ("htmx", "502", "Response Status Error"):
        browser_errors.expect(complaint)
    page = desk_clerk.page
    for address in ("**/add/", "**/suggest/**"):
        page.route(address, lambda route: route.fulfill(status=502))
    desk_clerk.enter("Max Marder")
    expect(page.locator("[data-waiting]")).to_contain_text("Max Marder")
    page.wait_for_timeout(300)
    expect(page.locator("#trouble")).to_be_hidden()
    page.unroute_all()
    expect(page.locator("[data-waiting]")).to_be_hidden(timeout=15_000)
    assert Entry.objects.get().person.family == "Marder"


def test_pages_of_players_are_accessible(desk: Page, live_server, club: Club):
    """With one row of every kind."""
    tournament, by = make_tournament(), Actor(name="test")
    make_entries(make_tournament("Sommerpokal", date=date(2026, 10, 17)), 12)
    first, *_others = make_entries(tournament, 12)
    category = add_suggested(tournament, by=by)[0]
    assign(category, [1, 2], by=by)
    contest = set_contest(tournament, "team", by=by, one_of=category)
    add_team(contest, "Herzbuben", [Member(1), Member(3, 2), Member(5)], by=by)
    member = ClubMember.objects.create(club=club, person=first.person, number=1, lady=True)
    page = signed_in(desk, make_user("chief", superuser=True), live_server.url)
    clerk = Clerk(page, live_server.url)
    for name, *rest in (
        *(("categories",), ("teams",), ("clubs",), ("register",), ("players-import",)),
        *(("entries",), ("club-members", club.pk), ("club-member", member.pk)),
    ):
        clerk.open(name, tournament.pk, *rest)
        assert accessibility_violations(page) == [], name
        page.set_viewport_size(PHONE)
        assert accessibility_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
        page.set_viewport_size(DESK)


def test_a_line_without_a_gap_widens_no_page_while_it_waits_or_is_refused(
    desk_clerk, tournament, browser_errors
):
    for complaint in ("ERR_FAILED", "htmx", "422"):
        browser_errors.expect(complaint)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    with dead_server(desk_clerk.page):
        desk_clerk.enter("x" * 150)
        expect(desk_clerk.page.locator("main")).to_contain_text("x" * 150)
        assert desk_clerk.page.evaluate(fits)
    for address in ("entries", "ledger"):
        desk_clerk.open(address, tournament.pk)
        expect(desk_clerk.page.locator("main")).to_contain_text("xxx")
        assert desk_clerk.page.evaluate(fits), address


def test_money_that_waits_is_booked_to_who_was_typed_before(desk_clerk, tournament, browser_errors):
    for complaint in ("ERR_FAILED", "htmx", "422"):
        browser_errors.expect(complaint)
    with dead_server(desk_clerk.page):
        desk_clerk.enter("Mia Meise =0", "=20")
        desk_clerk.wait_until_kept(2)
        desk_clerk.page.close()
    other = another_tab(desk_clerk)
    held = []
    other.page.route("**/add/", lambda route: held.append(route), times=1)
    other.open("entries", tournament.pk)
    other.wait_until(lambda: held, "the line that waits")
    entered = held[0].fetch()
    # Somebody is entered with the same account, in another window.
    by = Actor(User.objects.get(username="olga"))
    add_entry(tournament, Newcomer(parse_name("Max Marder")), by=by)
    held[0].fulfill(response=entered)
    other.wait_until_nothing_is_kept()
    assert list(Booking.objects.values_list("entry__person__family", "cents")) == [
        ("Meise", 1_500),
        ("Meise", 200),
    ]


def test_a_player_entered_leaves_the_next_one_alone(desk_clerk, tournament, browser_errors):
    for complaint in ("ERR_FAILED", "htmx", "422"):
        browser_errors.expect(complaint)
    desk_clerk.open("entries", tournament.pk)
    held, name = [], desk_clerk.page.locator("#id_name")
    desk_clerk.page.route("**/add/", lambda route: held.append(route), times=1)
    desk_clerk.enter("Mia Meise")
    desk_clerk.type("Max M")
    desk_clerk.wait_until(lambda: held, "the line of Mia Meise")
    held[0].fulfill(response=held[0].fetch())
    expect(desk_clerk.page.locator("#rows tr")).to_have_count(1)
    desk_clerk.type("a")
    expect(name).to_have_value("Max Ma")
    expect(desk_clerk.page.locator("#id_start_number")).to_have_attribute("placeholder", "2")
