"""The secretary of a club: eighteen members by keyboard, and one who leaves."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Club, ClubMember, Person, Role, Tournament
from scoring.simulation.services.tournament import people
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MEMBERS = 18


def secretary_at(page: Page, live_server, tournament: Tournament) -> Clerk:
    signed_in(page, make_member(tournament, Role.ORGANIZER), live_server.url)
    return Clerk(page, live_server.url)


@pytest.mark.long
def test_eighteen_members_are_typed(desk, live_server, tournament, counted):
    secretary, page = secretary_at(desk, live_server, tournament), desk
    secretary.open("clubs", tournament.pk)
    page.fill("form[action$='/clubs/add/'] input[name=name]", "SC Grün")
    page.keyboard.press("Enter")
    page.wait_for_url("**/members/")
    club = Club.objects.get()
    names = [f"{each.given} {each.family}" for each in people(Random("club"), MEMBERS)]
    letters = sum(map(len, names))
    page.click("#id_name")
    for at, name in enumerate(names, 1):
        if at > 1:
            page.wait_for_selector("#id_name:focus")
        secretary.type(name)
        for _field in range(2):
            secretary.press("Tab")
        secretary.type(str(1940 + 3 * at))
        secretary.press("Enter")
        page.wait_for_url("**?next=name")
        expect(page.locator("tbody tr")).to_have_count(at)
    # The name, the year, and the keys to the next field.
    counted("18 members", secretary.keys, letters + MEMBERS * 7)
    assert list(club.members.values_list("number", flat=True)) == list(range(1, MEMBERS + 1))
    assert Person.objects.filter(birth_year=1943, club=club).exists()


def test_member_leaves_and_is_found_among_former_ones_on_a_phone(phone, live_server, tournament):
    secretary, page = secretary_at(phone, live_server, tournament), phone
    club = Club.objects.create(name="SC Grün")
    for number, each in enumerate(people(Random("phone"), 4), 1):
        person = Person.objects.create(family=each.family, given=each.given, birth_year=1950)
        ClubMember.objects.create(club=club, person=person, number=number, lady=number == 2)
    secretary.open("club-members", tournament.pk, club.pk)
    assert accessibility_violations(page) == []
    page.click("tbody tr:first-child a")
    assert accessibility_violations(page) == []
    page.fill("#id_left", "2020-12-31")
    page.click("text=Speichern")
    expect(page.locator("tbody tr")).to_have_count(3)
    page.check("#id_everybody")
    page.click("form[role=search] button")
    expect(page.locator("tbody tr")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
