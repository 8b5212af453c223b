"""The next evening and a match day of a league, led by the panel.

Clicks and keys are printed for each station, beside the most that are allowed:
`pytest -s -m slow tests/whole/test_browser_days.py`.
"""

import pytest
from playwright.sync_api import Page

from scoring.models import Actor, Tournament
from scoring.models.tournament import SeriesState
from scoring.people.services.members import add_members
from tests.browser import sign_in
from tests.factories import make_user
from tests.leagues_played import make_league, meeting_of
from tests.organizer import Evening, Organizer, report
from tests.visitors import browser as client_of
from tests.years import club_year

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
]
BY = Actor(name="test")
GIVEN = ("Ada", "Ida", "Kai", "Udo")
FAMILY = ("Amsel", "Dachs", "Falke", "Luchs")


@pytest.fixture
def hand(desk: Page, live_server) -> Organizer:
    sign_in(desk, client_of(make_user("wilma", superuser=True)), live_server.url)
    return Organizer(desk)


def test_the_next_evening_is_led_by_the_panel(hand: Organizer, live_server):
    """22 of 24 members come: a range and a button, then the panel."""
    season = club_year(24, 1, 2)
    numbers = season.tournaments.get().entries.values_list("person", "start_number")
    add_members(season, numbers, by=BY)
    hand.page.goto(f"{live_server.url}/seasons/{season.pk}/")
    with hand.at("evening 2"):
        hand.is_new = True
        hand.click(".btn-primary:has-text('Nächster Abend')")
        hand.until("#attendance-typed:focus")
        hand.type("1-22")
        hand.press("Enter")
        hand.click("button:has-text('Abend vorbereiten')")
        hand.until("#rows tr")
    hand.lead(Evening(hand, plain=True).stations, until="next-evening")
    assert (report(hand), hand.unseen) == ([], [])
    made = season.tournaments.latest("pk")
    assert (made.state, made.entries.count()) == ("final", 22)


def test_a_match_day_with_a_substitution_is_led_by_the_panel(hand: Organizer, live_server):
    meeting = meeting_of(make_league())
    page = hand.page
    page.goto(f"{live_server.url}/meetings/{meeting.pk}/")
    with hand.at("line-ups"):
        hand.is_new = True
        hand.click("main .btn-primary")
        hand.until("textarea:focus")
        for number, family in enumerate(FAMILY):
            hand.type("\n".join(f"{given} {family}" for given in GIVEN))
            if number < 3:
                hand.press("Tab")
        hand.click("main .btn-primary")
        page.wait_for_selector(".step")
    evening = Evening(hand, plain=True)
    stations = evening.stations

    def draw_after_a_change() -> None:
        tournament = Tournament.objects.get()
        series = tournament.series.filter(state=SeriesState.CLOSED).count()
        if series == 1 and not tournament.entries.filter(start_number=17).exists():
            substitute(hand)
        else:
            evening.draw()

    hand.lead(stations | {"draw": draw_after_a_change}, until="back-up")
    assert (report(hand), hand.unseen) == ([], [])
    assert Tournament.objects.get().entries.get(start_number=17).person.family == "Neu"


def substitute(hand: Organizer) -> None:
    """Between two series, by the panel's own way."""
    with hand.at("substitution"):
        hand.link("Spieler auswechseln")
        hand.until("#substitute[open]")
        hand.choose("#substitute [name=out]", value="2")
        hand.click("#substitute [name=name]")
        hand.type("Nora Neu")
        hand.click("#substitute .btn-primary")
        hand.page.goto(
            f"{hand.page.url.split('/meetings')[0]}/tournaments/{Tournament.objects.get().pk}/"
        )
