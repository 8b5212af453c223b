"""Prizes handed out at the award (docs/law.md "Money of a tournament", docs/practice.md)."""

from dataclasses import replace
from types import SimpleNamespace as Fake
from typing import Any

import pytest

from scoring.models import Entry, LogEntry, Pot, PrizeInKind, Tournament
from scoring.models.log import Action
from scoring.models.tournament import TournamentSource
from scoring.money.reads import award
from scoring.money.reads.ledger import expected_in_till
from scoring.money.reads.prizes import Contender, award_of, awards, plan_of
from scoring.money.services.ledger import collect_entries
from scoring.money.services.pots import (
    PotTerms,
    add_prizes,
    change_pot,
    counter_book,
    create_pot,
    give_prize,
    pay_prize,
    pot_terms,
    record_handed_in,
    remove_pot,
    remove_prize,
    take_back_payment,
    take_back_prize,
)
from scoring.people.services.leaving import set_state
from scoring.rules.prizes import PrizePlan
from tests.factories import make_entries, make_series, open_list
from tests.money.till import BY, OVERALL, fill_list
from tests.refusals import codes_of

WINNER, SECOND = 2, 1  # by start number, as the list is typed
pytestmark = pytest.mark.django_db


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(start_number=number)


def things(pot: Pot, *titles: str) -> list[PrizeInKind]:
    add_prizes(pot, titles, by=BY)
    return list(pot.in_kind.order_by("number"))


def test_award_is_read_from_the_small_to_the_great_and_a_person_is_paid_at_once(pots):
    tournament = pots[0].tournament
    read = award.ceremony(TournamentSource(tournament))
    assert [each.pot_award.pot.kind for each in read.pots] == ["series", "overall"]
    assert [line.contender.rank for line in read.pots[1].lines] == [2, 1]
    first, second = sorted(read.people, key=lambda each: -each.cents)
    assert (first.cents, first.due, second.cents) == (3000 + 2000, 5000, 1000)
    before = expected_in_till(tournament)
    booked = pay_prize(entry(tournament, WINNER), by=BY)
    assert sorted(-each.cents for each in booked) == [2000, 3000]
    assert expected_in_till(tournament) == before - 5000
    assert codes_of(pay_prize, entry(tournament, WINNER), by=BY) == ["prize-nothing-due"]
    read = award.ceremony(TournamentSource(tournament))
    assert (read.done, len(read.lines), read.is_done) == (2, 3, False)


def test_tick_is_taken_back_with_a_reason_and_the_money_is_in_the_till_again(pots):
    tournament = pots[0].tournament
    one = entry(tournament, WINNER)
    before = expected_in_till(tournament)
    pay_prize(one, by=BY)
    assert codes_of(take_back_payment, pots[0], one, by=BY, reason=" ") == ["reason-missing"]
    take_back_payment(pots[0], one, by=BY, reason="wrong envelope")
    assert expected_in_till(tournament) == before - 2000
    logged = LogEntry.objects.filter(action=Action.BOOKING_REVERSED).get()
    assert logged.reason == "wrong envelope"
    assert codes_of(take_back_payment, pots[0], one, by=BY, reason="x") == ["prize-not-given"]
    assert [-each.cents for each in pay_prize(one, by=BY)] == [3000]


def test_pot_whose_prizes_were_all_taken_back_follows_its_plan_again(pots):
    pot, one = pots[1], entry(pots[1].tournament, WINNER)
    before = pot.plan
    pay_prize(one, by=BY)
    pot.refresh_from_db()
    assert pot.plan != before
    counter_book(pot.bookings.get(kind="payout"), by=BY, reason="not yet")
    pot.refresh_from_db()
    assert pot.plan == before
    assert LogEntry.objects.filter(action=Action.POT_CHANGED, new={"plan": before}).exists()
    typed = replace(plan_of(pot), method="table", amounts=award_of(pot).award.amounts)
    change_pot(pot, replace(pot_terms(pot), plan=typed), by=BY)
    pay_prize(one, pot, by=BY)
    take_back_payment(pot, one, by=BY, reason="not yet")
    pot.refresh_from_db()
    assert plan_of(pot) == typed


def test_winners_choose_in_order_as_many_as_there_are_things(pots, handed_in):
    overall = pots[1]
    ham, wine, basket = things(overall, "Ham", "Wine", "Basket")

    def choosers() -> tuple[list[int], int]:
        """Who chooses now, and how many of them the panel counts."""
        source = TournamentSource(handed_in)
        lines = award.ceremony(source).pots[1].choosers
        numbers = [line.contender.number for line in lines]
        return numbers, dict(award.open_choices(awards(source)))[overall.pk]

    assert [each.number for each in award_of(overall).takers] == [WINNER, SECOND, 3]
    assert codes_of(give_prize, ham, 4, by=BY) == ["prize-in-kind-no-choice"]
    give_prize(wine, WINNER, by=BY)
    assert codes_of(give_prize, wine, SECOND, by=BY) == ["prize-in-kind-given"]
    assert codes_of(give_prize, ham, WINNER, by=BY) == ["prize-in-kind-second"]
    assert choosers() == ([SECOND, 3], 2)
    give_prize(basket, 3, by=BY)  # who is out for a moment chooses later
    assert choosers() == ([SECOND], 1)
    remove_prize(ham, by=BY)
    assert list(award.open_choices(awards(TournamentSource(handed_in)))) == []


def test_thing_is_taken_back_logged_and_chosen_anew(pots):
    overall = pots[1]
    ham, _wine = things(overall, "Ham", "Wine")
    give_prize(ham, WINNER, by=BY)
    assert codes_of(remove_prize, ham, by=BY) == ["prize-in-kind-given"]
    assert codes_of(remove_pot, overall, by=BY) == ["prize-in-kind-given"]
    take_back_prize(ham, by=BY)
    assert codes_of(take_back_prize, ham, by=BY) == ["prize-not-given"]
    give_prize(ham, SECOND, by=BY)
    acts = LogEntry.objects.filter(subject="pot/2").order_by("id").values_list("action", flat=True)
    assert list(acts)[1:] == ["prizes.added", "prize.given", "prize.taken_back", "prize.given"]
    given = LogEntry.objects.filter(action="prize.given").last()
    assert given.new == {"things": ["Ham"], "start_number": SECOND}


def test_one_prize_a_person_counts_things_as_prizes(pots, handed_in):
    """Whoever may choose in an earlier pot is passed over in a later one that wants it so."""
    things(pots[0], "Ham", "Wine")  # the first two
    plan = PrizePlan(method="table", amounts=(500,), one_each=True)
    later = create_pot(handed_in, PotTerms("Trost", "overall", plan), by=BY)
    assert [each.contender.number for each in award_of(later).winners] == [3]


def test_lot_decides_who_chooses_first():
    """TO 5.1: nobody chooses while it is open which of the equal players comes first."""
    score_list = fill_list(open_list(paper_total=False), won=(12, 12, 10, 9))
    tournament = score_list.series.tournament
    record_handed_in(tournament, [1, 2, 3, 4], by=BY)
    pot = create_pot(tournament, OVERALL, by=BY)
    [ham] = things(pot, "Ham")
    [taker] = award_of(pot).takers
    assert "prize-lot-needed" in codes_of(give_prize, ham, taker.number, by=BY)
    assert award_of(pot).is_decided is False
    type(pot).objects.filter(pk=pot.pk).update(optional=True, stake_cents=100)
    pot.refresh_from_db()
    payer = tournament.entries.get(start_number=taker.number)
    payer.pot_choices.create(pot=pot)
    collect_entries(tournament, [payer], by=BY)
    give_prize(ham, taker.number, by=BY)  # his equal did not pay: no lot is needed


def test_list_of_things_is_refused_with_its_reason(pots):
    assert codes_of(add_prizes, pots[0], [" "], by=BY) == ["prize-in-kind-missing"]
    assert codes_of(add_prizes, pots[0], ["x"] * 401, by=BY) == ["prizes-in-kind-too-many"]


def line_of(name: str, *, is_team: bool = False) -> award.CeremonyLine:
    return award.CeremonyLine(Contender(name, 1, False, (1,), 1, name, is_team=is_team))


def test_people_of_the_award_stand_in_german_order_before_the_teams():
    """A team with a comma in its name is read aloud as it is called."""
    names = ("Zander, Ada", "Ärger, Bo", "Özil, Cem", "Łukasz, Dan")
    pot: Any = Fake(pot=Fake(title="Gesamt", kind="overall"))
    lines = (line_of("Herz, Dame", is_team=True), *map(line_of, names))
    people = award.ceremony_people([award.CeremonyPot(pot, lines)])
    families = [person.contender.name.partition(",")[0] for person in people]
    assert families == ["Ärger", "Łukasz", "Özil", "Zander", "Herz"]
    assert [line.spoken for line in lines[:2]] == ["Herz, Dame", "Ada Zander"]


def test_whoever_never_came_owes_no_stake_and_the_plan_gives_away_no_money_of_his(tournament):
    *players, gone = make_entries(tournament, 8)
    make_series(tournament)
    terms = PotTerms("Gesamt", "overall", PrizePlan(), stake_cents=500)
    pot = create_pot(tournament, terms, by=BY)
    assert award.preview(pot, terms.plan).expected == 8 * 500
    collect_entries(tournament, players[:2], by=BY)
    set_state(gone, "no_show", by=BY, reason="ill")
    assert award.preview(pot, terms.plan).expected == 7 * 500
    tournament.broken_off = "refunded"
    assert award.preview(pot, terms.plan).expected == 2 * 500


def test_a_pot_of_a_series_is_tried_out_with_those_who_play_it(tournament):
    *_others, early, late = make_entries(tournament, 8)
    _first, second = make_series(tournament), make_series(tournament)
    early.until_series, late.from_series = 1, 2
    early.save()
    late.save()
    plan = PrizePlan()
    pot = create_pot(tournament, PotTerms("Serie 2", "series", plan, series=second), by=BY)
    assert award.preview(pot, plan).players == 7
