"""One score list read from a file, before it is checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as with_default

from scoring.core.foreign.cells import Spot
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line


@dataclass(frozen=True, slots=True)
class Incoming:
    """One list as read from a file: its games (`lines`) or its foot (`totals`), by seat.

    `starts` are start numbers by seat; a missing one is None. `cells` gives the cell of a figure:
    "7/tops" of game 7, "seat2/won" of a seat. `played` and `reason` are of a list that ended
    early; `papers` are the totals on paper.
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
    computed: bool = False
    cells: Mapping[str, str] = with_default(default_factory=dict)
    spots: tuple[Spot, ...] = ()

    @property
    def last(self) -> int:
        """The number of the last filled game; 0: none."""
        return max((line.number for line in self.lines), default=0)

    @property
    def unread(self) -> int:
        """Number of unreadable games; they keep the list open (TO 7.2.4)."""
        return sum(line.unread for line in self.lines)

    def spot(self, problem: Problem) -> Spot:
        """The cell that a problem of the rules is about."""
        keys = [f"{problem.number or problem.params.get('number', '')}/{problem.field}"]
        if seat := problem.params.get("seat"):
            keys.append(f"seat{seat}/{problem.field}")
            keys.append(f"seat{seat}/points")
        keys += [f"{problem.number}/base", f"{problem.field}/start", problem.field, "foot"]
        cell = next((self.cells[key] for key in keys if key in self.cells), "")
        return Spot(self.sheet, cell, problem)
