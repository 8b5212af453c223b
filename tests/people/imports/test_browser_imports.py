"""The page of tables in a browser, on a phone, by keyboard."""

from pathlib import Path

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from scoring.models import Role
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, seated
from tests.people.imports.sent_file import excel, saved

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def look_at(page: Page) -> None:
    """Nothing wider than the window, nothing that nobody can read."""
    assert accessibility_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def send(clerk: Clerk, book: Workbook, folder: Path, *address: object) -> None:
    file = folder / "table.xlsx"
    file.write_bytes(saved(book))
    clerk.open(*address)
    clerk.page.set_input_files("input[type=file]", file)
    clerk.page.click("text=Datei einlesen")
    expect(clerk.page.locator("button[value=check]")).to_be_visible()


def by_keyboard(page: Page, label: str) -> None:
    page.get_by_role("button", name=label).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_results_are_mapped_answered_taken_in_and_taken_back(
    phone: Page, live_server, tmp_path: Path, browser_errors
):
    browser_errors.expect("422")
    page, series = phone, seated(4, rounds=2, paper_total=False)
    signed_in(page, make_member(series.tournament, Role.CLERK), live_server.url)
    clerk = Clerk(page, live_server.url)
    players = excel(["Nr.", "Name", "Geb."], [1, "Müller Jörg", "12.3.71"], ["x", "Celan Bea", ""])
    send(clerk, players, tmp_path, "players-import", series.tournament_id)
    page.get_by_text("Blätter und Spalten").click()
    look_at(page)
    # Eight games at four; one name is written otherwise, and the points are not named.
    people = {each.start_number: str(each.person) for each in series.tournament.entries.all()}
    figures = ((20, 1, 0), (40, 2, 0), (20, 1, 0), (-96, 0, 1))
    rows = [[people[at] + ("n" if at == 1 else ""), *row] for at, row in enumerate(figures, 1)]
    results = excel(["Name", "Ergebnis", "Gew.", "Verl."], *rows)
    send(clerk, results, tmp_path, "results-import", series.tournament_id)
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
    expect(page.locator("#messages")).to_contain_text("1 Liste zurückgenommen")
    assert series.lists.get().depth == "none"
