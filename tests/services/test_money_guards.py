"""No money goes out twice, whatever was changed, sent again or taken back meanwhile (RULES 6)."""

import pytest

from scoring.models import Actor, Booking, Fees
from scoring.rules.prizes import Plan
from scoring.services.base import Refused
from scoring.services.ledger import (
    Item,
    book,
    collect_entries,
    collect_list,
    counter_book,
    give_back,
    refund,
)
from scoring.services.pots import (
    PotTerms,
    change_pot,
    create_pot,
    join_pot,
    pay_out,
    remove_pot,
)
from scoring.services.series import create_series
from scoring.services.till import count_till
from tests.factories import make_tournament, open_list
from tests.services.test_pots import codes, ranked, typed

CLERK = Actor(name="test")
ONE_PRIZE = PotTerms("Gesamt", "overall", Plan(method="table", amounts=(2000,)))
pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """A table that played for 15 euros each; everybody has paid."""
    score_list = open_list(paper_total=False)
    tournament = score_list.series.tournament
    Fees.objects.create(tournament=tournament, entry_cents=1500)
    collect_entries(tournament, list(tournament.entries.all()), by=CLERK)
    typed(score_list)
    return tournament


# A submission that was another form's -----------------------------------------------------------

TAKEN = "taken-by-another-form"


def acts(tournament):
    """Everything that moves money, each with the token that was used for something else."""
    entry = tournament.entries.get(start_number=1)
    booking = tournament.bookings.first()
    score_list = tournament.series.get(number=1).lists.get()
    pot = create_pot(tournament, ONE_PRIZE, by=CLERK)
    side = PotTerms("Topf", "overall", Plan(), stake_cents=500, optional=True)
    optional = create_pot(tournament, side, by=CLERK)
    winners = ranked(tournament)[:1]
    how = {"by": CLERK, "token": TAKEN}
    return {
        "collect_entries": lambda: collect_entries(tournament, [entry], **how),
        "collect_list": lambda: collect_list(score_list, [1], **how),
        "book": lambda: book(tournament, Item("other", 77), reason="change", **how),
        "give_back": lambda: give_back(entry, reason="ill", **how),
        "refund": lambda: refund(entry, 99, reason="ill", **how),
        "counter_book": lambda: counter_book(booking, reason="a slip", **how),
        "create_pot": lambda: create_pot(tournament, ONE_PRIZE, **how),
        "change_pot": lambda: change_pot(pot, ONE_PRIZE, **how),
        "remove_pot": lambda: remove_pot(pot, **how),
        "join_pot": lambda: join_pot(optional, 1, **how),
        "pay_out": lambda: pay_out(pot, winners, **how),
        "count_till": lambda: count_till(tournament, {"": 0}, **how),
    }


ACTS = (
    "collect_entries", "collect_list", "book", "give_back", "refund", "counter_book", "create_pot",
    "change_pot", "remove_pot", "join_pot", "pay_out", "count_till",
)  # fmt: skip


@pytest.mark.parametrize("act", ACTS)
def test_a_token_that_another_form_used_is_refused(played, act):
    asked = acts(played)[act]
    create_series(played, by=CLERK, token=TAKEN)
    booked = Booking.objects.count()
    with pytest.raises(Refused) as refused:
        asked()
    assert codes(refused) == ["submission-of-another-form"]
    assert Booking.objects.count() == booked


@pytest.mark.parametrize("act", ["book", "refund", "join_pot", "collect_list"])
def test_a_token_of_another_tournament_is_refused(played, act):
    asked = acts(played)[act]
    book(make_tournament(), Item("other", 77), by=CLERK, reason="change", token=TAKEN)
    with pytest.raises(Refused) as refused:
        asked()
    assert codes(refused) == ["submission-of-another-form"]


def test_a_token_that_cancelled_another_booking_is_refused(played):
    one, other, *_ = played.bookings.all()
    counter = counter_book(one, by=CLERK, reason="a slip", token=TAKEN)
    assert counter_book(one, by=CLERK, reason="a slip", token=TAKEN) == counter
    with pytest.raises(Refused) as refused:
        counter_book(other, by=CLERK, reason="a slip", token=TAKEN)
    assert codes(refused) == ["submission-of-another-form"]
