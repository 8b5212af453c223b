"""No document brings rows that nobody can read: the log is append-only, they would stay."""

import json
from typing import Any

import pytest
from django.utils.translation import override

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_season
from scoring.exchange.services import import_tournament
from scoring.exchange.services.season import import_season
from scoring.messages import message
from scoring.models import Actor, LogEntry, Season, Tournament
from scoring.models.log import Action
from tests.factories import make_host
from tests.parcels import document_of, played

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
LIST = "list/1/1"
GAMES = Action.LIST_GAMES_RECORDED
# What its readers rely upon, by action.
WRONG = [
    (GAMES, LIST, {"games": [1]}, "new.games"),
    (GAMES, LIST, {"games": None}, "new.games"),
    (GAMES, LIST, {"games": "x"}, "new.games"),
    (GAMES, LIST, {"games": 1.5}, "new.games"),
    (GAMES, LIST, {"games": [[1, 2]]}, "new.games"),
    (GAMES, LIST, {"totals": 1}, "new.totals"),
    (GAMES, LIST, {"totals": [1]}, "new.totals"),
    (GAMES, LIST, {"sittings": [{"seat": "x"}]}, "new.sittings"),
    (GAMES, LIST, {"depth": {"games": [1]}}, "new.games"),
    (GAMES, LIST, {"number": 1, "game": "grand", "end": [1]}, "new.number"),
    (Action.SERIES_MOVED, "report/x", {"state": "closed"}, "subject"),
    (Action.LIST_OPENED, "list/1/x", {"seats": [1]}, "subject"),
    (Action.LIST_OPENED, "list/1/99999999999999999999", {"seats": [1]}, "subject"),
    (Action.LIST_GAME_RECORDED, LIST, {"bid": 18}, "new"),
    (Action.LIST_ROW_INSERTED, LIST, {"number": "x"}, "new.number"),
    (Action.LIST_GAMES_ANNULLED, LIST, {}, "new.numbers"),
    (Action.ENTRY_ADDED, "entry/1", {"start_numbers": [[1]]}, "new.start_numbers"),
    (Action.SERIES_SEATS_SWAPPED, "series/1", {"tables": {"x": [1]}}, "new.tables"),
    (Action.SERIES_SEATS_SWAPPED, "series/1", {"tables": {"1": [2**70]}}, "new.tables"),
    (Action.POT_FIXED, "pot/1", {"plan": 1}, "old.plan"),
    (Action.TOURNAMENT_BROKEN_OFF, "tournament", {"pots": "x"}, "new.pots"),
]


def row(action: str, subject: str, new: object) -> dict[str, Any]:
    return {
        "at": "2026-11-21T19:30:00+01:00",
        "actor": "test",
        "action": action,
        "subject": subject,
        "new": new,
    }


def with_row(text: str, more: dict[str, Any]) -> str:
    document = json.loads(text)
    document["log"].append(more)
    return json.dumps(document)


@pytest.mark.parametrize(("action", "subject", "new", "key"), WRONG)
def test_a_document_with_a_row_that_cannot_be_read_is_refused(
    action: Action, subject: str, new: object, key: str
):
    text, before = document_of(played()), LogEntry.objects.count()
    last = len(json.loads(text)["log"])
    with pytest.raises(Refused) as refusal:
        import_tournament(with_row(text, row(action, subject, new)).encode(), by=BY)
    assert LogEntry.objects.count() == before
    [problem] = refusal.value.problems
    assert (problem.code, problem.field) == ("document-log-row", f"log[{last}].{key}")
    with override("en"):
        assert message(problem) == (
            f"Row {last + 1} of the log (“{action.label}”) cannot be read: such a row does not "
            f"hold this under “{key}”."
        )


def test_a_season_with_such_a_row_is_refused():
    season = Season.objects.create(name="2026/27", host_id=1)
    Tournament.objects.filter(pk=played().pk).update(season=season, sample=False)
    document = json.loads(export_season(season))
    document["tournaments"][0]["log"].append(row(Action.LIST_GAMES_RECORDED, LIST, {"games": "x"}))
    with pytest.raises(Refused) as refusal:
        import_season(json.dumps(document).encode(), by=BY, host=make_host().pk)
    fields = [each.field for each in refusal.value.problems]
    assert [each.rpartition("]")[2] for each in fields] == [".new.games"]
