"""What goes back of the fees when a tournament cannot be played to its end (TO 3.4). Cents."""

from collections.abc import Sequence
from fractions import Fraction


def refunds(claims: Sequence[tuple[int, Fraction]], available: int) -> tuple[int, ...]:
    """The cents of each claim (paid, unused part of it) that go back, `available` at most.

    Everybody's unused part, floored; the cents that are missing to the sum go one each to the
    largest fractions, the earlier first. Where less is there, all are cut in proportion. Nobody
    gets back more than he paid.

    >>> refunds([(100, Fraction(2, 3))] * 3, 300)
    (67, 67, 66)
    >>> refunds([(1500, Fraction(1)), (500, Fraction(1))], 1000)
    (750, 250)
    """
    exact = [paid * unused for paid, unused in claims]
    whole = sum(exact, Fraction(0))
    total = max(0, min(int(whole), available))
    if not total:
        return (0,) * len(claims)
    exact = [each * total / whole for each in exact]
    cents = [int(each) for each in exact]
    # A stable sort keeps the earlier claim first among equal fractions.
    by_fraction = sorted(range(len(exact)), key=lambda place: cents[place] - exact[place])
    for place in by_fraction[: total - sum(cents)]:
        cents[place] += 1
    return tuple(cents)
