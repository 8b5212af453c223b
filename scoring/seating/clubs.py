"""Players in the blocks that are kept apart: clubs, or teams without clubs."""

from collections.abc import Iterable

from scoring.seating.objective import Objective
from scoring.seating.stream import Stream


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
