"""Whether totals can result from any games (docs/law.md "A score list" 6).

A set of sums is one big integer: bit `s` is set when `s` points can be reached. Adding a game of
value `v` shifts the set by `v`; all sums of 48 games cost a few thousand shifts, once a system.
"""

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_

from scoring.rules.bids import loss_values, win_values
from scoring.rules.systems import System


class Sums:
    """The sums of exactly `count` values, for every count asked so far."""

    def __init__(self, values: Iterable[int]) -> None:
        self._values = tuple(sorted(values))
        self._sets = [1]  # no game: the sum 0

    def of(self, count: int) -> int:
        """The set of sums of `count` values as a bit mask."""
        while len(self._sets) <= count:
            last = self._sets[-1]
            self._sets.append(reduce(or_, (last << value for value in self._values), 0))
        return self._sets[count]


@cache
def _won(system: System) -> Sums:
    return Sums(win_values(system))


@cache
def _lost(system: System) -> Sums:
    return Sums(-value for value in loss_values(system))


def feasible(system: System, points: int, won: int, lost: int) -> bool:
    """Whether `won` legal values and `lost` legal losses can add up to `points`.

    `won` and `lost` are numbers of games of one list: not negative, some dozens at most.

    >>> from scoring.rules.systems import ISKO
    >>> feasible(ISKO, 18, won=1, lost=0), feasible(ISKO, 19, won=1, lost=0)
    (True, False)
    """
    gains = _won(system).of(won)
    if system.ramsch and lost:
        # A Ramsch loses any number of points: every sum below the highest gain is possible.
        return points <= gains.bit_length() - 1 - lost
    losses = _lost(system).of(lost)
    if not -losses.bit_length() < points < gains.bit_length():
        return False
    # gain − loss = points: shift one set by the points and test whether the sets intersect.
    shifted = gains >> points if points >= 0 else gains << -points
    return bool(shifted & losses)


def nearest(system: System, points: int, won: int, lost: int) -> tuple[int, ...]:
    """The nearest points that `won` and `lost` games can give, both sides, ascending.

    One figure where the other side has none, or where `points` themselves are possible.
    """
    if feasible(system, points, won, lost):
        return (points,)
    most = _won(system).of(won).bit_length() - 1
    least = 1 - _lost(system).of(lost).bit_length()
    below = (each for each in range(min(points, most + 1) - 1, least - 1, -1))
    above = (each for each in range(max(points, least - 1) + 1, most + 1))
    sides = (
        next((each for each in side if feasible(system, each, won, lost)), None)
        for side in (below, above)
    )
    return tuple(each for each in sides if each is not None)
