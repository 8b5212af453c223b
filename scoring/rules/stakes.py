"""The stake of a tournament: cents a point, agreed before the series (SkO 5.5.4, TO 9.2)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

MOST_SERIES = 100
LARGEST_STAKE = 1000  # cents a point; nobody plays for more than ten euros
# A few digits only: 1/0 and a billion digits are refused before anybody computes with them.
_STAKE = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8}|[.,][0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class AgreedStake:
    """A stake in cents a point, the first series that it holds for, and when it was set.

    `stake` is None where it was agreed that nobody plays for money any more.
    """

    from_series: int
    stake: Fraction | None
    set_at: datetime


def read_stake(text: str) -> Fraction:
    """A stake in cents a point as people type it; raises ValueError for anything else.

    >>> read_stake("1/4"), read_stake("0,5"), read_stake("1")
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 1))
    """
    if not _STAKE.fullmatch(text):
        raise ValueError(f"not a stake in cents, such as 1/2: {text[:40]}")
    return Fraction(text.replace(",", "."))


def read_agreed(rows: object) -> tuple[AgreedStake, ...]:
    """The stakes of a tournament as they are stored, by series.

    Raises ValueError for anything that is none: each row has `from_series`, rising from row to
    row, `stake` (a text, empty for none) and `set_at` (a moment with its zone).
    """
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise ValueError("no list of stakes")
    agreed_stakes = tuple(map(_agreed, rows))
    numbers = [agreed_stake.from_series for agreed_stake in agreed_stakes]
    if numbers != sorted(set(numbers)):
        raise ValueError("stakes out of order")
    return agreed_stakes


def write_agreed(stakes: Sequence[AgreedStake]) -> list[dict[str, object]]:
    """The rows that `read_agreed` reads."""
    return [
        {
            "from_series": stake.from_series,
            "stake": "" if stake.stake is None else str(stake.stake),
            "set_at": stake.set_at.isoformat(),
        }
        for stake in stakes
    ]


def agreed_for(stakes: Sequence[AgreedStake], series: int) -> AgreedStake | None:
    """What was agreed before a series; None: nothing, and so nobody plays for money (TO 9.2)."""
    return next((stake for stake in reversed(stakes) if stake.from_series <= series), None)


def agree(
    stakes: Sequence[AgreedStake], stake: Fraction | None, begun: int, now: datetime
) -> tuple[AgreedStake, ...]:
    """The stakes after a new one was set, which holds for the series after the last that began.

    What was agreed for series that began stays as it is.
    """
    kept = tuple(agreed_stake for agreed_stake in stakes if agreed_stake.from_series <= begun)
    return (*kept, AgreedStake(begun + 1, stake, now))


def _agreed(row: object) -> AgreedStake:
    if not isinstance(row, Mapping) or row.keys() != {"from_series", "stake", "set_at"}:
        raise ValueError("a stake has from_series, stake and set_at")
    number, text, moment = row["from_series"], row["stake"], row["set_at"]
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_SERIES:
        raise ValueError("from_series is the number of a series")
    if not isinstance(text, str) or not isinstance(moment, str):
        raise ValueError("stake and set_at are texts")
    set_at = datetime.fromisoformat(moment)
    if set_at.tzinfo is None:
        raise ValueError("set_at names its zone")
    stake = read_stake(text) if text else None
    if stake is not None and stake > LARGEST_STAKE:
        raise ValueError(f"a stake is at most {LARGEST_STAKE} cents a point")
    return AgreedStake(number, stake, set_at)
