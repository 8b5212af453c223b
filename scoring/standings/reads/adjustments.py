"""The adjustments of a tournament or of one player."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.core.listing import AT, BY, NAME, REASON, Column, Listing, rows_of
from scoring.models import Adjustment, Entry, Tournament


def adjustments_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """All of a tournament, newest first, with their reversals."""
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "series", "by", "reversed_by").order_by("-id")


def adjustments_to(entry: Entry) -> QuerySet[Adjustment]:
    """Those of one player in their order."""
    return entry.adjustments.select_related("series", "by").order_by("id")


def adjustments_listing(tournament: Tournament) -> Listing:
    """Points beside the lists, newest first; reversed ones are marked."""
    columns = [
        AT,
        Column("start_number", _("No."), "rank", width=5, value="entry.start_number"),
        NAME.of("entry.person.sorted_name", 26),
        Column("points", _("Points"), "points", width=8),
        Column("where", _("Where they count"), width=14, value=where),
        REASON,
        BY,
        Column("undone", _("Take back"), width=14, value=undone),
    ]
    return Listing(_("Adjustments"), columns, rows_of(columns, adjustments_of(tournament)))


def where(adjustment: Adjustment) -> str:
    if adjustment.series is None:
        return _("on the total")
    return _("in series %(number)s") % {"number": adjustment.series.number}


def undone(adjustment: Adjustment) -> str:
    if adjustment.reverses_id:
        return _("takes back an earlier one")
    return _("taken back") if hasattr(adjustment, "reversed_by") else ""
