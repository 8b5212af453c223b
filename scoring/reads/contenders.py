"""Who can win the prizes of a pot, in the order of the standings that decide it."""

from collections.abc import Hashable
from dataclasses import dataclass

from scoring.models import Pot
from scoring.models.money import PotKind
from scoring.reads.standings import standings


@dataclass(frozen=True, slots=True)
class Contender:
    """A place in the standings: `entry_id` is the player, or who takes the prize of a team."""

    key: Hashable
    rank: int
    lot_needed: bool
    entry_id: int
    start_number: int
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class Contest:
    """The places, and how many lists are still missing before they can be final."""

    places: tuple[Contender, ...]
    missing: int


def contenders(pot: Pot) -> Contest:
    """Everybody in the standings that decide a pot, best first."""
    found = standings(pot.tournament, pot.series if pot.kind == PotKind.SERIES else None)
    return Contest(
        tuple(
            Contender(row.entry_id, row.rank.rank, row.rank.lot_needed, row.entry_id,
                      row.start_number, row.name, row.club)
            for row in found.rows
        ),
        found.missing,
    )  # fmt: skip
