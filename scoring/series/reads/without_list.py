"""Players who are present and have no list of a series, and the reasons given for that."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import Entry, NoListReason, Seat, Series


@dataclass(frozen=True, slots=True)
class WithoutList:
    """A player who plays the series and sits at none of its tables; `reason` is "" until given."""

    entry: Entry
    reason: str


def without_list(series: Series, players: Iterable[Entry] | None = None) -> list[WithoutList]:
    """Everybody without a list, by start number; of these `players`, if they are known."""
    seated = set(Seat.objects.filter(series=series).values_list("entry", flat=True))
    given = dict(NoListReason.objects.filter(series=series).values_list("entry", "reason"))
    if players is None:
        entries = series.tournament.entries.select_related("person")
        players = (entry for entry in entries if entry.plays(series.number))
    return [
        WithoutList(entry, given.get(entry.pk, "")) for entry in players if entry.pk not in seated
    ]


def unexplained(series: Series) -> list[WithoutList]:
    """Those for whom no reason was given: the series waits for them."""
    return [each for each in without_list(series) if not each.reason]
