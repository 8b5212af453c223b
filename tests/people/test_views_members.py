"""The pages of a club's members: seen, taken along, taken in again, refused."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.core.forms import refuse
from scoring.core.text import Details, Name
from scoring.models import Actor, Club, ClubMember, Person, Role, Tournament
from scoring.people.services.members import MemberTerms, add_member, remove_member
from scoring.people.services.offers import offer_member
from scoring.people.services.register import anonymise_people
from tests.factories import make_host, make_member
from tests.people.imports.sent_file import SentFile
from tests.visitors import undone

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_member(tournament, Role.ORGANIZER))
    client.cookies["django_language"] = "de"
    return client


@pytest.fixture
def members(tournament: Tournament, club: Club) -> list[ClubMember]:
    since = date(2019, 3, 1)
    rows = [
        (Name("Becker", "Ada"), MemberTerms(7, since, None, True), Details("D-77", 1931)),
        (Name("Celan", "Bea"), MemberTerms(3), Details("", 2010)),
        (Name("Dorn", "Carl"), MemberTerms(12, None, date(2020, 12, 31)), Details()),
    ]
    return [
        add_member(tournament, club, name, terms, details, by=BY) for name, terms, details in rows
    ]


def address(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.pk, *args])


def test_list_shows_members_of_the_day_with_categories(organizer, tournament, club, members):
    url = address("club-members", tournament, club.pk)
    text = organizer.get(url).content.decode()
    assert text.index("Celan, Bea") < text.index("Becker, Ada")
    assert "Damen, Senioren" in text
    assert "1931" in text
    assert "Dorn" not in text
    assert "Dorn" in organizer.get(url, {"everybody": "on"}).content.decode()
    assert "Dorn" in organizer.get(url, {"on": "2020-12-31"}).content.decode()
    sought = organizer.get(url, {"q": "7"}).content.decode()
    assert ("Becker, Ada" in sought, "Celan" in sought) == (True, False)
    assert organizer.get(url, {"on": "soon", "q": "\x00"}).status_code == 200


def test_clerks_see_neither_passport_nor_year_of_birth(clerk, tournament, club, members):
    for name, *kind in (("club-members",), ("club-members-file", "csv")):
        text = clerk.get(address(name, tournament, club.pk, *kind)).content.decode()
        assert "Becker, Ada" in text
        assert "D-77" not in text
        assert "1931" not in text


def test_member_is_added_and_refused_at_the_field(organizer, tournament, club):
    url = address("club-member-add", tournament, club.pk)
    answer = organizer.post(url, {"name": "Ada Becker", "birth_year": "1960", "lady": "on"})
    assert answer.status_code == 302
    found = ClubMember.objects.get()
    assert (found.number, found.lady, found.person.birth_year) == (1, True, 1960)
    answer = organizer.post(url, {"name": "Bea Celan", "number": "1", "joined": "2019-03-01"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Nummer 1 gehört einem anderen Mitglied." in text
    assert 'value="Bea Celan"' in text
    assert 'value="2019-03-01"' in text
    # Of a namesake the page asks who is meant.
    other = Club.objects.create(name="SC Rot")
    dora = Person.objects.create(family="Dorn", given="Dora", club=other)
    assert organizer.post(url, {"name": "Dora Dorn", "who": "9" * 20}).status_code == 422
    asked = organizer.post(url, {"name": "Dora Dorn"})
    assert (asked.status_code, f'value="{dora.pk}"' in asked.content.decode()) == (422, True)
    organizer.post(url, {"name": "Dora Dorn", "who": str(dora.pk)})
    assert club.members.get(number=2).person == dora


def test_page_of_a_member_changes_moves_and_takes_back(organizer, tournament, club, members):
    ada, _bea, carl = members
    url = address("club-member", tournament, ada.pk)
    assert "Ada Becker" in organizer.get(url).content.decode()
    sent = {"family": "Becker", "given": "Ada", "number": "8", "joined": "2019-03-01"}
    assert organizer.post(url, {**sent, "left": "2018-01-01"}).status_code == 422
    assert organizer.post(url, sent).status_code == 302
    ada.refresh_from_db()
    assert (ada.number, ada.lady) == (8, False)
    rot = Club.objects.create(name="SC Rot")
    move = address("club-member-move", tournament, ada.pk)
    organizer.post(move, {"club": rot.pk, "on": "2026-07-01"})
    ada.refresh_from_db()
    assert ada.left == date(2026, 6, 30)
    assert rot.members.get().person == ada.person
    organizer.post(address("club-member-rejoin", tournament, carl.pk), {"joined": "2024-01-01"})
    assert club.members.filter(person=carl.person, left=None).get().number == 12
    organizer.post(address("club-member-remove", tournament, carl.pk))
    assert not ClubMember.objects.filter(pk=carl.pk).exists()
    limits = {"junior_below": "18", "senior_from": "50"}
    organizer.post(address("club-limits", tournament, club.pk), limits)
    club.refresh_from_db()
    assert (club.junior_below, club.senior_from) == (18, 50)


def test_a_member_who_was_removed_meanwhile_is_missed(organizer, tournament, members, monkeypatch):
    ada = ClubMember.objects.get(number=7)

    def change(*_args: object, **_options: object) -> None:
        ada.delete()
        raise refuse("member-gone")

    monkeypatch.setattr("scoring.people.services.members.change_member", change)
    url = address("club-member", tournament, ada.pk)
    assert organizer.post(url, {"family": "Becker"}).status_code == 422


def test_club_is_added_on_the_page_of_clubs(organizer: Client, tournament: Tournament):
    answer = organizer.post(address("club-add", tournament), {"name": "SC Neu"})
    club = Club.objects.get()
    assert answer.url == address("club-members", tournament, club.pk)
    refused = organizer.post(address("club-add", tournament), {"name": "sc neu"})
    assert refused.status_code == 422
    assert refused.content.decode().count("„sc neu“") == 1
    assert organizer.get(answer.url).status_code == 200


def as_rows(club: Club) -> list[tuple[object, ...]]:
    fields = ("number", "joined", "left", "lady", "person__family", "person__given")
    of_person = ("person__birth_year", "person__passport")
    return list(club.members.order_by("number").values_list(*fields, *of_person))


@pytest.fixture
def send(organizer: Client, tournament: Tournament):
    def sent(club: Club, content: bytes, kind: str = "csv") -> SentFile:
        url = address("club-members-import", tournament, club.pk)
        return SentFile(organizer, url, content, f"mitglieder.{kind}")

    return sent


@pytest.mark.parametrize(("kind", "language"), [("csv", "de"), ("xlsx", "en")])
def test_list_taken_along_is_taken_in_again_as_it_was(
    organizer, send, tournament, club, members, kind, language
):
    organizer.cookies["django_language"] = language
    url = address("club-members-file", tournament, club.pk, kind)
    content = organizer.get(url, {"everybody": "on"}).content
    assert send(club, content, kind).rows() == []
    before = as_rows(club)
    other = Club.objects.create(name="SC Rot")
    ClubMember.objects.all().delete()
    Person.objects.all().delete()
    page = send(other, content, kind)
    assert len(page.rows()) == 3
    page.send()
    assert as_rows(other) == before


def test_a_list_with_member_numbers_and_sex_keeps_both(send, club):
    """As clubs head their lists; "w" counts among the ladies, and a sum is nobody."""
    rows = b"17;Ada Anders;w;2019\n18;Bea Berg;w;2019\n;Summe;;2\n19;Carl Christ;m;2020\n"
    page = send(club, b"Mitgl.-Nr.;Name;Geschlecht;Eintritt\n" + rows)
    assert page.rows() == [2, 3, 5]
    page.send(without=("0.0.3",))
    members = club.members.order_by("number")
    assert list(members.values_list("number", "lady")) == [(17, True), (19, False)]


def test_a_whole_table_of_members_is_taken_back_by_one_button_unless_one_was_changed(
    organizer, send, tournament, club, members
):
    before = as_rows(club)
    send(club, b"Name;Austritt\nAda Neu;\nBea Neu;2020\n").send()
    assert club.members.count() == 5
    page = address("club-members", tournament, club.pk)
    undo = address("club-members-import-undo", tournament, club.pk)
    assert undo in organizer.get(page).content.decode()
    with undone():
        anonymise_people(tournament, [Person.objects.get(given="Bea", family="Neu")], by=BY)
        assert undo not in organizer.get(page).content.decode()
    with undone():
        remove_member(tournament, club.members.get(person__family="Neu", left=None), by=BY)
        answer = organizer.post(undo, follow=True)
        assert "seit dem Einlesen der Tabelle geändert" in answer.content.decode()
        assert club.members.count() == 4
    neu, neighbour = club.members.get(person__family="Neu", left=None), make_host("SC Nachbar")
    offer_member(tournament, neu, neighbour, on=date(2027, 1, 1), by=BY)
    for _time in range(2):
        organizer.post(undo)
        assert as_rows(club) == before, "only once"
    assert not Person.objects.filter(family="Neu").exists()
    assert undo not in organizer.get(page).content.decode()


def test_list_of_many_members_takes_few_queries(
    organizer: Client, tournament: Tournament, club: Club, django_assert_max_num_queries
):
    people = Person.objects.bulk_create(Person(family=f"Nr {n}") for n in range(300))
    ClubMember.objects.bulk_create(
        ClubMember(club=club, person=person, number=n) for n, person in enumerate(people, 1)
    )
    url = address("club-members", tournament, club.pk)
    organizer.get(url)
    with django_assert_max_num_queries(15):
        assert organizer.get(url).status_code == 200
