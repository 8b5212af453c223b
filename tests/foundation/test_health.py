"""`/healthz` and `/readyz`, and the log for programs."""

import json
import logging
from types import SimpleNamespace

import pytest
from django.db import DataError, IntegrityError, InternalError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from skatturnier import middleware, trouble
from skatturnier.logs import JsonFormatter
from tools.scratch import scratch_database


@pytest.fixture
def asked(monkeypatch):
    """The client of a proxy that knows no name of the server; nothing is found out yet."""
    monkeypatch.setattr(middleware, "_migrated", [])
    return Client(headers={"host": "10.0.0.1.attacker.example"})


def test_a_process_without_database_lives_but_is_not_ready(asked, monkeypatch, caplog):
    def away(*args, **kwargs):
        raise OperationalError("no route")

    monkeypatch.setattr(middleware, "connection", SimpleNamespace(cursor=away))
    monkeypatch.setattr(logging.getLogger("django"), "propagate", True)
    assert asked.get("/healthz").status_code == 200
    answer = asked.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"database\n")
    assert caplog.messages == [], "a monitor that asks each second is no error each second"


@pytest.mark.django_db
def test_a_server_is_ready_with_a_database_of_its_own_migrations(asked):
    """A program that was put back after an update would fail at the first column that it lacks."""
    migrations = MigrationRecorder(connection)
    migrations.record_unapplied("sessions", "0001_initial")
    for _time in range(2):
        answer = asked.get("/readyz")
        assert (answer.status_code, answer.content) == (503, b"migration\n")
    migrations.record_applied("sessions", "0001_initial")
    migrations.record_applied("scoring", "9999_of_next_year")
    answer = asked.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"newer\n")
    migrations.record_unapplied("scoring", "9999_of_next_year")
    answer = asked.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "Set-Cookie" not in answer
    assert asked.get("/").status_code == 400, "others still ask for the host name"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: PostgreSQL has no such file")
@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_nothing_is_saved_once_a_file_of_the_database_was_taken_away(
    asked, monkeypatch, caplog, django_db_blocker, end: str
):
    """SQLite would go on writing to what it has open, and nobody could find that again."""
    monkeypatch.setattr(middleware, "FILES", middleware.OpenFiles())
    client = Client(headers={"accept-language": "en"})
    with django_db_blocker.unblock(), scratch_database() as path:
        connection.ensure_connection()
        middleware.FILES.remember(connection=connection)
        assert client.post("/sign-in/", {"username": "ada"}).status_code == 200
        file = path.with_name(path.name + end)
        aside = file.rename(file.with_name("aside"))
        for _time in range(2):
            answer = client.post("/sign-in/", {"username": "ada"})
            assert answer.status_code == 503
            assert "The database file was removed or replaced" in answer.content.decode()
        assert client.get("/sign-in/").status_code == 200, "what can be read can be looked at"
        assert asked.get("/readyz").content == b"database\n"
        file.write_bytes(b"another")
        assert client.post("/sign-in/", {"username": "ada"}).status_code == 503
        aside.rename(file)
        assert client.post("/sign-in/", {"username": "ada"}).status_code == 200
    assert f"Removed or replaced, so nothing is saved: {file}" in caplog.messages


def test_a_line_of_the_json_log_holds_what_was_raised_without_secrets():
    secret = "a" * 26
    try:
        raise ValueError(f"/t/{secret}/")
    except ValueError as error:
        record = logging.LogRecord(
            "django.request", logging.ERROR, __file__, 1, "Failed: %s", ("grün",),
            (ValueError, error, error.__traceback__),
        )  # fmt: skip
    line = JsonFormatter().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["logger"]) == ("ERROR", "django.request")
    assert found["message"].startswith("Failed: grün\nTraceback")
    assert found["time"].endswith("+00:00")
    assert secret not in line


@pytest.mark.parametrize(
    ("raised", "status"),
    [
        (OperationalError("terminating connection"), 503),
        (InternalError("cannot execute INSERT in a read-only transaction"), 503),
        (IntegrityError("duplicate key"), 500),
        (DataError("integer out of range"), 500),
    ],
)
def test_only_a_database_that_is_away_is_said_to_be(rf, monkeypatch, raised, status):
    monkeypatch.setattr(trouble, "connection", SimpleNamespace(vendor="postgresql"))
    assert trouble.trouble_page(rf.get("/"), raised).status_code == status
