"""One prize a person over several pots (docs/law.md "Money of a tournament")."""

from collections import Counter
from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.core.forms import Refused
from scoring.lists.services.lists import reopen_list
from scoring.models import Booking, Pot, Tournament
from scoring.models.money import BookingKind
from scoring.models.tournament import TournamentSource
from scoring.money.reads.ledger import cash_report
from scoring.money.reads.prizes import award_of
from scoring.money.services.ledger import book
from scoring.money.services.pots import PotTerms, counter_book, create_pot, pay_out
from scoring.people.services.leaving import set_state
from scoring.rules.prizes import PrizePlan
from tests.effort import cases
from tests.factories import seated
from tests.money.till import BY, fill_list
from tests.refusals import codes

BY_MONEY = PrizePlan(method="places", places=4, curve="equal", least=1000, rounding=100)
pytestmark = pytest.mark.django_db
# Two lists: what each of the eight players won, best first, and after a correction.
LISTS = ((12, 11, 10, 9), (8, 7, 6, 5))
MISREAD = ((9, 10, 11, 12), (5, 6, 7, 8))


@pytest.fixture
def played() -> Tournament:
    series = seated(8, paper_total=False)
    for score_list, won in zip(series.lists.order_by("table_number"), LISTS, strict=True):
        fill_list(score_list, won=won)
    return series.tournament


def make_pots(tournament: Tournament) -> list[Pot]:
    """Three pots of one contest: the second and the third give one prize a person."""
    return [
        create_pot(tournament, PotTerms(title, "overall", plan), by=BY)
        for title, plan in (
            ("Gesamt", BY_MONEY),
            ("Zweiter", replace(BY_MONEY, one_each=True)),
            ("Dritter", PrizePlan(method="table", amounts=(900, 500), one_each=True)),
        )
    ]


def put(pot: Pot, cents: int) -> None:
    book(pot.tournament, cents, pot=pot.pk, by=BY, reason="a donation")


def pay_all(pot: Pot) -> list[int]:
    """Pay every prize of a pot; the start numbers that got one."""
    winners = [winner.contender.entry_id for winner in award_of(pot).winners]
    entries = list(pot.tournament.entries.filter(pk__in=winners))
    pay_out(pot, entries, by=BY)
    return sorted(entry.start_number for entry in entries)


def paid_from(pot: Pot) -> set[int]:
    """Who has got money out of a pot, by start number."""
    sums: Counter[int] = Counter()
    for number, cents in pot.bookings.filter(kind="payout").values_list("start_number", "cents"):
        sums[number] -= cents
    return {number for number, cents in sums.items() if cents > 0}


def test_late_payment_gives_nobody_a_second_prize_unless_the_other_is_taken_back(played):
    """Whoever was paid by the later pot keeps that prize; in the earlier one the next moves up."""
    first, second, _third = make_pots(played)
    put(first, 1000)
    put(second, 1000)
    [runner_up] = pay_all(second)
    put(first, 2000)
    winners = [winner.contender for winner in award_of(first).winners]
    assert runner_up not in {winner.number for winner in winners}
    assert [winner.rank for winner in winners] == [1, 3, 4]
    assert [(winner.number, pot) for winner, pot in award_of(first).served] == [(runner_up, second)]
    with pytest.raises(Refused) as refused:
        pay_out(first, [played.entries.get(start_number=runner_up)], by=BY)
    assert codes(refused) == ["prize-of-another-pot"]
    assert refused.value.problems[0].params == {"number": runner_up, "pot": "Zweiter"}
    counter_book(played.bookings.get(kind="payout"), by=BY, reason="he wins more than that")
    assert runner_up in pay_all(first)
    assert runner_up not in pay_all(second)


PUT = st.tuples(st.just("put"), st.integers(0, 1), st.just(1000))
PAY = st.tuples(st.just("pay"), st.sampled_from((0, 1, 1, 2)), st.sampled_from((1, 15, 15)))
STEPS = st.one_of(
    *(PUT, PUT, PAY, PAY, PAY),
    st.tuples(st.just("take back"), st.integers(0, 4), st.just(0)),
    st.tuples(st.just("correct"), st.integers(0, 1), st.booleans()),
    st.tuples(st.just("expel"), st.integers(1, 8), st.booleans()),
)
LATE_MONEY = [("pay", 1, 15), ("put", 0, 1000), ("pay", 0, 15)]


def play(tournament: Tournament, pots: list[Pot], act: str, which: int, how: int) -> None:
    """One thing that happens at the desk; raises Refused where it must not."""
    if act == "put":
        put(pots[which], how)
    elif act == "pay":
        due = [each for each in award_of(pots[which]).winners if each.rest > 0]
        ids = [each.contender.entry_id for n, each in enumerate(due) if how >> n & 1]
        pay_out(pots[which], list(tournament.entries.filter(pk__in=ids)), by=BY)
        after = award_of(pots[which])
        assert after.paid <= after.award.given
    elif act == "take back":
        movable = Booking.objects.filter(tournament=tournament, reverses=None)
        if booking := movable.order_by("-number")[which : which + 1].first():
            counter_book(booking, by=BY, reason="taken back")
    elif act == "correct":
        score_list = tournament.series.get().lists.get(table_number=which + 1)
        reopen_list(score_list, by=BY, revision=score_list.revision, reason="misread")
        fill_list(score_list, won=(MISREAD if how else LISTS)[which])
    else:
        state = "expelled" if how else "present"
        set_state(tournament.entries.get(start_number=which), state, by=BY, reason="TO 6.2")


@pytest.mark.slow
@settings(
    max_examples=cases(6, 40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example(steps=LATE_MONEY)
@given(steps=st.lists(STEPS, min_size=4, max_size=9))
def test_no_order_of_bookings_gives_a_person_two_prizes(played, steps):
    with transaction.atomic():
        pots = make_pots(played)
        for pot in pots[:2]:
            put(pot, 1000)
        for step in steps:
            try:
                with transaction.atomic():
                    play(played, pots, *step)
            except Refused:
                continue
            got = Counter(number for pot in pots for number in paid_from(pot))
            assert not [number for number, times in got.items() if times > 1]
            found = cash_report(TournamentSource(played))
            for each in found.pots:
                given = each.award.given + each.award.undecided
                assert each.award.income == given + each.award.retained
            assert found.income == found.prizes + found.undecided + found.retained
            out = played.bookings.filter(kind=BookingKind.PAYOUT).values_list("cents", flat=True)
            assert sum(pot.paid for pot in found.pots) == -sum(out)
        transaction.set_rollback(True)
