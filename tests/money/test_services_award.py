"""Prizes handed out at the award (docs/law.md "Money of a tournament", docs/practice.md)."""

from dataclasses import replace

import pytest

from scoring.models import Entry, LogEntry, Pot, PrizeInKind, Tournament
from scoring.models.log import Action
from scoring.money.reads.award import ceremony, open_choices
from scoring.money.reads.ledger import till
from scoring.money.reads.prizes import award_of, awards
from scoring.money.services.award import (
    add_prizes,
    give_prize,
    pay_prize,
    record_handed_in,
    remove_prize,
    take_back_payment,
    take_back_prize,
)
from scoring.money.services.pots import PotTerms, counter_book, create_pot, remove_pot
from scoring.rules.prizes import PrizePlan
from tests.factories import open_list
from tests.money.test_services_pots import CLERK, OVERALL, played, typed  # noqa: F401
from tests.refusals import codes_of

WINNER, SECOND = 2, 1  # by start number, as the list is typed
pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(played: Tournament) -> Tournament:  # noqa: F811
    """Four players; 60 euros of entry fees; lists and start cards are handed in."""
    record_handed_in(played, [1, 2, 3, 4], by=CLERK)
    return played


@pytest.fixture
def pots(tournament: Tournament) -> tuple[Pot, Pot]:
    """The series first, 30 euros for one place; then overall, 30 euros for two."""
    half = (("entry_fee", 50),)
    first = PotTerms(
        "Serie 1",
        "series",
        PrizePlan(method="places", places=1, sources=half),
        series=tournament.series.get(),
    )
    second = replace(OVERALL, plan=replace(OVERALL.plan, sources=half))
    return (
        create_pot(tournament, first, by=CLERK),
        create_pot(tournament, second, by=CLERK),
    )


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(start_number=number)


def things(pot: Pot, *titles: str) -> list[PrizeInKind]:
    add_prizes(pot, titles, by=CLERK)
    return list(pot.in_kind.order_by("number"))


def test_award_is_read_from_the_small_to_the_great_and_a_person_is_paid_at_once(pots):
    tournament = pots[0].tournament
    read = ceremony(tournament)
    assert [each.result.pot.kind for each in read.pots] == ["series", "overall"]
    assert [line.contender.rank for line in read.pots[1].lines] == [2, 1]
    first, second = sorted(read.people, key=lambda each: -each.cents)
    assert (first.cents, first.due, second.cents) == (3000 + 2000, 5000, 1000)
    before = till(tournament).whole.expected
    booked = pay_prize(entry(tournament, WINNER), by=CLERK)
    assert sorted(-each.cents for each in booked) == [2000, 3000]
    assert till(tournament).whole.expected == before - 5000
    assert codes_of(pay_prize, entry(tournament, WINNER), by=CLERK) == ["prize-nothing-due"]
    read = ceremony(tournament)
    assert (read.done, len(read.lines), read.is_done) == (2, 3, False)


def test_tick_is_taken_back_with_a_reason_and_the_money_is_in_the_till_again(pots):
    tournament = pots[0].tournament
    one = entry(tournament, WINNER)
    before = till(tournament).whole.expected
    pay_prize(one, by=CLERK)
    assert codes_of(take_back_payment, pots[0], one, by=CLERK, reason=" ") == ["reason-missing"]
    take_back_payment(pots[0], one, by=CLERK, reason="wrong envelope")
    assert till(tournament).whole.expected == before - 2000
    logged = LogEntry.objects.filter(action=Action.BOOKING_REVERSED).get()
    assert logged.reason == "wrong envelope"
    assert codes_of(take_back_payment, pots[0], one, by=CLERK, reason="x") == ["prize-not-given"]
    assert [-each.cents for each in pay_prize(one, by=CLERK)] == [3000]


@pytest.mark.parametrize("where", ["award", "ledger"])
def test_pot_whose_prizes_were_all_taken_back_follows_its_plan_again(pots, where):
    pot, one = pots[1], entry(pots[1].tournament, WINNER)
    before = pot.plan
    pay_prize(one, by=CLERK)
    pot.refresh_from_db()
    assert pot.plan != before
    if where == "award":
        take_back_payment(pot, one, by=CLERK, reason="not yet")
    else:
        counter_book(pot.bookings.get(kind="payout"), by=CLERK, reason="not yet")
    pot.refresh_from_db()
    assert pot.plan == before
    assert LogEntry.objects.filter(action=Action.POT_CHANGED, new={"plan": before}).exists()


def test_person_without_lists_and_start_card_is_paid_nothing(pots):
    """TO 7.4.1, 9.13."""
    tournament = pots[0].tournament
    Tournament.objects.update(ask_handed_in=True)
    record_handed_in(tournament, [WINNER], by=CLERK, handed_in=False)
    winner = entry(tournament, WINNER)
    assert set(codes_of(pay_prize, winner, by=CLERK)) == {"prize-not-handed-in"}
    people = {each.contender.number: each for each in ceremony(Tournament.objects.get()).people}
    assert (people[WINNER].contender.waits, people[WINNER].due) == (True, 0)


def test_winners_choose_in_order_as_many_as_there_are_things(pots, tournament):
    overall = pots[1]
    ham, wine, basket = things(overall, "Ham", "Wine", "Basket")

    def choosers() -> tuple[list[int], int]:
        """Who chooses now, and how many of them the panel counts."""
        lines = ceremony(tournament).pots[1].choosers
        return [line.contender.number for line in lines], dict(open_choices(awards(tournament)))[
            overall.pk
        ]

    assert [each.number for each in award_of(overall).takers] == [WINNER, SECOND, 3]
    assert codes_of(give_prize, ham, 4, by=CLERK) == ["prize-in-kind-no-choice"]
    give_prize(wine, WINNER, by=CLERK)
    assert codes_of(give_prize, wine, SECOND, by=CLERK) == ["prize-in-kind-given"]
    assert codes_of(give_prize, ham, WINNER, by=CLERK) == ["prize-in-kind-second"]
    assert choosers() == ([SECOND, 3], 2)
    assert [each.title for each in ceremony(tournament).pots[1].free] == ["Ham", "Basket"]
    give_prize(basket, 3, by=CLERK)  # who is out for a moment chooses later
    assert choosers() == ([SECOND], 1)
    remove_prize(ham, by=CLERK)
    assert list(open_choices(awards(tournament))) == []


def test_thing_is_taken_back_logged_and_chosen_anew(pots):
    overall = pots[1]
    ham, _wine = things(overall, "Ham", "Wine")
    give_prize(ham, WINNER, by=CLERK)
    assert codes_of(remove_prize, ham, by=CLERK) == ["prize-in-kind-given"]
    assert codes_of(remove_pot, overall, by=CLERK) == ["prize-in-kind-given"]
    take_back_prize(ham, by=CLERK)
    assert codes_of(take_back_prize, ham, by=CLERK) == ["prize-not-given"]
    give_prize(ham, SECOND, by=CLERK)
    acts = LogEntry.objects.filter(subject="pot/2").order_by("id").values_list("action", flat=True)
    assert list(acts)[1:] == ["prizes.added", "prize.given", "prize.taken_back", "prize.given"]
    assert LogEntry.objects.filter(action="prize.given").last().new == {
        "things": ["Ham"],
        "start_number": SECOND,
    }


def test_thing_of_somebody_who_wins_nothing_any_more_is_named(pots):
    overall = pots[1]
    ham, _wine, basket = things(overall, "Ham", "Wine", "Basket")
    give_prize(basket, 3, by=CLERK)
    remove_prize(ham, by=CLERK)
    pot = ceremony(overall.tournament).pots[1]
    assert (pot.unclaimed_things, [each.title for each in pot.free]) == ([basket], ["Wine"])
    take_back_prize(basket, by=CLERK)
    assert ceremony(overall.tournament).pots[1].unclaimed_things == []


def test_one_prize_a_person_counts_things_as_prizes(pots, tournament):
    """Whoever may choose in an earlier pot is passed over in a later one that wants it so."""
    things(pots[0], "Ham", "Wine")  # the first two
    plan = PrizePlan(method="table", amounts=(500,), one_each=True)
    later = create_pot(tournament, PotTerms("Trost", "overall", plan), by=CLERK)
    assert [each.contender.number for each in award_of(later).winners] == [3]


def test_lot_decides_who_chooses_first():
    """TO 5.1: nobody chooses while it is open which of the equal players comes first."""
    score_list = typed(open_list(paper_total=False), won=(12, 12, 10, 9))
    tournament = score_list.series.tournament
    record_handed_in(tournament, [1, 2, 3, 4], by=CLERK)
    pot = create_pot(tournament, OVERALL, by=CLERK)
    [ham] = things(pot, "Ham")
    [taker] = award_of(pot).takers
    assert "prize-lot-needed" in codes_of(give_prize, ham, taker.number, by=CLERK)
    assert award_of(pot).settled is False


def test_list_of_things_is_refused_with_its_reason(pots):
    for titles, code in (
        ([" "], "prize-in-kind-missing"),
        (["x" * 81], "text-too-long"),
        (["x"] * 401, "prizes-in-kind-too-many"),
    ):
        assert codes_of(add_prizes, pots[0], titles, by=CLERK) == [code]
