"""Random requests to the addresses that copy and replace the whole database.

They cannot be rolled back: every request works on what the previous one left, and a restored
database is one of those that were backed up.
"""

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.backup.services import backups
from scoring.models import LogEntry, Tournament, User
from scoring.verify.reads.verify import verify
from tests import fuzz
from tests.effort import cases
from tests.factories import make_tournament, make_user, seated
from tests.whole.test_fuzz import WHOLE, rows

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("'postgres' in __import__('os').environ.get('DATABASE_URL', '')"),
]
EACH = 5
SERIES = cases(4, 20)
CHIEF, CLERK = "chief", "clerk"
KEPT = "kept"  # the name of a backup that is there

values = st.one_of(st.sampled_from(fuzz.NASTY), st.text(st.characters(), max_size=12))
requests = st.fixed_dictionaries(
    {
        "page": st.sampled_from((*WHOLE, *WHOLE, "backups")),
        "who": st.sampled_from((CHIEF,) * 6 + (CLERK, "")),
        "name": st.sampled_from((KEPT,) * 6 + ("none.sqlite3", "secret_key", "a" * 300)),
        "typed": st.one_of(st.just(KEPT), st.just(KEPT), values),
        "token": st.sampled_from(("", "token-0001", "token-0002", "\x00")),
        "kind": st.sampled_from((fuzz.FORM,) * 6 + fuzz.KINDS),
        "more": st.dictionaries(st.sampled_from(fuzz.FIELDS), values, max_size=4),
    }
)


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with mock.patch.object(django_settings, "DATA_DIR", tmp_path / "data"):
        yield tmp_path / "data"


@pytest.fixture
def tournament() -> Tournament:
    """A tournament, two accounts, and a first backup."""
    made = seated(4, rounds=1).tournament
    make_user(CLERK)
    Client().force_login(make_user(CHIEF, superuser=True))
    backups.back_up(by=backups.Actor(name="test"))
    return made


def send(sent: dict) -> int:
    """The status of the answer; an exception in a view is raised here."""
    newest = backups.list_backups()[-1].name
    name = newest if sent["name"] == KEPT else sent["name"]
    url = reverse(sent["page"], args=[name] if sent["page"] == "backup-restore" else [])
    typed = newest if sent["typed"] == KEPT else sent["typed"]
    fields = {**sent["more"], "typed": typed, "token": sent["token"]}
    client = Client()
    if sent["who"]:
        client.force_login(User.objects.get(username=sent["who"]))
    body = fuzz.encoded(list(fields.items())).encode()
    return client.generic("POST", url, body, content_type=sent["kind"]).status_code


@pytest.mark.long
@pytest.mark.slow
@settings(
    max_examples=SERIES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(requests, min_size=EACH, max_size=EACH))
def test_fuzzed_backup_requests_neither_fail_nor_damage_the_database(tournament, many: list[dict]):
    for count, sent in enumerate(many):
        make_tournament(f"of step {count}")
        before, last_row = rows(), LogEntry.objects.order_by("-id").first()
        files = {each.name for each in backups.list_backups()}
        status = send(sent)
        assert status < 500, sent
        last, made = (
            LogEntry.objects.order_by("-id").first(),
            {e.name for e in backups.list_backups()},
        )
        if rows() != before:
            assert last.action == "backup.restored", sent
            assert sent["page"] == "backup-restore"
        if made != files:
            assert last.action in ("backup.made", "backup.restored", "backup.uploaded"), sent
            # Ids of a restored database continue from where they were.
            assert (last.pk, last.at) != (last_row.pk, last_row.at)
        if sent["who"] != CHIEF:
            assert (rows(), made) == (before, files)
    assert verify() == []
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_valid_requests_of_the_fuzz_succeed(tournament):
    """Otherwise the fuzz could pass because every request is refused."""
    well = {
        "who": CHIEF,
        "name": KEPT,
        "typed": KEPT,
        "token": "",
        "kind": fuzz.FORM,
        "more": {},
    }
    for page, action in (("backup-new", "backup.made"), ("backup-restore", "backup.restored")):
        send({**well, "page": page})
        assert LogEntry.objects.latest("id").action == action
