"""The administrator of a host sets up accounts with a role in it."""

import re

import pytest
from django.test import Client

from scoring.models import Host, LogEntry, Membership, User
from tests.factories import make_host, make_tournament, make_user
from tests.visitors import browser, host_member, text

pytestmark = pytest.mark.django_db
SENT = {"full_name": "Ina Berg", "role": "clerk", "token": "one-new-account"}


@pytest.fixture
def host() -> Host:
    return make_host("SC Eins")


@pytest.fixture
def erna(host: Host) -> Client:
    return host_member(host, "administrator", "erna")


def test_an_account_with_a_role_and_a_link_that_is_shown_once(host: Host, erna: Client):
    address = f"/hosts/{host.pk}/accounts/"
    assert address in erna.get(f"/hosts/{host.pk}/").content.decode()
    refused = erna.post(address, {"full_name": "", "role": "king"})
    assert set(refused.context["form"].errors) == {"full_name", "role"}
    shown = erna.post(address, SENT)
    link = re.search(r"/setup/[^/\"]+/", shown.content.decode())
    assert link is not None
    made = User.objects.get(username="ina.berg")
    assert (made.made_by, made.host_roles.get().role) == (host, "clerk")
    assert browser().get(link.group()).status_code == 200
    assert "made already" in text(erna.post(address, SENT, follow=True))
    assert LogEntry.objects.filter(host=host, action="account.created").count() == 1
    words = text(erna.get(address))
    assert "Berg" in words
    assert "has not set a password yet" in words


def test_a_new_link_for_an_account_that_was_never_opened_here(host: Host, erna: Client):
    erna.post(f"/hosts/{host.pk}/accounts/", SENT)
    made = User.objects.get(username="ina.berg")
    address = f"/hosts/{host.pk}/accounts/{made.pk}/link/"
    assert "/setup/" in erna.post(address).content.decode()
    elsewhere = make_tournament(host=make_host("SC Zwei"))
    role = Membership.objects.create(user=made, tournament=elsewhere, role="clerk")
    assert erna.post(address).status_code == 404, "it opens what is not this host's"
    role.delete()
    made.set_password("seven-clubs-1834")
    made.save()
    assert erna.post(address).status_code == 404, "a password is its owner's"


def test_an_account_of_the_host_is_signed_out_everywhere(host: Host, erna: Client):
    made = make_user("ina", password="seven-clubs-1834")
    User.objects.filter(pk=made.pk).update(made_by=host)
    ina, address = browser(made), f"/hosts/{host.pk}/accounts/{made.pk}/sessions/"
    assert ina.get("/tournaments/").status_code == 200
    assert address in erna.get(f"/hosts/{host.pk}/accounts/").content.decode()
    assert "have ended" in text(erna.post(address, follow=True))
    assert ina.get("/tournaments/").url == "/sign-in/?next=/tournaments/"
    row = LogEntry.objects.get(action="account.sessions.ended")
    assert (row.host, row.new) == (host, {"sessions": 1})
    assert erna.get(f"/hosts/{host.pk}/accounts/").status_code == 200
