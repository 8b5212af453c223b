"""Our own sheets come back: who sits at the table is read, or asked; whatever their number."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scoring.lists.printed.files.xlsx_formulas import ABOUT, FIRST, NAMES, STARTS
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import blank_live_list
from scoring.models import Series, Tournament
from tests.effort import repeats
from tests.factories import make_user, seated
from tests.libreoffice import converted, needs_office
from tests.people.imports.club_tables import Result, results_of
from tests.people.imports.sent_file import Sender, saved
from tests.people.imports.test_files_results import LAYOUT, emptied, fill, filled_sheet
from tests.simulated import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> Series:
    return seated(4, rounds=2, paper_total=False)


@pytest.fixture
def sender(client: Client, series: Series) -> Sender:
    return Sender(client, series.tournament)


def blank_sheet(series: Series) -> tuple[object, Worksheet]:
    """The blank list with games, series and table, as a side venue fills it in."""
    book = load_workbook(BytesIO(lists_workbook([blank_live_list(series.tournament, 4, 2)], "x")))
    sheet = book.worksheets[0]
    fill(sheet)
    sheet.cell(ABOUT, LAYOUT.about("series")[1]).value = 1
    sheet.cell(ABOUT, LAYOUT.about("table")[1]).value = 1
    return book, sheet


def test_a_list_of_no_possible_table_is_not_opened(series, sender):
    book, sheet = filled_sheet(series)
    series.lists.all().delete()
    for table in (0, 10_000):
        sheet.cell(ABOUT, LAYOUT.about("table")[1]).value = table
        assert [code for _cell, code in sender.send(book).wrong] == ["table-out-of-range"]


def test_a_list_without_start_numbers_is_read_by_its_names(series, sender):
    book, sheet = filled_sheet(series)
    for seat in range(1, 5):
        sheet[LAYOUT.cell(f"points_{seat}", STARTS)] = None
    assert len(sender.take(sender.send(book))) == 4


def test_a_blank_list_that_names_nobody_asks_for_every_seat(series, sender):
    """Who sits there by the plan is offered, and not taken for granted."""
    book, _sheet = blank_sheet(series)
    page = sender.send(book)
    assert page.asked == ["incoming-seat-unnamed"] * 4
    assert sender.is_refused(page)
    fields = [each.question.field for each in page.context["results"].asked]
    there = series.lists.get().seat_rows.values_list("entry__start_number", flat=True)
    page.check(**dict(zip(fields, map(str, there), strict=True)))
    assert len(sender.take(page)) == 4


def test_names_at_other_seats_than_planned_are_refused_or_asked_about(series, sender):
    """The games name seats: whose they are depends on who sat where."""
    one, other, *rest = [LAYOUT.cell(f"points_{seat}", NAMES) for seat in range(1, 5)]
    book, sheet = blank_sheet(series)
    seated_there = series.lists.get().seat_rows.select_related("entry__person")
    for cell, seat in zip((other, one, *rest), seated_there, strict=True):
        sheet[cell] = str(seat.entry.person)
    page = sender.send(book)
    assert [code for _cell, code in page.wrong] == ["incoming-other-player"] * 2
    assert sender.is_refused(page)
    book, sheet = filled_sheet(series)
    sheet[one], sheet[other] = sheet[other].value, sheet[one].value
    page = sender.send(book)
    assert page.asked == ["incoming-number-contradicts"] * 2
    assert sender.is_refused(page)


FOOT = FIRST + 8  # below the eight games of the filled sheet


@needs_office
@pytest.mark.parametrize("kind", repeats("xlsx", "ods"))
def test_a_null_with_tops_is_asked_about_because_the_sheet_counts_it_otherwise(
    series, sender, tmp_path, kind
):
    """A 1 under "with": the sheet makes 23 × 2, the game is worth 23."""
    book, sheet = filled_sheet(series)
    sheet[LAYOUT.cell("base", FIRST)] = 23
    page = sender.send(converted(saved(book), tmp_path, kind))
    assert page.asked == ["incoming-sum-differs"]
    [question] = page.context["results"].asked
    seat = 2  # who plays the first game: two games of his, one of them the null
    assert question.cell == LAYOUT.cell(f"points_{seat}", FOOT + 3)
    assert question.problem.params == {"found": 20 + 46 + 100, "expected": 20 + 23 + 100}
    assert f"{LAYOUT.cell('plus', FIRST)}: 46 / 23" in page.text
    assert sender.is_refused(page)
    page.check(**{question.question.field: "games"})
    sender.take(page)
    assert series.lists.get().seat_rows.get(position=seat).points == 43


def test_a_number_typed_over_a_sum_is_asked_about_unless_its_list_is_left_out(series, sender):
    book, sheet = filled_sheet(series)
    cell = LAYOUT.cell("points_3", FOOT + 3)
    sheet[cell] = 854
    page = sender.send(book)
    [question] = page.context["results"].asked
    assert (question.cell, question.problem.params) == (cell, {"found": 854, "expected": 140})
    assert "854 stands here, but the games give 140." in page.text
    assert sender.is_refused(page)
    [verdict] = page.context["verdicts"]
    page.check(without=(verdict.incoming.key,))
    assert page.asked == []


@pytest.mark.parametrize(
    ("place", "value", "code"),
    [
        (LAYOUT.cell("base", FIRST), 11, "incoming-table-twice"),
        (f"{get_column_letter(LAYOUT.last)}1", "skat-list/1 texas-2019", "incoming-system"),
    ],
)
def test_a_wrong_sheet_beside_a_good_one_may_be_left_out(series, sender, place, value, code):
    """Nobody has to delete it from the file first."""
    book, sheet = filled_sheet(series)
    book.copy_worksheet(sheet)[place] = value
    page = sender.send(book)
    assert [each for _cell, each in page.wrong] == [code]
    assert sender.is_refused(page)
    wrong = next(each for each in page.context["verdicts"] if each.state == "wrong")
    sender.take(page, without=(wrong.incoming.key,))
    assert series.lists.get().state == "entered"
    assert series.lists.get().games.get(number=1).game == "hearts"


def test_of_several_sheets_of_a_table_those_that_are_left_in_must_agree(series, sender):
    book, sheet = filled_sheet(series)
    for base in (11, 12):
        book.copy_worksheet(sheet)[LAYOUT.cell("base", FIRST)] = base
    page = sender.send(book)
    assert [code for _cell, code in page.wrong] == ["incoming-table-twice"] * 2
    keys = {each.incoming.sheet: each.incoming.key for each in page.context["verdicts"]}
    first, second, _third = (keys[title] for title in book.sheetnames if title in keys)
    page.check(without=(first,))
    assert [code for _cell, code in page.wrong] == ["incoming-table-twice"]
    page.check(without=(first, second))
    assert page.wrong == []


def workbook_of(client: Client, tournament: Tournament) -> tuple[bytes, list[Result]]:
    """A tournament as one workbook, and what was stored; afterwards nothing is played."""
    client.force_login(make_user("chief", superuser=True))
    content = client.get(reverse("tournament-xlsx", args=[tournament.pk])).content
    before = results_of(tournament)
    emptied(tournament)
    return content, before


@pytest.mark.long
@pytest.mark.slow
def test_the_workbook_of_a_championship_is_taken_back(client, monkeypatch):
    """240 players, four series: 240 lists, nearly as many as one file may hold."""
    monkeypatch.setattr("scoring.people.imports.services.results.PAUSE", 0)  # nobody waits here
    tournament = finished(players=240, series=4, by_totals=0.1, rounds=12)
    content, before = workbook_of(client, tournament)
    sender = Sender(client, tournament)
    assert sender.take(sender.send(content)) == before


def test_a_change_while_a_large_file_is_taken_in_list_by_list_ends_it_and_is_shown(
    client, monkeypatch
):
    """What was taken in before stays: between two lists somebody at the desk may save."""
    monkeypatch.setattr("scoring.people.imports.services.results.MAX_AT_ONCE", 2)
    tournament = finished(players=11, series=2, by_totals=0.3)
    content, before = workbook_of(client, tournament)
    page = Sender(client, tournament).send(content)
    rows = [row for verdict in page.context["verdicts"] for row in verdict.rows]
    shown = sorted((row.number, *row.figures) for row in rows)
    assert shown == sorted((row.number, *row.figures) for row in before)
    assert not any(row.before for row in rows)
    pauses = iter([None] * 7 + [lambda: tournament.series.filter(number=2).update(state="closed")])

    def somebody_closes_the_series(_seconds: float) -> None:
        if act := next(pauses, None):
            act()

    monkeypatch.setattr("scoring.people.imports.services.results.sleep", somebody_closes_the_series)
    page.send()
    assert page.status == 422
    assert [each.state for each in page.context["verdicts"]] == ["wrong"] * 3 + ["same"] * 3
    tournament.series.update(state="released")
    page.send()
    assert page.status == 409, "what was wrong is shown before it is written"
    page.send()
    assert results_of(tournament) == before
