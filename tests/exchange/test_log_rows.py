"""No document brings rows that nobody can read: the log is append-only, they would stay."""

import json
from typing import Any

import pytest

from scoring.core.forms import Refused
from scoring.core.log_rows import first_misfit
from scoring.exchange.reads.export import export_season
from scoring.exchange.services.season import import_season
from scoring.messages.catalogue import message
from scoring.models import Actor, LogEntry, Season, Tournament
from scoring.models.log import Action
from tests.factories import make_host
from tests.parcels import played

LIST = "list/1/1"
GAMES = Action.LIST_GAMES_RECORDED


@pytest.mark.parametrize(
    ("action", "subject", "new", "key"),
    [
        (GAMES, LIST, {"games": [1]}, "new.games"),
        (GAMES, LIST, {"games": "x"}, "new.games"),
        (GAMES, LIST, {"totals": [1]}, "new.totals"),
        (GAMES, LIST, {"sittings": [{"seat": "x"}]}, "new.sittings"),
        (GAMES, LIST, {"depth": {"games": [1]}}, "new.games"),
        (GAMES, LIST, {"number": 1, "game": "grand", "end": [1]}, "new.number"),
        (Action.SERIES_MOVED, "report/x", {"state": "closed"}, "subject"),
        (Action.LIST_OPENED, "list/1/99999999999999999999", {"seats": [1]}, "subject"),
        (Action.LIST_GAME_RECORDED, LIST, {"bid": 18}, "new"),
        (Action.LIST_ROW_INSERTED, LIST, {"number": "x"}, "new.number"),
        (Action.LIST_GAMES_ANNULLED, LIST, {}, "new.numbers"),
        (Action.ENTRY_ADDED, "entry/1", {"start_numbers": [[1]]}, "new.start_numbers"),
        (Action.ENTRY_CHANGED, "entry/1", {"start_number": [1]}, "new.start_number"),
        (Action.SERIES_SEATS_SWAPPED, "series/1", {"tables": {"x": [1]}}, "new.tables"),
        (Action.SERIES_SEATS_SWAPPED, "series/1", {"tables": {"1": [2**70]}}, "new.tables"),
        (Action.POT_FIXED, "pot/1", {"plan": 1}, "old.plan"),
        (Action.TOURNAMENT_BROKEN_OFF, "tournament", {"pots": "x"}, "new.pots"),
    ],
)
def test_a_row_has_what_its_readers_rely_upon(
    action: Action, subject: str, new: dict[str, Any], key: str
):
    assert first_misfit(action, subject, None, new) == key


@pytest.mark.django_db
def test_a_document_with_a_row_that_cannot_be_read_is_refused(english):
    season = Season.objects.create(name="2026/27", host_id=1)
    Tournament.objects.filter(pk=played().pk).update(season=season, sample=False)
    document, before = json.loads(export_season(season)), LogEntry.objects.count()
    [tournament] = document["tournaments"]
    row = {"at": "2026-11-21T19:30:00+01:00", "actor": "test", "action": GAMES, "subject": LIST}
    tournament["log"].append(row | {"new": {"games": "x"}})
    number = len(tournament["log"])
    with pytest.raises(Refused) as refusal:
        import_season(json.dumps(document).encode(), by=Actor(name="test"), host=make_host().pk)
    assert LogEntry.objects.count() == before
    [problem] = refusal.value.problems
    assert (problem.code, problem.field.partition(".")[2]) == (
        "document-log-row",
        f"log[{number - 1}].new.games",
    )
    assert message(problem).startswith(f"Row {number} of the log (“{GAMES.label}”) cannot be")
