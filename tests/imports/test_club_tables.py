"""Ten tables as clubs make them: what is taken in is what they say, or somebody is asked."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.heavy import sign_digests, store_upload
from scoring.core.spreadsheets import read_spreadsheet
from scoring.imports.reads import LEFT_OUT
from scoring.lists.services.lists import enter_totals
from scoring.models import Person, Role, ScoreList, Tournament
from scoring.rules.bare_totals import BareTotal, passed_in
from tests.effort import cases, repeats
from tests.factories import make_member, make_tournament
from tests.imports.club_tables import (
    CLEAR,
    DOUBTFUL,
    Builder,
    Result,
    Results,
    a_sheet_a_series,
    of_series,
    one_row_a_result,
    results_of,
    saved,
    series_side_by_side,
    totals_called_points,
    totals_without_games,
)
from tests.imports.mangling import mangled
from tests.imports.sent_file import FormReader
from tests.imports.test_files_results import emptied
from tests.libreoffice import converted, needs_office
from tests.simulated import BY, finished
from tests.snapshots import built_once

pytestmark = pytest.mark.django_db


class Sender:
    """A clerk who sends files to the page and takes in what it shows."""

    shown: HttpResponse

    def __init__(self, client: Client, tournament: Tournament) -> None:
        self.client, self.tournament = client, tournament
        self.address = reverse("results-import", args=[tournament.pk])
        client.force_login(make_member(tournament, Role.CLERK))

    def send(self, content: bytes, series: int | str = "") -> HttpResponse:
        file = BytesIO(content)
        file.name = "Ergebnisse.xlsx"
        return self.client.post(self.address, {"file": file, "series": series})

    def stored(self) -> list[Result]:
        return results_of(self.tournament)

    def take(self, shown: HttpResponse, **answers: object) -> list[Result]:
        """What is stored once the page was accepted as it stands."""
        assert self.answer(shown, **answers).status_code == 302
        return self.stored()

    def is_refused(self, shown: HttpResponse) -> bool:
        return self.answer(shown).status_code == 422 and not self.stored()

    def answer(self, shown: HttpResponse, step: str = "take", **answers: object) -> HttpResponse:
        """Send the form of the page back, as a browser does."""
        form = FormReader(shown.content.decode())
        take = [key for key, is_ticked in form.ticks.items() if is_ticked]
        if left := answers.pop("leave", None):
            take = [key for key in take if key != left]
        return self.client.post(
            self.address, {**form.fields, "take": take, "step": step, **answers}
        )


@built_once
def played_by(players: int) -> tuple[Tournament, list[Result]]:
    """A tournament of two series, and what was played; nothing is entered."""
    tournament = finished(players=players, series=2, rounds=12, by_totals=1)
    results = results_of(tournament)
    emptied(tournament)
    return tournament, results


@pytest.fixture
def results(db) -> list[Result]:
    """What was played in the one tournament there is."""
    return played_by(11)[1]


@pytest.fixture
def sender(client: Client, results: list[Result]) -> Sender:
    return Sender(client, Tournament.objects.get())


@pytest.mark.parametrize("build", repeats(*CLEAR))
def test_a_clear_table_is_read_without_a_question(sender, results, build: Builder):
    shown = sender.send(saved(build(results)))
    assert shown.status_code == 200, (shown.context["wrong"], shown.context["results"].asked)
    assert sender.stored() == []
    assert sender.take(shown) == results


@needs_office
@pytest.mark.parametrize("kind", repeats("ods", "xlsx", "csv"))
def test_a_table_that_libreoffice_saved_is_read_as_well(sender, results, kind: str, tmp_path):
    shown = sender.send(converted(saved(series_side_by_side(results)), tmp_path, kind))
    assert shown.status_code == 200
    assert sender.take(shown) == results


def test_totals_called_points_are_recognised_by_the_games(sender, results):
    """Won and lost games can give the points as totals only, or somebody is asked."""
    shown = sender.send(saved(totals_called_points(results)))
    assert set(asked(shown)) <= {"asked-columns-points"}
    if asked(shown):
        assert sender.answer(shown).status_code == 422
        assert sender.stored() == []
        fields = dict.fromkeys(open_columns(shown), "total")
        shown = sender.answer(shown, "check", **fields)
        assert shown.status_code == 200
    assert sender.take(shown) == results


def test_game_points_called_points_are_recognised_by_the_games(sender, results):
    Tournament.objects.update(paper_total=False)
    points = [replace(each, total=each.points) for each in results]
    shown = sender.send(saved(totals_called_points(points)))
    assert shown.status_code == 200
    assert sender.take(shown) == results


def test_totals_without_games_are_asked_for_the_missing_columns(sender, results):
    shown = sender.send(saved(totals_without_games(results)))
    assert shown.status_code == 422
    assert set(asked(shown)) == {"asked-columns-missing"}
    assert sender.is_refused(shown)


# What contradicts itself -------------------------------------------------------------------------


def one_sheet(results: Results, change: Callable[[Worksheet], object]) -> bytes:
    """Series 1 of the simplest table, changed."""
    book = a_sheet_a_series(of_series(results, 1))
    change(book.worksheets[0])
    return saved(book)


def asked(shown: HttpResponse) -> list[str]:
    """The codes of everything that is open: columns, series, people."""
    found = shown.context["look"].map
    codes = [each.problem.code for each in found.layouts.values() if each.problem]
    codes += [
        table.series.text.code for table in found.tables if table.series and table.series.is_open
    ]
    return [*codes, *(each.problem.code for each in shown.context["results"].asked if each.is_open)]


def open_columns(shown: HttpResponse) -> list[str]:
    """The fields of columns that have to be named."""
    layouts = shown.context["look"].map.layouts.values()
    return [each.field for layout in layouts for each in layout.questions if not each.chosen]


def series_fields(shown: HttpResponse) -> list[str]:
    """The fields of tables whose series is asked for."""
    tables = shown.context["look"].map.tables
    return [table.series.field for table in tables if table.series]


def test_a_number_that_contradicts_its_name_is_asked_and_the_answer_counts(sender, results):
    """Rows 5 and 6 have each other's numbers."""

    def exchange(sheet: Worksheet) -> None:
        sheet["A5"], sheet["A6"] = sheet["A6"].value, sheet["A5"].value

    shown = sender.send(one_sheet(results, exchange))
    assert asked(shown) == ["incoming-number-contradicts"] * 2
    assert sender.is_refused(shown)
    one, other = (each.questions[0] for each in shown.context["results"].asked)
    assert [each.value for each in one.options][:4] == ["2", "1", "-", "3"]
    shown = sender.answer(shown, "check", **{one.field: "1", other.field: "2"})
    assert shown.status_code == 200
    assert sender.take(shown) == of_series(results, 1)


def test_running_numbers_in_place_of_start_numbers_are_one_question(sender, results):

    def renumber(sheet: Worksheet) -> None:
        for row in range(5, 16):
            sheet.cell(row, 1).value = 16 - row

    shown = sender.send(one_sheet(results, renumber))
    assert asked(shown) == ["asked-columns-number"]
    [number] = open_columns(shown)
    shown = sender.answer(shown, "check", **{number: LEFT_OUT})
    assert shown.status_code == 200
    assert sender.take(shown) == of_series(results, 1)


def test_names_in_other_seats_than_planned_are_asked(sender, results):
    first = [each for each in results if (each.series, each.table) == (1, 1)]
    moved = [replace(each, seat=each.seat % len(first) + 1) for each in first]
    others = [each for each in results if each not in first]
    book = one_row_a_result([*moved, *others])
    book.active["C1"] = "Sitz"
    shown = sender.send(saved(book))
    assert asked(shown) == ["incoming-other-place"] * len(first)
    assert sender.answer(shown).status_code == 422
    answers = {
        question.field: question.options[0].value
        for each in shown.context["results"].asked
        for question in each.questions
    }
    shown = sender.answer(shown, "check", **answers)
    assert sender.take(shown) == results


def test_series_beside_each_other_without_a_name_are_asked(sender, results):
    book = series_side_by_side(results)
    for cell in ("C4", "G4"):
        book.worksheets[0][cell] = None
    shown = sender.send(saved(book), series=1)
    assert asked(shown) == ["asked-series"] * 2
    fields = series_fields(shown)
    shown = sender.answer(shown, "check", **dict(zip(fields, ("1", "2"), strict=True)))
    assert sender.take(shown) == results


def test_a_series_that_nothing_names_is_asked_unless_it_is_chosen(sender, results):

    def rename(sheet: Worksheet) -> None:
        sheet.title = "Tabelle1"

    content = one_sheet(results, rename)
    shown = sender.send(content)
    assert asked(shown) == ["asked-series"]
    assert sender.answer(shown).status_code == 422
    shown = sender.send(content, series=1)
    assert asked(shown) == []
    assert sender.take(shown) == of_series(results, 1)


def test_a_series_that_is_not_there_is_asked_and_may_be_left_out(sender, results):
    third = [replace(each, series=3) for each in results if each.series == 1]
    shown = sender.send(saved(series_side_by_side([*results, *third])))
    assert asked(shown) == ["asked-series-unknown"]
    [key] = [f"t{t.key}" for t in shown.context["look"].map.tables if t.series]
    shown = sender.answer(shown, "check", leave=key)
    assert sender.take(shown) == results


def test_a_table_that_names_two_series_of_which_none_is_there_is_asked_among_all(sender, results):

    def retitle(sheet: Worksheet) -> None:
        sheet.title, sheet["A1"] = "Serie 7", "Ergebnisse der 8. Serie"

    shown = sender.send(one_sheet(results, retitle))
    assert asked(shown) == ["asked-series-which"]
    assert sender.answer(shown).status_code == 422
    [series] = series_fields(shown)
    shown = sender.answer(shown, "check", **{series: "1"})
    assert sender.take(shown) == of_series(results, 1)


def test_results_of_a_tournament_without_series_are_refused_with_the_reason(client, results):
    shown = Sender(client, make_tournament()).send(saved(a_sheet_a_series(results)))
    assert shown.status_code == 422
    assert "Dieses Turnier hat noch keine Serie" in shown.content.decode()


def test_a_player_called_like_a_sum_is_one_by_his_number(sender, results):
    """Schnitt Dora, written without a comma, is no average."""
    Person.objects.filter(entries__start_number=4).update(family="Schnitt", given="Dora")

    def rename(sheet: Worksheet) -> None:
        [cell] = [row[1] for row in sheet.iter_rows(min_row=5) if row[0].value == 4]
        cell.value = "Schnitt Dora"

    shown = sender.send(one_sheet(results, rename))
    assert asked(shown) == []
    assert len(sender.take(shown)) == len(of_series(results, 1))


def test_figures_with_a_unit_are_told_where_they_stand(sender, results):
    """Without a start number such a row has no figure at all, and is no title all the same."""

    def write_units(sheet: Worksheet) -> None:
        sheet.delete_cols(1)
        for column in range(2, 6):
            sheet.cell(6, column).value = f"{sheet.cell(6, column).value} Pkt"

    shown = sender.send(one_sheet(results, write_units))
    wrong = [(spot.cell, spot.problem.code) for spot in shown.context["wrong"]]
    assert wrong == [(f"{column}6", "cell-not-a-number") for column in "BCDE"]


def test_a_series_that_stands_in_merged_cells_is_that_of_all_their_rows(sender, results):
    book = one_row_a_result(results)
    seen = set()
    for [cell] in book.active.iter_rows(min_row=2, max_col=1):
        if cell.value in seen:
            cell.value = None
        seen.add(cell.value)
    shown = sender.send(saved(book))
    assert asked(shown) == []
    assert sender.take(shown) == results


def test_zeros_of_somebody_who_did_not_play_are_no_result(sender, results):
    person = Person.objects.create(family="Zuschauer", given="Zita")
    sender.tournament.entries.create(person=person, start_number=12)
    content = one_sheet(results, lambda sheet: sheet.append((12, "Zita Zuschauer", 0, 0, 0, 0)))
    shown = sender.send(content)
    assert shown.status_code == 200
    assert any("Zita Zuschauer" in each for each in shown.context["results"].ignored)
    content = one_sheet(results, lambda sheet: sheet.append((12, "Zita Zuschauer", 9, 1, 0, 9)))
    assert sender.send(content).status_code == 422


def test_a_second_column_of_points_is_asked(sender, results):

    def repeat(sheet: Worksheet) -> None:
        sheet.insert_cols(3)
        sheet["C4"] = "Punkte"

    shown = sender.send(one_sheet(results, repeat))
    assert asked(shown) == ["asked-columns-twice"]
    assert "C · Punkte" in shown.content.decode()


def test_a_group_of_all_series_is_not_read(sender, results):
    """ "Gesamt" above points, won and lost: the sums of both series."""
    book = series_side_by_side(results)
    sheet = book.worksheets[0]
    for column, word in enumerate(("Punkte", "Gew.", "Verl."), 11):
        sheet.cell(5, column).value = word
        for row in range(6, 17):
            sheet.cell(row, column).value = 7
    shown = sender.send(saved(book))
    assert shown.status_code == 200
    assert any("Gesamt" in each for each in shown.context["results"].ignored)
    sender.answer(shown)
    assert sender.stored() == results


# What is shown is what is taken in ---------------------------------------------------------------


def test_the_preview_shows_every_result_before_it_is_taken_in(sender, results):
    """Series, table, seat, number, both names, the four figures, and what stands here so far."""
    shown = sender.send(saved(a_sheet_a_series(results)))
    rows = [
        (each.incoming.series, each.incoming.table, row.seat, row.number, row.read, *row.figures)
        for each in shown.context["verdicts"]
        for row in each.rows
    ]
    assert sorted(rows) == sorted(
        (r.series, r.table, r.seat, r.number, f"{r.number} · {r.name}", *r.figures) for r in results
    )
    page = shown.content.decode()
    for each in results:
        assert each.by_family in page
    assert "✓" not in page


def test_what_was_typed_since_the_preview_is_shown_again(sender, results):
    """Somebody types a list at the desk: it is no longer what was shown, so nothing is written."""
    shown = sender.send(saved(a_sheet_a_series(results)))
    first = [each for each in results if (each.series, each.table) == (1, 1)]
    score_list = ScoreList.objects.get(series__number=1, table_number=1)
    totals = [BareTotal(each.points, each.won, each.lost, each.total) for each in
              sorted(first, key=lambda each: each.seat)]  # fmt: skip
    passed = passed_in(score_list.games_due, totals)
    enter_totals(score_list, totals, passed, by=BY, revision=score_list.revision)
    again = sender.answer(shown)
    # That list is there already and nothing else has changed: what is written was shown.
    assert again.status_code == 302
    assert sender.stored() == results


def test_a_player_who_was_exchanged_since_the_preview_is_shown_again(sender, results):
    shown = sender.send(saved(a_sheet_a_series(results)))
    person = sender.tournament.entries.get(start_number=1).person
    person.family = "Ganzanders"
    person.save()
    again = sender.answer(shown)
    assert again.status_code == 422
    assert sender.stored() == []
    person.family = next(each.family for each in results if each.number == 1) + "n"
    person.save()
    again = sender.answer(shown)
    assert again.status_code == 409
    assert len(again.context["changed"]) == 2
    assert sender.stored() == []
    assert sender.answer(again).status_code == 302
    assert len(sender.stored()) == len(results)


def test_a_file_that_was_not_shown_is_not_taken_in(sender, results):
    """The name of a stored file alone does not say that anybody has looked at it."""
    content = saved(a_sheet_a_series(results))
    user = sender.tournament.memberships.get().user
    name = store_upload(read_spreadsheet(content), user.pk, sender.tournament.pk)
    for upload, status in (
        (name, 422),
        (sign_digests(name, (), user.pk, sender.tournament.pk), 409),
        (sign_digests(name, (), user.pk, sender.tournament.pk + 1), 422),
    ):
        sent = sender.client.post(sender.address, {"upload": upload})
        assert sent.status_code == status
        assert sender.stored() == []


# Mangled -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [11, 4])
@pytest.mark.parametrize("first", range(0, cases(10, 500), 10))
def test_a_mangled_table_stores_no_wrong_row(client, first: int, players: int):
    """Whatever was done to it: what is stored is what the players of a row brought home.

    Eleven players sit at other tables in the second series; four sit at the same one.
    """
    tournament, results = played_by(players)
    sender = Sender(client, tournament)
    right = {(each.series, each.number): each for each in results}
    for seed in range(first, first + 10):
        chance = Random(seed)
        build = chance.choice((*CLEAR, *DOUBTFUL))
        book, done = mangled(build(results), chance, of_series=players > 4)
        done.insert(0, build.__name__)
        with transaction.atomic():
            # Half of the time no total on paper is asked for: one check less.
            Tournament.objects.update(paper_total=chance.random() < 0.5)
            shown = sender.send(saved(book), chance.choice(("", 1, 2)))
            assert shown.status_code in (200, 422), (seed, done)
            if shown.status_code == 200:
                assert sender.answer(shown).status_code == 302, (seed, done)
            stored = sender.stored()
            wrong = [each for each in stored if each != right[each.series, each.number]]
            assert wrong == [], (seed, done)
            transaction.set_rollback(True)
