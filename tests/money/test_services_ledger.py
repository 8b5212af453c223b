"""What is booked, taken back and given back (docs/law.md "Money of a tournament")."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.lists.services.confirmation import annul_list
from scoring.lists.services.games import annul_games, record_game, record_games
from scoring.lists.services.lists import close_list, reopen_list
from scoring.models import Booking, Category, Entry, EntryCategory, Fees, LogEntry, Seat
from scoring.models.tournament import TournamentSource
from scoring.money.reads.dues import (
    all_dues,
    dues_of_list,
    entry_dues,
    lists_in_order,
    owed_at_the_door,
)
from scoring.money.reads.ledger import expected_in_till
from scoring.money.services.ledger import (
    book,
    charge,
    collect_entries,
    collect_list,
    give_back,
    refund,
    set_fees,
    uncharge,
)
from scoring.money.services.pots import counter_book
from scoring.people.services.leaving import remove_entry, set_state
from tests.factories import line, make_entries, make_tournament, open_list, seated
from tests.money.till import BY, fill_list
from tests.refusals import codes_of

COMMON = [[1, 50], [4, 100]]  # docs/law.md "Money of a tournament"
WON = (11, 11, 11, 2)  # of 48 games; nine are lost and four passed in
pytestmark = pytest.mark.django_db


def priced(players: int = 4, **fees):
    """A tournament of €23.50 = 15 + 3 series at 2.50 + 1 for cards (docs/practice.md)."""
    tournament = make_tournament()
    make_entries(tournament, players)
    Fees.objects.create(tournament=tournament, **{"entry_cents": 1500, "card_cents": 100, **fees})
    for number in (1, 2, 3):
        tournament.pots.create(number=number, title=f"{number}", kind="series", stake_cents=250)
    return tournament


def first(tournament) -> Entry:
    return tournament.entries.get(start_number=1)


def test_registration_charges_entry_fee_cards_and_stakes():
    """docs/practice.md: €23.50 = 15 + 7.50 + 1. The log names the bookings and no person."""
    tournament = priced()
    booked = [(b.kind, b.cents) for b in collect_entries(tournament, [first(tournament)], by=BY)]
    assert booked == [("entry_fee", 1500), ("card_money", 100), *[("stake", 250)] * 3]
    assert expected_in_till(tournament) == 2350
    row = LogEntry.objects.latest("id")
    assert (row.action, row.subject) == ("booking.made", "booking/1")
    assert row.new == {"bookings": [1, 2, 3, 4, 5], "cents": 2350}
    assert collect_entries(tournament, [first(tournament)], by=BY) == []


def test_bookings_are_numbered_without_a_gap_in_each_tournament():
    one, other = priced(), priced()
    for tournament in (one, other, one):
        book(tournament, 100, by=BY, reason="a donation")
    assert list(one.bookings.values_list("number", flat=True)) == [1, 2]
    assert list(other.bookings.values_list("number", flat=True)) == [1]


def test_a_category_has_its_own_fee_and_the_cheapest_counts():
    """Who enters for free still pays for cards, and gets back what he paid before."""
    tournament = priced()
    entry = first(tournament)
    collect_entries(tournament, [entry], by=BY)
    for name, (cents, due) in enumerate(((500, 500), (1000, 500), (None, 500), (0, 0))):
        category = Category.objects.create(tournament=tournament, name=name, entry_cents=cents)
        EntryCategory.objects.create(entry=entry, category=category)
        assert entry_dues(TournamentSource(tournament), [entry])[0].due == due + 100 + 750
    assert [each.cents for each in collect_entries(tournament, [entry], by=BY)] == [-1500]
    assert expected_in_till(tournament) == 850


def test_a_part_of_another_service_charges_and_takes_back():
    tournament = priced()
    entry = first(tournament)
    charge(tournament, [entry], by=BY)
    uncharge(tournament, [entry], by=BY)
    remove_entry(entry, by=BY)
    assert expected_in_till(tournament) == 0
    assert {booking.start_number for booking in tournament.bookings.all()} == {1}
    assert tournament.bookings.filter(reverses__isnull=False).count() == 5
    assert uncharge(tournament, list(tournament.entries.all()), by=BY) == []


def test_an_expelled_player_owes_the_fee_until_the_organizer_gives_it_back():
    """The fee is kept (TO 4.3); where the organizer gives it back all the same, he meant it."""
    tournament = priced()
    entry = first(tournament)
    set_state(entry, "expelled", by=BY, reason="TO 4.3")
    assert owed_at_the_door(entry) == 2350
    collect_entries(tournament, [entry], by=BY)
    refunds = give_back(entry, by=BY, reason="the board decided so")
    assert owed_at_the_door(entry) == 0
    assert expected_in_till(tournament) == 0
    for row in refunds:
        counter_book(row, by=BY, reason="misread")
    Fees.objects.update(table_cents=100)
    assert owed_at_the_door(entry) == 100


def test_registration_payments_are_refunded_together():
    """The stakes leave their pots; what was won or lost at a table stays."""
    tournament = priced()
    entry = first(tournament)
    collect_entries(tournament, [entry], by=BY)
    book(tournament, 500, entry=entry, by=BY, reason="a donation")
    set_state(entry, "withdrawn", by=BY)
    give_back(entry, by=BY, reason="withdrew in time")
    assert expected_in_till(tournament) == 500
    assert owed_at_the_door(entry) == 0
    assert codes_of(give_back, entry, by=BY, reason="once more") == ["refund-exceeds"]


def test_nobody_gets_back_more_than_he_paid_and_a_stake_comes_out_of_its_pot():
    tournament = priced()
    entry = first(tournament)
    collect_entries(tournament, [entry], by=BY)
    assert codes_of(refund, entry, 1501, by=BY, reason="too much") == ["refund-exceeds"]
    assert codes_of(refund, entry, -500, by=BY, reason="minus") == ["amount-out-of-range"]
    refund(entry, 1500, by=BY, reason="all of it")
    assert codes_of(refund, entry, 1, by=BY, reason="once more") == ["refund-exceeds"]
    pot = tournament.pots.first()
    refund(entry, 250, by=BY, reason="did not play it", kind="stake", pot=pot.pk)
    assert sum(pot.bookings.values_list("cents", flat=True)) == 0
    assert codes_of(refund, entry, 250, by=BY, reason="why", kind="stake") == ["refund-pot"]


def test_a_booking_is_cancelled_once_and_by_a_second_one():
    tournament = priced()
    booking = book(tournament, 500, by=BY, reason="a donation")
    book(tournament, -300, by=BY, reason="cards bought")  # it may be spent by now
    counter = counter_book(booking, by=BY, reason="typed twice")
    assert (counter.cents, counter.reverses, counter.number) == (-500, booking, 3)
    for again, code in ((booking, "booking-reversed"), (counter, "booking-is-counter")):
        assert codes_of(counter_book, again, by=BY, reason="once more") == [code]
    assert expected_in_till(tournament) == -300


def test_every_problem_of_a_booking_is_reported_at_once():
    tournament, stranger = make_tournament(), first(priced())
    assert codes_of(book, tournament, 0, by=BY, reason=" ") == ["amount-missing", "reason-missing"]
    assert codes_of(book, tournament, 5, entry=stranger, by=BY, reason="slip") == ["entry-gone"]
    assert codes_of(book, tournament, 5, pot=7, by=BY, reason="for prizes") == ["pot-gone"]


def played(lost=(5, 3, 1, 0), **fees):
    """A closed list of 48 games with these lost ones and four passed in."""
    score_list = open_list(paper_total=False)
    Fees.objects.create(tournament=score_list.series.tournament, **{"lost_ladder": COMMON, **fees})
    return fill_list(score_list, won=WON, lost=lost)


def test_a_later_correction_shows_the_difference():
    score_list = played()
    collect_list(score_list, [1, 2, 3, 4], by=BY)
    reopen_list(score_list, by=BY, revision=score_list.revision, reason="misread")
    score_list.refresh_from_db()
    assert dues_of_list(score_list).rest == -550  # an open list costs nothing
    fill_list(score_list, won=WON, lost=(4, 3, 2, 0))
    assert [seat.rest for seat in dues_of_list(score_list).seats] == [-100, 0, 50, 0]
    collect_list(score_list, [1, 2, 3, 4], by=BY)
    assert dues_of_list(score_list).settled
    assert expected_in_till(score_list.series.tournament) == 500


@pytest.mark.parametrize("seen", [{1: 300}, {1: 150, 2: 350, 3: 50, 4: 0}])
def test_changed_amount_is_not_booked(seen):
    """Nor where the sum is the same: the money would be another player's."""
    score_list = played()
    assert [seat.rest for seat in dues_of_list(score_list).seats] == [350, 150, 50, 0]
    assert codes_of(collect_list, score_list, list(seen), by=BY, rest=seen) == ["fee-changed"]
    assert not Booking.objects.exists()


PRICES = Fees(passed_cents=10, lost_ladder=[[1, 50], [4, 100]])


@pytest.fixture
def score_list():
    """Eight games: three passed in, seat 2 lost twice, seat 3 once; dealers sit out."""
    found = open_list(rounds=2)
    set_fees(found.series.tournament, PRICES, by=BY)
    lost = [line(1, 2, won=False), line(3, 2, won=False), line(4, 3, won=False)]
    games = [*lost, line(2), line(5), line(6, 3), line(7, 1), line(8)]
    record_games(found, games, by=BY, revision=1)
    found.refresh_from_db()
    return found


def dues(score_list) -> list[tuple[int, int]]:
    seats = dues_of_list(score_list).seats
    return [(seat.due - seat.passed_due, seat.passed_due) for seat in seats]


def closed(score_list):
    close_list(score_list, by=BY, revision=score_list.revision)
    score_list.refresh_from_db()
    return score_list


def test_annulled_games_cost_nothing(score_list):
    """docs/law.md "A score list": void records count nowhere; the replayed game counts."""
    annul_games(score_list, [8], by=BY, revision=score_list.revision, reason="misdeal")
    score_list.refresh_from_db()
    record_game(score_list, line(8, 1), by=BY, revision=score_list.revision)
    score_list.refresh_from_db()
    assert dues(closed(score_list)) == [(0, 20), (100, 20), (50, 20), (0, 20)]


def test_each_player_pays_for_every_game_passed_in_once_the_list_is_closed(score_list):
    assert dues(score_list) == [(0, 0)] * 4
    assert dues(closed(score_list)) == [(0, 30), (100, 30), (50, 30), (0, 30)]
    collect_list(score_list, [1, 2, 3, 4], by=BY)
    score_list.refresh_from_db()
    # Nothing is owed for a list that is annulled.
    annul_list(score_list, by=BY, revision=score_list.revision, reason="void")
    score_list.refresh_from_db()
    assert dues_of_list(score_list).rest == -(150 + 4 * 30)


def test_a_list_that_is_removed_while_the_till_is_read_is_left_out():
    """The series was drawn anew between two queries: the till answered with an error page."""
    series = seated(8)
    source = TournamentSource(series.tournament)
    source.cached(lists_in_order)
    removed = series.lists.get(table_number=2)
    removed.seat_rows.all().delete()
    removed.delete()
    assert sorted(len(dues.seats) for dues in all_dues(source)) == [0] * 4 + [1] * 4


def test_the_queries_do_not_grow_with_the_players():
    counts = []
    for players in (4, 12):
        series = seated(players, rounds=1)
        set_fees(series.tournament, PRICES, by=BY)
        with CaptureQueriesContext(connection) as queries:
            all_dues(TournamentSource(series.tournament))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_what_one_table_or_player_owes_is_reckoned_without_the_bookings_of_others():
    seat = Seat.objects.filter(series=seated(8, rounds=1)).first()
    with CaptureQueriesContext(connection) as queries:
        dues_of_list(seat.list), owed_at_the_door(seat.entry)
    bookings = [query["sql"] for query in queries if 'FROM "scoring_booking"' in query["sql"]]
    assert ['"list_id" IN' in sql or '"entry_id" IN' in sql for sql in bookings] == [True, True]
