"""How a pot is distributed, in cents (docs/law.md "Money of a tournament")."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal, Protocol

from msgspec import convert

from scoring.rules.problem import Problem

Method = Literal["every", "places", "table"]
Curve = Literal["equal", "gentle", "linear", "falling", "steep"]
Ties = Literal["lot", "share"]
Rounding = Literal[1, 10, 100]


class RankedEntry(Protocol):
    """What `award` needs of a ranking; `lot_needed` says that a lot must still separate equals."""

    @property
    def key(self) -> Hashable: ...
    @property
    def rank(self) -> int: ...
    @property
    def lot_needed(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """How the money of one pot is given away.

    Method "every" pays one place for `every` players, at least one; "places" pays `places` of them.
    In both `percent` of the money is for prizes, which decrease along `curve`, none below `least`,
    in multiples of `rounding`. Method "table" promises `amounts` by place. `one_each` passes over
    winners of pots before this one. `sources` (kind of booking, percent) flow into the pot besides
    its own stakes.
    """

    percent: int = 100
    method: Method = "every"
    every: int = 4
    places: int = 3
    curve: Curve = "falling"
    amounts: tuple[int, ...] = ()
    rounding: Rounding = 100
    least: int = 0
    ties: Ties = "lot"
    one_each: bool = False
    sources: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for one place, or an equal part of the places `first` to `last`.

    `cents` is None until a lot is drawn.
    """

    key: Hashable
    rank: int
    first: int
    last: int
    cents: int | None

    @property
    def shared(self) -> bool:
        return self.last > self.first and self.cents is not None


@dataclass(frozen=True, slots=True)
class Award:
    """A pot given away: income = given + undecided + retained.

    `undecided` waits for lots. `retained` is negative if a table promises more than came in.
    """

    income: int
    amounts: tuple[int, ...]
    prizes: tuple[Prize, ...]
    given: int
    undecided: int
    retained: int


def paid_places(plan: PrizePlan, players: int) -> int:
    if plan.method == "table":
        return min(len(plan.amounts), players)
    wanted = max(1, players // plan.every) if plan.method == "every" else plan.places
    return min(wanted, players)


# The weight of a place, counted from 0, by how many places are paid.
WEIGHTS: Mapping[Curve, Callable[[int, int], Fraction]] = {
    "equal": lambda place, places: Fraction(1),
    "gentle": lambda place, places: Fraction(2 * places - place),
    "linear": lambda place, places: Fraction(places - place),
    "falling": lambda place, places: Fraction(1, place + 1),
    "steep": lambda place, places: Fraction(1, 2**place),
}


def amounts(
    plan: PrizePlan, money: int, players: int, winners: int | None = None
) -> tuple[int, ...]:
    """The amount of each place in cents, from the first.

    If some are passed over, only `winners` of the `players` can win; but all count for how many
    places are paid.

    >>> amounts(PrizePlan(method="places", places=3, curve="linear"), 60_00, 20)
    (3000, 2000, 1000)
    """
    places = paid_places(plan, players)
    if winners is not None:
        places = min(places, winners)
    if plan.method == "table":
        return plan.amounts[:places]
    unit = plan.rounding
    units = max(0, money) * plan.percent // (100 * unit)
    least = max(1, -(-plan.least // unit))  # no prize of 0
    places = min(places, units // least)
    if not places:
        return ()
    # Whole units in proportion; the remaining units go to the first places.
    weights = [WEIGHTS[plan.curve](place, places) for place in range(places)]
    whole, spare = sum(weights), units - places * least
    parts = [int(spare * weight / whole) for weight in weights]
    for place in range(spare - sum(parts)):
        parts[place] += 1
    return tuple((least + part) * unit for part in parts)


def in_proportion(plan: PrizePlan, promised: Sequence[int], percent: int) -> PrizePlan:
    """The plan that pays `percent` of these amounts, in whole units (TO 3.4).

    >>> in_proportion(PrizePlan(), (4000, 2000, 100), 66).amounts
    (2600, 1300)
    """
    unit = plan.rounding
    cut = (cents * percent // (100 * unit) * unit for cents in promised)
    if paid := tuple(filter(None, cut)):  # no prize of 0
        return replace(plan, method="table", amounts=paid)
    return replace(plan, method="places", amounts=(), percent=0)


def award(
    plan: PrizePlan,
    money: int,
    ranking: Iterable[RankedEntry],
    *,
    passed_over: Collection[Hashable] = frozenset(),
) -> Award:
    """Give the money of a pot to the players of a ranking, best first.

    Those in `passed_over` win nothing here, and everybody behind moves up. Equal players share the
    sum of their places, the odd cents going to those who stand first; or they wait for a lot,
    unless their places are worth the same.
    """
    everybody = list(ranking)
    ranked = [place for place in everybody if place.key not in passed_over]
    table = amounts(plan, money, len(everybody), len(ranked))
    prizes: list[Prize] = []
    undecided = ahead = 0
    for _rank, members in groupby(ranked, key=attrgetter("rank")):
        equals = list(members)
        won = table[ahead : ahead + len(equals)]
        if won:
            prizes_of, waiting = _shared_out(equals, won, ahead + 1, plan.ties)
            prizes += prizes_of
            undecided += waiting
        ahead += len(equals)
    given = sum(prize.cents or 0 for prize in prizes)
    return Award(money, table, tuple(prizes), given, undecided, money - given - undecided)


def _shared_out(
    equals: Sequence[RankedEntry], won: Sequence[int], first: int, ties: Ties
) -> tuple[list[Prize], int]:
    """The prizes of equal players, and the sum that waits for a lot."""
    last = first + len(equals) - 1
    whole = sum(won)
    alike = len(won) == len(equals) and len(set(won)) == 1
    if ties == "lot" and not alike and any(equal.lot_needed for equal in equals):
        return [Prize(equal.key, equal.rank, first, last, None) for equal in equals], whole
    share, odd = divmod(whole, len(equals))
    return [
        Prize(equal.key, equal.rank, first, last, share + (index < odd))
        for index, equal in enumerate(equals)
    ], 0


# Stored prize plans: reading, writing, checking.

MAX_PLACES = 2_000
MAX_CENTS = 10_000_000
# Kinds of bookings that can flow into a pot.
SOURCES = ("entry_fee", "card_money", "table_money", "lost_games", "passed_games")


def plan_problems(plan: PrizePlan) -> list[Problem]:
    return [*_figure_problems(plan), *_amount_problems(plan)]


def _figure_problems(plan: PrizePlan) -> Iterator[Problem]:
    if not 0 <= plan.percent <= 100:
        yield Problem("percent-out-of-range", "percent")
    for field, number in (("every", plan.every), ("places", plan.places)):
        if not 1 <= number <= MAX_PLACES:
            yield Problem("places-out-of-range", field, {"most": MAX_PLACES})
    if not 0 <= plan.least <= MAX_CENTS:
        yield Problem("amount-out-of-range", "least")


def _amount_problems(plan: PrizePlan) -> Iterator[Problem]:
    if len(plan.amounts) > MAX_PLACES:
        yield Problem("places-out-of-range", "amounts", {"most": MAX_PLACES})
    if any(not 0 <= cents <= MAX_CENTS for cents in plan.amounts):
        yield Problem("amount-out-of-range", "amounts")
    elif list(plan.amounts) != sorted(plan.amounts, reverse=True):
        yield Problem("amounts-rise", "amounts")
    if plan.method == "table" and not any(plan.amounts):
        yield Problem("amounts-missing", "amounts")
    kinds = [kind for kind, _percent in plan.sources]
    if len(set(kinds)) < len(kinds) or not set(kinds) <= set(SOURCES):
        yield Problem("choice-unknown", "sources")
    if any(not 0 <= percent <= 100 for _kind, percent in plan.sources):
        yield Problem("percent-out-of-range", "sources")


def read_plan(raw: Any) -> PrizePlan:
    """A plan from its stored form, in which values may be missing; raises ValueError if invalid."""
    plan = convert(raw, PrizePlan)
    if unknown := raw.keys() - {field.name for field in fields(PrizePlan)}:
        raise ValueError(f"unknown in a prize plan: {sorted(unknown)}")
    if problems := plan_problems(plan):
        raise ValueError(f"no prize plan: {', '.join(problem.code for problem in problems)}")
    return plan


def plan_document(plan: PrizePlan) -> dict[str, Any]:
    """A plan as it is stored."""
    raw = asdict(plan)
    raw["amounts"] = list(plan.amounts)
    raw["sources"] = [list(source) for source in plan.sources]
    return raw
