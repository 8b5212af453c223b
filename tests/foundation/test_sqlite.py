"""Writers on SQLite wait for each other, with the log of changes and without one."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from scoring.models import Tournament
from tests.factories import make_tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself"),
]


def in_thread(act: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_who_saves_waits_for_the_one_before_him():
    """With Django's default settings most writes of a full room are refused at once."""
    make_tournament()
    asked, written = threading.Event(), threading.Event()

    def write() -> None:
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
