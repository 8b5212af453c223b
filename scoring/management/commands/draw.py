"""`manage.py draw`: a seating plan from a list of players (docs/formats.md, docs/seating.md)."""

import json
from pathlib import Path
from secrets import token_hex

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.management.commands.score_list import read_document
from scoring.seating import benchmark
from scoring.seating.faults import UnusableRequest
from scoring.seating.plan import SeatingPlan, draw
from scoring.seating.reading import read_request
from scoring.seating.writing import report_document


class Command(BaseCommand):
    help = "Draws a seating plan; the same players, options and seed give the same plan anywhere."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="players, series, mode and seed as JSON")
        parser.add_argument(
            "--bench", action="store_true", help="measure the draw instead, and print a table"
        )
        parser.add_argument("--draws", type=int, default=20, help="draws of each size measured")
        parser.add_argument("--up-to", type=int, default=20_000, help="largest field measured")
        parser.add_argument(
            "--every", action="store_true", help="measure every field of 15 to 399 players, too"
        )

    def handle(
        self,
        *args: object,
        file: str | None,
        bench: bool,
        draws: int,
        up_to: int,
        every: bool,
        **kwargs: object,
    ) -> None:
        if bench:
            self.measure(draws, up_to, every)
        elif file is None:
            raise CommandError("give a file with the players, or --bench")
        else:
            self.stdout.write(json.dumps(as_json(drawn(Path(file)))))

    def measure(self, draws: int, up_to: int, every: bool) -> None:
        """The table of docs/seating.md with what was measured, worst of the draws; ! marks a
        miss.
        """
        rows = [*benchmark.targets(), *(benchmark.every_field() if every else ())]
        self.stdout.write("players series  seconds   Q club     V bound seats")
        for target in rows:
            if target.players <= up_to:
                self.stdout.write(line(benchmark.measured(target, draws)))
        for players in (48, 100, 1_000, 20_000):
            if players <= up_to:
                few = min(draws, 2) if players > 1_000 else draws
                self.stdout.write(line(benchmark.reseated(players, few)) + "  reseated")
        for players in (48, 49, 100, 256, 1_000):
            if players <= up_to:
                figures, moves = benchmark.ranked(players, min(draws, 4))
                self.stdout.write(line(figures) + in_words(moves))


def drawn(path: Path) -> SeatingPlan:
    """The plan of a file; CommandError in one line, with every fault, where there is none."""
    try:
        return draw(read_request(read_document(path), seed=token_hex(16)))
    except UnusableRequest as refused:
        # A name may hold a line break; the refusal may not.
        raise CommandError(" ".join(f"cannot be drawn: {refused}".split())) from refused


def as_json(plan: SeatingPlan) -> dict[str, object]:
    return {
        "seed": plan.seed,
        "engine": plan.engine,
        "fingerprint": plan.fingerprint,
        "series": plan.series,
        "report": report_document(plan.report),
    }


def in_words(moves: benchmark.Moves) -> str:
    missed = "" if moves.few else "  !"
    mean, least = f"{moves.mean:.2f}", f"{moves.least:.2f}"
    return f"  by rank, moved {mean} tables on average, {least} at least for the clubs{missed}"


def line(figures: benchmark.Figures) -> str:
    target = figures.target
    return (
        f"{target.players:7} {target.series:6} {figures.seconds:8.2f} {figures.repeats:3} "
        f"{figures.clubs:4} {figures.threes:5} {figures.threes_bound:5} {figures.spread:5}"
        f"{'' if figures.reached else '  !'}"
    )
