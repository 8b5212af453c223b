"""A released seating as the hall reads it, by name and by table."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.core.columns import CLUB, NAME, SEAT, START_NUMBER, TABLE
from scoring.core.listing import Listing, alphabetical, rows_of
from scoring.models import Seat, Series
from scoring.models.person import full_name, listed_name
from scoring.models.series import SeriesState
from scoring.public.access import PublicTournament
from scoring.public.reads.pages import shared
from scoring.rules.outline import read_sittings

COLUMNS = [
    "list__table_number",
    "position",
    "entry__start_number",
    "entry__person__family",
    "entry__person__given",
    "entry__club_name",
    "list__sittings",
    "list__seats",
]


class PublicSeat(NamedTuple):
    """A player at a seat of a table, 1 to 4. `sorted_name` is "Becker, Ada"."""

    table: int
    seat: int
    start_number: int
    name: str
    sorted_name: str
    club: str


@dataclass(frozen=True)
class PublicSeating:
    """The seats of a series by table and seat."""

    series: Series
    seats: tuple[PublicSeat, ...]

    @cached_property
    def by_name(self) -> list[PublicSeat]:
        return sorted(self.seats, key=lambda seat: alphabetical(seat.sorted_name))

    @cached_property
    def tables(self) -> list[tuple[int, list[PublicSeat]]]:
        """The tables by number, each with its seats."""
        return [(number, list(seats)) for number, seats in groupby(self.seats, attrgetter("table"))]


def seating(room: PublicTournament, number: int) -> PublicSeating:
    """The seating of a series; raises Http404 unless it is released.

    Fetched as plain values: a thousand seats with entries and people, made as rows of the models,
    took most of the time of the wall.
    """
    series = room.seating(number)

    def fetched() -> PublicSeating:
        if series.state == SeriesState.DRAFT:
            return PublicSeating(series, ())
        seats = Seat.objects.filter(series=series).order_by("list__table_number", "position")
        return PublicSeating(
            series, tuple(public_seat(*row) for row in seats.values_list(*COLUMNS))
        )

    return shared(room, f"seating {number}", fetched)


def public_seat(
    table: int,
    position: int,
    start_number: int,
    family: str,
    given: str,
    club: str,
    sittings: list[Any],
    seats: int,
) -> PublicSeat:
    seat = read_sittings(sittings, seats)[position - 1].seat if sittings else position
    name, listed = full_name(family, given), listed_name(family, given)
    return PublicSeat(table, seat, start_number, name, listed, club)


def seating_listing(view: PublicSeating) -> Listing:
    """The seating by name."""
    columns = [
        NAME.of("sorted_name"),
        TABLE.of(width=6),
        SEAT.of(width=6),
        START_NUMBER.of(width=6),
        CLUB.of(minor=True),
    ]
    title = _("Seating of series %(number)s by name") % {"number": view.series.number}
    return Listing(title, columns, rows_of(columns, view.by_name))
