"""Players are entered, corrected, withdrawn and removed."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.core.forms import Refused
from scoring.core.text import Details, Name, parse_name
from scoring.models import Actor, Club, Entry, LogEntry, Person, Role, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.models.spelling import Spellings
from scoring.people.imports.services import people
from scoring.people.pasting import newcomers_in
from scoring.people.services.entries import add_entries, change_entry, next_start_number
from scoring.people.services.leaving import remove_entry, set_state, undo_registration
from scoring.people.services.matching import Newcomer, RawRow
from scoring.referee.services import lodge_objection, make_ruling
from scoring.rules.adjudication.incident import Incident
from tests.factories import add_entry, adjust, make_entries, make_member, make_tournament, open_list
from tests.refusals import codes, codes_of

CLERK = Actor(name="test")
pytestmark = pytest.mark.django_db


def newcomer(text: str, **fields: object) -> Newcomer:
    return Newcomer(name=parse_name(text), **fields)


def test_a_player_gets_the_number_after_the_highest(tournament):
    make_entries(tournament, 2)
    lines = (newcomer("Max M"), newcomer("Mia M", start_number=40), newcomer("Nils N"))
    made = [add_entry(tournament, each, by=CLERK).start_number for each in lines]
    assert made == [3, 40, 41]
    highest = newcomer("Olaf O", start_number=MAX_START_NUMBER)
    made = add_entries(tournament, [newcomer("Pia P"), highest], by=CLERK)
    assert [entry.start_number for entry in made] == [4, MAX_START_NUMBER]
    assert next_start_number(tournament) == 5
    # The first has no number and must not take that of the second.
    rows = [newcomer("Rita R"), newcomer("Sina S", start_number=5)]
    made = add_entries(tournament, rows, by=CLERK)
    assert [entry.start_number for entry in made] == [6, 5]


def test_known_person_is_matched():
    person = Person.objects.create(family="Marder", given="Max")
    entry = add_entry(make_tournament(), newcomer("max MARDER", club="Kreuz Bube"), by=CLERK)
    assert (entry.person, entry.club_name) == (person, "Kreuz Bube")
    assert Person.objects.get().club.name == "Kreuz Bube"


def test_a_person_is_chosen_among_namesakes_and_may_not_play_already():
    first, _other = (Person.objects.create(family="Marder", given="Max") for _ in range(2))
    tournament, chosen = make_tournament(), newcomer("Max Marder", person=first.pk)
    for code, line in (
        ("name-ambiguous", newcomer("Max Marder")),
        ("person-unknown", newcomer("Max Marder", person=2**62)),
    ):
        assert codes_of(add_entry, tournament, line, by=CLERK) == [code]
    assert add_entry(tournament, chosen, by=CLERK).person == first
    assert codes_of(add_entry, tournament, chosen, by=CLERK) == ["person-plays-already"]


def test_list_is_entered_atomically_and_every_problem_is_reported(tournament):
    rows = [
        newcomer("Max Marder", row=1, start_number=7),
        newcomer("Mia Meise", row=2, start_number=7),
        newcomer("Max Marder", row=3),
        newcomer("", row=4),
        newcomer("Nils Natter", row=5, start_number=100_000),
    ]
    with pytest.raises(Refused) as refusal:
        add_entries(tournament, rows, by=CLERK)
    assert [(problem.number, problem.code) for problem in refusal.value.problems] == [
        (2, "start-number-taken"),
        (3, "name-twice"),
        (4, "name-missing"),
        (5, "start-number-out-of-range"),
    ]
    assert not Entry.objects.exists()
    assert not Person.objects.exists()


def test_log_has_start_numbers_and_no_names(tournament):
    entry = add_entry(tournament, newcomer("Max Marder", club="Kreuz Bube"), by=CLERK)
    change_entry(entry, name=Name("Moll", "Max"), club="", start_number=9, by=CLERK)
    logged = str(list(LogEntry.objects.values("subject", "old", "new")))
    assert not [name for name in ("Marder", "Moll", "Kreuz") if name in logged]
    assert LogEntry.objects.last().new == {"start_number": 9, "changed": ["name", "club"]}


def test_somebody_elses_number_cannot_be_taken():
    first, second = make_entries(make_tournament(), 2)
    terms = {"name": Name("", ""), "club": "", "start_number": 1, "categories": [77]}
    assert set(
        codes_of(change_entry, second, until_series=1, from_series=2, by=CLERK, **terms)
    ) == {"name-missing", "start-number-taken", "leaves-before-coming", "category-gone"}
    change_entry(first, name=Name("Amsel", "Ada"), club="", start_number=1, by=CLERK)


@pytest.fixture
def regular() -> Entry:
    """A person who played in another tournament last month and plays here today."""
    earlier, today = make_tournament("Oktober"), make_tournament("November")
    person = Person.objects.create(family="Marder", given="Max", passport="D-17")
    Entry.objects.create(tournament=earlier, person=person, start_number=4)
    return Entry.objects.create(tournament=today, person=person, start_number=9)


@pytest.mark.parametrize(
    "change",
    [
        {"name": Name("Mauser", "Max")},
        {"details": Details("D-18", None)},
        {"details": Details("D-17", 1970)},
    ],
)
def test_shared_person_is_renamed_only_by_clerks_of_all_tournaments(regular, change):
    terms = {"name": Name("Marder", "Max"), "club": "", "start_number": 9, **change}
    clerk = Actor(make_member(regular.tournament))
    with pytest.raises(Refused) as refusal:
        change_entry(regular, by=clerk, **terms)
    assert codes(refusal) == ["not-organized-by-you"]
    assert refusal.value.problems[0].params == {"names": ["Oktober"]}
    person = Person.objects.get()
    assert (person.family, person.passport, person.birth_year) == ("Marder", "D-17", None)
    assert not LogEntry.objects.exists()
    earlier = Tournament.objects.get(name="Oktober")
    earlier.memberships.create(user=clerk.user, role=Role.CLERK)
    change_entry(regular, by=clerk, **terms)
    row = LogEntry.objects.get(tournament=earlier)
    assert (row.action, row.subject) == ("entry.changed", "entry/4")
    assert row.new == LogEntry.objects.get(tournament=regular.tournament).new


def test_registration_line_does_not_overwrite_shared_person_data(regular):
    december = make_tournament("Dezember")
    by = Actor(make_member(december))
    chosen = newcomer("Max Marder", person=regular.person_id, passport="D-99", row=3)
    with pytest.raises(Refused) as refusal:
        add_entries(december, [chosen], by=by)
    assert codes(refusal) == ["not-organized-by-you"]
    assert refusal.value.problems[0].number == 3
    assert not december.entries.exists()
    # Missing data may be added by any clerk; it is logged in the other tournaments.
    add_entries(december, [newcomer("Max Marder", passport="D-17", birth_year=1970)], by=by)
    assert Person.objects.get().birth_year == 1970
    rows = LogEntry.objects.filter(action="entry.changed").order_by("tournament_id")
    assert [(row.tournament.name, row.subject, row.new) for row in rows] == [
        ("Oktober", "entry/4", {"changed": ["birth_year"]}),
        ("November", "entry/9", {"changed": ["birth_year"]}),
    ]


def test_removing_an_entry_removes_its_person_unless_there_are_others():
    first, second = (
        add_entry(make_tournament(), newcomer("Max Marder"), by=CLERK) for _ in range(2)
    )
    remove_entry(second, by=CLERK)
    assert Person.objects.get() == first.person
    remove_entry(first, by=CLERK)
    assert not Person.objects.exists()
    assert LogEntry.objects.last().action == "entry.removed"


def test_player_with_seat_adjustment_or_objection_can_only_withdraw():
    """They belong to the result, also after they are reversed."""
    score_list = open_list(rounds=1)
    tournament = score_list.series.tournament
    entry = add_entry(tournament, newcomer("Max Marder"), by=CLERK)
    adjust(tournament, entry.start_number, -50)
    referee = Actor(make_member(tournament, "referee"))
    exposed = Incident("card_exposed", answers={"exposed": "deal"})
    ruling = make_ruling(tournament, exposed, by=referee)
    lodge_objection(ruling, "It was nobody's card.", by=referee, by_entry=entry)
    assert codes_of(remove_entry, entry, by=CLERK) == ["entry-has-points", "entry-objected"]
    assert codes_of(undo_registration, tournament, by=CLERK)
    Entry.objects.filter(pk=entry.pk).update(start_number=77)  # meanwhile
    set_state(entry, "withdrawn", by=CLERK)
    assert LogEntry.objects.latest("id").subject == "entry/77"
    seated_player = tournament.entries.first()
    pot = tournament.pots.create(number=1, title="Sachpreise", kind="overall")
    pot.in_kind.create(number=1, title="Schinken", entry=seated_player)
    given = ["entry-was-seated", "prize-in-kind-given"]
    assert codes_of(remove_entry, seated_player, by=CLERK) == given
    Tournament.objects.update(state="final")
    late = newcomer("Mia Meise")
    assert codes_of(add_entry, Tournament.objects.get(), late, by=CLERK) == ["tournament-final"]


# Many at once: SQLite has one writer, and clerks wait as long as it writes them


def paste(tournament: Tournament, count: int, start: int = 0) -> list[Entry]:
    lines = [f"Becker{at}, Ada; Verein {at % 30}" for at in range(start, start + count)]
    return add_entries(tournament, newcomers_in("\n".join(lines)), by=CLERK)


def test_a_list_is_written_in_few_statements_however_long() -> None:
    counts = []
    for count in (60, 90):
        Person.objects.all().update(anonymised_at="2026-01-01T00:00:00Z")
        with CaptureQueriesContext(connection) as queries:
            paste(make_tournament(), count)
        counts.append(len(queries))
    assert max(counts) <= 20


def test_who_is_known_is_written_only_where_something_is_new() -> None:
    paste(make_tournament(), 60)
    again = make_tournament()
    again.categories.create(name="Damen")
    with CaptureQueriesContext(connection) as queries:
        made = paste(again, 60)
    assert len(queries) <= 20
    assert len(made) == 60
    assert Person.objects.count() == 60
    assert not [each for each in queries if "UPDATE" in each["sql"] and "person" in each["sql"]]


def test_clubs_are_found_whatever_their_case_and_made_once() -> None:
    Club.objects.create(name="verein 1")
    made = paste(make_tournament(), 60)
    assert Club.objects.count() == 30
    assert made[1].club_name == made[31].club_name == "verein 1"
    assert [each.start_number for each in made] == list(range(1, 61))


def test_the_names_of_a_table_are_compared_once_before_anybody_waits(monkeypatch) -> None:
    paste(make_tournament(), 5)
    compared: list[str] = []
    near, changing = Spellings.near, people.changing

    def compare(self: Spellings, sought: str) -> set[tuple[str, str]]:
        compared.append("near")
        return near(self, sought)

    def lock(*args: Any, **options: Any) -> Any:
        compared.append("locked")
        return changing(*args, **options)

    monkeypatch.setattr(Spellings, "near", compare)
    monkeypatch.setattr(people, "changing", lock)
    rows = [RawRow(at, {"name": f"Cel{at} Ada"}, {"name": "A"}) for at in range(2, 7)]
    people.import_people(people.PlayerImport(make_tournament(), {}), rows, by=CLERK)
    assert compared == ["near"] * 5 + ["locked"]
