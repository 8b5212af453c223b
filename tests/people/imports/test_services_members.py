"""Members from a table: judged, matched, written once."""

from datetime import date

import pytest

from scoring.models import Actor, Club, ClubMember, LogEntry, Person, Tournament
from scoring.people.imports.services.people import (
    Choices,
    MemberImport,
    RowVerdict,
    digests,
    import_people,
)
from scoring.people.reads.members import member_rows
from scoring.people.services.matching import RawRow, read_person
from tests.factories import make_tournament
from tests.refusals import codes_of

BY = Actor(name="test")
pytestmark = pytest.mark.django_db
COLUMNS = ("number", "name", "birth_year", "passport", "category", "joined", "left")
LETTERS = dict(zip(COLUMNS, "ABCDEFG", strict=True))


def table(*rows: str) -> list[RawRow]:
    """Rows as "7;Ada Becker;1960;D-1;Damen;1.3.2019;", from row 2 on."""
    cells = [dict(zip(COLUMNS, row.split(";"), strict=False)) for row in rows]
    return [RawRow(number, values, LETTERS) for number, values in enumerate(cells, 2)]


def judge(club: Club, rows: list[RawRow], choices: Choices) -> list[RowVerdict]:
    return MemberImport(make_tournament(), club, choices).judge(list(map(read_person, rows)))


def verdicts(club: Club, *rows: str, **choices: str) -> list[str]:
    chosen = {f"0.0.{key[1:]}": value for key, value in choices.items()}
    return [each.verdict for each in judge(club, table(*rows), chosen)]


def test_rows_become_members_with_everything_that_stands_in_them(tournament, club):
    rows = table("7;Ada Becker;12.4.1960;D-1;Damen;1.3.2019;", ";Celan, Bea;;;Sen;2001;2020")
    import_people(MemberImport(tournament, club, {}), rows, by=BY)
    ada, bea = ClubMember.objects.order_by("person__family")
    assert (ada.number, ada.joined, ada.lady) == (7, date(2019, 3, 1), True)
    assert (ada.person.birth_year, ada.person.passport) == (1960, "D-1")
    assert (bea.number, bea.joined, bea.left) == (8, date(2001, 1, 1), date(2020, 12, 31))
    row = LogEntry.objects.get(action="members.imported")
    assert row.new == {"members": 2, "member_numbers": [7, 8]}


def test_table_sent_twice_changes_nothing(tournament: Tournament, club: Club):
    """Nor one that was shown otherwise."""
    rows = ["7;Ada Becker;;;;;", "8;Bea Celan;;;;;2020"]
    assert codes_of(
        import_people, MemberImport(tournament, club, {}), table(*rows), by=BY, seen=digests([], {})
    ) == ["import-changed-meanwhile"]
    import_people(MemberImport(tournament, club, {}), table(*rows), by=BY)
    assert verdicts(club, *rows) == ["entered", "entered"]
    assert codes_of(import_people, MemberImport(tournament, club, {}), table(*rows), by=BY) == [
        "nothing-to-import"
    ]
    assert ClubMember.objects.count() == Person.objects.count() == 2


def test_known_people_are_matched_and_doubtful_ones_asked_for(tournament: Tournament, club: Club):
    other = Club.objects.create(name="SC Rot")
    ada = Person.objects.create(family="Becker", given="Ada")
    bea = Person.objects.create(family="Celan", given="Bea", club=other)
    rows = [";Ada Becker", ";Bea Celan", ";Bea Celan;1980"]
    assert verdicts(club, *rows) == ["known", "ambiguous", "ambiguous"]
    assert verdicts(club, *rows, r3=str(bea.pk), r4="new") == ["known", "known", "new"]
    choices = {"0.0.3": str(bea.pk), "0.0.4": "new"}
    import_people(MemberImport(tournament, club, choices), table(*rows), by=BY)
    members = {row.member.person for row in member_rows(club, date(2026, 11, 21))}
    assert {ada, bea} < members
    assert len(members) == 3


def test_problems_stand_at_their_cells(club: Club):
    ClubMember.objects.create(club=club, person=Person.objects.create(family="Eule"), number=4)
    rows = [
        "x;Ada Becker;19;;;31.2.2020;",
        "4;Bea Celan;;;;;",
        "5;Carl Dorn;;;;2020;2019",
        "5;Dora Eule;;;;;",
        "5;Emil Fuchs;;;;;",
    ]
    assert verdicts(club, *rows) == ["faulty", "faulty", "faulty", "new", "faulty"]
    found = judge(club, table(*rows), {})
    assert [(p.code, p.field) for each in found for p in each.problems] == [
        ("number-unreadable", "A2"),
        ("birth-year-unreadable", "C2"),
        ("day-unreadable", "F2"),
        ("member-number-taken", "A3"),
        ("member-leaves-before-entering", "G4"),
        ("member-number-taken", "A6"),
    ]


def test_somebody_who_left_and_came_back_is_one_person(tournament: Tournament, club: Club):
    rows = ["7;Ada Becker;;;;2001;2010", "7;Ada Becker;;;;2015;", "9;Ada Becker;;;;2016;"]
    assert verdicts(club, *rows) == ["new", "new", "new"]
    import_people(MemberImport(tournament, club, {}), table(*rows), by=BY)
    assert [each.memberships.count() for each in Person.objects.order_by("pk")] == [2, 1]
    # A time before the one that stands there is a time of its own; one that goes on is the same.
    later = "3;Eva Becker;;;;2001;2010"
    import_people(MemberImport(tournament, club, {}), table(later), by=BY)
    assert verdicts(club, later, "3;Eva Becker;;;;1990;1995") == ["entered", "known"]
    assert verdicts(club, "5;Ida Becker;;;;2001;", "5;Ida Becker;;;;2002;") == ["new", "double"]
