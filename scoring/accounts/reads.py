"""The helpers of a tournament as a table."""

from django.utils.translation import gettext as _

from scoring.core.listing import Column, Listing
from scoring.models import Tournament


def members_listing(tournament: Tournament) -> Listing:
    """Who works at this tournament, and as what."""
    columns = [
        Column("name", _("Name"), width=30),
        Column("account", _("Account"), width=20),
        Column("role", _("Role"), width=16),
    ]
    members = tournament.memberships.select_related("user").order_by("user__last_name", "user")
    rows = [
        {
            "name": str(each.user),
            "account": each.user.get_username(),
            "role": each.get_role_display(),
        }
        for each in members
    ]
    return Listing(_("People and roles"), columns, rows)
