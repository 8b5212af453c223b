"""The next evening, a match day of a league and a championship at the desk, led by the panel.

Clicks and keys are printed for each station, beside the most that are allowed:
`pytest -s -m slow tests/whole/test_browser_days.py`.
"""

from datetime import date
from itertools import islice

import pytest
from playwright.sync_api import Page

from scoring.entry import canonical
from scoring.models import Actor, ScoreList, Tournament
from scoring.models.score_list import ListState
from scoring.models.tournament import SeriesState
from scoring.seasons.services import add_members
from scoring.simulation.services.tournament import (
    SimulationPlan,
    enter,
    play_series,
    played,
    register,
    seat_series,
)
from tests.browser import sign_in
from tests.factories import make_user
from tests.leagues_played import make_league, meeting_of
from tests.lists.test_browser_keys import without_bid
from tests.organizer import Evening, Organizer, figures, report
from tests.seasons.years import club_year
from tests.visitors import browser as client_of

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


def test_a_championship_of_240_is_led_at_the_desk(hand: Organizer, live_server):
    """The second series of 60 tables; the desk types the last lists, one of them game by game."""
    plan = SimulationPlan(240, 3, "days", "Meisterschaft", date(2026, 11, 21), by_totals=1)
    tournament = register(plan, by=BY)
    play_series(plan, tournament, 1, by=BY)
    series = seat_series(plan, tournament, 2, by=BY)
    lists = series.lists.select_related("series__tournament").order_by("table_number")
    for score_list in islice(lists, 57):
        enter(plan, score_list, played(plan, score_list), by=BY)
    page = hand.page
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/")
    with hand.at("where somebody sits"):
        hand.press("F9")
        hand.type("#117")
        hand.send()
        hand.until("h1", "(117)")
    hand.lead({}, until="enter-lists")
    type_games(hand, plan)
    evening = Evening(hand, plain=True)
    with hand.at("a list by totals"):
        hand.is_new = True
        evening.enter_lists()
    hand.lead(evening.stations, until="draw")
    correct(hand, lists[0])
    hand.page.goto(f"{live_server.url}/tournaments/{tournament.pk}/")
    hand.lead(evening.stations, until="enter-lists")
    assert (report(hand), hand.unseen) == ([], [])
    assert tournament.series.get(number=2).state == SeriesState.CLOSED
    assert tournament.series.get(number=3).state == SeriesState.PLAYING


def type_games(hand: Organizer, plan: SimulationPlan) -> None:
    with hand.at("a list of games"):
        hand.is_new = True
        hand.click(".step-tables a")
        made = ScoreList.objects.select_related("series__tournament").get(
            pk=int(hand.page.url.split("/lists/")[1].split("/")[0])
        )
        if "/totals/" in hand.page.url:
            hand.press("F4")
        hand.until(".line:focus")
        *lines, last = (canonical(without_bid(line)) for line in played(plan, made).lines)
        for line in lines:
            hand.type(line)
            hand.press("Enter")
        hand.type(last)
        hand.press("Control+Enter")
        hand.until(".alert-success")
        hand.until_gone(".step-tables a", str(made.table_number))
    made.refresh_from_db()
    assert made.state == ListState.ENTERED


def correct(hand: Organizer, score_list: ScoreList) -> None:
    """A figure of a closed series: the page of its list asks for the reason, where it is made."""
    page = hand.page
    page.goto(f"{page.url.split('/series')[0].split('/tournaments')[0]}/lists/{score_list.pk}/")
    before = figures(score_list)[0]
    with hand.at("correction"):
        hand.click("[name=points_1]")
        hand.press("Control+a")
        hand.type(str(before[0] + 2))
        hand.press("Enter")
