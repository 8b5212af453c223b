"""Money before everybody has gone: after each series, at the award, before the final result."""

import pytest
from django.urls import reverse

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, Fees, Series, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.ledger import open_fees
from scoring.money.services.ledger import charge, collect_entries, set_fees
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.bare_totals import BareTotal
from scoring.rules.prizes import PrizePlan
from scoring.series.services.series import move_series
from tests.factories import make_series, seated
from tests.visitors import text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
LADDER = [[1, 50], [4, 100]]  # the first three lost games 0.50 each, from the fourth on 1.00


@pytest.fixture
def tournament() -> Tournament:
    """Series 1 is closed: five games lost at seat 1, one at seat 2; series 2 is to be drawn."""
    series = seated(4, paper_total=False)
    tournament = series.tournament
    set_fees(tournament, Fees(entry_cents=1500, lost_ladder=LADDER), by=BY)
    charge(tournament, list(tournament.entries.all()), by=BY)
    score_list = series.lists.select_related("series__tournament").get()
    figures = [
        BareTotal(24 * won - 48 * lost, won, lost)
        for won, lost in ((11, 5), (12, 1), (10, 0), (9, 0))
    ]
    enter_totals(score_list, figures, 0, by=BY, revision=score_list.revision)
    series.refresh_from_db()
    move_series(series, "closed", by=BY)
    make_series(tournament)
    return Tournament.objects.get()


def overview(client, tournament: Tournament) -> str:
    return text(client.get(reverse("tournament", args=[tournament.pk])))


def test_lost_games_are_paid_before_the_next_series_is_drawn(organizer, tournament):
    """Who pays later does not hold up the next draw."""
    shown = overview(organizer, tournament)
    assert "Next step Series 1: collect the lost-game fees, €4.00" in shown
    assert "Draw the seating of series 2" in shown
    entries = list(tournament.entries.all())
    for paying in (entries[:1], entries):
        collect_entries(tournament, paying, by=BY)
        shown = overview(organizer, tournament)
        assert "Next step Draw the seating of series 2" in shown
        assert ("collect the lost-game fees" in shown) is (paying != entries)
    set_fees(tournament, Fees(entry_cents=1600, lost_ladder=LADDER), by=BY)
    shown = overview(organizer, tournament)
    assert "Next step Draw the seating of series 2" in shown
    assert "Fees are open: 4 players, €4.00" in shown


def test_the_lost_game_fees_open_with_the_last_series_that_owes_some(organizer, tournament):
    first, second = Series.objects.order_by("number")
    assert second.state == "draft"

    def opened() -> str:
        return organizer.get(reverse("money-lists", args=[tournament.pk])).url

    assert opened() == reverse("series-fees", args=[first.pk])
    collect_entries(tournament, list(tournament.entries.all()), by=BY)
    assert opened() == reverse("series-fees", args=[first.pk])
    set_fees(tournament, Fees(entry_cents=1500, lost_ladder=[[1, 100]]), by=BY)
    assert opened() == reverse("series-fees", args=[first.pk])


def test_a_debt_stands_beside_the_name_at_the_award_and_is_set_off_by_one_click(
    organizer, tournament
):
    """The winner of 20 euros owes 50 cents of his own: 19.50 leave the till."""
    Series.objects.filter(number=2).delete()
    plan = PrizePlan(method="table", amounts=(2000, 2000))
    create_pot(tournament, PotTerms("Gesamt", "overall", plan, stake_cents=1000), by=BY)
    entries = list(tournament.entries.order_by("start_number"))
    charge(tournament, entries, by=BY)
    award = reverse("award", args=[tournament.pk])
    shown = text(organizer.get(award))
    assert shown.count("owes €0.50") == 2  # at the pot, and at the sums per person
    assert "Set off, hand out €19.50" in shown
    button = {"entry": entries[0].pk, "set_off": "yes"}
    answer = organizer.post(reverse("award-pay", args=[tournament.pk]), button, follow=True)
    assert "Handed out: €19.50 to " in text(answer)
    assert "owes €0.50" not in text(organizer.get(award))
    assert entries[0] not in [dues.entry for dues in open_fees(TournamentSource(tournament))]
    assert entries[0].bookings.latest("pk").cents == 50


def test_what_is_owed_is_said_before_final_is_pressed(organizer, tournament):
    Series.objects.filter(number=2).delete()
    Tournament.objects.update(state="review")
    shown = overview(organizer, tournament)
    assert "Next step Fees are open: 2 players, €4.00" in shown
    final = shown.index("declare the result final")
    assert "Fees are open: 2 players, €4.00" in shown[final:]
    assert "Collect first" in shown[final:]
