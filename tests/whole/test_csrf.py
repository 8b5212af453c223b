"""Every POST requires a CSRF token."""

import pytest
from django.test import Client

from tests.whole.test_urls import SENT_AT_TABLE, world
from tests.world import World, names

__all__ = ["world"]


# What a phone sends needs no cookie: the secret in its address is the right. What a club reports
# comes with its key.
@pytest.mark.parametrize("name", sorted(names() - SENT_AT_TABLE - {"report-receive"}))
def test_a_post_without_the_token_of_a_page_is_refused(world: World, name: str):
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.people["superuser"])
    assert client.post(world.url(name)).status_code == 403


@pytest.mark.parametrize("name", ["sign-in", "setup", "set-language", "sign-out"])
def test_anonymous_post_without_token_is_refused(world: World, name: str):
    assert Client(enforce_csrf_checks=True).post(world.url(name)).status_code == 403


def test_foreign_token_is_refused(world: World):
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.people["superuser"])
    forged = {"csrfmiddlewaretoken": "a" * 64}
    assert client.post(world.url("series-draw"), forged).status_code == 403
