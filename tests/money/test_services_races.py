"""Concurrent bookings: nothing is booked or paid twice, and no number is used twice."""

from functools import partial
from unittest import mock

import pytest
from django.utils import timezone

from scoring.exchange.reads.verify import verify
from scoring.models import Booking, Fees
from scoring.money.services import ledger, pots
from scoring.money.services.ledger import book, collect_list, set_fees
from scoring.money.services.pots import create_pot, pay_out
from tests.factories import open_list
from tests.money.till import BY, fill_list, promised
from tests.races import at_once, in_between, unprotected

pytestmark = pytest.mark.django_db(transaction=True)


def closed_list():
    """Each seat lost one game at 50 cents."""
    score_list = open_list(paper_total=False)
    set_fees(score_list.series.tournament, Fees(lost_ladder=[[1, 50]]), by=BY)
    return fill_list(score_list, won=(11,) * 4, lost=(1,) * 4)


def tick_twice():
    score_list = closed_list()
    act = partial(collect_list, score_list, [1, 2, 3, 4], by=BY)
    in_between(act, "scoring.money.services.ledger.dues_of_list", act)
    return sum(Booking.objects.values_list("cents", flat=True))


def pay_twice():
    score_list = closed_list()
    pot = create_pot(score_list.series.tournament, promised(*[500] * 4), by=BY)
    act = partial(pay_out, pot, [score_list.seat_rows.get(position=1).entry], by=BY)
    in_between(act, "scoring.money.services.pots.award_of", act)
    return sum(Booking.objects.values_list("cents", flat=True))


both = pytest.mark.parametrize(("race", "right"), [(tick_twice, 200), (pay_twice, -500)])


@both
def test_concurrent_ticks_of_a_table_book_once_and_payments_of_a_prize_pay_once(race, right):
    assert race() == right


@both
def test_race_exists_without_protection(race, right):
    """Without the lock the second of the two books, or pays, once more."""
    with (
        unprotected(),
        mock.patch.object(ledger, "write_bookings", numbered_anew),
        mock.patch.object(pots, "write_bookings", numbered_anew),
    ):
        assert race() == 2 * right


def numbered_anew(tournament, items, **how):
    """Without a lock two bookings would take one number, which the database refuses."""
    for item in items:
        item.tournament, item.at = tournament, timezone.now()
        item.number = Booking.objects.count() + 1
        item.save()
    return items


def test_concurrent_bookings_get_distinct_numbers(tournament):
    acts = [partial(book, tournament, 100 + each, by=BY, reason="a donation") for each in range(4)]
    results = at_once(*acts)
    assert sorted(booking.number for booking in results) == [1, 2, 3, 4]
    assert verify(tournament) == []
