"""Results come back in files: our own sheets and foreign tables, judged cell by cell."""

import zipfile
from io import BytesIO
from random import Random

import pytest
from django.test import Client
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.spreadsheets import Spot, Unreadable, sheets
from scoring.lists.printed.files.xlsx_formulas import ABOUT, FIRST, NAMES, STARTS, SheetLayout
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import blank_live_list, live_lists
from scoring.messages.catalogue import message
from scoring.models import Game, LogEntry, ScoreList, Seat, Series, Tournament
from scoring.models.score_list import PAPER, TALLY
from scoring.people.imports.files.read import read_results
from scoring.people.imports.reads import FileAnswers, KnownPlaces, known_players
from scoring.people.imports.services.results import judge, take_results, withdraw_results
from scoring.people.imports.views import MAX_SHOWN
from scoring.rules.systems import ISKO, SYSTEMS
from scoring.standings.reads.players import standings
from tests.factories import seated
from tests.people.imports.sent_file import Sender, excel, saved
from tests.simulated import BY, eventful, finished

pytestmark = pytest.mark.django_db
LAYOUT = SheetLayout.of(ISKO, 4)


def emptied(tournament: Tournament) -> None:
    """The same tables, as if nothing had been played."""
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    Series.objects.filter(tournament=tournament).update(state="released")
    lists = ScoreList.objects.filter(series__tournament=tournament)
    Game.objects.filter(list__in=lists).delete()
    Seat.objects.filter(list__in=lists).update(**dict.fromkeys((*TALLY, *PAPER)))
    lists.update(
        depth="none",
        state="open",
        games_played=None,
        stop_reason="",
        confirmed_by=None,
        confirmed_at=None,
        confirmed_revision=None,
        entered_by=None,
    )
    tournament.refresh_from_db()


def read(tournament: Tournament, data: bytes, series: int | None = None):
    found = read_results(
        sheets(data), tournament.rule_system, known_players(tournament), series, FileAnswers(), {}
    )
    spots = [Spot(each.sheet, each.cell, each.problem) for each in found.asked if each.is_open]
    return list(found.lists), spots


def ranking_rows(tournament: Tournament) -> list[tuple[object, ...]]:
    return [
        (row.rank.rank, row.start_number, row.points, row.won, row.lost, row.performance)
        for row in standings(tournament).rows
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_lists_out_and_in_again_give_the_same_standings(system: str):
    """Both depths of entry; and the same file twice changes nothing."""
    tournament = finished(players=7, series=2, by_totals=0.5, system=system)
    before = ranking_rows(tournament)
    content = lists_workbook(live_lists(tournament), "x")
    emptied(tournament)
    assert ranking_rows(tournament) == []
    lists, spots = read(tournament, content)
    assert spots == []
    rows = LogEntry.objects.count()
    verdicts = judge(tournament, lists, by=BY)
    assert {each.state for each in verdicts} == {"new"}, [
        (spot.sheet, spot.cell, spot.problem) for each in verdicts for spot in each.spots
    ]
    assert LogEntry.objects.count() == rows
    assert ranking_rows(tournament) == []
    take_results(tournament, lists, by=BY)
    assert ranking_rows(tournament) == before
    written = LogEntry.objects.count()
    assert written > rows
    again = take_results(tournament, lists, by=BY)
    assert {each.state for each in again} == {"same"}
    assert LogEntry.objects.count() == written


@pytest.fixture
def series():
    return seated(4, rounds=2, paper_total=False)


def filled_sheet(series: Series) -> tuple[Workbook, Worksheet]:
    [live] = live_lists(series.tournament)
    book = load_workbook(BytesIO(lists_workbook([live], "x")))
    fill(book.worksheets[0])
    return book, book.worksheets[0]


def fill(sheet: Worksheet) -> None:
    """Eight games, every one hearts with 1, won by the dealer's neighbour."""
    for number in range(1, 9):
        cells = {"base": 10, "with": 1, "soloist": number % 4 + 1, "won": "g"}
        for key, value in cells.items():
            sheet[LAYOUT.cell(key, FIRST + number - 1)] = value


def empty(sheet: Worksheet, *numbers: int) -> None:
    for number in numbers:
        for key in ("base", "with", "soloist", "won"):
            sheet[LAYOUT.cell(key, FIRST + number - 1)] = None


def spots_of(series: Series, content: bytes) -> list[Spot]:
    lists, spots = read(series.tournament, content)
    return [*spots, *(s for each in judge(series.tournament, lists, by=BY) for s in each.spots)]


WITH_WENZELS = SheetLayout.of(ISKO, 4, wenzels=True)


def test_wenzels_come_back_from_a_sheet_where_they_are_allowed(series):
    """BT, the modest proposal, SkO 2.3.2: they may have been allowed when the sheet was made."""
    book, _sheet = filled_sheet(series)
    Tournament.objects.update(wenzels=True)
    series.refresh_from_db()
    assert spots_of(series, saved(book)) == [], "a sheet made before they were allowed"
    book, sheet = filled_sheet(series)
    cell = WITH_WENZELS.cell("wenzel", FIRST)
    sheet[cell] = "K"
    Tournament.objects.update(wenzels=False)
    series.refresh_from_db()
    [spot] = spots_of(series, saved(book))
    assert (spot.problem.code, spot.cell) == ("wenzels-not-chosen", cell)
    Tournament.objects.update(wenzels=True)
    series.refresh_from_db()
    other = WITH_WENZELS.cell("wenzel", FIRST + 1)
    sheet[other] = "Dame"
    [spot] = spots_of(series, saved(book))
    assert (spot.problem.code, spot.cell) == ("incoming-wenzel", other)
    sheet[other] = "J"
    take(series, saved(book))
    assert list(Game.objects.values_list("wenzel", flat=True)) == ["K", *"JJJJJJJ"]


# Cells that cannot be read, then games that cannot have been; what is missing where a level is
# announced is the hand.
DAMAGES = (
    (
        (("base", 2, 13), "incoming-base"),
        (("base", 3, "Herz"), "cell-not-a-number"),
        (("won", 4, "vielleicht"), "incoming-result"),
        (("without", 6, 1), "incoming-both-tops"),
        (("with", 1, "1,5"), "cell-not-a-number"),
    ),
    (
        (("soloist", 2, 7), "seat-out-of-range"),
        (("soloist", 4, None), "soloist-missing"),
        (("soloist", 5, 1), "dealer-is-soloist"),
        (("with", 7, 12), "tops-out-of-range"),
        (("schneider_announced", 8, "x"), "announcement-needs-hand"),
    ),
)


@pytest.mark.parametrize("damages", DAMAGES)
def test_every_damaged_cell_is_named_precisely(series, damages):
    """Five ways to damage a sheet at once: each is one message at its own cell."""
    book, sheet = filled_sheet(series)
    expected = []
    for (key, number, value), code in damages:
        sheet[LAYOUT.cell(key, FIRST + number - 1)] = value
        where = "hand" if code == "announcement-needs-hand" else key
        expected.append((code, sheet.title, LAYOUT.cell(where, FIRST + number - 1)))
    spots = spots_of(series, saved(book))
    assert sorted((each.problem.code, each.sheet, each.cell) for each in spots) == sorted(expected)
    assert all(message(each.problem) != each.problem.code for each in spots)


def test_missing_game_and_other_players_are_reported(series):
    book, sheet = filled_sheet(series)
    empty(sheet, 5)
    [spot] = spots_of(series, saved(book))
    assert "5" in message(spot.problem)
    book, sheet = filled_sheet(series)
    sheet[LAYOUT.cell("points_2", STARTS)] = 99
    sheet[LAYOUT.cell("points_2", NAMES)] = None
    [spot] = spots_of(series, saved(book))
    cell = LAYOUT.cell("points_2", STARTS)
    assert (spot.problem.code, spot.cell) == ("incoming-other-player", cell)


def test_a_blank_list_from_a_side_venue_opens_its_table(series):
    """Series, table and start numbers were typed there; nobody had drawn that table."""
    tournament = series.tournament
    content = lists_workbook([blank_live_list(tournament, 4, 2)], "x")
    series.lists.all().delete()
    book = load_workbook(BytesIO(content))
    sheet = book.worksheets[0]
    assert read(tournament, content) == ([], [])
    for number in range(1, 9):
        sheet[LAYOUT.cell("base", FIRST + number - 1)] = "e"
    problems = [spot.problem.code for spot in spots_of(series, saved(book))]
    assert problems == ["incoming-series-missing", "incoming-table-missing"]
    sheet.cell(ABOUT, LAYOUT.about("series")[1]).value = 1
    sheet.cell(ABOUT, LAYOUT.about("table")[1]).value = 7
    for seat in range(1, 5):
        sheet[LAYOUT.cell(f"points_{seat}", STARTS)] = seat
    assert take(series, saved(book)).state == "new"
    assert series.lists.get(table_number=7).state == "entered"


def partly(series: Series, games: int) -> bytes:
    """The sheet filled as far as these many games; the rows below them stay empty."""
    book, sheet = filled_sheet(series)
    empty(sheet, *range(games + 1, 9))
    return saved(book)


def take(series: Series, content: bytes, number: int | None = None):
    lists, spots = read(series.tournament, content, number)
    assert spots == []
    [verdict] = take_results(series.tournament, lists, by=BY)
    return verdict


def test_a_list_may_come_in_parts(series):
    """Five of eight games: they are there, nothing counts yet, and three are said to be missing."""
    content = partly(series, 5)
    lists, _spots = read(series.tournament, content)
    [shown] = judge(series.tournament, lists, by=BY)
    assert (shown.state, shown.missing, shown.spots) == ("part", 3, ())
    assert take(series, content).state == "part"
    score_list = series.lists.get()
    assert (score_list.state, score_list.games.count()) == ("open", 5)
    assert ranking_rows(series.tournament) == []
    rows = LogEntry.objects.count()
    assert take(series, content).state == "same"
    assert take(series, partly(series, 3)).state == "same"
    book = load_workbook(BytesIO(partly(series, 7)))
    book.worksheets[0][LAYOUT.cell("base", FIRST + 1)] = 12
    assert take(series, saved(book)).state == "differs"
    assert LogEntry.objects.count() == rows
    assert take(series, partly(series, 7)).missing == 1
    assert series.lists.get().games.count() == 7
    assert take(series, partly(series, 8)).state == "new"
    assert (series.lists.get().state, series.lists.get().games.count()) == ("entered", 8)
    assert take(series, partly(series, 5)).state == "same"
    assert sorted(series.lists.get().seat_rows.values_list("points", flat=True)) == [40] * 4
    # The last file is taken back, and no game that was there before it.
    log = LogEntry.objects.filter(action="results.imported").latest("id").pk
    assert withdraw_results(series.tournament, log, by=BY) == 1
    assert (series.lists.get().state, series.lists.get().games.count()) == ("open", 7)


def test_a_list_with_a_game_that_nobody_could_read_is_taken_in_and_stays_open():
    """TO 7.2.4: it cannot be closed; annulled attempts count nowhere, here or in the file."""
    tournament = eventful()
    before = figures(tournament)
    content = lists_workbook(live_lists(tournament), "x")
    emptied(tournament)
    lists, _spots = read(tournament, content)
    verdicts = take_results(tournament, lists, by=BY)
    assert [each.state for each in verdicts] == ["new", "part"]
    assert figures(tournament) == before
    states = ScoreList.objects.filter(series__tournament=tournament).order_by("table_number")
    assert list(states.values_list("state", flat=True)) == ["entered", "open"]
    again = take_results(tournament, read(tournament, content)[0], by=BY)
    assert [each.state for each in again] == ["same", "same"]


def figures(tournament: Tournament) -> list[tuple[object, ...]]:
    seats = Seat.objects.filter(list__series__tournament=tournament)
    return sorted(seats.values_list("entry__start_number", "points", "won", "lost"))


def test_a_table_that_had_to_stop_is_closed_once_it_says_so(series):
    """TO 7.2.1: ended after five games, with the reason; not taken for a list that goes on."""
    take(series, partly(series, 5))
    book = load_workbook(BytesIO(partly(series, 5)))
    sheet = book.worksheets[0]
    sheet.cell(ABOUT, LAYOUT.about("played")[1]).value = 5
    sheet.cell(ABOUT, LAYOUT.about("reason")[1]).value = "Feueralarm"
    assert take(series, saved(book)).state == "new"
    score_list = series.lists.get()
    assert (score_list.state, score_list.games_played) == ("entered", 5)
    assert take(series, saved(book)).state == "same"


# Tables of three figures


HEADINGS = "Startnr.;Name;Punkte;Gewonnen;Verloren;Gesamt"
# Eight games at four: 20, 40, 20 and −96.
TABLE = ("1;x;20;1;0;", "2;x;40,0;2;0;", "3;x;20;1;0;", "4;x;-96;0;1;")


def as_csv(*lines: str) -> bytes:
    return "\r\n".join(("Ergebnisse der Skatfreunde Köln", "", *lines)).encode("cp1252")


def test_totals_of_a_table_are_read(series):
    take(series, as_csv(HEADINGS, "", *TABLE), 1)
    assert [points for _number, points, *_games in figures(series.tournament)] == [20, 40, 20, -96]
    assert series.lists.get().depth == "totals"


def test_a_hidden_sheet_stands_behind_the_one_in_sight(series):
    """Last year's table, hidden in front of this year's."""
    headings = HEADINGS.split(";")
    rows = [[1, "x", 999, 9, 9]], [line.split(";") for line in TABLE]
    book = excel(headings, *rows[0], **{"2026": [headings, *rows[1]]})
    book.worksheets[0].sheet_state = "hidden"
    book.active = 1
    lists, spots = read(series.tournament, saved(book), 1)
    assert spots == []
    assert [each.state for each in judge(series.tournament, lists, by=BY)] == ["new"]


def test_more_lines_than_are_read_are_refused_and_not_left_out(series):
    content = as_csv(HEADINGS, *TABLE, *[""] * 11_000)
    assert read(series.tournament, content, 1)[1] == []
    with pytest.raises(Unreadable) as why:
        read(series.tournament, as_csv(HEADINGS, *[TABLE[0]] * 11_000), 1)
    assert why.value.problem.code == "sheet-too-large"
    with pytest.raises(Unreadable) as why:
        read(series.tournament, b"hello", 1)
    assert why.value.problem.code == "results-without-heads"


WRONG_ROWS = (
    ((HEADINGS, *TABLE[:3]), "incoming-player-of-table-missing"),
    ((HEADINGS, *TABLE, "1;x;18;1;0;"), "incoming-twice"),
    ((HEADINGS, *TABLE[:3], "9;x;1;1;1;"), "start-number-unknown"),
    ((HEADINGS, *TABLE[:3], "4;x;viel;0;1;"), "cell-not-a-number"),
    ((HEADINGS, *TABLE[:3], "4;x;-96;;1;"), "incoming-figure-missing"),
    (("Name;Spielpunkte;Gew;Verl", "Nobody;1;1;0"), "incoming-name-unknown"),
    ((HEADINGS, *TABLE[:3], "4;x;-97;0;1;"), "infeasible-points"),
)


@pytest.mark.parametrize(("lines", "code"), WRONG_ROWS)
def test_every_wrong_row_is_reported_at_its_cell(series, lines, code):
    lists, spots = read(series.tournament, as_csv(*lines), 1)
    found = [*spots, *(s for v in judge(series.tournament, lists, by=BY) for s in v.spots)]
    assert code in [each.problem.code for each in found]
    assert all(each.cell for each in found)
    assert all(message(each.problem) != each.problem.code for each in found)


def test_the_row_of_a_substitute_alone_names_those_who_are_missing():
    """He has no seat of the plan, but a position behind them."""
    names = dict(enumerate(("Ada", "Bea", "Carl", "Dora", "Emil"), 1))
    seats = {(1, number): (1, number) for number in names}
    places = KnownPlaces(names, seats, {(1, 1): 4}, (1,))
    content = as_csv(HEADINGS, "5;Emil;24;1;0;")
    [incoming] = read_results(sheets(content), ISKO, places, 1, FileAnswers(), {}).lists
    codes = [spot.problem.code for spot in incoming.spots]
    assert codes == ["incoming-player-of-table-missing"] * 4


def test_a_name_of_another_spelling_is_another_player():
    places = KnownPlaces({3: "Bauer, Michael", 7: "Baur, Michael"}, {}, {})
    assert places.by_name("Michael Baur") == [7]


@pytest.fixture
def sender(client: Client, series: Series) -> Sender:
    return Sender(client, series.tournament)


def test_number_of_reported_cells_is_limited(sender):
    page = sender.send(as_csv(HEADINGS, *[f"1;x;b;{row};d;" for row in range(1_000)]))
    assert page.status == 422
    assert len(page.context["wrong"]) > 2_000
    assert len(page.context["corrections"]) == MAX_SHOWN


def with_logo(content: bytes, size: int) -> bytes:
    """The workbook of a club with its logo: noise, which nothing makes smaller."""
    written = BytesIO(content)
    with zipfile.ZipFile(written, "a") as archive:
        archive.writestr("xl/media/image1.png", Random(1).randbytes(size))
    return written.getvalue()


def test_a_file_is_previewed_and_confirmed_once(sender, series):
    """A club sheet with a logo of five megabytes; the page says how many games are missing."""
    page = sender.send(with_logo(partly(series, 5), 5_000_000))
    assert page.status == 200
    assert page.context["partial"]
    assert (page.context["verdicts"][0].missing, "Nothing was read" in page.text) == (3, False)
    assert series.lists.get().depth == "none"
    upload = page.fields["upload"]
    page.send()
    score_list = series.lists.get()
    assert (score_list.state, score_list.games.count()) == ("open", 5)
    assert sender.client.post(sender.address, {"upload": upload}).status_code == 302, "again"
    assert sender.client.post(sender.address, {"upload": "no file"}).status_code == 422


def test_a_file_beyond_the_limit_is_one_clear_line(sender):
    page = sender.send(b"PK" + bytes(30_000_000))
    assert page.status == 422
    [error] = page.context["form"].errors["file"]
    assert "30 MB" in error
