"""A tournament that cannot be played to its end: fees back, or prizes in proportion (TO 3.4)."""

from dataclasses import replace

import pytest
from django.urls import reverse

from scoring.core.forms import Refused
from scoring.exchange.reads.verify import verify
from scoring.models import Booking, LogEntry, Pot, Series, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.breaking_off import fee_refunds, played_percent, reduced_prizes
from scoring.money.reads.ledger import expected_in_till
from scoring.money.reads.prizes import award_of
from scoring.money.services.breaking_off import break_off, resume
from scoring.money.services.ledger import book, collect_entries
from scoring.money.services.pots import (
    PotTerms,
    counter_book,
    create_pot,
    pay_out,
    record_handed_in,
)
from scoring.people.services.leaving import set_state
from scoring.rules.prizes import PrizePlan
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import make_series
from tests.money.till import ALL_IN, BY, OVERALL
from tests.refusals import codes, codes_of
from tests.steps import codes_for
from tests.visitors import member, text, undone

pytestmark = pytest.mark.django_db
WHY = "the power failed"


@pytest.fixture
def tournament(played) -> Tournament:
    """Four players who paid 15 euros and 1 euro for cards; one of three series was played."""
    for _number in (2, 3):
        make_series(played)
    move_series(Series.objects.get(number=1), "closed", by=BY)
    played.refresh_from_db()
    return played


def side_pot(tournament: Tournament, number: int, **more: object) -> Pot:
    """A stake of 2 euros for one series; the first takes it all."""
    plan = PrizePlan(method="places", places=1)
    series = tournament.series.get(number=number)
    terms = PotTerms(f"Serie {number}", "series", plan, series=series, stake_cents=200, **more)
    return create_pot(tournament, terms, by=BY)


def test_the_part_of_the_series_that_were_not_played_goes_back(tournament):
    """Two thirds of 16 euros each; income = refunds + prizes + retained, to the cent."""
    outcome = fee_refunds(TournamentSource(tournament))
    assert {cents for _entry, _paid, cents in outcome.by_player} == {1066, 1067}
    assert (outcome.income, outcome.refund_total, outcome.retained) == (6400, 4266, 2134)
    book(tournament, 20_000, by=BY, reason="change is nobody's fee")
    assert fee_refunds(TournamentSource(tournament)).refund_total == 4266
    break_off(tournament, "refunded", by=BY, reason=WHY, seen=outcome.booked_total)
    assert (tournament.broken_off, expected_in_till(tournament)) == ("refunded", 22134)
    assert not verify(tournament)


def test_who_was_expelled_or_left_gets_nothing_back_and_who_came_late_his_own_part(tournament):
    """TO 4.3: his fee is kept."""
    first, second, third, _fourth = tournament.entries.order_by("start_number")
    set_state(first, "expelled", by=BY, reason="insults")
    set_state(second, "withdrawn", by=BY)
    for series, unused in (({"from_series": 2}, 1), ({"from_series": 1, "until_series": 1}, 0)):
        tournament.entries.filter(pk=third.pk).update(**series)
        third.refresh_from_db()
        refunds = fee_refunds(TournamentSource(tournament)).refunds
        assert sum(each.cents for each in refunds if each.entry == third) == 1600 * unused
    tournament.entries.filter(pk=third.pk).update(until_series=None)
    break_off(tournament, "refunded", by=BY, reason=WHY)
    refunds = Booking.objects.filter(cents__lt=0)
    assert set(refunds.values_list("start_number", flat=True)) == {3, 4}


def test_stakes_go_back_of_series_that_were_not_played_and_of_no_other(tournament):
    played, unplayed = side_pot(tournament, 1), side_pot(tournament, 2)
    collect_entries(tournament, list(tournament.entries.all()), by=BY)
    outcome = fee_refunds(TournamentSource(tournament))
    stakes = {(each.pot, each.cents) for each in outcome.refunds if each.kind == "stake"}
    assert stakes == {(unplayed.pk, 200)}
    break_off(tournament, "refunded", by=BY, reason=WHY)
    assert award_of(played).award.given == 800


def test_prizes_that_were_paid_stay_and_no_more_goes_back_than_is_left(tournament):
    """60 euros of entry fees became a prize: of 64 euros 4 are left, though 42.66 are unused."""
    plan = PrizePlan(method="table", amounts=(6000,), sources=ALL_IN)
    series = tournament.series.get(number=1)
    pot = create_pot(tournament, PotTerms("Serie 1", "series", plan, series=series), by=BY)
    pay_out(pot, [tournament.entries.get(seats__position=1)], by=BY)
    outcome, plan = fee_refunds(TournamentSource(tournament)), Pot.objects.get().plan
    assert (outcome.refund_total, outcome.paid_before, outcome.retained) == (400, 6000, 0)
    with undone():
        break_off(tournament, "prizes", by=BY, reason=WHY, percent=0)
        assert Pot.objects.get().plan == plan
    tournament.refresh_from_db()
    break_off(tournament, "refunded", by=BY, reason=WHY)
    assert expected_in_till(tournament) == 0


def test_a_third_of_the_prizes_is_paid_where_a_third_was_played(tournament):
    """60 euros for two places, 40 and 20: 33 percent of them in whole euros."""
    pot = create_pot(tournament, OVERALL, by=BY)
    outcome = reduced_prizes(TournamentSource(tournament), played_percent(tournament))
    assert [(won.contender.rank, won.rest) for _, won in outcome.prizes] == [(1, 1300), (2, 600)]
    assert (outcome.income, outcome.paid_now, outcome.retained) == (6400, 1900, 4500)
    break_off(tournament, "prizes", by=BY, reason=WHY, percent=33, seen=outcome.booked_total)
    assert expected_in_till(tournament) == 4500
    award = award_of(Pot.objects.get(pk=pot.pk)).award
    assert (award.income, award.given, award.retained) == (6000, 1900, 4100)
    assert LogEntry.objects.get(action="tournament.broken_off").new["percent"] == 33
    assert not verify(tournament)


def test_a_pot_of_a_played_series_pays_in_full_and_one_of_an_unplayed_gives_its_stakes_back(
    tournament,
):
    played, unplayed = side_pot(tournament, 1), side_pot(tournament, 3)
    collect_entries(tournament, list(tournament.entries.all()), by=BY)
    outcome = reduced_prizes(TournamentSource(tournament), 10)
    assert [(pot.pk, winner.rest) for pot, winner in outcome.prizes] == [(played.pk, 800)]
    assert {(each.pot, each.cents) for each in outcome.refunds} == {(unplayed.pk, 200)}
    break_off(tournament, "prizes", by=BY, reason=WHY, percent=10)
    assert expected_in_till(tournament) == outcome.retained
    assert not verify(tournament)


def test_a_pot_that_passes_over_winners_waits_for_no_series_that_is_not_played(tournament):
    """Who wins overall is certain, though two of the three series were not drawn."""
    create_pot(tournament, OVERALL, by=BY)
    plan = PrizePlan(method="table", amounts=(700,), one_each=True)
    series = tournament.series.get(number=1)
    create_pot(tournament, PotTerms("Serie 1", "series", plan, series=series), by=BY)
    outcome = reduced_prizes(TournamentSource(tournament), 50)
    prizes = [(winner.contender.rank, winner.rest) for _pot, winner in outcome.prizes]
    assert (prizes, outcome.open_prizes) == ([(1, 2000), (2, 1000), (3, 700)], 0)


def test_a_prize_waits_for_lists_and_start_card(tournament):
    """TO 7.4.1, 9.13."""
    Tournament.objects.update(ask_handed_in=True)
    tournament.refresh_from_db()
    pot = create_pot(tournament, OVERALL, by=BY)
    first = tournament.entries.get(seats__position=1)
    record_handed_in(tournament, [first.start_number], by=BY)
    outcome = reduced_prizes(TournamentSource(tournament), 50)
    assert [(won.contender.entry_id, won.rest) for _, won in outcome.prizes] == [(first.pk, 2000)]
    assert (outcome.open_prizes, outcome.retained) == (1000, 3400)
    break_off(tournament, "prizes", by=BY, reason=WHY, percent=50)
    second = tournament.entries.get(seats__position=2)
    record_handed_in(tournament, [second.start_number], by=BY)
    pay_out(Pot.objects.get(pk=pot.pk), [second], by=BY)
    assert expected_in_till(tournament) == 3400


def test_without_a_pot_or_with_a_list_missing_no_prize_is_cut(tournament):
    """TO 3.4: a percentage of the prize money that was announced, in a table as by a curve."""
    assert codes_of(break_off, tournament, "prizes", by=BY, reason=WHY) == ["break-off-no-pot"]
    plan = PrizePlan(method="table", amounts=(5000, 3000), sources=ALL_IN)
    create_pot(tournament, replace(OVERALL, plan=plan), by=BY)
    prizes = reduced_prizes(TournamentSource(tournament), 50).prizes
    assert [winner.rest for _pot, winner in prizes] == [2500, 1500]
    tournament.series.get(number=1).lists.update(state="open")
    assert codes_of(break_off, tournament, "prizes", by=BY, reason=WHY) == ["prize-lists-missing"]


def test_everything_that_forbids_it_is_named_at_once(tournament):
    second = tournament.series.get(number=2)
    draw_series(second, by=BY)
    move_series(second, "released", by=BY)
    with pytest.raises(Refused) as refusal:
        break_off(tournament, "refunded", by=BY, reason=" ")
    assert codes(refusal) == ["reason-missing", "break-off-series-open"]
    assert refusal.value.problems[-1].params == {"series": [2]}
    page = text(member(tournament, "organizer").get(reverse("break-off", args=[tournament.pk])))
    assert "Series that are still going on: 2." in page
    assert "Goes back" not in page


def test_it_happens_once_as_it_was_shown_and_only_before_the_result_is_posted(tournament):
    def refusal(**more: object) -> list[str]:
        return codes_of(break_off, tournament, "refunded", by=BY, reason=WHY, **more)

    assert refusal(seen=1) == ["break-off-changed"]
    assert expected_in_till(tournament) == 6400
    break_off(tournament, "refunded", by=BY, reason=WHY)
    assert LogEntry.objects.filter(action="tournament.broken_off").count() == 1
    assert refusal() == ["tournament-broken-off"]
    prizes = codes_of(break_off, tournament, "prizes", by=BY, reason=WHY)
    assert prizes == ["tournament-broken-off"]
    Tournament.objects.update(broken_off="", state="review")
    tournament.refresh_from_db()
    assert refusal() == ["break-off-too-late"]


def test_afterwards_no_series_is_drawn_and_the_result_is_posted(tournament):
    break_off(tournament, "refunded", by=BY, reason=WHY)
    second = Series.objects.select_related("tournament").get(number=2)
    assert codes_of(draw_series, second, by=BY) == ["tournament-broken-off"]
    assert "review" in codes_for(tournament)
    move_tournament(tournament, "review", by=BY)
    move_tournament(tournament, "final", by=BY)


@pytest.mark.parametrize("way", ["refunded", "prizes"])
def test_taken_back_everything_is_as_it_was_by_counter_bookings(tournament, way):
    """What was cancelled by hand is not cancelled again."""
    create_pot(tournament, OVERALL, by=BY)
    plan, before = Pot.objects.get().plan, Booking.objects.count()
    break_off(tournament, way, by=BY, reason=WHY, percent=50)
    booked = Booking.objects.count() - before
    assert booked
    if way == "refunded":
        counter_book(Booking.objects.filter(cents__lt=0).first(), by=BY, reason="was not there")
    resume(tournament, by=BY, reason="the power is back")
    assert Booking.objects.filter(reverses__isnull=False).count() == booked
    assert (tournament.broken_off, expected_in_till(tournament)) == ("", 6400)
    assert Pot.objects.get().plan == plan
    draw_series(Series.objects.select_related("tournament").get(number=2), by=BY)
    assert not verify(tournament)
    assert codes_of(resume, tournament, by=BY, reason="") == ["reason-missing", "not-broken-off"]


def test_the_page_previews_both_ways_and_breaks_off(tournament):
    create_pot(tournament, OVERALL, by=BY)
    organizer, address = member(tournament, "organizer"), reverse("break-off", args=[tournament.pk])
    page = text(organizer.get(address))
    assert "taken €64.00 = given back €42.66 + prizes €0.00 + kept €21.34" in page
    assert "taken €64.00 = given back €0.00 + prizes €19.00 + kept €45.00" in page
    assert "prizes €30.00 + kept €34.00" in text(organizer.get(address, {"percent": "50"}))
    assert "prizes €19.00" in text(organizer.get(address, {"percent": "x"}))
    sent = {"way": "refunded", "seen": "4266", "reason": ""}
    response = organizer.post(address, sent)
    assert response.status_code == 422
    assert "Please give the reason" in text(response)
    answer = organizer.post(address, {**sent, "reason": WHY}, follow=True)
    assert "The tournament is broken off." in text(answer)
    overview = organizer.get(reverse("tournament", args=[tournament.pk]))
    assert "Broken off, fees refunded" in text(overview)
    resume_at = reverse("break-off-resume", args=[tournament.pk])
    resumed = organizer.post(resume_at, {"reason": "sun"}, follow=True)
    assert "Taken back: the tournament goes on." in text(resumed)
