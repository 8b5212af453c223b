"""What `verify` would find in a list is found before the list is written."""

from collections.abc import Callable

import pytest

from scoring.core.forms import Refused
from scoring.exchange.reads import export_text
from scoring.exchange.services import checking_lists, import_tournament, writing
from scoring.models import Actor, Game, LogEntry, ScoreList, Seat
from scoring.rules.problem import Problem
from scoring.verify.reads.verify import list_problems, stored_list
from tests.simulated import finished

pytestmark = pytest.mark.django_db
Change = Callable[[list[Seat], list[Game]], object]


def wrong_tally(seats: list[Seat], _games: list[Game]) -> None:
    seats[0].points = 10_000


def wrong_value(_seats: list[Seat], games: list[Game]) -> None:
    next(game for game in games if game.soloist).value += 1


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda _seats, _games: None, []),
        (wrong_tally, ["verify-tally"]),
        (wrong_value, ["verify-game"]),
    ],
    ids=["sound", "tally", "value"],
)
def test_a_list_is_verified_in_whatever_order_its_rows_come(
    change: Change, expected: list[str]
) -> None:
    tournament = finished(players=7, series=1, rounds=1)
    row = ScoreList.objects.filter(series__tournament=tournament, depth="games").first()
    assert row is not None
    seats = list(Seat.objects.filter(list=row).order_by("-position"))
    games = list(Game.objects.filter(list=row).order_by("-number"))
    change(seats, games)
    stored = stored_list(row, tournament.rule_system, seats, games)
    assert [each.code for each in list_problems(stored, tournament)] == expected


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
