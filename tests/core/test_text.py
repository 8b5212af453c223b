"""Names: read in common spellings, stored in one form, found by search."""

import pytest

from scoring.core.text import (
    Name,
    Register,
    get_or_create_club,
    get_or_create_clubs,
    name_problems,
    parse_name,
    plain_text,
)
from scoring.models import Club, Person
from tests.factories import first_host


@pytest.mark.parametrize(
    ("typed", "family", "given"),
    [
        ("Karl-Heinz van der Meer", "van der Meer", "Karl-Heinz"),
        ("Hans von Meier jun.", "von Meier jun.", "Hans"),
        ("Van Morten", "Morten", "Van"),
        ("Dr. Ada Becker", "Becker", "Dr. Ada"),
        ("von", "von", ""),
        (", Ada", "Ada", ""),
        ("", "", ""),
    ],
)
def test_name_is_read_in_every_usual_order(typed: str, family: str, given: str):
    assert parse_name(typed) == Name(family, given)


def test_invisible_characters_are_removed():
    """PostgreSQL refuses NUL; a direction mark would reverse the text of a whole list."""
    assert plain_text("A\x00d\u202ea\ud800 Be\u0000cker\n") == "A d a Be cker"


@pytest.mark.parametrize(
    ("name", "club", "codes"),
    [
        (Name("Becker"), "", set()),
        (Name(""), "", {"name-missing"}),
        (Name("B" * 81, "A" * 81), "C" * 121, {"name-too-long", "club-too-long"}),
        (Name("B" * 80, "A" * 80), "C" * 120, set()),
    ],
)
def test_every_problem_of_a_name_is_reported_at_once(name: Name, club: str, codes: set[str]):
    assert {problem.code for problem in name_problems(name, club)} == codes


@pytest.fixture
def register(db: None) -> Register:
    for family, given in (("Özil", "Änne"), ("Becker", "Karl-Heinz"), ("von Berg", "Otto")):
        Person.objects.create(family=family, given=given)
    return Register(first_host())


@pytest.mark.parametrize(
    ("typed", "families"),
    [
        # Without regard to case and accents, also by later parts of a name.
        *((each, ["Özil"]) for each in ("öz", "OZ", "ÄN", "an öz", "özil, änne")),
        ("heinz", ["Becker"]),
        ("einz", []),
        ("berg", ["von Berg"]),
        ("b", ["Becker", "von Berg"]),
        (" , ", []),
    ],
)
def test_people_are_found_by_the_beginnings_of_their_names(register, typed: str, families):
    people = Person.objects.filter(pk__in=register.starting(typed)).order_by("family")
    assert [each.family for each in people] == families


def test_a_list_of_names_is_one_query(register: Register, django_assert_num_queries):
    """Of everybody on record only who is called so is read."""
    names = [Name("Becker", "Karl-Heinz"), Name("BERG", "Otto"), Name("Ozil", "Anne")]
    with django_assert_num_queries(1):
        register.prefetch(names)
        found = [register.namesakes(name) for name in names]
    assert [len(each) for each in found] == [1, 0, 1]
    with django_assert_num_queries(1):
        register.starting("ka be")


def test_a_corrected_name_is_found_by_the_new_one_and_a_removed_one_not_at_all(register: Register):
    becker = Person.objects.get(family="Becker")
    becker.family = "Bäcker"
    becker.save(update_fields=["family"])
    assert register.starting("backer") == [becker.pk]
    assert register.starting("becker") == []
    Person.objects.filter(pk=becker.pk).update(anonymised_at="2026-01-01T00:00Z")
    assert Register(first_host()).starting("backer") == []


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["SC WEISS", "sc weiß", "SC Weiss"])
def test_a_club_is_recognized_in_any_case(typed: str):
    """SQLite folds the case of ASCII letters alone: a laptop had two clubs, a server one."""
    club = Club.objects.create(name="SC Weiß")
    assert get_or_create_club(typed, first_host()) == club
    assert get_or_create_clubs([typed, "SC Süd"], first_host())[typed] == club
    assert get_or_create_club("SC Weis", first_host()) != club
    both = {"SC Weiß": club, "SC WEISS": Club.objects.create(name="SC WEISS")}
    assert get_or_create_clubs(both, first_host()) == both
