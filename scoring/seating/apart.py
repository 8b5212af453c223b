"""Clubs that could not be packed into columns: players swap positions until they are apart.

A swap of positions applies to every series at once and creates no second meeting.
"""

from collections.abc import Collection, Sequence

from scoring.seating.columns import Placing
from scoring.seating.field import NONE
from scoring.seating.objective import Objective
from scoring.seating.stream import Stream
from scoring.seating.template import Template

# Number of swaps: a base, and some more for each player who sits beside a club-mate.
CHANGES = 300
CHANGES_EACH = 3
# Candidates examined for a swap.
PARTNERS = 240
# A swap is not repeated for so many further swaps: a fixed part and a random part (tabu search).
REST = 5
REST_BY_LOT = 10


class Neighbourhood:
    """The player on each position, and how many of each club and team are its neighbours."""

    def __init__(self, template: Template, who: Placing, objective: Objective) -> None:
        self.who = list(who)
        self.bonds = [objective.bonds[p] if p != NONE else () for p in who]
        self.near = [template.met_by(q) for q in range(template.positions)]
        self.crowd: list[dict[int, int]] = [{} for _ in who]
        for position, bonds in enumerate(self.bonds):
            for group, _ in bonds:
                self.count(position, group, 1)

    def count(self, position: int, group: int, by: int) -> None:
        for q in self.near[position]:
            self.crowd[q][group] = self.crowd[q].get(group, 0) + by

    def price(self, position: int, guest: int) -> int:
        """The cost of the player on `guest` if he sat on `position`."""
        crowd = self.crowd[position]
        return sum(weight * crowd.get(group, 0) for group, weight in self.bonds[guest])

    def conflicts(self) -> list[int]:
        return [q for q in range(len(self.who)) if self.price(q, q)]

    def cost(self) -> int:
        return sum(self.price(q, q) for q in range(len(self.who))) // 2

    def gain(self, a: int, b: int) -> int:
        """The change of the cost when the players on two positions swap."""
        change = self.price(a, b) + self.price(b, a) - self.price(a, a) - self.price(b, b)
        if b in self.near[a]:
            # Neighbours stay neighbours; each was counted as his own neighbour.
            change -= sum(weight for _, weight in self.bonds[a] + self.bonds[b])
            change += 2 * sum(bond[1] for bond in self.bonds[a] if bond in self.bonds[b])
        return change

    def swap(self, a: int, b: int) -> None:
        for position, other in ((a, b), (b, a)):
            for group, _ in self.bonds[position]:
                self.count(position, group, -1)
                self.count(other, group, 1)
        self.bonds[a], self.bonds[b] = self.bonds[b], self.bonds[a]
        self.who[a], self.who[b] = self.who[b], self.who[a]


def meets_his_own(template: Template, who: Placing, objective: Objective) -> bool:
    """Whether two of a club or team ever sit together; fast, because mostly none do."""
    groups = [[group for group, _ in objective.bonds[p]] if p != NONE else [] for p in who]
    for tables in template.series:
        for a, b, c, d in tables:
            at_table = groups[a] + groups[b] + groups[c] + groups[d]
            if len(set(at_table)) < len(at_table):
                return True
    return False


def keep_apart(
    template: Template, who: Placing, objective: Objective, least: int, stream: Stream
) -> Placing:
    """The best placing met by steepest-descent swaps, which may also raise the cost (tabu search).

    Holes and players with a fixed table keep their positions. `least` is a lower bound of the cost.
    """
    if not meets_his_own(template, who, objective):
        return who
    hood = Neighbourhood(template, who, objective)
    free = [q for q, p in enumerate(who) if p != NONE and p not in objective.fixed]
    movable = frozenset(free)
    unhappy = {q for q in hood.conflicts() if q in movable}
    cost = hood.cost()
    best, lowest = who, cost
    resting: dict[tuple[int, int], int] = {}
    for change in range(CHANGES + CHANGES_EACH * len(unhappy)):
        if lowest <= least or not unhappy:
            break
        a = stream.pick(sorted(unhappy))
        partners = free if len(free) <= PARTNERS else [stream.pick(free) for _ in range(PARTNERS)]
        resting_now = {b for b in partners if resting.get((a, b), 0) > change}
        steepest, equals = steepest_swaps(hood, a, partners, resting_now, lowest - cost)
        if not equals:
            continue
        b = stream.pick(equals)
        hood.swap(a, b)
        cost += steepest
        resting[a, b] = resting[b, a] = change + REST + stream.below(REST_BY_LOT)
        for q in (a, b, *hood.near[a], *hood.near[b]):
            if q in movable:
                (unhappy.add if hood.price(q, q) else unhappy.discard)(q)
        if cost < lowest:
            best, lowest = list(hood.who), cost
    return best


def steepest_swaps(
    hood: Neighbourhood, a: int, partners: Sequence[int], resting: Collection[int], enough: int
) -> tuple[int, list[int]]:
    """The best change of cost that a swap with `a` can make, and the partners that make it.

    A tabu swap counts only where it gives a new lowest cost, by more than `enough`.
    """
    gains = [
        (gain, b)
        for b in partners
        if hood.bonds[a] != hood.bonds[b]
        and ((gain := hood.gain(a, b)) < enough or b not in resting)
    ]
    steepest = min((gain for gain, _ in gains), default=0)
    return steepest, [b for gain, b in gains if gain == steepest]
