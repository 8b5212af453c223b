"""The rows of games: blank, and filled."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import put_typed
from scoring.core.files.xlsx_results import FormulaWriter, Result
from scoring.core.listing import MARK as CROSS
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_formulas import lost_word, won_word
from scoring.printed_list.files.xlsx_layout import FIRST, SheetLayout
from scoring.printed_list.files.xlsx_look import dress_game
from scoring.printed_list.files.xlsx_results import RunningSums, is_right, score_of
from scoring.printed_list.reads.xlsx_rows import LiveList, LiveRow
from scoring.rules.systems import System


def row_formulas(layout: SheetLayout, system: System, row: int) -> dict[str, str]:
    """The formula of every computed column."""
    found = {
        "factor": formulas.factor(layout, system, row),
        "value": formulas.value(layout, system, row),
        "plus": formulas.plus(layout, row),
        "minus": formulas.minus(layout, row),
        "error": formulas.error(layout, system, row),
    }
    for seat in range(1, layout.seats + 1):
        found[f"points_{seat}"] = formulas.running(layout, seat, FIRST, row)
        for key, won in (("won", True), ("lost", False)):
            found[f"{key}_{seat}"] = formulas.count(layout, seat, FIRST, row, won=won)
    return found


def blank_games(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, dealers: Sequence[int]
) -> None:
    """The rows of games with their look and formulas."""
    for row, dealer in enumerate(dealers, FIRST):
        dress_game(sheet, layout, live.system, row, dealer)
        for key, formula in row_formulas(layout, live.system, row).items():
            sheet[layout.cell(key, row)].value = formula


def fill_games(
    sheet: Worksheet,
    writer: FormulaWriter,
    live: LiveList,
    layout: SheetLayout,
    dealers: Sequence[int],
    sums: RunningSums,
) -> None:
    """Type every game on the blank rows; an annulled one loses its formulas."""
    computed = row_formulas(layout, live.system, FIRST).keys()
    for row, (data, dealer) in enumerate(zip(live.rows, dealers, strict=True), FIRST):
        if data.void or data.dealer != dealer:
            dress_game(sheet, layout, live.system, row, data.dealer, void=data.void)
        if data.void:
            for key in computed:
                sheet[layout.cell(key, row)].value = None
        for key, value in (void_cells if data.void else typed)(data, live.system).items():
            put_typed(sheet[layout.cell(key, row)], value)
        if not data.void:
            results = results_of(data, layout, sums)
            for key in computed:
                writer.give(sheet, layout.cell(key, row), results.get(key, ""))


def void_cells(data: LiveRow, _system: System) -> dict[str, object]:
    """What an annulled game says, without cells that a formula counts."""
    parts = [str(data.marks.get("base") or "")]
    if data.soloist:
        parts.append(_("Seat %(number)s") % {"number": data.soloist})
    return {"number": data.number, "remark": f"{_('annulled')}: {' · '.join(parts)}"}


def typed(data: LiveRow, system: System) -> dict[str, object]:
    """The typed cells of a game; a mark is a cross."""
    marks = ((key, data.marks.get(key)) for key in system.columns)
    return {
        **{key: CROSS if mark is True else mark for key, mark in marks if mark},
        "number": data.number,
        "dealer": data.dealer,
        "soloist": data.soloist,
        "won": None if data.won is None else won_word() if data.won else lost_word(),
        "raised": data.raised,
        **({"wenzel": data.wenzel} if data.wenzel else {}),
    }


def results_of(data: LiveRow, layout: SheetLayout, sums: RunningSums) -> dict[str, Result | None]:
    """What the formulas of a row give, but for empty texts; `sums` are those of the rows before."""
    sums.add(data)
    plus, minus = score_of(data)
    results: dict[str, Result | None] = {
        "factor": data.factor,
        "value": data.value,
        "plus": plus,
        "minus": minus,
        "error": "" if is_right(data, layout) else None,
    }
    if data.soloist is not None and 1 <= data.soloist <= layout.seats:
        results[f"points_{data.soloist}"] = sums.points(data.soloist)
        if data.won is not None:
            key = "won" if data.won else "lost"
            results[f"{key}_{data.soloist}"] = sums.games(data.soloist, won=data.won)
    return {key: result for key, result in results.items() if result != ""}
