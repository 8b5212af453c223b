"""The accounts page of a superuser."""

import re

import pytest
from django.test import Client

from scoring.models import User
from tests.factories import make_user
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief() -> Client:
    return browser(make_user("chief", superuser=True))


def link_on(response) -> str:
    return re.search(r'value="http://[^/"]+(/setup/[^"]+/)"', response.content.decode())[1]


def test_a_new_account_comes_with_a_link_that_works_until_a_newer_one(chief: Client):
    response = chief.post("/accounts/", {"full_name": "Klaus Klerk", "token": "a-token-1"})
    assert "klaus.klerk" in text(response)
    assert "<svg" in response.content.decode(), "the link as a code for the camera"
    old = link_on(response)
    assert browser().get(old).status_code == 200
    user = User.objects.get(username="klaus.klerk")
    new = link_on(chief.post(f"/accounts/{user.pk}/change/", {"action": "link"}))
    assert [browser().get(link).status_code for link in (old, new)] == [404, 200]


def test_the_link_can_be_used_from_another_device(chief: Client):
    """On the laptop the page is opened as 127.0.0.1, which other devices cannot reach."""
    response = chief.post("/accounts/", {"full_name": "K"}, headers={"host": "192.168.1.7:8000"})
    assert "http://192.168.1.7:8000/setup/" in response.content.decode()


def test_closed_account_loses_access_at_once_and_can_be_reopened(chief: Client):
    user = make_user("klaus")
    his = browser(user)
    assert his.get("/tournaments/").status_code == 200
    chief.post(f"/accounts/{user.pk}/change/", {"action": "close"})
    assert his.get("/tournaments/").status_code == 302
    chief.post(f"/accounts/{user.pk}/change/", {"action": "reopen"})
    assert browser(user).get("/tournaments/").status_code == 200
    last = User.objects.get(username="chief").pk
    answer = chief.post(f"/accounts/{last}/change/", {"action": "close"}, follow=True)
    assert "this account stays open" in text(answer)
