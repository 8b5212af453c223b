"""The secretary of a club: eighteen members by keyboard, the list out and in again."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Club, ClubMember, Person, Role, Tournament
from scoring.simulation.services.tournament import people
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, make_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MEMBERS = 18
PICTURES = os.environ.get("PICTURES", "")


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def secretary(desk: Page, live_server, tournament: Tournament) -> Clerk:
    page = signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    return Clerk(page, live_server.url)


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


@pytest.mark.long
def test_eighteen_members_are_typed_taken_along_and_taken_in(
    secretary: Clerk,
    tournament: Tournament,
    counted: Callable[[str, int, int], None],
    tmp_path: Path,
):
    page = secretary.page
    secretary.open("clubs", tournament.pk)
    page.fill("form[action$='/clubs/add/'] input[name=name]", "SC Grün")
    page.keyboard.press("Enter")
    club_page = "**/members/"
    page.wait_for_url(club_page)
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
    assert accessibility_violations(page) == []
    picture(page, "members-desk")
    page.click("details.files summary")
    with page.expect_download() as started:
        page.click("a[href*='members.xlsx']")
    file = tmp_path / "mitglieder.xlsx"
    started.value.save_as(file)
    secretary.open("club-members-import", tournament.pk, club.pk)
    page.set_input_files("input[type=file]", file)
    page.click("text=Datei einlesen")
    expect(page.locator(".verdict-entered")).to_have_count(MEMBERS + 1)
    expect(page.locator("button[value=take]")).to_have_count(0)
    other = Club.objects.create(name="SC Rot")
    ClubMember.objects.all().delete()
    Person.objects.all().delete()
    secretary.open("club-members-import", tournament.pk, other.pk)
    page.set_input_files("input[type=file]", file)
    page.click("text=Datei einlesen")
    assert accessibility_violations(page) == []
    picture(page, "import-desk")
    page.click("button[value=take]")
    page.wait_for_url(club_page)
    expect(page.locator("tbody tr")).to_have_count(MEMBERS)
    page.click("tbody tr:first-child a")
    assert accessibility_violations(page) == []
    picture(page, "member-desk")


def test_member_leaves_and_is_found_among_former_ones_on_a_phone(
    phone: Page, live_server, tournament: Tournament
):
    page = signed_in(phone, make_member(tournament, Role.ORGANIZER), live_server.url)
    club = Club.objects.create(name="SC Grün")
    for number, each in enumerate(people(Random("phone"), 4), 1):
        person = Person.objects.create(family=each.family, given=each.given, birth_year=1950)
        ClubMember.objects.create(club=club, person=person, number=number, lady=number == 2)
    secretary = Clerk(page, live_server.url)
    secretary.open("club-members", tournament.pk, club.pk)
    picture(page, "members-phone")
    page.click("tbody tr:first-child a")
    page.fill("#id_left", "2020-12-31")
    picture(page, "member-phone")
    page.click("text=Speichern")
    expect(page.locator("tbody tr")).to_have_count(3)
    page.check("#id_everybody")
    page.click("form[role=search] button")
    expect(page.locator("tbody tr")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
