"""The bid tables (docs/law.md "The four systems"): every printed cell of BT 1C-4C, and none that is
not printed.
"""

import re
from collections import Counter
from itertools import dropwhile
from pathlib import Path

import pytest

from scoring.rules.bids import Cell, cells
from scoring.rules.systems import (
    ISKO,
    NASL_1898,
    NASL_1975,
    TEXAS,
    System,
)

TABLES = Path(__file__).parents[1] / "data" / "bid-tables.txt"
NAMES = {
    "♦": "diamonds",
    "♥": "hearts",
    "♠": "spades",
    "♣": "clubs",
    "Gr": "grand",
    "Gu": "grand",
    "Ov": "grand",
}
SYMBOLS = ("♦", "♥", "♠", "♣", "Gr")

# The columns of a printed table, from left to right: class, symbol, base value as in BT 1A-4A.
Column = tuple[str, str, int]


def columns(key: str, *base_values: int) -> list[Column]:
    return [(key, symbol, base) for symbol, base in zip(SYMBOLS, base_values, strict=False)]


def classless(*base_values: int) -> list[Column]:
    *suits, grand = columns("", *base_values)
    return [("suit", *suit[1:]) for suit in suits] + [("grand", *grand[1:])]


TOURNEE = columns("tournee", 5, 6, 7, 8, 12)
PRINTED: dict[str, tuple[System, list[Column], list[Column]]] = {
    "1C": (ISKO, [], classless(9, 10, 11, 12, 24)),
    "2C": (TEXAS, [], classless(9, 10, 11, 12, 16)),
    "3C": (
        NASL_1975,
        [("guckser", "Gu", 16), *TOURNEE],
        [*columns("solo", 9, 10, 11, 12, 20), ("grand_ouvert", "Ov", 24)],
    ),
    "4C": (
        NASL_1898,
        [*columns("frage", 1, 2, 3, 4), ("guckser", "Gr", 12), *TOURNEE],
        [*columns("solo", 9, 10, 11, 12, 16), ("grand_ouvert", "Ov", 24)],
    ),
}


def printed_words(table: str) -> list[str]:
    """The values and cells of a table as printed: "72", "♦8", "♣6", "Gr3", "Null"."""
    part = ""
    found: list[str] = []
    for line in TABLES.read_text("utf-8").splitlines():
        if line.startswith("table "):
            part = line.split()[1]
        elif part == table and re.fullmatch(r"\d+|[♦♥♠♣]\d+|G[ru]\d+|Ov\d+|Null.*", line):
            found.append(line)
    return list(dropwhile(lambda word: word == "Null", found))  # a heading


def assign(words: list[str], value: int, places: list[Column]) -> list[Cell]:
    """The cells that a row prints in these columns: as many words as fit, from the left."""
    found, column = [], 0
    for word in words:
        if word.startswith("Null"):
            revolution = value == 60 and places[-1][1] == "Ov"
            name, flags = "revolution" if revolution else "null", word.split()[1:]
            found.append(Cell(value, "null", name, None, "Hand" in flags, "Overt" in flags))
            continue
        symbol, multiplier = re.fullmatch(r"(\D+)(\d+)", word).groups()
        while column < len(places) and (
            places[column][1] != symbol or places[column][2] * int(multiplier) != value
        ):
            column += 1
        if column == len(places):
            break
        found.append(Cell(value, places[column][0], NAMES[symbol], int(multiplier)))
        column += 1
    return found


def printed_cells(table: str) -> list[Cell]:
    """A row is: cells of the left part, the value, cells of the right part.

    Left and right bases differ so that a word between two values fits only one of them; the
    second printing of a value (BT 4C has it on both sides) starts no new row.
    """
    _, left, right = PRINTED[table]
    found: list[Cell] = []
    words: list[str] = []
    value = 0
    for word in [*printed_words(table), "0"]:
        if not word.isdigit():
            words.append(word)
            continue
        here = assign(words, value, right) if value else []
        there = words[len(here) :]
        before = assign(there, int(word), left)
        assert len(before) == len(there), f"{table}: nobody knows {there} before {word}"
        found += here + before
        value, words = int(word), []
    return found


@pytest.mark.parametrize("table", PRINTED)
def test_every_printed_bid_is_legal_and_none_is_extra(table):
    system = PRINTED[table][0]
    printed = printed_cells(table)
    assert Counter(printed) == Counter(cells(system))
