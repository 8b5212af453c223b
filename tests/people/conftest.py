"""What most tests of people begin with."""

import pytest
from django.test import Client

from scoring.models import Club, Tournament
from tests.factories import make_tournament
from tests.visitors import member


@pytest.fixture
def tournament(db) -> Tournament:
    return make_tournament()


@pytest.fixture
def club(db) -> Club:
    return Club.objects.create(name="SC Grün")


@pytest.fixture
def clerk(tournament: Tournament) -> Client:
    return member(tournament, "clerk")
