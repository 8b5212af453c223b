"""Players from a table: a result for every row; a second import changes nothing."""

import pytest

from scoring.core.text import parse_name
from scoring.models import Actor, Booking, Category, Club, Entry, Fees, LogEntry, Person, Tournament
from scoring.people.imports.services.people import Choices, PlayerImport, RowVerdict, import_people
from scoring.people.services.matching import Newcomer, RawRow, examine, read_person
from tests.factories import add_entry, make_tournament
from tests.refusals import codes_of

CLERK = Actor(name="test")
pytestmark = pytest.mark.django_db
LETTERS = dict(
    zip(("name", "club", "number", "passport", "birth_year", "category"), "ABCDEF", strict=True)
)


def table(*rows: dict[str, str]) -> list[RawRow]:
    return [RawRow(row, values, LETTERS) for row, values in enumerate(rows, 2)]


def known(name: str, club: str = "", **fields: object) -> Person:
    given, family = name.split()
    row = Club.objects.get_or_create(name=club)[0] if club else None
    return Person.objects.create(family=family, given=given, club=row, **fields)


def judge(tournament: Tournament, rows: list[RawRow], choices: Choices) -> list[RowVerdict]:
    return PlayerImport(tournament, choices).judge(list(map(read_person, rows)))


def names(results: list[RowVerdict]) -> list[str]:
    return [each.verdict for each in results]


def enter(tournament, rows, choices=None):
    there = {entry.pk for entry in tournament.entries.all()}
    import_people(PlayerImport(tournament, choices or {}), rows, by=CLERK)
    return [entry for entry in tournament.entries.order_by("pk") if entry.pk not in there]


def test_a_name_like_one_on_record_is_asked_about(tournament):
    """Nothing of what the row says may speak against it; a choice is an answer."""
    heike = known("Heike Rohde", "SC Eins", birth_year=1961)
    rows = table(
        {"name": "Heike Rode"},
        {"name": "Heyke Rohde", "club": "SC Zwei"},
        {"name": "Heike Rhode", "birth_year": "1980"},
        {"name": "Max Marder"},
    )
    found = judge(tournament, rows, {})
    assert names(found) == ["ambiguous", "new", "new", "new"]
    assert found[0].candidates == (heike.pk,)
    assert names(judge(tournament, rows, {"0.0.2": str(heike.pk)}))[0] == "known"
    twice = table({"name": "Heike Rohde"}, {"name": "Heike Rode"})
    assert names(judge(tournament, twice, {"0.0.3": str(heike.pk)})) == ["known", "double"]
    enter(tournament, rows, {"0.0.2": "new"})
    assert tournament.entries.count() == 4
    assert names(judge(tournament, rows, {})) == ["entered"] * 4


def test_a_name_like_one_of_a_sample_is_new_and_takes_no_query_a_row(
    tournament, django_assert_max_num_queries
):
    add_entry(make_tournament(sample=True), Newcomer(parse_name("Heike Rohde")), by=CLERK)
    rows = table(*({"name": "Heike Rode", "club": f"SC {n}"} for n in range(9)))
    with django_assert_max_num_queries(9):
        assert names(judge(tournament, rows, {})) == ["new"] * 9


def test_second_import_changes_nothing(tournament):
    Category.objects.create(tournament=tournament, name="Damen")
    rows = table(
        {"name": "Hans Meier", "club": "SC Eins", "number": "7"},
        {"name": "Hans Meier", "club": "SC Zwei"},
        {"name": "Eva Eule", "category": "damen", "birth_year": "12.03.1954", "passport": "D-1"},
    )
    Fees.objects.create(tournament=tournament, entry_cents=1_000)
    *_others, eva = enter(tournament, rows)
    assert {e.start_number for e in tournament.entries.all()} == {7, 8, 9}
    assert (eva.person.passport, eva.person.birth_year) == ("D-1", 1954)
    assert eva.in_categories.get().category.name == "Damen"
    assert not Booking.objects.exists()
    before = [list(model.objects.values()) for model in (Entry, Person, Club, LogEntry)]
    assert names(judge(tournament, rows, {})) == ["entered"] * 3
    assert codes_of(enter, tournament, rows) == ["nothing-to-import"]
    assert [list(model.objects.values()) for model in (Entry, Person, Club, LogEntry)] == before


def test_a_namesake_from_another_club_who_plays_already_is_asked_about(tournament):
    person = known("Hans Meier", "SC Eins")
    add_entry(tournament, Newcomer(parse_name("Hans Meier")), by=CLERK)
    rows = table({"name": "Hans Meier", "club": "SC Zwei"})
    assert names(judge(tournament, rows, {})) == ["ambiguous"]
    assert names(judge(tournament, rows, {"0.0.2": str(person.pk)})) == ["entered"]
    [entry] = enter(tournament, rows, {"0.0.2": "new"})
    assert entry.person != person


OTHER, SEVERAL = ["name-of-another-club"], ["name-ambiguous"]


@pytest.mark.parametrize(
    ("clubs", "club", "verdict", "codes"),
    [
        (["SC Eins"], "SC Zwei", "ambiguous", OTHER),
        (["SC Eins"], "sc eins", "known", []),
        (["SC Eins"], "", "known", []),
        ([""], "SC Zwei", "known", []),
        (["SC Eins", "SC Zwei"], "SC Zwei", "known", []),
        (["SC Eins", "SC Zwei"], "SC Drei", "ambiguous", SEVERAL),
        (["SC Eins", "SC Zwei"], "", "ambiguous", SEVERAL),
        ([], "SC Eins", "new", []),
    ],
)
def test_desk_and_table_give_one_answer_to_who_somebody_is(tournament, clubs, club, verdict, codes):
    namesakes = [known("Hans Meier", each) for each in clubs]
    rows = table({"name": "Hans Meier", "club": club})
    assert names(judge(tournament, rows, {})) == [verdict]
    line = Newcomer(parse_name("Hans Meier"), club, typed="Hans Meier")
    problems, [placed] = examine(tournament, [line])
    assert [problem.code for problem in problems] == codes
    assert codes or placed.person in ([each.pk for each in namesakes][-1:] or [None])


def test_another_passport_is_another_person_and_the_same_one_in_spite_of_the_year(tournament):
    person = known("Hans Meier", passport="D-1", birth_year=1950)
    for passport, meant in (("D-2", None), ("d-1", person.pk)):
        line = Newcomer(parse_name("Hans Meier"), passport=passport, birth_year=1951)
        assert examine(tournament, [line])[1][0].person == meant
        row = {"name": "Hans Meier", "passport": passport, "birth_year": "1951"}
        assert judge(tournament, table(row), {})[0].person == meant


def test_taken_and_unknown_values_are_reported_with_their_cell(tournament):
    add_entry(tournament, Newcomer(parse_name("Ina Igel"), start_number=3), by=CLERK)
    rows = table(
        {"name": "Eva Eule", "number": "3"},
        {"name": "Uwe Uhu", "category": "Damen"},
        {"name": "Max Marder", "number": "5"},
        {"name": "Nils Natter", "number": "5"},
        {"name": "Ina Igel", "number": "9"},
    )
    results = judge(tournament, rows, {})
    assert names(results) == ["faulty", "faulty", "new", "faulty", "entered"]
    assert [each.problems[0].field for each in results if each.problems] == ["C2", "F3", "C5"]


def test_namesakes_in_a_table_are_matched_by_club_passport_or_year(tournament):
    """A new person further up does not take the place of a known one."""
    father = known("Hans Meier", "SC Zwei")
    _one, other = [known("Otto Otter", passport=number) for number in ("D-1", "D-2")]
    younger, _older = [known("Nils Natter", birth_year=year) for year in (1980, 1950)]
    rows = table(
        {"name": "Hans Meier", "club": "SC Eins"},
        {"name": "Hans Meier", "club": "SC Zwei"},
        {"name": "Otto Otter", "passport": "d-2"},
        {"name": "Natter, Nils", "birth_year": "1980"},
    )
    assert names(judge(tournament, rows, {})) == ["new", "known", "known", "known"]
    assert [entry.person for entry in enter(tournament, rows)][1:] == [father, other, younger]
    assert Person.objects.get(pk=father.pk).club.name == "SC Zwei"
    assert names(judge(tournament, rows, {})) == ["entered"] * 4


def test_uncertain_namesakes_are_asked_about(tournament):
    one = known("Hans Meier")
    rows = table(
        {"name": "Hans Meier", "birth_year": "1950"}, {"name": "Hans Meier", "birth_year": "1980"}
    )
    found = judge(tournament, rows, {})
    assert [(each.verdict, each.candidates) for each in found] == [("ambiguous", (one.pk,))] * 2
    assert len(enter(tournament, rows, {"0.0.2": str(one.pk), "0.0.3": "new"})) == 2
    assert names(judge(tournament, rows, {})) == ["entered", "entered"]
    first, second = known("Otto Otter"), known("Otto Otter")
    rows = table({"name": "Otto Otter"}, {"name": "Otto Otter"})
    entries = enter(tournament, rows, {"0.0.2": str(second.pk), "0.0.3": str(first.pk)})
    assert [entry.person for entry in entries] == [second, first]


def test_repeated_or_less_complete_row_is_a_duplicate_unless_chosen(tournament):
    row = {"name": "Ole Olsen", "club": "Kiel 04", "number": "7"}
    rows = table(
        {"name": "Eva Eule", "club": "SC Eins"},
        {"name": "Eule, Eva"},
        {"name": "EVA EULE", "club": "sc eins", "birth_year": "1950"},
        row,
        row,
        {"name": "Ida Igel", "number": "7"},
    )
    results = judge(tournament, rows, {})
    assert names(results) == ["new", "double", "double", "new", "double", "faulty"]
    assert [each.number for each in results[:3]] == [None, 2, 2]
    assert len(enter(tournament, rows, {"0.0.3": "new"})) == 3
