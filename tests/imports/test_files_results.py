"""Results come back in files: our own sheets and foreign tables, judged cell by cell."""

import zipfile
from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.forms import Refused
from scoring.core.spreadsheets import Spot, Unreadable, sheets
from scoring.imports.files.read import read_results
from scoring.imports.reads import KnownPlaces, known_players
from scoring.imports.services.results import judge, take_results
from scoring.imports.views.results import MAX_SHOWN
from scoring.messages import message
from scoring.models import Game, LogEntry, Role, ScoreList, Seat, Series, Tournament
from scoring.models.score_list import PAPER, TALLY
from scoring.printed_list.files.xlsx_formulas import ABOUT, FIRST, NAMES, STARTS, SheetLayout
from scoring.printed_list.files.xlsx_sheet import lists_workbook
from scoring.printed_list.incoming import Incoming
from scoring.printed_list.reads.papers import blank_live_list, live_lists
from scoring.rules.systems import ISKO, SYSTEMS
from scoring.standings.reads.players import standings
from tests.factories import make_member, seated
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
    found = read_results(sheets(data), tournament.rule_system, known_players(tournament), series)
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
    tournament = finished(players=11, series=2, by_totals=0.3, system=system)
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
    """Nothing is written of these games."""
    for number in numbers:
        for key in ("base", "with", "soloist", "won"):
            sheet[LAYOUT.cell(key, FIRST + number - 1)] = None


def saved(book: Workbook) -> bytes:
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def spots_of(series: Series, content: bytes) -> list[Spot]:
    lists, spots = read(series.tournament, content)
    return [*spots, *(s for each in judge(series.tournament, lists, by=BY) for s in each.spots)]


WITH_WENZELS = SheetLayout.of(ISKO, 4, wenzels=True)


def test_wenzels_come_back_from_a_sheet(series):
    """BT, the modest proposal: the sheet has a column for them where they are allowed."""
    book, _sheet = filled_sheet(series)
    Tournament.objects.update(wenzels=True)
    series.refresh_from_db()
    assert spots_of(series, saved(book)) == [], "a sheet made before they were allowed"
    book, sheet = filled_sheet(series)
    sheet[WITH_WENZELS.cell("wenzel", FIRST)] = "K"
    lists, spots = read(series.tournament, saved(book))
    assert spots == []
    take_results(series.tournament, lists, by=BY)
    assert list(Game.objects.values_list("wenzel", flat=True)) == ["K", *"JJJJJJJ"]


def test_wenzels_on_a_sheet_are_refused_where_they_are_not_allowed(series):
    """SkO 2.3.2; they may have been allowed when the sheet was made."""
    Tournament.objects.update(wenzels=True)
    series.refresh_from_db()
    book, sheet = filled_sheet(series)
    cell = WITH_WENZELS.cell("wenzel", FIRST + 4)
    sheet[cell] = "Q"
    Tournament.objects.update(wenzels=False)
    series.refresh_from_db()
    [found] = spots_of(series, saved(book))
    assert (found.problem.code, found.cell) == ("wenzels-not-chosen", cell)


DAMAGES = (
    ("base", 3, 13, "incoming-base"),
    ("base", 3, "Herz", "cell-not-a-number"),
    ("won", 4, "vielleicht", "incoming-result"),
    ("soloist", 5, 1, "dealer-is-soloist"),
    ("soloist", 2, 7, "seat-out-of-range"),
    ("without", 6, 1, "incoming-both-tops"),
    ("with", 7, 12, "tops-out-of-range"),
    ("with", 1, "1,5", "cell-not-a-number"),
    ("schneider_announced", 8, "x", "announcement-needs-hand"),
    ("soloist", 4, None, "soloist-missing"),
)


@pytest.mark.parametrize(("key", "number", "value", "code"), DAMAGES)
def test_a_damaged_cell_is_named_precisely(series, key, number, value, code):
    """Ten ways to damage a sheet: each is one message at its own cell."""
    book, sheet = filled_sheet(series)
    cell = LAYOUT.cell(key, FIRST + number - 1)
    sheet[cell] = value
    found = spots_of(series, saved(book))
    assert [each.problem.code for each in found] == [code]
    # What is missing where a level is announced is the hand.
    where = "hand" if code == "announcement-needs-hand" else key
    cell = LAYOUT.cell(where, FIRST + number - 1)
    assert [(each.sheet, each.cell) for each in found] == [(sheet.title, cell)]
    assert message(found[0].problem) != code


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
    lists, _spots = read(tournament, saved(book))
    [verdict] = take_results(tournament, lists, by=BY)
    assert verdict.state == "new"
    assert series.lists.get(table_number=7).state == "entered"


def test_a_list_that_says_something_else_is_left_alone(series):
    book, sheet = filled_sheet(series)
    take(series, saved(book))
    sheet[LAYOUT.cell("base", FIRST)] = 11
    assert take(series, saved(book)).state == "differs"
    assert series.lists.get().games.get(number=1).game == "hearts"


def partly(series: Series, games: int) -> bytes:
    """The sheet filled as far as these many games; the rows below them stay empty."""
    book, sheet = filled_sheet(series)
    empty(sheet, *range(games + 1, 9))
    return saved(book)


def take(series: Series, content: bytes):
    lists, spots = read(series.tournament, content)
    assert spots == []
    [verdict] = take_results(series.tournament, lists, by=BY)
    return verdict


def test_a_list_filled_in_part_is_taken_in_and_stays_open(series):
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
    assert LogEntry.objects.count() == rows


def test_the_whole_list_goes_on_where_the_part_ended(series):
    take(series, partly(series, 5))
    assert take(series, partly(series, 7)).missing == 1
    assert series.lists.get().games.count() == 7
    assert take(series, partly(series, 8)).state == "new"
    assert (series.lists.get().state, series.lists.get().games.count()) == ("entered", 8)
    assert take(series, partly(series, 5)).state == "same"
    assert sorted(series.lists.get().seat_rows.values_list("points", flat=True)) == [40] * 4


def test_a_part_that_says_something_else_than_the_list_is_left_alone(series):
    take(series, partly(series, 5))
    book = load_workbook(BytesIO(partly(series, 7)))
    book.worksheets[0][LAYOUT.cell("base", FIRST + 1)] = 12
    assert take(series, saved(book)).state == "differs"
    assert series.lists.get().games.count() == 5


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


def test_the_page_says_how_many_games_are_missing(client, series):
    client.force_login(make_member(series.tournament, Role.CLERK))
    address = reverse("results-import", args=[series.tournament_id])
    shown = client.post(address, {"file": SimpleUploadedFile("list.xlsx", partly(series, 5))})
    assert shown.context["partial"]
    assert shown.context["verdicts"][0].missing == 3
    assert client.post(address, {"upload": shown.context["upload"]}).status_code == 302
    assert series.lists.get().state == "open"


# Tables of three figures


HEADINGS = "Startnr.;Name;Punkte;Gewonnen;Verloren;Gesamt"
# Eight games at four: 20, 40, 20 and −96.
TABLE = ("1;x;20;1;0;", "2;x;40;2;0;", "3;x;20;1;0;", "4;x;-96;0;1;")


def as_csv(*lines: str, encoding: str = "utf-8") -> bytes:
    return "\r\n".join(("Ergebnisse der Skatfreunde Köln", "", *lines)).encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16-le"])
def test_totals_are_read_in_common_encodings(series, encoding: str):
    content = as_csv(HEADINGS, "", *TABLE, encoding=encoding)
    lists, spots = read(series.tournament, content, 1)
    assert spots == []
    take_results(series.tournament, lists, by=BY)
    seats = series.lists.get().seat_rows
    by_number = dict(seats.values_list("entry__start_number", "points"))
    assert by_number == {1: 20, 2: 40, 3: 20, 4: -96}
    assert series.lists.get().depth == "totals"


def test_totals_by_name_with_merged_heads_decimals_and_cached_formulas(series):
    book = Workbook()
    sheet = book.active
    for row in (["Auswertung"], [], ["Spieler", "Serie 1"], [None, "Punkte", "Gew.", "Verl."]):
        sheet.append(row)
    sheet.merge_cells("B3:D3")
    sheet.merge_cells("A3:A4")
    people = {e.start_number: e.person for e in series.tournament.entries.all()}
    for row, (number, line) in enumerate(zip(sorted(people), TABLE, strict=True), 6):
        points, won, lost = line.split(";")[2:5]
        name = people[number].sorted_name if number % 2 else str(people[number]).upper()
        for column, value in enumerate((name, f"{points},0", float(won), lost), 1):
            sheet.cell(row, column).value = value
    lists, spots = read(series.tournament, saved(book), 1)
    assert spots == []
    assert [each.state for each in take_results(series.tournament, lists, by=BY)] == ["new"]


def in_rows(*lines: str) -> Workbook:
    book = Workbook()
    for line in lines:
        book.active.append([int(x) if x.lstrip("-").isdigit() else x for x in line.split(";")])
    return book


def test_a_hidden_sheet_stands_behind_the_one_in_sight(series):
    """Last year's table, hidden in front of this year's."""
    book = in_rows(HEADINGS, *TABLE)
    old = book.create_sheet("2025", 0)
    old.sheet_state = "hidden"
    for row in ([*HEADINGS.split(";")], [1, "x", 999, 9, 9, None]):
        old.append(row)
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
    ((HEADINGS, *TABLE[:3]), ["incoming-player-of-table-missing"]),
    ((HEADINGS, *TABLE, "1;x;18;1;0;"), ["incoming-twice"]),
    ((HEADINGS, *TABLE[:3], "9;x;1;1;1;"), ["start-number-unknown"]),
    ((HEADINGS, *TABLE[:3], "4;x;viel;0;1;"), ["cell-not-a-number"]),
    ((HEADINGS, *TABLE[:3], "4;x;-96;;1;"), ["incoming-figure-missing"]),
    (("Name;Punkte;Gew;Verl", "Nobody;1;1;0"), ["incoming-name-unknown"]),
    ((HEADINGS, *TABLE[:3], "4;x;-97;0;1;"), ["infeasible-points"]),
)


@pytest.mark.parametrize(("lines", "codes"), WRONG_ROWS)
def test_every_wrong_row_is_reported_at_its_cell(series, lines, codes):
    lists, spots = read(series.tournament, as_csv(*lines), 1)
    found = [*spots, *(s for v in judge(series.tournament, lists, by=BY) for s in v.spots)]
    assert codes[0] in [each.problem.code for each in found]
    assert all(each.cell for each in found)
    assert all(message(each.problem) != each.problem.code for each in found)


def test_the_row_of_a_substitute_alone_names_those_who_are_missing():
    """He has no seat of the plan, but a position behind them."""
    names = dict(enumerate(("Ada", "Bea", "Carl", "Dora", "Emil"), 1))
    seats = {(1, number): (1, number) for number in names}
    places = KnownPlaces(names, seats, {(1, 1): 4}, (1,))
    content = as_csv(HEADINGS, "5;Emil;24;1;0;")
    [incoming] = read_results(sheets(content), ISKO, places, 1).lists
    codes = [spot.problem.code for spot in incoming.spots]
    assert codes == ["incoming-player-of-table-missing"] * 4


def test_number_of_reported_cells_is_limited(client, series):
    client.force_login(make_member(series.tournament, Role.CLERK))
    file = SimpleUploadedFile(
        "wrong.csv", as_csv(HEADINGS, *[f"1;x;b;{row};d;" for row in range(1_000)])
    )
    shown = client.post(reverse("results-import", args=[series.tournament_id]), {"file": file})
    assert shown.status_code == 422
    assert len(shown.context["wrong"]) > 2_000
    assert len(shown.context["corrections"]) == MAX_SHOWN


def with_logo(content: bytes, size: int) -> bytes:
    """The workbook of a club with its logo: noise, which nothing makes smaller."""
    written = BytesIO(content)
    with zipfile.ZipFile(written, "a") as archive:
        archive.writestr("xl/media/image1.png", Random(1).randbytes(size))
    return written.getvalue()


def test_a_club_sheet_with_a_logo_of_five_megabytes_is_taken_in(client, series):
    book, _sheet = filled_sheet(series)
    client.force_login(make_member(series.tournament, Role.CLERK))
    address = reverse("results-import", args=[series.tournament_id])
    file = SimpleUploadedFile("Vereinsheim.xlsx", with_logo(saved(book), 5_000_000))
    shown = client.post(address, {"file": file})
    assert shown.status_code == 200
    assert client.post(address, {"upload": shown.context["upload"]}).status_code == 302
    assert series.lists.get().state == "entered"


@pytest.mark.parametrize(("name", "most"), [("results-import", 30), ("players-import", 30)])
def test_a_file_beyond_the_limit_is_one_clear_line(client, series, name: str, most: int):
    client.force_login(make_member(series.tournament, Role.CLERK))
    for size in (most * 1_000_000, 31_000_000):
        file = SimpleUploadedFile("big.xlsx", b"PK" + bytes(size))
        shown = client.post(reverse(name, args=[series.tournament_id]), {"file": file})
        assert shown.status_code == 422
        [error] = shown.context["form"].errors["file"]
        assert f"{most} MB" in error


def test_one_wrong_list_refuses_the_whole_file(series):
    book, _sheet = filled_sheet(series)
    lists, _spots = read(series.tournament, saved(book))
    bad = Incoming("x", 5, 1, (1, 2, 3, 4), lists[0].lines)
    with pytest.raises(Refused):
        take_results(series.tournament, [*lists, bad], by=BY)
    assert series.lists.get().depth == "none"


def test_import_is_previewed_and_confirmed(client, series):
    book, _sheet = filled_sheet(series)
    client.force_login(make_member(series.tournament, Role.CLERK))
    address = reverse("results-import", args=[series.tournament_id])
    file = SimpleUploadedFile("lists.xlsx", saved(book))
    shown = client.post(address, {"file": file})
    assert shown.status_code == 200
    assert series.lists.get().depth == "none"
    upload = shown.context["upload"]
    assert client.post(address, {"upload": upload}).status_code == 302
    assert series.lists.get().state == "entered"
    again = client.post(address, {"upload": upload})
    assert again.status_code == 302
    assert client.post(address, {"upload": "no file"}).status_code == 422
