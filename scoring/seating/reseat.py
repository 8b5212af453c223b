"""Series seated anew against the history: late joiners, leavers, any change of the field."""

from collections.abc import Iterable

from scoring.seating.clubs import blocks
from scoring.seating.field import Field, Series, holes, with_fixed
from scoring.seating.objective import Objective
from scoring.seating.record import DrawRecord
from scoring.seating.repair import Floor, repair_by_lot
from scoring.seating.stream import Stream


def deal_series(
    field: Field, playing: list[int], record: DrawRecord, objective: Objective, stream: Stream
) -> Series:
    """One series: dealt, then repaired by swaps against the record."""
    tables = deal(field, playing, record, objective, stream)
    floor = Floor(tables, record, objective, locked_players(field, playing))
    repair_by_lot(floor, stream)
    return tables


def locked_players(field: Field, playing: Iterable[int]) -> list[int]:
    """Who shares a fixed table with others of this series, and so has no choice at all."""
    at: dict[int, list[int]] = {}
    for p in playing:
        if p in field.fixed:
            at.setdefault(field.fixed[p], []).append(p)
    return [p for table in sorted(at) if len(at[table]) > 1 for p in at[table]]


def deal(
    field: Field, playing: list[int], record: DrawRecord, objective: Objective, stream: Stream
) -> Series:
    """Everybody at a table: the fixed ones first, then block by block, one table after another."""
    tables = with_fixed(playing, field.fixed)
    turn = stream.shuffled(range(len(tables)))
    small = [number for number in turn if len(tables[number]) <= 3][: holes(len(playing))]
    large = [number for number in turn if number not in small]
    together, alone = blocks([p for p in playing if p not in field.fixed], objective, stream)
    queue = [p for block in together for p in block] + alone
    chairs = chairs_in_turn(tables, small, 3)
    chosen = least_burdened(queue, len(chairs), record, objective, stream)
    hand_out(tables, chairs, [p for p in queue if p in chosen])
    chairs = chairs_in_turn(tables, large, 4)
    hand_out(tables, chairs, [p for p in queue if p not in chosen])
    return tables


def chairs_in_turn(tables: Series, turn: list[int], seats: int) -> list[int]:
    """The table of every free chair: each table gives its first before any gives its second."""
    return [number for lap in range(seats) for number in turn if len(tables[number]) + lap < seats]


def hand_out(tables: Series, chairs: list[int], queue: list[int]) -> None:
    for number, p in zip(chairs, queue, strict=True):
        tables[number].append(p)


def least_burdened(
    players: list[int], places: int, record: DrawRecord, objective: Objective, stream: Stream
) -> frozenset[int]:
    """Who sits at the tables of three: those with the fewest visits so far, then the lot."""
    if not places:
        return frozenset()
    order = stream.shuffled(players)
    order.sort(key=lambda p: record.visits[p] + objective.reluctance[p])
    return frozenset(order[:places])
