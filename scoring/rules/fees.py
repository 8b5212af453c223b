"""The fees of a list: the ladder of lost games and the fee of passed ones (docs/law.md "Money of a
tournament").

Cents. A ladder says from which lost game of one list on each one costs how much: ((1, 50),
(4, 100)) is 0.50 for the first three and 1.00 from the fourth. Annulled games are in none of the
figures given here, so they cost nothing.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from scoring.rules.problem import Problem

Ladder = tuple[tuple[int, int], ...]

# More than a thousand euros for a game is a typing error.
MOST_CENTS = 100_000
MOST_STEPS = 10
MOST_LOST = 99


def lost_fee(lost: int, ladder: Ladder) -> int:
    """The fee for that many lost games of one list.

    >>> lost_fee(5, ((1, 50), (4, 100)))
    350
    """
    behind = lost + 1
    ends = [first for first, _cents in ladder[1:]] + [behind]
    return sum(
        cents * max(0, min(end, behind) - first)
        for (first, cents), end in zip(ladder, ends, strict=False)  # no step, no end
    )


def passed_games(games: int, tallies: Iterable[tuple[int, int]]) -> int:
    """How many games of a list were passed in: those that nobody won and nobody lost (docs/law.md
    "A score list" 1).

    `tallies` are (won, lost) of every seat.
    """
    return max(0, games - sum(won + lost for won, lost in tallies))


def read_ladder(raw: object) -> Ladder:
    """A ladder as it is stored; raises ValueError if `ladder_problems` finds any."""
    if ladder_problems(raw):
        raise ValueError(f"no ladder: {raw!r}")
    steps = cast(Sequence[Sequence[int]], raw)
    return tuple((first, cents) for first, cents in steps)


def ladder_problems(raw: object) -> list[Problem]:
    """Whether this is a ladder: steps of two whole numbers, each beginning behind the last one."""
    if not isinstance(raw, list | tuple) or not all(map(_is_step, raw)):
        return [Problem("ladder-malformed", "lost_ladder")]
    if len(raw) > MOST_STEPS:
        return [Problem("ladder-too-long", "lost_ladder", {"most": MOST_STEPS})]
    problems = []
    firsts = [first for first, _cents in raw]
    if firsts != sorted(set(firsts)) or any(not 1 <= first <= MOST_LOST for first in firsts):
        problems.append(Problem("ladder-not-rising", "lost_ladder"))
    if any(not 0 <= cents <= MOST_CENTS for _first, cents in raw):
        problems.append(Problem("fee-out-of-range", "lost_ladder"))
    return problems


def _is_step(step: object) -> bool:
    return (
        isinstance(step, list | tuple)
        and len(step) == 2
        and all(isinstance(each, int) and not isinstance(each, bool) for each in step)
    )
