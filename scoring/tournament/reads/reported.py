"""What a final result still leads to: its report to a server, and the end of its season."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models import Host, LogEntry, Meeting, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.report import ReportState
from scoring.models.tournament import TournamentState
from scoring.standings.reads.season_end import awaited

# Why a server takes nothing with this key; another key sends what waits.
KEY_TROUBLES = (
    "report-key-of-another-computer",
    "report-key-unknown",
    "report-key-withdrawn",
    "report-signature-wrong",
)
HELD = "held"  # a report that waits while its result is reviewed again


def targets_of(host: Host | int) -> QuerySet[ReportTarget]:
    """The servers to which a host reports, without those that were removed."""
    return ReportTarget.objects.filter(host=host, removed_at=None)


def waiting_reports() -> QuerySet[Report]:
    """What may be sent, the oldest first, without the documents: final results as they are now.

    A result that was taken back since is not final, whatever becomes of it. What a server refused
    for its key waits for another key.
    """
    moved = LogEntry.objects.filter(
        tournament=OuterRef("tournament"), action=Action.TOURNAMENT_MOVED
    )
    newest = Coalesce(Subquery(moved.order_by("-id").values("id")[:1]), 0)
    waiting = Report.objects.filter(state=ReportState.WAITING, target__removed_at=None)
    waiting = waiting.filter(target__isnull=False, tournament__state=TournamentState.FINAL)
    with_key = ~Q(trouble__in=KEY_TROUBLES) | Q(target__at__gt=F("tried_at"))
    waiting = waiting.annotate(final=newest).filter(with_key, result=F("final"))
    return (
        waiting.defer("packed").select_related("tournament", "target").order_by("reported_at", "pk")
    )


def final_row(tournament: Tournament) -> int:
    """The id of the row of the log that made the result final last; 0 if none did."""
    moved = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_MOVED)
    return moved.order_by("-id").values_list("id", flat=True).first() or 0


def after_the_end(tournament: Tournament) -> tuple[bool, bool]:
    """Whether the final result is to be reported to a server, and whether the season of the day
    could be closed (`standings.reads.season_end`); one query.

    A result that came from elsewhere itself is not reported.
    """
    targets = ReportTarget.objects.filter(host=OuterRef("host"), removed_at=None)
    days = awaited(Tournament.objects.filter(season=OuterRef("season")))
    unfinished = days.exclude(state=TournamentState.FINAL)
    reports = Meeting.objects.filter(division__season=OuterRef("season"), reported_at=None)
    here = Tournament.objects.filter(pk=tournament.pk, sample=False).annotate(
        due=Q(reported_at=None) & Exists(targets),
        over=Q(season__isnull=False, season__closed_at=None)
        & ~Exists(unfinished)
        & ~Exists(reports),
    )
    found = here.values_list("due", "over").first()
    return (bool(found[0]), bool(found[1])) if found else (False, False)


def report_state(tournament: Tournament) -> str:
    """How far the report of a result is: "due", "corrected", `HELD`, or a `ReportState`.

    What waits for another key is refused as long as nobody types one in.
    """
    found = Report.objects.filter(tournament=tournament).values_list("state", "result", "trouble")
    newest = found.first()
    if newest is None:
        return "due"
    state, result, trouble = newest
    waits = state == ReportState.WAITING
    if waits and tournament.state != TournamentState.FINAL:
        return HELD
    if result != final_row(tournament):
        return "corrected"
    if waits and trouble in KEY_TROUBLES:
        return ReportState.REFUSED.value
    return ReportState(state).value
