"""Settlement among the players of one table (SkO 5.5.4-5, docs/law.md "Settlement")."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor

from scoring.rules.checks import appraise
from scoring.rules.score_list import Line

# A number is bounded before it is computed: "1e300000000" alone would take half a minute.
_STAKE = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8}|\.[0-9]{0,9})?|\.[0-9]{1,9}")


def read_stake(text: str) -> Fraction:
    """Cents a point as typed: "1", "1/4" or "0.25"; raises ValueError.

    >>> read_stake("1/4"), read_stake(".5")
    (Fraction(1, 4), Fraction(1, 2))
    """
    if not _STAKE.fullmatch(text):
        raise ValueError(f"not a stake in cents, such as 1/2: {text[:40]}")
    return Fraction(text)


def settle(points: Sequence[int]) -> tuple[int, ...]:
    """What everybody wins or loses, in points: `n × own − sum of all`, adding up to zero.

    Raises ValueError for fewer than three players.

    >>> settle([196, 33, -12, 85])
    (482, -170, -350, 38)
    """
    _require_a_table(points)
    total = sum(points)
    return tuple(len(points) * own - total for own in points)


def debts(points: Sequence[int]) -> tuple[int, ...]:
    """The same where the sum is negative: what is missing is added to everybody (ST 5.5.5).

    Without minus signs within a sum fewer mistakes are made by hand.

    >>> debts([44, 33, -420, 130])
    (389, 345, -1467, 733)
    """
    _require_a_table(points)
    missing = sum(-own for own in points)
    return tuple(len(points) * own + missing for own in points)


def pairs(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """What everybody gets from everybody, in points; the rows add up to `settle`.

    >>> pairs([196, 33, -12, 85])[0]
    (0, 163, 208, 111)
    """
    _require_a_table(points)
    return tuple(tuple(own - other for other in points) for own in points)


def money(points: Sequence[int], stake: Fraction) -> tuple[int, ...]:
    """The settlement in whole cents at `stake` cents a point; it adds up to zero (docs/law.md
    "Settlement").

    Every amount is floored, then the missing cents go one each to the largest fractions, the
    lower seat first. Raises ValueError for a negative stake.

    >>> money([196, 33, -12, 85], Fraction(1, 4))
    (121, -42, -88, 9)
    """
    _require_a_stake(stake)
    exact = [stake * amount for amount in settle(points)]
    cents = [floor(amount) for amount in exact]
    # A stable sort keeps the lower seat first among equal fractions.
    by_fraction = sorted(range(len(exact)), key=lambda seat: cents[seat] - exact[seat])
    for seat in by_fraction[: -sum(cents)]:
        cents[seat] += 1
    return tuple(cents)


def settle_games(lines: Iterable[Line], seats: int, stake: Fraction) -> tuple[int, ...]:
    """Settled game by game, in cents (SkO 3.5.3, 5.5.4).

    The soloist gets from, or pays to, everybody at the table, the dealer included. Annulled,
    passed and unread lines move no money; neither does a game that cannot be valued.
    """
    _require_a_stake(stake)
    cents = [0] * seats
    for line in lines:
        amount = _paid(line, stake)
        if not amount or line.soloist is None:
            continue
        for seat in range(seats):
            cents[seat] += amount * (seats - 1) if seat + 1 == line.soloist else -amount
    return tuple(cents)


def rounded_value(value: int, factor: int, stake: Fraction) -> int:
    """Cents for one game: its value is rounded up *before* a loss doubles it (SkO 5.5.4).

    >>> rounded_value(27, 2, Fraction(1, 2))
    28
    """
    return ceil(value * stake) * factor


def _paid(line: Line, stake: Fraction) -> int:
    """Cents that each other player pays to the soloist; negative when he pays."""
    if line.game is None or line.annulled:
        return 0
    worth = appraise(line.game).worth
    if worth is None:
        return 0
    if worth.won:
        return rounded_value(worth.value, 1, stake)
    return -rounded_value(worth.value, worth.factor, stake)


def _require_a_table(points: Sequence[int]) -> None:
    if len(points) < 3:
        raise ValueError(f"a settlement needs three players, not {len(points)}")


def _require_a_stake(stake: Fraction) -> None:
    if stake < 0:
        raise ValueError(f"a stake is not negative: {stake}")
