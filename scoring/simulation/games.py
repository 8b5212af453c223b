"""Random games that the law allows, with real frequencies (docs/practice.md).

No cards are dealt: kind, tops and level of each game follow counts of real lists.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from scoring.rules.bids import levels
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.problem import errors
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import GRAND, GameClass, NullGame, System

Kind = TypeVar("Kind", str, int)

# Shares of docs/practice.md. Of all games:
PASSED = 0.03
# Of the played ones; overbid games are among the lost, announced ones among the hands where
# the system demands that.
LOST = 0.15
HAND = 0.05
NULL = 0.06
ANNOUNCED = 0.005
OVERBID = 0.005
# Of the lists:
BROKEN_OFF = 0.02

# Counted in the five lists of tests/data/lists (180 games, 173 of them with trumps).
GAMES: Mapping[str, int] = {"clubs": 45, GRAND: 42, "spades": 35, "hearts": 29, "diamonds": 22}
SUIT_TOPS: Mapping[int, int] = {1: 34, 2: 19, 3: 5, 4: 3, 5: 3, -1: 38, -2: 19, -3: 8, -4: 1, -5: 1}
GRAND_TOPS: Mapping[int, int] = {1: 13, 2: 4, 3: 9, 4: 6, -1: 5, -2: 2, -3: 1, -4: 2}
SUIT_LEVELS: Mapping[str, int] = {"": 95, "schneider": 18}
GRAND_LEVELS: Mapping[str, int] = {"": 23, "schneider": 12, "schwarz": 5}
# None of the 20 lost ones was schneider; one in 25 is a guess.
LOST_LEVELS: Mapping[str, int] = {"": 24, "schneider": 1}
# Guesses: too rare to be counted.
ANNOUNCEMENTS: Mapping[str, int] = {"schneider_announced": 16, "schwarz_announced": 3, "ouvert": 1}
OPEN_NULL = 0.12
ALWAYS_OPEN = 0.02  # of the grands, where the system has a grand ouvert as a class of its own


@dataclass(frozen=True, slots=True)
class Strength:
    """How often a player becomes soloist, relative to others, and how often he loses."""

    eagerness: float = 1.0
    loss_rate: float = LOST


def random_strength(rng: Random) -> Strength:
    return Strength(rng.uniform(0.75, 1.3), LOST * rng.uniform(0.55, 1.45))


def random_lines(
    rng: Random, outline: Outline, system: System, players: Sequence[Strength]
) -> list[Line]:
    """The games of one list, in order; `players` sit at seats 1, 2, …"""
    lines = []
    for number in range(1, outline.games_due + 1):
        if rng.random() < PASSED:
            lines.append(Line(number, passed=True))
            continue
        dealer = outline.dealer(number) if outline.seats == 4 else None
        seats = [seat for seat in range(1, outline.seats + 1) if seat != dealer]
        eagerness = [players[seat - 1].eagerness for seat in seats]
        soloist = rng.choices(seats, eagerness)[0]
        game = random_game(rng, system, players[soloist - 1].loss_rate)
        lines.append(Line(number, game, soloist))
    return lines


def random_game(rng: Random, system: System, loss_rate: float = LOST) -> PlayedGame:
    while True:
        chance = rng.random()
        if chance < OVERBID:
            game = overbid_game(rng, system)
        elif rng.random() < NULL:
            game = null_game(rng, system, won=chance >= loss_rate)
        else:
            game = trump_game(rng, system, won=chance >= loss_rate)
        if game is not None and not errors(appraise(game).problems):
            return game


def null_game(rng: Random, system: System, *, won: bool) -> PlayedGame:
    hand, ouvert = rng.random() < HAND, rng.random() < OPEN_NULL
    nulls = [null for null in system.nulls if (null.hand, null.ouvert) == (hand, ouvert)]
    null: NullGame = rng.choice(nulls or list(system.nulls))
    return PlayedGame(system, null.game, hand=null.hand, ouvert=null.ouvert, won=won)


def trump_game(rng: Random, system: System, *, won: bool) -> PlayedGame:
    game = draw_kind(rng, GAMES)
    game_class = random_class(rng, system, game)
    tops = draw_kind(rng, GRAND_TOPS if game == GRAND else SUIT_TOPS)
    hand, announced = random_announcement(rng, game_class)
    flags: dict[str, Any] = dict.fromkeys(announced, True)
    if game_class.ouvert == "implied":
        tops = abs(tops)  # without, a defender's club jack would take a trick
    elif not announced:
        flags |= random_level(rng, game, tops, won=won)
    turn = rng.choice(game_class.turns) if game_class.turns else None
    return PlayedGame(system, game, tops, game_class.key, turn, hand=hand, won=won, **flags)


def random_class(rng: Random, system: System, game: str) -> GameClass:
    classes = [game_class for game_class in system.classes if game in game_class.bases]
    usual = [game_class for game_class in classes if game_class.ouvert != "implied"]
    open_classes = [game_class for game_class in classes if game_class.ouvert == "implied"]
    if open_classes and rng.random() < ALWAYS_OPEN:
        return rng.choice(open_classes)
    return rng.choice(usual or classes)


def random_announcement(rng: Random, game_class: GameClass) -> tuple[bool, list[str]]:
    """Whether it is a hand game, and what is announced, if anything."""
    is_announced = game_class.announces != "never" and rng.random() < ANNOUNCED
    hand = game_class.hand and rng.random() < HAND
    if not is_announced:
        return hand, []
    announcement = draw_kind(rng, ANNOUNCEMENTS)
    if announcement == "ouvert" and game_class.ouvert not in ("step", "doubles"):
        announcement = "schneider_announced"
    from_hand = game_class.announces == "from-hand" or (
        announcement == "ouvert" and game_class.hand
    )
    return hand or from_hand, [announcement]


def random_level(rng: Random, game: str, tops: int, *, won: bool) -> dict[str, bool]:
    if not won:
        level = draw_kind(rng, LOST_LEVELS)
    else:
        level = draw_kind(rng, GRAND_LEVELS if game == GRAND else SUIT_LEVELS)
    if level == "schwarz" and tops < 0:
        level = "schneider"  # SkO 5.2.4: the club jack takes a trick
    return {level: True} if level else {}


def overbid_game(rng: Random, system: System) -> PlayedGame | None:
    """A game with one of the next bids above its value; None if there is none."""
    game = trump_game(rng, system, won=True)
    valuation = appraise(game).valuation
    if valuation is None:
        return None
    above = [level for level in levels(system) if level > valuation.value][:3]
    return replace(game, won=False, bid=rng.choice(above)) if above else None


def draw_kind(rng: Random, counts: Mapping[Kind, int]) -> Kind:
    return rng.choices(list(counts), list(counts.values()))[0]
