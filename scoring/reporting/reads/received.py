"""What a server has received, and the keys that it gave out."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from scoring.hosts.reads import ids_below
from scoring.models import Host, ReceivedReport, ReportKey, ReportVersion, Tournament
from scoring.reporting.reads.differences import Differences, differences


def keys_of(host: Host) -> QuerySet[ReportKey]:
    """Every key of the host, those in use first."""
    return host.report_keys.order_by("withdrawn_at", "-pk")


def reports_below(host: Host) -> QuerySet[ReceivedReport]:
    """What was reported to the host and to all below it, the newest day first."""
    rows = ReceivedReport.objects.filter(host__in=ids_below(host))
    found = rows.select_related("host", "tournament").annotate(count=Count("versions"))
    return found.order_by("-tournament__date", "-pk")


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """A version with what it changed; None for the first."""

    version: ReportVersion
    changed: Differences | None

    @property
    def tournament(self) -> Tournament:
        return self.version.tournament


def versions_with(tournament: Tournament) -> list[ShownVersion]:
    """All versions of the report that this tournament is one of, the newest first."""
    version = ReportVersion.objects.filter(tournament=tournament).first()
    if version is None:
        return []
    rows = ReportVersion.objects.filter(report=version.report_id)
    return list(shown(rows.select_related("tournament", "key").order_by("number")))[::-1]


def shown(versions: Iterable[ReportVersion]) -> Iterable[ShownVersion]:
    before: Tournament | None = None
    for each in versions:
        changed = differences(before, each.tournament) if before else None
        before = each.tournament
        yield ShownVersion(each, changed)
