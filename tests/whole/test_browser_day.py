"""A club tournament in a browser, from the first account to the ranking as a file."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from scoring.accounts.services.accounts import create_first_link
from scoring.entry.line import canonical
from scoring.lists.services.lists import enter_totals
from scoring.models import Game, Role, ScoreList, Tournament
from scoring.models.score_list import ListState
from scoring.rules.bare_totals import BareTotal
from scoring.rules.score_list import tally
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import NAMES, make_member, open_list, undrawn
from tests.lists.lines import lines_of
from tests.lists.test_services_games import CLERK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEXT_STEPS = re.compile("/next/")
PLAYERS = (*NAMES[:2], "Celan, Carla", *NAMES[3:9])


def set_up(page: Page, address: str) -> Tournament:
    """First account, tournament, nine players, a draw by lot, the seating released."""
    page.goto(f"{address}/setup/{create_first_link()}/")
    page.fill("#id_full_name", "Wilma Winter")
    page.fill("#id_password", "drei kleine worte")
    page.fill("#id_repeated", "drei kleine worte")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tournaments/")
    page.goto(f"{address}/tournaments/new/")
    page.fill("#id_name", "Herbstpokal")
    page.keyboard.press("Enter")
    page.locator(".step .btn-primary").click()
    for name in PLAYERS:
        expect(page.locator("#id_name[role=combobox]")).to_be_focused()
        expect(page.locator("#id_name")).to_have_value("")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#rows")).to_contain_text(name.split(", ")[0])
    expect(page.locator("#count")).to_have_text("9")
    expect(page.locator("#nobody")).to_be_hidden()
    tournament = Tournament.objects.get()
    page.goto(f"{address}/tournaments/{tournament.pk}/")
    page.locator(".step .btn-primary").click()
    expect(page.locator(".seating li")).to_have_count(9)
    page.locator("button[value=released]").first.click()
    expect(page.locator(".state-released")).to_be_visible()
    return tournament


def bare(score_list: ScoreList, name: str) -> list[BareTotal]:
    """The figures of the paper's foot of a real list."""
    found = tally(lines_of(name), score_list.outline, "seeger-fabian")
    return [BareTotal(t.game_points, t.won, t.lost, t.performance) for t in found]


def type_totals(clerk: Clerk, totals: list[BareTotal]) -> None:
    for each in totals:
        clerk.enter(*map(str, (each.game_points, each.won, each.lost, each.paper_total)))


def ranks(page: Page) -> list[str]:
    return [
        cell.inner_text() for cell in page.locator("table.listing tbody tr td:nth-child(3)").all()
    ]


def test_tournament_of_nine_players(desk, live_server, browser_errors, counted):
    browser_errors.expect("422")
    tournament = set_up(desk, live_server.url)
    one, two, three = ScoreList.objects.select_related("series__tournament")
    clerk = Clerk(desk, live_server.url)

    clerk.open("list", one.pk)  # a whole list by keyboard
    for line in lines_of("three-seats-3.json"):
        clerk.enter(canonical(line))
    clerk.press("Control+Enter")
    desk.wait_for_selector("#notice .alert-success")
    expect(desk.locator("#leave")).not_to_contain_text("letzte Liste")
    counted("list 3, letters", clerk.keys, 170)  # docs/entry-line.md

    clerk.enter("2")  # two by totals, the first with a slip
    desk.wait_for_url(f"**/lists/{two.pk}/")
    clerk.press("F4")
    desk.wait_for_selector("#totals")
    totals = bare(two, "three-seats-1.json")
    slip = replace(totals[0], game_points=totals[0].game_points + 9)
    type_totals(clerk, [slip, *totals[1:]])
    desk.wait_for_selector("#totals-answer [data-field=points_1]")
    clerk.press("F2")
    clerk.type(str(totals[0].game_points))
    clerk.press("Control+Enter")
    desk.wait_for_selector("#totals-answer .alert-success")
    clerk.enter("3")
    desk.wait_for_url(f"**/lists/{three.pk}/totals/")
    type_totals(clerk, bare(three, "three-seats-2.json"))
    desk.wait_for_selector("#totals-answer .alert-success")
    assert set(ScoreList.objects.values_list("state", flat=True)) == {ListState.ENTERED}

    clerk.open("standings", tournament.pk)
    before = ranks(desk)
    assert len(before) == 9
    correct_a_game(clerk, one)
    clerk.open("standings", tournament.pk)
    assert ranks(desk) != before
    read_the_files(desk, tournament)


def correct_a_game(clerk: Clerk, score_list: ScoreList) -> None:
    """The best player of the table lost a grand that was typed as won."""
    best = score_list.seat_rows.order_by("-performance").first()
    game = Game.objects.filter(list=score_list, soloist=best.position, score__gt=0).first()
    clerk.open("list", score_list.pk)
    clerk.page.check("#leave [name=agreed]")  # SkO 5.5.3
    clerk.page.click(f"#row-{game.number} .line")
    clerk.enter(f"g-4-{best.position}")
    clerk.wait(game.number, "stored")
    game.refresh_from_db()
    assert game.score == -240


def read_the_files(page: Page, tournament: Tournament) -> None:
    best = tournament.entries.filter(seats__isnull=False).order_by("-seats__performance").first()
    performance = best.seats.get().performance
    texts = []
    for kind in ("pdf", "xlsx"):
        page.locator(".files summary").first.click()
        with page.expect_download() as started:
            page.click(f"a[href$='standings.{kind}']")
        page.keyboard.press("Escape")
        texts.append(Path(started.value.path()).read_bytes())
    printed = "".join(each.extract_text() for each in PdfReader(BytesIO(texts[0])).pages)
    assert best.person.family in printed
    assert f"{performance:,}".replace(",", "\u202f") in printed
    sheet = load_workbook(BytesIO(texts[1]), data_only=True).worksheets[0]
    values = [cell for row in sheet.iter_rows(values_only=True) for cell in row]
    assert performance in values
    assert any(str(best.person.family) in str(value) for value in values)


def test_the_pages_of_results_fit_their_screen_and_are_accessible(phone: Page, live_server):
    score_list = open_list(paper_total=False)
    tied = [BareTotal(20, 1, 0), BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0)]
    enter_totals(score_list, tied, 0, by=CLERK, revision=1, games_played=3, stop_reason="Zeit")
    tournament, entry = score_list.series.tournament, score_list.seat_rows.first().entry
    page = signed_in(phone, make_member(tournament, Role.ORGANIZER), live_server.url)
    reader = Clerk(page, live_server.url)
    for name, *args in (
        ("standings", tournament.pk),
        ("series-standings", tournament.pk, 1),
        ("entry", entry.pk),
        ("list-totals", score_list.pk),
        ("list-settlement", score_list.pk),
        ("list-reset", score_list.pk),
    ):
        reader.open(name, *args)
        assert accessibility_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
    reader.open("list-settlement", score_list.pk)
    page.fill("[name=stake]", "0,25")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("stake="))
    assert accessibility_violations(page) == []


def test_the_panel_of_the_next_step_stays_while_its_menu_is_open(desk, live_server):
    """What its page changes renews it; the answer may come when somebody has opened the menu."""
    tournament = undrawn(8).tournament
    page = signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    page.goto(live_server.url + reverse("entries", args=[tournament.pk]))
    answers: list[Route] = []
    page.route(NEXT_STEPS, lambda route: answers.append(route))
    with page.expect_request(NEXT_STEPS):
        page.evaluate("""() => {
          const answered = (done) => document.addEventListener("htmx:afterRequest", done)
          window.answer = new Promise(answered)
          htmx.trigger(document.body, "changed")
        }""")
    page.locator(".step summary").click()
    answers[0].continue_()
    page.evaluate("() => answer.then(() => null)")
    expect(page.locator(".step .menu-items")).to_be_visible()
