"""The write lock of the process: writers are served in turn, and the lock is always released."""

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from launch.environment import ROOT
from scoring.models import Tournament
from skatturnier.sqlite.base import CHECKPOINT, COMMITS, WRITE_LOCKS
from tests.factories import make_tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself"),
]


def in_thread(act) -> threading.Thread:
    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def write_lock() -> threading.Lock:
    return WRITE_LOCKS[str(connection.settings_dict["NAME"])]


def test_writer_waits_for_the_lock_of_the_process():
    """In SQLite itself a waiting writer sleeps and can be overtaken by later ones."""
    make_tournament()
    asked, written = threading.Event(), threading.Event()

    def write() -> None:
        # Without the lock of the process SQLite refuses this write at once.
        connection.cursor().execute("PRAGMA busy_timeout = 0")
        asked.set()
        with transaction.atomic():
            Tournament.objects.update(place="second")
        written.set()

    with transaction.atomic():
        Tournament.objects.update(place="first")
        thread = in_thread(write)
        assert asked.wait(10)
        assert not written.wait(0.2)
    thread.join()
    assert written.is_set()
    assert Tournament.objects.get().place == "second"


@pytest.mark.parametrize("ending", ["commit", "rollback", "close"])
def test_lock_is_released_however_a_block_ends(ending: str):
    make_tournament()

    def write() -> None:
        try:
            with transaction.atomic():
                Tournament.objects.update(place=ending)
                if ending == "rollback":
                    raise ValueError(ending)
                if ending == "close":
                    connection.close()
        except (ValueError, DatabaseError):
            pass

    in_thread(write).join()
    assert not write_lock().locked()
    with transaction.atomic():
        Tournament.objects.update(place="after")
    assert Tournament.objects.get().place == "after"


def test_lock_is_released_when_a_block_cannot_begin(tmp_path):
    """Another process holds SQLite's own lock: the write fails, and the next one succeeds."""
    make_tournament()
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 50")
    with pytest.raises(DatabaseError), transaction.atomic():
        Tournament.objects.update(place="never")
    assert not write_lock().locked()
    other.execute("ROLLBACK")
    other.close()
    in_thread(lambda: Tournament.objects.update(place="next")).join()
    assert Tournament.objects.get().place == "next"
    cursor.execute("PRAGMA busy_timeout = 20000")


def test_only_the_holder_of_the_lock_writes_checkpoints():
    """Two checkpoints at once can damage the file in SQLite before 3.51.3."""
    assert connection.cursor().execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
    connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    COMMITS.clear()
    for number in range(3 * CHECKPOINT):
        with transaction.atomic():
            make_tournament(f"{number}" * 100)
    log = Path(f"{connection.settings_dict['NAME']}-wal").stat().st_size
    assert log < 5_000_000


def test_placeholders_and_percent_signs_of_a_statement_are_translated():
    """Each time as Django does, also where the translation was kept from before."""
    for value in ("one", "two"):
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s, '100 %%', '%%s'", [value])
            assert cursor.fetchone() == (value, "100 %", "%s")
            cursor.execute("SELECT %(figure)s", {"figure": value})
            assert cursor.fetchone() == (value,)


# Makes half as many commits again as lead to a checkpoint, and says how many came after the last.
COMMITTER = """
import sys
from pathlib import Path
from django.conf import settings
settings.configure(DATABASES={"default": sqlite(Path(sys.argv[1]))})
from django.db import connection, transaction
connection.cursor().execute("CREATE TABLE IF NOT EXISTS line (text TEXT)")
for _commit in range(CHECKPOINT + 50):
    with transaction.atomic():
        connection.cursor().execute("INSERT INTO line VALUES ('%s')" % ("x" * 5_000))
print(COMMITS[sys.argv[1]])
"""
IMPORTS = """
from skatturnier.environment import sqlite
from skatturnier.sqlite.base import CHECKPOINT, COMMITS, lock_of_checkpoints
"""
HOLDER = """
import sys
with lock_of_checkpoints(sys.argv[1]) as is_ours:
    print(is_ours, flush=True)
    sys.stdin.read()
"""


def process_on(database: Path, code: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", IMPORTS + code, str(database)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)


@pytest.mark.parametrize("is_held", [True, False])
def test_a_process_carries_nothing_into_the_file_while_another_one_does(tmp_path, is_held: bool):
    """A command of many commits beside the server: two checkpoints at once can damage the file."""
    database = tmp_path / "a.sqlite3"
    # Another connection stays open: SQLite carries everything over when the last one is closed.
    stays = sqlite3.connect(database)
    stays.execute("PRAGMA journal_mode=WAL")
    stays.execute("CREATE TABLE line (text TEXT)")
    stays.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = database.stat().st_size
    holder = process_on(database, HOLDER if is_held else "print(True)")
    assert holder.stdout is not None
    assert holder.stdout.readline() == "True\n"
    told, _errors = process_on(database, COMMITTER).communicate(timeout=60)
    assert int(told) == (CHECKPOINT + 50 if is_held else 50)
    assert (database.stat().st_size == before) is is_held
    assert stays.execute("SELECT count(*) FROM line").fetchone() == (CHECKPOINT + 50,)
    holder.communicate(timeout=10)
    if is_held:
        process_on(database, COMMITTER).communicate(timeout=60)
        assert database.stat().st_size > before, "whoever held it has ended"
    stays.close()


def test_commits_that_change_nothing_lead_to_no_checkpoint():
    """They leave nothing in the log that would keep another process from beginning it anew."""
    make_tournament()
    COMMITS.clear()
    for _number in range(CHECKPOINT):
        with transaction.atomic():
            Tournament.objects.count()
    assert not COMMITS
