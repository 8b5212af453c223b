"""The numbers of the tables; no term of the objective depends on them."""

from scoring.seating.field import Series, Table
from scoring.seating.stream import Stream


def labelled(tables: Series, fixed: dict[int, int], stream: Stream) -> Series:
    """The tables in the order of their numbers.

    Fixed players have their table, the others are drawn; tables of three come last.
    """
    at: dict[int, Table] = {}
    free: Series = []
    for table in stream.shuffled(tables):
        wanted = {fixed[p] for p in table if p in fixed}
        if wanted:
            at[min(wanted)] = table
        else:
            free.append(table)
    free.sort(key=len, reverse=True)
    others = iter(free)
    return [at[number] if number in at else next(others) for number in range(1, len(tables) + 1)]
