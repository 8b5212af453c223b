"""The second step of signing in, and where it is demanded."""

import re
from typing import Any

import pytest
from django.test import Client, RequestFactory

from scoring.accounts.services import sign_in as second_factor
from scoring.accounts.services.accounts import renew_link
from scoring.accounts.services.sign_in import new_secret
from scoring.core.access import CHECK_FACTOR_AFTER
from scoring.core.links import passkey_host
from scoring.models import Actor, CodeApp, HostRole, LogEntry, Passkey, RecoveryCode, User
from tests.authenticator import code_of
from tests.factories import first_host, make_host, make_member, make_tournament, make_user
from tests.visitors import HTMX, browser, text

PASSWORD = "drei kleine worte"
BY = Actor(name="test")
pytestmark = pytest.mark.django_db


def set_up(user: User, clock: Any) -> tuple[str, list[str]]:
    """An app whose first code is used up; its secret, and the printed codes."""
    secret = new_secret()
    codes = second_factor.add_app(user, secret, code_of(secret), by=BY, except_key=None)
    clock.shift(60)
    return secret, codes


def sign_in(client: Client, password: str = PASSWORD, **more: str):
    return client.post("/sign-in/", {"username": "klaus.klerk", "password": password, **more})


def step(client: Client, code: str):
    return client.post("/sign-in/second/", {"code": code})


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_the_password_alone_opens_nothing_and_without_a_code_no_attempt_has_failed(user, clock):
    """A passkey's button sends it before its script is there; five would lock the account."""
    secret, _printed = set_up(user, clock)
    client = browser()
    assert sign_in(client).url == "/sign-in/second/"
    assert not is_in(client)
    assert not LogEntry.objects.filter(action="account.signed_in").exists()
    for _time in range(9):
        page = client.post("/sign-in/second/", {"answer": ""})
        assert (page.status_code, "Type a code" in text(page)) == (422, True)
    assert "This code is not right" in text(step(client, "000000"))
    assert "at most 40 characters" in text(step(client, "0" * 41))
    page = text(client.post("/sign-in/second/", {"answer": "{}"}))
    assert "The passkey was not accepted" in page
    assert step(client, code_of(secret)).url == "/tournaments/"
    assert is_in(client)
    assert LogEntry.objects.get(action="account.signed_in").user == user


def test_without_the_password_there_is_no_second_step(user: User, clock):
    secret, _printed = set_up(user, clock)
    for client in (browser(), browser()):
        sign_in(client, "wrong")
        assert client.get("/sign-in/second/").url == "/sign-in/"
        assert step(client, code_of(secret)).url == "/sign-in/"


def test_the_second_step_waits_ten_minutes_for_who_could_still_sign_in(user: User, clock):
    """Nor is the password any more what it was, nor the account open."""
    secret, _printed = set_up(user, clock)
    changed = User(username="x")
    changed.set_password("vier neue kleine worte")
    for happens in (
        lambda: clock.shift(601),
        lambda: User.objects.update(is_active=False),
        lambda: User.objects.update(is_active=True, password=changed.password),
    ):
        client = browser()
        sign_in(client)
        happens()
        assert step(client, code_of(secret)).url == "/sign-in/"


def test_wrong_codes_are_stopped_in_every_browser(user: User, clock):
    """The counter stands in the database, under the account: no header and no cookie changes it."""
    secret, _printed = set_up(user, clock)
    for number in range(5):
        client = browser()
        client.defaults["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{number}"
        sign_in(client)
        step(client, f"{number:06}")
    client = browser()
    sign_in(client)
    stopped = step(client, code_of(secret))
    assert (stopped.status_code, stopped["Retry-After"]) == (429, "60")
    assert "Please try again in one minute." in text(stopped)
    clock.shift(61)
    assert step(client, code_of(secret)).status_code == 302


def test_a_new_password_by_a_link_does_not_pass_by_the_second_step(user: User, clock):
    secret, _printed = set_up(user, clock)
    client, new = browser(), "vier neue kleine worte"
    answer = client.post(f"/setup/{renew_link(user, by=BY)}/", {"password": new, "repeated": new})
    assert answer.url == "/sign-in/second/"
    assert not is_in(client)
    assert step(client, code_of(secret)).status_code == 302


def secret_on(client: Client) -> str:
    found = re.search(r'id="secret">([A-Z2-7]{32})<', client.get("/account/app/").content.decode())
    assert found
    return found[1]


def test_an_app_is_set_up_with_the_password_and_its_first_code(user: User, clock):
    """The other sessions were begun by the password alone: they end."""
    other, client = browser(user), browser(user)
    assert is_in(other)
    page = client.get("/account/app/")
    assert "<svg" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    secret = secret_on(client)
    wrong = client.post("/account/app/", {"code": code_of(secret), "password": "wrong"})
    assert "This password is not right." in text(wrong)
    wrong = client.post("/account/app/", {"code": "000000", "password": PASSWORD})
    assert "This code is not right." in text(wrong)
    assert secret_on(client) == secret
    done = client.post("/account/app/", {"code": code_of(secret), "password": PASSWORD})
    assert len(set(re.findall(r"\b(?:[a-z2-7]{4}-){3}[a-z2-7]{4}\b", text(done)))) == 8
    assert CodeApp.objects.get().secret == secret
    assert secret_on(client) != secret
    assert not is_in(other)


def test_it_is_removed_and_its_codes_are_renewed_with_the_password(user: User, clock):
    set_up(user, clock)
    client = browser(user)
    before = set(RecoveryCode.objects.values_list("hash", flat=True))
    for address in ("codes", "remove"):
        client.post(f"/account/{address}/", {"password": "wrong"})
    assert CodeApp.objects.exists()
    assert set(RecoveryCode.objects.values_list("hash", flat=True)) == before
    assert client.post("/account/codes/", {"password": PASSWORD}).status_code == 200
    assert not before & set(RecoveryCode.objects.values_list("hash", flat=True))
    other = Passkey.objects.create(
        user=make_user("other"), name="x", credential="ab", data="", added_at="2026-11-21T12:00Z"
    )
    client.post("/account/remove/", {"password": PASSWORD, "passkey": other.pk})
    assert Passkey.objects.exists()
    client.post("/account/remove/", {"password": PASSWORD})
    assert not CodeApp.objects.exists()
    assert sign_in(browser()).url == "/tournaments/"


def test_the_password_is_not_guessed_in_a_stolen_session(user: User, clock):
    set_up(user, clock)
    for _guess in range(5):
        browser(user).post("/account/remove/", {"password": "wrong"})
    client = browser(user)
    answer = client.post("/account/remove/", {"password": PASSWORD}, follow=True)
    assert "Too many attempts" in text(answer)
    assert CodeApp.objects.exists()


def test_the_administrator_takes_off_a_lost_one(user: User, clock, chief):
    set_up(user, clock)
    at_work = browser(user)
    assert is_in(at_work)
    assert "Remove the second step" in text(chief.get("/accounts/"))
    page = chief.post(f"/accounts/{user.pk}/change/", {"action": "factor"}, follow=True)
    assert "Remove the second step" not in text(page)
    assert sign_in(browser()).url == "/tournaments/"
    assert not is_in(at_work)


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [
        ("127.0.0.1:8000", False, ""),
        ("localhost:8000", False, "localhost"),
        ("skat.example.org", False, ""),
        ("skat.example.org", True, "skat.example.org"),
        ("192.168.1.7", True, ""),
        ("[2001:db8::1]:8000", True, ""),
    ],
)
def test_passkeys_are_made_by_https_and_on_the_computer_itself(settings, host, secure, offered):
    """WebAuthn wants a secure context and a name: no number of a computer."""
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory(HTTP_HOST=host).get("/", secure=secure)
    assert passkey_host(request) == offered


def test_a_laptop_in_a_club_room_says_why_there_are_no_passkeys(user: User):
    client = browser(user)
    client.defaults["HTTP_HOST"] = "192.168.1.7:8000"
    page = client.get("/account/")
    assert "Passkeys work only over https" in text(page)
    assert "/account/passkey/" not in page.content.decode()
    assert client.get("/account/passkey/").url == "/account/"


def test_who_needs_one_and_has_none_reaches_nothing_else(tournament, settings, user: User, clock):
    settings.SECOND_FACTOR = True
    tournament.memberships.create(user=user, role="organizer")
    client = browser(user)
    for path in ("/", f"/tournaments/{tournament.pk}/", "/account/address/"):
        assert client.get(path).url == "/account/", path
    assert client.post(f"/tournaments/{tournament.pk}/remove/").url == "/account/"
    answer = client.get("/tournaments/", headers=HTMX)
    assert answer["HX-Redirect"] == "/account/"
    assert "Organizers need a second step" in text(client.get("/account/"))
    public = client.get("/calculator/")  # as strangers see it
    assert (public.status_code, str(user) in text(public)) == (200, False)
    secret = secret_on(client)
    client.post("/account/app/", {"code": code_of(secret), "password": PASSWORD})
    assert client.get("/tournaments/").status_code == 200
    assert "Organizers need a second step" not in text(client.get("/account/"))
    client.post("/account/remove/", {"password": PASSWORD})
    assert client.get("/tournaments/").url == "/account/"


def test_one_that_is_demanded_later_is_asked_for_within_a_quarter_of_an_hour(settings, clock):
    client = browser(make_member(make_tournament(), "organizer"))
    assert client.get("/tournaments/").status_code == 200
    settings.SECOND_FACTOR = True
    clock.shift(CHECK_FACTOR_AFTER + 1)
    assert client.get("/tournaments/").url == "/account/"
    assert browser(make_user("chief", superuser=True)).get("/tournaments/").url == "/account/"
    referee = browser(make_member(make_tournament(), "referee"))
    assert referee.get("/tournaments/").status_code == 200


def test_a_host_demands_it_of_its_own_organizers_alone():
    strict = make_host("LV Nord", second_factor=True)
    mine, theirs = (
        make_member(make_tournament(host=host), "organizer") for host in (strict, first_host())
    )
    assert browser(mine).get("/tournaments/").url == "/account/"
    assert browser(theirs).get("/tournaments/").status_code == 200
    HostRole.objects.create(user=theirs, host=strict, role="administrator")
    assert browser(theirs).get("/tournaments/").url == "/account/"
