"""What is public, as a table."""

from django.utils.translation import gettext as _

from scoring.core.columns import SERIES
from scoring.core.listing import Column, Listing, rows_of
from scoring.models import Tournament


def releases_listing(tournament: Tournament) -> Listing:
    """Since when the seating and the results of each series are public."""
    columns = [
        SERIES.of("number"),
        Column("state", _("State"), width=14, value=lambda each: each.get_state_display()),
        Column("seating", _("Seating shown since"), "date", width=18, value="seating_public_at"),
        Column("results", _("Results shown since"), "date", width=18, value="results_public_at"),
    ]
    rows = rows_of(columns, tournament.series.all())
    return Listing(_("What the room sees"), columns, rows)
