"""Settlement among the players of one table, and the agreed stakes (docs/law.md "Settlement")."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Annotated

from msgspec import Meta, Struct, convert

from scoring.rules.checks import appraise
from scoring.rules.fees import whole_cents
from scoring.rules.score_list import Line, Outline, counted_games


@dataclass(frozen=True, slots=True)
class PaidGame:
    """The cents that a game brings or costs, by position."""

    number: int
    cents: tuple[int, ...]


def settle(points: Sequence[Sequence[int | None]]) -> tuple[tuple[int, ...], ...]:
    """What everybody gets from everybody, in points.

    Each row of `points` has the game points of a period in which the same players sat at the
    table, by position, None for those who did not sit there.

    >>> pairs = settle([[196, 33, -12, 85]])
    >>> pairs[0], [sum(row) for row in pairs]
    ((0, 163, 208, 111), [482, -170, -350, 38])

    Seat 4 leaves with 10 points; then seat 1 wins 18 more:

    >>> settle([[0, 0, 0, 10], [18, 0, 0, None]])[0]
    (0, 18, 18, -10)
    """
    balance = [[0] * len(period) for period in points[:1] for _position in period]
    for period in points:
        here = [(place, own) for place, own in enumerate(period) if own is not None]
        for (place, own), (other, theirs) in product(here, repeat=2):
            balance[place][other] += own - theirs
    return tuple(map(tuple, balance))


def points_by_period(lines: Iterable[Line], outline: Outline) -> list[list[int | None]]:
    """The game points of every period of a list, by position, for `settle`."""
    games = list(counted_games(lines))
    by_period = []
    for period in outline.periods:
        points = [0 if position in period.present else None for position in outline.positions]
        for game in games:
            place = outline.position(game.seat, game.number) - 1
            if period.first <= game.number <= period.last and place + 1 in period.present:
                points[place] = (points[place] or 0) + game.score
        by_period.append(points)
    return by_period


def in_cents(settled: Sequence[int], stake: Fraction) -> tuple[int, ...]:
    """Points that add up to zero, in whole cents at `stake` cents a point that add up to zero too.

    >>> in_cents([482, -170, -350, 38], Fraction(1, 4))
    (121, -42, -88, 9)
    """
    return whole_cents([stake * amount for amount in settled])


def settle_games(lines: Iterable[Line], outline: Outline, stake: Fraction) -> tuple[int, ...]:
    """Settled game by game, in cents by position (SkO 3.5.3, 5.5.4)."""
    cents = [0] * len(outline.positions)
    for game in paid_games(lines, outline, stake):
        cents = [sum(both) for both in zip(cents, game.cents, strict=True)]
    return tuple(cents)


def paid_games(lines: Iterable[Line], outline: Outline, stake: Fraction) -> list[PaidGame]:
    """The games that move money: everybody at the table pays the soloist, or is paid by him, the
    dealer included (SkO 3.5.3, 5.5.4).
    """
    games = []
    for line in lines:
        worth = appraise(line.game).worth if line.game and not line.annulled else None
        if worth is None or line.soloist not in outline.taken(line.number):
            continue
        # The value is rounded up before a loss doubles it (SkO 5.5.4).
        amount = ceil(worth.value * stake) * (1 if worth.won else -worth.factor)
        soloist = outline.position(line.soloist, line.number)
        cents = [0] * len(outline.positions)
        for position in outline.present(line.number):
            if position != soloist:
                cents[position - 1] -= amount
                cents[soloist - 1] += amount
        if amount:
            games.append(PaidGame(line.number, tuple(cents)))
    return games


# The stake of a tournament: cents a point, agreed before the series (SkO 5.5.4, TO 9.2).

MAX_SERIES = 100
MAX_STAKE = 1000  # cents a point; nobody plays for more than ten euros
# A few digits only, and no zero below the line.
_STAKE = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8}|[.,][0-9]{1,4})?")
# As older versions stored them, which took nine decimals.
_STORED_STAKE = re.compile(r"[0-9]{1,12}(/0*[1-9][0-9]{0,9}|[.,][0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class AgreedStake:
    """A stake in cents a point, the first series that it holds for, and when it was set.

    `stake` is None where it was agreed that nobody plays for money any more.
    """

    from_series: int
    stake: Fraction | None
    set_at: datetime


class StoredStake(Struct, forbid_unknown_fields=True):
    """A row of the stakes as it is stored."""

    from_series: Annotated[int, Meta(ge=1, le=MAX_SERIES)]
    stake: str
    set_at: Annotated[datetime, Meta(tz=True)]


def read_stake(text: str, pattern: re.Pattern[str] = _STAKE) -> Fraction:
    """A stake in cents a point, "1/4" or "0,5"; raises ValueError for other texts."""
    if not pattern.fullmatch(text):
        raise ValueError(f"not a stake in cents, such as 1/2: {text[:40]}")
    return Fraction(text.replace(",", "."))


def read_agreed(rows: object) -> tuple[AgreedStake, ...]:
    """The stored stakes of a tournament; raises ValueError for anything else."""
    stored = convert(rows, list[StoredStake])
    numbers = [row.from_series for row in stored]
    if numbers != sorted(set(numbers)):
        raise ValueError("stakes out of order")
    stakes = [read_stake(row.stake, _STORED_STAKE) if row.stake else None for row in stored]
    if any(stake is not None and stake > MAX_STAKE for stake in stakes):
        raise ValueError(f"a stake is at most {MAX_STAKE} cents a point")
    return tuple(
        AgreedStake(row.from_series, stake, row.set_at)
        for row, stake in zip(stored, stakes, strict=True)
    )


def write_agreed(stakes: Sequence[AgreedStake]) -> list[dict[str, object]]:
    return [
        {
            "from_series": stake.from_series,
            "stake": "" if stake.stake is None else str(stake.stake),
            "set_at": stake.set_at.isoformat(),
        }
        for stake in stakes
    ]


def find_stake(stakes: Sequence[AgreedStake], series: int) -> AgreedStake | None:
    """What was agreed for a series; None if nothing was: nobody plays for money (TO 9.2)."""
    return next((stake for stake in reversed(stakes) if stake.from_series <= series), None)


def agree(
    stakes: Sequence[AgreedStake], stake: Fraction | None, begun: int, now: datetime
) -> tuple[AgreedStake, ...]:
    """The stakes with a new one, which holds from the series after the last that has begun."""
    earlier = (agreed for agreed in stakes if agreed.from_series <= begun)
    return (*earlier, AgreedStake(begun + 1, stake, now))
