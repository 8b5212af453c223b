"""What a host has received, and the keys that it gave out."""

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from scoring.hosts.reads import ids_below
from scoring.models import Host, ReceivedReport, ReportKey, Season, Tournament
from scoring.models.season import SeasonKind

MAX_REFUSED = 50


def keys_of(host: Host) -> QuerySet[ReportKey]:
    """Every key of the host, those in use first."""
    return host.report_keys.order_by(F("withdrawn_at").asc(nulls_first=True), "-pk")


def reports_below(host: Host) -> QuerySet[ReceivedReport]:
    """What counts of all that was reported to the host and those below it, the newest day first.

    Each with how many were taken of its tournament, and whether it came after the end of its
    season.
    """
    taken = ReceivedReport.objects.filter(
        host=OuterRef("host"), ident=OuterRef("ident"), refusal=""
    )
    count = taken.order_by().values("ident").annotate(count=Count("pk")).values("count")
    earlier = ReceivedReport.objects.filter(tournament__replaced_by=OuterRef("tournament"))
    rows = ReceivedReport.objects.filter(host__in=ids_below(host), refusal="")
    rows = rows.filter(tournament__replaced_by=None).annotate(
        count=Subquery(count), late=Q(at__gt=F("tournament__season__closed_at")) & Exists(earlier)
    )
    rows = rows.select_related("host", "tournament__season").defer("document")
    return rows.order_by("-tournament__date", "-pk")


def refused_of(host: Host) -> QuerySet[ReceivedReport]:
    """What the host did not take and nobody has reported rightly since, the newest first."""
    rows = ReceivedReport.objects.filter(host=host).exclude(refusal="").order_by("-pk")
    return rows[:MAX_REFUSED]


def open_seasons(host: Host) -> QuerySet[Season]:
    """Those into which a reported result may be put, the newest first."""
    rows = Season.objects.filter(host=host, closed_at=None)
    return rows.exclude(kind=SeasonKind.LEAGUE).order_by("-pk")


def reports_of(tournament: Tournament) -> QuerySet[ReceivedReport]:
    """All that was taken of the tournament of which this one was made, the newest first."""
    own = ReceivedReport.objects.filter(tournament=tournament)
    rows = ReceivedReport.objects.filter(
        host=tournament.host_id, ident__in=own.values("ident"), refusal=""
    )
    return rows.select_related("tournament").defer("document").order_by("-pk")
