"""The members of teams, and the results of every list, as tables."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import (
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    SEAT,
    START_NUMBER,
    TABLE,
    WON,
    Column,
    Listing,
    rows_of,
)
from scoring.messages import label
from scoring.models import Seat, TeamMember, Tournament


def teams_listing(tournament: Tournament) -> Listing:
    """The members of each team."""
    columns = [
        Column(
            "kind", _("Kind"), width=12, value=lambda each: each.team.contest.get_kind_display()
        ),
        Column("number", _("No."), "int", width=5, value="team.number"),
        Column("team", _("Team"), width=26, value="team.name"),
        NAME.of("entry.person.sorted_name"),
        Column("start_number", _("Start number"), "int", width=8, value="entry.start_number"),
        Column("from_series", _("from series"), "int", width=8),
        Column("until_series", _("until series"), "int", width=8),
    ]
    members = TeamMember.objects.filter(team__contest__tournament=tournament).select_related(
        "team__contest", "entry__person"
    )
    ordered = members.order_by("team__contest", "team__number", "position")
    return Listing(_("Teams"), columns, rows_of(columns, ordered))


def results_listing(tournament: Tournament) -> Listing:
    """The results of every list, whether it counts yet or not."""
    columns = [
        Column("series", pgettext("column", "Series"), "int", width=7, value="series.number"),
        TABLE.of("list.table_number", 7),
        SEAT.of("position", 7),
        START_NUMBER.of("entry.start_number", 7),
        NAME.of("entry.person.sorted_name"),
        POINTS,
        WON.of(width=7),
        LOST.of(width=7),
        Column("others_lost", _("Lost by others"), "int", width=9),
        PERFORMANCE,
        Column("state", _("State of the list"), width=12).of(
            lambda each: label("list_state", each.list.progress)
        ),
    ]
    seats = Seat.objects.filter(series__tournament=tournament, performance__isnull=False)
    ordered = seats.select_related("entry__person", "list", "series").order_by(
        "series__number", "list__table_number", "position"
    )
    return Listing(_("Results"), columns, rows_of(columns, ordered))
