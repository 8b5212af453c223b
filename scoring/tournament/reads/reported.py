"""What a final result still leads to: its report to a server, and the end of its season."""

from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from scoring.models import LogEntry, Meeting, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.tournament import TournamentState
from scoring.standings.reads.season_end import awaited


def target_of(host: int) -> ReportTarget | None:
    """The server to which a host (an id) reports."""
    return ReportTarget.objects.filter(host=host).first()


def final_row(tournament: Tournament) -> int:
    """The id of the row of the log that made the result final last; 0 if none did."""
    moved = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_MOVED)
    return moved.order_by("-id").values_list("id", flat=True).first() or 0


class AfterTheEnd(NamedTuple):
    """What a final result leads to: whether it is to be reported to a server, whether the season of
    the day could be closed (`standings.reads.season_end`), and whether a backup left this computer
    since. A result that came from elsewhere itself is not reported.
    """

    due: bool = False
    season_over: bool = False
    backed_up: bool = True


def after_the_end(tournament: Tournament) -> AfterTheEnd:
    """What is left to do after a final result: one query, as it depends on more than its log."""
    targets = ReportTarget.objects.filter(host=OuterRef("host"))
    days = awaited(Tournament.objects.filter(season=OuterRef("season")))
    unfinished = days.exclude(state=TournamentState.FINAL)
    reports = Meeting.objects.filter(division__season=OuterRef("season"), reported_at=None)
    found = Tournament.objects.filter(pk=tournament.pk).annotate(
        due=Q(sample=False, reported_at=None) & Exists(targets),
        over=Q(sample=False, season__isnull=False, season__closed_at=None)
        & ~Exists(unfinished)
        & ~Exists(reports),
        # The database of PostgreSQL is backed up by its own programs.
        backed_up=Exists(backups_since()) if connection.vendor == "sqlite" else Value(True),
    )
    rows = found.order_by().values_list("due", "over", "backed_up")
    return AfterTheEnd(*(bool(each) for row in rows for each in row))


def backups_since() -> QuerySet[LogEntry]:
    """The backups that left this computer after the result of an outer tournament became final."""
    moved = LogEntry.objects.filter(
        tournament=OuterRef(OuterRef("pk")), action=Action.TOURNAMENT_MOVED
    )
    final = Coalesce(Subquery(moved.order_by("-id").values("id")[:1]), 0)
    copied = Q(action=Action.BACKUP_MADE, new__copied=True) | Q(action=Action.BACKUP_DOWNLOADED)
    return LogEntry.objects.filter(copied, tournament=None, id__gt=final)


def report_state(tournament: Tournament) -> str:
    """How far the report of a result is: "due", "corrected" since, or a `ReportState`."""
    report = Report.objects.filter(tournament=tournament).first()
    if report is None:
        return "due"
    return report.state if report.result == final_row(tournament) else "corrected"
