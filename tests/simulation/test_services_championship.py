"""A simulated championship from registration to the till: all sums agree."""

import pytest

from scoring.models import Booking, Tournament
from scoring.models.money import BookingKind
from scoring.money.services.ledger import collect_entries, set_fees
from scoring.rules.fees import lost_fee
from tests.simulated import BY, plan
from tests.snapshots import built_once
from tools.championship import LADDERS, Crowd, account, fees_with, simulate_championship

pytestmark = pytest.mark.django_db


@built_once
def championship() -> Tournament:
    return simulate_championship(
        plan(players=28, series=3), Crowd(late=2, leaving=2, expelled=2), by=BY
    )


@pytest.fixture
def tournament() -> Tournament:
    return championship()


def test_verify_is_clean_the_till_agrees_and_every_plan_sums_to_the_cent(tournament: Tournament):
    found = account(tournament)
    assert found.sound
    for each in found.pots:
        prizes = sum(winner.prize.cents or 0 for winner in each.winners)
        assert each.award.income == prizes + each.award.retained
        assert each.paid == prizes
    booked = sum(Booking.objects.filter(tournament=tournament).values_list("cents", flat=True))
    assert found.expected == booked >= 0


def test_late_leaving_and_expelled_players_play_only_their_series(tournament: Tournament):
    late = tournament.entries.filter(from_series=2)
    leaving = tournament.entries.filter(until_series__isnull=False)
    expelled = tournament.entries.filter(state="expelled")
    assert (late.count(), leaving.count(), expelled.count()) == (2, 2, 2)
    for entry in tournament.entries.all():
        for number in entry.seats.values_list("series__number", flat=True):
            assert entry.from_series <= number <= (entry.until_series or 99)
    first = expelled.order_by("start_number").first()
    assert set(first.seats.values_list("series__number", flat=True)) == {1}
    assert sum(first.bookings.values_list("cents", flat=True)) > 0  # TO 4.3: the fee is kept


def test_booked_fees_equal_fees_of_the_lists(tournament: Tournament):
    """docs/law.md "Money of a tournament": recomputed by list and player from the tallies alone."""
    Tournament.objects.update(state="review")
    for ladder in LADDERS.values():
        set_fees(tournament, fees_with(ladder), by=BY)
        collect_entries(tournament, list(tournament.entries.all()), by=BY)
        lost = BookingKind.LOST_GAMES
        paid = sum(tournament.bookings.filter(kind=lost).values_list("cents", flat=True))
        owed = sum(
            lost_fee(each, ladder)
            for entry in tournament.entries.all()
            for each in entry.seats.values_list("lost", flat=True)
        )
        assert paid == owed > 0
