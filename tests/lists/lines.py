"""Lines for random walks: each names the act of its typist, as none is typed twice."""

from itertools import product

from scoring.entry import canonical, parse
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO


def every_line(seats: int) -> list[str]:
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
