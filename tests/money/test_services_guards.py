"""No money is paid twice after changes or reversals (docs/law.md "Money of a tournament")."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.core.forms import Refused
from scoring.exchange.reads.verify import verify
from scoring.lists.services.lists import reopen_list
from scoring.models import Pot
from scoring.models.tournament import TournamentSource
from scoring.money.reads.award import ceremony
from scoring.money.reads.dues import entry_dues, owed_at_the_door
from scoring.money.reads.prizes import award_of
from scoring.money.services import pots
from scoring.money.services.ledger import collect_entries, give_back, refund
from scoring.money.services.pots import PotTerms, change_pot, counter_book, create_pot, pay_out
from scoring.people.services.leaving import set_state
from scoring.series.services.series import create_series
from tests.factories import make_category, make_team
from tests.money.till import BY, fill_list, promised, ranked
from tests.refusals import codes, codes_of

ONE_PRIZE = promised(2000)
pytestmark = pytest.mark.django_db


def retyped(tournament, won):
    """The only list again, opened and closed with other figures."""
    score_list = tournament.series.get().lists.select_related("series__tournament").get()
    reopen_list(score_list, by=BY, revision=score_list.revision, reason="misread")
    fill_list(score_list, won=won)


def test_terms_of_a_pot_are_fixed_after_a_payment(played):
    played.series.update(day=date(2026, 3, 1))
    winner, runner_up, *_ = ranked(played)
    ladies = make_category(played, "Damen", [winner.start_number])
    juniors = make_category(played, "Junioren", [runner_up.start_number])
    today, tomorrow = date(2026, 3, 1), date(2026, 3, 2)
    for terms, *others in (
        ({"kind": "day", "day": today}, {"day": tomorrow}, {"stake_cents": 5}, {"optional": True}),
        ({"kind": "category", "category": ladies}, {"category": juniors}),
        ({"kind": "special", "special": "most-won"}, {"special": "best-series"}),
    ):
        pot_terms = replace(ONE_PRIZE, **terms)
        pot = create_pot(played, pot_terms, by=BY)
        pay_out(pot, [winner, winner], by=BY)  # ticked twice
        assert award_of(pot).paid == 2000
        for other in others:
            refused = codes_of(change_pot, pot, replace(pot_terms, **other), by=BY)
            assert refused == ["pot-pays-already"]
        change_pot(pot, replace(pot_terms, title="Sonntag"), by=BY)
    assert set(Pot.objects.values_list("title", flat=True)) == {"Sonntag"}


def test_a_changed_list_pays_no_prize_twice(played):
    """A paid player wins nothing until he gives the prize back."""
    pot = create_pot(played, ONE_PRIZE, by=BY)
    first, *_, last = ranked(played)
    [paid] = pay_out(pot, [first], by=BY)
    retyped(played, (9, 10, 11, 12))
    assert codes_of(pay_out, pot, [last], by=BY) == ["prize-exceeds"]
    counter_book(paid, by=BY, reason="the list was misread")
    pay_out(pot, [last], by=BY)
    assert award_of(pot).paid == 2000


def test_a_team_that_got_a_lower_number_gets_nothing_again_nor_do_quite_other_players(played):
    entries = list(played.entries.order_by("start_number"))
    team = make_team(played, [each.start_number for each in entries[1:3]], kind="tandem", size=2)
    pot = create_pot(played, replace(ONE_PRIZE, kind="tandem"), by=BY)
    ham, wine = (pot.in_kind.create(number=number, title="Ham") for number in (1, 2))
    pots.give_prize(ham, 2, by=BY)
    pay_out(pot, [entries[1]], by=BY)
    team.members.filter(entry=entries[2]).update(entry=entries[0])
    [winner] = award_of(pot).winners
    assert (winner.contender.entry_id, winner.paid, winner.rest) == (entries[0].pk, 2000, 0)
    assert award_of(pot).overpaid == {}
    assert verify(played) == []
    assert codes_of(pay_out, pot, [entries[0]], by=BY) == ["prize-paid"]
    [read] = ceremony(TournamentSource(played)).pots
    assert ([line.thing for line in read.lines], read.unclaimed_things) == ([ham], [])
    assert "prize-in-kind-second" in codes_of(pots.give_prize, wine, 1, by=BY)
    team.members.filter(entry=entries[1]).update(entry=entries[3])
    assert codes_of(pay_out, pot, [entries[0]], by=BY) == ["prize-exceeds"]


def after_one_of_two(played, **first):
    """A pot, and behind it one of the first series for those who win nothing in that one."""
    create_pot(played, replace(ONE_PRIZE, **first), by=BY)
    plan = replace(ONE_PRIZE.plan, one_each=True)
    pot_terms = PotTerms("1. Serie", "series", plan, series=played.series.get(number=1))
    return create_pot(played, pot_terms, by=BY)


def test_one_prize_a_person_waits_for_the_pots_before(played):
    """Nobody knows who wins overall as long as a series is to come."""
    pot = after_one_of_two(played)
    first, second, *_ = ranked(played)
    create_series(played, by=BY)
    for entry in (first, second):
        with pytest.raises(Refused) as refused:
            pay_out(pot, [entry], by=BY)
        assert codes(refused)[0] == "prize-pot-before"
        assert refused.value.problems[0].params == {"pot": "Gesamt"}
    played.series.get(number=2).delete()
    assert len(pay_out(pot, [second], by=BY)) == 1


def test_one_prize_a_person_waits_for_the_lot_of_a_pot_before(played):
    retyped(played, (11, 11, 10, 9))
    pot = after_one_of_two(played)
    assert "prize-pot-before" in codes_of(pay_out, pot, [ranked(played)[2]], by=BY)


def test_one_prize_a_person_does_not_wait_for_teams(played):
    winner = ranked(played)[:1]
    pot = after_one_of_two(played, kind="team")
    create_series(played, by=BY)
    assert len(pay_out(pot, winner, by=BY)) == 1


def test_what_was_given_back_is_not_cancelled_as_well(played):
    entry = played.entries.get(start_number=1)
    paid = entry.bookings.get(kind="entry_fee")
    back = refund(entry, 1000, by=BY, reason="ill")
    with pytest.raises(Refused) as refused:
        counter_book(paid, by=BY, reason="ill")
    assert codes(refused) == ["refund-exceeds"]
    assert refused.value.problems[0].params == {"cents": 500}
    counter_book(back, by=BY, reason="he had not paid")
    counter_book(paid, by=BY, reason="he had not paid")
    assert sum(entry.bookings.values_list("cents", flat=True)) == 100


def test_who_withdrew_and_was_refunded_owes_nothing_unless_it_was_cancelled(played):
    entry, other, third, _fourth = played.entries.all()
    for each in (entry, other, third):
        set_state(each, "withdrawn", by=BY)
    give_back(entry, by=BY, reason="fell ill")
    assert [each.rest for each in entry_dues(TournamentSource(played), [entry, other])] == [0, 0]
    assert sum(entry.bookings.values_list("cents", flat=True)) == 0
    assert collect_entries(played, [entry, other], by=BY) == []
    counter_book(third.bookings.get(kind="entry_fee"), by=BY, reason="ticked by mistake")
    assert owed_at_the_door(third) == 1500
