"""The rows of games: what the lists of a workbook have in common is made once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.core.files.xlsx_cells import (
    EMPTY,
    Result,
    content,
    first_formula,
    opened,
    same_formula,
)
from scoring.core.listing import MARK as CROSS
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_layout import FIRST, SheetLayout
from scoring.printed_list.files.xlsx_look import ListLook
from scoring.printed_list.files.xlsx_results import RunningSums, is_right, score_of
from scoring.printed_list.reads.xlsx_rows import LiveList, LiveRow
from scoring.rules.systems import System


def row_formulas(layout: SheetLayout, system: System, row: int) -> dict[str, str]:
    """The formula of every computed column. Moved to another row, they are those of that row."""
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


@dataclass(frozen=True, slots=True)
class _ListKind:
    """What decides the formulas of a list: columns, system, and where its games begin and end."""

    system: System
    seats: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _RowXml:
    """The cells of a row, by column key in their order: how each begins, and how it is empty."""

    begins: Mapping[str, str]
    empty: Mapping[str, str]


class GameRows:
    """The XML of rows of games, in the language that is active while the workbook is written."""

    def __init__(self, look: ListLook) -> None:
        self.look = look
        self._formulas: dict[_ListKind, dict[str, str]] = {}
        self._rows: dict[tuple[object, ...], _RowXml] = {}
        words = {True: formulas.won_word(), False: formulas.lost_word()}
        self._words = {won: content(word) for won, word in words.items()}

    def rows(
        self, live: LiveList, layout: SheetLayout, sums: RunningSums
    ) -> Iterator[tuple[int, str]]:
        """Every game that is not annulled: its row and the cells of it."""
        places = [row for row, each in enumerate(live.rows, FIRST) if not each.void]
        if not places:
            return
        kind = _ListKind(live.system, layout.seats, places[0], places[-1])
        if kind not in self._formulas:
            self._formulas[kind] = row_formulas(layout, live.system, kind.first)
        numbers = {key: number for number, key in enumerate(self._formulas[kind])}
        for row in places:
            data = live.rows[row - FIRST]
            found = typed(data, live.system)
            if data.won is not None:
                found["won"] = self._words[data.won]
            results = results_of(data, layout, sums)
            if row == kind.first:
                found |= self.first_row(kind, layout, results)
            else:
                for key, result in results.items():
                    found[key] = same_formula(numbers[key], result)
            xml = self.row_xml(live, layout, row, data.dealer, numbers)
            cells = dict(xml.empty)
            for key, each in found.items():
                cells[key] = xml.begins[key] + each
            yield row, "".join(cells.values())

    def first_row(
        self, kind: _ListKind, layout: SheetLayout, results: Mapping[str, Result | None]
    ) -> dict[str, str]:
        """The computed cells of the first game, which name the formulas of all."""
        return {
            key: first_formula(
                text, number, layout.range_of(key, kind.first, kind.last), results.get(key, "")
            )
            for number, (key, text) in enumerate(self._formulas[kind].items())
        }

    def row_xml(
        self,
        live: LiveList,
        layout: SheetLayout,
        row: int,
        dealer: int,
        numbers: Mapping[str, int],
    ) -> _RowXml:
        """Addresses and styles of a row; `numbers` are those of the formulas."""
        kind = live.system, layout.seats, row, dealer
        if kind not in self._rows:
            look = self.look
            begins = {
                key: opened(layout.cell(key, row), look.of_game(layout, live, row, key, dealer))
                for key in layout.columns
            }
            empty = {
                key: begin + (same_formula(numbers[key], "") if key in numbers else EMPTY)
                for key, begin in begins.items()
            }
            self._rows[kind] = _RowXml(begins, empty)
        return self._rows[kind]


def typed(data: LiveRow, system: System) -> dict[str, str]:
    """The typed cells of a game but won and lost; empty ones are left out."""
    found = {key: marked(data.marks[key]) for key in system.columns if data.marks.get(key)}
    found["number"], found["dealer"] = content(data.number), content(data.dealer)
    if data.soloist is not None:
        found["soloist"] = content(data.soloist)
    if data.raised is not None:
        found["raised"] = content(data.raised)
    if data.wenzel:
        found["wenzel"] = content(data.wenzel)
    return found


def marked(mark: object) -> str:
    """A figure as a number, a mark as a cross, anything else as text."""
    return content(CROSS if mark is True else mark)


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
