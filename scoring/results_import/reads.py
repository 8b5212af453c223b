"""Players and seats, for files that name people by number or name."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.text import folded, parse_name
from scoring.models import Entry, ScoreList, Seat, Tournament


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """Names by start number; table and seat by series and start number; seats of a table."""

    names: Mapping[int, str]
    seats: Mapping[tuple[int, int], tuple[int, int]]
    sizes: Mapping[tuple[int, int], int]  # by series and table

    def by_name(self, name: str) -> list[int]:
        """The start numbers of everybody who may be called so."""
        wanted = key(name)
        return [number for number, known in self.names.items() if key(known) == wanted]


def key(name: str) -> str:
    """A name however it was turned.

    >>> key("Becker, Ada") == key("Ada Becker")
    True
    """
    found = parse_name(name)
    return " ".join(sorted(folded(f"{found.given} {found.family}").split()))


def known_players(tournament: Tournament) -> KnownPlaces:
    """Three queries."""
    entries = Entry.objects.filter(tournament=tournament).select_related("person")
    seats = Seat.objects.filter(series__tournament=tournament).values_list(
        "series__number", "entry__start_number", "list__table_number", "position"
    )
    lists = ScoreList.objects.filter(series__tournament=tournament).values_list(
        "series__number", "table_number", "seats"
    )
    return KnownPlaces(
        {each.start_number: each.person.sorted_name for each in entries},
        {(series, number): (table, seat) for series, number, table, seat in seats},
        {(series, table): size for series, table, size in lists},
    )
