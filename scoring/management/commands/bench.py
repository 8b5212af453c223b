"""`manage.py bench`: the figures that the program promises, measured on this machine."""

from importlib import import_module

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Measures valuations, draws, standings, verification, prints and memory."

    def add_arguments(self, parser: CommandParser) -> None:
        # Benchmarks stand beside the tests: they are no part of an installed program.
        try:
            self.benchmark = import_module("tests.bench.run")
        except ModuleNotFoundError as error:
            raise CommandError("The benchmarks are part of a clone alone.") from error
        self.benchmark.add_arguments(parser)

    def handle(
        self, *args: object, parts: list[str], players: int, series: int, **options: object
    ) -> None:
        self.benchmark.run(self.stdout, parts, players, series)
