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


@pytest.mark.parametrize("name", ["registered", "after-series-1", "finished"])
def test_they_can_be_imported(name: str) -> None:
    data = (FIXTURES / f"{name}.json").read_bytes()
    tournament = import_tournament(data, by=Actor(name="test"))
    assert tournament.sample
    assert verify(tournament) == []
    assert export_text(tournament).encode() == data


def test_the_moments_follow_each_other() -> None:
    series, lists = [], []
    for name in ("registered", "after-series-1", "finished"):
        data = (FIXTURES / f"{name}.json").read_bytes()
        tournament = import_tournament(data, by=Actor(name="test"))
        states = list(tournament.series.order_by("number").values_list("state", flat=True))
        series.append(states)
        lists.append(sum(each.lists.count() for each in tournament.series.all()))
    assert series == [["draft"] * 2, ["closed", "draft"], ["closed"] * 2]
    assert lists == [0, 3, 6]
