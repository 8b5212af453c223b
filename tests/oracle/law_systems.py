"""The four rule systems, written a second time from docs/law.md "The four systems".

Nothing here is imported from the program: the tests beside it compare the two.
"""

from dataclasses import dataclass

SUITS = ("diamonds", "hearts", "spades", "clubs")
SCHNEIDER, SCHWARZ = 1, 2


@dataclass(frozen=True)
class Family:
    """A row of the table: base values, the steps besides tops and game, the printed multipliers."""

    bases: tuple[int, ...]
    """♦ ♥ ♠ ♣ grand; 0 where the family does not play it."""
    suit: tuple[int, int] = (0, -1)
    grand: tuple[int, int] = (0, -1)
    hand: bool = False
    announces: bool = False
    all_announced: bool = False
    """NASL's grand ouvert: the four steps of announced schwarz always count."""
    loss: int = 2

    def base(self, game: str) -> int:
        return self.bases[(*SUITS, "grand").index(game)]

    def multipliers(self, game: str) -> range:
        low, high = self.grand if game == "grand" else self.suit
        return range(low, high + 1)


@dataclass(frozen=True)
class System:
    families: dict[str, Family]
    nulls: dict[str, int]
    """By "null" with "hand" and "ouvert" behind it."""
    schneider: int = 91
    """Card-points with which the soloist makes the defenders schneider."""
    ouvert: str = ""
    """What an ouvert game beside a null is worth: a "step", or the value "doubled"."""
    null_loss: int = 1
    levels: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Cells and levels of the bid table, without and with the bonus for queens and kings."""


BLACK_RED = (9, 10, 11, 12)
TOURNEE = Family((5, 6, 7, 8, 12), (2, 14), (2, 7), loss=1)
OVERT = Family((0, 0, 0, 0, 24), grand=(6, 9), all_announced=True, loss=1)

LAW = {
    "isko": System(
        {
            "skat": Family((*BLACK_RED, 24), (2, 14), (2, 7)),
            "hand": Family((*BLACK_RED, 24), (3, 18), (3, 11), hand=True, announces=True),
        },
        {"null": 23, "null hand": 35, "null ouvert": 46, "null hand ouvert": 59},
        schneider=90,
        ouvert="step",
        null_loss=2,
        levels=(82, 63, 92, 71),
    ),
    "texas": System(
        {
            "skat": Family((*BLACK_RED, 16), (2, 16), (2, 9), announces=True),
            "hand": Family((*BLACK_RED, 16), (3, 17), (3, 10), hand=True, announces=True),
        },
        {"null": 20, "null hand": 30, "null ouvert": 40, "null hand ouvert": 60},
        ouvert="doubled",
        null_loss=2,
        levels=(77, 58, 87, 65),
    ),
    "nasl1975": System(
        {
            "guckser": Family((0, 0, 0, 0, 16), grand=(2, 7)),
            "tournee": TOURNEE,
            "solo": Family((*BLACK_RED, 20), (2, 16), (2, 9), announces=True, loss=1),
            "grand_ouvert": OVERT,
        },
        {"null": 20, "null ouvert": 40},
        levels=(138, 71, 162, 84),
    ),
    "nasl1898": System(
        {
            "frage": Family((1, 2, 3, 4, 0), (2, 14), loss=1),
            "guckser": Family((0, 0, 0, 0, 12), grand=(2, 7)),
            "tournee": TOURNEE,
            "solo": Family((*BLACK_RED, 16), (2, 16), (2, 9), announces=True, loss=1),
            "grand_ouvert": OVERT,
        },
        {"null": 20, "null ouvert": 40, "revolution": 60},
        levels=(191, 85, 223, 95),
    ),
}


def cells(system: str, bonus: bool = False) -> list[tuple[int, str, str, int | None]]:
    """Every cell of the bid table: value, family, game, multiplier (None at nulls)."""
    found: list[tuple[int, str, str, int | None]] = []
    law = LAW[system]
    more = 2 if bonus else 0
    for name, family in law.families.items():
        # "With skat" lies within the hand games of the same base, and adds no cell but the least.
        for game in (*SUITS, "grand"):
            base, printed = family.base(game), family.multipliers(game)
            if base:
                span = range(printed.start, printed.stop + more)
                found += [(base * times, name, game, times) for times in span]
    found += [(value, "null", name, None) for name, value in law.nulls.items()]
    if {"skat", "hand"} <= set(law.families):
        seen = {
            (value, game, times): (value, "trump", game, times) for value, _, game, times in found
        }
        return sorted(seen.values(), key=lambda cell: cell[0])
    return sorted(found, key=lambda cell: cell[0])


def legal_bids(system: str, bonus: bool = False) -> set[int]:
    return {cell[0] for cell in cells(system, bonus)}
