"""The line of those who want to write: nobody is passed by who came later, nobody is locked out."""

import sqlite3
import threading

import pytest
from django.db import DatabaseError, connection, transaction

from scoring.models import Tournament
from skatturnier.sqlite.base import LINES
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


def line() -> threading.Lock:
    return LINES[str(connection.settings_dict["NAME"])]


def test_who_wants_to_write_waits_in_the_line_and_not_in_sqlite():
    """SQLite would let him sleep and try again, while others who came later pass him."""
    make_tournament()
    asked, written = threading.Event(), threading.Event()

    def write() -> None:
        # Without the line SQLite refuses him at once.
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
def test_the_line_moves_on_however_a_block_ends(ending: str):
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
    assert not line().locked()
    with transaction.atomic():
        Tournament.objects.update(place="after")
    assert Tournament.objects.get().place == "after"


def test_a_block_that_cannot_begin_leaves_the_line(tmp_path):
    """Another process holds SQLite's own lock: the writer is told, and the next one can write."""
    make_tournament()
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 50")
    with pytest.raises(DatabaseError), transaction.atomic():
        Tournament.objects.update(place="never")
    assert not line().locked()
    other.execute("ROLLBACK")
    other.close()
    in_thread(lambda: Tournament.objects.update(place="next")).join()
    assert Tournament.objects.get().place == "next"
    cursor.execute("PRAGMA busy_timeout = 20000")
