"""Answers about a tournament in the cache, while several processes write."""

import threading

import pytest
from django.db import connection, transaction

from scoring.core.cached import at_revision
from scoring.core.services import write_log
from scoring.log.reads import revision_of
from scoring.models import Actor
from scoring.models.log import Action

pytestmark = pytest.mark.django_db(transaction=True)


def log(tournament) -> None:
    write_log(Action.LIST_CLOSED, "list/1/1", by=Actor(name="test"), tournament=tournament)


def test_an_answer_stays_until_the_log_has_a_newer_row(tournament):
    log(tournament)
    asked = []
    for _time in range(2):
        at_revision(revision_of(tournament), "who", lambda: asked.append(1))
    assert asked == [1]
    log(tournament)
    at_revision(revision_of(tournament), "who", lambda: asked.append(1))
    assert asked == [1, 1]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_a_row_that_is_committed_behind_a_newer_one_is_seen(tournament):
    """PostgreSQL numbers rows when they are written: the newest number alone would not change."""
    written, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        with transaction.atomic():
            log(tournament)
            written.set()
            go_on.wait(10)
        connection.close()

    slow = threading.Thread(target=slowly)
    slow.start()
    assert written.wait(10)
    log(tournament)
    before = revision_of(tournament)
    go_on.set()
    slow.join()
    after = revision_of(tournament)
    assert after != before
    assert after[0] == before[0]
