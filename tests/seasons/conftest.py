"""A season of two evenings, and who organizes both."""

from datetime import date

import pytest

from scoring.models import Actor, Membership, Role, Season, Tournament
from scoring.seasons.services import SeasonTerms, create_season
from tests.factories import make_member, make_tournament


@pytest.fixture
def season(db) -> Season:
    return create_season(SeasonTerms("2026/27"), by=Actor(name="test"))


@pytest.fixture
def days(season: Season) -> list[Tournament]:
    return [make_tournament(f"Abend {n}", season=season, date=date(2026, n, 1)) for n in (1, 2)]


@pytest.fixture
def organizer(days: list[Tournament]) -> Actor:
    user = make_member(days[0], Role.ORGANIZER)
    Membership.objects.create(user=user, tournament=days[1], role=Role.ORGANIZER)
    return Actor(user)
