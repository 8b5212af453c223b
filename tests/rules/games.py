"""Games for tests: short ways to write one, and every game at random."""

from dataclasses import fields
from random import Random

from hypothesis import strategies as st

from scoring.rules.bids import levels
from scoring.rules.checks import check
from scoring.rules.game import PlayedGame
from scoring.rules.systems import (
    GRAND,
    ISKO,
    NASL_1898,
    NASL_1975,
    SUITS,
    TEXAS,
    Citations,
    GameClass,
    NullGame,
    System,
    bases,
    variant,
)
from scoring.rules.valuation import valuation
from tests.oracle.drawing import a_play
from tests.oracle.program import game_of

TEXAS_OLD = variant(TEXAS, hand_loss=1, ramsch=True)
WENZELS = variant(ISKO, wenzels=True)
WENZEL_BONUS = variant(ISKO, wenzel_bonus=True)

# A system that nobody plays: what works here works for every club's own rules.
FIFTH = System(
    key="fifth",
    classes=(
        GameClass("plain", bases(7, 13, 17, 19, 31), "q", loss_factor=3),
        GameClass("bold", bases(0, 0, 3, 0, 5), "b", turns=(1, 2), hand=True,
                  announces="always", ouvert="step", second_turn_loss_factor=4),
        GameClass("open", bases(grand=29), "w", ouvert="implied", loss_factor=2),
    ),
    nulls=(NullGame(21), NullGame(37, hand=True), NullGame(44, game="misere", ouvert=True)),
    null_loss_factor=5,
    schneider_points=95,
    scheme="plain",
    columns=("class", "base", "with", "without"),
    citations=Citations(
        **{each.name: "CLUB 1" for each in fields(Citations) if each.type is str},
    ),
)  # fmt: skip

SYSTEMS = (ISKO, TEXAS, TEXAS_OLD, NASL_1975, NASL_1898, WENZELS, WENZEL_BONUS, FIFTH)


def isko(game: str, tops: int = 0, **more: object) -> PlayedGame:
    return PlayedGame(ISKO, game, tops, **more)


def score(game: PlayedGame) -> int:
    """The score of a game that nobody has anything against."""
    assert codes(game) == []
    return valuation(game).score


def codes(game: PlayedGame) -> list[str]:
    return [problem.code for problem in check(game)]


def errors_of(game: PlayedGame) -> list[str]:
    return [problem.code for problem in check(game) if problem.severity == "error"]


@st.composite
def any_games(draw: st.DrawFn, systems: tuple[System, ...] = SYSTEMS) -> PlayedGame:
    """A game with any flags: mostly nonsense."""
    system = draw(st.sampled_from(systems))
    classes = [each.key for each in system.classes]
    flag = st.sampled_from([None, True, False])
    return PlayedGame(
        system,
        draw(st.sampled_from([*SUITS, GRAND, "null", "revolution", "misere", "ramsch", "odd"])),
        draw(st.integers(-12, 12)),
        draw(st.sampled_from([*classes, "", "odd"])),
        draw(st.sampled_from([None, None, 1, 2, 3])),
        *(draw(flag) for _ in range(7)),
        bid=draw(st.none() | st.sampled_from(levels(system)) | st.integers(-5, 300)),
        overbid=draw(flag),
        card_points=draw(st.none() | st.integers(-3, 125)),
        tricks=draw(st.none() | st.integers(-1, 11)),
        end=draw(st.sampled_from(["played", "played", "conceded", "infraction", "claim"])),
        credited=draw(st.sampled_from(["", "", "schneider", "schwarz"])),
        wenzel=draw(st.sampled_from(["J", "J", "Q", "K"])),
        score=draw(st.none() | st.integers(-600, 600)),
    )


# Suit and grand games of any system that were played to their end.
plays = st.integers(0, 2**32).map(lambda seed: a_play(Random(seed)))
lawful_games = plays.filter(lambda play: not play.contract.is_null).map(
    lambda play: game_of(play.contract, card_points=play.points, tricks=play.tricks)
)
