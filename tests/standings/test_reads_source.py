"""Rankings with shared queries equal separately read ones, with few queries."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Actor, Tournament
from scoring.models.tournament import Counts, TournamentSource
from scoring.money.reads.ledger import cash_report
from scoring.money.reads.prizes import award_of, awards
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.prizes import PrizePlan
from scoring.series.services.series import create_series
from scoring.simulation.services import SimulationPlan
from scoring.standings.reads.scopes import find_standings, kinds_of
from tests.factories import adjust, make_category
from tests.snapshots import built_once
from tools.championship import Crowd, simulate_championship

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
TABLE = PrizePlan(method="table", amounts=(500, 300), ties="share")


@pytest.fixture
@built_once
def tournament() -> Tournament:
    """Teams of every kind, categories, lots, adjustments, and series on two days."""
    plan = SimulationPlan(
        20, 3, "source", "Meisterschaft", date(2026, 11, 21), rounds=2, by_totals=0.3
    )
    found = simulate_championship(plan, Crowd(late=1, leaving=1, expelled=1), by=BY)
    found.series.filter(number__lt=3).update(day=date(2026, 11, 21))
    found.series.filter(number=3).update(day=date(2026, 11, 22))
    Tournament.objects.filter(pk=found.pk).update(state="running")
    found.refresh_from_db()
    adjust(found, 1, -100)
    adjust(found, 2, 50, found.series.get(number=2))
    create_series(found, by=BY)
    return found


@pytest.mark.parametrize("counts", Counts.values)
def test_shared_source_equals_separate_reads(tournament, counts, django_assert_max_num_queries):
    tournament.counts = counts
    shared = TournamentSource(tournament)
    with django_assert_max_num_queries(3):
        scopes = [kind.scope for kind in kinds_of(tournament).every]
    assert {"overall", "series/2", "day/2026-11-22", "team", "special/best-game"} < set(scopes)
    assert any(scope.startswith("category/") for scope in scopes)
    for scope in scopes:
        alone = find_standings(tournament, scope, source=TournamentSource(tournament))
        assert find_standings(tournament, scope, source=shared) == alone
        assert alone is not None
        assert bool(alone.missing) == (counts == "confirmed" and scope != "series/4")


def test_award_of_a_pot_does_not_depend_on_other_pots(tournament):
    found = awards(TournamentSource(tournament))
    assert len(found) > 8
    assert [award_of(each.pot) for each in found] == found


def questions(tournament: Tournament) -> int:
    with CaptureQueriesContext(connection) as asked:
        cash_report(TournamentSource(tournament))
    return len(asked)


def test_queries_of_the_cash_report_do_not_grow_with_pots(tournament):
    series = list(tournament.series.all())
    ladies = tournament.categories.filter(ranked=True).first()
    before = questions(tournament)
    assert before <= 30
    for number in range(5):
        category = make_category(tournament, f"Klasse {number}", range(1, 9))
        for kind, of in (
            ("series", {"series": series[number % 3]}),
            ("day", {"day": date(2026, 11, 22)}),
            ("category", {"category": category}),
            ("category", {"category": ladies}),
            ("special", {"special": "most-won"}),
            ("special", {"special": "hundred"}),
            ("overall", {"stake_cents": 100, "optional": True}),
            ("team", {}),
        ):
            create_pot(tournament, PotTerms("Topf", kind, TABLE, **of), by=BY)
    # One for the results of each series and day that has a pot.
    assert questions(tournament) <= before + 6
