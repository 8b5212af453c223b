"""What keeps a player or a series from being removed: rows that the result or the money need."""

from collections.abc import Iterator

from scoring.models import Entry, Pot, Series
from scoring.rules.problem import Problem


def entry_kept(entry: Entry) -> Iterator[Problem]:
    """What stands in the tournament under this start number; who has any of it can withdraw."""
    number = {"number": entry.start_number}
    if entry.seats.exists():
        yield Problem("entry-was-seated", params=number)
    if entry.adjustments.exists():
        yield Problem("entry-has-points", params=number)
    if entry.objections.exists():
        yield Problem("entry-objected", params=number)


def series_kept(series: Series) -> Iterator[Problem]:
    """What was played, given or promised in this series."""
    if series.lists.exists():
        yield Problem("series-has-lists")
    if series.adjustments.exists():
        yield Problem("series-has-points")
    if Pot.objects.filter(series=series).exists():
        yield Problem("series-has-pot")
