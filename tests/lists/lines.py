"""Lines as clerks type them: of a real list, and for random walks."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from scoring.entry.line import canonical, parse
from scoring.rules.checks import appraise
from scoring.rules.records import read_line
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO

LISTS = Path(__file__).parents[1] / "data" / "lists"


def lines_of(name: str) -> list[Line]:
    """The lines of a real list; the paper has no card-points, and bids only of overbid games."""
    games = json.loads((LISTS / name).read_text())["games"]
    return [without_bid(read_line(game | {"card_points": None})[0]) for game in games]


def without_bid(line: Line) -> Line:
    """As on paper; only the bid of an overbid game is needed for its value."""
    if line.game is None or appraise(line.game).game.overbid:
        return line
    return replace(line, game=replace(line.game, bid=None))


def every_line(seats: int) -> list[str]:
    """Lines for a random walk: none is typed twice, so that each names the act of its typist."""
    texts = (
        f"{suit}{without}{tops}{hand}{lost}{seat}"
        for suit, without, tops, hand, lost, seat in product(
            "ahpxg", ("", "-"), "123", ("", "h"), ("", "-"), range(1, seats + 1)
        )
    )
    return [canonical(as_line(1, text, seats)) for text in texts]


def as_line(number: int, text: str, seats: int) -> Line:
    typed = parse(text, system=ISKO, seats=seats, dealer=None)
    assert not typed.problems, text
    return Line(number, typed.game, soloist=typed.soloist)


def text_of(game: Any) -> str:
    """The line of a record, "" of none."""
    line = read_line(game)[0] if game else None
    return canonical(line) if line else ""
