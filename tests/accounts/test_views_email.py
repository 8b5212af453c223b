"""Links by e-mail, where the server sends any; a laptop has no word of it."""

import re
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.accounts.services import accounts
from scoring.accounts.services.accounts import MAX_ACCOUNTS
from scoring.models import LogEntry, User
from tests.factories import make_tournament, make_user
from tests.visitors import browser, text

PASSWORD, NEW = "drei kleine worte", "vier neue kleine worte"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mailing_server(settings):
    """The links of a server with e-mail; what was asked for is waited for."""
    settings.MAIL = True
    yield
    settle()


def settle() -> None:
    accounts._sender.submit(int).result()


@pytest.fixture
def user() -> User:
    return make_user("klaus.klerk", password=PASSWORD, email="klaus@example.org")


def ask(email: str, client: Client | None = None, **headers: str):
    answer = (client or browser()).post("/sign-in/forgotten/", {"email": email}, **headers)
    settle()
    return answer


def link_in(message: mail.EmailMessage) -> str:
    found = re.search(r"http://testserver(/setup/\S+/)", message.body)
    assert found
    return found[1]


def set_password(link: str, password: str = NEW):
    return browser().post(link, {"password": password, "repeated": password})


def test_a_link_is_sent_to_the_address_of_the_account(mailing_server, user: User):
    assert ask("Klaus@Example.org").status_code == 200
    [message] = mail.outbox
    assert message.to == ["klaus@example.org"]
    assert set_password(link_in(message)).url == "/tournaments/"
    user.refresh_from_db()
    assert user.check_password(NEW)
    actions = LogEntry.objects.order_by("id").values_list("action", flat=True)
    assert list(actions) == ["account.reset.mailed", "account.opened"]
    assert "example.org" not in str(list(LogEntry.objects.values()))


def test_the_answer_is_the_same_whether_the_address_is_known_or_not(mailing_server, user: User):
    User.objects.create(username="closed", email="closed@example.org", is_active=False)
    addresses = ("klaus@example.org", "nobody@example.org", "closed@example.org")
    answers = {text(ask(each)).replace(each, "") for each in addresses}
    assert len(answers) == 1
    assert len(mail.outbox) == 1


def test_the_request_itself_does_the_same_for_every_address(mailing_server, user: User):
    """Otherwise the time of the answer would tell: the account is looked up behind it."""
    gate = threading.Event()
    accounts._sender.submit(gate.wait)
    counted = []
    for place, email in (("192.0.2.1", "klaus@example.org"), ("192.0.2.2", "nobody@example.org")):
        client = browser()
        with CaptureQueriesContext(connection) as queries:
            client.post("/sign-in/forgotten/", {"email": email}, REMOTE_ADDR=place)
        counted.append([re.sub(r"'.*?'|\d+", "", each["sql"]) for each in queries])
    gate.set()
    assert counted[0] == counted[1]


def test_a_link_works_once_and_for_two_hours(mailing_server, user: User, clock):
    ask(user.email)
    ask(user.email)  # the first stays: whoever asks need not be the owner
    first, second = map(link_in, mail.outbox)
    clock.shift(timedelta(hours=2) - timedelta(seconds=1))
    assert browser().get(first).status_code == 200
    assert set_password(first).status_code == 302
    # With the password the other links of the account are used up.
    assert [browser().get(each).status_code for each in (first, second)] == [404, 404]
    clock.shift(timedelta(hours=1))
    ask(user.email)
    clock.shift(timedelta(hours=2))
    assert browser().get(link_in(mail.outbox[-1])).status_code == 404


@pytest.mark.parametrize("email", ["klaus@example.org", "nobody@example.org"])
def test_links_to_one_address_are_few(mailing_server, user: User, clock, email: str):
    for number in range(3):
        assert ask(email, REMOTE_ADDR=f"203.0.113.{number}").status_code == 200
    stopped = ask(email)
    assert (stopped.status_code, stopped["Retry-After"]) == (429, "900")
    assert "Links were asked for too often." in text(stopped)
    clock.shift(timedelta(minutes=15))
    assert ask(email).status_code == 200


def test_one_place_asks_for_few_links_whatever_it_says_about_itself(mailing_server):
    for number in range(20):
        forged = {"HTTP_X_FORWARDED_FOR": f"203.0.113.{number}"}
        assert ask(f"nobody{number}@example.org", **forged).status_code == 200
    assert ask("somebody@example.org", HTTP_X_FORWARDED_FOR="192.0.2.1").status_code == 429
    assert ask("somebody@example.org", REMOTE_ADDR="192.0.2.1").status_code == 200


@pytest.mark.parametrize("email", ["", "a@b", "ä" * 300 + "@example.org"])
def test_what_is_no_address_is_told_at_its_field(mailing_server, email: str):
    assert ask(email).status_code == 422
    assert mail.outbox == []


def test_every_account_of_an_address_gets_its_link_and_who_uses_it_the_first(mailing_server):
    """Whoever organizes any host may set up many; they do not crowd out the owner."""
    for number in range(MAX_ACCOUNTS):
        make_user(f"k{number}", email="klaus@example.org")
    make_user("zuletzt", email="klaus@example.org")
    User.objects.filter(username="zuletzt").update(last_login=timezone.now())
    ask("klaus@example.org")
    named = [re.findall(r"\b(?:k\d|zuletzt)\b", each.body)[-1] for each in mail.outbox]
    assert named == ["zuletzt", *(f"k{number}" for number in range(MAX_ACCOUNTS - 1))]


@pytest.mark.parametrize(("language", "words"), [("en", "new password"), ("", "neues Passwort")])
def test_an_e_mail_is_in_the_language_of_the_account(mailing_server, user, language, words):
    User.objects.update(language=language)
    ask(user.email)
    assert words in mail.outbox[0].body
    assert "klaus.klerk" in mail.outbox[0].body


def test_an_invitation_is_sent_and_its_link_not_shown(mailing_server, chief):
    sent = {"full_name": "Ida Igel", "email": "Ida@Example.org"}
    page = chief.post("/accounts/", sent, follow=True)
    assert "A link was sent to ida@example.org." in text(page)
    assert "/setup/" not in page.content.decode()
    assert set_password(link_in(mail.outbox[0])).url == "/tournaments/"
    ida = User.objects.get(username="ida.igel")
    assert ida.email == "ida@example.org"
    chief.post(f"/accounts/{ida.pk}/change/", {"action": "mail"})
    assert mail.outbox[1].to == [ida.email]


def test_a_link_that_could_not_be_sent_is_shown(mailing_server, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    chief = browser(make_user("chief", superuser=True, email="chief@example.org"))
    assert ask("chief@example.org").status_code == 200
    page = chief.post("/accounts/", {"full_name": "Ida Igel", "email": "ida@example.org"})
    assert "The e-mail could not be sent." in text(page)
    assert "/setup/" in page.content.decode()


def test_the_own_address_is_changed_with_the_password(mailing_server, user: User):
    client = browser(user)
    sent = {"email": "New@Example.org", "password": "wrong"}
    assert "This password is not right." in text(client.post("/account/address/", sent))
    client.post("/account/address/", {**sent, "password": PASSWORD})
    user.refresh_from_db()
    assert user.email == "new@example.org"
    row = LogEntry.objects.get(action="account.email.changed")
    assert "example.org" not in f"{row.old} {row.new} {row.reason}"


def test_a_laptop_has_no_word_of_e_mail(user: User, chief):
    assert browser().get("/sign-in/forgotten/").status_code == 404
    assert ask(user.email).status_code == 404
    assert chief.post("/account/address/", {"email": "x@example.org"}).status_code == 404
    tournament = make_tournament()
    for path in ("/accounts/", "/account/", f"/tournaments/{tournament.pk}/people/"):
        assert "mail" not in text(chief.get(path)).lower(), path
    assert "mail" not in text(browser().get("/sign-in/")).lower()
    sent = {"full_name": "Ida Igel", "email": "ida@example.org"}
    assert "/setup/" in chief.post("/accounts/", sent).content.decode()
    assert User.objects.get(username="ida.igel").email == ""
    assert mail.outbox == []
