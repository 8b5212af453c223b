"""The people of a tournament and their roles."""

import pytest
from django.test import Client

from scoring.models import Membership, Tournament, User
from tests.factories import make_member, make_tournament, make_user
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(tournament: Tournament) -> Client:
    return member(tournament, "organizer")


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
    assert "The link was shown already" in text(again)
    assert User.objects.filter(username__startswith="klaus").count() == 1


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


def test_account_without_a_role_is_404(organizer: Client, tournament: Tournament):
    user = make_member(make_tournament("Frühlingspokal"), "clerk")
    assert organizer.post(address(tournament, user.pk, "role"), {"role": "none"}).status_code == 404
    assert organizer.post(address(tournament, user.pk, "link")).status_code == 404


def test_new_link_only_for_accounts_without_a_password(organizer, tournament: Tournament):
    fresh = make_member(tournament, "clerk")
    fresh.made_by = tournament.host
    fresh.save()
    assert "/setup/" in organizer.post(address(tournament, fresh.pk, "link")).content.decode()
