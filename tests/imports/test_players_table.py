"""A table of players is sent to the page, looked at, and entered: as organizers' files are."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from scoring.core.text import Name
from scoring.models import (
    Actor,
    Category,
    Club,
    Entry,
    EntryCategory,
    LogEntry,
    Person,
    Role,
    Tournament,
)
from scoring.money.services.ledger import BookingItem, book
from scoring.people.services.entries import add_entry
from scoring.people.services.leaving import remove_entry
from scoring.people.services.matching import Newcomer
from scoring.series.services.series import open_list
from tests.factories import make_entries, make_member, make_series, make_tournament
from tests.imports.sent_file import SentFile, excel

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def clerk(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_member(tournament, Role.CLERK))
    client.cookies["django_language"] = "en"
    return client


class ImportPage(SentFile):
    """The page of players."""

    def __init__(
        self,
        client: Client,
        tournament: Tournament,
        content: Workbook | bytes,
        name: str = "l.xlsx",
    ) -> None:
        self.tournament = tournament
        super().__init__(client, reverse("players-import", args=[tournament.pk]), content, name)

    def names(self) -> list[str]:
        entries = self.tournament.entries.order_by("start_number").select_related("person")
        return [str(entry.person) for entry in entries]

    def pairs(self) -> list[tuple[str, str]]:
        """Family and given names of the preview."""
        cells = re.findall(r"figures\">[^<]*</td>\s*<td>([^<]*)</td>\s*<td>([^<]*)</td>", self.html)
        return [(unescape(family), unescape(given)) for family, given in cells]


def test_a_lone_title_is_no_heading(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(["Teilnehmer"], [], ["Nr.", "Name", "Verein"], [1, "Ada Becker", "SC Grün"]),
    )
    page.send()
    assert page.names() == ["Ada Becker"]


def test_a_lone_heading_above_names_is_one(clerk, tournament):
    page = ImportPage(clerk, tournament, excel(["Teilnehmer"], ["Ada Becker"], ["Bea Celan"]))
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan"]


@pytest.mark.parametrize(("kind", "language"), [("xlsx", "en"), ("csv", "de")])
def test_our_own_list_of_another_tournament_gives_its_players(clerk, tournament, kind, language):
    other = make_tournament("Frühjahrspokal", state="final")
    make_entries(other, 5)
    make_member(other, Role.CLERK, "elsewhere")
    reader = Client()
    reader.force_login(make_member(other, Role.ORGANIZER))
    reader.cookies["django_language"] = language
    file = reader.get(reverse("table-file", args=[other.pk, "participants", kind])).content
    page = ImportPage(clerk, tournament, file)
    page.send()
    assert page.names() == [str(entry.person) for entry in other.entries.order_by("start_number")]


def test_sums_headings_and_clubs_are_left_out_unless_ticked(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(
            ["Nr.", "Name", "Verein"],
            [None, "Skatclub Grün", None],
            [1, "Ada Becker", "SC Rot"],
            [2, "Bea Celan", "SC Rot"],
            [None, "SC Rot", None],
            ["Nr.", "Name", "Verein"],
            [3, "Carl Dorn", "SC Rot"],
            [4, "Dora Ebert", "SC Rot"],
            [None, "Gäste", None],
            [5, "Emil Fink", "SC Rot"],
            [None, 6, None],
            [None, "6 Anzahl:", None],
            [None, "Summe", None],
            [None, "Gesamt", "23"],
        ),
    )
    assert page.rows() == [3, 4, 7, 8, 10]
    assert "This seems to be no name." in page.text
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan", "Carl Dorn", "Dora Ebert", "Emil Fink"]


def test_a_doubtful_row_that_is_ticked_is_shown_before_it_is_entered(clerk, tournament):
    page = ImportPage(clerk, tournament, excel(["Name"], ["Ada Becker"], ["Anna 2 Club"]))
    assert page.rows() == [2]
    page.send(besides=(3,))
    assert Entry.objects.count() == 0, "it has not been seen what becomes of it"
    assert page.rows() == [2, 3]
    page.send()
    assert len(page.names()) == 2


def test_of_two_rows_of_one_name_the_second_is_entered_once_the_first_is_left_out(
    clerk, tournament
):
    page = ImportPage(
        clerk, tournament, excel(["Nr.", "Name"], [7, "Ada Becker"], [9, "Ada Becker"])
    )
    page.send(without=(2,))
    assert Entry.objects.count() == 0
    page.send()
    assert list(tournament.entries.values_list("start_number", flat=True)) == [9]


def test_every_sheet_is_listed_and_those_under_the_same_headings_are_read(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(
            ["Name", "Verein"],
            ["Ada Becker", "SC"],
            Gäste=[["Name", "Verein"], ["Bea Celan", ""]],
            Kasse=[["Name", "Betrag"], ["Carl Dorn", 5]],
            Notizen=[["Kuchen mitbringen"]],
        ),
    )
    assert page.ticks["t0.0.0"], "the first sheet"
    assert page.ticks["t1.0.0"], "the same headings"
    assert not page.ticks["t2.0.0"], "other headings are listed, and read if they are ticked"
    assert "Notizen" in page.text
    page.send("check", besides=("t2.0.0",))
    assert page.pairs() == [("Becker", "Ada"), ("Celan", "Bea"), ("Dorn", "Carl")]
    page.send("check", without=("t1.0.0",))
    page.send()
    assert page.names() == ["Ada Becker", "Carl Dorn"]


def test_a_block_beside_the_first_is_listed_and_read(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(["Nr.", "Name", None, "Nr.", "Name"], [1, "Ada Becker", None, 2, "Bea Celan"]),
    )
    assert {"t0.0.0", "t0.0.1"} <= page.ticks.keys()
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan"]


def test_partners_of_a_tandem_are_two_players_of_one_club(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(["Tandem", "Spieler 1", "Spieler 2", "Verein"],
              ["Die Buben", "Ada Becker", "Bea Celan", "SC Grün"]),
    )  # fmt: skip
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan"]
    assert set(tournament.entries.values_list("club_name", flat=True)) == {"SC Grün"}


def test_names_that_begin_with_the_family_are_proposed_so_and_can_be_changed(clerk, tournament):
    """ "Müller Jörg" has no comma: the given names tell, else the order of the list."""
    page = ImportPage(
        clerk, tournament, excel(["Name", "Verein"], ["Müller Jörg", "SC"], ["Özgür Heinz", "SC"])
    )
    assert page.pairs() == [("Müller", "Jörg"), ("Özgür", "Heinz")]
    page.check(**{page.field("column-", "A · Name"): "name"})
    assert page.pairs() == [("Jörg", "Müller"), ("Heinz", "Özgür")]


def test_a_club_in_brackets_behind_the_name_is_the_club(clerk, tournament):
    page = ImportPage(clerk, tournament, excel(["Name"], ["Jörg Müller (SC Grün)"]))
    page.send()
    entry = tournament.entries.get()
    assert (str(entry.person), entry.club_name) == ("Jörg Müller", "SC Grün")


def test_the_row_of_headings_can_be_changed_or_there_is_none(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(["Wer", "Woher"], ["Ada Becker", "SC Grün"], ["Bea Celan", "SC Rot"]),
    )
    assert "no headings found" in page.text
    page.check(**{page.field("head-"): "1"})
    fields = [name for name in page.fields if name.startswith("column-")]
    page.check(**dict(zip(fields, ("name", "club"), strict=True)))
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan"]
    page = ImportPage(clerk, tournament, b"Ada Fink;SC Gr\xfcn\nBea Fink;SC Rot\n", "l.csv")
    page.check(**{page.field("head-"): "0"})
    fields = [name for name in page.fields if name.startswith("column-")]
    page.check(**dict(zip(fields, ("name", "club"), strict=True)))
    page.send()
    assert page.names()[2:] == ["Ada Fink", "Bea Fink"]


def test_what_columns_mean_is_remembered_for_the_next_file_of_the_host(clerk, tournament):
    table = [["Wer", "Woher"], ["Ada Becker", "SC Grün"]]
    page = ImportPage(clerk, tournament, excel(*table))
    page.check(**{page.field("head-"): "1"})
    fields = [name for name in page.fields if name.startswith("column-")]
    page.check(**dict(zip(fields, ("name", "club"), strict=True)))
    page.send()
    again = ImportPage(clerk, tournament, excel(["Wer", "Woher"], ["Bea Celan", "SC Rot"]))
    again.check(**{again.field("head-"): "1"})
    assert again.pairs() == [("Celan", "Bea")]


def test_a_start_number_that_is_taken_is_answered_in_its_row(clerk, tournament):
    make_entries(tournament, 1)
    page = ImportPage(
        clerk, tournament, excel(["Nr.", "Name"], [1, "Ada Becker"], [5, "Bea Celan"])
    )
    assert page.rows() == [3]
    assert "Start number 1 is taken." in page.text
    page.check(**{page.field("fix-0.A2"): "7"})
    assert page.rows() == [2, 3]
    page.send()
    assert set(tournament.entries.values_list("start_number", flat=True)) == {1, 5, 7}


def test_a_taken_start_number_that_is_emptied_gets_the_next_free_one(clerk, tournament):
    make_entries(tournament, 1)
    page = ImportPage(clerk, tournament, excel(["Nr.", "Name"], [1, "Ada Becker"]))
    page.check(**{page.field("fix-0.A2"): ""})
    page.send()
    assert set(tournament.entries.values_list("start_number", flat=True)) == {1, 2}


def test_a_club_written_otherwise_is_one_on_record_if_somebody_says_so(clerk, tournament):
    known = Club.objects.create(name="SC Grün-Weiß Köln", host=tournament.host)
    page = ImportPage(
        clerk, tournament,
        excel(["Name", "Verein"], ["Ada Becker", "Grün Weiß Köln"], ["Bea Celan", "SC Neu"]),
    )  # fmt: skip
    field = page.field("club-", "Grün Weiß Köln")
    assert page.fields[field] == "new"
    page.check(**{field: str(known.pk)})
    page.send()
    assert set(tournament.entries.values_list("club_name", flat=True)) == {known.name, "SC Neu"}


@pytest.mark.parametrize(
    "headings",
    [
        (["Teilnehmer", None, "Verein"], ["Name", "Vorname", None]),
        (["Familien-", "Vor-", "Verein"], ["name", "name", None]),
        (["Name", None, "Verein"], ["Nachname", "Vorname", None]),
    ],
)
def test_headings_over_two_rows_lose_no_given_names(clerk, tournament, headings):
    page = ImportPage(
        clerk, tournament, excel(*headings, ["Becker", "Ada", "SC"], ["Celan", "Bea", "SC"])
    )
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan"]
    assert set(tournament.entries.values_list("club_name", flat=True)) == {"SC"}


def test_our_own_list_comes_back_with_categories_and_without_who_withdrew(clerk, tournament):
    other = make_tournament("Frühjahrspokal")
    entries = make_entries(other, 3)
    for each in (other, tournament):
        Category.objects.create(tournament=each, name="Damen")
    EntryCategory.objects.create(entry=entries[0], category=other.categories.get())
    Entry.objects.filter(pk=entries[2].pk).update(state="withdrawn")
    reader = Client()
    reader.force_login(make_member(other, Role.ORGANIZER))
    file = reader.get(reverse("table-file", args=[other.pk, "participants", "xlsx"])).content
    page = ImportPage(clerk, tournament, file)
    assert "written by this program" in page.text
    assert page.answer.status_code == 200
    assert "The file says that this player does not play any more." in page.text
    page.send()
    assert page.names() == [str(each.person) for each in entries[:2]]
    assert tournament.entries.get(start_number=1).in_categories.get().category.name == "Damen"


# One undo for the whole list ---------------------------------------------------------------------


def undo(client: Client, page: str) -> str:
    """Press the button of the page that takes the list back; what the page says then."""
    html = client.get(page).content.decode()
    form = re.search(r'<form method="post" action="([^"]*undo/[^"]*)"', html)
    assert form, "no button"
    answer = client.post(form[1], follow=True)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def read_in(clerk: Client, tournament: Tournament) -> str:
    """Three players are read in beside one who was there; the page of the players."""
    make_entries(tournament, 1)
    ImportPage(
        clerk, tournament, excel(["Name"], *[[f"{a} Neu"] for a in ("Ada", "Bea", "Carl")])
    ).send()
    return reverse("entries", args=[tournament.pk])


def test_a_whole_list_is_taken_back_by_one_button(clerk, tournament):
    page = read_in(clerk, tournament)
    assert "Take back the list of 3 players" in clerk.get(page).content.decode()
    assert "3 players removed." in undo(clerk, page)
    assert tournament.entries.count() == 1
    assert not Person.objects.filter(family="Neu").exists()
    assert "Take back the list" not in clerk.get(page).content.decode()


def test_what_was_entered_after_the_list_stays(clerk, tournament):
    """Also under a number that somebody of the list had, who was removed before."""
    page = read_in(clerk, tournament)
    remove_entry(tournament.entries.get(start_number=3), by=BY)
    add_entry(tournament, Newcomer(Name("Später", "Sven"), start_number=3), by=BY)
    undo(clerk, page)
    assert list(tournament.entries.values_list("start_number", flat=True)) == [1, 3]


@pytest.mark.parametrize("why", ["seated", "paid"])
def test_a_list_of_which_somebody_sits_or_has_paid_stays_and_the_page_says_who(
    clerk, tournament, why
):
    page = read_in(clerk, tournament)
    entry = tournament.entries.get(start_number=3)
    if why == "seated":
        series = make_series(tournament)
        open_list(series, 1, list(range(1, 5)), by=BY)
    else:
        book(tournament, BookingItem("entry_fee", 500, entry), by=BY, reason="at the door")
    text = undo(clerk, page)
    numbers = "2, 3, 4" if why == "seated" else "3"
    assert f"have points or have objected: {numbers}." in text
    assert tournament.entries.count() == 4


def test_nobody_takes_back_the_list_of_somebody_else(clerk, tournament):
    page = read_in(clerk, tournament)
    other = Client()
    other.force_login(make_member(tournament, Role.CLERK, "other"))
    assert "Take back the list" not in other.get(page).content.decode()
    log = LogEntry.objects.get(action="players.imported").pk
    other.post(reverse("players-import-undo", args=[tournament.pk, log]))
    assert tournament.entries.count() == 4
