"""Tables dealt series by series: in a given order, by lot, or block by block and then repaired."""

from collections.abc import Collection, Iterable, Sequence

from scoring.seating.field import SEATS, Field, Series, holes, with_fixed
from scoring.seating.objective import Objective
from scoring.seating.record import DrawRecord
from scoring.seating.repair import Floor, repair_by_lot
from scoring.seating.stream import Stream


def filled(
    order: Sequence[int], fixed: dict[int, int], small: Collection[int] | None = None
) -> Series:
    """Tables of four and of three, these last unless `small` names them; who has a fixed table
    sits there.
    """
    tables = with_fixed(order, fixed)
    if small is None:
        not_full = [number for number, table in enumerate(tables) if len(table) < SEATS]
        small = not_full[len(not_full) - holes(len(order)) :]
    rest = iter([p for p in order if p not in fixed])
    for number, table in enumerate(tables):
        size = SEATS - 1 if number in small else SEATS
        table += [next(rest) for _ in range(size - len(table))]
    return tables


def seat_by_lot(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> list[Series]:
    """Series after series in seat order: one shuffle, cut into tables.

    Fixed tables, volunteers and teams that must be apart are kept afterwards, by swaps.
    """
    plan: list[Series] = []
    for playing in field.playing:
        order = stream.shuffled(playing)
        if objective.three:
            places = 3 * holes(len(playing))
            last = least_burdened(order, places, record, objective, stream)
            order = [p for p in order if p not in last] + [p for p in order if p in last]
        tables = filled(order, field.fixed)
        fixed = [p for p in playing if p in field.fixed]
        repair_by_lot(Floor(tables, record, objective, fixed), stream)
        record.add(tables)
        plan.append(tables)
    for series in plan:
        record.add(series, -1)
    return plan


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


def blocks(
    players: Iterable[int], objective: Objective, stream: Stream
) -> tuple[list[list[int]], list[int]]:
    """The blocks from the largest, equal ones by lot, and the players without any.

    Within a block the lot decides, but team-mates stand together.
    """
    members: dict[int, list[int]] = {}
    alone: list[int] = []
    for p in players:
        bonds = objective.bonds[p]
        if bonds:
            members.setdefault(bonds[-1][0], []).append(p)
        else:
            alone.append(p)
    found = [stream.shuffled(members[block]) for block in sorted(members)]
    for block in found:
        block.sort(key=lambda p: objective.bonds[p][0])
    found = stream.shuffled(found)
    found.sort(key=len, reverse=True)
    return found, stream.shuffled(alone)
