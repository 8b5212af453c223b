"""A blind second entry for the desk: what was typed, without the first entry."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from scoring.core.stays import stay_text
from scoring.desk.grid import ListGrid, SeatView, grid_rows
from scoring.models import Recheck, ScoreList, Seat
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, SeatTotal, tally


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """Where the two entries differ: game `place`, or the figures of seat `place`.

    `first` is what the list says, `second` the blind entry; None where one is empty.
    """

    place: int
    first: Any
    second: Any

    @property
    def mark(self) -> str:
        """Tells this difference from another one at the same place."""
        both = json.dumps([self.first, self.second], sort_keys=True)
        return sha256(both.encode()).hexdigest()[:16]


def blind_outline(score_list: ScoreList) -> Outline:
    """The table as drawn: where the first entry stopped stays hidden."""
    return replace(score_list.outline, ended_after=None, stop_reason="")


def blind_grid(recheck: Recheck) -> ListGrid:
    """The grid of the typed lines alone, with their sums."""
    score_list = recheck.list
    tournament, outline = score_list.series.tournament, blind_outline(score_list)
    lines = typed_lines(recheck)
    rows, annulled = grid_rows(lines, outline, tournament.rule_system, blind=True)
    totals = {
        seat_total.seat: seat_total
        for seat_total in tally(lines, outline, tournament.performance_scheme)
    }
    return ListGrid(score_list, outline, rows, annulled, blind_seats(recheck, totals))


def blind_seats(recheck: Recheck, totals: dict[int, SeatTotal]) -> tuple[SeatView, ...]:
    """The players by seat, with the typed figures instead of the stored ones."""
    figures, outline = recheck.document.get("totals", []), recheck.list.outline
    return tuple(
        SeatView(
            row.position,
            typed_seat(row.position, figures[row.position - 1] if figures else ()),
            str(row.entry.person),
            totals.get(row.position),
            outline.seat_of(row.position),
            stay_text(outline, row.position),
        )
        for row in recheck.list.seat_rows.select_related("entry__person")
    )


def typed_seat(position: int, figures: Sequence[int | None]) -> Seat:
    """An unsaved seat with the figures of the form."""
    keys = ("points", "won", "lost", "paper_total")
    return Seat(position=position, **dict(zip(keys, figures, strict=False)))


def missing_games(recheck: Recheck, *, ended: bool) -> list[int]:
    """The numbers not typed yet; with `ended` the paper has none after the last."""
    typed = {line.number for line in typed_lines(recheck)}
    last = max(typed, default=0) if ended else blind_outline(recheck.list).games_due
    return [number for number in range(1, last + 1) if number not in typed]


def typed_lines(recheck: Recheck) -> list[Line]:
    """The blindly typed lines by number."""
    system = recheck.list.series.tournament.rule_system
    games = recheck.document.get("games", {})
    lines = [read_line(record, system=system)[0] for record in games.values()]
    return sorted((line for line in lines if line), key=lambda line: line.number)


def typed_line(recheck: Recheck, number: int) -> Line | None:
    """The blindly typed line of a row; None if the row is empty."""
    return next((line for line in typed_lines(recheck) if line.number == number), None)
