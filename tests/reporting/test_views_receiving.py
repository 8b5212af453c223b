"""What is answered where clubs send documents: the key first, then the size, then the rest."""

import io
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings as project
from django.core.cache import cache
from django.test import Client

from scoring.reporting.reads import MAX_PACKED
from scoring.reporting.services import MAX_WRONG, withdraw_key
from tests.parcels import BY, Reporter, document_of, make_reporter, packed, played, received

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Reporter:
    return make_reporter()


class Unread(io.BytesIO):
    """A body of which nothing may be read."""

    def read(self, *_size: object) -> bytes:
        raise AssertionError("the body was read")


def post(key: str, body: bytes = b"", **environ: object):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return Client().post("/reports/", body, "application/json", headers=headers, **environ)


def post_unread(key: str, length: int):
    return post(key, CONTENT_LENGTH=str(length), **{"wsgi.input": Unread()})


def test_a_document_is_taken_and_answered_in_a_sentence(club):
    answer = post(club.code, packed(document_of(played())))
    assert answer.status_code == 200
    said = "„LV Nord“ hat das Ergebnis von „Herbstpokal“; dort zählt es noch in keiner Saison."
    assert answer.json() == {"answer": said}
    assert received().host == club.host
    # However somebody typed the key; and sent again it is answered alike.
    typed = club.code.lower().replace("-", " ")
    assert post(typed, packed(document_of(played()))).json() == answer.json()


def test_without_a_right_key_nothing_is_read_nor_too_much_with_one(club):
    headers = {"Authorization": f"Bearer {club.code}"}
    assert Client().get("/reports/", headers=headers).json() == {"answer": "LV Nord"}
    assert Client().get("/reports/").status_code == 403
    large = post_unread(club.code, MAX_PACKED + 1)
    assert (large.status_code, "höchstens 52 MB" in large.json()["answer"]) == (413, True)
    assert MAX_PACKED < project.MAX_REQUEST_BYTES
    for key in ("", "AAAA-BBBB", "ä" * 40, "\x7f"):
        answer = post_unread(key.encode().decode("latin-1"), 2)
        assert answer.status_code == 403
        assert answer.json()["answer"] == "Der Server kennt diesen Schlüssel nicht."
    withdraw_key(club.key, by=BY)
    answer = post_unread(club.code, 2)
    assert (answer.status_code, "zurückgezogen" in answer.json()["answer"]) == (403, True)


def test_wrong_keys_are_counted_by_their_address_and_a_right_one_is_taken(club):
    """For a quarter of an hour, whatever the cache drops meanwhile."""
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as clock:
        for _time in range(MAX_WRONG):
            assert post("AAAA", REMOTE_ADDR="203.0.113.7").status_code == 403
        refused = post("AAAA", REMOTE_ADDR="203.0.113.7")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "900")
        assert post("AAAA", REMOTE_ADDR="203.0.113.8").status_code == 403
        assert post(club.code, b"{}", REMOTE_ADDR="203.0.113.7").status_code == 422
        cache.clear()
        clock.shift(timedelta(minutes=14))
        refused = post("AAAA", REMOTE_ADDR="203.0.113.7")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
        clock.shift(timedelta(minutes=1))
        assert post("AAAA", REMOTE_ADDR="203.0.113.7").status_code == 403
