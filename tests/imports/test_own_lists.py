"""Our own sheets come back: who sits at the table is read, or asked; whatever their number."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import Role, Seat, Series, Tournament
from scoring.printed_list.files.xlsx_formulas import ABOUT, FIRST, NAMES, STARTS
from scoring.printed_list.files.xlsx_sheet import lists_workbook
from scoring.printed_list.reads.papers import blank_live_list, live_lists
from tests.effort import cases, repeats
from tests.factories import make_member, make_user, seated
from tests.imports.test_club_tables import Sender, asked
from tests.imports.test_files_results import LAYOUT, emptied, fill, filled_sheet, saved
from tests.libreoffice import converted, needs_office
from tests.simulated import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> Series:
    return seated(4, rounds=2, paper_total=False)


@pytest.fixture
def sender(client: Client, series: Series) -> Sender:
    return Sender(client, series.tournament)


def players(series: Series) -> list[int]:
    """The start numbers of the table by seat."""
    return list(series.lists.get().seat_rows.values_list("entry__start_number", flat=True))


def name_cell(seat: int) -> str:
    return LAYOUT.cell(f"points_{seat}", NAMES)


def start_cell(seat: int) -> str:
    return LAYOUT.cell(f"points_{seat}", STARTS)


def blank_sheet(series: Series) -> tuple[object, Worksheet]:
    """The blank list with games, series and table, as a side venue fills it in."""
    book = load_workbook(BytesIO(lists_workbook([blank_live_list(series.tournament, 4, 2)], "x")))
    sheet = book.worksheets[0]
    fill(sheet)
    sheet.cell(ABOUT, LAYOUT.about("series")[1]).value = 1
    sheet.cell(ABOUT, LAYOUT.about("table")[1]).value = 1
    return book, sheet


def test_a_list_without_start_numbers_is_read_by_its_names(series, sender):
    book, sheet = filled_sheet(series)
    for seat in range(1, 5):
        sheet[start_cell(seat)] = None
    shown = sender.send(saved(book))
    assert len(sender.take(shown)) == 4


def test_a_blank_list_that_names_nobody_asks_for_every_seat(series, sender):
    """Who sits there by the plan is offered, and not taken for granted."""
    book, _sheet = blank_sheet(series)
    shown = sender.send(saved(book))
    assert asked(shown) == ["incoming-seat-unnamed"] * 4
    assert sender.is_refused(shown)
    fields = [each.questions[0].field for each in shown.context["results"].asked]
    answers = dict(zip(fields, map(str, players(series)), strict=True))
    shown = sender.answer(shown, "check", **answers)
    assert len(sender.take(shown)) == 4


def test_names_written_at_other_seats_than_planned_are_refused(series, sender):
    """The games name seats: whose they are depends on who sat where."""
    book, sheet = blank_sheet(series)
    people = {each.start_number: str(each.person) for each in series.tournament.entries.all()}
    one, two, *others = players(series)
    for seat, number in enumerate((two, one, *others), 1):
        sheet[name_cell(seat)] = people[number]
    shown = sender.send(saved(book))
    assert shown.status_code == 422
    codes = [spot.problem.code for spot in shown.context["wrong"]]
    assert codes == ["incoming-other-player"] * 2
    assert sender.is_refused(shown)


def test_names_exchanged_above_the_start_numbers_are_asked(series, sender):
    book, sheet = filled_sheet(series)
    sheet[name_cell(1)], sheet[name_cell(2)] = sheet[name_cell(2)].value, sheet[name_cell(1)].value
    shown = sender.send(saved(book))
    assert asked(shown) == ["incoming-number-contradicts"] * 2
    assert sender.is_refused(shown)


FOOT = FIRST + 8  # below the eight games of the filled sheet


@needs_office
@pytest.mark.parametrize("kind", repeats("xlsx", "ods"))
def test_a_null_with_tops_is_asked_about_because_the_sheet_counts_it_otherwise(
    series, sender, tmp_path, kind
):
    """A 1 under "with": the sheet makes 23 × 2, the game is worth 23."""
    book, sheet = filled_sheet(series)
    sheet[LAYOUT.cell("base", FIRST)] = 23
    shown = sender.send(converted(saved(book), tmp_path, kind))
    assert shown.status_code == 422
    assert asked(shown) == ["incoming-sum-differs"]
    [question] = shown.context["results"].asked
    seat = 2  # who plays the first game: two games of his, one of them the null
    assert question.cell == LAYOUT.cell(f"points_{seat}", FOOT + 3)
    assert question.problem.params == {"found": 20 + 46 + 100, "expected": 20 + 23 + 100}
    assert f"{LAYOUT.cell('plus', FIRST)}: 46 / 23" in shown.content.decode()
    assert sender.is_refused(shown)
    field = question.questions[0].field
    shown = sender.answer(shown, "check", **{field: "games"})
    assert sender.answer(shown).status_code == 302
    assert series.lists.get().seat_rows.get(position=seat).points == 43


def test_a_number_typed_over_a_sum_is_asked_about_unless_its_list_is_left_out(series, sender):
    book, sheet = filled_sheet(series)
    cell = LAYOUT.cell("points_3", FOOT + 3)
    sheet[cell] = 854
    shown = sender.send(saved(book))
    [question] = shown.context["results"].asked
    assert (question.cell, question.problem.params) == (cell, {"found": 854, "expected": 140})
    assert "Dort steht 854, aus den Spielen ergibt sich 140." in shown.content.decode()
    assert sender.is_refused(shown)
    [verdict] = shown.context["verdicts"]
    shown = sender.answer(shown, "check", leave=verdict.incoming.key)
    assert asked(shown) == []


def test_the_same_table_in_two_sheets_is_taken_in_once(series, sender):
    book, sheet = filled_sheet(series)
    again = book.copy_worksheet(sheet)
    again[LAYOUT.cell("base", FIRST)] = 11
    shown = sender.send(saved(book))
    assert [spot.problem.code for spot in shown.context["wrong"]] == ["incoming-table-twice"]
    wrong = next(each for each in shown.context["verdicts"] if each.state == "wrong")
    shown = sender.answer(shown, "check", leave=wrong.incoming.key)
    assert shown.status_code == 200
    assert sender.answer(shown, leave=wrong.incoming.key).status_code == 302
    assert series.lists.get().games.get(number=1).game == "hearts"


def test_an_unreadable_list_may_be_left_out(series, sender):
    """A sheet of other rules beside a good one: nobody has to delete it first."""
    book, sheet = filled_sheet(series)
    other = book.copy_worksheet(sheet)
    mark = LAYOUT.last
    other.cell(1, mark).value = "skat-list/1 texas-2019"
    shown = sender.send(saved(book))
    assert [spot.problem.code for spot in shown.context["wrong"]] == ["incoming-system"]
    wrong = next(each for each in shown.context["verdicts"] if each.state == "wrong")
    assert wrong.incoming.key in shown.content.decode()
    assert sender.answer(shown, leave=wrong.incoming.key).status_code == 302
    assert series.lists.get().state == "entered"


# The workbook of a whole tournament --------------------------------------------------------------


def stored(tournament: Tournament) -> list[tuple[object, ...]]:
    seats = Seat.objects.filter(list__series__tournament=tournament)
    rows = seats.order_by("series__number", "list__table_number", "position")
    return list(rows.values_list("entry__start_number", "points", "won", "lost", "performance"))


def taken_back(client: Client, tournament: Tournament) -> None:
    """Out as one workbook, and into the same tables with nothing played."""
    client.force_login(make_user("chief", superuser=True))
    content = client.get(reverse("tournament-xlsx", args=[tournament.pk])).content
    before = stored(tournament)
    emptied(tournament)
    sender = Sender(client, tournament)
    shown = sender.send(content)
    assert shown.status_code == 200, shown.context["wrong"][:5]
    assert sender.answer(shown).status_code == 302
    assert stored(tournament) == before


@pytest.mark.long
@pytest.mark.slow
def test_the_workbook_of_a_championship_is_taken_back(client, monkeypatch):
    """240 players, six series: 360 lists on 367 sheets, 62 MB when unpacked.

    A ninth of it within a ninth of the limits; with `run.py test --long` all of it.
    """
    monkeypatch.setattr("scoring.imports.services.results.PAUSE", 0)  # nobody waits here
    taken_back(
        client, finished(players=cases(80, 240), series=cases(2, 6), by_totals=0.1, rounds=12)
    )


def test_lists_of_a_large_file_are_taken_in_one_by_one(client, monkeypatch):
    """Between two of them somebody at the desk may save; what is shown and stored is the same."""
    monkeypatch.setattr("scoring.imports.services.results.MAX_AT_ONCE", 2)
    taken_back(client, finished(players=11, series=2, by_totals=0.3))


def test_a_change_while_a_large_file_is_taken_in_ends_it_and_is_shown(client, monkeypatch):
    """What was taken in before stays and is shown as there; the rest is taken in later."""
    monkeypatch.setattr("scoring.imports.services.results.MAX_AT_ONCE", 2)
    tournament = finished(players=11, series=2, by_totals=1)
    client.force_login(make_user("chief", superuser=True))
    content = client.get(reverse("tournament-xlsx", args=[tournament.pk])).content
    before = stored(tournament)
    emptied(tournament)
    sender = Sender(client, tournament)
    shown = sender.send(content)
    pauses = iter([None] * 7 + [lambda: tournament.series.filter(number=2).update(state="closed")])

    def somebody_closes_the_series(_seconds: float) -> None:
        if act := next(pauses, None):
            act()

    monkeypatch.setattr("scoring.imports.services.results.sleep", somebody_closes_the_series)
    again = sender.answer(shown)
    assert again.status_code == 422
    states = [each.state for each in again.context["verdicts"]]
    assert states == ["wrong"] * 3 + ["same"] * 3
    tournament.series.update(state="released")
    monkeypatch.undo()
    assert sender.answer(again).status_code in (302, 409)
    if stored(tournament) != before:
        shown = sender.send(content)
        assert sender.answer(shown).status_code == 302
    assert stored(tournament) == before


def test_a_clerk_sees_the_rows_of_lists_by_games(client):
    tournament = finished(players=4, series=1, by_totals=0)
    content = lists_workbook(live_lists(tournament), "x")
    before = stored(tournament)
    emptied(tournament)
    client.force_login(make_member(tournament, Role.CLERK))
    shown = Sender(client, tournament).send(content)
    [verdict] = shown.context["verdicts"]
    assert [(row.number, *row.figures) for row in verdict.rows] == before
    assert not any(row.before for row in verdict.rows)
