"""Games at random, as the law allows them."""

from dataclasses import dataclass, replace
from random import Random

from tests.oracle.law_systems import LAW, SUITS, legal_bids
from tests.oracle.law_values import Contract, bounds

EDGES = (0, 22, 29, 30, 31, 54, 59, 60, 61, 62, 89, 90, 91, 92, 120)
BIDS = {
    (system, bonus): sorted(legal_bids(system, bonus)) for system in LAW for bonus in (False, True)
}


@dataclass(frozen=True)
class Play:
    """A contract and how it was played out."""

    contract: Contract
    points: int
    tricks: int


def a_contract(rng: Random) -> Contract:
    """A contract in any system, with any option, with or without a bid."""
    system = rng.choice(list(LAW))
    law = LAW[system]
    hand_loss = rng.choice((1, 2)) if system == "texas" else 2
    if rng.random() < 0.08:
        name = rng.choice(list(law.nulls))
        bids = [bid for bid in BIDS[system, False] if bid <= law.nulls[name]]
        bid = rng.choice((None, *bids))
        return Contract(system, "null", name, bid=bid, hand_loss=hand_loss)
    family = rng.choice(list(law.families))
    row = law.families[family]
    game = rng.choice([game for game in (*SUITS, "grand") if row.base(game)])
    announced = rng.choice((0, 0, 1, 2)) if row.announces else 0
    most = 4 if game == "grand" else 11
    contract = Contract(
        system,
        family,
        game,
        rng.choice((rng.randint(1, 4), rng.randint(1, most))) * rng.choice((1, -1)),
        announced,
        announced == 2 and law.ouvert != "" and rng.random() < 0.5,
        bonus=rng.choice((0, 0, 0, 1, 2)),
        turn=rng.choice((1, 2)) if family == "tournee" else 1,
        hand_loss=hand_loss,
    )
    return replace(contract, bid=a_bid(rng, contract))


def a_bid(rng: Random, contract: Contract) -> int | None:
    if rng.random() < 0.25:
        return None
    return rng.choice(BIDS[contract.system, contract.bonus > 0])


def a_play(rng: Random) -> Play:
    """A game that was played out, with tricks and card-points that go together."""
    contract = a_contract(rng)
    possible = list(range(11))
    if contract.tops < 0:
        possible.remove(10)
    if contract.tops >= 3:
        possible.remove(0)
    tricks = rng.choice(possible + [0, 10] * 2) if not contract.is_null else rng.randint(0, 10)
    tricks = tricks if tricks in possible else rng.choice(possible)
    low, high = bounds(tricks)
    edges = [edge for edge in EDGES if low <= edge <= high]
    points = rng.choice(edges) if edges and rng.random() < 0.6 else rng.randint(low, high)
    return Play(contract, points, tricks)
