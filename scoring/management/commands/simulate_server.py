"""`manage.py simulate_server`: a federation's server with invented people, to be measured."""

import json
from datetime import date

from django.core.management.base import BaseCommand, CommandParser

from scoring.management.terminal import progress, refusals_shown
from scoring.models import Actor, Entry, Game, Host, Person, Tournament
from scoring.simulation.services.server import ServerPlan, simulate_server
from skatturnier.checks import TAG


class Command(BaseCommand):
    help = (
        "Fills an empty server with invented hosts, people and tournaments; half of the people are "
        "on record at the first host. The same seed gives the same."
    )
    requires_system_checks = (TAG,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hosts", type=int, default=500)
        parser.add_argument("--people", type=int, default=40_000)
        parser.add_argument("--tournaments", type=int, default=5_000)
        parser.add_argument("--seed", required=True)
        parser.add_argument("--date", type=date.fromisoformat, default=date(2026, 11, 21))

    def handle(
        self,
        *args: object,
        hosts: int,
        people: int,
        tournaments: int,
        seed: str,
        date: date,
        **kwargs: object,
    ) -> None:
        plan = ServerPlan(hosts, people, tournaments, seed, date)
        with refusals_shown(), progress(tournaments, "tournaments") as bar:
            simulate_server(plan, by=Actor(name="simulate_server"), progress=bar.update)
        counted = (Host, Person, Tournament, Entry, Game)
        summary = {each._meta.model_name: each.objects.count() for each in counted}
        self.stdout.write(json.dumps(summary))
