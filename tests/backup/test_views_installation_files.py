"""Downloads of the installation's tables, for superusers only."""

import pytest
from django.test import Client

from scoring.accounts.services import accounts
from scoring.core.services import write_log
from scoring.models import Actor, Role
from tests.factories import make_member, make_tournament, make_user
from tests.prints.test_views_table_files import KINDS, cells_of
from tests.visitors import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief() -> Client:
    return browser(make_user("chief", superuser=True, password="drei kleine worte"))


def cells(client: Client, what: str, kind: str = "csv", **asked: str) -> list[str]:
    answer = client.get(f"/installation/{what}.{kind}", asked)
    assert answer.status_code == 200
    return cells_of(answer.content, kind)


@pytest.mark.parametrize("what", ["accounts", "log"])
def test_each_is_pdf_workbook_and_csv_and_has_its_buttons(chief: Client, what: str):
    make_member(make_tournament("Herbstpokal"), Role.CLERK, name="clara")
    write_log("account.opened", "account/clara", by=Actor(name="test"), tournament=None)
    page = chief.get(f"/{what}/").content.decode()
    for kind in KINDS:
        assert "clara" in "".join(cells(chief, what, kind)), kind
        assert f"/installation/{what}.{kind}" in page


def test_there_are_no_other_tables_and_no_other_kinds(chief: Client):
    for wrong in ("people.csv", "accounts.doc", "log.json"):
        assert chief.get(f"/installation/{wrong}").status_code == 404, wrong


def test_an_account_stands_there_with_every_role(chief: Client):
    clara = make_member(make_tournament("Herbstpokal"), Role.CLERK, name="clara")
    make_tournament("Frühjahr").memberships.create(user=clara, role=Role.ORGANIZER)
    accounts.create_account("Noch Niemand", by=Actor(name="test"))
    accounts.set_active(make_user("gone"), False, by=Actor(name="test"))
    rows = chief.get("/installation/accounts.csv").content.decode("utf-8-sig").splitlines()
    own = [row.replace(";", ",").split(",") for row in rows]
    of = {(row[1], row[3], row[4]) for row in own if len(row) == 5}
    assert {("clara", "clerk", "Herbstpokal"), ("clara", "organizer", "Frühjahr")} <= of
    assert ("chief", "sets up the program", "") in of
    states = {row[1]: row[2] for row in own if len(row) == 5}
    expected = {"noch.niemand": "has not set a password yet", "gone": "closed", "chief": ""}
    assert expected.items() <= states.items()


def test_the_log_holds_what_its_page_was_asked_for_and_names_the_tournament(chief: Client):
    tournament = make_tournament("Herbstpokal")
    by = Actor(name="desk 1")
    for number in range(60):  # more than a page of the log shows
        write_log("account.opened", "account/x", by=by, tournament=None, reason=f"of {number}.")
    write_log("tournament.created", "tournament/1", by=by, tournament=tournament, reason="first")
    write_log(
        "account.opened", "account/x", by=Actor(name="other"), tournament=None, reason="second"
    )
    every = "".join(cells(chief, "log"))
    for words in ("Herbstpokal", "first", "second", "of 0.", "of 59."):
        assert words in every
    sought = "".join(cells(chief, "log", person="desk 1"))
    assert "first" in sought
    assert "second" not in sought
    page = chief.get("/log/", {"person": "desk 1"})
    assert "person=desk+1" in page.content.decode()
