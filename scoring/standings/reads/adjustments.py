"""The adjustments of a tournament, or of one player, with who decided them and why."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.core.listing import Column, Listing
from scoring.models import Adjustment, Entry, Tournament


def adjustments_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """All of a tournament, the newest first, with what takes them back."""
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "series", "by", "reversed_by").order_by("-id")


def adjustments_to(entry: Entry) -> QuerySet[Adjustment]:
    """Those of one player, in the order in which they were decided."""
    return entry.adjustments.select_related("series", "by").order_by("id")


def adjustments_listing(tournament: Tournament) -> Listing:
    """Points that no list gave, the newest first; what was taken back says so."""
    columns = [
        Column("at", _("When"), "date", width=16),
        Column("start_number", _("No."), "rank", width=5),
        Column("name", _("Name"), width=26),
        Column("points", _("Points"), "points", width=8),
        Column("where", _("Where they count"), width=14),
        Column("reason", _("Reason"), width=34),
        Column("by", _("By"), width=14),
        Column("undone", _("Take back"), width=14),
    ]
    rows = []
    for each in adjustments_of(tournament):
        number = {"number": each.series.number} if each.series else {}
        undone = ""
        if each.reverses_id:
            undone = _("takes back an earlier one")
        elif hasattr(each, "reversed_by"):
            undone = _("taken back")
        rows.append(
            {
                "at": each.at,
                "start_number": each.entry.start_number,
                "name": each.entry.person.sorted_name,
                "points": each.points,
                "where": _("in series %(number)s") % number if number else _("on the total"),
                "reason": each.reason,
                "by": str(each.by or ""),
                "undone": undone,
            }
        )
    return Listing(_("Adjustments"), columns, rows)
