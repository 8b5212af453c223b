"""Signing in and out, and the language."""

from ipaddress import ip_network
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher

from scoring.accounts.services import accounts
from scoring.models import Actor, User
from tests.accounts.test_services_sign_in import guess
from tests.factories import make_user
from tests.visitors import HTMX, browser, text

PASSWORD = "drei kleine worte"
pytestmark = pytest.mark.django_db


def sign_in(client, name: str = "klaus.klerk", password: str = PASSWORD, **more: str):
    return client.post("/sign-in/", {"username": name, "password": password, **more})


def test_all_failed_sign_ins_get_the_same_answer(user: User):
    make_user("closed", password=PASSWORD)
    User.objects.filter(username="closed").update(is_active=False)
    guesses = (("nobody", PASSWORD), ("klaus.klerk", "wrong"), ("closed", PASSWORD))
    answers = {text(sign_in(browser(), *each)).replace(each[0], "") for each in guesses}
    assert len(answers) == 1
    assert "Capitals matter in the password" in answers.pop()  # and not in the name
    make_user("fresh")  # has no password yet
    assert {sign_in(browser(), "fresh", empty).status_code for empty in ("", " ")} == {200}
    for name, _password in guesses:
        for _ in range(4):
            sign_in(browser(), name, "wrong")
    pages = {text(sign_in(browser(), *each)).replace(each[0], "") for each in guesses}
    assert len(pages) == 1
    assert "Please try again in one minute." in pages.pop()


@pytest.mark.parametrize(
    "foreign",
    [
        "//example.org",
        "/\\example.org",
        "javascript:alert(1)",
        "\x00//example.org",
        "/sign-in/?next=/sign-in/",
    ],
)
def test_next_address_is_local_and_never_the_sign_in_page(user: User, foreign: str):
    assert sign_in(browser(), next=foreign).url == "/tournaments/"
    response = browser(user).get("/sign-in/", {"next": foreign})
    assert response.url == "/tournaments/"


def test_signing_out_is_a_post_and_ends_the_session(user: User):
    client = browser(user)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").url == "/sign-in/"
    assert client.get("/tournaments/?page=2").url == "/sign-in/?next=/tournaments/%3Fpage%3D2"
    # A fragment would lose what was typed by a redirect; a POST is not repeated as GET.
    fragment = client.get("/tournaments/", headers=HTMX)
    assert (fragment.status_code, fragment.content) == (401, b"")
    assert client.post("/tournaments/1/remove/").url == "/sign-in/?next=/"
    assert sign_in(client, next="/tournaments/?page=2").url == "/tournaments/?page=2"


def test_before_the_first_account_the_page_names_the_setup_link():
    assert "the window in which the program was started" in text(browser().get("/sign-in/"))
    make_user(superuser=True)
    assert "the window in which" not in text(browser().get("/sign-in/"))


def test_language_is_stored_in_cookie_and_account(user: User):
    client = browser(user)
    unknown = client.post("/language/", {"language": "tlh", "next": "https://example.org/"})
    assert unknown.url == "/"
    assert 'lang="en"' in client.get("/tournaments/").content.decode()
    response = client.post("/language/", {"language": "de", "next": "/tournaments/"})
    assert response.url == "/tournaments/"
    assert 'lang="de"' in client.get("/tournaments/").content.decode()
    user.refresh_from_db()
    assert user.language == "de"
    other = browser()
    sign_in(other)
    assert 'lang="de"' in other.get("/tournaments/").content.decode()


def test_sign_in_takes_as_long_for_unknown_names(user: User):
    """Otherwise the response time would reveal which accounts exist."""
    hashed = []
    for name in ("klaus.klerk", "nobody.at.all"):
        with mock.patch.object(
            MD5PasswordHasher, "encode", autospec=True, side_effect=MD5PasswordHasher.encode
        ) as encode:
            sign_in(browser(), name, "wrong")
        hashed.append(encode.call_count)
    assert hashed[0] == hashed[1] > 0


def test_client_address_is_taken_from_the_proxy(user: User, settings: Any):
    """Addresses further left come from the client and can be forged."""
    settings.PROXIES = [ip_network("127.0.0.1")]
    for number in range(5):
        client = browser()
        client.defaults["HTTP_X_FORWARDED_FOR"] = f"10.0.0.{number}, 203.0.113.7"
        sign_in(client, password="wrong")
    client.defaults["HTTP_X_FORWARDED_FOR"] = "10.0.0.99, 203.0.113.7"
    assert sign_in(client).status_code == 429
    client.defaults["HTTP_X_FORWARDED_FOR"] = "203.0.113.7, 203.0.113.8"
    assert sign_in(client).status_code == 302


def test_a_new_password_ends_the_sessions_of_the_old_one(user: User):
    client = browser(user)
    assert client.get("/tournaments/").status_code == 200
    token = accounts.renew_link(user, by=Actor(name="test"))
    accounts.use_link(accounts.find_link(token), password="vier neue kleine worte")
    assert client.get("/tournaments/").status_code == 302


def test_failures_of_others_do_not_lock_the_owners_device(user: User):
    """A hundred failures lock the name for everybody else."""
    client = browser()
    sign_in(client)
    client.post("/sign-out/")
    for number in range(100):
        guess("klaus.klerk", f"10.0.{number}.1")
    assert sign_in(browser()).status_code == 429
    assert sign_in(client).url == "/tournaments/"


@pytest.mark.parametrize("forged", ["WyJ0YWJsZXQiLFsia2xhdXMua2xlcmsiXV0:1:x", "\xff"])
def test_forged_device_cookie_is_ignored(user: User, forged: str):
    client = browser()
    for _ in range(5):
        client.cookies["device"] = forged
        sign_in(client, password="guess")
    assert sign_in(client).status_code == 429
