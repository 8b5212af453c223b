"""Who sits at which table of a series, and how many tables of three that makes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from scoring.models import Entry, ScoreList, Seat, Series
from scoring.models.score_list import Depth, ListState
from scoring.rules.problem import Problem

# Table number → start numbers in the order of the seats.
Tables = dict[int, list[int]]

# More tables of three than these need a reason in one series (TO 7.1.1).
MOST_THREES = 3


def tables_of(series: Series) -> Tables:
    """Who sat down where in this series; who joined at a round is left out."""
    return tables_in(chairs_of(series))


def chairs_of(series: Series) -> QuerySet[Seat, Any]:
    """Table and start number of who sat down in this series, by table and seat."""
    seats = Seat.objects.from_the_beginning().filter(list__series=series)
    rows = seats.order_by("list__table_number", "position")
    return rows.values_list("list__table_number", "entry__start_number")


def tables_in(chairs: Iterable[tuple[int, int]]) -> Tables:
    """The tables of these rows of `chairs_of`."""
    tables: Tables = {}
    for table, number in chairs:
        tables.setdefault(table, []).append(number)
    return tables


def playing(series: Series) -> list[Entry]:
    """Who is to be seated in this series, by start number."""
    entries = series.tournament.entries.select_related("person")
    return [entry for entry in entries if entry.plays(series.number)]


def empty_lists(series: Series) -> QuerySet[ScoreList]:
    """The lists that hold nothing yet: only of their tables the players can change."""
    return series.lists.filter(depth=Depth.NONE, state=ListState.OPEN, sittings=[])


def empty_tables(series: Series) -> list[int]:
    """The numbers of the tables of `empty_lists`."""
    return list(empty_lists(series).values_list("table_number", flat=True))


def count_threes(tables: Mapping[int, Sequence[int]]) -> int:
    """How many of these tables have three players.

    >>> count_threes({1: [1, 2, 3, 4], 2: [5, 6, 7]})
    1
    """
    return sum(len(players) == 3 for players in tables.values())


def threes_logged(tables: Mapping[int, Sequence[int]]) -> dict[str, int]:
    """What the log keeps of the tables of three: their number, where there are too many."""
    count = count_threes(tables)
    return {"threes": count} if count > MOST_THREES else {}


def three_problems(tables: Mapping[int, Sequence[int]]) -> list[Problem]:
    """Whether a series has more tables of three than the order allows without a reason (TO 7.1.1).

    >>> [each.code for each in three_problems({n: [3 * n, 3 * n + 1, 3 * n + 2] for n in range(4)})]
    ['too-many-threes']
    """
    count = count_threes(tables)
    params = {"count": count, "most": MOST_THREES}
    return (
        [Problem("too-many-threes", params=params, rule="TO 7.1.1")] if count > MOST_THREES else []
    )
