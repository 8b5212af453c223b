"""What was done in a league: rows of the log that belong to no tournament."""

from django.db.models import QuerySet

from scoring.models import LogEntry, Season
from scoring.models.names import league_subject


def log_of(season: Season) -> QuerySet[LogEntry]:
    """The rows of a league by its name of now, the newest first."""
    rows = LogEntry.objects.filter(tournament=None, subject=league_subject(season.name))
    return rows.order_by("-id")
