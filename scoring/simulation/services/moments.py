"""One small tournament at three moments of its day: the documents in `fixtures/`."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

from scoring.exchange.reads.export import export_text
from scoring.models import Actor
from scoring.simulation.services.tournament import SimulationPlan, finish, play_series, register

# The time of log and draws when fixtures are built, so that they never change.
WHEN = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
DAY = date(2026, 11, 21)


def moments() -> Iterator[tuple[str, str]]:
    """The name of each moment and its document; the caller sets the clock."""
    by = Actor(name="rebuild_fixtures")
    plan = SimulationPlan(11, 2, "fixtures", "Herbstpokal", DAY, by_totals=0.3, sample=True)
    tournament = register(plan, by=by)
    yield "registered", export_text(tournament)
    play_series(plan, tournament, 1, by=by)
    yield "after-series-1", export_text(tournament)
    play_series(plan, tournament, 2, by=by)
    finish(tournament, by=by)
    yield "finished", export_text(tournament)
