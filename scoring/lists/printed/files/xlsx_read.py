"""Read a score list from its sheet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from scoring.core.spreadsheets import MAX_SHOWN_LENGTH, CellReader, Cells, Spot, as_whole, place
from scoring.lists.printed.files.xlsx_formulas import (
    ABOUT,
    FIRST,
    LOST_WORDS,
    MARK,
    NAMES,
    STARTS,
    WON_WORDS,
    SheetLayout,
    known_bases,
)
from scoring.lists.printed.files.xlsx_sheet import PAPER, POINTS, TOTAL
from scoring.lists.printed.incoming import Incoming, SheetSum
from scoring.rules.bare_totals import BareTotal
from scoring.rules.game import PlayedGame, Wenzel
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, class_of, loss_factor

MAX_SEAT_LENGTH = 400  # characters; a name is far shorter
# Above the columns of a seat: "2 · Anna Özdemir (17)".
_SEAT = re.compile(r"(?:\d\s*[·.:)]\s*)?(.*?)\s*(?:\(\s*\d+\s*\))?")
MARKS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
FIELDS = {  # by the field of a problem the column that shows it
    "game": "base",
    "class": "class",
    "soloist": "soloist",
    "won": "won",
    "overbid": "raised",
    "score": "raised",
    "number": "number",
    "wenzel": "wenzel",
    "bid": "raised",
    "turn": "class",
    **{key: key for key in MARKS},
}


def read_list_sheet(name: str, rows: Sequence[Cells], system: System) -> Incoming | None:
    """One list with all its problems; None for a blank sheet."""
    reader = CellReader(name, rows)
    mark = next(str(cell) for cell in rows[0] if str(cell).startswith(MARK))
    if mark.split()[1:] != [system.key]:
        params = {"found": mark[len(MARK) :].strip()[:MAX_SHOWN_LENGTH], "system": system.key}
        spot = Spot(name, place(1, rows[0].index(mark) + 1), Problem("incoming-system", "", params))
        return Incoming(name, 0, 0, (), spots=(spot,))
    seats_at = SheetLayout.of(system, 4).about("seats")[1]  # the same on a sheet of three
    seats = reader.whole(ABOUT, seats_at)
    if seats not in (3, 4):
        reader.add_problem(ABOUT, seats_at, "incoming-seats", found=str(seats))
        return Incoming(name, 0, 0, (), spots=tuple(reader.spots))
    layout = SheetLayout.ending_at(system, seats, rows[0].index(mark) + 1)
    return _SheetReader(reader, layout, system).read()


class _SheetReader:
    def __init__(self, reader: CellReader, layout: SheetLayout, system: System) -> None:
        self.reader, self.layout, self.system = reader, layout, system
        self.cells: dict[str, str] = {}

    def read(self) -> Incoming | None:
        last = self._last_row()
        lines = [line for row in range(FIRST, last + 1) if (line := self._line(row)) is not None]
        foot, bare = last + 1, last < FIRST
        totals = self._totals(foot) if bare else ()
        if not lines and not totals and not self.reader.spots:
            return None
        series, table = self._about("series"), self._about("table")
        reported = {spot.cell for spot in self.reader.spots}
        for key, value in (("series", series), ("table", table)):
            if value is None and self.cells[key] not in reported:
                self.reader.add_problem(ABOUT, self.layout.about(key)[1], f"incoming-{key}-missing")
        columns = [self.layout.columns[f"points_{seat}"] for seat in self.seats]
        papers = tuple(self.reader.whole(foot + PAPER, column) for column in columns)
        self._locate_foot(foot)
        starts = tuple(self.reader.whole(STARTS, column, least=1) for column in columns)
        played, reason_at = self._about("played"), (ABOUT, self.layout.about("reason")[1])
        reason = self.reader.text(*reason_at)
        if played is not None and not reason:
            self.reader.add_problem(*reason_at, "incoming-reason-missing")
        return Incoming(
            self.reader.sheet,
            series or 0,
            table or 0,
            starts,
            tuple(lines),
            totals,
            passed=self._about("passed") if bare else None,
            played=played,
            reason=reason,
            papers=papers,
            sums=() if bare else tuple(self._sums(foot)),
            cells=self.cells,
            spots=tuple(self.reader.spots),
            names=tuple(self._name(seat) for seat in self.seats),
        )

    @property
    def seats(self) -> range:
        return range(1, self.layout.seats + 1)

    def _about(self, key: str) -> int | None:
        column = self.layout.about(key)[1]
        self.cells[key] = place(ABOUT, column)
        return self.reader.whole(ABOUT, column, least=0)

    def _name(self, seat: int) -> str:
        """The name above the columns of a seat; empty on a blank list."""
        text = self.reader.text(NAMES, self.layout.columns[f"points_{seat}"])
        match = _SEAT.fullmatch(" ".join(text[:MAX_SEAT_LENGTH].split()))
        return match[1] if match else text

    def _last_row(self) -> int:
        """The row of the last game, with a number in front or one that is missing."""
        row = FIRST
        while self.reader.text(row, 1).isdigit() or self._lost_number(row):
            row += 1
        return row - 1

    def _lost_number(self, row: int) -> bool:
        """Whether the row is a game although its number is missing or unreadable."""
        texts = (self.reader.text(at, 1) for at in range(row + 1, len(self.reader.rows) + 1))
        below = next(filter(None, texts), "")
        return below.isdigit() or (bool(below) and self._is_typed(row))

    def _is_typed(self, row: int) -> bool:
        keys = ("base", "with", "without", "soloist", "won", *MARKS)
        columns = (self.layout.columns[key] for key in keys if key in self.layout.columns)
        return any(self.reader.value(row, column) is not None for column in columns)

    def _locate_foot(self, foot: int) -> None:
        self.cells["foot"] = place(foot, 1)
        for seat in self.seats:
            points = self.layout.columns[f"points_{seat}"]
            for key, row, column in (
                ("start", STARTS, points),
                ("points", foot, points),
                ("game_points", foot, points),
                ("won", foot, points + 1),
                ("lost", foot, points + 2),
                ("paper_total", foot + PAPER, points),
                ("total", foot + PAPER, points),
            ):
                self.cells[f"seat{seat}/{key}"] = place(row, column)

    def _sums(self, foot: int) -> Iterator[SheetSum]:
        columns = self.layout.columns
        places = [
            (row, columns[key], key, as_whole(self.reader.value(row, 1)) or 0)
            for row in range(FIRST, foot)
            for key in ("plus", "minus")
        ]
        for seat in self.seats:
            places.append((foot + TOTAL, columns[f"points_{seat}"], "total", seat))
            places += (
                (foot + POINTS, columns[f"{key}_{seat}"], key, seat)
                for key in ("points", "won", "lost")
            )
        for row, column, key, at in places:
            figure = as_whole(self.reader.value(row, column))
            if figure is not None:
                yield SheetSum(place(row, column), key, at, figure)

    def _totals(self, foot: int) -> tuple[BareTotal, ...]:
        totals = []
        for seat in self.seats:
            points = self.layout.columns[f"points_{seat}"]
            figures = [self.reader.whole(foot, points)]
            figures += [self.reader.whole(foot, points + n, least=0) for n in (1, 2)]
            paper = self.reader.whole(foot + PAPER, points)
            if None in figures:
                for n, figure in enumerate(figures):
                    if figure is None and self.reader.value(foot, points + n) is None:
                        self.reader.add_problem(foot, points + n, "incoming-figure-missing")
                continue
            won, lost = (figure or 0 for figure in figures[1:])
            totals.append(BareTotal(figures[0] or 0, won, lost, paper))
        return tuple(totals)

    def _line(self, row: int) -> Line | None:
        columns, reader = self.layout.columns, self.reader
        if not reader.text(row, 1):
            reader.add_problem(row, 1, "incoming-game-number-missing")
            return None
        number = reader.whole(row, 1, least=1) or 0
        for key, column in FIELDS.items():
            if column in columns:
                self.cells[f"{number}/{key}"] = place(row, columns[column])
        self.cells[f"{number}/base"] = place(row, columns["base"])
        self.cells[f"{number}/tops"] = place(row, columns["with"])
        if not self._is_typed(row):
            return None
        sign = reader.text(row, columns["base"]).upper()
        soloist = reader.whole(row, columns["soloist"], least=1)
        dealer = reader.whole(row, columns["dealer"], least=1)
        if dealer == Outline(self.layout.seats, 1).dealer(number or 1):
            dealer = None
        if sign in ("E", "?"):
            return Line(number, None, soloist, sign == "E", sign == "?", dealer)
        game = self._game(row, sign)
        return None if game is None else Line(number, game, soloist, dealer=dealer)

    def _game(self, row: int, sign: str) -> PlayedGame | None:
        columns, reader = self.layout.columns, self.reader
        won = self._result(row)
        raised = reader.whole(row, columns["raised"], least=1)
        if sign == "R":
            if raised is None:
                reader.add_problem(row, columns["raised"], "incoming-ramsch-points")
            return PlayedGame(self.system, RAMSCH, score=-(raised or 0))
        contract = self._contract(row)
        if contract is None or won is None:
            return None
        rank = reader.text(row, columns["wenzel"]).upper() if "wenzel" in columns else ""
        if rank not in ("", "Q", "K", "J"):
            text = rank[:MAX_SHOWN_LENGTH]
            reader.add_problem(row, columns["wenzel"], "incoming-wenzel", text=text)
        wenzel: Wenzel = "Q" if rank == "Q" else "K" if rank == "K" else "J"
        game = replace(contract, won=won, wenzel=wenzel)
        if not is_null(contract):
            marks: dict[str, Any] = {
                key: True
                for key in MARKS
                if key in columns and reader.value(row, columns[key]) is not None
            }
            game = replace(game, tops=self._tops(row), **marks)
        if raised is None:
            return game
        factor = loss_factor(game, class_of(game))
        return replace(game, overbid=True, won=False, score=-raised * factor)

    def _result(self, row: int) -> bool | None:
        column = self.layout.columns["won"]
        word = self.reader.text(row, column).casefold()
        if word in WON_WORDS:
            return True
        if word in LOST_WORDS:
            return False
        self.reader.add_problem(row, column, "incoming-result", text=word[:MAX_SHOWN_LENGTH])
        return None

    def _tops(self, row: int) -> int:
        columns, reader = self.layout.columns, self.reader
        plus = reader.whole(row, columns["with"], least=1)
        minus = reader.whole(row, columns["without"], least=1)
        if plus is not None and minus is not None:
            reader.add_problem(row, columns["without"], "incoming-both-tops")
        return plus if plus is not None else -(minus or 0)

    def _contract(self, row: int) -> PlayedGame | None:
        columns, reader = self.layout.columns, self.reader
        base = reader.whole(row, columns["base"])
        token = reader.text(row, columns["class"]).casefold() if "class" in columns else ""
        matching = [
            each
            for each, value, tokens in contracts(self.system)
            if value == base and token in tokens
        ]
        if matching:
            # A grand solo of NASL 1975 has the base value of a null but also has tops.
            tops = any(reader.value(row, columns[key]) is not None for key in ("with", "without"))
            return next((each for each in matching if is_null(each) != tops), matching[0])
        bases = ", ".join(map(str, known_bases(self.system)))
        if not any(spot.cell == place(row, columns["base"]) for spot in reader.spots):
            text = reader.text(row, columns["base"]) + (f" ({token})" if token else "")
            reader.add_problem(
                row, columns["base"], "incoming-base", text=text[:MAX_SHOWN_LENGTH], known=bases
            )
        return None


def is_null(contract: PlayedGame) -> bool:
    """Whether a contract of `contracts` is a null: these say whether they are from the hand."""
    return contract.hand is not None


def contracts(system: System) -> Iterator[tuple[PlayedGame, int, set[str]]]:
    """Every contract with its base value and the class tokens allowed beside it."""
    classes = system.classes
    of_null = {""} | {each.token for each in classes if each.key in system.null_classes}
    for null in system.nulls:
        contract = PlayedGame(system, null.game, hand=null.hand, ouvert=null.ouvert)
        yield contract, null.value, of_null
    for game_class in classes:
        turns: Sequence[int | None] = game_class.turns or (None,)
        for (game, base), turn in product(game_class.bases.items(), turns):
            contract = PlayedGame(system, game, game_class=game_class.key, turn=turn)
            yield contract, base, {game_class.token * (turn or 1)}
