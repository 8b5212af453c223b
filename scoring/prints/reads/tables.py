"""Who plays for which team, and what every list gave, as tables to take along."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.models import Seat, TeamMember, Tournament


def teams_listing(tournament: Tournament) -> Listing:
    """Who plays for which team."""
    columns = [
        Column("kind", _("Kind"), width=12),
        Column("number", _("No."), "int", width=5),
        Column("team", _("Team"), width=26),
        Column("name", _("Name"), width=28),
        Column("start_number", _("Start number"), "int", width=8),
        Column("from_series", _("from series"), "int", width=8),
        Column("until_series", _("until series"), "int", width=8),
    ]
    members = TeamMember.objects.filter(team__contest__tournament=tournament).select_related(
        "team__contest", "entry__person"
    )
    rows = [
        {
            "kind": each.team.contest.get_kind_display(),
            "number": each.team.number,
            "team": each.team.name,
            "name": each.entry.person.sorted_name,
            "start_number": each.entry.start_number,
            "from_series": each.from_series,
            "until_series": each.until_series,
        }
        for each in members.order_by("team__contest", "team__number", "position")
    ]
    return Listing(_("Teams"), columns, rows)


def results_listing(tournament: Tournament) -> Listing:
    """What every list gave every player, whether it counts yet or not."""
    columns = [
        Column("series", pgettext("column", "Series"), "int", width=7),
        Column("table", _("Table"), "int", width=7),
        Column("seat", _("Seat"), "int", width=7),
        Column("start_number", _("No."), "int", width=7),
        Column("name", _("Name"), width=28),
        Column("points", _("Game points"), "points", width=9),
        Column("won", _("Won"), "int", width=7),
        Column("lost", _("Lost"), "int", width=7),
        Column("others_lost", _("Lost by others"), "int", width=9),
        Column("performance", _("Performance"), "points", width=11),
        Column("state", _("State of the list"), width=12),
    ]
    seats = Seat.objects.filter(series__tournament=tournament, performance__isnull=False)
    rows = [
        {
            "series": each.series.number,
            "table": each.list.table_number,
            "seat": each.position,
            "start_number": each.entry.start_number,
            "name": each.entry.person.sorted_name,
            "points": each.points,
            "won": each.won,
            "lost": each.lost,
            "others_lost": each.others_lost,
            "performance": each.performance,
            "state": each.list.get_state_display(),
        }
        for each in seats.select_related("entry__person", "list", "series").order_by(
            "series__number", "list__table_number", "position"
        )
    ]
    return Listing(_("Results"), columns, rows)
