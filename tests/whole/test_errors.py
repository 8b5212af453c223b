"""Error pages: 404, 403, CSRF, 500."""

import pytest
from django.test import Client
from django.urls import reverse
from django.views.defaults import server_error

from tests.factories import make_category, make_tournament, make_user
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db


def test_pages_of_refusals_lead_back_and_tell_nothing():
    tournament = make_tournament("Geheimes Turnier")
    stranger = browser(make_user())
    for client, path in (
        (browser(), "/nothing/here/"),
        (stranger, "/nothing/here/"),
        (stranger, f"/tournaments/{tournament.pk}/"),
    ):
        response = client.get(path)
        assert response.status_code == 404
        assert "To the tournaments" in text(response)
        assert "Geheimes" not in text(response)
    response = member(tournament, "viewer").get(f"/tournaments/{tournament.pk}/settings/")
    assert response.status_code == 403
    assert "Ask the organizer" in text(response)


@pytest.mark.parametrize("role", ["", "organizer"])
def test_address_with_a_nul_character_is_404(role):
    """PostgreSQL refuses it in a text; SQLite would find such a category."""
    tournament = make_tournament(public=True)
    make_category(tournament, "a\0", ())
    client = member(tournament, role) if role else browser()
    pages = [f"/t/{tournament.pk}/standings/category/a%00/"]
    if role:
        pages += [
            f"/tournaments/{tournament.pk}/standings/of/category/a%00/",
            f"/tournaments/{tournament.pk}/log/entry/1%00/",
        ]
    for page in pages:
        response = client.get(page)
        assert response.status_code == 404, page
        assert "To the tournaments" in text(response)


def test_lot_with_a_nul_character_in_its_scope_is_404():
    tournament = make_tournament()
    make_category(tournament, "a\0", ())
    sent = {"scope": "category/a\0", "rank": "1"}
    client = member(tournament, "organizer")
    assert client.post(reverse("standings-lot", args=[tournament.pk]), sent).status_code == 404


def test_stale_page_gets_a_message():
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    response = client.post("/sign-in/", {"username": "x", "password": "y"})
    assert response.status_code == 403
    assert "This page was out of date" in text(response)


def test_500_page_needs_no_database(rf):
    """Database, language and session may all be unavailable."""
    response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Something went wrong" in text(response)
