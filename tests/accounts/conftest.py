"""A clock that stands still at noon, and an account with a password."""

from datetime import UTC, datetime

import pytest
import time_machine

from scoring.models import User
from tests.factories import make_user

PASSWORD = "drei kleine worte"


@pytest.fixture
def clock(db):
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def user(db) -> User:
    return make_user("klaus.klerk", password=PASSWORD)
