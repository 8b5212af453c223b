"""Days led in a browser by following the panel of the next step alone.

Clicks and keys are printed for each station, beside the most that are allowed:
`pytest -s -m slow tests/whole/test_browser_evening.py`.
"""

import pytest
from playwright.sync_api import Page

from scoring.models import Booking, Entry, Seat, Tournament
from scoring.money.reads.ledger import open_fees, till
from tests.browser import sign_in
from tests.factories import make_user
from tests.organizer import PLAYERS, Evening, Organizer, report
from tests.visitors import browser as client_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
]
SERIES = 2
# The way from the last list to the next evening; handing out is one click a person beside it.
END = ("close-series", "review", "pay-prizes", "count-till", "make-final", "back-up")


def test_an_evening_is_led_from_the_first_name_to_the_next_evening(desk: Page, live_server) -> None:
    sign_in(desk, client_of(make_user("wilma", superuser=True)), live_server.url)
    hand = Organizer(desk)
    desk.goto(f"{live_server.url}/tournaments/new/")
    hand.click("[name=kind][value=evening]")
    hand.until("#id_season")
    hand.fill("#id_name", "Preisskat")
    hand.fill("#id_series", "2")
    hand.fill("#id_rounds", "1")
    hand.press("Enter")
    desk.wait_for_selector(".step")
    evening = Evening(hand)
    hand.lead(evening.stations, until="next-evening")
    at_the_end = hand.clicks["close-series"] // SERIES
    at_the_end += sum(hand.clicks[station] for station in END if station != "close-series")
    hand.clicks["evening's end"] = at_the_end
    assert (report(hand), hand.unseen) == ([], [])
    tournament = Tournament.objects.get()
    assert tournament.state == "final"
    assert open_fees(tournament) == []
    assert till(tournament).agrees
    present = tournament.entries.filter(state="present")
    for series in tournament.series.all():
        seated = Seat.objects.filter(series=series).values("entry")
        forgotten = present.filter(from_series__lte=series.number).exclude(pk__in=seated)
        assert set(forgotten.values_list("no_list_reasons__series", flat=True)) <= {series.pk}
    paid = Booking.objects.filter(kind="payout")
    assert paid.exists()
    assert Entry.objects.count() == len(PLAYERS) + 1
