"""The list of tournaments, and what is wrong with a new one."""

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.factories import make_tournament, make_user
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db
FORM = {"name": "Herbstpokal", "date": "2026-11-21", "series": "3", "rounds": "12"}


@pytest.fixture
def chief() -> Client:
    return browser(make_user("chief", superuser=True))


def test_everybody_sees_the_tournaments_in_which_he_has_a_role(chief: Client):
    own, _other = make_tournament("Herbstpokal"), make_tournament("Frühlingspokal", sample=True)
    for client, sees in ((member(own, "clerk"), False), (chief, True)):
        page = text(client.get("/tournaments/"))
        assert "Herbstpokal" in page
        assert ("Frühlingspokal" in page) is sees
        assert ("Sample" in page) is sees


def test_without_a_tournament_the_page_says_what_to_do(chief: Client):
    assert "a name is enough to begin" in text(chief.get("/tournaments/"))
    assert "Ask the organizer" in text(browser(make_user()).get("/tournaments/"))


def test_many_tournaments_come_in_pages(chief: Client):
    for number in range(51):
        make_tournament(f"Turnier {number}")
    assert 'href="?page=2"' in chief.get("/tournaments/").content.decode()


def test_errors_are_shown_at_their_fields(chief: Client):
    for changed, sentence in (
        ({"name": " "}, "This field is required."),
        ({"name": "x" * 121}, "at most 120 characters"),
        ({"date": "30.02.2026"}, "Please type a date like 27.11.2026."),
        ({"date": "0026-11-21"}, "This date cannot be meant."),
        ({"series": "21"}, "less than or equal to 20"),
        ({"rounds": str(2**63)}, "less than or equal to 24"),
        ({"system": "isko-1998/1850"}, "Select a valid choice."),
    ):
        response = chief.post("/tournaments/new/", FORM | changed)
        assert response.status_code == 422
        assert sentence in text(response)
    assert not Tournament.objects.exists()
