"""Every service called twice at once, and who opens a block of his own.

`test_races.py` stops one act where another one would meet it.
"""

from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from scoring.accounts.services import limits, sign_in
from scoring.core.forms import Refused, StaleRevision
from scoring.exchange.reads.verify import verify
from scoring.models import SignInFailures
from tests.races import at_once, done, in_between, independent
from tests.whole.test_every_service_logs import CALLED, Stage, call_of, stage

__all__ = ["stage"]

at_once_db = pytest.mark.django_db(transaction=True)


@at_once_db
def test_counters_that_expired_are_removed_while_others_count():
    """Whoever removes them does not wait for an attempt that holds one and wants another."""
    old = timezone.now() - 3 * limits.MAX_MEMORY
    attempt = sign_in.attempt_of("ada", "10.0.0.1")
    for key in attempt.keys().values():
        SignInFailures.objects.create(key=key, since=old, last_at=old, failures=1)
    begun, removed = in_between(
        partial(sign_in.begin_attempt, attempt),
        "scoring.accounts.services.limits.lock_counter",
        partial(sign_in.record_failure, attempt, []),
    )
    done(begun, removed)


@pytest.mark.long
@at_once_db
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one write lock")
@pytest.mark.parametrize("name", CALLED)
def test_every_service_called_twice_at_once_succeeds_or_is_refused(stage: Stage, name: str):
    """Two buttons pressed by two people: no deadlock, no broken constraint."""
    call = call_of(name, stage)
    twice = [independent(call), independent(call)]
    problems = [
        each
        for each in at_once(*twice)
        if isinstance(each, Exception) and not isinstance(each, Refused | StaleRevision)
    ]
    assert problems == []
    assert verify() == []


# Blocks -----------------------------------------------------------------------------------------

# Everybody else writes in the block of `changing`.
BLOCKS = {
    "core/services.py": "block, which is changing and roll_back_at_end",
    "accounts/services/sign_in.py": "counts attempts, which a refusal does not roll back",
    "accounts/services/limits.py": "counts attempts; each row is locked by itself",
    "backup/services/backups.py": "a database that was just put back has nobody else in it",
    "people/imports/services/results.py": "a list of a file that is refused, inside its block",
}


def test_only_these_services_open_a_block_of_their_own():
    folder = Path("scoring")
    blocks = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if "migrations" not in path.parts and "transaction.atomic" in path.read_text()
    }
    assert blocks == BLOCKS.keys()
