"""Everything that can have happened at a table: contracts, positions, and the facts of each row.

A world knows the answer to every question; the tests let the program ask, and compare.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from tests.oracle.law_clause import START, Position
from tests.oracle.law_systems import LAW, legal_bids
from tests.oracle.law_values import DECK, Contract, bounds

Answer = str | int | bool

SOLOIST_POINTS = (0, 22, 30, 31, 45, 60, 61, 89, 90, 91, 120)
DEFENDER_POINTS = (0, 10, 29, 30, 31, 45, 59, 60, 61, 89, 90, 98, 120)


@dataclass(frozen=True)
class World:
    """`row` is a key of the program's table, `facts` what its questions can ask besides."""

    row: str
    contract: Contract | None = None
    at: Position = START
    facts: Mapping[str, Answer] = field(default_factory=dict)

    def answer(self, key: str) -> Answer:
        known: dict[str, Answer] = {
            "bid": (self.contract and self.contract.bid) or 0,
            "soloist_points": self.at.soloist,
            "defender_points": self.at.defenders,
            "soloist_trick": self.at.soloist_tricks > 0,
            "defender_trick": self.at.defender_tricks > 0,
            "finished": self.at.tricks == 10,
            "first_trick": self.at.tricks == 0,
            "schneider_impossible": not self.facts.get("level_possible", True),
            "schwarz_impossible": not self.facts.get("level_possible", True),
            "soloist_points_taken": self.at.soloist - int(self.facts.get("lying", 0)),
            "defender_points_taken": self.at.defenders,
            **self.facts,
        }
        return known[key]


def possible(at: Position) -> bool:
    """Whether 32 cards can lie like that; the skat lies with the soloist."""
    low, high = bounds(at.soloist_tricks)
    theirs = 3 * at.defender_tricks
    fits = low <= at.soloist <= high
    fits = fits and sum(DECK[:theirs]) <= at.defenders <= sum(DECK[len(DECK) - theirs :])
    low, high = bounds(at.tricks)
    return fits and low <= at.soloist + at.defenders <= high


@cache
def all_positions() -> tuple[Position, ...]:
    """Representative positions: every pair of points with few tricks, and with all of them."""
    found = set()
    for own, theirs in product(SOLOIST_POINTS, DEFENDER_POINTS):
        fits = [
            Position(own, mine, theirs, others)
            for mine, others in product(range(11), range(11))
            if mine + others <= 10 and possible(Position(own, mine, theirs, others))
        ]
        if not fits:
            continue
        few = min(fits, key=lambda at: at.tricks)
        found.add(few)
        found |= {at for at in fits if at.tricks == 10 and at.soloist_tricks in (0, 1, 5, 9, 10)}
        # The same points with and without a trick of each party.
        for mine, others in product((False, True), (False, True)):
            like = [
                at
                for at in fits
                if (at.soloist_tricks > 0, at.defender_tricks > 0) == (mine, others)
                and at.tricks < 10
            ]
            if like:
                found.add(min(like, key=lambda at: at.tricks))
    return tuple(sorted(found, key=lambda at: (at.tricks, at.soloist, at.defenders)))


@cache
def positions(contract: Contract) -> tuple[Position, ...]:
    """Those that the contract allows: tops take a trick at the end."""
    if contract.is_null:
        tricks = ((0, 0), (0, 4), (0, 9), (0, 10), (1, 0), (1, 9), (10, 0))
        return tuple(Position(0, mine, 0, theirs) for mine, theirs in tricks)
    return tuple(
        at
        for at in all_positions()
        if not (at.tricks == 10 and contract.tops < 0 and not at.defender_tricks)
        and not (at.tricks == 10 and contract.tops >= 3 and not at.soloist_tricks)
    )


def contracts_of(system: str) -> Iterator[Contract]:
    """Every need (none, each level, out of reach) by announcement and by bid, and all nulls."""
    law = LAW[system]
    for name, row in law.families.items():
        game = "grand" if row.base("grand") and not row.bases[1] else "hearts"
        base, most = row.base(game), 2 if row.announces else 0
        for tops, announced in product((1, 2, 3, -1), range(most + 1)):
            plain = Contract(system, name, game, tops, announced)
            yield plain
            for more in range(1, 4):
                steps = abs(tops) + 1 + 2 * announced + row.hand + 4 * row.all_announced + more
                bid = biddable(system, base * (steps - 1), base * steps)
                if bid is not None:
                    yield Contract(system, name, game, tops, announced, bid=bid)
        if row.announces and law.ouvert:
            yield Contract(system, name, game, 1, 2, ouvert=True)
            yield Contract(system, name, game, -1, 2, ouvert=True)
        yield Contract(system, name, game, 2, bonus=2, bid=biddable(system, 5 * base, 6 * base))
    if "tournee" in law.families:
        yield Contract(system, "tournee", "clubs", 1, turn=2)
    if "hand" in law.families:
        yield Contract(system, "hand", "clubs", 1, hand_loss=1 if system == "texas" else 2)
    for name in law.nulls:
        yield Contract(system, "null", name)


def biddable(system: str, above: int, most: int) -> int | None:
    """The highest legal bid above one value and up to another."""
    return max((bid for bid in legal_bids(system) if above < bid <= most), default=None)
