"""The score list as a sheet without formulas, in the order of the paper form."""

import pytest
from django.utils import translation
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.printed_list.files.xlsx_sheet import fill_paper
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import ISKO
from tests.papers import NAMES, blank, line, paper_of

HEADS, FIRST = 7, 8  # the rows of the headings and of the first game


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def opened(paper) -> Worksheet:
    sheet = Workbook().active
    fill_paper(sheet, paper)
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
        assert cells[10:12] == [game.plus, game.minus]
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
