"""Requests that once froze the server, used up its memory or ended in an error; one test each."""

import pytest
from django.test import Client
from django.urls import reverse
from django.views.defaults import server_error

from scoring.lists.forms.lists import StakeForm
from scoring.models import Objection
from scoring.referee.services import make_ruling
from tests.factories import make_category, make_tournament, make_user, open_list
from tests.races import BY, begun
from tests.visitors import browser, member, text
from tests.whole.test_every_service_logs import CONCEDED

pytestmark = pytest.mark.django_db
NO_STAKE = ("1e3000", "1e-3000", "1" * 20, "1/" + "9" * 18, "1/0", "-1", "nan", "inf", "1_0", "²")


def test_a_stake_is_bounded_before_it_is_computed():
    """ "1e300000000" has eleven characters and took half a minute."""
    for stake in NO_STAKE:
        assert list(StakeForm({"stake": stake}).errors) == ["stake"], stake
    for stake in ("1", "1/4", "0,25", "1000", " 1 / 10 "):
        assert StakeForm({"stake": stake}).is_valid(), stake


def test_the_settlement_says_what_is_wrong_with_a_stake():
    score_list = open_list()
    client = member(score_list.series.tournament, "viewer")
    response = client.get(reverse("list-settlement", args=[score_list.pk]), {"stake": "1e3000"})
    assert response.status_code == 422
    assert "not a stake in cents" in text(response)


def test_an_empty_second_objection_is_refused(tournament):
    make_ruling(tournament, CONCEDED, by=BY)
    client = member(tournament, "referee")
    address = reverse("objection-lodge", args=[tournament.pk, 1])
    assert client.post(address, {"text": "Not so."}).status_code == 302
    for empty in ("", " ", "\x00"):
        assert client.post(address, {"text": empty}).status_code == 422
    assert Objection.objects.get().text == "Not so."


@pytest.mark.parametrize("number", ["0", "49", str(2**63), "9" * 40])
def test_a_row_outside_of_the_list_is_refused(number: str):
    score_list = begun()
    client = member(score_list.series.tournament, "clerk")
    for name in ("game-remove", "game-insert", "game-lowest", "game"):
        sent = {"revision": 2, "confirmed": "on"}
        address = reverse(name, args=[score_list.pk, 7]).replace("/7/", f"/{number}/")
        assert client.post(address, sent).status_code in (404, 409, 422), name


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "sessionid=" + "a" * 5000},
        {"cookie": "device=" + "[" * 4000},
        {"cookie": "django_language=\x7f; messages=" + "W" * 4000},
        {"accept-language": "de;q=" + "9" * 400},
        {"if-modified-since": "Mon, 99 Nov 99999 25:61:61 GMT"},
        {"if-none-match": '"' * 4000},
        {"x-forwarded-for": "1:" * 2000},
        {"accept-encoding": "gzip;q=" + "1e9" * 100},
    ],
)
def test_headers_that_no_browser_sends_are_borne(headers: dict[str, str]):
    tournament = make_tournament(public=True)
    for page in ("/sign-in/", "/calculator/", f"/t/{tournament.pk}/", "/static/scoring/desk.js"):
        assert Client(headers=headers).get(page).status_code < 500, page


# Error pages -------------------------------------------------------------------------------------


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
