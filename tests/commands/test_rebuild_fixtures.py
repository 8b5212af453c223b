"""The documents in `fixtures/` are what their seed gives today, and every one can be imported."""

from pathlib import Path

import pytest
import time_machine

from scoring.exchange.reads import export_text
from scoring.exchange.services import import_tournament
from scoring.models import Actor
from scoring.simulation.services.tournament import FIXTURE_TIME, fixture_documents
from scoring.verify.reads.verify import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
pytestmark = pytest.mark.django_db


def test_they_are_current() -> None:
    """Otherwise: `python manage.py rebuild_fixtures`."""
    with time_machine.travel(FIXTURE_TIME, tick=False):
        made = dict(fixture_documents())
    assert {f"{name}.json" for name in made} == {path.name for path in FIXTURES.glob("*.json")}
    for name, text in made.items():
        assert (FIXTURES / f"{name}.json").read_text(encoding="utf-8") == text, name


def test_they_can_be_imported_and_their_moments_follow_each_other() -> None:
    moments = []
    for name in ("registered", "after-series-1", "finished"):
        data = (FIXTURES / f"{name}.json").read_bytes()
        tournament = import_tournament(data, by=Actor(name="test"))
        assert tournament.sample
        assert verify(tournament) == []
        assert export_text(tournament).encode() == data
        series = tournament.series.order_by("number")
        moments.append([(each.state, each.lists.count()) for each in series])
    assert moments == [
        [("draft", 0), ("draft", 0)],
        [("closed", 3), ("draft", 0)],
        [("closed", 3), ("closed", 3)],
    ]
