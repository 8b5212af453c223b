"""A table of players is sent to the page, looked at, and entered: as organizers' files are."""

import io
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook
from openpyxl.styles import Font

from scoring.core.text import Name
from scoring.models import Actor, Entry, LogEntry, Person, Role, Tournament
from scoring.money.services.bookings import BookingItem
from scoring.money.services.ledger import book
from scoring.players.services.entries import add_entry
from scoring.players.services.leaving import remove_entry
from scoring.players.services.matching import Newcomer
from scoring.series.services.series import open_list
from tests.factories import make_entries, make_member, make_series, make_tournament

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


def excel(*rows: list[object], **sheets: list[list[object]]) -> Workbook:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for title, lines in sheets.items():
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
    return book


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


class ImportPage:
    """The page as somebody uses it: a file, its preview, and what becomes of its ticks."""

    def __init__(self, client: Client, tournament: Tournament, content: Workbook | bytes) -> None:
        self.client, self.tournament = client, tournament
        self.url = reverse("players-import", args=[tournament.pk])
        data = content if isinstance(content, bytes) else saved(content)
        self.show(client.post(self.url, {"file": SimpleUploadedFile("liste.xlsx", data)}))

    def show(self, answer) -> None:
        self.html = answer.content.decode()
        self.text = " ".join(unescape(re.sub(r"<[^>]*>", " ", self.html)).split())
        ticks = re.findall(r'<input[^>]* name="take"[^>]*>', self.html)
        self.ticks = {
            int(re.search(r'value="(\d+)"', tick)[1]): "checked" in tick for tick in ticks
        }

    def ticked(self) -> list[int]:
        return sorted(row for row, is_ticked in self.ticks.items() if is_ticked)

    def enter(self, *, without: tuple[int, ...] = (), besides: tuple[int, ...] = ()) -> None:
        data = dict(re.findall(r'name="(upload|offered)" value="([^"]*)"', self.html))
        take = [row for row in (*self.ticked(), *besides) if row not in without]
        answer = self.client.post(self.url, data | {"step": "enter", "take": take}, follow=True)
        self.show(answer)

    def names(self) -> list[str]:
        entries = self.tournament.entries.order_by("start_number").select_related("person")
        return [str(entry.person) for entry in entries]


def test_a_lone_title_is_no_heading(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(["Teilnehmer"], [], ["Nr.", "Name", "Verein"], [1, "Ada Becker", "SC Grün"]),
    )
    page.enter()
    assert page.names() == ["Ada Becker"]


def test_a_lone_heading_above_names_is_one(clerk, tournament):
    page = ImportPage(clerk, tournament, excel(["Teilnehmer"], ["Ada Becker"], ["Bea Celan"]))
    page.enter()
    assert page.names() == ["Ada Becker", "Bea Celan"]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_our_own_list_of_another_tournament_gives_its_players(clerk, tournament, kind, language):
    other = make_tournament("Frühjahrspokal", state="final")
    make_entries(other, 5)
    make_member(other, Role.CLERK, "elsewhere")
    reader = Client()
    reader.force_login(make_member(other, Role.ORGANIZER))
    reader.cookies["django_language"] = language
    file = reader.get(reverse("table-file", args=[other.pk, "participants", kind])).content
    page = ImportPage(clerk, tournament, file)
    page.enter()
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
    assert page.ticked() == [3, 4, 7, 8, 10]
    assert "This seems to be no name." in page.text
    page.enter()
    assert page.names() == ["Ada Becker", "Bea Celan", "Carl Dorn", "Dora Ebert", "Emil Fink"]


def test_every_row_of_the_preview_can_be_left_out(clerk, tournament):
    page = ImportPage(
        clerk, tournament, excel(["Name"], ["Ada Becker"], ["Bea Celan"], ["Carl Dorn"])
    )
    assert page.ticked() == [2, 3, 4]
    page.enter(without=(3,))
    assert page.names() == ["Ada Becker", "Carl Dorn"]


def test_a_doubtful_row_that_is_ticked_is_shown_before_it_is_entered(clerk, tournament):
    page = ImportPage(clerk, tournament, excel(["Name"], ["Ada Becker"], ["Anna 2 Club"]))
    assert page.ticked() == [2]
    page.enter(besides=(3,))
    assert Entry.objects.count() == 0, "it has not been seen what becomes of it"
    assert page.ticked() == [2, 3]
    page.enter()
    assert len(page.names()) == 2


def test_of_two_rows_of_one_name_the_second_is_entered_once_the_first_is_left_out(
    clerk, tournament
):
    page = ImportPage(
        clerk, tournament, excel(["Nr.", "Name"], [7, "Ada Becker"], [9, "Ada Becker"])
    )
    page.enter(without=(2,))
    assert Entry.objects.count() == 0
    page.enter()
    assert list(tournament.entries.values_list("start_number", flat=True)) == [9]


def test_other_sheets_are_named(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(
            ["Name", "Verein"], ["Ada Becker", "SC"], Gäste=[["Name", "Verein"], ["Bea Celan", ""]]
        ),
    )
    assert "This sheet of the file is not read: Gäste." in page.text


def test_a_second_block_beside_the_first_is_named(clerk, tournament):
    page = ImportPage(
        clerk,
        tournament,
        excel(["Nr.", "Name", None, "Nr.", "Name"], [1, "Ada Becker", None, 2, "Bea Celan"]),
    )
    assert "More names stand further right and are not read: column E Name." in page.text


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
    page.enter()
    assert page.names() == ["Ada Becker", "Bea Celan"]
    assert set(tournament.entries.values_list("club_name", flat=True)) == {"SC"}


def test_hidden_and_struck_rows_are_left_out_unless_ticked(clerk, tournament):
    book = excel(["Name", "Verein"], *[[name, "SC"] for name in ("Ada A", "Bea B", "Carl C")])
    book.active.row_dimensions[2].hidden = True
    book.active["A3"].font = Font(strike=True)
    page = ImportPage(clerk, tournament, book)
    assert page.ticked() == [4]
    assert "The row is hidden in the file." in page.text
    assert "The row is struck through in the file." in page.text
    page.enter()
    assert page.names() == ["Carl C"]


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
    ).enter()
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
