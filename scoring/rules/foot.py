"""Locating the wrong line where the foot of the paper differs (docs/entry-line.md "Foot")

The clerk reads the paper's running total of one seat at the middle of the list, then at the
middle of the half that must hold the error: six answers name one of 48 lines.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from scoring.rules.score_list import Line, scored


@dataclass(frozen=True, slots=True)
class Ask:
    """What is the seat's running total on paper after game `number`?"""

    number: int


@dataclass(frozen=True, slots=True)
class Found:
    """The totals agree after game `after` (0: at the start) and part at `number`.

    The error is in the game `number`, or in one between them that the paper gives to this seat.
    `number` is None where the totals agree to the last game: the foot was added wrongly, or a
    later game belongs to this seat.
    """

    number: int | None
    after: int


def next_question(lines: Iterable[Line], seat: int, known: Mapping[int, int]) -> Ask | Found:
    """The next running total to ask for, or the line found.

    `known` maps game numbers to the paper's running totals of `seat`, in points: the answers so
    far. Only games of that seat are asked for; other numbers in `known` say nothing new.
    """
    games = sorted(game for game in scored(lines) if game.seat == seat)
    numbers = [game.number for game in games]
    totals = accumulate(game.score for game in games)
    # The games before `parted` and after `agreed` may still be wrong; beyond the last
    # game stands the foot itself, which differs: that is why somebody asks.
    agreed, parted = -1, len(games)
    for place, (number, total) in enumerate(zip(numbers, totals, strict=True)):
        if number not in known:
            continue
        if known[number] != total:
            parted = place
            break
        agreed = place
    if parted - agreed > 1:
        return Ask(numbers[(agreed + parted) // 2])
    return Found(
        numbers[parted] if parted < len(games) else None,
        after=numbers[agreed] if agreed >= 0 else 0,
    )
