"""Score lists for tests: made by hand, and at random."""

from hypothesis import strategies as st

from scoring.rules.game import PlayedGame
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import GRAND, ISKO, MAX_TOPS, SUITS


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def game(score: int) -> PlayedGame:
    """A game of ISkO with this score: some diamonds game, ♦ with 1 is 18."""
    won = score > 0
    value = score if won else -score // 2
    made = PlayedGame(ISKO, "diamonds", tops=value // 9 - 1, won=won)
    assert value % 9 == 0
    return made


def line(number: int, soloist: int, score: int, **more: object) -> Line:
    return Line(number, game(score), soloist=soloist, **more)


def passed(number: int) -> Line:
    return Line(number, passed=True)


def full(seats: int, rounds: int = 1) -> list[Line]:
    """A faultless list: everybody wins ♦ with 1 in the deal after his own."""
    return [
        line(number, Outline(seats, 1).dealer(number) % seats + 1, 18)
        for number in range(1, seats * rounds + 1)
    ]


@st.composite
def random_games(draw: st.DrawFn) -> PlayedGame:
    name = draw(st.sampled_from((*SUITS, GRAND, "null")))
    won = draw(st.booleans())
    if name == "null":
        marks = {"hand": draw(st.booleans()), "ouvert": draw(st.booleans())}
        return PlayedGame(ISKO, name, won=won, **marks)
    most = min(MAX_TOPS[name], 7)
    tops = draw(st.integers(1, most)) * draw(st.sampled_from((1, -1)))
    return PlayedGame(
        ISKO, name, tops, hand=draw(st.booleans()), schneider=draw(st.booleans()), won=won
    )


@st.composite
def complete_lists(draw: st.DrawFn, seats: int, rounds: int = 12) -> list[Line]:
    """Every game of a list, some passed in, never with the dealer of four as soloist."""
    lines = []
    for number in range(1, seats * rounds + 1):
        active = [
            seat
            for seat in range(1, seats + 1)
            if seats == 3 or seat != Outline(seats, 1).dealer(number)
        ]
        if draw(st.integers(0, 30)) == 0:
            lines.append(passed(number))
        else:
            soloist = draw(st.sampled_from(active))
            lines.append(Line(number, draw(random_games()), soloist=soloist))
    return lines
