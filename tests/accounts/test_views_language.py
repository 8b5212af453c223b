"""The language of public pages: the browser's preference, or the visitor's choice."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Actor
from scoring.public import services
from tests.factories import seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> str:
    tournament = seated(4).tournament
    services.set_public(tournament, True, by=Actor(name="test"))
    return reverse("room", args=[tournament.pk])


def language(response) -> str:
    return "de" if '<html lang="de">' in response.content.decode() else "en"


def test_browser_language_is_default_and_chosen_language_is_kept(page: str):
    visitor = Client(headers={"accept-language": "de"})
    assert language(visitor.get(page)) == "de"
    answer = visitor.get(f"{page}?language=en")
    assert (answer.status_code, answer.url) == (302, page)
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["samesite"]) == ("en", "Lax")
    assert cookie["max-age"] > 300 * 24 * 60 * 60
    assert language(visitor.get(page)) == "en"
    assert language(visitor.get(reverse("sign-in"))) == "en"
    shown = " ".join(visitor.get(page).content.decode().split())
    assert 'href="?language=de" lang="de"' in shown
    assert 'hreflang="en" rel="nofollow" aria-current="true">English' in shown
    assert language(Client(headers={"accept-language": "de"}).get(page)) == "de"


@pytest.mark.parametrize("method", ["get", "head"])
def test_language_switch_redirects_only_to_local_pages(page: str, method: str):
    """No open redirect and no header injection."""
    query = "show=a&language=de&show=b&next=//evil.example&x=%0d%0aSet-Cookie:a=b"
    sent = f"{page}standings/a%3Fb/?{query}"
    answer = getattr(Client(), method)(sent)
    assert answer.status_code == 302
    kept = "show=a&show=b&next=%2F%2Fevil.example&x=%0D%0A"
    assert answer.url.startswith(f"{page}standings/a%3Fb/?{kept}")
    assert list(answer.cookies) == ["django_language"]
    assert Client().post(f"{page}?language=de").status_code == 405


def test_vary_header_names_language_and_cookie(page: str):
    visitor = Client(headers={"accept-language": "en"})
    first = visitor.get(page)
    same = visitor.get(page, headers={"If-None-Match": first["ETag"]})
    assert same.status_code == 304
    for response in (first, same):
        vary = {each.strip() for each in response["Vary"].split(",")}
        assert {"Accept-Language", "Cookie", "Accept-Encoding"} <= vary
    # The ETag of the English body does not match the German one.
    visitor.get(f"{page}?language=de")
    assert visitor.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("asked", ["fr", "", "en\x00", "de&language=xx"])
def test_unknown_language_changes_nothing(page: str, asked: str):
    answer = Client().get(f"{page}?language={asked}")
    assert answer.status_code == 200
    assert not answer.cookies
