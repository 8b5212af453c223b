"""What most tests of tables begin with."""

import pytest

from scoring.models import Club, Tournament
from tests.factories import make_tournament


@pytest.fixture
def tournament(db) -> Tournament:
    return make_tournament()


@pytest.fixture
def club(db) -> Club:
    return Club.objects.create(name="SC Grün")
