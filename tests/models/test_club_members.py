"""What the database refuses about members of clubs, and who is one on a day."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from scoring.models import Club, ClubMember, Person
from scoring.people.reads.clubs import members_of

pytestmark = pytest.mark.django_db
MAY, JUNE = date(2026, 5, 31), date(2026, 6, 1)


def member(club: Club, name: str, number: int, **fields: object) -> ClubMember:
    person, _new = Person.objects.get_or_create(family=name)
    return ClubMember.objects.create(club=club, person=person, number=number, **fields)


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="SC Grün")


def test_members_of_a_day_come_by_number_and_leave_after_their_last_day(club: Club):
    old, new = member(club, "Celan", 7, left=MAY), member(club, "Becker", 3, joined=JUNE)
    always = member(club, "Dorn", 5)
    assert members_of(club, on=MAY) == [always, old]
    assert members_of(club, on=JUNE) == [new, always]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("Celan", {"number": 3}),  # the number of another one
        ("Becker", {"number": 4}),  # twice a member
        ("Celan", {"number": 0}),
        ("Celan", {"number": 4, "joined": JUNE, "left": MAY}),
    ],
)
def test_database_refuses_what_no_list_of_members_can_say(club: Club, name: str, fields: dict):
    member(club, "Becker", 3)
    with pytest.raises(IntegrityError), transaction.atomic():
        member(club, name, **fields)


def test_number_of_one_who_left_is_free_again(club: Club):
    member(club, "Becker", 3, left=MAY)
    member(club, "Celan", 3)
    member(club, "Becker", 4, joined=JUNE)


def test_a_member_is_on_record_and_not_deleted_with_person_or_club(club: Club):
    """Also who played in a sample alone. Juniors of a club are younger than its seniors."""
    found = member(club, "Becker", 3)
    for row in (found.person, club):
        with pytest.raises(ProtectedError):
            row.delete()
    assert list(Person.objects.on_record()) == [found.person]
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(name="SC Rot", junior_below=70)
