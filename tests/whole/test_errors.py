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


def test_address_or_scope_with_a_nul_character_is_404():
    """PostgreSQL refuses it in a text; SQLite would find such a category."""
    tournament = make_tournament(public=True)
    make_category(tournament, "a\0", ())
    client, of = member(tournament, "organizer"), f"/tournaments/{tournament.pk}"
    public = f"/t/{tournament.pk}/standings/category/a%00/"
    assert browser().get(public).status_code == 404
    for page in (public, f"{of}/standings/of/category/a%00/", f"{of}/log/entry/1%00/"):
        assert client.get(page).status_code == 404, page
    sent = {"scope": "category/a\0", "rank": "1"}
    assert client.post(reverse("standings-lot", args=[tournament.pk]), sent).status_code == 404


def test_stale_page_gets_a_message():
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    response = client.post("/sign-in/", {"username": "x", "password": "y"})
    assert response.status_code == 403
    assert "This page was out of date" in text(response)


def test_500_page_needs_no_database(rf):
    """Database, language and session may all be unavailable."""
    response = server_error(rf.get("/"))
    assert (response.status_code, "Something went wrong" in text(response)) == (500, True)
