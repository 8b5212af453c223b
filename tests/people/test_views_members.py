"""The pages of a club's members: seen, taken along, taken in again, refused."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.core.text import Details, Name
from scoring.models import Actor, Club, ClubMember, Person, Role, Tournament
from scoring.people.services.clubs import anonymise_people
from scoring.people.services.members import MemberTerms, add_member, remove_member
from tests.factories import make_member
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


def test_clerks_see_neither_passport_nor_year_of_birth(client, tournament, club, members):
    client.force_login(make_member(tournament, Role.CLERK))
    page = client.get(address("club-members", tournament, club.pk)).content.decode()
    file = client.get(address("club-members-file", tournament, club.pk, "csv")).content.decode()
    for text in (page, file):
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


def test_namesake_is_chosen_on_the_page(organizer: Client, tournament: Tournament, club: Club):
    other = Club.objects.create(name="SC Rot")
    ada = Person.objects.create(family="Becker", given="Ada", club=other)
    url = address("club-member-add", tournament, club.pk)
    answer = organizer.post(url, {"name": "Ada Becker"})
    assert answer.status_code == 422
    assert f'value="{ada.pk}"' in answer.content.decode()
    organizer.post(url, {"name": "Ada Becker", "who": str(ada.pk)})
    assert ClubMember.objects.get().person == ada
    assert organizer.post(url, {"name": "Ada Becker", "who": "9" * 20}).status_code == 422


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


def test_club_is_added_on_the_page_of_clubs(organizer: Client, tournament: Tournament):
    answer = organizer.post(address("club-add", tournament), {"name": "SC Neu"})
    club = Club.objects.get()
    assert answer.url == address("club-members", tournament, club.pk)
    assert organizer.post(address("club-add", tournament), {"name": "sc neu"}).status_code == 422
    assert organizer.get(answer.url).status_code == 200


@pytest.mark.parametrize(("kind", "language"), [("csv", "de"), ("xlsx", "en")])
def test_list_taken_along_is_taken_in_again_as_it_was(
    organizer: Client,
    tournament: Tournament,
    club: Club,
    members: list[ClubMember],
    kind: str,
    language: str,
):
    organizer.cookies["django_language"] = language
    url = address("club-members-file", tournament, club.pk, kind)
    content = organizer.get(url, {"everybody": "on"}).content
    shown = preview(organizer, tournament, club, content, kind)
    assert not any(key.isdigit() for key in shown.context["offered"])
    before = as_rows(club)
    other = Club.objects.create(name="SC Rot")
    ClubMember.objects.all().delete()
    Person.objects.all().delete()
    shown = preview(organizer, tournament, other, content, kind)
    assert len([key for key in shown.context["offered"] if key.isdigit()]) == 3
    answer = organizer.post(
        address("club-members-import", tournament, other.pk),
        {"upload": shown.context["upload"], "step": "enter"},
    )
    assert answer.status_code == 302
    assert as_rows(other) == before


def test_a_list_with_member_numbers_and_sex_keeps_both(organizer, tournament, club):
    """As clubs head their lists; "w" counts among the ladies."""
    content = b"Mitgl.-Nr.;Name;Geschlecht\n17;Ada Anders;w\n19;Carl Christ;m\n"
    shown = preview(organizer, tournament, club, content, "csv")
    organizer.post(
        address("club-members-import", tournament, club.pk),
        {"upload": shown.context["upload"], "step": "take"},
    )
    members = club.members.filter(number__in=(17, 19)).order_by("number")
    assert list(members.values_list("number", "lady")) == [(17, True), (19, False)]


def as_rows(club: Club) -> list[tuple[object, ...]]:
    fields = ("number", "joined", "left", "lady", "person__family", "person__given")
    of_person = ("person__birth_year", "person__passport")
    return list(club.members.order_by("number").values_list(*fields, *of_person))


def preview(client: Client, tournament: Tournament, club: Club, content: bytes, kind: str):
    file = SimpleUploadedFile(f"mitglieder.{kind}", content)
    answer = client.post(address("club-members-import", tournament, club.pk), {"file": file})
    assert answer.status_code == 200
    return answer


def test_rows_of_a_table_are_left_out_and_the_doubtful_ones_from_the_start(
    organizer: Client, tournament: Tournament, club: Club
):
    content = "Nr;Name;Eintritt\n1;Ada Becker;2019\n2;Bea Celan;2019\n;Summe;2\n3;Carl Dorn;2020\n"
    shown = preview(organizer, tournament, club, content.encode(), "csv")
    html = shown.content.decode()
    assert re.findall(r'name="take" value="(\d+)"[^>]* checked', html) == ["2", "3", "5"]
    data = {"upload": shown.context["upload"], "offered": "2 3 4 5", "take": ["2", "5"]}
    url = address("club-members-import", tournament, club.pk)
    organizer.post(url, data | {"step": "enter"})
    people = club.members.order_by("number").values_list("person__family", flat=True)
    assert list(people) == ["Becker", "Dorn"]


def test_a_whole_table_of_members_is_taken_back_by_one_button(organizer, tournament, club, members):
    before = as_rows(club)
    content = b"Name;Austritt\nAda Neu;\nBea Neu;2020\n"
    shown = preview(organizer, tournament, club, content, "csv")
    url = address("club-members-import", tournament, club.pk)
    organizer.post(url, {"upload": shown.context["upload"], "step": "enter"})
    assert club.members.count() == 5
    page = address("club-members", tournament, club.pk)
    undo = address("club-members-import-undo", tournament, club.pk)
    assert undo in organizer.get(page).content.decode()
    organizer.post(undo)
    assert as_rows(club) == before
    assert not Person.objects.filter(family="Neu").exists()
    assert undo not in organizer.get(page).content.decode()
    organizer.post(undo)
    assert as_rows(club) == before, "only once"


def test_a_table_is_not_taken_back_once_its_members_were_changed(organizer, tournament, club):
    content = b"Name;Austritt\nAda Neu;\nBea Neu;2020\n"
    shown = preview(organizer, tournament, club, content, "csv")
    url = address("club-members-import", tournament, club.pk)
    organizer.post(url, {"upload": shown.context["upload"], "step": "enter"})
    undo = address("club-members-import-undo", tournament, club.pk)
    page = address("club-members", tournament, club.pk)
    with undone():
        anonymise_people(tournament, [Person.objects.get(given="Bea")], by=BY)
        assert undo not in organizer.get(page).content.decode()
    remove_member(tournament, club.members.first(), by=BY)
    answer = organizer.post(undo, follow=True)
    assert "seit dem Einlesen der Tabelle geändert" in answer.content.decode()
    assert club.members.count() == 1


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
