"""What a player pays in a tournament: set by the organizer."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.core.refusals import Refused
from scoring.core.services import changing
from scoring.models import Actor, Fees, Tournament
from scoring.models.log import Action
from scoring.models.money import FeeColumns
from scoring.money.reads.dues import fees_of
from scoring.rules.fees import MOST_CENTS, ladder_problems
from scoring.rules.problem import Problem

AMOUNTS = ("entry_cents", "card_cents", "table_cents", "passed_cents")


@dataclass(frozen=True, slots=True)
class Prices:
    """The fees of a tournament in cents; the ladder as `rules.fees` reads it."""

    entry_cents: int = 0
    card_cents: int = 0
    table_cents: int = 0
    passed_cents: int = 0
    lost_ladder: Sequence[Sequence[int]] = ()

    def __bool__(self) -> bool:
        """Whether anything costs anything."""
        return any(asdict(self).values())


def set_fees(tournament: Tournament, prices: Prices, *, by: Actor) -> Fees:
    """Set the fees. Bookings stay: a changed fee shows as a difference.

    Raises Refused with all problems.
    """
    wanted = columns(prices)
    if problems := price_problems(prices):
        raise Refused(problems)
    with changing(tournament, by, Action.FEES_SET, about="fees") as change:
        fees = fees_of(tournament)
        old = {field: getattr(fees, field) for field in wanted}
        if old != wanted:
            write(fees, wanted)
            before, after = changed(old, wanted)
            change.log(old=before, new=after)
    return fees_of(tournament)


def columns(prices: Prices) -> dict[str, Any]:
    """As the database keeps them."""
    return {**asdict(prices), "lost_ladder": [list(step) for step in prices.lost_ladder]}


def price_problems(prices: Prices) -> list[Problem]:
    """Everything that is wrong with the fees."""
    wanted = columns(prices)
    problems = [
        Problem("fee-out-of-range", field)
        for field in AMOUNTS
        if not 0 <= wanted[field] <= MOST_CENTS
    ]
    return problems + ladder_problems(wanted["lost_ladder"])


def prices_of(fees: FeeColumns) -> Prices:
    """The fees of a tournament, or those that a host proposes."""
    return Prices(**{key: getattr(fees, key) for key in Prices.__dataclass_fields__})


def write(fees: Fees, wanted: dict[str, Any]) -> None:
    for field, value in wanted.items():
        setattr(fees, field, value)
    fees.save()


def changed(old: dict[str, Any], new: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Old and new of what is different, for the log."""
    keys = [key for key in new if old.get(key) != new[key]]
    return {key: old.get(key) for key in keys}, {key: new[key] for key in keys}
