"""The stake is agreed before the series (SkO 5.5.4, TO 9.2, docs/law.md "Settlement")."""

from datetime import UTC, datetime
from fractions import Fraction
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.settlement import (
    AgreedStake,
    agree,
    find_stake,
    read_agreed,
    read_stake,
    write_agreed,
)

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
QUARTER, HALF, TINY = Fraction(1, 4), Fraction(1, 2), Fraction(1, 10_000)


@pytest.mark.parametrize(
    ("text", "stake"),
    [("1/10", Fraction(1, 10)), ("0,25", QUARTER), ("0.5", HALF), ("1", 1), ("0", 0),
     ("9,9999", 10 - TINY)],
)  # fmt: skip
def test_a_stake_is_an_exact_fraction_of_a_cent_also_as_it_is_stored(text, stake):
    agreed = (AgreedStake(1, read_stake(text), NOON),)
    assert read_agreed(write_agreed(agreed)) == agreed == (AgreedStake(1, stake, NOON),)
    earlier = write_agreed(agreed)[0] | {"stake": "123456789/1000000000"}
    assert read_agreed([earlier])[0].stake == Fraction(123_456_789, 10**9)


@pytest.mark.parametrize(
    "text",
    ["", "x", "-1", "1/0", "1/-2", "1e3", "1e300000000", "0x1", "1_0", " 1", "½", "٣", "1" * 5000,
     "0,12345"],
)  # fmt: skip
def test_anything_else_is_refused_at_once(text):
    """1e300000000 would take half a minute to compute, and 1e-300000000 too."""
    begun = monotonic()
    with pytest.raises(ValueError, match="not a stake"):
        read_stake(text)
    assert monotonic() - begun < 1


def test_a_stake_holds_from_the_next_series_that_has_not_begun():
    stakes = agree((), QUARTER, 0, NOON)
    assert find_stake(stakes, 1) == AgreedStake(1, QUARTER, NOON)
    stakes = agree(stakes, HALF, 2, NOON)
    assert [find_stake(stakes, n).stake for n in (1, 2, 3, 4)] == [QUARTER, QUARTER, HALF, HALF]
    assert find_stake(agree((), QUARTER, 1, NOON), 1) is None
    # Set twice before a series.
    assert agree(agree((), QUARTER, 0, NOON), None, 0, NOON) == (AgreedStake(1, None, NOON),)


@given(
    st.lists(st.tuples(st.none() | st.fractions(0, 1000, max_denominator=99), st.integers(0, 9)))
)
def test_stored_stakes_are_read_again(changes):
    stakes, begun = (), 0
    for stake, more in changes[:10]:
        begun = min(99, begun + more)
        stakes = agree(stakes, stake, begun, NOON)
    assert read_agreed(write_agreed(stakes)) == stakes


ROW = {"from_series": 1, "stake": "1", "set_at": NOON.isoformat()}


@pytest.mark.parametrize(
    "rows",
    [
        *(None, "1/4", [1], [ROW] * 2, [{"from_series": 1, "stake": "1/4"}]),
        *([ROW | {"from_series": number}] for number in (0, True)),
        *([ROW | {"stake": stake}] for stake in ("1/0", "1001", 1)),
        *([ROW | {"set_at": moment}] for moment in ("2026-11-22T12:00", "noon")),
    ],
)
def test_rows_that_are_no_stakes_are_refused(rows):
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        read_agreed(rows)
