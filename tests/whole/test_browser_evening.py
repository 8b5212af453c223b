"""An evening led in a browser by following the panel of the next step alone.

`MOST` are the clicks and keys that a station may take: what it took on the day on which an
organizer counted them by hand.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page

from scoring.models import Booking, Entry, ScoreList, Seat, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.ledger import expected_in_till, open_fees, till_of
from scoring.rules.score_list import tally
from scoring.simulation.games import Strength, random_lines
from scoring.simulation.services import SimulationPlan
from tests.clerk import signed_in
from tests.factories import make_user

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
]
# The way from the last list to the next evening, beside the closing of one of the two series;
# handing out is one click a person beside it.
END = ("review", "pay-prizes", "count-till", "make-final", "back-up")
GIVEN = ("Ada", "Bruno", "Carla", "Dietmar", "Edda", "Fritz", "Gerda")
FAMILY = ("Amsel", "Buchfink", "Celan", "Dachs", "Elster", "Falke", "Grünspecht")
PLAYERS = [f"{given} {family}" for family in FAMILY for given in GIVEN][:47]
LADIES = (1, 3, 5, 7, 8)  # the numbers of those who are entered as such
PLAN = SimulationPlan(47, 2, "evening", "Preisskat", date(2026, 11, 22), rounds=1)
MAX_STEPS = 200
WINDOW = {"width": 1366, "height": 650}  # of a club's laptop, less its browser and taskbar
# Clicks and keys of a station at most; None: not counted.
MOST: dict[str, tuple[int | None, int | None]] = {
    "create": (4, 47),
    "classes": (2, None),
    "fees": (2, 16),
    "four pots": (28, 12),
    "players": (None, 705),
    "late arrival": (3, 15),
    "no-show": (4, None),
    "evening's end": (10, 37),
}


class Organizer:
    """Follows the panel at a browser, and counts clicks and keys for the station it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.station = "create"
        self.clicks: dict[str, int] = defaultdict(int)
        self.keys: dict[str, int] = defaultdict(int)
        self.unseen: list[str] = []  # stations whose first button had to be scrolled for
        self.is_new = False
        page.set_viewport_size(WINDOW)

    def click(self, what: Locator | str) -> None:
        self.clicks[self.station] += 1
        button = (self.page.locator(what) if isinstance(what, str) else what).first
        if self.is_new and not (
            self.is_in_sight(self.page.locator(".step")) or self.is_in_sight(button)
        ):
            self.unseen.append(f"{self.station}: {what}")
        self.is_new = False
        button.click()
        self.answered()

    @staticmethod
    def is_in_sight(what: Locator) -> bool:
        """On the page of a list the panel is scrolled away: the bar below leads on."""
        box = what.first.bounding_box() if what.count() else None  # without one it would wait
        return bool(box) and box["y"] >= 0 and box["y"] + box["height"] <= WINDOW["height"]

    def type(self, text: str) -> None:
        """Into what has the focus; counted by keys, and sent at once."""
        self.keys[self.station] += len(text)
        self.page.keyboard.insert_text(text)

    def press(self, key: str) -> None:
        self.keys[self.station] += 1
        self.page.keyboard.press(key)

    def send(self) -> None:
        """Enter in a form, and the page that answers."""
        with self.page.expect_navigation():
            self.press("Enter")

    def fill(self, field: str, text: str) -> None:
        """Into a field, in which the cursor may stand already."""
        if not self.page.locator(f"{field}:focus").count():
            self.click(field)
        self.press("Control+a")
        self.type(text)

    @contextmanager
    def at(self, station: str) -> Iterator[None]:
        """Count for this station, whatever the panel says."""
        before, self.station = self.station, station
        yield
        self.station = before

    def choose(self, field: str, **option: object) -> None:
        """Open a choice and take one: two clicks."""
        self.clicks[self.station] += 2
        self.page.select_option(field, **option)  # type: ignore[arg-type]

    @property
    def step(self) -> str:
        return self.page.locator(".step").get_attribute("data-step") or ""

    def follow(self) -> None:
        """The button of the panel; on the page of the step itself, the page's own."""
        button = self.page.locator(".step .btn-primary")
        self.click(button if button.count() else "main .btn-primary")

    def link(self, words: str) -> None:
        link = self.page.locator(".step-link", has_text=words).first
        if not link.is_visible():
            self.click(".step summary")
        self.click(link)

    def lead(self, stations: dict[str, Callable[[], None]], until: str) -> None:
        """Do what the panel says, station by station."""
        for _number in range(MAX_STEPS):
            self.station, self.is_new = self.step, True
            if self.station == until:
                return
            stations.get(self.station, self.follow)()
            self.answered()
        raise AssertionError(f"{until} does not come, the last was {self.station}")

    def answered(self) -> None:
        """The page is loaded, and what a click sent by htmx has its answer."""
        self.page.wait_for_load_state()
        self.until_gone(".htmx-request")

    def until(self, shown: str, text: str | None = None) -> None:
        """Wait for what the page shows. `expect` would look again after long pauses only."""
        self.page.locator(shown, has_text=text).first.wait_for()

    def until_gone(self, shown: str, text: str | re.Pattern[str] | None = None) -> None:
        self.page.locator(shown, has_text=text).first.wait_for(state="detached")

    def until_other(self, old: str) -> None:
        """The panel follows what the page sent."""
        self.until_gone(f'.step[data-step="{old}"]')


class Evening:
    """What is done at each station."""

    def __init__(self, hand: Organizer) -> None:
        self.hand = hand
        self.page = hand.page
        # What happens once.
        self.teams = self.late = self.absent = self.left = self.things = False

    def enter_players(self) -> None:
        hand = self.hand
        with hand.at("fees"):
            hand.link("Gebühren")
            hand.fill("#id_entry_cents", "15")
            hand.click("main form.fees .btn-primary")
        with hand.at("classes"):
            hand.link("Wertungsklassen")
            hand.click("main .page-head button")
        with hand.at("four pots"):
            self.set_up_pots()
        with hand.at("players"):
            hand.follow()
            hand.until("#id_name:focus")
            for number, name in enumerate(PLAYERS, 1):
                # One pays later.
                line = f"{name} =0" if number == len(PLAYERS) else name
                hand.type(f"{line} /d" if number in LADIES else line)
                # The next name is typed while this one is on its way.
                hand.press("Enter")
            for name in PLAYERS:
                hand.until("#rows", name)
        hand.until_other("enter-players")

    def set_up_pots(self) -> None:
        """Overall, which is filled in already, each of two series, ladies."""
        hand = self.hand
        hand.link("Töpfe")
        hand.click("main a.btn-primary")
        self.share("40")
        for number in (1, 2):
            hand.choose("#id_kind", value="series")
            hand.choose("#id_series", value=str(number))
            self.share("20")
        hand.choose("#id_kind", value="category")
        hand.choose("#id_category", label="Damen")
        self.share("20", then="save")

    def share(self, percent: str, then: str = "another") -> None:
        self.hand.fill(".sources input >> nth=0", percent)
        self.hand.click(f"button[value={then}]")

    def draw(self) -> None:
        hand = self.hand
        if not self.teams:
            self.teams = True
            hand.link("Mannschaften")
            hand.click("main .btn-primary")
            for name, numbers in (("Herzbuben", "3 7 12 15"), ("Karosieben", "1 2 4 5")):
                hand.type(f"{name} {numbers}")
                hand.press("Enter")
                hand.until("main", name)
        elif not self.left:
            self.left = True
            hand.link("Jemand kommt oder geht")
            hand.click("#rows tr >> nth=5 >> a:has-text('Ändern')")
            self.page.select_option("#id_state", "withdrawn")
            hand.clicks[hand.station] += 1
            hand.click("button:has-text('Status ändern')")
        hand.follow()

    def release_seating(self) -> None:
        self.hand.click("button:has-text('Setzliste freigeben')")

    def start_series(self) -> None:
        hand = self.hand
        if not self.late:
            self.late = True
            with hand.at("late arrival"):
                hand.link("Nachzügler anmelden")
                hand.type("Heike Rohde")
                hand.press("Enter")
                hand.until("#rows", "Heike Rohde")
            hand.until_other("start-series")
        elif not self.absent:
            self.absent = True
            with hand.at("no-show"):
                hand.link("Jemand fehlt oder geht")
                hand.click("main a[href*='/seats/']")
                hand.click("button[value=no_show]")
        else:
            button = "button:has-text('Die Serie beginnt')"
            hand.click(button)

    def of_a_player(self) -> None:
        """The first thing that can be done for who waits, or for the seat of who left."""
        hand, old = self.hand, self.page.locator(".step strong").inner_text()
        with hand.at("late arrival" if hand.station == "seat-people" else hand.station):
            hand.click(".step-tables a")
            hand.click(".changes button[name=act]")
        hand.until_gone(".step strong", re.compile(f"^{re.escape(old)}$"))

    def enter_lists(self) -> None:
        """By the panel; from the page of a list by the bar below, which asks for the table."""
        hand, page = self.hand, self.page
        if page.locator(".status-acts .table-jump input").count():
            hand.until(".table-jump input:focus")
            if not page.input_value(".table-jump input"):  # else it proposes the next one
                hand.type(page.locator(".step-tables a").first.inner_text().strip())
            hand.send()
        else:
            hand.click(".step-tables a")
        found = re.search(r"/lists/(\d+)/", page.url)
        assert found
        score_list = ScoreList.objects.select_related("series__tournament").get(pk=int(found[1]))
        if "/totals/" not in page.url:
            hand.press("F4")
        hand.until("#totals input:focus")
        for seat in figures(score_list):
            for figure in seat:
                hand.type(str(figure))
                hand.press("Enter")
        hand.until("#totals-answer .alert-success")
        hand.until_gone(f".step-tables a[href='/lists/{score_list.pk}/']")

    def close_series(self) -> None:
        below = self.page.locator("#leave button[value=closed]")
        if below.count():
            self.hand.click(below)
        else:
            self.hand.follow()

    def draw_lots(self) -> None:
        hand = self.hand
        hand.follow()
        places = (
            self.page.locator("form").filter(has=self.page.locator("input[name^=place_]")).first
        )
        for number, field in enumerate(places.locator("input[name^=place_]").all(), 1):
            hand.click(field)
            hand.type(str(number))
        hand.send()

    def hear_objections(self) -> None:
        Tournament.objects.update(review_until=timezone.now() - timedelta(seconds=1))
        self.page.reload()

    def pay_prizes(self) -> None:
        """Two things are put into the last pot first; then each person gets all his prizes."""
        hand = self.hand
        if not self.things:
            self.things = True
            hand.follow()
            with hand.at("prizes in kind"):
                last = self.page.locator("section.award:has(details)").last
                hand.click(last.locator("summary"))
                hand.click(last.locator("textarea"))
                hand.type("Schinken\nKorb")
                hand.click(last.locator("details button:has-text('In diesen Topf')"))
            return
        if not self.page.locator("#people form .btn-primary").count():
            hand.follow()
        with hand.at("handing out"):
            while self.page.locator("#people form .btn-primary").count():
                hand.click("#people form .btn-primary")

    def choose_prizes(self) -> None:
        """The winners choose in order."""
        self.hand.follow()
        self.hand.click(".award-picker button[formaction]")

    def collect_fees(self) -> None:
        self.hand.follow()
        while self.page.locator(".money-tick").count():
            self.hand.click(".money-tick")

    def count_till(self) -> None:
        hand = self.hand
        hand.follow()
        euros = expected_in_till(Tournament.objects.get()) / 100
        hand.fill("#id_counted_all", f"{euros:.2f}".replace(".", ","))
        hand.click("main form.fees .btn-primary")

    def back_up(self) -> None:
        hand = self.hand
        hand.follow()
        hand.click("button:has-text('Jetzt sichern')")
        with self.page.expect_download():
            hand.click("a[href$='/download/']")
        hand.until_other("back-up")

    @property
    def stations(self) -> dict[str, Callable[[], None]]:
        return {
            "enter-players": self.enter_players,
            "draw": self.draw,
            "release-seating": self.release_seating,
            "start-series": self.start_series,
            "seat-people": self.of_a_player,
            "fill-seats": self.of_a_player,
            "enter-lists": self.enter_lists,
            "close-series": self.close_series,
            "draw-lots": self.draw_lots,
            "papers-back": self.hand.follow,
            "hear-objections": self.hear_objections,
            "choose-prizes": self.choose_prizes,
            "pay-prizes": self.pay_prizes,
            "collect-fees": self.collect_fees,
            "count-till": self.count_till,
            "back-up": self.back_up,
        }


def figures(score_list: ScoreList) -> list[tuple[int, int, int, int]]:
    """The paper's foot of random games: points, won, lost, total, by seat."""
    random = PLAN.random(score_list.series.number, score_list.table_number)
    system = score_list.series.tournament.rule_system
    lines = random_lines(random, score_list.outline, system, [Strength()] * score_list.seats)
    found = tally(lines, score_list.outline, "seeger-fabian")
    return [(each.game_points, each.won, each.lost, each.performance) for each in found]


def test_an_evening_is_led_from_the_first_name_to_the_next_evening(desk: Page, live_server) -> None:
    hand = Organizer(signed_in(desk, make_user("wilma", superuser=True), live_server.url))
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
    at_the_end = hand.clicks["close-series"] // 2 + sum(hand.clicks[station] for station in END)
    hand.clicks["evening's end"] = at_the_end
    for station, limits in MOST.items():
        took = hand.clicks[station], hand.keys[station]
        assert all(took[n] <= most for n, most in enumerate(limits) if most is not None), station
    assert hand.unseen == []
    tournament = Tournament.objects.get()
    assert tournament.state == "final"
    assert open_fees(TournamentSource(tournament)) == []
    assert till_of(TournamentSource(tournament)).agrees
    present = tournament.entries.filter(state="present")
    for series in tournament.series.all():
        seated = Seat.objects.filter(series=series).values("entry")
        forgotten = present.filter(from_series__lte=series.number).exclude(pk__in=seated)
        assert set(forgotten.values_list("no_list_reasons__series", flat=True)) <= {series.pk}
    assert Booking.objects.filter(kind="payout").exists()
    assert Entry.objects.count() == len(PLAYERS) + 1
