"""What goes back when a tournament is broken off (TO 3.4)."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.fees import refunds
from scoring.rules.prizes import PrizePlan, in_proportion

PARTS = st.fractions(min_value=0, max_value=1, max_denominator=20)
CLAIMS = st.lists(st.tuples(st.integers(0, 10_000), PARTS), max_size=40)


def test_everybody_gets_back_the_part_that_was_not_played():
    """Three series for €15, one played: €10 each; who came for the others gets all, to the cent."""
    assert refunds([(1500, Fraction(2, 3))] * 4, 6000) == (1000,) * 4
    claims = [(paid, part) for part in (Fraction(1), Fraction(2, 3)) for paid in (1500, 100)]
    assert refunds(claims, 3200) == (1500, 100, 1000, 66)
    # 3 and 1.9 cents with 4 there: the fraction of a cent that is not there cuts nobody.
    assert refunds([(3, Fraction(1)), (2, Fraction(19, 20))], 4) == (3, 1)


def test_nothing_goes_back_of_nothing():
    assert refunds([], 1000) == ()
    assert refunds([(1500, Fraction(0))], 1000) == (0,)
    assert refunds([(1500, Fraction(1))], -200) == (0,)


@given(CLAIMS, st.integers(-1_000, 400_000))
def test_refunds_never_exceed_what_was_paid_nor_what_is_left(claims, available):
    """Taken = given back + kept, and nobody profits."""
    cents = refunds(claims, available)
    whole = floor(sum(paid * part for paid, part in claims))
    assert sum(cents) == max(0, min(whole, available))
    assert all(0 <= back <= paid for back, (paid, _part) in zip(cents, claims, strict=True))


@given(CLAIMS, st.integers(0, 400_000))
def test_a_refund_differs_from_its_exact_share_by_less_than_a_cent(claims, available):
    cents = refunds(claims, available)
    whole = sum(paid * part for paid, part in claims)
    share = Fraction(available) / whole if floor(whole) > available else 1
    for back, (paid, part) in zip(cents, claims, strict=True):
        assert abs(back - paid * part * share) < 1


@pytest.mark.parametrize(
    ("percent", "amounts"), [(100, (4000, 2000)), (66, (2600, 1300)), (1, ()), (0, ())]
)
def test_prizes_in_proportion_are_whole_units(percent, amounts):
    plan = in_proportion(PrizePlan(), (4000, 2000), percent)
    assert plan.amounts == amounts
    assert (plan.percent == 0) is (amounts == ())


@given(
    st.lists(st.integers(0, 100_000), max_size=20),
    st.integers(0, 100),
    st.sampled_from((1, 10, 100)),
)
def test_a_cut_plan_never_promises_more_than_its_part(amounts, percent, rounding):
    table = sorted(amounts, reverse=True)
    plan = in_proportion(PrizePlan(rounding=rounding), table, percent)
    assert 100 * sum(plan.amounts) <= percent * sum(table)
    assert list(plan.amounts) == sorted(plan.amounts, reverse=True)
