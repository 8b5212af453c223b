"""What `verify` would find in a list is found before the list is written."""

import pytest

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_text
from scoring.exchange.services import checking_lists, import_tournament, writing
from scoring.models import Actor, LogEntry
from scoring.rules.problem import Problem
from tests.simulated import finished

pytestmark = pytest.mark.django_db


def test_a_document_is_verified_before_its_block_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    text = export_text(finished(players=7, series=1, rounds=1))
    params = {"seat": 1, "figure": "points", "stored": 1, "computed": 2}
    wrong = Problem("verify-tally", "points", params)
    monkeypatch.setattr(checking_lists, "list_problems", lambda *_: [wrong])
    monkeypatch.setattr(writing, "changing", None)  # the block cannot be opened
    before = LogEntry.objects.count()
    with pytest.raises(Refused) as refusal:
        import_tournament(text.encode(), by=Actor(name="test"))
    problem = refusal.value.problems[0]
    assert (problem.code, problem.field) == ("verify-tally", "series[0].tables[0].points")
    assert LogEntry.objects.count() == before
