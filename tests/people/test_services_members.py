"""Members of a club are added, changed, moved and come back."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

import pytest
from django.utils import timezone

from scoring.core.text import Details, Name
from scoring.models import Actor, Club, ClubMember, LogEntry, MemberOffer, Person, Role, Tournament
from scoring.people.reads.members import classes_of, member_rows
from scoring.people.reads.register import forgettable
from scoring.people.services.entries import add_entries
from scoring.people.services.leaving import remove_entry
from scoring.people.services.matching import Newcomer
from scoring.people.services.members import (
    MemberTerms,
    add_member,
    change_member,
    member_terms,
    move_member,
    rejoin,
    remove_member,
    set_age_limits,
)
from scoring.people.services.register import anonymise_people, merge_clubs, merge_people
from scoring.simulation.services import create_sample
from scoring.tournament.services.tournaments import remove_sample
from tests.factories import first_host, make_host, make_member, make_tournament
from tests.refusals import codes_of

BY = Actor(name="test")
ADA, BEA = Name("Becker", "Ada"), Name("Celan", "Bea")
NEW_YEAR, SUMMER = date(2026, 1, 1), date(2026, 7, 1)
TODAY = timezone.localdate()
pytestmark = pytest.mark.django_db


@pytest.fixture
def add(tournament: Tournament, club: Club) -> Callable[..., ClubMember]:
    def added(name: Name = ADA, *details: object, **terms: object) -> ClubMember:
        return add_member(tournament, club, name, MemberTerms(**terms), Details(*details), by=BY)

    return added


def test_members_get_the_next_number_and_are_on_record(add, club: Club):
    first, second = add(number=7), add(BEA, "D-1", 1950, joined=NEW_YEAR)
    assert (first.number, second.number) == (7, 8)
    assert second.person.club == club
    assert (second.person.passport, second.person.birth_year) == ("D-1", 1950)
    row = LogEntry.objects.filter(action="member.added").latest("pk")
    assert (row.subject, row.new) == ("club/SC Grün", {"member_number": 8, "joined": "2026-01-01"})


def test_known_person_of_this_club_or_of_none_is_meant_by_his_name(add, club: Club):
    """Details that his membership adds are logged where he plays."""
    ada = Person.objects.create(family="Becker", given="Ada", club=club, birth_year=1960)
    elsewhere = make_tournament("Anderer Pokal")
    elsewhere.entries.create(person=ada, start_number=4)
    bea = Person.objects.create(family="Celan", given="Bea")
    assert add(ADA, "D-1", None).person == ada
    assert add(BEA).person == bea
    ada.refresh_from_db()
    assert (ada.passport, ada.birth_year) == ("D-1", 1960)
    assert Person.objects.count() == 2
    row = LogEntry.objects.get(tournament=elsewhere)
    assert (row.action, row.subject) == ("entry.changed", "entry/4")
    assert row.new == {"changed": ["passport"]}


def test_namesake_of_another_club_is_asked_for(add, tournament: Tournament, club: Club):
    other = Club.objects.create(name="SC Rot")
    ada = Person.objects.create(family="Becker", given="Ada", club=other)
    assert codes_of(add) == ["member-who"]
    old = Person.objects.create(family="Celan", given="Bea", club=club, birth_year=1940)
    assert add(BEA, "", 1990).person != old, "the year of birth tells them apart"
    assert add(BEA, "", 1940).person == old
    enter = partial(add_member, tournament, club, ADA, MemberTerms(), by=BY)
    assert enter(person=ada.pk).person == ada
    assert enter(another=True).person != ada
    assert codes_of(enter, person=987_654) == ["person-unknown"]


def test_numbers_and_days_that_cannot_be_are_refused_at_their_fields(add, tournament):
    ada = add(number=7)
    assert codes_of(add, BEA, number=7) == ["member-number-taken"]
    assert codes_of(add, BEA, number=0) == ["member-number-out-of-range"]
    assert codes_of(add) == ["member-already"]
    change = partial(change_member, tournament, ada, ADA, MemberTerms(0), Details(), by=BY)
    assert codes_of(change) == ["member-number-out-of-range"]
    assert codes_of(add, BEA, joined=SUMMER, left=NEW_YEAR) == ["member-leaves-before-entering"]
    wrong = ["name-missing", "passport-too-long", "birth-year-impossible"]
    assert codes_of(add, Name(""), "P" * 50, 1492) == wrong


def test_member_leaves_and_comes_back_with_his_number_if_it_is_free(add, tournament, club):
    ada = add(number=7, joined=NEW_YEAR)
    left = MemberTerms(7, NEW_YEAR, SUMMER)
    change_member(tournament, ada, ADA, left, Details(), by=BY)
    assert codes_of(rejoin, tournament, ada, SUMMER, by=BY) == ["member-already"]
    back = rejoin(tournament, ada, date(2026, 9, 1), by=BY)
    assert (back.number, back.person, ClubMember.objects.count()) == (7, ada.person, 2)
    assert [row.member for row in member_rows(club, SUMMER)] == [ada]
    assert member_rows(club, date(2026, 8, 1)) == []
    assert len(member_rows(club, SUMMER, everybody=True)) == 2
    bea = add(BEA, number=8, left=SUMMER)
    add(Name("Dorn"), number=8)
    assert rejoin(tournament, bea, date(2026, 9, 1), by=BY).number == 9


def test_name_and_details_change_where_the_person_plays(add, tournament: Tournament, club: Club):
    [entry] = add_entries(tournament, [Newcomer(ADA, club.name)], by=BY)
    ada = add()
    elsewhere = make_tournament("Mai")
    add_entries(elsewhere, [Newcomer(ADA, club.name)], by=BY)
    name, details = Name("Becker-Eule", "Ada"), Details("D-1", 1960)
    change_member(tournament, ada, name, member_terms(ada), details, by=BY)
    entry.person.refresh_from_db()
    assert (entry.person.family, entry.person.birth_year) == ("Becker-Eule", 1960)
    row = LogEntry.objects.get(action="entry.changed", tournament=elsewhere)
    assert row.new == {"changed": ["name", "passport", "birth_year"]}
    by = Actor(make_member(tournament, Role.ORGANIZER))
    change = partial(change_member, tournament, ada, ADA, member_terms(ada), Details())
    assert codes_of(change, by=by) == ["not-organized-by-you"]


def test_moving_leaves_the_old_membership_with_an_end(add, tournament: Tournament, club: Club):
    ada, other = add(number=7, joined=NEW_YEAR, lady=True), Club.objects.create(name="SC Rot")
    refused = partial(codes_of, move_member, tournament, ada, by=BY)
    assert refused(club, on=SUMMER) == ["same-club"]
    assert refused(other, on=NEW_YEAR) == ["member-leaves-before-entering"]
    moved = move_member(tournament, ada, other, on=SUMMER, number=3, by=BY)
    ada.refresh_from_db()
    assert (ada.left, ada.number) == (date(2026, 6, 30), 7)
    assert (moved.club, moved.number, moved.joined, moved.lady) == (other, 3, SUMMER, True)
    assert Person.objects.get().club == other
    assert refused(other, on=SUMMER) == ["member-has-left"]


@pytest.mark.parametrize(
    ("born", "expected"),
    [(2005, ("lady", "junior")), (2004, ("lady",)), (1966, ("lady",)), (1965, ("lady", "senior"))],
)
def test_category_follows_the_years_completed_when_the_year_begins(add, club, born, expected):
    """docs/law.md "Categories by age"."""
    found = add(ADA, "", born, lady=True)
    assert classes_of(found, club, date(2026, 12, 31)) == expected
    assert classes_of(found, club, date(2026, 1, 1)) == expected


def test_age_limits_are_data_of_the_club(add, tournament: Tournament, club: Club):
    found = add(ADA, "", 1970)
    set_age_limits(tournament, club, junior_below=18, senior_from=50, by=BY)
    assert [row.classes for row in member_rows(club, SUMMER)] == [("senior",)]
    row = LogEntry.objects.get(action="club.limits.set")
    assert row.old == {"junior_below": 21, "senior_from": 60}
    crossed = partial(set_age_limits, tournament, club, junior_below=61, senior_from=60, by=BY)
    assert codes_of(crossed) == ["age-limits-crossed"]
    remove_member(tournament, found, by=BY)
    assert Person.objects.get().sorted_name == "Becker, Ada", "stays on record"
    assert codes_of(remove_member, tournament, found, by=BY) == ["member-gone"]


def test_members_are_found_by_number_and_by_beginnings_of_the_name(add, club: Club):
    add(number=12)
    add(BEA, number=2)
    for text, numbers in {"12": [12], "1": [], "ce be": [2], "bec": [12], "zz": []}.items():
        found = [row.member.number for row in member_rows(club, SUMMER, text)]
        assert found == numbers, text


# Clubs or people are merged, or a name is removed


def member(club: str, name: str, number: int, **fields: object) -> ClubMember:
    found, _new = Club.objects.get_or_create(name=club)
    person, _new = Person.objects.get_or_create(family=name)
    return ClubMember.objects.create(club=found, person=person, number=number, **fields)


def test_members_of_a_merged_club_keep_their_number_where_it_is_free(tournament: Tournament):
    kept = member("SC Grün", "Becker", 1).club
    member("SC Grün", "Dorn", 3, joined=date(2020, 1, 1))
    gone = member("Grün SC", "Celan", 1).club
    member("Grün SC", "Eule", 3)
    member("Grün SC", "Igel", 6)
    twin = member("Grün SC", "Dorn", 9, joined=date(2019, 1, 1), lady=True)
    MemberOffer.objects.create(member=twin, to=make_host(), on=TODAY)
    member("Grün SC", "Fuchs", 7, left=date(2018, 1, 1))  # in old lists: nobody gets 7 again
    merge_clubs(tournament, gone, kept, by=BY)
    numbers = kept.members.on(TODAY).order_by("number").values_list("number", "person__family")
    assert list(numbers) == [(1, "Becker"), (3, "Dorn"), (6, "Igel"), (10, "Celan"), (11, "Eule")]
    dorn = ClubMember.objects.get(person__family="Dorn")
    assert (dorn.joined, dorn.lady, dorn.offer.on) == (date(2019, 1, 1), True, TODAY)
    assert ClubMember.objects.get(person__family="Fuchs").number == 7
    assert LogEntry.objects.get(action="club.merged").new["renumbered"] == ["1 → 10", "3 → 11"]


def test_memberships_of_a_merged_person_stand_once(tournament: Tournament):
    kept, gone = member("SC", "Becker", 1).person, member("SC", "Beker", 2).person
    member("Rot", "Beker", 5)
    member("SC", "Beker", 4, left=date(2018, 1, 1))
    merge_people(tournament, gone, kept, by=BY)
    rows = ClubMember.objects.order_by("club__name", "number").values_list("club__name", "number")
    assert list(rows) == [("Rot", 5), ("SC", 1), ("SC", 4)]
    assert {each.person for each in ClubMember.objects.all()} == {kept}
    # Two of them overlap: the name can be corrected, the days only to what is possible.
    one, name = ClubMember.objects.get(number=1), Name("Bäcker", "")
    terms = MemberTerms(1, joined=date(2017, 1, 1))
    change_member(tournament, one, name, member_terms(one), Details(), by=BY)
    refused = codes_of(change_member, tournament, one, name, terms, Details(), by=BY)
    assert (one.person.family, refused) == ("Bäcker", ["member-already"])


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
    sample = create_sample("Muster", TODAY, by=BY)
    person = sample.entries.filter(person__club__isnull=False).first().person
    found = ClubMember.objects.create(club=person.club, person=person, number=1)
    remove_sample(sample, by=BY)
    assert ClubMember.objects.get() == found
    [entry] = add_entries(make_tournament(), [Newcomer(Name("Becker"))], by=BY)
    member("SC", "Becker", 1)
    remove_entry(entry, by=BY)
    assert Person.objects.filter(family="Becker").exists()
