"""A table that played for 15 euros each."""

from dataclasses import replace

import pytest

from scoring.models import Fees, Pot, Tournament
from scoring.money.services.ledger import collect_entries
from scoring.money.services.pots import PotTerms, create_pot, record_handed_in
from scoring.rules.prizes import PrizePlan
from tests.factories import open_list
from tests.money.till import BY, OVERALL, fill_list
from tests.snapshots import built_once


@built_once
def table_of_four() -> Tournament:
    score_list = open_list(paper_total=False)
    tournament = score_list.series.tournament
    Fees.objects.create(tournament=tournament, entry_cents=1500, card_cents=100)
    collect_entries(tournament, list(tournament.entries.all()), by=BY)
    fill_list(score_list)
    return tournament


@pytest.fixture
def played(db) -> Tournament:
    """Everybody has paid, and one euro for cards; four different results."""
    return table_of_four()


@pytest.fixture
def handed_in(played: Tournament) -> Tournament:
    record_handed_in(played, [1, 2, 3, 4], by=BY)
    return played


@pytest.fixture
def pots(handed_in: Tournament) -> tuple[Pot, Pot]:
    """The series first, 30 euros for one place; then overall, 30 euros for two."""
    half = (("entry_fee", 50),)
    plan = PrizePlan(method="places", places=1, sources=half)
    first = PotTerms("Serie 1", "series", plan, series=handed_in.series.get())
    second = replace(OVERALL, plan=replace(OVERALL.plan, sources=half))
    return create_pot(handed_in, first, by=BY), create_pot(handed_in, second, by=BY)
