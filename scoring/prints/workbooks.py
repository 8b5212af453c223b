"""The workbook of a whole tournament, from its reads to its writer."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from scoring.core.head import head_of
from scoring.core.heavy import needs_child_process, workbook_by_child_process
from scoring.lists.printed.reads.papers import LiveList, live_lists
from scoring.models import ScoreList, Tournament
from scoring.prints.files.tournament_xlsx import tournament_workbook
from scoring.prints.reads.report import (
    corrections_listing,
    participants_listing,
    plan_listing,
    teams_listing,
)
from scoring.prints.table_files import cash
from scoring.standings.reads.live import live_standings
from scoring.standings.reads.players import standings, standings_listing

MAX_LISTS = 250  # in one file
Done = Callable[[int], object]


def whole_workbook(tournament: Tournament, *, clerk: bool, done: Done = int) -> bytes:
    """The workbook in the active language; money and lists only for clerks.

    In the running server a large one is written by a process of its own (docs/adr/0008).
    """
    if needs_child_process(progress_steps(tournament, clerk=clerk), tournament.entries.count()):
        options = ["--clerk"] if clerk else []
        return workbook_by_child_process(tournament.pk, *options, done=done)
    return written_here(tournament, clerk=clerk, done=done)


def progress_steps(tournament: Tournament, *, clerk: bool) -> int:
    """How many lists the workbook holds; too many stand in the workbooks of their series alone."""
    count = count_lists(tournament) if clerk else 0
    return count if count <= MAX_LISTS else 0


def count_lists(tournament: Tournament) -> int:
    return ScoreList.objects.filter(series__tournament=tournament).count()


def written_here(tournament: Tournament, *, clerk: bool, done: Done = int) -> bytes:
    """The same, written by this process."""
    ranking = standings(tournament)
    before = [of(tournament) for of in (participants_listing, teams_listing, plan_listing)]
    after = [cash(tournament)] if clerk else []
    lists: Iterable[LiveList] = ()
    notes = []
    if clerk and count_lists(tournament) > MAX_LISTS:
        notes = [_("The lists stand in the workbooks of their series.")]
    elif clerk:
        lists = live_lists(tournament)
    return tournament_workbook(
        tournament.title,
        head_of(tournament),
        before,
        (live_standings(ranking), standings_listing(ranking)),
        [*after, corrections_listing(tournament)],
        lists,
        notes,
        done,
    )
