"""Performance (Leistung): what a player's list is worth beyond its game points."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Scheme = Literal["seeger-fabian", "seeger", "plain"]

SCHEMES: tuple[Scheme, ...] = ("seeger-fabian", "seeger", "plain")
WON_OR_LOST = 50  # points for a game won, against a game lost (TO 5.1)
OTHERS_LOST: Mapping[int, int] = MappingProxyType({3: 40, 4: 30})  # by seats at the table (TO 5.1)


def per_game(scheme: Scheme) -> int:
    """Points that a game won adds and a game lost takes away.

    >>> per_game("seeger"), per_game("plain")
    (50, 0)
    """
    return 0 if scheme == "plain" else WON_OR_LOST


def bonus(scheme: Scheme, seats: int) -> int:
    """Points for each game that another player at the table lost (TO 8.12).

    >>> bonus("seeger-fabian", 4), bonus("seeger-fabian", 3), bonus("seeger", 3)
    (30, 40, 0)
    """
    return OTHERS_LOST[seats] if scheme == "seeger-fabian" else 0


def performance(
    scheme: Scheme, game_points: int, won: int, lost: int, others_lost: int, seats: int
) -> int:
    """The performance of one player in one list, in points (TO 5.1, 8.12).

    >>> performance("seeger-fabian", 937, won=18, lost=3, others_lost=14, seats=4)
    2107
    """
    return game_points + per_game(scheme) * (won - lost) + bonus(scheme, seats) * others_lost


def of_others(scheme: Scheme, performance: int, game_points: int, won: int, lost: int) -> int:
    """The points of a performance that games lost by the others brought.

    They are what is left of it, also where a table of four played on as three and a lost game
    counted 30, then 40.

    >>> of_others("seeger-fabian", 2107, 937, won=18, lost=3)
    420
    """
    return performance - game_points - per_game(scheme) * (won - lost)


def lost_at_three(scheme: Scheme, points: int, others_lost: int) -> int:
    """How many of the games lost by the others were lost at a table of three, told by the
    `points` that they all brought; 0 under a scheme that counts none.

    >>> lost_at_three("seeger-fabian", 30 * 4 + 40 * 3, 7)
    3
    """
    three, four = bonus(scheme, 3), bonus(scheme, 4)
    return (points - four * others_lost) // (three - four) if three != four else 0
