"""Players onto the positions of a template, clubs apart.

Positions of one column never meet. So a club inside one column is apart in every series, and
packing clubs into the four columns separates every club of up to a quarter of the field.
"""

from collections.abc import Callable

from scoring.seating.dealing import blocks
from scoring.seating.field import NONE, SEATS, Field
from scoring.seating.objective import Objective
from scoring.seating.stream import Stream
from scoring.seating.template import Template

# Who sits on each position; NONE on a hole.
Placing = list[int]


def place(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> Placing:
    """Every player on a position, by lot as far as the clubs allow.

    Players with fixed tables must share none: they go to one column, so that they never meet.
    """
    if template.columns:
        return by_columns(template, empty, field, objective, stream)
    return by_neighbours(template, empty, field, objective, stream)


def by_columns(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> Placing:
    """Clubs, and whoever has a fixed table, packed into columns; within a column by lot."""
    columns = stream.shuffled(
        [
            [q for q in range(c * template.tables, (c + 1) * template.tables) if q not in empty]
            for c in range(SEATS)
        ]
    )
    columns.sort(key=len, reverse=True)
    fixed = [p for p in field.playing[0] if p in field.fixed]
    together, alone = blocks(
        [p for p in field.playing[0] if p not in field.fixed], objective, stream
    )
    rooms = [len(column) for column in columns]
    members = packed(fixed, together, alone, rooms)
    who = [NONE] * template.positions
    beside = {q for hole in empty for q in template.met_by(hole)}
    for positions, players in zip(columns, members, strict=True):
        order = stream.shuffled(players)
        # Players meant for tables of three sit beside the empty chairs.
        order.sort(key=lambda p: objective.reluctance[p])
        for q, p in zip(sorted(positions, key=lambda q: q not in beside), order, strict=True):
            who[q] = p
    return who


def packed(
    fixed: list[int], together: list[list[int]], alone: list[int], rooms: list[int]
) -> list[list[int]]:
    """The players of each column: blocks whole if any way of packing keeps them whole.

    A block larger than a column fills one: then only the rest of it sits beside its own.
    """
    most = max(rooms)
    pieces = [block[at : at + most] for block in together for at in range(0, len(block), most)]
    pieces.sort(key=len, reverse=True)
    roomiest, tightest = packing(fixed, pieces, rooms, max), packing(fixed, pieces, rooms, min)
    members = min(roomiest, tightest, key=lambda found: found[0])[1]
    singles = iter(alone)
    for room, column in zip(rooms, members, strict=True):
        column += [next(singles) for _ in range(room - len(column))]
    return members


def packing(
    fixed: list[int],
    together: list[list[int]],
    rooms: list[int],
    choose: Callable[[list[int]], int],
) -> tuple[int, list[list[int]]]:
    """Each block into the chosen one of the rooms it fits in; how many had to be split."""
    members = [list(fixed), *([] for _ in rooms[1:])]
    splits = 0
    for block in together:
        rest = block
        while rest:
            free = [room - len(column) for room, column in zip(rooms, members, strict=True)]
            fitting = [room for room in free if room >= len(rest)]
            into = free.index(choose(fitting) if fitting else max(free))
            members[into] += rest[: free[into]]
            rest = rest[free[into] :]
            splits += bool(rest)
    return splits, members


def by_neighbours(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> Placing:
    """Without free columns: each of a block where the fewest of his block are neighbours."""
    together, alone = blocks(field.playing[0], objective, stream)
    who = [NONE] * template.positions
    left = [q for q in range(template.positions) if q not in empty]
    for block in together:
        neighbours = [0] * template.positions
        for p in block:
            fewest = min(neighbours[q] for q in left)
            position = stream.pick([q for q in left if neighbours[q] == fewest])
            left.remove(position)
            who[position] = p
            for q in template.met_by(position):
                neighbours[q] += 1
    for q, p in zip(stream.shuffled(left), alone, strict=True):
        who[q] = p
    return who
