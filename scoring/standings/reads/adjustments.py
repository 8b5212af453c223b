"""The adjustments of a tournament, or of one player, with who decided them and why."""

from django.db.models import QuerySet

from scoring.models import Adjustment, Entry, Tournament


def adjustments_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """All of a tournament, the newest first, with what takes them back."""
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "series", "by", "reversed_by").order_by("-id")


def adjustments_to(entry: Entry) -> QuerySet[Adjustment]:
    """Those of one player, in the order in which they were decided."""
    return entry.adjustments.select_related("series", "by").order_by("id")
