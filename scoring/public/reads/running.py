"""The series that is being played: how it stands at the tables that keep their lists by phone."""

from dataclasses import dataclass

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _

from scoring.core.columns import NAME, START_NUMBER, TABLE, TOTAL
from scoring.core.listing import Column, Listing, rows_of
from scoring.models import Seat, Series
from scoring.models.names import Scope
from scoring.models.score_list import SET_ASIDE

RUNNING = Scope("running")  # as the address of its page names it


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A player of a series that is being played: his points after so many games of his table."""

    seat: Seat
    games: int

    @property
    def played(self) -> str:
        return f"{self.games}/{self.seat.list.outline.games_due}"


def running_listing(series: Series) -> Listing:
    """All players of the series by what they have now; no ranks, because nothing has ended.

    Nobody is left out but those of lists that were set aside: two queries.
    """
    typed = Count("list__games", filter=Q(list__games__annulled=False))
    seats = Seat.objects.filter(series=series, performance__isnull=False)
    seats = seats.exclude(list__state__in=SET_ASIDE).annotate(typed=typed)
    seats = seats.select_related("list", "entry__person")
    rows = []
    for seat in seats.order_by(F("performance").desc(), "entry__start_number"):
        seat.list.series = series
        rows.append(RunningRow(seat, seat.typed))
    columns = [
        TOTAL.of("seat.performance"),
        NAME.of("seat.entry.person.sorted_name"),
        Column("played", _("Games"), width=7, align="end"),
        TABLE.of("seat.list.table_number", 6),
        START_NUMBER.of("seat.entry.start_number", 6),
    ]
    title = _("Series %(number)s – running") % {"number": series.number}
    return Listing(title, columns, rows_of(columns, rows), subtitle=_("running, no result yet"))
