"""`manage.py simulate_tournament`: a whole tournament with invented people."""

import json
from datetime import date

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.management.terminal import progress, refusals_told
from scoring.models import Actor
from scoring.rules import systems
from scoring.services.simulation import Plan, simulate

LONGEST_SEED = 60


class Command(BaseCommand):
    help = "Simulates a tournament; the same seed gives the same people, tables and games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--series", type=int, required=True)
        parser.add_argument("--seed", required=True)
        parser.add_argument("--system", default="isko", help=", ".join(systems.SYSTEMS))
        parser.add_argument("--rounds", type=int, default=12)
        parser.add_argument("--name")
        parser.add_argument("--date", type=date.fromisoformat, help="2026-11-21; default: today")

    def handle(
        self,
        *args: object,
        players: int,
        series: int,
        seed: str,
        system: str,
        rounds: int,
        name: str | None,
        date: date | None,
        **kwargs: object,
    ) -> None:
        found = systems.find(system)
        if found is None:
            raise CommandError(f"unknown rule system; there are {', '.join(systems.SYSTEMS)}")
        if not 0 < len(seed) <= LONGEST_SEED:
            raise CommandError(f"a seed has 1 to {LONGEST_SEED} characters")
        plan = Plan(
            players,
            series,
            seed,
            name or f"Simulation {seed}",
            date or timezone.localdate(),
            system=found.key,
            rounds=rounds,
        )
        with refusals_told(), progress(plan.tables, "lists") as bar:
            tournament = simulate(plan, by=Actor(name="simulate_tournament"), told=bar.update)
        self.stdout.write(json.dumps({"id": tournament.pk, "name": tournament.name}))
