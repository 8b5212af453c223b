"""The bid tables (docs/law.md "The four systems"): every printed cell of BT 1C-4C, and none that is
not printed.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import dropwhile, product
from pathlib import Path

import pytest

from scoring.rules.bids import Cell, cells, levels, loss_values, win_values
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.systems import (
    ISKO,
    MAX_TOPS,
    NASL_1898,
    NASL_1975,
    TEXAS,
    System,
    variant,
)
from scoring.rules.valuation import valuation
from tests.rules.games import FIFTH, TEXAS_OLD

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


@pytest.mark.parametrize(
    ("system", "bonus", "bids", "bid_levels"),
    [
        (ISKO, False, 82, 63),
        (TEXAS, False, 77, 58),
        (NASL_1975, False, 138, 71),
        (NASL_1898, False, 191, 85),
        (ISKO, True, 92, 71),
        (TEXAS, True, 87, 65),
        (NASL_1975, True, 162, 84),
        (NASL_1898, True, 223, 95),
    ],
)
def test_the_tables_have_as_many_bids_and_levels(system, bonus, bids, bid_levels):
    chosen = variant(system, wenzel_bonus=bonus)
    assert (len(cells(chosen)), len(levels(chosen))) == (bids, bid_levels)


@pytest.mark.parametrize("system", [ISKO, TEXAS, NASL_1975, NASL_1898])
def test_nineteen_is_legal_in_none(system):
    assert 19 not in levels(system)
    assert 19 not in levels(variant(system, wenzel_bonus=True))


def test_most_cells_at_one_level_are_eight_at_24_in_1898():
    at_level = {
        (system.key, level): sum(cell.value == level for cell in cells(system))
        for system in (ISKO, TEXAS, NASL_1975, NASL_1898)
        for level in levels(system)
    }
    assert max(at_level, key=at_level.__getitem__) == ("nasl1898", 24)
    assert sorted(at_level.values())[-2:] == [7, 8]


def test_cells_are_in_the_order_of_their_values():
    assert cells(ISKO)[:4] == (
        Cell(18, "suit", "diamonds", 2),
        Cell(20, "suit", "hearts", 2),
        Cell(22, "suit", "spades", 2),
        Cell(23, "null", "null", None),
    )
    assert cells(ISKO)[-1] == Cell(264, "grand", "grand", 11)


def test_a_doubled_game_is_no_bid_but_a_score():
    assert 288 not in levels(TEXAS)
    assert 288 in win_values(TEXAS)


def test_overbid_losses_outside_the_table_of_isko():
    """docs/law.md "A score list" 6."""
    assert win_values(ISKO) == set(levels(ISKO))
    outside = {-loss // 2 for loss in loss_values(ISKO)} - set(levels(ISKO))
    assert sorted(outside) == [171, 189, 190, 200, 207, 209, 210, 220, 242, 243, 270]


def played_games(system: System) -> Iterator[PlayedGame]:
    """Every suit and grand game of a system with every combination of steps, and its nulls."""
    names = ("ouvert", "schneider_announced", "schwarz_announced", "schneider", "schwarz", "hand")
    for game_class in system.classes:
        for game, turn in product(game_class.bases, game_class.turns or (None,)):
            tops = (-1, *range(1, MAX_TOPS[game] + 1))
            flag_sets = product(
                (None, True), repeat=len(names) if game_class.hand else len(names) - 1
            )
            for number, flags in product(tops, flag_sets):
                steps = dict(zip(names, flags, strict=False))
                yield PlayedGame(system, game, number, game_class.key, turn, **steps)
    for null in system.nulls:
        yield PlayedGame(system, null.game, hand=null.hand, ouvert=null.ouvert)


def may_be(game: PlayedGame) -> bool:
    """Uncached: there are too many of these games to keep."""
    return appraise.__wrapped__(game).worth is not None


def overbid_games(system: System) -> Iterator[PlayedGame]:
    for game_class in system.classes:
        for game, turn, hand, bid in product(
            game_class.bases,
            game_class.turns or (None,),
            {False, game_class.hand},
            levels(system),
        ):
            yield PlayedGame(system, game, 1, game_class.key, turn, hand=hand, bid=bid, won=False)


@pytest.mark.parametrize("system", [ISKO, TEXAS, TEXAS_OLD, NASL_1975, NASL_1898, FIFTH])
def test_scores_of_all_games_are_those_that_feasibility_counts_with(system):
    """Both ways: no game scores anything else, and every score is that of a game."""
    games = list(played_games(system))
    won = {valuation(game).score for each in games if may_be(game := replace(each, won=True))}
    lost = {valuation(game).score for each in games if may_be(game := replace(each, won=False))}
    lost |= {valuation(game).score for game in overbid_games(system)}
    assert won == win_values(system)
    assert lost == loss_values(system)
