"""A table of players is sent to the page, looked at, and entered: as organizers' files are."""

import re
from collections.abc import Callable
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
from scoring.money.services.ledger import book
from scoring.people.services.leaving import remove_entry
from scoring.people.services.matching import Newcomer
from scoring.series.services.series import open_list
from tests.factories import add_entry, make_entries, make_series, make_tournament
from tests.people.imports.sent_file import SentFile, excel
from tests.visitors import member

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


class ImportPage(SentFile):
    def __init__(self, client: Client, tournament: Tournament, file: Workbook | bytes) -> None:
        self.tournament = tournament
        super().__init__(client, reverse("players-import", args=[tournament.pk]), file)

    def names(self) -> list[str]:
        entries = self.tournament.entries.order_by("start_number").select_related("person")
        return [str(entry.person) for entry in entries]

    def columns_are(self, *meanings: str) -> None:
        fields = [name for name in self.fields if name.startswith("column-")]
        self.check(**dict(zip(fields, meanings, strict=True)))

    def pairs(self) -> list[tuple[str, str]]:
        """Family and given names of the preview."""
        cells = re.findall(r"figures\">[^<]*</td>\s*<td>([^<]*)</td>\s*<td>([^<]*)</td>", self.html)
        return [(unescape(family), unescape(given)) for family, given in cells]


@pytest.fixture
def sent(clerk: Client, tournament: Tournament) -> Callable[..., ImportPage]:
    """Sends these rows of a workbook, or a file; gives the page."""

    def send(*rows: list[object] | bytes, **sheets: list[list[object]]) -> ImportPage:
        file = rows[0] if isinstance(rows[0], bytes) else excel(*rows, **sheets)
        return ImportPage(clerk, tournament, file)

    return send


@pytest.mark.parametrize(
    ("rows", "clubs"),
    [
        # A lone title is no heading, a lone word above names is one.
        (
            [["Teilnehmer"], [], ["Nr.", "Name", "Verein"], [1, "Ada B", "SC"], [2, "Bea C", "SC"]],
            "SC",
        ),
        ([["Teilnehmer"], ["Ada B"], ["Bea C"]], ""),
        ([["Name"], ["Ada B (SC Grün)"], ["Bea C (SC Grün)"]], "SC Grün"),
        ([["Nr.", "Name", None, "Nr.", "Name"], [1, "Ada B", None, 2, "Bea C"]], ""),
        # Partners of a tandem are of one club.
        ([["Tandem", "Spieler 1", "Spieler 2", "Verein"], ["Buben", "Ada B", "Bea C", "SC"]], "SC"),
        *(
            ([*headings, ["B", "Ada", "SC"], ["C", "Bea", "SC"]], "SC")
            for headings in (
                (["Teilnehmer", None, "Verein"], ["Name", "Vorname", None]),
                (["Familien-", "Vor-", "Verein"], ["name", "name", None]),
                (["Name", None, "Verein"], ["Nachname", "Vorname", None]),
            )
        ),
    ],
    ids=["title", "heading", "brackets", "beside", "tandem", "player", "parted", "above"],
)
def test_who_stands_in_a_table_is_read(sent, tournament, rows, clubs):
    page = sent(*rows)
    page.send()
    assert page.names() == ["Ada B", "Bea C"]
    assert set(tournament.entries.values_list("club_name", flat=True)) == {clubs}


def test_our_table_is_read_when_rows_above_its_headings_are_gone(sent):
    """The hidden sheet goes on naming the row in which we wrote them."""
    page = sent(
        ["Name", "Vorname"], ["Becker", "Ada"], _skatturnier=[["Sheet", 9, "family", "given"]]
    )
    page.send()
    assert page.names() == ["Ada Becker"]


def test_sums_headings_and_clubs_are_left_out_unless_ticked(sent):
    page = sent(
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
    )
    assert page.rows() == [3, 4, 7, 8, 10]
    assert "This seems not to be a name." in page.text
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan", "Carl Dorn", "Dora Ebert", "Emil Fink"]


def test_every_namesake_may_be_chosen(sent, django_assert_max_num_queries):
    people = [Person.objects.create(family="Becker", given="Ada") for _each in range(9)]
    with django_assert_max_num_queries(27):
        page = sent(["Name"], *[["Ada Becker"]] * 9)
    [_row, _details, [question]] = page.context["lines"][8]
    assert [option.value for option in question.options] == [*(str(p.pk) for p in people), "new"]


def test_a_doubtful_row_that_is_ticked_is_shown_before_it_is_entered(sent):
    page = sent(["Name"], ["Ada Becker"], ["Anna 2 Club"])
    assert page.rows() == [2]
    page.send(besides=("0.0.3",))
    assert Entry.objects.count() == 0, "it has not been seen what becomes of it"
    assert page.rows() == [2, 3]
    page.send()
    assert len(page.names()) == 2


def test_of_two_rows_of_one_name_the_second_is_entered_once_the_first_is_left_out(sent, tournament):
    page = sent(["Nr.", "Name"], [7, "Ada Becker"], [9, "Ada Becker"])
    page.send(without=("0.0.2",))
    assert Entry.objects.count() == 0
    page.send()
    assert list(tournament.entries.values_list("start_number", flat=True)) == [9]


def test_every_sheet_is_listed_and_those_under_the_same_headings_are_read(sent):
    page = sent(
        ["Name", "Verein"],
        ["Ada Becker", "SC"],
        Gäste=[["Name", "Verein"], ["Bea Celan", ""]],
        Kasse=[["Name", "Betrag"], ["Carl Dorn", 5]],
        Notizen=[["Kuchen mitbringen"]],
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


def test_names_that_begin_with_the_family_are_proposed_so_and_can_be_changed(sent):
    """ "Müller Jörg" has no comma: the given names tell, else the order of the list."""
    page = sent(["Name", "Verein"], ["Müller Jörg", "SC"], ["Özgür Heinz", "SC"])
    assert page.pairs() == [("Müller", "Jörg"), ("Özgür", "Heinz")]
    page.check(**{page.field("column-", "A · Name"): "name"})
    assert page.pairs() == [("Jörg", "Müller"), ("Heinz", "Özgür")]


def test_the_row_of_headings_can_be_changed_or_there_is_none_and_is_remembered(sent):
    """For the next file of the host under the same headings."""
    page = sent(["Wer", "Woher"], ["Ada Becker", "SC Grün"], ["Bea Celan", "SC Rot"])
    assert "no headings found" in page.text
    assert "type the row of its headings" in page.text
    page.check(**{page.field("head-"): "1"})
    page.columns_are("name", "club")
    page.send()
    assert page.names() == ["Ada Becker", "Bea Celan"]
    page = sent(["Wer", "Woher"], ["Carl Dorn", "SC Rot"])
    page.check(**{page.field("head-"): "1"})
    assert page.pairs() == [("Dorn", "Carl")]
    page = sent(b"Ada Fink;SC Gr\xfcn\nBea Fink;SC Rot\n")
    page.check(**{page.field("head-"): "0"})
    page.columns_are("name", "club")
    page.send()
    assert page.names()[2:] == ["Ada Fink", "Bea Fink"]
    page = sent(b"SC Rot;Carl Fink\n")
    page.check(**{page.field("head-"): "0"})
    columns = [page.fields[key] for key in page.fields if key.startswith("column-")]
    assert columns == ["-", "-"], "without headings nothing says that it is the same table"


def test_a_start_number_that_is_taken_is_answered_in_its_row(sent, tournament):
    """An emptied one gets the next free number."""
    make_entries(tournament, 1)
    page = sent(["Nr.", "Name"], [1, "Ada Becker"], [5, "Bea Celan"], [1, "Carl Dorn"])
    assert page.rows() == [3]
    assert "Start number 1 is taken." in page.text
    page.check(**{page.field("fix-0.A2"): "7", page.field("fix-0.A4"): ""})
    assert page.rows() == [2, 3, 4]
    page.send()
    assert set(tournament.entries.values_list("start_number", flat=True)) == {1, 5, 7, 8}
    page = sent(["Nr.", "Name"], [1, "Dora Erle"], [9, "Emil Fink"])
    page.send()
    assert "1 player entered. Left out, because an answer was missing: Dora Erle." in page.text


def test_a_club_written_otherwise_is_one_on_record_if_somebody_says_so(sent, tournament):
    known = Club.objects.create(name="SC Grün-Weiß Köln", host=tournament.host)
    rows = [["Ada Becker", "Grün Weiß Köln", "Köln"], ["Bea Celan", "SC Neu", "Ulm"]]
    rows.append(["Carl Dorn", "SC Grun-Weiß Köln", None])
    page = sent(["Name", "Heimatverein", "Ort"], *rows)
    assert "This column is not read: Ort." in page.text
    field = page.field("club-", "Grün Weiß Köln")
    assert page.fields[field] == "new"
    page.check(**{field: str(known.pk)})
    page.send()
    assert set(tournament.entries.values_list("club_name", flat=True)) == {known.name, "SC Neu"}


@pytest.mark.parametrize(("kind", "language"), [("xlsx", "de"), ("csv", "en")])
def test_our_own_list_comes_back_with_categories_and_without_who_withdrew(
    sent, tournament, kind, language
):
    other = make_tournament("Frühjahrspokal")
    entries = make_entries(other, 3)
    for each in (other, tournament):
        Category.objects.create(tournament=each, name="Damen")
    EntryCategory.objects.create(entry=entries[0], category=other.categories.get())
    Entry.objects.filter(pk=entries[2].pk).update(state="withdrawn")
    reader = member(other, Role.ORGANIZER)
    reader.cookies["django_language"] = language
    address = reverse("table-file", args=[other.pk, "participants", kind])
    page = sent(reader.get(address).content)
    assert ("written by this program" in page.text) is (kind == "xlsx")
    assert page.status == 200
    assert "The file says that this player does not play any more." in page.text
    page.send()
    assert page.names() == [str(each.person) for each in entries[:2]]
    assert tournament.entries.get(start_number=1).in_categories.get().category.name == "Damen"


def test_another_person_of_the_name_since_the_preview_is_shown_again(sent, tournament):
    """As many players as were shown, but one of them would be somebody else."""
    page = sent(["Name"], ["Otto Otter"])
    Person.objects.create(family="Otter", given="Otto")
    page.send()
    assert (page.status, tournament.entries.count()) == (409, 0)
    page.send()
    assert tournament.entries.count() == 1


def test_a_table_that_is_gone_is_to_be_chosen_again(clerk, sent, tournament):
    """Another account's is as good as gone; so is a name that no page of ours carried."""
    page = sent(["Name"], ["Uwe Uhu"])
    upload = page.fields["upload"]
    other = member(tournament, Role.CLERK)
    for client, name in ((other, upload), (clerk, f"../{upload}"), (clerk, "")):
        answer = client.post(page.url, {"upload": name, "step": "enter"})
        assert answer.status_code == 422
        assert "Please choose it again." in answer.content.decode()
    assert not tournament.entries.exists()
    page = sent(b"%PDF-1.7")
    assert page.answer.status_code == 422
    assert "Tables can be read as .xlsx, .ods, .xls or .csv." in page.text


def undo(client: Client, page: str) -> str:
    """Press the button of the page that takes the list back; what the page says then."""
    html = client.get(page).content.decode()
    form = re.search(r'<form method="post" action="([^"]*undo/[^"]*)"', html)
    assert form, "no button"
    answer = client.post(form[1], follow=True)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def read_in(sent: Callable[..., ImportPage], tournament: Tournament) -> str:
    """Three players are read in beside one who was there; the page of the players."""
    make_entries(tournament, 1)
    sent(["Name"], *[[f"{a} Neu"] for a in ("Ada", "Bea", "Carl")]).send()
    return reverse("entries", args=[tournament.pk])


def test_a_whole_list_is_taken_back_by_one_button_of_who_sent_it(clerk, sent, tournament):
    page = read_in(sent, tournament)
    other = member(tournament, Role.CLERK)
    assert "Take back the list" not in other.get(page).content.decode()
    log = LogEntry.objects.get(action="players.imported").pk
    other.post(reverse("players-import-undo", args=[tournament.pk, log]))
    assert tournament.entries.count() == 4
    assert "Take back the list of 3 players" in clerk.get(page).content.decode()
    assert "3 players removed." in undo(clerk, page)
    assert tournament.entries.count() == 1
    assert not Person.objects.filter(family="Neu").exists()
    assert "Take back the list" not in clerk.get(page).content.decode()


def test_what_was_entered_after_the_list_stays(clerk, sent, tournament):
    """Also under a number that somebody of the list had, who was removed before."""
    page = read_in(sent, tournament)
    remove_entry(tournament.entries.get(start_number=3), by=BY)
    add_entry(tournament, Newcomer(Name("Später", "Sven"), start_number=3), by=BY)
    undo(clerk, page)
    assert list(tournament.entries.values_list("start_number", flat=True)) == [1, 3]


@pytest.mark.parametrize("why", ["seated", "paid"])
def test_a_list_of_which_somebody_sits_or_has_paid_stays_and_the_page_says_who(
    clerk, sent, tournament, why
):
    page = read_in(sent, tournament)
    entry = tournament.entries.get(start_number=3)
    if why == "seated":
        series = make_series(tournament)
        open_list(series, 1, list(range(1, 5)), by=BY)
    else:
        book(tournament, 500, kind="entry_fee", entry=entry, by=BY, reason="at the door")
    numbers = "2, 3, 4" if why == "seated" else "3"
    assert f"have points or have objected: {numbers}." in undo(clerk, page)
    assert tournament.entries.count() == 4
