"""`manage.py tournament_workbook`: a tournament, the lists of a series or a ranking as a workbook.

The running server writes large ones by it, so that nobody who saves waits for them.
"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from scoring.core.heavy import within_memory
from scoring.core.listing import head_of
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import lists_title, live_lists
from scoring.models import Tournament


class Command(BaseCommand):
    help = "Writes a tournament, the lists of a series, or a ranking, as a workbook with formulas."
    # The server that starts it was checked; the checks import every view, which takes 19 MB.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int, help="the number of the tournament")
        parser.add_argument("file", type=Path)
        parser.add_argument("--series", type=int, help="only the lists of this series")
        parser.add_argument("--ranking", help="only this ranking of players, as pages call it")
        parser.add_argument("--clerk", action="store_true", help="with money and lists")
        parser.add_argument("--memory", type=int, help="the most MB of data that it may hold")
        parser.add_argument("--language", choices=("de", "en"), default="de")

    def handle(
        self,
        *args: object,
        id: int,
        file: Path,
        series: int | None,
        ranking: str | None,
        clerk: bool,
        language: str,
        memory: int | None,
        **kwargs: object,
    ) -> None:
        with within_memory(memory), translation.override(language):
            content = self.build(id, series, ranking, clerk=clerk)
        try:
            file.write_bytes(content)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error

    def build(self, id: int, series: int | None, ranking: str | None, *, clerk: bool) -> bytes:
        tournament = Tournament.objects.filter(pk=id).first()
        if tournament is None:
            raise CommandError(f"there is no tournament {id}")
        if ranking is not None:
            # Imported here: lists alone are written without the tables of rankings.
            from scoring.standings.reads.scopes import find_standings
            from scoring.standings.workbooks import ranking_workbook

            standings = find_standings(tournament, ranking)
            if standings is None:
                raise CommandError(f"there is no ranking {ranking}")
            return ranking_workbook(standings, head_of(tournament))
        if series is None:
            # Imported here: lists alone are written without the tables of all rooms.
            from scoring.prints.table_files import whole_workbook_here

            return whole_workbook_here(tournament, clerk=clerk, report=self.report)
        chosen_series = tournament.series.filter(number=series).first()
        if chosen_series is None:
            raise CommandError(f"there is no series {series}")
        return lists_workbook(live_lists(tournament, chosen_series), lists_title(chosen_series))

    def report(self, progress: str) -> None:
        self.stdout.write(progress)
        self.stdout.flush()
