"""The bid table of a system, and every score that a game can bring."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from scoring.rules.systems import GRAND, MAX_TOPS, GameClass, System
from scoring.rules.valuation import WENZEL_BONUS, covering


class Cell(NamedTuple):
    """One game at one multiplier: hearts at 5 is 50. Nulls have none, but `hand` and `ouvert`.

    `game_class` is the class if the system has several, else "suit" or "grand"; "null" for games
    without trumps.
    """

    value: int
    game_class: str
    game: str
    multiplier: int | None
    hand: bool = False
    ouvert: bool = False


@cache
def cells(system: System) -> tuple[Cell, ...]:
    """Every legal bid by value (SkO 5.6.1, BT 1C-4C); doubled values are no bids."""
    legal = [
        Cell(
            base * multiplier,
            game_class.key or ("grand" if game == GRAND else "suit"),
            game,
            multiplier,
        )
        for game_class, game, base in _contracts(system)
        for multiplier in multipliers(system, game_class, game)
    ]
    legal += [
        Cell(null.value, "null", null.game, None, null.hand, null.ouvert) for null in system.nulls
    ]
    return tuple(sorted(legal, key=lambda cell: cell.value))


@cache
def levels(system: System) -> tuple[int, ...]:
    """The values that may be bid, ascending."""
    return tuple(sorted({cell.value for cell in cells(system)}))


@cache
def win_values(system: System) -> frozenset[int]:
    """Every score that a won game can bring."""
    won = set(levels(system))
    for game_class, game, base in _contracts(system):
        if game_class.ouvert == "doubles":  # with everything announced
            reachable = multipliers(system, game_class, game)
            won.update(2 * base * multiplier for multiplier in reachable[4:])
    return frozenset(won)


@cache
def loss_values(system: System) -> frozenset[int]:
    """Every score, negative, that a lost game can bring, overbid ones included (SkO 5.4.1), but no
    Ramsch.
    """
    lost: set[int] = set()
    for game_class, game, base in _contracts(system):
        for factor, reachable in _losses(system, game_class, game):
            values = {base * multiplier for multiplier in reachable}
            if game_class.ouvert == "doubles":  # with everything announced
                values.update(2 * base * multiplier for multiplier in reachable[4:])
            values.update(lifted_values(system, base, base * reachable[0]))
            lost.update(-value * factor for value in values)
    for null in system.nulls:
        hand_loss = system.hand_loss if null.hand else None
        lost.add(-null.value * (system.null_loss_factor if hand_loss is None else hand_loss))
    return frozenset(lost)


def lifted_values(system: System, base: int, own: int) -> frozenset[int]:
    """The values to which a game worth `own` points is raised, one for each higher bid."""
    return frozenset(covering(base, bid) for bid in levels(system) if bid > own)


def multipliers(system: System, game_class: GameClass, game: str) -> range:
    """The multipliers of a game, from with 1 to the last announcement."""
    always_announced = 4 if game_class.ouvert == "implied" else 0
    announced = 2 if game_class.announces != "never" else 0
    most = (
        MAX_TOPS[game]
        + 1  # game
        + (always_announced or 2 + announced)
        + game_class.hand
        + (game_class.ouvert == "step")
        + (max(WENZEL_BONUS.values()) if system.wenzel_bonus else 0)
    )
    return range(2 + always_announced, most + 1)


def _contracts(system: System) -> Iterator[tuple[GameClass, str, int]]:
    for game_class in system.classes:
        for game, base in game_class.bases.items():
            yield game_class, game, base


def _losses(system: System, game_class: GameClass, game: str) -> Iterator[tuple[int, range]]:
    """The loss factors of a game, each with the multipliers that it applies to."""
    reachable = multipliers(system, game_class, game)
    if game_class.hand and system.hand_loss is not None:
        yield system.hand_loss, reachable[1:]
        reachable = reachable[:-1]
    yield game_class.loss_factor, reachable
    if len(game_class.turns) > 1:
        yield game_class.second_turn_loss_factor, reachable
