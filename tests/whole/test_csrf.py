"""Every POST requires a CSRF token."""

from django.test import Client
from django.urls import get_resolver

from tests.whole.test_urls import SENT_AT_TABLE, world
from tests.world import World, names

__all__ = ["world"]


def test_a_post_is_refused_without_the_token_of_a_page_and_with_a_forged_one(world: World):
    client = Client(enforce_csrf_checks=True)
    for name in ("sign-in", "setup", "set-language", "sign-out"):
        assert client.post(world.url(name)).status_code == 403, name
    client.force_login(world.people["superuser"])
    for forged in ({}, {"csrfmiddlewaretoken": "a" * 64}):
        assert client.post(world.url("series-draw"), forged).status_code == 403


def test_no_view_is_exempt_but_those_whose_right_is_a_secret_in_the_address(world: World):
    """A list at the table and the key of a club: neither has a session that could be abused."""
    exempt = {
        name
        for name in names()
        if getattr(get_resolver().resolve(world.url(name)).func, "csrf_exempt", False)
    }
    assert exempt == SENT_AT_TABLE | {"report-receive"}
