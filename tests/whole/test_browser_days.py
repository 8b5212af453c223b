"""The next evening, a match day of a league and a championship at the desk, led by the panel.

Clicks and keys are printed for each station, beside the most that are allowed:
`pytest -s -m slow tests/whole/test_browser_days.py`.
"""

from datetime import date
from itertools import islice

import pytest
from playwright.sync_api import Page

from scoring.entry import canonical
from scoring.models import Actor, ScoreList, Tournament, User
from scoring.models.score_list import ListState
from scoring.models.tournament import SeriesState
from scoring.seasons.services import add_members
from scoring.simulation.services.tournament import (
    SimulationPlan,
    enter,
    play_series,
    play_table,
    register,
    seat_series,
)
from tests.browser import sign_in
from tests.factories import make_user
from tests.leagues_played import make_league, meeting_of
from tests.lists.lines import without_bid
from tests.organizer import Evening, Organizer, report
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
    by = Actor(User.objects.get())  # whoever enters a list is not asked to confirm it
    tournament = register(plan, by=by)
    play_series(plan, tournament, 1, by=by)
    series = seat_series(plan, tournament, 2, by=by)
    lists = series.lists.select_related("series__tournament").order_by("table_number")
    for score_list in islice(lists, 57):
        enter(plan, score_list, play_table(plan, score_list), by=by)
    page = hand.page
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/")
    with hand.at("where somebody sits"):
        hand.press("F9")
        hand.type("#117")
        hand.send()
        hand.until("h1", "(117)")
    hand.lead({}, until="enter-lists")
    typed = type_games(hand, plan)
    evening = Evening(hand, plain=True)
    with hand.at("a list by totals"):
        hand.is_new = True
        evening.enter_lists()
    hand.lead(evening.stations, until="draw")
    # The fifth game has the dealer of the first.
    correct(hand, typed, canonical(without_bid(play_table(plan, typed).lines[4])))
    hand.page.goto(f"{live_server.url}/tournaments/{tournament.pk}/")
    hand.lead(evening.stations, until="enter-lists")
    assert (report(hand), hand.unseen) == ([], [])
    assert tournament.series.get(number=2).state == SeriesState.CLOSED
    assert tournament.series.get(number=3).state == SeriesState.PLAYING


def type_games(hand: Organizer, plan: SimulationPlan) -> ScoreList:
    with hand.at("a list of games"):
        hand.is_new = True
        hand.click(".step-tables a")
        made = ScoreList.objects.select_related("series__tournament").get(
            pk=int(hand.page.url.split("/lists/")[1].split("/")[0])
        )
        if "/totals/" in hand.page.url:
            hand.press("F4")
        hand.until(".line:focus")
        *lines, last = (canonical(without_bid(line)) for line in play_table(plan, made).lines)
        for line in lines:
            hand.type(line)
            hand.press("Enter")
        hand.type(last)
        hand.press("Control+Enter")
        hand.until(".alert-success")
        hand.until_gone(".step-tables a", str(made.table_number))
    made.refresh_from_db()
    assert made.state == ListState.ENTERED
    return made


def correct(hand: Organizer, score_list: ScoreList, line: str) -> None:
    """A game of a closed series: the page asks for the reason where the correction is made."""
    hand.page.goto(f"{hand.page.url.split('/series')[0]}/lists/{score_list.pk}/")
    with hand.at("correction"):
        hand.click("#row-1 .line")
        hand.press("Control+a")
        hand.type(line)
        hand.press("Enter")
        hand.until("#leave [name=correction]:focus")
        hand.type("verlesen")
        hand.press("Enter")
        hand.until("#row-1[data-state=stored]")
    assert canonical(without_bid(score_list.line(1))) == line
