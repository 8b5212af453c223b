"""The documents in `fixtures/` are what their seed gives today, and every one can be imported."""

import pytest

from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.tournament import import_tournament
from scoring.models import Actor
from tools.fixtures import FOLDER, fixture_documents

pytestmark = pytest.mark.django_db


def test_they_are_current() -> None:
    """Otherwise: `python -m tools.fixtures`."""
    made = dict(fixture_documents())
    assert {f"{name}.json" for name in made} == {path.name for path in FOLDER.glob("*.json")}
    for name, text in made.items():
        assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == text, name


def test_they_can_be_imported_and_their_moments_follow_each_other() -> None:
    moments = []
    for name in ("registered", "after-series-1", "finished"):
        data = (FOLDER / f"{name}.json").read_bytes()
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
