"""What most tests of people begin with."""

import pytest
from django.test import Client

from scoring.models import Tournament
from tests.visitors import member


@pytest.fixture
def clerk(tournament: Tournament) -> Client:
    return member(tournament, "clerk")
