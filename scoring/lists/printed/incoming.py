"""One score list read from a file, before it is checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.core.spreadsheets import Spot
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line


@dataclass(frozen=True, slots=True)
class SheetSum:
    """A figure that the sheet has computed, or that was typed over its formula.

    `key` is "plus" or "minus" of game `at`, or "points", "won", "lost" or "total" of seat `at`.
    """

    cell: str
    key: str
    at: int
    figure: int


@dataclass(frozen=True, slots=True)
class Incoming:
    """One list as a file tells it: its games (`lines`) or, by seat, its foot (`totals`).

    `starts` (start numbers), `names`, `papers` (totals on paper) and `figures` are by seat, too;
    the figures are points, games won and lost, and total as far as they could be read. `sums` are
    the sheet's own. `cells` says where something stood: "7/tops" for game 7, "seat2/won" for a
    seat. `played` and `reason` belong to a list that ended early. `key` names the list in the
    answer that leaves it out. A list that `waits` is not whole before a question is answered.
    """

    sheet: str
    series: int
    table: int
    starts: tuple[int | None, ...]
    lines: tuple[Line, ...] = ()
    totals: tuple[BareTotal, ...] = ()
    passed: int | None = None
    played: int | None = None
    reason: str = ""
    papers: tuple[int | None, ...] = ()
    sums: tuple[SheetSum, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict)
    spots: tuple[Spot, ...] = ()
    names: tuple[str, ...] = ()
    figures: tuple[tuple[int | None, ...], ...] = ()
    key: str = ""
    is_left_out: bool = False
    waits: bool = False

    @property
    def last(self) -> int:
        return max((line.number for line in self.lines), default=0)

    @property
    def unread(self) -> int:
        """The number of unreadable games, which keep the list open (TO 7.2.4)."""
        return sum(line.unread for line in self.lines)

    def spot(self, problem: Problem) -> Spot:
        """Where on the sheet a problem of the rules stands."""
        keys = [f"{problem.number or problem.params.get('number', '')}/{problem.field}"]
        if seat := problem.params.get("seat"):
            keys.append(f"seat{seat}/{problem.field}")
            keys.append(f"seat{seat}/points")
        keys += [f"{problem.number}/base", f"{problem.field}/start", problem.field, "foot"]
        cell = next((self.cells[key] for key in keys if key in self.cells), "")
        return Spot(self.sheet, cell, problem, self.paper_totals(problem))

    def paper_totals(self, problem: Problem) -> tuple[str, ...]:
        """The cells of the totals that a problem with them is about: of one seat, or of all."""
        if not problem.code.startswith("paper-total-"):
            return ()
        seat = problem.params.get("seat")
        seats = [seat] if seat else range(1, len(self.starts) + 1)
        keys = (f"seat{number}/paper_total" for number in seats)
        return tuple(self.cells[key] for key in keys if key in self.cells)
