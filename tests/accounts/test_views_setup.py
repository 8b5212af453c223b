"""The pages of one-time links."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from scoring.accounts.services.accounts import create_account, create_first_link
from scoring.models import AccountLink, Actor, LogEntry, User
from tests.visitors import browser, text

PASSWORD = "drei kleine worte"
FIRST = {"full_name": "Wilma Winter", "password": PASSWORD, "repeated": PASSWORD}
pytestmark = pytest.mark.django_db


def test_the_first_link_makes_the_organizer_and_signs_him_in():
    client, link = browser(), f"/setup/{create_first_link()}/"
    assert "no-store" in client.get(link)["Cache-Control"]
    assert client.post(link, FIRST).url == "/tournaments/"
    assert "wilma.winter" in text(client.get("/tournaments/"))
    user = User.objects.get()
    assert user.is_superuser
    assert user.check_password(PASSWORD)
    assert browser().get(link).status_code == 404
    assert browser().post(link, FIRST).status_code == 404


def test_first_link_does_not_open_elsewhere_nor_behind_a_proxy_here():
    link = f"/setup/{create_first_link()}/"
    for address in ("::ffff:192.168.1.7", "fe80::1", "", "nonsense"):
        assert browser().get(link, REMOTE_ADDR=address).status_code == 404
        assert browser().post(link, FIRST, REMOTE_ADDR=address).status_code == 404
    for header in ("X-Forwarded-For", "Forwarded"):
        assert browser().get(link, headers={header: "203.0.113.9"}).status_code == 404
    assert not User.objects.exists()


def test_first_link_of_a_server_opens_from_anywhere(settings, capsys: pytest.CaptureFixture[str]):
    """Nobody sits at a server, and only who may give it commands has the link."""
    settings.PRODUCTION, settings.ALLOWED_HOSTS = True, ["skat.example.org", "testserver"]
    assert "skatturnier setup_link" in text(browser().get("/sign-in/"))
    call_command("setup_link")
    server, link = capsys.readouterr().out.strip().split("/setup/")
    assert server == "https://skat.example.org"
    sent = browser().post(f"/setup/{link}", FIRST, headers={"X-Forwarded-For": "203.0.113.9"})
    assert sent.status_code == 302
    assert User.objects.get().is_superuser


def test_who_has_forgotten_the_only_password_gets_a_link_at_the_computer_itself(capsys):
    """Without a name the command says nothing once there is an account."""
    browser().post(f"/setup/{create_first_link()}/", FIRST)
    call_command("setup_link")
    assert capsys.readouterr().out == ""
    with pytest.raises(CommandError, match="administrators: wilma"):
        call_command("setup_link", "boss")
    call_command("setup_link", "wilma.winter")
    path = capsys.readouterr().out.strip()
    sent = {"password": "another, and longer", "repeated": "another, and longer"}
    assert browser().post(path, sent).status_code == 302
    assert User.objects.get().check_password("another, and longer")
    assert LogEntry.objects.filter(action="account.link.renewed", actor="setup_link").count() == 1


def test_member_link_opens_from_anywhere_and_asks_only_for_the_password():
    user, token = create_account("Klaus Klerk", by=Actor(name="test"))
    client = browser()
    page = client.get(f"/setup/{token}/", REMOTE_ADDR="192.168.1.7")
    assert "klaus.klerk" in text(page)
    assert "full_name" not in page.content.decode()
    sent = {"password": PASSWORD, "repeated": PASSWORD, "username": "chief", "full_name": "Chief"}
    assert client.post(f"/setup/{token}/", sent, REMOTE_ADDR="192.168.1.7").status_code == 302
    user.refresh_from_db()
    assert (user.username, user.is_superuser) == ("klaus.klerk", False)
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"repeated": "drei grosse worte"}, "The two passwords differ."),
        # Every problem at once.
        ({"username": "Ä", "password": "12345", "repeated": "12345"}, "too short"),
        ({"full_name": " \x00 "}, "This field is required."),
        ({"password": ""}, "This field is required."),
        ({"username": "Ä"}, "Sign-in names have lower-case letters"),
        ({"password": "x" * 201, "repeated": "x" * 201}, "at most 200 characters"),
    ],
)
def test_errors_are_shown_at_their_fields_and_the_link_stays_valid(changed, sentence: str):
    link = f"/setup/{create_first_link()}/"
    response = browser().post(link, FIRST | changed)
    assert response.status_code == 422
    assert sentence in text(response)
    assert not User.objects.exists()
    assert browser().get(link).status_code == 200


def test_unknown_and_expired_links_are_reported_as_invalid():
    _user, token = create_account("Klaus Klerk", by=Actor(name="test"))
    AccountLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for invalid in ("x" * 2000, "%F0%9F%92%A5", token):
        response = browser().get(f"/setup/{invalid}/")
        assert response.status_code == 404
        assert "This link no longer works" in text(response)
