"""The tables of a division as files, by the key in their address."""

from collections.abc import Callable, Mapping

from scoring.core.listing import Listing
from scoring.leagues.reads.league import LoadedDivision, LoadedLeague
from scoring.leagues.reads.listings import (
    cross_listing,
    form_listing,
    penalties_listing,
    schedule_listing,
    table_listing,
)

TABLES: Mapping[str, Callable[[LoadedLeague, LoadedDivision], Listing]] = {
    "table": lambda _league, found: table_listing(found),
    "cross": lambda _league, found: cross_listing(found),
    "form": lambda league, found: form_listing(found, [each.number for each in league.days]),
    "schedule": lambda league, found: schedule_listing(league, found.division.number),
    "penalties": lambda _league, found: penalties_listing(found),
}
