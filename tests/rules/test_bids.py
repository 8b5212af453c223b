"""The bid tables (docs/law.md "The four systems"): every printed cell of BT 1C-4C, and none that is
not printed.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.rules.bids import Cell, cells
from scoring.rules.systems import SYSTEMS

PRINTED = Path(__file__).parents[1] / "data" / "bid-cells.txt"


def printed_cells(table: str) -> Iterator[Cell]:
    for line in PRINTED.read_text("utf-8").splitlines():
        name, value, *words = line.split()
        for word in words if name == table else ():
            game_class, game, multiplier, *flags = word.split("/")
            is_hand, is_open = "hand" in flags, "ouvert" in flags
            yield Cell(int(value), game_class, game, int(multiplier) or None, is_hand, is_open)


@pytest.mark.parametrize(
    ("table", "system"), list(zip(("1C", "2C", "3C", "4C"), SYSTEMS.values(), strict=True))
)
def test_every_printed_bid_is_legal_and_none_is_extra(table, system):
    assert Counter(printed_cells(table)) == Counter(cells(system))
