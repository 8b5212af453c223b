"""`manage.py verify`: recompute every total from the games and compare."""

import sys
from time import perf_counter

from django.core.management.base import CommandError, CommandParser

from scoring.exchange.reads.verify import verify
from scoring.management.terminal import CheckedCommand, problem_line, progress, report_refusals
from scoring.models import Game, ScoreList, Tournament
from scoring.series.reads.list_states import Finding


class Command(CheckedCommand):
    help = "Recomputes every game and every total; a line for each finding, exit status 1 if any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", nargs="?", type=int, help="one tournament; all if absent")

    def handle(self, *args: object, id: int | None, **kwargs: object) -> None:
        tournament = None
        if id is not None:
            tournament = Tournament.objects.filter(pk=id).first()
            if tournament is None:
                raise CommandError(f"there is no tournament {id}")
        began = perf_counter()
        with report_refusals():
            lists, games = ScoreList.objects.all(), Game.objects.all()
            if tournament is not None:
                lists = lists.filter(series__tournament=tournament)
                games = games.filter(list__series__tournament=tournament)
            count = lists.count()
            with progress(count, "lists") as bar:
                findings = verify(tournament, progress=bar.update)
            for finding in findings:
                self.stdout.write(finding_line(finding))
        self.stderr.write(
            f"{games.count()} games in {count} lists, {len(findings)} findings, "
            f"{perf_counter() - began:.1f} s"
        )
        if findings:
            sys.exit(1)


def finding_line(finding: Finding) -> str:
    """The place and the problem: "tournament 3 Spring Cup, series 1, table 4, game 17: …"."""
    parts = [f"tournament {finding.tournament}"] if finding.tournament else ["database"]
    parts += [f"series {finding.series}"] if finding.series else []
    parts += [f"table {finding.table}"] if finding.table else []
    parts += [f"game {finding.problem.number}"] if finding.problem.number else []
    return f"{', '.join(parts)}: {problem_line(finding.problem)}"
