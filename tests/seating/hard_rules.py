"""The hard rules of every plan, apart from what makes it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.seating.request import DrawRequest, SeatedSeries, players_of_series, sizes


def hard_errors(request: DrawRequest, plan: Sequence[SeatedSeries]) -> Iterator[str]:
    """Everyone once per series, tables of four and three as they must be, fixed tables kept."""
    if len(plan) != request.series:
        yield f"{len(plan)} series instead of {request.series}"
    fixed = {each.id: each.fixed_table for each in request.players if each.fixed_table}
    fields = players_of_series(request)
    for number, playing, series in zip(request.numbers, fields, plan, strict=False):
        seated = Counter(player for table in series for player in table)
        twice = [str(player) for player, times in seated.items() if times > 1]
        if twice:
            yield f"series {number}: seated twice: {', '.join(twice)}"
        if strangers := [str(player) for player in seated if player not in playing]:
            yield f"series {number}: not playing: {', '.join(strangers)}"
        missing = [str(player) for player in playing if player not in seated]
        if len(missing) != (1 if len(playing) == 5 else 0):
            yield f"series {number}: {len(missing)} without a seat: {', '.join(sorted(missing))}"
        lengths = Counter(len(table) for table in series)
        if (lengths[4], lengths[3]) != sizes(len(playing)) or set(lengths) - {3, 4}:
            yield f"series {number}: wrong sizes of tables: {dict(sorted(lengths.items()))}"
        for table_number, table in enumerate(series, 1):
            for player in table:
                if fixed.get(player, table_number) != table_number:
                    yield f"series {number}: {player} is not at his table {fixed[player]}"
