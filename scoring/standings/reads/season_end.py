"""What is still to come before a season can be closed."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from scoring.models import Meeting, ReceivedReport, Season, Tournament
from scoring.models.season import SeasonKind
from scoring.models.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """How many days count, how many of them are not final; of a league, how many meetings there
    are and how many match reports are missing. A match report is the end of its day.
    """

    days: int
    unfinished: int
    meetings: int = 0
    reports: int = 0

    @property
    def reached(self) -> bool:
        """Whether everything planned was played and is final."""
        return bool(self.days or self.meetings) and not self.unfinished and not self.reports


def awaited(days: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of the days that end with their own final result, not with a match report."""
    return days.filter(sample=False).exclude(meeting__reported_at__isnull=False)


def season_end(season: Season) -> SeasonEnd:
    """One query, of a league two."""
    states = list(awaited(season.tournaments.all()).values_list("state", flat=True))
    unfinished = sum(state != TournamentState.FINAL for state in states)
    if season.kind != SeasonKind.LEAGUE:
        return SeasonEnd(len(states), unfinished)
    reported = Meeting.objects.filter(division__season=season).values_list("reported_at", flat=True)
    return SeasonEnd(len(states), unfinished, len(reported), sum(at is None for at in reported))


def changed_since_end(season: Season) -> list[ReceivedReport]:
    """Corrections that were reported to a closed season since, the newest of each evening."""
    if season.closed_at is None:
        return []
    earlier = ReceivedReport.objects.filter(tournament__replaced_by=OuterRef("tournament"))
    late = ReceivedReport.objects.filter(tournament__season=season, at__gt=season.closed_at)
    late = late.filter(Exists(earlier)).select_related("tournament").defer("document")
    return list(late.order_by("at"))
