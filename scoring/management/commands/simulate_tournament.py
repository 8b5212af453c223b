"""`manage.py simulate_tournament`: a whole tournament with invented people."""

import json
from datetime import date

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from scoring.management.terminal import (
    CheckedCommand,
    add_host_option,
    day,
    host_id_of,
    progress,
    report_refusals,
)
from scoring.models import Actor
from scoring.rules import systems
from scoring.simulation.services import SimulationPlan, simulate

MAX_SEED_LENGTH = 60


class Command(CheckedCommand):
    help = "Simulates a tournament; the same seed gives the same people, tables and games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--series", type=int, required=True)
        parser.add_argument("--seed", required=True)
        parser.add_argument("--system", default="isko", help=", ".join(systems.SYSTEMS))
        parser.add_argument("--rounds", type=int, default=12)
        parser.add_argument("--name")
        parser.add_argument("--date", type=day, help="2026-11-21; default: today")
        add_host_option(parser)

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
        host: str,
        **kwargs: object,
    ) -> None:
        rule_system = systems.find(system)
        if rule_system is None:
            raise CommandError(f"unknown rule system; there are {', '.join(systems.SYSTEMS)}")
        if not 0 < len(seed) <= MAX_SEED_LENGTH:
            raise CommandError(f"a seed has 1 to {MAX_SEED_LENGTH} characters")
        plan = SimulationPlan(
            players,
            series,
            seed,
            name or f"Simulation {seed}",
            date or timezone.localdate(),
            system=rule_system.key,
            rounds=rounds,
            host=host_id_of(host),
        )
        by = Actor(name="simulate_tournament")
        with report_refusals(), progress(plan.list_count, "lists") as bar:
            tournament = simulate(plan, by=by, progress=bar.update)
        self.stdout.write(json.dumps({"id": tournament.pk, "name": tournament.name}))
