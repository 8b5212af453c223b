"""Members when clubs or people are merged, and when a name is removed."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from scoring.core.text import Name
from scoring.models import Actor, Club, ClubMember, LogEntry, Person, Tournament
from scoring.people.reads.clubs import forgettable, members_of
from scoring.people.services.clubs import anonymise_people, merge_clubs, merge_people
from scoring.people.services.entries import add_entries
from scoring.people.services.leaving import remove_entry
from scoring.people.services.matching import Newcomer
from scoring.simulation.services import create_sample
from scoring.tournament.services.tournaments import remove_sample
from tests.factories import first_host, make_tournament
from tests.refusals import codes_of

BY = Actor(name="test")
TODAY = timezone.localdate()
pytestmark = pytest.mark.django_db


def member(club: str, name: str, number: int, **fields: object) -> ClubMember:
    found, _new = Club.objects.get_or_create(name=club)
    person, _new = Person.objects.get_or_create(family=name)
    return ClubMember.objects.create(club=found, person=person, number=number, **fields)


def numbers(club: Club) -> list[tuple[int, str]]:
    return [(each.number, each.person.family) for each in members_of(club, on=TODAY)]


def test_members_of_a_merged_club_keep_their_number_where_it_is_free(tournament: Tournament):
    kept = member("SC Grün", "Becker", 1).club
    member("SC Grün", "Dorn", 3, joined=date(2020, 1, 1))
    gone = member("Grün SC", "Celan", 1).club
    member("Grün SC", "Eule", 2)
    member("Grün SC", "Dorn", 9, joined=date(2019, 1, 1), lady=True)
    member("Grün SC", "Fuchs", 1, left=date(2018, 1, 1))
    merge_clubs(tournament, gone, kept, by=BY)
    assert numbers(kept) == [(1, "Becker"), (2, "Eule"), (3, "Dorn"), (4, "Celan")]
    dorn = ClubMember.objects.get(person__family="Dorn")
    assert (dorn.joined, dorn.lady) == (date(2019, 1, 1), True)
    assert ClubMember.objects.get(person__family="Fuchs").number == 1
    assert LogEntry.objects.get(action="club.merged").new["renumbered"] == ["1 → 4"]


def test_memberships_of_a_merged_person_stand_once(tournament: Tournament):
    kept, gone = member("SC", "Becker", 1).person, member("SC", "Beker", 2).person
    member("Rot", "Beker", 5)
    member("SC", "Beker", 4, left=date(2018, 1, 1))
    merge_people(tournament, gone, kept, by=BY)
    rows = ClubMember.objects.order_by("club__name", "number").values_list("club__name", "number")
    assert list(rows) == [("Rot", 5), ("SC", 1), ("SC", 4)]
    assert {each.person for each in ClubMember.objects.all()} == {kept}


def test_names_of_members_are_not_removed_before_they_leave(tournament: Tournament):
    found = member("SC", "Becker", 1, joined=TODAY + timedelta(days=9))
    assert list(forgettable(BY, first_host())) == []
    assert codes_of(anonymise_people, tournament, [found.person], by=BY) == ["person-is-member"]
    found.left = found.joined = TODAY - timedelta(days=1)
    found.save()
    assert list(forgettable(BY, first_host())) == [found.person]
    anonymise_people(tournament, [found.person], by=BY)
    assert not Person.objects.exists()
    [entry] = add_entries(make_tournament(date=date(2020, 1, 1)), [Newcomer(Name("Celan"))], by=BY)
    found = member("SC", "Celan", 1, left=date(2021, 1, 1))
    anonymise_people(tournament, [entry.person], by=BY)
    assert not ClubMember.objects.exists(), "a player's number goes with his name"


def test_member_stays_when_his_only_entry_or_the_sample_is_removed():
    sample = create_sample("Muster", TODAY, by=BY).tournament
    person = sample.entries.filter(person__club__isnull=False).first().person
    found = ClubMember.objects.create(club=person.club, person=person, number=1)
    remove_sample(sample, by=BY)
    assert ClubMember.objects.get() == found
    [entry] = add_entries(make_tournament(), [Newcomer(Name("Becker"))], by=BY)
    member("SC", "Becker", 1)
    remove_entry(entry, by=BY)
    assert Person.objects.filter(family="Becker").exists()
