"""What is shown to the public, as a table."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.models import Tournament


def releases_listing(tournament: Tournament) -> Listing:
    """Since when the room sees the seating and the results of each series."""
    columns = [
        Column("series", pgettext("one of several", "Series"), "rank", width=7),
        Column("state", _("State"), width=14),
        Column("seating", _("Seating shown since"), "date", width=18),
        Column("results", _("Results shown since"), "date", width=18),
    ]
    rows = [
        {
            "series": each.number,
            "state": each.get_state_display(),
            "seating": each.seating_public_at,
            "results": each.results_public_at,
        }
        for each in tournament.series.all()
    ]
    return Listing(_("What the room sees"), columns, rows)
