"""The accounts of a superuser, and the people of a tournament."""

import re
from unittest.mock import Mock

import pytest
from django.test import Client

from scoring.core.forms import refuse
from scoring.models import Membership, Tournament, User
from tests.factories import make_member, make_tournament, make_user
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db


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
    closing = f"/accounts/{user.pk}/change/", {"action": "close", "token": "a-token-1"}
    chief.post(*closing)
    assert his.get("/tournaments/").status_code == 302
    assert "This was saved already" in text(chief.post(*closing, follow=True))
    chief.post(f"/accounts/{user.pk}/change/", {"action": "reopen"})
    assert browser(user).get("/tournaments/").status_code == 200
    last = User.objects.get(username="chief").pk
    answer = chief.post(f"/accounts/{last}/change/", {"action": "close"}, follow=True)
    assert "this account stays open" in text(answer)


# The people of a tournament and their roles


def address(tournament: Tournament, *parts: object) -> str:
    return "/".join(map(str, ("/tournaments", tournament.pk, "people", *parts, "")))


def role_of(user: User) -> list[str]:
    return list(user.memberships.values_list("role", flat=True))


def test_new_member_gets_an_account_a_role_and_a_link(organizer: Client, tournament: Tournament):
    sent = {"full_name": "Klaus Klerk", "role": "clerk", "token": "a-token-1"}
    response = organizer.post(address(tournament, "new"), sent)
    assert "/setup/" in response.content.decode()
    assert role_of(User.objects.get(username="klaus.klerk")) == ["clerk"]
    again = organizer.post(address(tournament, "new"), sent, follow=True)
    assert "The link was made already" in text(again)
    assert User.objects.filter(username__startswith="klaus").count() == 1


def test_a_refused_role_leaves_no_account(organizer: Client, tournament: Tournament, monkeypatch):
    gone = Mock(side_effect=refuse("tournament-gone"))
    monkeypatch.setattr("scoring.accounts.services.accounts.give_role", gone)
    organizer.post(address(tournament, "new"), {"full_name": "Klaus Klerk", "role": "clerk"})
    assert gone.called
    assert not User.objects.filter(username="klaus.klerk").exists()


def test_a_role_is_given_changed_and_taken_away(organizer: Client, tournament: Tournament):
    user = make_user("klaus")
    organizer.post(address(tournament, "add"), {"user": user.pk, "role": "clerk"})
    assert role_of(user) == ["clerk"]
    assert "klaus" in text(organizer.get(address(tournament)))
    organizer.post(address(tournament, user.pk, "role"), {"role": "referee"})
    assert role_of(user) == ["referee"]
    organizer.post(address(tournament, user.pk, "role"), {"role": "none"})
    assert role_of(user) == []


def test_the_last_organizer_stays_until_there_is_another(organizer: Client, tournament: Tournament):
    user = Membership.objects.get().user
    for role in ("none", "clerk"):
        response = organizer.post(address(tournament, user.pk, "role"), {"role": role}, follow=True)
        assert "Give somebody else this role first" in text(response)
        assert role_of(user) == ["organizer"]
    make_member(tournament, "organizer")
    response = organizer.post(address(tournament, user.pk, "role"), {"role": "clerk"})
    assert response.url == "/tournaments/", "this page is not his any more"
    assert role_of(user) == ["clerk"]


def test_only_members_have_a_role_to_take_and_a_new_link(organizer, tournament: Tournament):
    user = make_member(make_tournament("Frühlingspokal"), "clerk")
    assert organizer.post(address(tournament, user.pk, "role"), {"role": "none"}).status_code == 404
    assert organizer.post(address(tournament, user.pk, "link")).status_code == 404
    fresh = make_member(tournament, "clerk")
    User.objects.filter(pk=fresh.pk).update(made_by=tournament.host)
    assert "/setup/" in organizer.post(address(tournament, fresh.pk, "link")).content.decode()
