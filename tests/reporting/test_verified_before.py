"""The lists of a report are verified before anybody waits for its block."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scoring.core.refusals import Refused
from scoring.models import Actor, Game, ScoreList, Seat, Tournament
from scoring.models.score_list import TALLY
from scoring.reporting.services import receiving
from scoring.reporting.services.versions import count_changes
from scoring.rules.problem import Problem
from scoring.verify.reads.unwritten import Verifier
from tests.parcels import document_of, make_computer, played
from tests.refusals import codes

pytestmark = pytest.mark.django_db


def examined(change: Any) -> list[str]:
    """The codes of what is found in the first list by games, after a change of its rows."""
    tournament = played()
    row = ScoreList.objects.filter(series__tournament=tournament, depth="games").first()
    assert row is not None
    seats = list(Seat.objects.filter(list=row))
    games = list(Game.objects.filter(list=row))
    series = {key: getattr(row.series, key) for key in ("number", "rounds", "state")}
    unsaved = {key: getattr(tournament, key) for key in ("system", "edition", "state", "counts")}
    verifier = Verifier(Tournament(**unsaved))
    change(seats, games)
    verifier.examine(row, list(reversed(seats)), list(reversed(games)), series)
    return [each.code for each in verifier.problems]


def test_sound_rows_have_no_problems_in_whatever_order_they_come() -> None:
    assert examined(lambda _seats, _games: None) == []


def test_a_wrong_tally_or_value_is_found_before_it_is_written() -> None:
    def wrong_tally(seats: list[Seat], _games: list[Game]) -> None:
        setattr(seats[0], TALLY[0], 10_000)

    def wrong_value(_seats: list[Seat], games: list[Game]) -> None:
        next(each for each in games if each.soloist).value += 1

    assert examined(wrong_tally) == ["verify-tally"]
    assert examined(wrong_value) == ["verify-game"]


def test_a_report_is_verified_before_its_block_opens(monkeypatch: Any) -> None:
    document = document_of(played())

    def block() -> None:
        raise AssertionError("the block was opened")

    params = {"seat": 1, "figure": "points", "stored": 1, "computed": 2}
    wrong = Problem("verify-tally", "points", params)
    monkeypatch.setattr("scoring.verify.reads.unwritten.list_problems", lambda *_: [wrong])
    monkeypatch.setattr(receiving, "import_block", block)
    with pytest.raises(Refused) as refusal:
        make_computer().report(document)
    assert set(codes(refusal)) == {"verify-tally"}


def test_what_a_version_changed_is_counted_after_its_block(monkeypatch: Any) -> None:
    """Both versions are read whole: with the lock of the block everybody who saves would wait."""
    seen: list[str] = []
    computer, document = make_computer(), document_of(played())
    computer.report(document)
    import_block = receiving.import_block

    @contextmanager
    def opened(by: Actor) -> Iterator[None]:
        with import_block(by):
            yield
        seen.append("closed")

    def counted(*versions: Any) -> None:
        seen.append("counted")
        count_changes(*versions)

    monkeypatch.setattr(receiving, "import_block", opened)
    monkeypatch.setattr(receiving, "count_changes", counted)
    changed = json.loads(document)
    changed["tournament"]["place"] = "Dorf"
    receipt = computer.report(json.dumps(changed), version=2)
    assert seen == ["closed", "counted"]
    receipt.version.refresh_from_db()
    assert receipt.version.changed == {"others": 1}
