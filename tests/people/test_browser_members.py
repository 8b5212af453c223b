"""The secretary of a club: a member leaves."""

from random import Random

import pytest
from playwright.sync_api import expect

from scoring.models import Club, ClubMember, Person, Role
from scoring.simulation.services import people
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_member_leaves_and_is_found_among_former_ones_on_a_phone(phone, live_server, tournament):
    page = signed_in(phone, make_member(tournament, Role.ORGANIZER), live_server.url)
    secretary = Clerk(page, live_server.url)
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
