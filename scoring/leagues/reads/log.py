"""What was done in a league: rows of the log that belong to no tournament."""

from django.db.models import Q, QuerySet

from scoring.models import LogEntry, Season
from scoring.models.host import FIRST_HOST
from scoring.models.names import league_subject


def log_of(season: Season) -> QuerySet[LogEntry]:
    """The rows of a league by its name of now, the newest first."""
    mine = Q(host=season.host_id)
    if season.host_id == FIRST_HOST:
        mine |= Q(host=None)  # older than hosts
    rows = LogEntry.objects.filter(mine, tournament=None, subject=league_subject(season.name))
    return rows.order_by("-id")
