"""A result that was reported from elsewhere is not changed here, by whatever service."""

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
from tests.refusals import codes
from tests.whole.test_every_service_logs import CALLED, Stage, call_of, stage

__all__ = ["stage"]
pytestmark = pytest.mark.django_db
# How it is shown here, where it is counted, and who its people are: not the result.
HERE = ("public", "shows_releases", "frozen_after", "season", "season_best_of")


def result_of(tournament: Tournament) -> dict[str, Any]:
    """The document without what belongs to this installation."""
    document: dict[str, Any] = json.loads(export_text(tournament))
    for key in HERE:
        document["tournament"].pop(key, None)
    for series in document.get("series", []):
        series.pop("seating_public_at", None)
        series.pop("results_public_at", None)
    for entry in document.get("entries", []):
        entry.pop("person")
        entry.pop("club_name", None)
    document.pop("memberships", None)
    document.pop("log", None)
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


@pytest.fixture
def reported() -> Tournament:
    return make_tournament(state="final", reported_at=timezone.now())


def test_it_is_not_taken_back_to_review(reported):
    with pytest.raises(Refused) as refusal:
        move_tournament(reported, "review", by=BY, reason="a slip")
    assert codes(refusal) == ["tournament-is-reported"]
