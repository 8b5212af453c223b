"""A pasted list of players: previewed, then entered."""

import pytest
from django.test import Client

from scoring.models import Entry, Person, Tournament
from scoring.people.files import MAX_ROWS, read_rows
from tests.factories import make_entries
from tests.visitors import text

pytestmark = pytest.mark.django_db


def send(clerk: Client, tournament: Tournament, pasted: str, step: str, **more: object):
    sent = {"text": pasted, "step": step, **more}
    return clerk.post(f"/tournaments/{tournament.pk}/entries/paste/", sent)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Ada Becker", (None, "Becker", "Ada", "")),
        ("Becker, Ada", (None, "Becker", "Ada", "")),
        ("12 Ada Becker; Skatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("12. Becker, Ada, Skatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("12) Ada Becker, Skatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("Nr. 12 Ada Becker", (12, "Becker", "Ada", "")),
        ("12\tBecker\tAda\tSkatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("12;Ada Becker", (12, "Becker", "Ada", "")),
        ("von der Heide, Otto", (None, "von der Heide", "Otto", "")),
        ("Hans Meier sen., Kreuz Bube", (None, "Meier sen.", "Hans", "Kreuz Bube")),
        ('"Becker";"Ada";"Grün"', (None, "Becker", "Ada", "Grün")),
    ],
)
def test_line_is_read_in_every_usual_format(line: str, read: tuple[object, ...]):
    [row] = read_rows(line)
    newcomer = row.newcomer
    assert (newcomer.start_number, newcomer.name.family, newcomer.name.given, newcomer.club) == read
    assert row.problems == ()


def test_columns_are_recognised_by_their_headings():
    rows = read_rows("Verein\tVorname\tName\tNr\nKreuz Bube\tAda\tBecker\t7\n\n\tCarla\tCelan\t\n")
    assert [(row.row, str(row.newcomer.name), row.newcomer.start_number) for row in rows] == [
        (2, "Ada Becker", 7),
        (4, "Carla Celan", None),
    ]


def test_all_problems_are_shown_by_row_and_nothing_is_written(clerk, tournament: Tournament):
    make_entries(tournament, 1)
    pasted = "1 Max Marder\nAda Amsel\n;;\n7 Mia Meise\n7 Nils Natter\n0 Uwe Uhu\n"
    pasted += f"{'9' * 5000} Eva Eule"
    response = send(clerk, tournament, pasted, "all")
    for sentence in (
        *("Start number 1 is taken.", "Ada Amsel is entered already", "A name is missing."),
        *("Start number 7 is taken.", "6 lines need a look", "1 player is fine"),
        *("Start numbers go from 1 to 99999.", "is no number."),
    ):
        assert sentence in text(response)
    assert Entry.objects.count() == 1
    send(clerk, tournament, "1 Max Marder\n7 Mia Meise", "good")
    assert [str(entry.person) for entry in Entry.objects.all()] == ["Ada Amsel", "Mia Meise"]


def test_a_pasted_name_like_one_on_record_is_asked_about(clerk: Client, tournament: Tournament):
    """She is chosen, or is somebody new; a name that is like nobody's is fine at once."""
    heike = Person.objects.create(family="Rohde", given="Heike")
    shown = send(clerk, tournament, "Max Marder\nHeike Rode", "all")
    assert "Is this Heike Rohde?" in text(shown)
    assert "1 player is fine" in text(shown)
    for invented in ("9" * 500, "0", "4711"):
        send(clerk, tournament, "Heike Rode", "all", **{"choice-1": invented})
    assert not Entry.objects.exists()
    for choice in (str(heike.pk), "new"):
        shown = send(clerk, tournament, "Heike Rode", "check", **{"choice-1": choice})
        assert f'name="choice-1" value="{choice}"' in shown.content.decode()
        send(clerk, tournament, "Heike Rode", "all", **{"choice-1": choice})
    assert [str(each.person) for each in Entry.objects.all()] == ["Heike Rohde", "Heike Rode"]


def test_a_text_without_players_or_with_too_many_is_refused(clerk, tournament: Tournament):
    assert "This field is required." in text(send(clerk, tournament, "", "check"))
    assert "No players were found" in text(send(clerk, tournament, " \n \n", "all"))
    response = send(clerk, tournament, "Max Marder\n" * (MAX_ROWS + 1), "good")
    assert response.status_code == 422
    assert not Entry.objects.exists()


def test_a_list_that_was_changed_since_it_was_shown_is_shown_again(clerk, tournament):
    """What is entered is what the page has shown, not what was typed over it afterwards."""
    page = send(clerk, tournament, "Uwe Uhu\nEva Eule", "check")
    assert "2 players are fine" in text(page)
    again = send(clerk, tournament, "Uwe Uhu\nEva Anders", "all", shown=page.context["shown"])
    assert again.status_code == 200
    assert not Entry.objects.exists()
    shown = again.context["shown"]
    assert send(clerk, tournament, "Uwe Uhu\nEva Anders", "all", shown=shown).status_code == 302
    assert Entry.objects.count() == 2
