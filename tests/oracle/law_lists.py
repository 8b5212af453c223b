"""Figures of a list, written a second time: docs/law.md "Performance", "Ranking", "Settlement".

And the values that bare totals can be made of: docs/law.md "A score list", 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import floor

from tests.oracle.law_systems import LAW, SUITS, legal_bids
from tests.oracle.law_values import covering


@dataclass(frozen=True)
class Total:
    """What a player has at the end: points, games won and lost, a lot if lots were drawn."""

    points: int
    won: int
    lost: int
    lot: int | None = None


def performance(scheme: str, total: Total, others_lost: int, seats: int) -> int:
    """Game points, with 50 a game won less lost, with 30 or 40 a game that another one lost."""
    if scheme == "plain":
        return total.points
    seeger = total.points + 50 * (total.won - total.lost)
    return seeger if scheme == "seeger" else seeger + (30 if seats == 4 else 40) * others_lost


def ranks(totals: Sequence[Total]) -> list[int]:
    """By points, then more won, then fewer lost, then the lot; equal players share a rank."""

    def ahead(one: Total, other: Total) -> bool:
        for mine, theirs in (
            (one.points, other.points),
            (one.won, other.won),
            (-one.lost, -other.lost),
        ):
            if mine != theirs:
                return mine > theirs
        return one.lot is not None and other.lot is not None and one.lot < other.lot

    return [1 + sum(ahead(other, total) for other in totals) for total in totals]


def settlement(points: Sequence[int]) -> list[int]:
    return [len(points) * own - sum(points) for own in points]


def pairs(points: Sequence[int]) -> list[list[int]]:
    return [[own - other for other in points] for own in points]


def money(points: Sequence[int], stake: Fraction) -> list[int]:
    """Rounded down; the missing cents go to the largest fractions, lower seats first."""
    exact = [amount * stake for amount in settlement(points)]
    cents = [floor(amount) for amount in exact]
    order = sorted(range(len(exact)), key=lambda seat: (cents[seat] - exact[seat], seat))
    for seat in order[: -sum(cents)]:
        cents[seat] += 1
    return cents


def won_values(system: str, bonus: bool = False) -> set[int]:
    """What a game won can bring; Texas doubles an ouvert game with everything announced."""
    found, law = set(legal_bids(system, bonus)), LAW[system]
    for row in law.families.values():
        for game in (*SUITS, "grand"):
            if law.ouvert == "doubled" and row.base(game):
                least = 1 + 1 + row.hand + 4
                most = row.multipliers(game)[-1] + (2 if bonus else 0)
                found |= {2 * row.base(game) * times for times in range(least, most + 1)}
    return found


def lost_values(system: str, hand_loss: int = 2, bonus: bool = False) -> set[int]:
    """What a game lost can cost, overbid ones included, as negative scores."""
    law, bids = LAW[system], legal_bids(system, bonus)
    found: set[int] = set()
    for name, row in law.families.items():
        for game in (*SUITS, "grand"):
            base = row.base(game)
            if not base:
                continue
            printed = row.multipliers(game)
            steps = range(printed.start, printed.stop + (2 if bonus else 0))
            values = {base * times for times in steps}
            values |= {covering(base, bid) for bid in bids if bid > base * printed.start}
            if law.ouvert == "doubled":
                values |= {2 * base * times for times in steps if times >= 6 + row.hand}
            factors = {row.loss, 2} if name == "tournee" else {row.loss}
            factors = {hand_loss} if system == "texas" and row.hand else factors
            found |= {-value * factor for value in values for factor in factors}
    for null, value in law.nulls.items():
        single = system == "texas" and "hand" in null
        found.add(-value * (hand_loss if single else law.null_loss))
    return found


def sums(values: set[int], games: int) -> set[int]:
    """Every sum of so many of the values, one by one."""
    return {sum(chosen) for chosen in combinations_with_replacement(sorted(values), games)}
