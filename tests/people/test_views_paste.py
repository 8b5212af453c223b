"""A pasted list of players: previewed, then entered."""

import pytest
from django.test import Client

from scoring.models import Entry, Person, Tournament
from scoring.people.pasting import MAX_ROWS, newcomers_in
from tests.factories import make_entries
from tests.people.imports.sent_file import SentFile

pytestmark = pytest.mark.django_db


class PastedList(SentFile):
    """A list that was pasted, and the page that shows what would become of it."""

    def __init__(self, clerk: Client, tournament: Tournament, pasted: str) -> None:
        self.client, self.url = clerk, f"/tournaments/{tournament.pk}/entries/paste/"
        self.show(clerk.post(self.url, {"text": pasted}))


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Becker, Ada", (None, "Becker", "Ada", "")),
        ("12 Ada Becker; Skatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("12. Becker, Ada, Skatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("12) Ada Becker, Skatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("Ada Becker, Skatclub Grün, Ulm", (None, "Becker", "Ada", "Skatclub Grün, Ulm")),
        ("Nr. 12 Ada Becker", (12, "Becker", "Ada", "")),
        ("12\tBecker\tAda\tSkatclub Grün", (12, "Becker", "Ada", "Skatclub Grün")),
        ("Meier sen., Hans, Kreuz Bube", (None, "Meier sen.", "Hans", "Kreuz Bube")),
        ("von der Heide, Otto", (None, "von der Heide", "Otto", "")),
        ("Hans Meier sen., Kreuz Bube", (None, "Meier sen.", "Hans", "Kreuz Bube")),
        ('"Becker";"Ada";"Grün"', (None, "Becker", "Ada", "Grün")),
    ],
)
def test_line_is_read_in_every_usual_format(line: str, read: tuple[object, ...]):
    [newcomer] = newcomers_in(line)
    assert (newcomer.start_number, newcomer.name.family, newcomer.name.given, newcomer.club) == read


def test_the_good_rows_of_a_list_are_entered_and_all_others_shown(clerk, tournament: Tournament):
    make_entries(tournament, 1)
    lines = ("1 Max Marder", "Ada Amsel", ";;", "7 Mia Meise, Kreuz Bube", "7 Nils Natter")
    page = PastedList(clerk, tournament, "\n".join((*lines, "0 Uwe Uhu", f"{'9' * 500} Eva Eule")))
    for sentence in (
        *("Start number 1 is taken.", "Start number 7 is taken.", "is not a number."),
        *("Start numbers go from 1 to 99999.", "1 new", "1 plays here already"),
    ):
        assert sentence in page.text, page.text
    assert Entry.objects.count() == 1
    page.send()
    entered = tournament.entries.order_by("pk").values_list("person__family", "club_name")
    assert list(entered) == [("Amsel", ""), ("Meise", "Kreuz Bube")]


def test_rows_are_named_as_they_were_pasted_and_an_unknown_option_is_asked_about(
    clerk: Client, tournament: Tournament
):
    tournament.categories.create(name="Damen")
    pasted = "7 Mia Meise /d\n\n7 Nils Natter\nUwe Uhu, Blau / Weiß /x"
    page = PastedList(clerk, tournament, pasted)
    assert "A3: Start number 7 is taken." in page.text
    assert {"fix-0.A3", "fix-0.E4"} <= page.fields.keys()
    page.send()
    [entry] = tournament.entries.all()
    assert [row.category.name for row in entry.in_categories.all()] == ["Damen"]


def test_a_pasted_name_like_one_on_record_is_asked_about(clerk: Client, tournament: Tournament):
    """She is chosen, or is somebody new; a name that is like nobody's is fine at once."""
    heike = Person.objects.create(family="Rohde", given="Heike")
    for choice in ("9" * 500, str(heike.pk), "new"):
        page = PastedList(clerk, tournament, "Heike Rode")
        page.check(**{page.field("who-"): choice})
        page.send()
    assert [str(each.person) for each in Entry.objects.all()] == ["Heike Rohde", "Heike Rode"]


def test_a_text_without_players_or_with_too_many_is_refused(clerk, tournament: Tournament):
    for pasted, sentence in (
        ("", "This field is required."),
        (" \n \n", "Nobody in this table can be entered."),
        ("Max Marder\n" * (MAX_ROWS + 1), "At most 1000 players can be pasted at once."),
    ):
        page = PastedList(clerk, tournament, pasted)
        assert page.status == 422
        assert sentence in page.text


def test_a_line_without_a_name_is_left_out_and_shown(clerk: Client, tournament: Tournament):
    """It may be a place that was kept free, or a player whose name got lost."""
    page = PastedList(clerk, tournament, "1 Max Marder\n2\n3;\nMia Meise")
    assert "2 left out" in page.text
    page.send(besides=[row for row, ticked in page.ticks.items() if not ticked])
    assert [str(each.person) for each in Entry.objects.all()] == ["Max Marder", "Mia Meise"]
