"""Test clients by role. Their language is English."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape

from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from scoring.accounts.services.accounts import note_session
from scoring.models import Host, HostRole, Tournament, User
from tests.factories import make_member, make_user

HTMX = {"HX-Request": "true"}


def browser(user: User | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if user:
        client.force_login(user)
        note_session(client.session.session_key, user, "")
    return client


def member(tournament: Tournament, role: str) -> Client:
    return browser(make_member(tournament, role))


def host_member(host: Host, role: str, name: str = "") -> Client:
    """Somebody who has this role in the host."""
    user = make_user(name)
    HostRole.objects.create(user=user, host=host, role=role)
    return browser(user)


def text(response: HttpResponse) -> str:
    """The text of the page, in one line."""
    bare = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(unescape(bare).split())


@contextmanager
def undone() -> Iterator[None]:
    """What is done in this block is rolled back at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
