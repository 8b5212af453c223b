"""The newest seal is noted outside of the database: a log that lost its last seals is found."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from scoring.backup.services.restoring import restore
from scoring.backup.services.sqlite import backup
from scoring.core.refusals import Refused
from scoring.core.services import write_log
from scoring.log.reads.noted import beside, noted_problems, read_note, write_note
from scoring.log.services.seals import seal_log
from scoring.management.scratch import scratch_database
from scoring.models import Actor, LogEntry, LogSeal

pytestmark = pytest.mark.skipif("'postgres' in __import__('os').environ.get('DATABASE_URL', '')")


@pytest.fixture
def database(django_db_blocker):
    with django_db_blocker.unblock(), scratch_database() as path:
        yield path


def write(count: int) -> None:
    for number in range(count):
        write_log("test", str(number), by=Actor(name="test"), tournament=None)


def cut(file: Path) -> None:
    """Take away the newest seal with its rows, as somebody would who knows SQLite."""
    with closing(sqlite3.connect(file)) as source:
        tables = "('scoring_logentry', 'scoring_logseal')"
        kept = (
            f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN {tables}"
        )
        triggers = source.execute(kept).fetchall()
        for name, _sql in triggers:
            source.execute(f"DROP TRIGGER {name}")
        (since,) = source.execute("SELECT max(since) FROM scoring_logseal").fetchone()
        source.execute("DELETE FROM scoring_logentry WHERE id > ?", (since,))
        source.execute("DELETE FROM scoring_logseal WHERE since = ?", (since,))
        source.execute(
            "UPDATE sqlite_sequence SET seq = ? WHERE name = 'scoring_logentry'", (since,)
        )
        for _name, sql in triggers:
            source.execute(sql)
        source.commit()


def sealed_twice() -> LogSeal:
    newest = None
    for count in (3, 2):
        write(count)
        newest = seal_log()
    assert newest is not None
    return newest


def codes() -> list[str]:
    return [each.code for each in noted_problems()]


def test_each_seal_is_noted_beside_the_database(database: Path):
    newest = sealed_twice()
    assert read_note(database) == (newest.last, newest.digest)
    assert codes() == []
    write(1)
    assert codes() == []


def test_a_log_that_ends_before_the_noted_seal_is_found(database: Path):
    newest = sealed_twice()
    connection.close()
    cut(database)
    assert LogEntry.objects.count() == 3
    (problem,) = noted_problems()
    assert (problem.code, problem.params) == ("verify-log-noted", {"last": newest.last})


def test_another_log_of_the_same_length_is_found(database: Path):
    newest = sealed_twice()
    newest.digest = "0" * 64
    write_note(database, newest)
    assert codes() == ["verify-log-noted"]


def test_a_backup_that_lost_its_newest_seal_is_not_restored(database: Path, tmp_path: Path):
    sealed_twice()
    file = backup(tmp_path).path
    assert beside(file).exists()
    cut(file)
    with pytest.raises(Refused) as refusal:
        restore(file, tmp_path)
    assert [each.code for each in refusal.value.problems] == ["restore-log-noted"]


def test_an_older_backup_is_restored_with_its_own_note(database: Path, tmp_path: Path):
    write(3)
    first = seal_log()
    assert first is not None
    file = backup(tmp_path).path
    assert restore(file, tmp_path).sealed is None
    write(2)
    seal_log()
    assert restore(file, tmp_path).sealed == first.last
    assert read_note(database) == (first.last, first.digest)
    assert codes() == []


def test_a_folder_that_takes_no_file_goes_without(database: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_paths: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("os.replace", full)
    sealed_twice()
    assert read_note(database) is None
    assert codes() == []
