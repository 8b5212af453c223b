"""Limits of size and content type of requests."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http.multipartparser import MultiPartParser
from django.test import Client
from django.urls import get_resolver, reverse

from skatturnier.middleware import CONTENT_TYPES, MAX_FORM_BYTES, utf8_only

MEGABYTE = 1_000_000


def status(**values: str) -> int:
    return Client().generic("POST", "/sign-in/", b"username=a", **values).status_code


@pytest.mark.django_db
@pytest.mark.parametrize("length", [str(33 * MEGABYTE), "9" * 30, "-1", "many", "²"])
def test_large_request_is_refused_before_it_is_read(length: str):
    form = "application/x-www-form-urlencoded"
    assert status(content_type=form, CONTENT_LENGTH=length) == 413


@pytest.mark.parametrize("kind", ["application/json", "text/xml", "image/png", "a" * 500, "../x"])
def test_only_forms_are_read(kind: str):
    assert status(content_type=kind) == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "X"])
def test_a_browser_gets_or_posts(method: str):
    assert Client().generic(method, "/sign-in/second/").status_code == 405


@pytest.mark.django_db
def test_a_form_passes_but_none_of_many_megabytes_or_too_many_fields_or_files():
    """Each file is written to the disk before the sender is checked."""
    assert status(content_type=CONTENT_TYPES[1] + "; charset=x") < 415
    files = {f"file{number}": SimpleUploadedFile("x.txt", b"x") for number in range(3)}
    many = {f"field{number}": "1" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    for sent in ({"username": "a" * 3 * MEGABYTE}, many, files):
        assert Client().post("/sign-in/", sent).status_code == 413


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("referer", "link"),
    [
        ("http://testserver/tournaments/1/entries/paste/", "/tournaments/1/entries/paste/"),
        ("https://example.org/", None),
        ("javascript:alert(1)", None),
        ("", None),
    ],
)
def test_what_is_too_large_is_answered_with_a_way_back(referer: str, link: str | None):
    """In the reader's language, and only to pages of this program."""
    headers = {"referer": referer, "accept-language": "en"}
    response = Client().post("/sign-in/", {"username": "a" * 3 * MEGABYTE}, headers=headers)
    page = response.content.decode()
    assert "up to 32 MB" in page
    assert "2,500,000 characters" in page
    back = f'href="http://testserver{link}"' if link else 'href="/">To the tournaments'
    assert back in page
    assert link or not referer or referer not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("url", "most"), [("/", MAX_FORM_BYTES), ("/series/1/draw/", settings.MAX_REQUEST_BYTES)]
)
def test_each_kind_of_view_takes_as_much_as_it_needs(url: str, most: int):
    for length in (most, most + 1):
        values = {"content_type": CONTENT_TYPES[1], "CONTENT_LENGTH": str(length)}
        answer = Client().generic("POST", url, b"", **values)
        assert (answer.status_code == 413) == (length > most)


@pytest.mark.django_db
def test_nothing_is_unpacked_for_who_is_not_signed_in(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(MultiPartParser, "parse", lambda _self: pytest.fail("it was read"))
    for name, *ids in (("game", 1, 1), ("results-import", 1)):
        client, file = Client(enforce_csrf_checks=True), SimpleUploadedFile("x.txt", b"x")
        assert client.post(reverse(name, args=ids), {"file": file}).status_code == 302


def test_utf8_has_many_names_and_nothing_else_is_a_form():
    def kind_of(kind: str) -> str:
        """The content type that Django is told."""
        environ = {"CONTENT_TYPE": kind}
        utf8_only(lambda *_arguments: None)(environ, None)
        return environ["CONTENT_TYPE"]

    for charset in ("iso-8859-1", "utf-16", "base64", "idna", "x", ""):
        assert kind_of(f"{CONTENT_TYPES[1]}; charset={charset}") not in CONTENT_TYPES
    for charset in ("utf8", "UTF-8", "U8", '"utf-8"'):
        kind = kind_of(f"{CONTENT_TYPES[2]}; charset={charset}; boundary=X")
        assert kind.replace('"', "") == f"{CONTENT_TYPES[2]}; charset=utf-8; boundary=X"


def heavy_addresses(patterns, before: str = "") -> Iterator[str]:
    """An address of each view to which files may be sent."""
    for each in patterns:
        address = before + str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from heavy_addresses(each.url_patterns, address)
        elif getattr(each.callback, "is_heavy", False):
            yield "/" + re.sub(r"<[^>]+>", "1", address)


def test_nginx_lets_files_through_where_the_program_reads_them():
    """deploy/nginx.conf: everywhere else a body is a form, and nginx keeps no more of it."""
    config = (settings.BASE_DIR / "deploy/nginx.conf").read_text("utf-8")
    taken = re.compile(re.search(r"location ~ (\S+) \{\s+client_max_body_size 40m", config)[1])
    # A name with a dot is a file to be fetched.
    sent = {url for url in heavy_addresses(get_resolver().url_patterns) if "." not in url}
    assert "/backups/" in sent
    assert [url for url in sent if not taken.search(url)] == []
    assert not taken.search(reverse("sign-in"))
