"""The sessions of an account: listed, and ended by their owner and by the administrator."""

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.accounts.reads import device_in_words
from scoring.accounts.services.accounts import create_account
from scoring.accounts.sessions import RENEW_AFTER, RENEWED
from scoring.models import Actor, LogEntry, SignedIn, User
from tests.factories import make_user
from tests.visitors import browser, text

PASSWORD = "drei kleine worte"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"
)
pytestmark = pytest.mark.django_db


def at(agent: str) -> Client:
    """Somebody who signs in with this browser."""
    client = browser()
    client.defaults["HTTP_USER_AGENT"] = agent
    client.post("/sign-in/", {"username": "klaus.klerk", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/tournaments/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "words"), [(EDGE, "Edge, Windows"), ("curl/8.0", ""), ("Firefox" * 10_000, "Firefox")]
)
def test_a_device_is_named_in_words(agent: str, words: str):
    assert device_in_words(agent) == words


def test_the_own_page_lists_where_one_is_signed_in(user: User, clock):
    desk = at(FIREFOX)
    clock.shift(60 * 60)
    phone = at(IPHONE)
    page = text(phone.get("/account/"))
    assert "Safari, iPhone this one" in page
    assert "Firefox, Linux" in page
    assert page.index("Safari, iPhone") < page.index("Firefox, Linux")
    assert "Firefox, Linux this one" in text(desk.get("/account/"))
    phone.post("/sign-out/")
    assert SignedIn.objects.get().device == "Firefox, Linux"


def test_the_last_use_is_noted_every_quarter_of_an_hour_at_most(user: User, clock):
    client = at(FIREFOX)
    begun = SignedIn.objects.get().used_at
    clock.shift(RENEW_AFTER - 1)
    client.get("/tournaments/")
    assert SignedIn.objects.get().used_at == begun
    clock.shift(2)
    client.get("/tournaments/")
    row = SignedIn.objects.get()
    assert (row.used_at - begun).total_seconds() == RENEW_AFTER + 1
    assert row.since == begun


def test_a_request_asks_for_account_and_session_alone(user: User, clock):
    """Neither the list of sessions nor a second factor that could be demanded costs a query."""
    client = at(FIREFOX)
    client.get("/calculator/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/calculator/")
    assert len(queries) == 2, [each["sql"] for each in queries]


def test_one_that_is_ended_is_out_at_its_next_request(user: User):
    lost, mine = at(IPHONE), at(FIREFOX)
    row = SignedIn.objects.get(device="Safari, iPhone")
    browser(make_user("other")).post(f"/account/sessions/{row.pk}/end/")
    assert is_in(lost)
    answer = mine.post(f"/account/sessions/{row.pk}/end/", follow=True)
    assert "The session has ended." in text(answer)
    assert not is_in(lost)
    assert is_in(mine)
    row = LogEntry.objects.filter(action="account.sessions.ended").latest("pk")
    assert row.new == {"sessions": 1}


def test_all_others_are_ended_at_once(user: User):
    others = [at(IPHONE), at(EDGE)]
    mine = at(FIREFOX)
    page = text(mine.post("/account/sessions/end/", follow=True))
    assert "2 sessions have ended." in page
    assert [is_in(each) for each in (*others, mine)] == [False, False, True]
    assert Session.objects.count() == SignedIn.objects.count() == 1


def test_who_opens_a_link_while_another_is_signed_in_begins_a_session(user: User):
    client = at(FIREFOX)
    ina, token = create_account("Ina Blau", by=Actor(name="test"))
    client.post(f"/setup/{token}/", {"password": PASSWORD, "repeated": PASSWORD})
    assert SignedIn.objects.get().user == ina


def test_expired_sessions_are_deleted_at_the_next_sign_in(user: User, clock):
    at(IPHONE)
    clock.shift(13 * 60 * 60)
    at(FIREFOX)
    assert Session.objects.count() == SignedIn.objects.count() == 1


def test_a_request_on_its_way_does_not_bring_an_ended_session_back(user: User, clock):
    session = at(FIREFOX).session
    assert session[RENEWED]  # it is read
    Session.objects.all().delete()
    assert not SignedIn.objects.exists()
    session["late"] = True
    with pytest.raises(UpdateError):
        session.save()
    assert not Session.objects.exists()


def test_a_session_that_is_over_leaves_no_new_one(user: User):
    """Else everybody with any cookie could fill the table."""
    client = browser()
    client.cookies["sessionid"] = "x" * 32
    client.get("/tournaments/")
    client.get("/calculator/")
    assert not Session.objects.exists()


def test_the_administrator_ends_all_of_an_account_and_none_comes_back(user: User):
    chief, clients = browser(make_user("chief", superuser=True)), [at(IPHONE), at(FIREFOX)]
    chief.post(f"/accounts/{user.pk}/change/", {"action": "sessions"})
    assert not any(map(is_in, clients))
    client = at(FIREFOX)
    for action in ("close", "reopen"):
        chief.post(f"/accounts/{user.pk}/change/", {"action": action})
        assert not is_in(client)
