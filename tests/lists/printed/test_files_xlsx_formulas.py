"""Lists on sheets: LibreOffice computes the same results as the program."""

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from django.utils import translation
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.lists.printed.files.xlsx_formulas import FIRST, SheetLayout
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.form import PaperSeat
from scoring.lists.printed.reads.papers import LiveList, live_rows
from scoring.rules.bare_totals import BareTotal
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line, Outline, tally
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, System, variant
from scoring.simulation.games import Strength, random_lines
from tests.effort import repeats
from tests.factories import line
from tests.libreoffice import needs_office, recalculated, unlike_computed
from tests.papers import FIFTH, HEAD, SEATS
from tests.people.imports.test_files_results import saved

RARE_SYSTEM = variant(TEXAS, hand_loss=1, ramsch=True, wenzel_bonus=True)
SYSTEMS = (ISKO, TEXAS, NASL_1975, NASL_1898, FIFTH, RARE_SYSTEM)


@pytest.fixture(autouse=True, params=repeats("de", "en"))
def language(request):
    with translation.override(request.param):
        yield


def live(system: System, outline: Outline, lines: list[Line]) -> LiveList:
    rows, seats = live_rows(lines, outline, system), tuple(SEATS[: outline.seats])
    totals = tally(lines, outline, system.scheme)
    where = {"series": 2, "table": 7, "passed": sum(line.passed for line in lines)}
    where["foot"] = tuple(BareTotal(each.game_points, each.won, each.lost) for each in totals)
    return LiveList(HEAD, system, system.scheme, outline, seats, rows, **where)


def played(system: System, seats: int, seed: str) -> tuple[Outline, list[Line]]:
    outline = Outline(seats, 12)
    return outline, random_lines(Random(seed), outline, system, [Strength()] * seats)


def foot(sheet: Worksheet, layout: SheetLayout, rows: int) -> list[tuple[object, ...]]:
    """By seat: points, won, lost, and the total three rows below."""
    keys = (("points", 0), ("won", 0), ("lost", 0), ("points", 3))
    return [
        tuple(
            sheet[layout.cell(f"{key}_{seat}", FIRST + rows + below)].value for key, below in keys
        )
        for seat in range(1, layout.seats + 1)
    ]


ANNOUNCED = PlayedGame(RARE_SYSTEM, "clubs", tops=-1, hand=True, schneider_announced=True)
# After a failed announcement no own schwarz counts (SkO 5.2.5).
RARE = [
    Line(1, PlayedGame(RARE_SYSTEM, "ramsch", score=-73), 2),
    Line(2, PlayedGame(RARE_SYSTEM, "hearts", tops=2, wenzel="Q", won=True), 3),
    Line(3, PlayedGame(RARE_SYSTEM, "clubs", tops=-1, wenzel="K", hand=True, won=False), 4),
    Line(4, PlayedGame(RARE_SYSTEM, "grand", tops=4, hand=True, ouvert=True, won=True), 1),
    Line(5, PlayedGame(RARE_SYSTEM, "null", hand=True, won=False), 2),
    Line(6, PlayedGame(RARE_SYSTEM, "spades", tops=1, schneider_announced=True, won=False), 3),
    Line(7, PlayedGame(RARE_SYSTEM, "diamonds", tops=1, bid=30, won=False), 4),
    Line(8, passed=True),
    Line(9, PlayedGame(RARE_SYSTEM, "hearts", tops=1, won=True), 2, annulled=True),
    Line(9, unread=True, attempt=2),
    Line(10, replace(ANNOUNCED, won=False, schwarz=True), 1),
    Line(11, replace(ANNOUNCED, won=True, schwarz=True, tops=1), 1),
]


@needs_office
def test_all_systems_are_computed_equally(tmp_path):
    """docs/law.md "The four systems", 3: value, score, running totals, foot; six systems, three and
    four seats, and games that are rare. What is shown without computing is the same, also of lists
    that ended early, are blank or bare, and with a wrong total on paper.
    """
    rare = Outline(4, 3)
    lists, expected = [live(RARE_SYSTEM, rare, RARE)], [(RARE_SYSTEM, rare, RARE)]
    for system in SYSTEMS:
        for seats in (3, 4) if system in (ISKO, NASL_1898) else (4,):
            outline, lines = played(system, seats, f"{system.key}{seats}")
            lists.append(live(system, outline, lines))
            expected.append((system, outline, lines))
    four, of_four = played(ISKO, 4, "four")
    foot_of_paper = (BareTotal(120, 3, 1, paper_total=220), *(BareTotal(10, 1, 0),) * 3)
    lists += [live(ISKO, four, of_four[:30]), live(ISKO, four, [])]
    lists.append(replace(lists[-1], bare=True, passed=2, foot=foot_of_paper))
    content = lists_workbook(lists, "Lists")
    workbook = recalculated(content, tmp_path)
    assert unlike_computed(content, workbook) == []
    for sheet, (system, outline, lines) in zip(workbook, expected, strict=False):
        layout = SheetLayout.of(system, outline.seats)
        totals = tally(lines, outline, system.scheme)
        rows = len(live_rows(lines, outline, system))
        assert foot(sheet, layout, rows) == [
            (each.game_points, each.won, each.lost, each.performance) for each in totals
        ]
        if lines is not RARE:
            compare_rows(sheet, layout, lines)
            assert_cells_take(sheet, layout, len(lines))


def assert_cells_take(sheet: Worksheet, layout: SheetLayout, count: int) -> None:
    """Each figure of a played list is one that its cell takes: LibreOffice keeps the checks."""
    last = FIRST + count - 1
    checks = {str(each.sqref): each for each in sheet.data_validations.dataValidation}
    for key in ("base", "won"):
        cells = f"{layout.cell(key, FIRST)}:{layout.cell(key, last)}"
        allowed = checks[cells].formula1.strip('"').split(",")
        values = {sheet[layout.cell(key, row)].value for row in range(FIRST, last + 1)}
        assert {str(value) for value in values - {None}} <= {*allowed}


def compare_rows(sheet: Worksheet, layout: SheetLayout, lines: list[Line]) -> None:
    running = dict.fromkeys(range(1, 5), 0)
    for row, of_row in enumerate(lines, FIRST):
        assert sheet[layout.cell("error", row)].value in (None, ""), row
        if of_row.game is None:
            continue
        worth = appraise(of_row.game).worth
        running[of_row.soloist] += worth.score
        assert sheet[layout.cell("value", row)].value == worth.value
        own = sheet[layout.cell(f"points_{of_row.soloist}", row)].value
        assert own == running[of_row.soloist]
        plus, minus = (sheet[layout.cell(key, row)].value for key in ("plus", "minus"))
        assert (plus or 0) - (minus or 0) == worth.score


@pytest.mark.long
@needs_office
def test_error_column_shows_problems(tmp_path):
    """Among others a grand with nine tops (SkO 2.4.3) and a game raised below its value (5.4.1)."""
    layout = SheetLayout.of(ISKO, 4)
    lines = [line(number, number % 4 + 1) for number in range(1, 49)]
    changes = {
        1: {"soloist": 1},
        2: {"base": 13},
        3: {"with": None},
        4: {"without": 2},
        5: {"won": "?"},
        6: {"with": 12},
        7: {"schneider_announced": "x"},
        8: {"base": None},
        9: {"base": 24, "with": 9},
        10: {"raised": 10},
    }
    book = load_workbook(BytesIO(lists_workbook([live(ISKO, Outline(4, 12), lines)], "x")))
    for number, cells in changes.items():
        for key, value in cells.items():
            book.worksheets[0][layout.cell(key, FIRST + number - 1)].value = value
    [sheet] = recalculated(saved(book), tmp_path).worksheets
    errors = [sheet[layout.cell("error", FIRST + n)].value for n in range(12)]
    assert all(errors[:10])
    assert len(set(errors[:10])) == 10
    assert errors[10:] == [None, None]
    assert sheet[layout.cell("error", FIRST + 48)].value


def test_name_is_never_a_formula():
    outline = Outline(4, 1)
    made = live(ISKO, outline, [])
    seats = (PaperSeat(1, "=1+1", 1), *made.seats[1:])
    book = load_workbook(BytesIO(lists_workbook([replace(made, seats=seats)], "x")))
    layout = SheetLayout.of(ISKO, 4)
    cell = book.worksheets[0][layout.cell("points_1", 3)]
    assert cell.data_type == "s"
    assert "=1+1" in cell.value


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.key)
def test_formulas_are_protected_without_a_password_and_typed_cells_are_open(system):
    outline, lines = played(system, 4, "guarded")
    layout = SheetLayout.of(system, 4)
    content = lists_workbook([live(system, outline, lines)] * 2, "x")
    for sheet in load_workbook(BytesIO(content)):
        assert sheet.protection.sheet
        assert not sheet.protection.password
        cells = [cell for row in sheet.iter_rows() for cell in row]
        assert all(cell.protection.locked for cell in cells if cell.data_type == "f")
        typed = {*system.columns, "soloist", "won", "raised", "dealer", "remark"}
        for key in typed:
            assert not sheet[layout.cell(key, FIRST)].protection.locked, key
        for row, key in ((2, "seats"), (2, "series"), (2, "table"), (2, "played"), (2, "reason")):
            assert not sheet.cell(row, layout.about(key)[1]).protection.locked, key
        for row in (3, 4, FIRST + 48 + 4):
            assert not sheet[layout.cell("points_1", row)].protection.locked, row
