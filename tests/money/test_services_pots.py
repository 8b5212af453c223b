"""Pots, their plans, and prizes paid out (docs/law.md "Money of a tournament")."""

from dataclasses import replace

import pytest

from scoring.exchange.reads.verify import verify
from scoring.models import Fees, LogEntry, Pot, TillCount, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.award import preview
from scoring.money.reads.ledger import expected_in_till, till_of, winners_listing
from scoring.money.reads.prizes import award_of, awards, scope_of
from scoring.money.services.ledger import book, collect_entries, count_till, set_fees
from scoring.money.services.pots import (
    PotTerms,
    counter_book,
    create_pot,
    pay_out,
    remove_pot,
    take_back_payment,
)
from scoring.people.services.leaving import set_state
from scoring.rules.prizes import PrizePlan
from tests.factories import (
    make_category,
    make_series,
    make_team,
    make_tournament,
    open_list,
    seated,
)
from tests.money.till import ALL_IN, BY, OVERALL, fill_list, promised, ranked
from tests.refusals import codes_of
from tests.visitors import undone

pytestmark = pytest.mark.django_db


def test_prizes_add_up_to_the_income_of_the_pot_are_paid_once_and_the_till_agrees(played):
    """60 euros of entry fees for two places; the cards' 4 euros flow into no pot."""
    pot = create_pot(played, OVERALL, by=BY)
    result, winners = award_of(pot), ranked(played)[:2]
    prizes = [(w.contender.entry_id, w.prize.cents) for w in result.winners]
    assert prizes == [(winners[0].pk, 4000), (winners[1].pk, 2000)]
    assert (result.award.income, result.award.retained) == (6000, 0)
    pay_out(pot, winners, by=BY)
    assert LogEntry.objects.filter(action="pot.fixed").count() == 1
    assert codes_of(pay_out, pot, winners[:1], by=BY) == ["prize-paid"]
    assert expected_in_till(played) == 400
    count_till(played, {"": 400, "payout": -6000}, by=BY)
    assert till_of(TournamentSource(played)).agrees
    assert verify(played) == []


def test_nothing_is_taken_back_from_a_pot_that_was_removed_meanwhile(played):
    pot = create_pot(played, OVERALL, by=BY)
    Pot.objects.all().delete()
    winner = ranked(played)[0]
    assert codes_of(take_back_payment, pot, winner, by=BY, reason="misread") == ["pot-gone"]


def test_a_pot_is_decided_by_its_series_only_if_it_is_a_pot_of_a_series(played):
    pot = create_pot(played, OVERALL, by=BY)
    pot.series = played.series.get()  # as a document may have it
    assert scope_of(pot) == "overall"


def test_the_first_payment_fixes_the_amounts(played):
    """Whoever pays his fee after the prize-giving has begun changes nobody's prize."""
    pot = create_pot(played, OVERALL, by=BY)
    first, second, *_ = ranked(played)
    pay_out(pot, [first], by=BY)
    book(played, 1500, kind="entry_fee", by=BY, reason="found under the table")
    pay_out(pot, [second], by=BY)
    found = award_of(pot)
    assert [winner.prize.cents for winner in found.winners] == [4000, 2000]
    assert found.award.retained == 1500
    assert LogEntry.objects.filter(action="pot.fixed").count() == 1


def test_nothing_is_paid_before_all_lists_are_in():
    series = seated(8, paper_total=False)
    one, _open = series.lists.select_related("series__tournament")
    fill_list(one)
    pot = create_pot(series.tournament, promised(500), by=BY)
    winner = one.seat_rows.get(position=1).entry
    assert codes_of(pay_out, pot, [winner], by=BY) == ["prize-lists-missing"]


def test_overall_prizes_wait_for_the_series_to_come_until_the_review(played):
    """After the first of two series its own prizes can be paid, those of the whole day not."""
    overall = create_pot(played, promised(500), by=BY)
    first = create_pot(played, promised(500, kind="series", series=played.series.get()), by=BY)
    winner = ranked(played)[0]
    make_series(played)
    assert codes_of(pay_out, overall, [winner], by=BY) == ["prize-series-to-come"]
    assert "nicht alle Serien gespielt" in winners_listing(award_of(overall)).notes[-1]
    assert len(pay_out(first, [winner], by=BY)) == 1
    Tournament.objects.filter(pk=played.pk).update(state="review")
    overall.refresh_from_db()
    assert len(pay_out(overall, [winner], by=BY)) == 1


def test_equal_players_wait_for_the_lot():
    score_list = fill_list(open_list(paper_total=False), won=(11, 11, 10, 9))
    tournament = score_list.series.tournament
    pot = create_pot(tournament, promised(500, 300), by=BY)
    first, second, third, _last = ranked(tournament)
    assert codes_of(pay_out, pot, [first, second], by=BY) == ["prize-lot-needed"] * 2
    assert codes_of(pay_out, pot, [third], by=BY) == ["prize-none"]


def test_every_second_stays_every_second_of_all_who_played_when_one_is_expelled(played):
    """TO 4.3: four paid, and two places were announced; the preview says so, too."""
    plan = PrizePlan(every=2, curve="equal", sources=ALL_IN)
    pot = create_pot(played, replace(OVERALL, plan=plan), by=BY)
    first, second, third, _last = ranked(played)
    set_state(first, "expelled", by=BY, reason="TO 6.2")
    found = award_of(pot)
    assert [winner.contender.entry_id for winner in found.winners] == [second.pk, third.pk]
    assert preview(pot, plan).players == 4
    everybody = award_of(create_pot(played, replace(OVERALL, plan=PrizePlan(every=1)), by=BY))
    assert first.pk not in {winner.contender.entry_id for winner in everybody.winners}


def test_an_optional_pot_is_won_by_those_who_paid_for_it(played):
    """They are ranked among themselves: nobody wins the fourth prize of two."""
    plan = PrizePlan(method="table", amounts=(700, 300))
    pot = create_pot(played, replace(OVERALL, plan=plan, stake_cents=500, optional=True), by=BY)
    _first, second, _third, last = ranked(played)
    for entry in (second, last):
        entry.pot_choices.create(pot=pot)
    collect_entries(played, [second, last], by=BY)
    winners = [(w.contender.entry_id, w.prize.rank, w.prize.cents) for w in award_of(pot).winners]
    assert winners == [(second.pk, 1, 700), (last.pk, 2, 300)]


def test_no_money_flows_into_two_pots(played):
    def of_fees(percent: int) -> PotTerms:
        return replace(OVERALL, plan=PrizePlan(sources=(("entry_fee", percent),)))

    create_pot(played, of_fees(75), by=BY)
    assert codes_of(create_pot, played, of_fees(26), by=BY) == ["source-spent"]
    create_pot(played, of_fees(25), by=BY)
    assert sum(each.award.income for each in awards(TournamentSource(played))) == 6000


def test_every_problem_of_a_pot_is_reported_at_once():
    terms = PotTerms(" ", "series", PrizePlan(percent=101), stake_cents=-1)
    assert codes_of(create_pot, make_tournament(), terms, by=BY) == [
        "pot-title-missing",
        "fee-out-of-range",
        "pot-contest-missing",
        "percent-out-of-range",
    ]
    terms = PotTerms("Topf", "special", PrizePlan(), special="most-beer")
    assert codes_of(create_pot, make_tournament(), terms, by=BY) == ["choice-unknown"]


def test_a_pot_of_a_series_or_category_removed_meanwhile_is_refused(played):
    gone = {"series": make_series(played), "category": make_category(played, "Damen", [])}
    for kind, contest in gone.items():
        terms = promised(500, kind=kind, **{kind: contest})
        type(contest).objects.filter(pk=contest.pk).delete()
        assert codes_of(create_pot, played, terms, by=BY) == [f"{kind}-gone"]


def test_a_pot_with_money_stays(played):
    empty = create_pot(played, OVERALL, by=BY)
    remove_pot(empty, by=BY)
    assert not Pot.objects.exists()
    stake = create_pot(played, PotTerms("Topf", "overall", PrizePlan(), stake_cents=100), by=BY)
    collect_entries(played, ranked(played), by=BY)
    assert codes_of(remove_pot, stake, by=BY) == ["pot-has-money"]


def test_a_team_wins_together_and_its_lowest_number_takes_the_prize(played):
    entries = ranked(played)
    numbers = [entry.start_number for entry in entries]
    make_team(played, [numbers[0], numbers[3]], kind="tandem", size=2)
    make_team(played, numbers[1:3], kind="tandem", size=2)
    pot = create_pot(played, promised(2000, ties="share", kind="tandem"), by=BY)
    winner = award_of(pot).winners[0]
    captain = played.entries.get(pk=winner.contender.entry_id)
    assert captain.start_number == min(
        played.entries.get(pk=pk).start_number for pk in winner.contender.entries
    )
    assert len(pay_out(pot, [captain], by=BY)) == 1
    assert verify(played) == []


def test_a_category_and_a_special_prize_have_their_own_standings(played):
    entries = ranked(played)
    ladies = make_category(played, "Damen", [entry.start_number for entry in entries[2:]])
    of_ladies = promised(500, ties="share", kind="category", category=ladies)
    special = promised(500, ties="share", kind="special")
    best = create_pot(played, of_ladies, by=BY)
    most = create_pot(played, replace(special, special="most-won"), by=BY)
    ouvert = create_pot(played, replace(special, special="grand-ouvert"), by=BY)
    assert [w.contender.entry_id for w in award_of(best).winners] == [entries[2].pk]
    assert [w.contender.entry_id for w in award_of(most).winners] == [entries[0].pk]
    found = award_of(ouvert)
    assert (found.winners, found.award.retained) == ((), 0)


def test_fees_are_set_and_the_log_says_what_was_before(tournament):
    set_fees(tournament, Fees(entry_cents=600), by=BY)
    set_fees(tournament, Fees(entry_cents=1700, lost_ladder=[[1, 50], [4, 100]]), by=BY)
    set_fees(tournament, Fees(entry_cents=1700, lost_ladder=[[1, 50], [4, 100]]), by=BY)
    rows = LogEntry.objects.filter(action="fees.set").order_by("id")
    assert [row.old.get("entry_cents") for row in rows] == [0, 600]


def test_a_count_stands_beside_what_was_expected_at_that_moment(tournament):
    book(tournament, 5000, by=BY, reason="change")
    book(make_tournament(), 700, by=BY, reason="change")
    count_till(tournament, {"": 4990}, by=BY, note="in coins")
    assert till_of(TournamentSource(tournament)).whole.difference == -10
    book(tournament, 100, by=BY, reason="a donation")
    whole = till_of(TournamentSource(tournament)).whole
    assert (whole.difference, whole.has_moved) == (-10, True)
    assert TillCount.objects.get().expected_cents == 5000


def test_a_counter_booking_is_no_expense(tournament):
    booking = book(tournament, 5000, by=BY, reason="change")
    counter_book(booking, by=BY, reason="a slip")
    [line] = till_of(TournamentSource(tournament)).lines
    assert (line.came_in, line.went_out) == (0, 0)


def test_verify_sees_pots_that_hold_more_than_came_in_and_a_prize_paid_twice(played):
    """Rows that no service would write; others: tests/exchange/test_services_office.py."""
    pot = create_pot(played, OVERALL, by=BY)
    with undone():
        beside = create_pot(played, replace(OVERALL, plan=PrizePlan()), by=BY)
        Pot.objects.filter(pk=beside.pk).update(plan={"sources": [["entry_fee", 100]]})
        assert [finding.problem.code for finding in verify(played)] == ["verify-pots-exceed"]
    [paid] = pay_out(pot, ranked(played)[:1], by=BY)
    paid.pk, paid.number = None, paid.number + 1
    paid.save(force_insert=True)
    assert [finding.problem.code for finding in verify(played)] == ["verify-paid-too-much"]
