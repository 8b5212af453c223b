"""Why this table: said as the way of drawing decided it."""

import pytest
from django.urls import reverse

from scoring.models import Actor, ScoreList, Seat, Series
from scoring.models.score_list import TALLY
from scoring.series.reads.draw_report import seat_reasons
from scoring.series.reads.draw_request import DrawOptions, seated_tables
from scoring.series.services.draw import draw_series, seat_by_hand
from scoring.series.services.series import move_series
from tests.factories import make_series, seated
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def second_series(mode: str, *, equal: bool = False, players: int = 8) -> Series:
    """A second series, drawn after a first in which start number 1 was best, then 2, and so on."""
    first = seated(players)
    for seat in Seat.objects.select_related("entry"):
        points = 0 if equal else 100 - seat.entry.start_number
        tally = dict.fromkeys(TALLY, 0) | {"points": points, "performance": points}
        Seat.objects.filter(pk=seat.pk).update(**tally)
    ScoreList.objects.update(state="entered", depth="totals")
    move_series(first, "playing", by=BY)
    move_series(first, "closed", by=BY)
    second = make_series(first.tournament)
    draw_series(second, DrawOptions(mode=mode), by=BY, seed="fixed")
    return second


def page(series: Series, number: int) -> str:
    organizer = member(series.tournament, "organizer")
    return text(organizer.get(reverse("series-seat", args=[series.pk, number])))


def test_by_rank_the_place_and_its_table_are_named():
    series = second_series("by-rank")
    for number in range(1, 9):
        found = seat_reasons(series, number).place
        assert (found.place, found.players, found.rank) == (number, 8, number)
        assert found.home == seat_reasons(series, number).table == (number + 3) // 4
        assert (found.first, found.last) == ((1, 4) if number < 5 else (5, 8))
    shown = page(series, 6)
    assert "When it was drawn, this was place 6 of 8." in shown
    assert "The places 5 to 8 sit at table 2." in shown


def test_by_rank_equal_players_are_put_in_order_by_the_lot():
    series = second_series("by-rank", equal=True)
    found = [seat_reasons(series, number).place for number in range(1, 9)]
    assert {each.equals for each in found} == {8}
    assert sorted(each.place for each in found) == list(range(1, 9))
    for number, each in enumerate(found, 1):
        assert number in seated_tables(series)[each.home]
    assert "8 players shared rank 1; the lot put them in order." in page(series, 1)


def test_by_rank_without_repeats_says_that_players_changed_with_near_tables():
    series = second_series("by-rank-no-repeats", players=16)
    moved = [
        number
        for number in range(1, 17)
        if (found := seat_reasons(series, number)).place and found.place.home != found.table
    ]
    assert moved  # the first series had some of them at one table
    assert "To avoid repeated meetings, players were swapped" in page(series, moved[0])
    stays = next(number for number in range(1, 17) if number not in moved)
    assert "To avoid repeated meetings" not in page(series, stays)


def test_a_plain_lot_and_a_seating_by_hand_name_no_places():
    series = second_series("lot")
    assert "The lot alone decided; earlier meetings did not count." in page(series, 1)
    by_hand = make_series(series.tournament)
    seat_by_hand(by_hand, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, by=BY)
    for each in (series, by_hand):
        assert seat_reasons(each, 1).place is None
