"""The form filled from the lines of a list: marks, running totals, foot and remarks."""

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.lists.printed.files.xlsx_sheet import fill_paper
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line, Outline, SeatTotal
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS
from tests.papers import FIFTH, NAMES, blank, filled, line, paper_of

pytestmark = pytest.mark.usefixtures("english")

EVERY_LEVEL = ("schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")


@pytest.mark.parametrize(
    ("game", "marks", "score"),
    [
        (PlayedGame(ISKO, "clubs", 1, won=True), {"base": 12, "with": 1}, 24),
        (PlayedGame(ISKO, "clubs", -2, won=False), {"base": 12, "without": 2}, -72),
        (
            PlayedGame(ISKO, "grand", 2, hand=True, schneider_announced=True, card_points=88),
            {"base": 24, "with": 2, "hand": True, "schneider_announced": True},
            -288,
        ),
        (
            PlayedGame(ISKO, "grand", 4, schwarz=True, won=True),
            {"base": 24, "with": 4, "schneider": True, "schwarz": True},
            168,
        ),
        (PlayedGame(ISKO, "null", hand=True, won=True), {"base": 35}, 35),
        (PlayedGame(ISKO, "null", hand=True, ouvert=True, won=False), {"base": 59}, -118),
        (PlayedGame(TEXAS, "null", ouvert=True, won=True), {"base": 40}, 40),
        (
            PlayedGame(NASL_1975, "clubs", 1, "tournee", turn=2, won=False),
            {"class": "tt", "base": 8, "with": 1},
            -32,
        ),
        (
            PlayedGame(NASL_1898, "diamonds", 1, "frage", won=True),
            {"class": "f", "base": 1, "with": 1},
            2,
        ),
        (
            PlayedGame(NASL_1898, "grand", 1, "grand_ouvert", won=True),
            {"class": "go", "base": 24, "with": 1} | dict.fromkeys(EVERY_LEVEL, True),
            144,
        ),
        (
            PlayedGame(FIFTH, "hearts", 3, "house", turn=2, won=False),
            {"class": "ww", "turn": 2, "base": 10, "with": 3},
            -120,
        ),
    ],
)
def test_game_is_marked_as_on_paper(game, marks, score):
    row = paper_of([Line(1, game, 2)], Outline(4, 1), game.system).rows[0]
    assert {key: value for key, value in row.marks.items() if value} == marks
    assert (row.score or 0) == score


def test_running_totals_and_counts_belong_to_the_soloist():
    lines = [
        Line(1, PlayedGame(ISKO, "clubs", 1, won=True), 2),
        Line(2, PlayedGame(ISKO, "clubs", 1, won=True), 3),
        Line(3, PlayedGame(ISKO, "clubs", 1, won=False), 2),
        Line(4, passed=True),
    ]
    rows = paper_of(lines, Outline(4, 1)).rows
    assert [(row.soloist, row.running, row.won, row.lost) for row in rows] == [
        (2, 24, 1, None),
        (3, 24, 1, None),
        (2, -24, None, 1),
        (None, None, None, None),
    ]
    assert rows[3].marks == {"base": "E"}


def test_annulled_game_is_not_counted_and_its_number_is_repeated():
    """SkO 3.2.12."""
    game = PlayedGame(ISKO, "clubs", 1, won=True)
    lines = [Line(1, game, 2, annulled=True), Line(1, game, 3, attempt=2)]
    rows = paper_of(lines, Outline(4, 1)).rows
    found = [(row.number, row.remarks, row.running) for row in rows[:2]]
    assert found == [(1, ("annulled",), None), (1, (), 24)]
    # Not replayed, it leaves its number open.
    rows = paper_of(lines[:1], Outline(4, 1)).rows
    assert [(row.number, row.score) for row in rows[1:]] == [(n, None) for n in (1, 2, 3, 4)]


def test_games_not_begun_are_struck():
    paper = paper_of([], Outline(4, 2, 5, "time"))
    assert [row.number for row in paper.rows if "not-played" in row.remarks] == [6, 7, 8]
    assert paper.remarks == ("Ended early: time",)


def test_irregular_dealer_is_noted():
    """docs/law.md "What an ISkO entry may say" 5: the actual dealer counts."""
    row = paper_of([Line(1, dealer=3, passed=True)], Outline(4, 1)).rows[0]
    assert (row.dealer, row.remarks) == (3, ("other-dealer",))


def test_missing_line_leaves_its_row_empty():
    rows = paper_of([Line(2, PlayedGame(ISKO, "clubs", 1, won=True), 1)], Outline(3, 1)).rows
    found = [(row.number, row.dealer, row.score) for row in rows]
    assert found == [(1, 1, None), (2, 2, 24), (3, 3, None)]


def test_foot_without_games():
    totals = [SeatTotal(seat, 937, 18, 3, 14, 2107) for seat in (1, 2, 3, 4)]
    foot = paper_of([], Outline(4, 12), totals=totals).foot
    assert [line["points_1"] for line in foot] == [937, 750, 420, 2107]
    assert (foot[0]["won_1"], foot[0]["lost_1"]) == (18, 3)


def test_the_lines_of_the_foot_add_up_to_the_total():
    for paper in (filled(), filled(seats=3), filled(FIFTH)):
        *parts, total = paper.foot
        for key in total.keys() - {"number"}:
            assert total[key] == sum(part[key] for part in parts)


# As a sheet without formulas, in the order of the paper form -------------------------------------

HEADS, FIRST = 7, 8  # the rows of the headings and of the first game


def opened(paper) -> Worksheet:
    fill_paper(sheet := Workbook().active, paper)
    return sheet


def row(sheet: Worksheet, number: int) -> list[object]:
    return [cell.value for cell in sheet[number]]


def test_games_stand_in_the_columns_of_the_paper_and_an_annulled_one_is_not_counted():
    """SkO 3.2.12: void records keep their number."""
    outline = Outline(4, 2)
    lines = [line(ISKO, outline, number) for number in range(1, 9)]
    void = Line(3, lines[2].game, lines[2].soloist, annulled=True)
    again = Line(3, lines[3].game, 1, attempt=2)
    paper = paper_of([*lines[:2], void, again, *lines[3:]], outline)
    sheet = opened(paper)
    marks = "No.|Base value|with|without|Hand|Schneider|announced|Schwarz|announced|open|+|−"
    seats = ["Points", "won", "lost"] * 4
    assert row(sheet, HEADS) == [*marks.split("|"), *seats, "Dealer", "Remark"]
    assert sheet["M6"].value == f"1 · {NAMES[0]} (117)"
    assert [sheet.cell(FIRST + index, 1).value for index in range(5)] == [1, 2, 3, 3, 4]
    for index, game in enumerate(paper.rows, FIRST):
        cells, figures = row(sheet, index), [None] * 12
        if game.soloist and game.running is not None:
            own = 3 * (game.soloist - 1)
            figures[own : own + 3] = [game.running, game.won, game.lost]
        assert (cells[10] or 0) - (cells[11] or 0) == (game.score or 0)
        assert cells[12:25] == [*figures, game.dealer]
    assert row(sheet, FIRST + 2)[-1] == "annulled"
    assert sheet.cell(FIRST + 2, 11).font.strike


def test_a_blank_list_has_numbers_no_figures_and_the_dealers_columns_in_grey():
    sheet = opened(blank(4, 8))
    assert [sheet.cell(FIRST + index, 1).value for index in range(32)] == list(range(1, 33))
    assert {cell for index in range(32) for cell in row(sheet, FIRST + index)[1:24]} == {None}
    greys = [
        [sheet.cell(row, column).fill.fgColor.rgb[2:] == "D9D9D9" for column in (13, 16, 19, 22)]
        for row in range(FIRST, FIRST + 4)
    ]
    assert greys == [[seat == game for seat in range(4)] for game in range(4)]
