"""Which facts each row of the table of infractions can have, and the worlds made of them."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import TypeVar

from tests.oracle.law_clause import Position, established, needed
from tests.oracle.law_systems import LAW, SCHWARZ
from tests.oracle.law_values import Contract
from tests.oracle.worlds import Answer, World, contracts_of, positions

Item = TypeVar("Item")

YES_NO: tuple[Answer, ...] = (True, False)
CHOICES: Mapping[str, tuple[Answer, ...]] = {
    "party": ("soloist", "defender"),
    "offender": ("soloist", "defender", "outsider"),
    "harmed": ("soloist", "defender", "nobody"),
    "noticed": ("at_once", "trick_turned", "last_trick"),
    "found": ("at_once", "later", "gathered"),
    "which_trick": ("before_lead", "unclear", "closed"),
    "how": ("to_trick", "influence", "neither"),
    "wrong_side": ("soloist", "defender", "both"),
    "inevitable": ("none", "schneider", "schwarz"),
    "cards": ("nine_or_ten", "fewer"),
    "lying": (0, 3, 30),
}
CLAUSE = ("demand", "level_possible")
OTHERS = ("offender", "harmed", *CLAUSE)
COUNTS = ("deal_right", "wrong_side", "plays_on", "level_possible")

FACTS: Mapping[str, tuple[str, ...]] = {
    "out_of_turn": ("noticed", "party", *CLAUSE),
    "revoke": ("found", "party", "position_known", *CLAUSE),
    "card_pulled": ("party", "how", *CLAUSE),
    "card_taken_back": ("party", *CLAUSE),
    "remark": OTHERS,
    "skat_seen_in_play": OTHERS,
    "looked_into_hand": ("party", *CLAUSE),
    "defender_left_trick": CLAUSE,
    "old_trick_seen": ("which_trick", *OTHERS),
    "tricks_mixed": OTHERS,
    "two_cards_shown": CLAUSE,
    "wrong_count_in_play": (*COUNTS, "wrong_discard", "inevitable"),
    "skat_seen_before_announcing": ("plays_on", "level_possible"),
    "soloist_concedes": ("cards", "consent"),
    "defender_concedes": ("level_possible",),
    "soloist_lays_open": ("explained", "claim_true"),
    "defender_lays_open": ("claim_true", "level_possible"),
    "thrown_in": ("party", "claim_true", "level_possible"),
    "tricks_left_lying": ("claim_true", "lying"),
    "wrong_count": (*COUNTS, "auction_over"),
    "announced_with_wrong_count": COUNTS,
    "top_trump_in_skat": (),
    "null_below_bid": (),
    "led_before_announcing": ("was_forehand",),
}
"""Which facts decide a row of the play or of the end, besides contract and position."""

USUAL: Mapping[str, Answer] = {"demand": False, "plays_on": False, "wrong_discard": False}
IDLE: tuple[tuple[str, tuple[Answer, ...], tuple[str, ...]], ...] = (
    ("noticed", ("trick_turned", "last_trick"), ("party", *CLAUSE)),
    ("found", ("gathered",), ("party", "position_known", *CLAUSE)),
    ("found", ("later",), ("demand",)),
    ("found", ("at_once",), ("position_known",)),
    ("which_trick", ("before_lead", "unclear"), OTHERS),
    ("offender", ("soloist", "defender"), ("harmed",)),
    ("party", ("soloist",), ("how",)),
    ("demand", (True,), ("level_possible",)),
    ("plays_on", (True,), ("level_possible",)),
    ("deal_right", (True,), ("plays_on",)),
    ("deal_right", (False,), ("inevitable", "wrong_discard")),
    ("wrong_side", ("defender", "both"), ("wrong_discard",)),
    ("explained", (True,), ("claim_true",)),
    ("auction_over", (False,), ("plays_on", "level_possible")),
    ("wrong_side", ("soloist", "both"), ("plays_on", "level_possible")),
    ("wrong_side", ("both",), ("inevitable",)),
)
"""With these answers to a question the others make no difference."""


def worlds(row: str, alike: int, states: int) -> Iterator[World]:
    """Every fact of a row in every state of the game, for every need of a contract.

    So many contracts of the same need, and so many positions of the same state, are drawn. What
    can make no difference has its usual value.
    """
    rng = Random(row)
    possible = [facts for facts in all_facts(row) if not idle(facts)]
    for contract in drawn(rng, contracts(), alike):
        for at, facts in product(drawn(rng, states_of(contract), states), possible):
            world = World(row, contract, at, facts)
            if can_be(world):
                yield world


def drawn(rng: Random, groups: Iterable[list[Item]], each: int) -> list[Item]:
    return [item for group in groups for item in rng.sample(group, min(each, len(group)))]


def all_facts(row: str) -> list[dict[str, Answer]]:
    options = [CHOICES.get(key, YES_NO) for key in FACTS[row]]
    return [dict(zip(FACTS[row], values, strict=True)) for values in product(*options)]


def idle(facts: Mapping[str, Answer]) -> bool:
    """Whether a fact that an earlier one makes idle has another value than the usual."""
    return any(
        key in facts and facts[key] != USUAL.get(key, CHOICES.get(key, YES_NO)[0])
        for cause, values, keys in IDLE
        if cause in facts and facts[cause] in values
        for key in keys
    )


def grouped(items: Iterable[Item], key: Callable[[Item], Hashable]) -> list[list[Item]]:
    groups: dict[Hashable, list[Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return list(groups.values())


@cache
def contracts() -> list[list[Contract]]:
    """The contracts of all systems, those of the same need together; ISkO stands alone."""
    return grouped(
        (contract for system in LAW for contract in contracts_of(system)),
        lambda contract: (
            contract.system == "isko",
            contract.is_null,
            needed(contract),
            contract.bid is None,
            contract.undertaken,
        ),
    )


@cache
def states_of(contract: Contract) -> list[list[Position]]:
    """The positions of a contract, those together in which the same is decided."""
    return grouped(
        positions(contract),
        lambda at: (
            established(contract, at),
            at.soloist_tricks > 0,
            at.defender_tricks > 0,
            at.defenders > 0,
            at.tricks == 10,
        ),
    )


def can_be(world: World) -> bool:
    """Whether the facts go together."""
    contract, at, facts = world.contract, world.at, world.facts
    assert contract is not None
    if world.row == "null_below_bid" and contract.is_null:
        return False
    if world.row in ("revoke", "wrong_count_in_play") and at.tricks == 10:
        return False  # before the trick in which it happened
    if at.tricks == 10 and not can_be_over(world):
        return False
    if facts.get("claim_true") and not contract.is_null:
        if world.row == "soloist_lays_open" and contract.tops < 0 and not at.defender_tricks:
            return False
        if world.row == "defender_lays_open" and contract.tops >= 3 and not at.soloist_tricks:
            return False
    if "inevitable" in facts and not contract.is_null:
        return can_be_inevitable(world)
    if world.row == "tricks_left_lying":
        fits = at.soloist_tricks > 0 and at.tricks < 10
        fits = fits and (contract.is_null or int(facts["lying"]) <= at.soloist)
        claims = facts["claim_true"] and contract.tops < 0 and not at.defender_tricks
        return fits and not claims
    if "cards" in facts:
        return at.tricks <= 1 if facts["cards"] == "nine_or_ten" else at.tricks >= 1
    return True


def can_be_over(world: World) -> bool:
    """Whether this can happen after the last trick.

    Whether a schwarz counts there that was made and not needed is said nowhere.
    """
    contract, at = world.contract, world.at
    assert contract is not None
    if world.row in ("soloist_lays_open", "defender_lays_open", "thrown_in"):
        return False
    if contract.is_null or (at.soloist_tricks and at.defender_tricks):
        return True
    made = bool(at.soloist_tricks) and bool(world.facts.get("level_possible", True))
    return made and needed(contract) == SCHWARZ


def can_be_inevitable(world: World) -> bool:
    """Whether the party with the right number can have such a level before it, or not."""
    contract, at, level = world.contract, world.at, world.facts["inevitable"]
    assert contract is not None
    if world.facts["wrong_side"] == "both":
        return True
    of_soloist = world.facts["wrong_side"] == "defender"
    won, lost = (at.soloist, at.defenders) if of_soloist else (at.defenders, at.soloist)
    tricks = at.defender_tricks if of_soloist else at.soloist_tricks
    enough = contract.law.schneider if of_soloist else 90
    if level == "none":
        return won < enough
    if not world.facts["level_possible"] or lost > 120 - enough:
        return False
    tops_exclude = contract.tops < 0 if of_soloist else contract.tops > 2
    return level == "schneider" or not (tricks or tops_exclude)
