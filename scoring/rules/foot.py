"""Locating the wrong line where the foot of the paper differs (docs/entry-line.md "Foot").

The paper's running totals of one seat are bisected.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from scoring.rules.score_list import Line, counted_games


@dataclass(frozen=True, slots=True)
class Ask:
    """What is the seat's running total on paper after game `number`?"""

    number: int


@dataclass(frozen=True, slots=True)
class WrongSum:
    """The totals agree after game `after` (0: at the start) and differ at `number`.

    The error is there, or in a game between the two that the paper gives to this seat. `number` is
    None if the totals agree to the last game: the foot was added wrongly, or a later game belongs
    to this seat.
    """

    number: int | None
    after: int


def next_question(
    lines: Iterable[Line], seat: int, paper_totals: Mapping[int, int]
) -> Ask | WrongSum:
    """The next running total to ask for, or the line found.

    `paper_totals` are the answers so far: the paper's running totals of `seat` by game number.
    """
    games = sorted(game for game in counted_games(lines) if game.seat == seat)
    numbers = [game.number for game in games]
    totals = accumulate(game.score for game in games)
    # Games after `agreed` up to `mismatch` may be wrong; len(games) is the foot, which differs.
    agreed, mismatch = -1, len(games)
    for place, (number, total) in enumerate(zip(numbers, totals, strict=True)):
        if number not in paper_totals:
            continue
        if paper_totals[number] != total:
            mismatch = place
            break
        agreed = place
    if mismatch - agreed > 1:
        return Ask(numbers[(agreed + mismatch) // 2])
    return WrongSum(
        numbers[mismatch] if mismatch < len(games) else None,
        after=numbers[agreed] if agreed >= 0 else 0,
    )
