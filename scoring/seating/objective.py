"""The objective: terms in strict order, weighed so that plans compare by one whole number.

1. repeated meetings: C(m, 2) for a pair that meets m times;
2. pairs of one team, then of one club, at a table;
3. visits to a table of three: C(v, 2) for a player who comes v times;
4. by rank, the distances from the tables of the ranking.

`term_names` says which of them a request has; options move teams or clubs to the front.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from itertools import chain, combinations

from scoring.seating.field import NONE, Field, Series, Table, holes
from scoring.seating.request import DrawRequest

# A club or team, and what it costs to seat two of its players together.
Bond = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Objective:
    """The weights of the terms, and what concerns single players.

    `bonds` has the team and the club of each player. `reluctance` counts like earlier visits to a
    table of three: it keeps away those who are not meant to sit there. `forbidden` outweighs all
    terms together.
    """

    forbidden: int
    bonds: list[tuple[Bond, ...]]
    reluctance: list[int]
    repeat: int = 0
    teams: int = 0
    clubs: int = 0
    three: int = 0
    distance: int = 0
    fixed: dict[int, int] = with_default(default_factory=dict)

    def price_together(self, p: int, q: int) -> int:
        """What it costs to seat two players together, whomever they met before."""
        price = sum(bond[1] for bond in self.bonds[p] if bond in self.bonds[q])
        if p in self.fixed and q in self.fixed and self.fixed[p] != self.fixed[q]:
            price += self.forbidden
        return price

    def pairs_to_separate(self) -> Iterator[tuple[int, int, int]]:
        """Pairs who pay for sitting together, with the price; the prices of one pair add up."""
        members: dict[Bond, list[int]] = {}
        for p, bonds in enumerate(self.bonds):
            for bond in bonds:
                members.setdefault(bond, []).append(p)
        for (_, price), group in members.items():
            for p, q in combinations(group, 2):
                yield p, q, price
        for p, q in combinations(self.fixed, 2):
            if self.fixed[p] != self.fixed[q]:
                yield p, q, self.forbidden

    def at_most(self, price: int) -> "Objective":
        """The same terms, none of them weighing more than `price`."""
        return replace(
            self,
            repeat=min(self.repeat, price),
            teams=min(self.teams, price),
            clubs=min(self.clubs, price),
            three=min(self.three, price),
            bonds=[
                tuple((group, min(weight, price)) for group, weight in bonds)
                for bonds in self.bonds
            ],
        )

    def step(self, cost: int) -> int:
        """The weight of the weightiest term that a cost contains."""
        weights = (self.repeat, self.teams, self.clubs, self.three, self.distance)
        return max((weight for weight in weights if 0 < weight <= cost), default=0)


def objective_of(request: DrawRequest, field: Field) -> Objective:
    reluctance = reluctances(request, field)
    totals = max_totals(request, field, max(reluctance, default=0))
    weights, forbidden = weigh(term_names(request), totals)
    clubs, teams = weights.get("clubs", 0), weights.get("teams", 0)
    offset = max(field.clubs, default=NONE) + 1  # teams are numbered after the clubs
    bonds: list[tuple[Bond, ...]] = []
    for club, team in zip(field.clubs, field.teams, strict=True):
        player_bonds: list[Bond] = []
        if teams and team != NONE:
            player_bonds.append((offset + team, teams))
        if clubs and club != NONE:
            player_bonds.append((club, clubs))
        bonds.append(tuple(player_bonds))
    return Objective(
        repeat=weights.get("repeats", 0),
        teams=teams,
        clubs=clubs,
        three=weights.get("threes", 0),
        distance=weights.get("distance", 0),
        forbidden=forbidden,
        bonds=bonds,
        reluctance=reluctance,
        fixed=field.fixed,
    )


def term_names(request: DrawRequest) -> list[str]:
    """The terms of a request, the weightiest first."""
    options = request.options
    groups = [("teams", options.teams), ("clubs", options.clubs)]
    order = [name for name, setting in groups if setting == "first"]
    if request.avoids_repeats:
        order += ["repeats"]
        order += [name for name, setting in groups if setting == "apart"]
    if request.avoids_repeats or options.three_seats != "lot":
        order += ["threes"]
    if request.by_rank:
        order += ["distance"]
    return order


def max_totals(request: DrawRequest, field: Field, reluctance: int) -> dict[str, int]:
    """Upper bounds of the terms: at a table of four everybody meets three others."""
    series = len(request.history) + request.series
    pairs = 2 * field.size * series
    has_threes = any(holes(len(playing)) for playing in field.playing)
    return {
        "repeats": pairs * series,
        "teams": pairs if max(field.teams, default=NONE) != NONE else 0,
        "clubs": pairs if max(field.clubs, default=NONE) != NONE else 0,
        "threes": field.size * series * (series + reluctance) if has_threes else 0,
        "distance": field.size * field.size,
    }


def weigh(order: Sequence[str], totals: dict[str, int]) -> tuple[dict[str, int], int]:
    """Weights with which no sum of lesser terms outweighs one step of a greater, and a price that
    outweighs all. `totals` are upper bounds of the terms.
    """
    weights: dict[str, int] = {}
    weight = 1
    for name in reversed(order):
        weights[name] = weight
        weight *= totals[name] + 1
    return weights, 4 * weight


def reluctances(request: DrawRequest, field: Field) -> list[int]:
    """0 for players who are meant to sit at tables of three, more for the others.

    By `lowest`, the last ranks fill the tables of three of one series; the next ones up count as if
    they had been there once, and so on.
    """
    setting = request.options.three_seats
    too_many = len(request.history) + request.series + 1
    if setting == "volunteers":
        return [0 if volunteer else too_many for volunteer in field.volunteers]
    if setting == "lowest":
        chairs = max(1, 3 * max(holes(len(playing)) for playing in field.playing))
        playing = sorted({p for players in field.playing for p in players})
        playing.sort(key=field.ranks.__getitem__, reverse=True)
        costs = [too_many] * field.size
        for place, p in enumerate(playing):
            costs[p] = min(too_many, place // chairs)
        return costs
    return [0] * field.size


class DrawRecord:
    """Counts over the history, and over drawn series that were added.

    `met[p][q]` is how often p met q, `visits[p]` how often p sat at a table of three, and
    `seats[p]` how often in each of the four seats, in the history only.
    """

    def __init__(self, players: int) -> None:
        self.met: list[dict[int, int]] = [{} for _ in range(players)]
        self.visits = [0] * players
        self.seats = [[0, 0, 0, 0] for _ in range(players)]

    @classmethod
    def of(cls, field: Field) -> "DrawRecord":
        record = cls(field.size)
        for table in chain(*field.history):
            for seat, p in enumerate(table):
                if p != NONE:
                    record.seats[p][seat] += 1
        record.add(chain(*field.history))
        return record

    def add(self, tables: Iterable[Table], times: int = 1) -> None:
        """Count the tables of a series or several, or with -1 take them back."""
        for table in tables:
            for p in table:
                if p == NONE:
                    continue
                met = self.met[p]
                for q in table:
                    if q not in (p, NONE):
                        met[q] = met.get(q, 0) + times
                if len(table) == 3:
                    self.visits[p] += times

    def price(self, table: Table, objective: Objective) -> int:
        """The cost of these players sitting together once more."""
        repeat, bonds, fixed = objective.repeat, objective.bonds, objective.fixed
        price = 0
        for place, p in enumerate(table):
            met = self.met[p]
            for q in table[:place]:
                if q in met:
                    price += met[q] * repeat
                if (bonds[p] and bonds[q]) or p in fixed:
                    price += objective.price_together(p, q)
        if len(table) == 3 and objective.three:
            price += objective.three * sum(self.visits[p] + objective.reluctance[p] for p in table)
        return price

    def cost(self, plan: Sequence[Series], objective: Objective) -> int:
        """The cost that a plan adds to the record."""
        total = 0
        for series in plan:
            total += sum(self.price(table, objective) for table in series)
            self.add(series)
        self.add(chain(*plan), -1)
        return total
