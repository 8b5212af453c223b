"""What a server has received, and the keys that it gave out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext, ngettext

from scoring.hosts.reads import ids_below
from scoring.models import (
    Host,
    ReceivedReport,
    RefusedReport,
    ReportKey,
    ReportVersion,
    Season,
    Tournament,
)
from scoring.models.season import SeasonKind
from scoring.reporting.reads.differences import Differences, differences
from scoring.reporting.reads.told import sentence

MOST_REFUSALS = 50


def keys_of(host: Host) -> QuerySet[ReportKey]:
    """Every key of the host, those in use first."""
    return host.report_keys.order_by("withdrawn_at", "-pk")


def reports_below(host: Host) -> QuerySet[ReceivedReport]:
    """What was reported to the host and to all below it, the newest day first."""
    rows = ReceivedReport.objects.filter(host__in=ids_below(host))
    found = rows.select_related("host", "tournament__season")
    newest = ReportVersion.objects.filter(report=OuterRef("pk")).order_by("-number")
    found = found.annotate(
        count=Count("versions"),
        newest_at=Max("versions__at"),
        changed=Subquery(newest.values("changed")[:1]),
    )
    return found.order_by("-tournament__date", "-pk")


def is_late(report: ReceivedReport) -> bool:
    """Whether its season was closed when the newest version came; of `reports_below`."""
    season = report.tournament.season
    count, newest_at = report.count, report.newest_at  # type: ignore[attr-defined]
    return bool(count > 1 and season and season.closed_at and newest_at > season.closed_at)


def changed_by_newest(report: ReceivedReport) -> str:
    """What the newest version changed, in a few words; of `reports_below`."""
    return in_words(report.changed)  # type: ignore[attr-defined]


def in_words(changed: Mapping[str, int] | None) -> str:
    """What a version changed, in a few words: "3 lists, 1 rank"; "" where nothing was counted."""
    said = {
        "lists": lambda count: ngettext("%(count)s list", "%(count)s lists", count),
        "ranks": lambda count: ngettext("%(count)s rank", "%(count)s ranks", count),
        "teams": lambda count: ngettext("%(count)s team", "%(count)s teams", count),
        "adjustments": lambda count: ngettext(
            "%(count)s adjustment of points", "%(count)s adjustments of points", count
        ),
        "others": lambda _count: gettext("other details"),
    }
    found = changed or {}
    return ", ".join(
        say(found[key]) % {"count": found[key]} for key, say in said.items() if key in found
    )


def open_seasons(host: Host) -> QuerySet[Season]:
    """Those into which a reported result may be put, the newest first."""
    found = Season.objects.filter(host=host, closed_at=None)
    return found.exclude(kind=SeasonKind.LEAGUE).order_by("-pk")


@dataclass(frozen=True, slots=True)
class ShownRefusal:
    """A report that was not taken, and why."""

    row: RefusedReport

    @property
    def reasons(self) -> list[str]:
        return [sentence(each) for each in self.row.problems]


def refusals_of(host: Host) -> list[ShownRefusal]:
    """What computers reported last and the host did not take, the newest first."""
    rows = RefusedReport.objects.filter(host=host).select_related("key", "taken_for__tournament")
    return [ShownRefusal(each) for each in rows[:MOST_REFUSALS]]


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
