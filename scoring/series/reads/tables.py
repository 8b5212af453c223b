"""Who sits at which table of a series."""

from scoring.models import Seat, Series

# Table number → start numbers in the order of the seats.
Tables = dict[int, list[int]]


def tables_of(series: Series) -> Tables:
    """Who sits where in this series."""
    tables: Tables = {}
    rows = Seat.objects.filter(list__series=series).order_by("list__table_number", "position")
    for table, number in rows.values_list("list__table_number", "entry__start_number"):
        tables.setdefault(table, []).append(number)
    return tables
