"""Limits of size and content type of requests."""

from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client

MEGABYTE = 1_000_000


def status(**values: str) -> int:
    """The status of a request with these headers."""
    return Client().generic("POST", "/sign-in/", b"username=a", **values).status_code


@pytest.mark.parametrize("length", [str(33 * MEGABYTE), "9" * 30, "-1", "many", "²"])
def test_large_request_is_refused_before_it_is_read(length: str):
    form = "application/x-www-form-urlencoded"
    assert status(content_type=form, CONTENT_LENGTH=length) == 413


@pytest.mark.parametrize("kind", ["application/json", "text/xml", "image/png", "a" * 500, "../x"])
def test_only_forms_are_read(kind: str):
    assert status(content_type=kind) == 415


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=x"]
)
def test_forms_pass(kind: str):
    assert status(content_type=kind) < 415


@pytest.mark.django_db
def test_a_form_of_many_megabytes_without_a_file_is_refused():
    response = Client().post("/sign-in/", {"username": "a" * 3 * MEGABYTE})
    assert response.status_code == 400


def test_at_most_two_files_come_with_a_form():
    """Each is written to the disk before the sender is checked."""
    files = {f"file{number}": BytesIO(b"x") for number in range(3)}
    for file in files.values():
        file.name = "x.txt"
    assert settings.DATA_UPLOAD_MAX_NUMBER_FILES == 2
    assert Client().post("/sign-in/", files).status_code == 400
