"""The registration desk: abbreviations, bookings, and undo."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.core.services import write_log
from scoring.core.text import Register, category_keys, parse_name
from scoring.models import Actor, Category, Club, Entry, Fees, LogEntry, Person, Pot, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind, PotKind
from scoring.money.reads.dues import owed_at_the_door
from scoring.money.services.ledger import refund
from scoring.people.forms import DeskLine, read_desk_line
from scoring.people.reads.entries import suggestions_for
from scoring.people.services.entries import add_entries, change_entry, pay_at_the_door
from scoring.people.services.leaving import last_registrations, undo_registration
from scoring.people.services.matching import Newcomer, Roster
from scoring.series.reads.teams import registration_keys
from tests.factories import add_entry, make_host, make_tournament
from tests.refusals import codes_of
from tools.championship import choose

CLERK, OTHER = Actor(name="ada"), Actor(name="bea")
pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    Fees.objects.create(tournament=tournament, entry_cents=1_500, card_cents=200, table_cents=100)
    return tournament


def newcomer(text: str, **fields: object) -> Newcomer:
    return Newcomer(name=parse_name(text), **fields)


def booked(tournament: Tournament) -> list[tuple[str, int]]:
    return list(tournament.bookings.values_list("kind", "cents"))


def test_payment_is_booked_with_the_entry(tournament: Tournament):
    optional_pot(tournament, 2, 300)
    optional_pot(tournament, 1, 300)
    tournament.pots.filter(number=1).update(optional=False)
    add_entry(tournament, newcomer("Max Marder"), by=CLERK, paid=True)
    assert booked(tournament) == [
        (BookingKind.ENTRY_FEE, 1_500),
        (BookingKind.CARD_MONEY, 200),
        (BookingKind.TABLE_MONEY, 100),
        (BookingKind.STAKE, 300),
    ]
    add_entry(tournament, newcomer("Mia Meise", categories=("topf2",)), by=CLERK, paid=True)
    assert sum(cents for _kind, cents in booked(tournament)) == 2_100 + 2_400


def optional_pot(tournament: Tournament, number: int = 1, stake_cents: int = 500) -> Pot:
    stake = {"stake_cents": stake_cents, "optional": True}
    title = f"Topf {number}"
    return tournament.pots.create(number=number, title=title, kind=PotKind.SPECIAL, **stake)


def owed(tournament: Tournament) -> list[int]:
    return [owed_at_the_door(entry) for entry in tournament.entries.all()]


@pytest.mark.parametrize("given", [0, 1, 1_500, 2_299, 2_300, 5_000])
def test_every_part_payment_keeps_the_stake_of_a_chosen_pot(tournament: Tournament, given: int):
    """1800 of fees and a stake of 500: what is not paid stays owed."""
    optional_pot(tournament)
    line = newcomer("Max Marder", categories=("topf1",))
    entry = add_entry(tournament, line, by=CLERK, paid=given > 0, cash=given)
    paid = sum(cents for _kind, cents in booked(tournament))
    assert paid == min(given, 2_300)
    assert owed(tournament) == [2_300 - paid]
    pay_at_the_door(entry, by=CLERK)
    assert owed(tournament) == [0]
    assert booked(tournament)[-1][0] == BookingKind.STAKE or given >= 2_300


def test_a_pot_can_be_chosen_by_who_was_entered_before(tournament: Tournament):
    optional_pot(tournament)
    entry = add_entry(tournament, newcomer("Max Marder"), by=CLERK)
    pay_at_the_door(entry, by=CLERK, pots=["to"], cash=2_000)
    assert owed(tournament) == [300]
    assert LogEntry.objects.get(action=Action.ENTRY_POTS).new == {"pots": ["Topf 1"]}
    assert codes_of(pay_at_the_door, entry, by=CLERK, pots=["damen"]) == ["pot-of-the-line-unknown"]


def test_who_gets_a_stake_back_does_not_owe_it_again(tournament: Tournament):
    pot = optional_pot(tournament)
    entry = add_entry(tournament, newcomer("Max Marder", categories=("to",)), by=CLERK, paid=True)
    refund(entry, 500, kind=BookingKind.STAKE, pot=pot.pk, by=CLERK, reason="changed his mind")
    assert owed(tournament) == [0]
    choose(entry, [pot.pk], by=CLERK)
    assert owed(tournament) == [500]
    for optional, due in ((False, 500), (True, 0)):  # where everybody pays it, a choice rests
        type(pot).objects.update(optional=optional)
        pay_at_the_door(entry, by=CLERK, cash=0)
        choose(entry, [], by=CLERK)
        assert owed(tournament) == [due]


def test_a_class_lowers_the_fee_and_is_remembered_for_the_next_time(tournament: Tournament):
    Category.objects.create(tournament=tournament, name="Damen", entry_cents=1_000)
    first = add_entry(tournament, newcomer("Mia Meise", categories=("d",)), by=CLERK, paid=True)
    assert booked(tournament)[0] == (BookingKind.ENTRY_FEE, 1_000)
    for at, (keys, count) in enumerate(((None, 1), (("topf1",), 1), ((), 0)), 1):
        following = make_tournament("Winterpokal", date=date(2026, 12, at))
        Category.objects.create(tournament=following, name="DAMEN")
        optional_pot(following)
        again = add_entry(following, newcomer("Mia Meise", categories=keys), by=CLERK)
        assert again.person == first.person
        assert again.in_categories.count() == count
        assert again.pot_choices.exists() is (keys == ("topf1",))


def test_an_unknown_key_is_refused(tournament: Tournament):
    for name in ("Senioren", "Schüler"):
        Category.objects.create(tournament=tournament, name=name)
    for key in ("x", "s", "-"):
        assert codes_of(
            add_entry, tournament, newcomer("Max Marder", categories=(key,)), by=CLERK
        ) == ["category-unknown"], key
    assert [each.key for each in registration_keys(tournament)] == ["se", "sc"]
    assert len(set(category_keys(["Damen", "Damen 60", "Gäste", "Ü"]).values())) == 4


def typed_name(name: str, **details: object) -> Newcomer:
    """A newcomer as typed on the registration line."""
    return replace(newcomer(name, **details), typed=name)


def resolved(tournament: Tournament, typed: Newcomer) -> Newcomer:
    problems, meant = Roster(tournament).resolve_abbreviation(typed)
    assert problems == []
    return meant


def test_abbreviation_means_the_only_matching_regular(tournament: Tournament):
    ada, bea = (Person.objects.create(family="Uhu", given=given) for given in ("Ada", "Bea"))
    assert codes_of(add_entry, tournament, typed_name("uh"), by=CLERK) == ["name-abbreviated"]
    assert resolved(tournament, typed_name("b uh")).person == bea.pk
    add_entry(tournament, typed_name("Ada Uhu"), by=CLERK, paid=True)
    assert Entry.objects.get().person == ada
    assert resolved(tournament, typed_name("uh")).person == bea.pk
    assert add_entry(tournament, typed_name("uh"), by=CLERK).person == bea


def test_members_and_regulars_come_before_guests_of_one_event(tournament: Tournament):
    """The only one of the organizing club, or regular, who fits; of several guests nobody is."""
    earlier, other = make_tournament("Sommerpokal"), make_tournament("Gartenfest")
    guest, regular = (Person.objects.create(family="Rohde", given=g) for g in ("Hans", "Heike"))
    for number, person in enumerate((guest, regular), 1):
        Entry.objects.create(tournament=other, person=person, start_number=number)
    assert codes_of(add_entry, tournament, typed_name("rohde"), by=CLERK) == ["name-abbreviated"]
    tournament.organizer = "SC Herz Ass"
    Person.objects.update(club=None)
    Person.objects.filter(pk=guest.pk).update(club=Club.objects.create(name="SC Herz Ass"))
    assert resolved(tournament, typed_name("rohde")).person == guest.pk
    tournament.organizer = ""
    Entry.objects.create(tournament=earlier, person=regular, start_number=1)
    assert [each.person for each in suggestions_for(tournament, "r")] == [regular, guest]
    assert resolved(tournament, typed_name("rohde")).person == regular.pk


def test_a_name_like_one_on_record_is_asked_about_and_no_other(tournament: Tournament):
    """Nor those of people of other hosts."""
    Person.objects.create(family="Rohde", given="Heike")
    Person.objects.create(family="Amsel", given="Adam", host=make_host())
    for typed in ("Rohde, Heikke", "heike rohd", "Rode Heike"):
        assert codes_of(add_entry, tournament, typed_name(typed), by=CLERK) == ["name-resembles"]
    others = ("Heiko Rodau", "Elke Rohde", "Heike Rohrer", "Hanne Rode", "Heike Roth-Rohde")
    for typed in (*others, "Adam Amsl"):
        add_entry(tournament, typed_name(typed), by=CLERK)
    add_entry(tournament, replace(typed_name("Heike Rode"), another=True), by=CLERK)
    assert Person.objects.count() == len(others) + 4
    # Karl Meier may be Karl-Heinz Meier, or somebody new.
    Person.objects.create(family="Meier", given="Karl-Heinz")
    typed = typed_name("Karl Meier")
    assert codes_of(add_entry, tournament, typed, by=CLERK) == ["name-resembles"]
    assert add_entry(tournament, replace(typed, another=True), by=CLERK).person.given == "Karl"


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("Karsten Fogt", "Carsten Vogt"),
        ("Tomas Schmitt", "Thomas Schmidt"),
        ("Guenther Mueller", "Günter Müller"),
        ("Ralph Maier", "Ralf Meyer"),
        ("Matias Hofmann", "Matthias Hoffmann"),
        ("Karlheinz Schultz", "Karl-Heinz Schulz"),
        ("Shcmidt, Hans", "Hans Schmidt"),
    ],
)
def test_spellings_of_one_name_are_alike(tournament: Tournament, typed: str, known: str):
    person = Person(host_id=tournament.host_id, **parse_name(known)._asdict())
    person.save()
    register = Register(tournament)
    assert register.near(parse_name(typed), 9) == [person.pk]
    register.prefetch_near([parse_name(typed), parse_name("Max Marder")], {})
    assert register.near_ids == {parse_name(typed): [person.pk], parse_name("Max Marder"): []}


def test_names_are_compared_in_the_database(tournament: Tournament, django_assert_num_queries):
    """Of 20,000 people only those come out who share a word, or the first letters of all."""
    people = [Person(family=f"Amsel{n}", given=f"Bodo{n}") for n in range(500)]
    Person.objects.bulk_create([*people, Person(family="Rohde", given="Heike")])
    register = Register(tournament)
    with django_assert_num_queries(2):
        assert len(register.near(parse_name("Heike Rode"), 9)) == 1
    with django_assert_num_queries(1):
        assert register.near(parse_name("Ottokar Ziesel"), 9) == []


def test_a_beginning_or_a_spelling_of_a_player_is_no_newcomer(tournament: Tournament):
    heike = Person.objects.create(family="Rohde", given="Heike")
    add_entry(tournament, typed_name("Heike Rohde"), by=CLERK, paid=True)
    for typed in ("rohde", "Rohde, H", "Hei Rohde", "Heike Rode"):
        assert codes_of(add_entry, tournament, typed_name(typed), by=CLERK) == [
            "name-plays-already"
        ], typed
    assert [each.person for each in Entry.objects.all()] == [heike]


def test_short_name_is_taken_literally_when_no_regular_matches(tournament):
    li = Person.objects.create(family="Li", given="Bo")
    Person.objects.create(family="Linde", given="Bodo")
    typed = typed_name("Bo Li")
    assert resolved(tournament, typed) == typed
    assert add_entry(tournament, typed, by=CLERK).person == li
    assert resolved(tournament, typed_name("Xy")).person is None
    # Any other beginning means the only one who fits.
    heike = Person.objects.create(family="Rohde", given="Heike")
    for beginning in ("h", "Heik", "rohd", "Rohde", "rohde, h", "h, he", "he ro"):
        assert resolved(tournament, typed_name(beginning)).person == heike.pk, beginning


def test_suggestions_are_ordered_by_last_tournament_and_entered_players_last():
    tournament = make_tournament()
    people = {given: Person.objects.create(family="Uhu", given=given) for given in "ABC"}
    earlier = make_tournament("Sommerpokal", date=date(2026, 8, 1))
    Entry.objects.create(tournament=earlier, person=people["C"], start_number=1)
    Entry.objects.create(tournament=tournament, person=people["A"], start_number=1)
    found = suggestions_for(tournament, "uh")
    assert [each.person.given for each in found] == ["C", "B", "A"]
    assert found[0].details == "Sommerpokal 2026"
    assert found[2].start_number == 1


def last_registered(tournament: Tournament, by: Actor) -> Entry | None:
    last, _last_list = last_registrations(tournament, by)
    return last.entries[0] if last else None


def test_undo_takes_back_own_registrations_newest_first(tournament: Tournament):
    """Not one whose number was assigned again by somebody else."""
    assert codes_of(undo_registration, tournament, by=CLERK) == ["nobody-to-take-back"]
    for name, clerk in (("A Amsel", CLERK), ("B Buche", OTHER), ("C Celan", CLERK)):
        add_entry(tournament, newcomer(name), by=clerk)
    add_entries(tournament, [newcomer("D Dachs"), newcomer("E Elster")], by=CLERK)
    assert [undo_registration(tournament, by=CLERK)[0].start_number for _each in range(2)] == [3, 1]
    add_entry(tournament, newcomer("F Fink", start_number=1), by=OTHER)
    assert last_registered(tournament, CLERK) is None
    assert str(last_registered(tournament, OTHER).person) == "F Fink"


def test_undo_follows_a_player_to_a_new_start_number(tournament: Tournament):
    """His first number may belong to somebody whom another clerk has entered."""
    ada, bert = (
        add_entry(tournament, newcomer(name), by=clerk)
        for name, clerk in (("A Amsel", OTHER), ("B Buche", CLERK))
    )
    for entry, number in ((bert, 7), (ada, 2)):
        change_entry(
            entry, name=parse_name(str(entry.person)), club="", start_number=number, by=OTHER
        )
    assert last_registered(tournament, CLERK) == bert
    assert last_registered(tournament, OTHER) == ada


def test_undo_passes_over_an_imported_row_that_names_no_new_number(tournament: Tournament):
    ada = add_entry(tournament, newcomer("A Amsel"), by=CLERK)
    old, new = {"start_number": 1}, {"club": "SC Grün"}
    write_log(Action.ENTRY_CHANGED, "entry/1", by=OTHER, tournament=tournament, old=old, new=new)
    assert last_registered(tournament, CLERK) == ada


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ada Becker /d", DeskLine("Ada Becker", ("d",))),
        ("Ada Becker/d/3=20", DeskLine("Ada Becker", ("d",), 3, 2_000)),
        ("Ada Becker /3", DeskLine("Ada Becker", None, 3)),
        ("Ada Becker /-", DeskLine("Ada Becker", ())),
        ("=17,50 €", DeskLine("", None, 1, 1_750)),
        ("Ada Becker =0", DeskLine("Ada Becker", None, 1, 0)),
    ],
)
def test_registration_line_is_parsed(text: str, line: DeskLine):
    assert read_desk_line(text) == line


@pytest.mark.parametrize(
    "text", ["=", "Ada =x", "Ada =-5", "Ada =+5", "Ada =1 0", "Ada =1e9", "Ada =999999"]
)
def test_invalid_amount_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - the text itself is the message
        read_desk_line(text)
