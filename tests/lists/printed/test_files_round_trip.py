"""Lists with moved players, rulings and annulled games are exported and imported again."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.core.spreadsheets import sheets
from scoring.lists.printed.files.xlsx_formulas import FIRST
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import live_lists, papers_of
from scoring.lists.services.confirmation import annul_list, reject_list
from scoring.lists.services.games import annul_games, record_game
from scoring.lists.services.lists import close_list
from scoring.models import Actor, Game, Role, ScoreList, Seat, Series
from scoring.people.imports.files.read import read_results
from scoring.people.imports.reads import FileAnswers, known_players
from scoring.people.imports.services.results import judge, take_results
from scoring.referee.services import make_ruling
from scoring.rules.systems import ISKO
from scoring.series.services.seat_changes import leave_table, move_player
from tests.factories import line, make_member, seated
from tests.incidents import REVOKE
from tests.lists.made import BY, act
from tests.people.imports.test_files_results import emptied, ranking_rows, read, saved, spots_of

pytestmark = pytest.mark.django_db


def fill(score_list: ScoreList) -> None:
    """Type every missing game as hearts of the dealer's neighbour, and close."""
    seats = score_list.seats
    there = {each.number for each in score_list.lines() if not each.annulled}
    for number in range(1, score_list.games_due + 1):
        if number not in there:
            act(record_game, score_list, line(number, number % seats + 1))
    act(close_list, score_list)


def lists(series: Series) -> list[ScoreList]:
    return list(series.lists.select_related("series__tournament").order_by("table_number"))


def back(series: Series) -> list[str]:
    """Export, and import into the same tables without games; the results of the lists."""
    tournament = series.tournament
    content = lists_workbook(live_lists(tournament), "x")
    before, figures = ranking_rows(tournament), content_of(series)
    assert before
    emptied(tournament)
    found, spots = read(tournament, content)
    assert spots == []
    results = judge(tournament, found, by=BY)
    if all(each.state == "new" for each in results):
        take_results(tournament, found, by=BY)
        assert ranking_rows(tournament) == before
        assert content_of(series) == figures
    return [each.state for each in results]


def content_of(series: Series) -> list[tuple[object, ...]]:
    """The figures of every list that counts."""
    there = Seat.objects.filter(series=series, list__state="entered")
    seats = there.order_by("list__table_number", "position")
    return list(seats.values_list("entry__start_number", "points", "won", "lost"))


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_the_file_of_a_list_page_comes_back(client, kind, django_assert_max_num_queries):
    """It names series, table and players; the file of one list of two fills that one alone."""
    series = seated(8, rounds=2, paper_total=False)
    tournament = series.tournament
    for each in lists(series):
        fill(each)
    one, other = lists(series)
    client.force_login(make_member(tournament, Role.VIEWER, name="vera"))
    with django_assert_max_num_queries(4):  # however many lists
        assert len(papers_of(series, str, {})) == 2
    with django_assert_max_num_queries(13):
        content = client.get(reverse("list-file", args=[other.pk, kind])).content
    figures = content_of(series)[4:]
    emptied(tournament)
    found = read_results(sheets(content), ISKO, known_players(tournament), None, FileAnswers(), {})
    assert not any((found.is_open, found.asked, found.ignored))
    take_results(tournament, list(found.lists), by=BY)
    assert content_of(series) == figures
    assert not Game.objects.filter(list=one).exists()
    assert Game.objects.filter(list=other).count() == 8


def test_lists_come_back_after_moves_but_not_to_a_table_of_others():
    """A sheet that stands twice is the same list."""
    series = seated(11, rounds=2, paper_total=False)
    four = next(each for each in lists(series) if each.seats == 4)
    three = next(each for each in lists(series) if each.seats == 3)
    player = four.seat_rows.first().entry.start_number
    move_player(series, player, three.table_number, by=BY, reason="late")
    other = next(each for each in lists(series) if each.seats == 4)
    leave_table(series, other.seat_rows.first().entry.start_number, by=BY, reason="ill")
    for each in lists(series):
        fill(each)
    assert set(back(series)) == {"new"}
    book = load_workbook(BytesIO(lists_workbook(live_lists(series.tournament), "x")))
    book.copy_worksheet(book.worksheets[0])
    emptied(series.tournament)
    found, _spots = read(series.tournament, saved(book))
    states = [each.state for each in judge(series.tournament, found, by=BY)]
    assert states == ["new", "new", "new", "same"]
    four = next(each for each in lists(series) if each.seats == 4)
    leave_table(series, four.seat_rows.last().entry.start_number, by=BY, reason="ill")
    assert {spot.problem.code for spot in spots_of(series, saved(book))} == {"incoming-other-seats"}


def test_round_trip_with_annulled_games_wrong_dealer_and_ruling():
    """SkO 3.2.11-13: replayed under the same number, by the dealer who dealt."""
    series = seated(4, rounds=2, paper_total=False)
    [one] = lists(series)
    for number in (1, 2, 3):
        act(record_game, one, line(number, number + 1))
    act(annul_games, one, [2, 3], reason="wrong deal")
    act(record_game, one, replace(line(2, 3, "null"), dealer=4))
    act(annul_games, one, [2], reason="once more")
    act(record_game, one, replace(line(2, 1), dealer=4))
    referee = Actor(make_member(series.tournament, Role.REFEREE, name="rita"))
    where = {"score_list": one, "number": 3, "soloist": 2, "revision": one.revision}
    make_ruling(series.tournament, REVOKE, by=referee, enter=True, **where)
    fill(one)
    assert back(series) == ["new"]
    assert Game.objects.filter(list=one, annulled=False).count() == 8


@pytest.mark.parametrize(("decide", "word"), [(annul_list, "annulled"), (reject_list, "rejected")])
def test_excluded_list_says_its_state_and_is_not_imported_as_counting(client, decide, word):
    """Not "final" or "provisional", which would mean that it counts."""
    series = seated(8, rounds=2, paper_total=False)
    tournament = series.tournament
    for each in lists(series):
        fill(each)
    one, _two = lists(series)
    act(decide, one, reason="wrong people")
    client.force_login(make_member(tournament, Role.ORGANIZER, name="otto"))
    headers = {"accept-language": "en"}
    content = client.get(reverse("list-file", args=[one.pk, "pdf"]), headers=headers).content
    [page] = PdfReader(BytesIO(content)).pages
    assert word in page.extract_text()
    assert "provisional" not in page.extract_text()
    with translation.override("en"):
        content = lists_workbook(live_lists(tournament), "x")
        found = read_results(
            sheets(content), ISKO, known_players(tournament), None, FileAnswers(), {}
        )
    assert list(found.ignored) == [f"S1 T1 ({word})"]
    assert word in load_workbook(BytesIO(content))["S1 T1"]["A1"].value
    assert back(series) == ["new"]
    assert sorted(each.state for each in lists(series)) == ["entered", "open"]


@pytest.mark.parametrize(
    ("row", "number", "cell", "code"),
    [
        (3, 99, "A8", "number-beyond-games"),
        (3, 2, "A8", "number-twice"),
        (3, "2a", "A8", "cell-not-a-number"),
        (8, "x", "A13", "cell-not-a-number"),
        (8, None, "A13", "incoming-game-number-missing"),
        (1, None, "A6", "incoming-game-number-missing"),
        (3, 0, "A8", "cell-not-a-number"),
    ],
)
def test_impossible_game_number_is_reported_at_its_cell(row, number, cell, code):
    """Duplicate, unknown or missing: the rows below are not read as the foot."""
    series = seated(4, rounds=2, paper_total=False)
    fill(lists(series)[0])
    book = load_workbook(BytesIO(lists_workbook(live_lists(series.tournament), "x")))
    emptied(series.tournament)
    book.worksheets[0].cell(FIRST + row - 1, 1).value = number
    spots = spots_of(series, saved(book))
    assert [spot.problem.code for spot in spots if spot.cell == cell] == [code]
    assert "cell-not-reckoned" not in {spot.problem.code for spot in spots}
