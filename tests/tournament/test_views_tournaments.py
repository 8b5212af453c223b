"""The list of tournaments, a new one, and removing the sample."""

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.factories import make_tournament, make_user, seated
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
    assert chief.get("/tournaments/?page=99").status_code == 200
    assert chief.get("/tournaments/?page=x").status_code == 200


def test_the_new_form_is_filled_so_that_a_name_suffices(chief: Client):
    form = chief.get("/tournaments/new/").context["form"]
    sent = {field.name: field.value() for field in form if field.value() is not None}
    response = chief.post("/tournaments/new/", sent | {"name": "Herbstpokal"})
    tournament = Tournament.objects.get()
    assert response.url == f"/tournaments/{tournament.pk}/"
    assert tournament.series.count() == 3


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


def test_the_sample_is_removed_in_one_click_and_no_other_tournament(chief: Client):
    sample, real = seated(8, sample=True).tournament, make_tournament()
    for tournament, said in (
        (sample, "The sample tournament has been removed."),
        (real, "Only a sample tournament can be removed."),
    ):
        response = chief.post(f"/tournaments/{tournament.pk}/remove/", follow=True)
        assert said in text(response)
    assert Tournament.objects.get() == real
