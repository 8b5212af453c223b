"""`manage.py simulate_tournament`: a whole tournament with invented people."""

import json
from datetime import date

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.management.terminal import add_host_option, host_named, progress, refusals_shown
from scoring.models import Actor
from scoring.rules import systems
from scoring.simulation.services.championship import Account, account, simulate_championship
from scoring.simulation.services.tournament import SimulationPlan, simulate
from skatturnier.checks import TAG

MAX_SEED_LENGTH = 60
MIN_PLAYERS = 12  # of a championship: some come late, some leave, and the rest still fill a table


def size(players: int | None, series: int | None, *, championship: bool) -> tuple[int, int]:
    """How many players and series; raises CommandError if that is none or too few."""
    if championship:
        players, series = players or 240, series or 6
        if players < MIN_PLAYERS:
            raise CommandError(f"a championship has at least {MIN_PLAYERS} players")
    if players is None or series is None:
        raise CommandError("--players and --series are required")
    return players, series


class Command(BaseCommand):
    help = "Simulates a tournament; the same seed gives the same people, tables and games."
    requires_system_checks = (TAG,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, help="a championship: 240")
        parser.add_argument("--series", type=int, help="a championship: 6")
        parser.add_argument("--seed", required=True)
        parser.add_argument("--system", default="isko", help=", ".join(systems.SYSTEMS))
        parser.add_argument("--rounds", type=int, default=12)
        parser.add_argument("--name")
        parser.add_argument(
            "--championship",
            action="store_true",
            help="with teams, late and leaving players, fees, prizes and a till; prints whether "
            "it adds up",
        )
        parser.add_argument("--date", type=date.fromisoformat, help="2026-11-21; default: today")
        add_host_option(parser)

    def handle(
        self,
        *args: object,
        players: int | None,
        series: int | None,
        seed: str,
        system: str,
        rounds: int,
        name: str | None,
        date: date | None,
        championship: bool,
        host: str,
        **kwargs: object,
    ) -> None:
        rule_system = systems.find(system)
        if rule_system is None:
            raise CommandError(f"unknown rule system; there are {', '.join(systems.SYSTEMS)}")
        if not 0 < len(seed) <= MAX_SEED_LENGTH:
            raise CommandError(f"a seed has 1 to {MAX_SEED_LENGTH} characters")
        players, series = size(players, series, championship=championship)
        plan = SimulationPlan(
            players,
            series,
            seed,
            name or f"Simulation {seed}",
            date or timezone.localdate(),
            system=rule_system.key,
            rounds=rounds,
            host=host_named(host),
        )
        by = Actor(name="simulate_tournament")
        with refusals_shown(), progress(plan.list_count, "lists") as bar:
            if championship:
                tournament = simulate_championship(plan, by=by, progress=bar.update)
            else:
                tournament = simulate(plan, by=by, progress=bar.update)
        self.stdout.write(json.dumps({"id": tournament.pk, "name": tournament.name}))
        if championship:
            self.tell(account(tournament))

    def tell(self, account: Account) -> None:
        """One line of JSON with the till and every pot; raises CommandError if it is unsound."""
        pots = [
            {
                "pot": pot.pot.title,
                "players": pot.players,
                "taken": pot.award.taken,
                "prizes": sum(winner.prize.cents or 0 for winner in pot.winners),
                "kept": pot.award.kept,
                "paid": pot.paid,
            }
            for pot in account.pots
        ]
        self.stdout.write(
            json.dumps(
                {
                    "findings": len(account.findings),
                    "till_agrees": account.agrees,
                    "till_cents": account.expected,
                    "open_cents": account.open_cents,
                    "pots": pots,
                }
            )
        )
        if not account.sound:
            raise CommandError("the championship does not add up")
