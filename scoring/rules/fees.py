"""The ladder of fees for lost games, and what goes back of fees (docs/law.md "Money of a
tournament").

Cents. A ladder says from which lost game of one list on each one costs how much: ((1, 50),
(4, 100)) is 0.50 for the first three and 1.00 from the fourth. Annulled games are in none of the
figures given here, so they cost nothing.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from msgspec import ValidationError, convert

from scoring.rules.problem import Problem

Ladder = tuple[tuple[int, int], ...]

# More than a thousand euros for a game is a typing error.
MAX_CENTS = 100_000
MAX_STEPS = 10
MAX_LOST = 99


def lost_fee(lost: int, ladder: Ladder) -> int:
    """The fee for this many lost games of one list."""
    behind = lost + 1
    ends = [first for first, _cents in ladder[1:]] + [behind]
    return sum(
        cents * max(0, min(end, behind) - first)
        for (first, cents), end in zip(ladder, ends, strict=False)  # no step, no end
    )


def read_ladder(raw: object) -> Ladder:
    """A ladder as it is stored; raises ValueError if `ladder_problems` finds any."""
    if ladder_problems(raw):
        raise ValueError(f"no ladder: {raw!r}")
    return convert(raw, Ladder)


def ladder_problems(raw: object) -> list[Problem]:
    """Whether this is a ladder: steps of two whole numbers, each beginning after the last one."""
    try:
        ladder = convert(raw, Ladder)
    except ValidationError:
        return [Problem("ladder-malformed", "lost_ladder")]
    if len(ladder) > MAX_STEPS:
        return [Problem("ladder-too-long", "lost_ladder", {"most": MAX_STEPS})]
    problems = []
    firsts = [first for first, _cents in ladder]
    if firsts != sorted(set(firsts)) or any(not 1 <= first <= MAX_LOST for first in firsts):
        problems.append(Problem("ladder-not-rising", "lost_ladder"))
    if any(not 0 <= cents <= MAX_CENTS for _first, cents in ladder):
        problems.append(Problem("fee-out-of-range", "lost_ladder"))
    return problems


# What goes back of the fees when a tournament cannot be played to its end (TO 3.4). Cents.


def refunds(claims: Sequence[tuple[int, Fraction]], available: int) -> tuple[int, ...]:
    """The cents of each claim (paid, unused part of it) that go back, `available` at most.

    Everybody's unused part; where less is there, all are cut in proportion. Nobody gets back more
    than he paid.

    >>> refunds([(100, Fraction(2, 3))] * 3, 300)
    (67, 67, 66)
    >>> refunds([(1500, Fraction(1)), (500, Fraction(1))], 1000)
    (750, 250)
    """
    exact = [paid * unused for paid, unused in claims]
    whole, available = sum(exact, Fraction(0)), max(0, available)
    if whole > available:
        exact = [claim * available / whole for claim in exact]
    return whole_cents(exact)


def whole_cents(exact: Sequence[Fraction]) -> tuple[int, ...]:
    """Amounts in whole cents of the same sum, without its fraction of a cent.

    All are floored, and the missing cents go one each to the largest fractions, the earlier first.
    """
    cents = [floor(amount) for amount in exact]
    # A stable sort keeps the earlier one first among equal fractions.
    by_fraction = sorted(range(len(exact)), key=lambda place: cents[place] - exact[place])
    for place in by_fraction[: floor(sum(exact)) - sum(cents)]:
        cents[place] += 1
    return tuple(cents)
