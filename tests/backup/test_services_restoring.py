"""A restore while clerks save: each acknowledged save is kept aside, or in the new database."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection, connections

from scoring.backup.services.backups import restore
from scoring.backup.services.sqlite import backup, schema_of_program
from scoring.core.forms import Refused, StaleRevision
from scoring.core.services import submission
from scoring.lists.services.games import record_game
from scoring.models import Actor, ScoreList, Submission
from tests.effort import cases, repeats
from tests.factories import line, make_tournament, open_list
from tests.races import fresh

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: a laptop has SQLite"),
]
CLERKS, RESTORES = 4, cases(3, 50)


@pytest.fixture(params=repeats("WAL", "TRUNCATE"))
def journal(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """With a write-ahead log, and as where SQLite is too old for one; in a file that no server of
    another test has open, as only then the journal can change."""
    settings, file = connection.settings_dict, tmp_path_factory.mktemp("own") / "test.sqlite3"
    connection.cursor().execute("VACUUM INTO %s", [str(file)])
    connection.close()
    command = f"PRAGMA journal_mode={request.param}; PRAGMA synchronous=FULL;"
    with monkeypatch.context() as patch:
        patch.setitem(settings, "NAME", str(file))
        patch.setitem(settings["OPTIONS"], "init_command", command)
        yield request.param
        mode = connection.cursor().execute("PRAGMA journal_mode").fetchone()
        connection.close()
    assert mode == (request.param.lower(),), "also afterwards"


@contextmanager
def clerks(lists: list[ScoreList]) -> Iterator[set[str]]:
    """A clerk for each list, who saves its first game again and again; yields the tokens of the
    saves that were acknowledged."""
    stop, acknowledged = threading.Event(), set[str]()

    def save(score_list: ScoreList) -> None:
        number = 0
        try:
            while not stop.is_set():
                number, token = number + 1, uuid4().hex
                # A list of the restored database stands at another revision: not acknowledged.
                with suppress(Refused, StaleRevision):
                    now = fresh(score_list)
                    game = line(1, number % 3 + 2)
                    with submission("clerk", token):
                        record_game(now, game, by=Actor(name="clerk"), revision=now.revision)
                    acknowledged.add(token)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=save, args=(each,)) for each in lists]
    for thread in threads:
        thread.start()
    try:
        yield acknowledged
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def tokens(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT token FROM scoring_submission")
        return {token for (token,) in rows}


def test_no_acknowledged_save_is_lost_by_restores_under_load(tmp_path: Path, journal: str) -> None:
    first = open_list()
    lists = [first, *(open_list() for _ in range(CLERKS - 1))]
    made = backup(tmp_path / "made.sqlite3")
    kept = set[str]()
    schema_of_program()  # which takes seconds once
    with clerks(lists) as acknowledged:
        for _ in range(RESTORES):
            before = len(acknowledged)
            while len(acknowledged) < before + 2 * CLERKS:
                pass
            aside = restore(made, tmp_path)
            assert aside is not None
            kept |= tokens(aside)
    after = set(Submission.objects.values_list("token", flat=True))
    assert len(acknowledged) > RESTORES * CLERKS
    assert acknowledged - kept - after == set()
    print(f"{len(acknowledged)} saves acknowledged, {len(kept)} kept aside, 0 lost")


def test_a_backup_that_cannot_be_kept_aside_replaces_nothing(tmp_path: Path, journal: str) -> None:
    made = backup(tmp_path / "made.sqlite3")
    make_tournament("later")
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(Refused, match="backup-failed"):
        restore(made, blocked / "below")
    assert make_tournament("still writing").pk
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        assert other.execute("SELECT COUNT(*) FROM scoring_tournament").fetchone() == (2,)


def test_a_restore_waits_for_no_reader(tmp_path: Path) -> None:
    make_tournament("here")
    made = backup(tmp_path / "made.sqlite3")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM scoring_tournament").fetchone()
        restore(made, tmp_path)
        assert reader.execute("SELECT name FROM scoring_tournament").fetchone() == ("here",)
