"""A result that was reported from elsewhere is not changed here, by whatever service."""

import itertools
import json
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone

from scoring.core.forms import Refused, StaleRevision
from scoring.exchange.reads.export import export_text
from scoring.models import Tournament
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import make_tournament
from tests.parcels import BY
from tests.refusals import codes_of
from tests.whole.test_every_service_logs import CALLED, Stage, call_of, stage

__all__ = ["stage"]
pytestmark = pytest.mark.django_db
# How it is shown here, where it is counted, and who its people are: not the result.
HERE = ("public", "public_until", "shows_releases", "frozen_after", "season", "season_best_of")
HERE += ("memberships", "log", "seating_public_at", "results_public_at", "person", "club_name")


def result_of(tournament: Tournament) -> dict[str, Any]:
    """The document without what belongs to this installation."""
    document: dict[str, Any] = json.loads(export_text(tournament))
    rows = [document, document["tournament"], *document.get("series", [])]
    rows += document.get("entries", [])
    for row, key in itertools.product(rows, HERE):
        row.pop(key, None)
    return document


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CALLED))
def test_no_service_changes_a_reported_result(
    stage: Stage, name: str, monkeypatch: pytest.MonkeyPatch
):
    """Every tournament that is there is taken for a reported one while the service runs."""
    call = call_of(name, stage)
    before = {each.pk: result_of(each) for each in Tournament.objects.all()}
    reported = property(lambda _self: timezone.now(), lambda _self, _value: None)
    with monkeypatch.context() as patch:
        patch.setattr(Tournament, "reported_at", reported)
        with suppress(Refused, StaleRevision):
            call()
    after = {each.pk: result_of(each) for each in Tournament.objects.filter(pk__in=before)}
    assert after == before


def test_it_is_not_taken_back_to_review():
    reported = make_tournament(state="final", reported_at=timezone.now())
    refused = codes_of(move_tournament, reported, "review", by=BY, reason="a slip")
    assert refused == ["tournament-is-reported"]
