"""The page of tables in a browser: one of each kind, on a desk and on a phone, by keyboard."""

from pathlib import Path

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from scoring.models import Club, Role, Tournament
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_entries, make_member, make_tournament, seated
from tests.people.imports.sent_file import excel, saved

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLAYERS = excel(
    ["Herbstpokal 2026"],
    ["Nr.", "Name", "Verein", "Geb.", None, "Nr.", "Name", "Verein"],
    [1, "Müller Jörg", "SC Grün", "12.3.71", None, 4, "Özgür Heinz", "SC Grün"],
    [2, "Becker Ada", "SC Gruen", 1960, None, 5, "Celan Bea", "SC Rot"],
    [None, "Summe", 2],
    Gäste=[["Name", "Kasse"], ["Dorn Carl", 5]],
)


@pytest.fixture(params=repeats("desk", "phone"))
def page(request: pytest.FixtureRequest) -> Page:
    return request.getfixturevalue(request.param)


def look_at(page: Page) -> None:
    """Nothing wider than the window, nothing that nobody can read."""
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert accessibility_violations(page) == []
    assert wide <= 0


def send(clerk: Clerk, book: Workbook, folder: Path, *address: object) -> None:
    file = folder / "table.xlsx"
    file.write_bytes(saved(book))
    clerk.open(*address)
    clerk.page.set_input_files("input[type=file]", file)
    clerk.page.click("text=Datei einlesen")
    expect(clerk.page.locator("button[value=check]")).to_be_visible()


def by_keyboard(page: Page, label: str) -> None:
    """Press the button of this label as somebody without a mouse does."""
    page.get_by_role("button", name=label).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.long
def test_players_are_mapped_corrected_and_entered(page: Page, live_server, tmp_path: Path):
    tournament = make_tournament()
    make_entries(tournament, 1)
    Club.objects.create(name="SC Grün", host=tournament.host)
    signed_in(page, make_member(tournament, Role.CLERK), live_server.url)
    clerk = Clerk(page, live_server.url)
    send(clerk, PLAYERS, tmp_path, "players-import", tournament.pk)
    page.get_by_text("Blätter und Spalten").click()
    look_at(page)
    page.locator("[id='fix-0.A3']").fill("9")
    page.locator("[id='fix-0.D3']").fill("1971")
    by_keyboard(page, "Antworten übernehmen und neu ansehen")
    expect(page.locator(".verdict-faulty")).to_have_count(0)
    by_keyboard(page, "Angehakte Teilnehmer eintragen")
    page.wait_for_url("**/entries/")
    assert sorted(tournament.entries.values_list("start_number", flat=True)) == [1, 2, 4, 5, 9]
    names = tournament.entries.values_list("person__family", flat=True)
    assert {"Müller", "Becker", "Özgür", "Celan"} <= set(names)


def results(tournament: Tournament) -> Workbook:
    """Eight games at four; one name is written otherwise, and the points are not named."""
    people = {each.start_number: str(each.person) for each in tournament.entries.all()}
    figures = ((20, 1, 0), (40, 2, 0), (20, 1, 0), (-96, 0, 1))
    rows = [[people[at] + ("n" if at == 1 else ""), *row] for at, row in enumerate(figures, 1)]
    return excel(["Name", "Ergebnis", "Gew.", "Verl."], *rows)


def test_results_are_mapped_answered_taken_in_and_taken_back(
    page: Page, live_server, tmp_path: Path, browser_errors
):
    browser_errors.expect("422")
    series = seated(4, rounds=2, paper_total=False)
    signed_in(page, make_member(series.tournament, Role.CLERK), live_server.url)
    clerk = Clerk(page, live_server.url)
    send(clerk, results(series.tournament), tmp_path, "results-import", series.tournament_id)
    look_at(page)
    page.get_by_label("Ergebnis").select_option("points")
    by_keyboard(page, "Antworten übernehmen und neu ansehen")
    look_at(page)
    page.locator("select[name^=who-]").select_option("1")
    by_keyboard(page, "Antworten übernehmen und neu ansehen")
    expect(page.locator(".list-new")).to_have_count(1)
    look_at(page)
    by_keyboard(page, "Angehakte Listen übernehmen")
    expect(page.locator("#messages")).to_contain_text("1 Liste")
    assert series.lists.get().state == "entered"
    look_at(page)
    by_keyboard(page, "Datei mit 1 Liste zurücknehmen")
    expect(page.locator("#messages")).to_contain_text("1 Liste geleert")
    assert series.lists.get().depth == "none"
