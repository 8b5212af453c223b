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
    "table": lambda _league, division: table_listing(division),
    "cross": lambda _league, division: cross_listing(division),
    "form": lambda league, division: form_listing(division, [day.number for day in league.days]),
    "schedule": lambda league, division: schedule_listing(league, division.division.number),
    "penalties": lambda _league, division: penalties_listing(division),
}
