"""The settlement of a list, as tables."""

from django.utils.translation import gettext as _

from scoring.core.files.html import ListingTable, table
from scoring.core.listing import Column, Listing
from scoring.desk.reads.score_list import Settlement
from scoring.models import ScoreList


def settlement_tables(score_list: ScoreList, settled: Settlement) -> list[ListingTable]:
    """The sums of all, and who gets what from whom (docs/law.md "Settlement")."""
    listings = settlement_listings(score_list, settled)
    return [
        table(listing, prefix=f"{key}-", orderable=False)
        for key, listing in zip(("sum", "pairs"), listings, strict=True)
    ]


def settlement_listings(score_list: ScoreList, settled: Settlement) -> tuple[Listing, Listing]:
    """The two tables: by sum, and by pairs."""
    seats = score_list.seat_rows.select_related("entry__person")
    names = [f"{seat.position} {seat.entry.person}" for seat in seats]
    return by_sum(names, settled), by_pairs(names, settled)


def by_sum(names: list[str], settled: Settlement) -> Listing:
    """n × own − sum of all, and the money."""
    columns = [
        Column("name", _("Player")),
        Column("points", _("Game points"), "points", minor=True),
        Column("settled", _("Points won or lost"), "points"),
        Column("cents", _("Euro"), "cents"),
    ]
    figures = zip(names, settled.points, settled.settled, settled.cents, strict=True)
    rows = [dict(zip(("name", "points", "settled", "cents"), row, strict=True)) for row in figures]
    return Listing(_("By sum"), columns, rows)


def by_pairs(names: list[str], settled: Settlement) -> Listing:
    """What each gets from each, in points; a row adds up to his settlement."""
    columns = [
        Column("name", _("Player")),
        *(
            Column(f"from_{seat}", _("from %(seat)s") % {"seat": seat}, "points")
            for seat in range(1, len(names) + 1)
        ),
        Column("settled", _("Sum"), "points"),
    ]
    rows = [
        {
            "name": name,
            **{
                f"from_{seat}": points if seat != own else None
                for seat, points in enumerate(pairs, 1)
            },
            "settled": total,
        }
        for own, (name, pairs, total) in enumerate(
            zip(names, settled.pairs, settled.settled, strict=True), 1
        )
    ]
    return Listing(_("By pairs"), columns, rows)
