"""Tables as clubs make them: what is taken in is what they say, or somebody is asked."""

from dataclasses import replace
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import LogEntry, Person, ScoreList, Tournament
from scoring.people.imports.reads import LEFT_OUT
from tests.effort import cases, repeats
from tests.factories import make_tournament
from tests.libreoffice import converted, needs_office
from tests.people.imports.club_tables import (
    CLEAR,
    DOUBTFUL,
    Builder,
    Result,
    Results,
    a_sheet_a_series,
    of_series,
    one_row_a_result,
    results_of,
    series_side_by_side,
    totals_called_points,
    totals_without_games,
)
from tests.people.imports.mangling import mangled
from tests.people.imports.sent_file import Sender, saved
from tests.people.imports.test_files_results import emptied
from tests.simulated import finished
from tests.snapshots import built_once
from tests.visitors import undone

pytestmark = pytest.mark.django_db


@built_once
def played() -> list[Result]:
    """What was played in a tournament of two series; nothing is entered."""
    tournament = finished(players=11, series=2, rounds=12, by_totals=1)
    results = results_of(tournament)
    emptied(tournament)
    return results


@pytest.fixture
def results(db) -> list[Result]:
    return played()


@pytest.fixture
def sender(client: Client, results: list[Result]) -> Sender:
    return Sender(client, Tournament.objects.get())


@pytest.mark.parametrize("build", repeats(*CLEAR))
def test_a_clear_table_is_read_without_a_question(sender, results, build: Builder):
    page = sender.send(build(results))
    assert page.status == 200, (page.context["wrong"], page.asked)
    rows = {
        (each.incoming.series, each.incoming.table, row.seat, row.number, *row.figures)
        for each in page.context["verdicts"]
        for row in each.rows
    }
    assert rows == {(r.series, r.table, r.seat, r.number, *r.figures) for r in results}
    assert all(each.by_family in page.text for each in results)
    assert sender.stored() == []
    assert sender.take(page) == results


@needs_office
@pytest.mark.parametrize("kind", repeats("ods", "xlsx", "csv"))
def test_a_table_that_libreoffice_saved_is_read_as_well(sender, results, kind: str, tmp_path):
    page = sender.send(converted(saved(series_side_by_side(results)), tmp_path, kind))
    assert page.status == 200
    assert sender.take(page) == results


@pytest.mark.parametrize("meaning", ["total", "points"])
def test_points_without_totals_are_asked_for_once(sender, results, meaning):
    """ "Punkte" may be the game points, or the totals with everything that is added."""
    Tournament.objects.update(paper_total=False)
    figures = results if meaning == "total" else [replace(r, total=r.points) for r in results]
    page = sender.send(totals_called_points(figures))
    assert page.asked == ["asked-columns-points"]
    assert sender.is_refused(page)
    page.check(**dict.fromkeys(page.open_columns, meaning))
    assert sender.take(page) == results


def test_totals_without_games_are_asked_for_the_missing_columns(sender, results):
    page = sender.send(totals_without_games(results))
    assert set(page.asked) == {"asked-columns-missing"}
    assert sender.is_refused(page)


def one_sheet(results: Results) -> Worksheet:
    """Series 1 of the simplest table, to be changed."""
    return a_sheet_a_series(of_series(results, 1)).worksheets[0]


def test_a_number_that_contradicts_its_name_is_asked_and_the_answer_counts(sender, results):
    """Rows 5 and 6 have each other's numbers."""
    sheet = one_sheet(results)
    sheet["A5"], sheet["A6"] = sheet["A6"].value, sheet["A5"].value
    page = sender.send(sheet.parent)
    assert page.asked == ["incoming-number-contradicts"] * 2
    assert sender.is_refused(page)
    one, other = (each.question for each in page.context["results"].asked)
    assert [each.value for each in one.options][:4] == ["2", "1", "-", "3"]
    page.check(**{one.field: "1", other.field: "2"})
    assert page.status == 200
    assert sender.take(page) == of_series(results, 1)


def test_running_numbers_in_place_of_start_numbers_are_one_question(sender, results):
    sheet = one_sheet(results)
    for row in range(5, 16):
        sheet.cell(row, 1).value = 16 - row
    page = sender.send(sheet.parent)
    assert page.asked == ["asked-columns-number"]
    page.check(**dict.fromkeys(page.open_columns, LEFT_OUT))
    assert sender.take(page) == of_series(results, 1)


def test_an_odd_name_is_asked_about_once_for_all_series(sender, results):
    book = a_sheet_a_series(results)
    right = str(book.worksheets[0]["B5"].value)
    for sheet in book.worksheets:
        sheet.delete_cols(1)
        for row in range(5, 16):
            if sheet.cell(row, 1).value == right:
                sheet.cell(row, 1).value = right[:-1]
    page = sender.send(book)
    page.check(**{page.field("who-"): "1"})
    assert sender.take(page) == results


def test_names_in_other_seats_than_planned_are_asked(sender, results):
    first = [each for each in results if (each.series, each.table) == (1, 1)]
    moved = [replace(each, seat=each.seat % len(first) + 1) for each in first]
    others = [each for each in results if each not in first]
    book = one_row_a_result([*moved, *others])
    book.active["C1"] = "Sitz"
    page = sender.send(book)
    assert page.asked == ["incoming-other-place"] * len(first)
    questions = [each.question for each in page.context["results"].asked]
    page.check(**{question.field: question.options[0].value for question in questions})
    assert sender.take(page) == results


def test_series_beside_each_other_without_a_name_are_asked(sender, results):
    book = series_side_by_side(results)
    for cell in ("C4", "G4"):
        book.worksheets[0][cell] = None
    page = sender.send(book, series=1)
    assert page.asked == ["asked-series"] * 2
    page.check(**dict(zip(page.series_fields, ("1", "2"), strict=True)))
    assert sender.take(page) == results


@pytest.mark.parametrize(
    ("sheet_name", "title", "code"),
    [("Tabelle1", "Ergebnisse", "asked-series"), ("Serie 7", "8. Serie", "asked-series-which")],
)
def test_a_series_that_nothing_clearly_names_is_asked(sender, results, sheet_name, title, code):
    sheet = one_sheet(results)
    sheet.title, sheet["A1"] = sheet_name, title
    page = sender.send(sheet.parent)
    assert page.asked == [code]
    assert sender.is_refused(page)
    [series] = page.series_fields
    page.check(**{series: "1"})
    assert sender.take(page) == of_series(results, 1)
    again = sender.send(sheet.parent, series=1)
    assert bool(again.asked) is (sheet_name != "Tabelle1"), "chosen for all"


def test_a_series_that_is_not_there_is_asked_and_may_be_left_out(sender, results):
    third = [replace(each, series=3) for each in results if each.series == 1]
    page = sender.send(series_side_by_side([*results, *third]))
    assert page.asked == ["asked-series-unknown"]
    [key] = [f"t{table.key}" for table in page.context["look"].map.tables if table.series]
    page.check(without=(key,))
    assert sender.take(page) == results


def test_results_of_a_tournament_without_series_are_refused_with_the_reason(client, results):
    page = Sender(client, make_tournament()).send(a_sheet_a_series(results))
    assert page.status == 422
    assert "This tournament has no series yet" in page.text


def test_a_player_called_like_a_sum_is_one_by_his_number(sender, results):
    """Schnitt Dora, written without a comma, is no average."""
    Person.objects.filter(entries__start_number=4).update(family="Schnitt", given="Dora")
    sheet = one_sheet(results)
    [cell] = [row[1] for row in sheet.iter_rows(min_row=5) if row[0].value == 4]
    cell.value = "Schnitt Dora"
    page = sender.send(sheet.parent)
    assert page.asked == []
    assert len(sender.take(page)) == len(of_series(results, 1))


def test_figures_with_a_unit_are_told_where_they_stand(sender, results):
    """Without a start number such a row has no figure at all, and is no title all the same."""
    sheet = one_sheet(results)
    sheet.delete_cols(1)
    for column in range(2, 6):
        sheet.cell(6, column).value = f"{sheet.cell(6, column).value} Pkt"
    page = sender.send(sheet.parent)
    assert page.wrong == [(f"{column}6", "cell-not-a-number") for column in "BCDE"]


def test_a_series_that_stands_in_merged_cells_is_that_of_all_their_rows(sender, results):
    book = one_row_a_result(results)
    seen = set()
    for [cell] in book.active.iter_rows(min_row=2, max_col=1):
        if cell.value in seen:
            cell.value = None
        seen.add(cell.value)
    page = sender.send(book)
    assert page.asked == []
    assert sender.take(page) == results


def test_zeros_of_somebody_who_did_not_play_are_no_result(sender, results):
    person = Person.objects.create(family="Zuschauer", given="Zita")
    sender.tournament.entries.create(person=person, start_number=12)
    for figures, status in (((0, 0, 0, 0), 200), ((9, 1, 0, 9), 422)):
        sheet = one_sheet(results)
        sheet.append((12, "Zita Zuschauer", *figures))
        page = sender.send(sheet.parent)
        assert page.status == status
        ignored = page.context["results"].ignored
        assert any("Zita Zuschauer" in each for each in ignored) is (status == 200)


def test_a_second_column_of_points_is_asked(sender, results):
    sheet = one_sheet(results)
    sheet.insert_cols(3)
    sheet["C4"] = "Punkte"
    page = sender.send(sheet.parent)
    assert page.asked == ["asked-columns-twice"]
    assert "C · Punkte" in page.text


def test_a_group_of_all_series_is_not_read(sender, results):
    """ "Gesamt" above points, won and lost: the sums of both series."""
    book = series_side_by_side(results)
    sheet = book.worksheets[0]
    for column, word in enumerate(("Punkte", "Gew.", "Verl."), 11):
        sheet.cell(5, column).value = word
        for row in range(6, 17):
            sheet.cell(row, column).value = 7
    page = sender.send(book)
    assert any("Gesamt" in each for each in page.context["results"].ignored)
    assert sender.take(page) == results


def test_a_table_without_totals_names_the_setting_that_helps_once(sender, results):
    book = a_sheet_a_series(results)
    for sheet in book.worksheets:
        sheet.delete_cols(6)
        sheet["C4"] = "Spielpunkte"
    page = sender.send(book)
    assert page.text.count("this tournament asks for the total on the paper") == 1
    assert reverse("tournament-settings", args=[sender.tournament.pk]) in page.html
    Tournament.objects.update(paper_total=False)
    page.check()
    assert sender.take(page) == results


def test_a_figure_is_corrected_on_the_page_and_the_whole_file_taken_back(sender, results):
    book = a_sheet_a_series(results)
    right, book.worksheets[0]["C9"] = book.worksheets[0]["C9"].value, "viel"
    page = sender.send(book)
    assert page.fields["fix-0.C9"] == "viel"
    page.check(**{"fix-0.C9": str(right + 1)})
    # The points may be wrong, or the total of the paper.
    total = book.worksheets[0]["F9"].value
    assert (page.fields["fix-0.C9"], page.fields["fix-0.F9"]) == (str(right + 1), str(total))
    page.check(**{"fix-0.F9": str(total + 1)})
    assert not page.context["wrong"]
    page.check(**{"fix-0.C9": str(right), "fix-0.F9": str(total)})
    assert sender.take(page) == results
    assert "Take back the file with 6 lists" in page.text
    log = LogEntry.objects.get(action="results.imported").pk
    one = ScoreList.objects.first()
    address = reverse("results-withdraw", args=[sender.tournament.pk, log])
    ScoreList.objects.filter(pk=one.pk).update(revision=one.revision + 1)
    assert "has been changed since" in sender.client.post(address, follow=True).content.decode()
    assert sender.stored() == results
    ScoreList.objects.filter(pk=one.pk).update(revision=one.revision)
    answer = sender.client.post(address, follow=True).content.decode()
    assert set(ScoreList.objects.values_list("state", "depth")) == {("open", "none")}
    assert sender.stored() == []
    assert "Take back the file" not in answer


def test_our_own_results_come_back_without_a_question(sender, results):
    sender.take(sender.send(a_sheet_a_series(results)))
    file = reverse("table-file", args=[sender.tournament.pk, "results", "xlsx"])
    content = sender.client.get(file).content
    emptied(sender.tournament)
    page = sender.send(content)
    assert page.status == 200
    assert "written by this program" in page.text
    assert sender.take(page) == results


def test_a_player_who_was_exchanged_since_the_preview_is_shown_again(sender, results):
    page = sender.send(a_sheet_a_series(results))
    person = sender.tournament.entries.get(start_number=1).person
    person.family = "Ganzanders"
    person.save()
    assert sender.is_refused(page)
    person.family = next(each.family for each in results if each.number == 1) + "n"
    person.save()
    page.send()
    assert page.status == 409
    assert len(page.context["changed"]) == 2
    assert sender.stored() == []
    assert len(sender.take(page)) == len(results)


@pytest.mark.parametrize("first", range(0, cases(20, 500), 20))
def test_a_mangled_table_stores_no_wrong_row(sender, results, first: int):
    """Whatever was done to it: what is stored is what the players of a row brought home."""
    right = {(each.series, each.number): each for each in results}
    for seed in range(first, first + 20):
        chance = Random(seed)
        build = chance.choice((*CLEAR, *DOUBTFUL))
        book, done = mangled(build(results), chance)
        with undone():
            # Half of the time no total on paper is asked for: one check less.
            Tournament.objects.update(paper_total=chance.random() < 0.5)
            page = sender.send(book, chance.choice(("", 1, 2)))
            assert page.status in (200, 422), (seed, build, done)
            if page.status == 200:
                sender.take(page)
            wrong = [r for r in sender.stored() if r != right[r.series, r.number]]
            assert wrong == [], (seed, build, done)
