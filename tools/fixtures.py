"""Make the documents in `fixtures/` anew from their seed: `python -m tools.fixtures`.

They are one small tournament at three moments of its day.
"""

import os
from collections.abc import Iterator
from datetime import UTC, date, datetime

import django
import time_machine

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
django.setup()

from launch.environment import ROOT  # noqa: E402
from scoring.exchange.reads.export import export_text  # noqa: E402
from scoring.models import Actor  # noqa: E402
from scoring.simulation.services import SimulationPlan, finish, play_series, register  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

FOLDER = ROOT / "fixtures"
# The time of log and draws when fixtures are built, so that they never change.
FIXTURE_TIME = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
FIXTURE_DAY = date(2026, 11, 21)


def fixture_documents() -> Iterator[tuple[str, str]]:
    """The name of each moment and its document."""
    by = Actor(name="rebuild_fixtures")
    plan = SimulationPlan(11, 2, "fixtures", "Herbstpokal", FIXTURE_DAY, by_totals=0.3, sample=True)
    with time_machine.travel(FIXTURE_TIME, tick=False):
        tournament = register(plan, by=by)
        yield "registered", export_text(tournament)
        play_series(plan, tournament, 1, by=by)
        yield "after-series-1", export_text(tournament)
        play_series(plan, tournament, 2, by=by)
        finish(tournament, by=by)
        yield "finished", export_text(tournament)


if __name__ == "__main__":
    with scratch_database():
        for name, text in fixture_documents():
            (FOLDER / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
            print(f"fixtures/{name}.json {len(text) // 1024} KB")
