"""Match days that venues have reported, and that are in no meeting yet."""

from django.db.models import QuerySet

from scoring.models import Season, Tournament


def reported_days(season: Season) -> QuerySet[Tournament]:
    """The reported results of the league's host that can be put into a meeting, newest first."""
    rows = Tournament.objects.filter(host=season.host_id, reported_at__isnull=False)
    return rows.filter(replaced_by=None, meeting=None).order_by("-date", "-pk")
