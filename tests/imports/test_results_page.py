"""Results from a file: what is asked once, corrected in its place, and taken back as a whole."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import LogEntry, Role, ScoreList, Tournament
from tests.factories import make_member
from tests.imports.club_tables import a_sheet_a_series, results_of, saved
from tests.imports.sent_file import SentFile
from tests.imports.test_club_tables import played_by
from tests.imports.test_files_results import emptied

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def sent(clerk: Client, tournament: Tournament, content: bytes) -> SentFile:
    if not clerk.session.get("_auth_user_id"):
        clerk.force_login(make_member(tournament, Role.CLERK))
    return SentFile(clerk, reverse("results-import", args=[tournament.pk]), content)


def test_a_whole_file_is_taken_back_by_one_button(clerk):
    tournament, results = played_by(11)
    page = sent(clerk, tournament, saved(a_sheet_a_series(results)))
    page.send()
    assert results_of(tournament) == results
    address = reverse("results-import", args=[tournament.pk])
    log = LogEntry.objects.get(action="results.imported")
    assert "Take back the file with 6 lists" in clerk.get(address).content.decode()
    clerk.post(reverse("results-withdraw", args=[tournament.pk, log.pk]))
    assert results_of(tournament) == []
    assert set(ScoreList.objects.values_list("state", "depth")) == {("open", "none")}
    assert "Take back the file" not in clerk.get(address).content.decode()


def test_a_file_of_which_a_list_was_changed_is_not_taken_back(clerk):
    tournament, results = played_by(11)
    sent(clerk, tournament, saved(a_sheet_a_series(results))).send()
    log = LogEntry.objects.get(action="results.imported")
    one = ScoreList.objects.first()
    ScoreList.objects.filter(pk=one.pk).update(revision=one.revision + 1)
    address = reverse("results-withdraw", args=[tournament.pk, log.pk])
    assert "was changed since" in clerk.post(address, follow=True).content.decode()
    assert results_of(tournament) == results


def test_an_odd_name_is_asked_about_once_for_all_series(clerk):
    tournament, results = played_by(11)
    book = a_sheet_a_series(results)
    right = str(book.worksheets[0]["B5"].value)
    for sheet in book.worksheets:
        sheet.delete_cols(1)
        for row in range(5, 16):
            if sheet.cell(row, 1).value == right:
                sheet.cell(row, 1).value = right[:-1]
    page = sent(clerk, tournament, saved(book))
    asked = [name for name in page.fields if name.startswith("who-")]
    assert len(asked) == 1
    page.check(**{asked[0]: "1"})
    page.send()
    assert results_of(tournament) == results


def test_a_table_without_totals_names_the_setting_that_helps_once(clerk):
    tournament, results = played_by(11)
    book = a_sheet_a_series(results)
    for sheet in book.worksheets:
        sheet.delete_cols(6)
    page = sent(clerk, tournament, saved(book))
    assert page.text.count("this tournament asks for the total on the paper") == 1
    assert reverse("tournament-settings", args=[tournament.pk]) in page.html
    Tournament.objects.update(paper_total=False)
    page.check()
    page.send()
    assert results_of(tournament) == results


def test_a_figure_that_cannot_be_read_is_corrected_on_the_page(clerk):
    tournament, results = played_by(11)
    book = a_sheet_a_series(results)
    right = book.worksheets[0]["C9"].value
    book.worksheets[0]["C9"] = "viel"
    page = sent(clerk, tournament, saved(book))
    assert page.fields["fix-0.C9"] == "viel"
    page.check(**{"fix-0.C9": str(right)})
    page.send()
    assert results_of(tournament) == results


def test_our_own_results_come_back_without_a_question(clerk):
    tournament, results = played_by(11)
    sent(clerk, tournament, saved(a_sheet_a_series(results))).send()
    file = clerk.get(reverse("table-file", args=[tournament.pk, "results", "xlsx"])).content
    emptied(tournament)
    page = sent(clerk, tournament, file)
    assert page.answer.status_code == 200
    assert "written by this program" in page.text
    page.send()
    assert results_of(tournament) == results
