"""Who announces himself before the day: places, waiting list, one Enter at the door."""

import pytest
from django.urls import reverse

from scoring.core.text import Name
from scoring.models import Actor, Entry, Fees, Person, Reservation, Role, Tournament
from scoring.people.pasting import MAX_ROWS
from scoring.people.reads.entries import numbered_reservations, sole_match, suggestions_for
from scoring.people.services import entries
from scoring.people.services.matching import Newcomer
from scoring.people.services.register import merge_people
from tests.factories import make_tournament
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def reserve(tournament: Tournament, *names: str) -> None:
    newcomers = [Newcomer(Name(*reversed(name.split()))) for name in names]
    entries.reserve(tournament, newcomers, by=BY)


def test_names_from_telephone_and_mail_are_kept_in_the_order_of_arrival(tournament: Tournament):
    clerk = member(tournament, Role.CLERK)
    address = reverse("reservations", args=[tournament.pk])
    clerk.post(address, {"text": "Ada Becker; SC Grün"})
    clerk.post(address, {"text": "Name;Vorname;Verein\nCelan;Carla;SC Rot\nDorn;Dora;\n"})
    clerk.post(address, {"text": "Ada Becker; SC Grün"})
    answer = clerk.post(address, {"text": "\n".join(map(str, range(MAX_ROWS + 1)))})
    assert f"At most {MAX_ROWS}" in text(answer)
    names = [str(place.person) for place in numbered_reservations(tournament)]
    assert names == ["Ada Becker", "Carla Celan", "Dora Dorn"], "nobody twice"
    assert not Entry.objects.exists(), "nobody has a start number, owes a fee or is seated"


def test_who_comes_behind_the_last_place_waits_until_somebody_cancels(tournament: Tournament):
    reserve(tournament, "Ada Becker", "Carla Celan", "Dora Dorn", "Emil Ender", "Fritz Falke")
    member(tournament, Role.ORGANIZER).post(
        reverse("reservations-limit", args=[tournament.pk]), {"most": "2"}
    )
    tournament.refresh_from_db()
    assert [place.waiting for place in numbered_reservations(tournament)] == [0, 0, 1, 2, 3]
    clerk = member(tournament, Role.CLERK)
    clerk.post(reverse("entry-add", args=[tournament.pk]), {"name": "Emil Ender"})
    first = Reservation.objects.earliest("pk")
    clerk.post(reverse("reservation-cancel", args=[tournament.pk, first.pk]))
    assert [place.waiting for place in numbered_reservations(tournament)] == [0, 0, 1, 2]
    assert not Person.objects.filter(family="Becker").exists(), "who never came is forgotten"
    page = text(clerk.get(reverse("reservations", args=[tournament.pk])))
    assert "Here: 1. Waiting list: 1." in page, "one who waited came all the same"
    assert "waiting list, no. 2" in page


def test_at_the_door_the_beginning_of_the_name_and_enter_are_enough(clerk, tournament: Tournament):
    """Before regulars: whoever announced himself is the one who comes."""
    Person.objects.create(family="Becker", given="Bodo")
    for name in ("A", "B"):
        make_tournament(name).entries.create(person=Person.objects.get(), start_number=1)
    reserve(tournament, "Ada Becker", "Carla Celan")
    match = sole_match(suggestions_for(tournament, "be"), "be")
    assert match
    assert (str(match.person), match.is_expected) == ("Ada Becker", True)
    clerk.post(reverse("entry-add", args=[tournament.pk]), {"name": "be"})
    [entry] = tournament.entries.all()
    assert str(entry.person) == "Ada Becker"
    assert [place.start_number for place in numbered_reservations(tournament)] == [1, None]
    again = sole_match(suggestions_for(tournament, "be"), "be")
    assert again
    assert str(again.person) == "Bodo Becker"


def test_one_click_on_the_list_checks_in(clerk, tournament: Tournament):
    reserve(tournament, "Carla Celan")
    page = clerk.get(reverse("reservations", args=[tournament.pk])).content.decode()
    person = Person.objects.get()
    assert f'name="person" value="{person.pk}"' in page
    sent = {"person": person.pk, "name": str(person)}
    Fees.objects.create(tournament=tournament, entry_cents=1700)
    answer = clerk.post(reverse("entry-add", args=[tournament.pk]), sent, follow=True)
    assert "Booked: €17.00." in text(answer)
    assert tournament.entries.get().person == person
    clerk.post(reverse("entries-undo", args=[tournament.pk]))
    assert numbered_reservations(tournament)[0].start_number is None, "undone, and still announced"


def test_a_place_goes_with_a_person_who_is_merged(tournament: Tournament):
    reserve(tournament, "Carla Celan")
    kept = Person.objects.create(family="Celan", given="Carla M.")
    merge_people(tournament, Person.objects.get(given="Carla"), kept, by=BY)
    assert Reservation.objects.get().person == kept
