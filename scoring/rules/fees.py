"""The ladder of fees for lost games, and refunds of entry fees, in cents (docs/law.md "Money of a
tournament").

A ladder gives the fee of each lost game of one list: ((1, 50), (4, 100)) is 0.50 for each of the
first three and 1.00 from the fourth on.
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
    fee = price = 0
    for first, cents in ladder:
        fee += (cents - price) * max(0, lost + 1 - first)
        price = cents
    return fee


def read_ladder(raw: object) -> Ladder:
    """A stored ladder; raises ValueError if it has problems."""
    if ladder_problems(raw):
        raise ValueError(f"no ladder: {raw!r}")
    return convert(raw, Ladder)


def ladder_problems(raw: object) -> list[Problem]:
    """Why this is no ladder: steps of two whole numbers each, the first of them rising."""
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


def refunds(claims: Sequence[tuple[int, Fraction]], available: int) -> tuple[int, ...]:
    """The refund of each claim (cents paid, unused part of them), together `available` at most.

    A tournament that is broken off refunds the unused part of every fee (TO 3.4); where less money
    is left, all refunds are cut in proportion.

    >>> refunds([(100, Fraction(2, 3))] * 3, 300)
    (67, 67, 66)
    >>> refunds([(1500, Fraction(1)), (500, Fraction(1))], 1000)
    (750, 250)
    """
    exact = [paid * unused for paid, unused in claims]
    total, available = sum(exact), max(0, available)
    if floor(total) > available:  # a fraction of a cent is not paid anyway
        exact = [claim * available / total for claim in exact]
    return whole_cents(exact)


def whole_cents(exact: Sequence[Fraction]) -> tuple[int, ...]:
    """The amounts in whole cents, which add up to the floor of their sum.

    Each is floored; the missing cents go to the largest fractions, of equal ones to the earlier.
    """
    cents = [floor(amount) for amount in exact]
    largest_first = sorted(range(len(exact)), key=lambda place: cents[place] - exact[place])
    for place in largest_first[: floor(sum(exact)) - sum(cents)]:
        cents[place] += 1
    return tuple(cents)
