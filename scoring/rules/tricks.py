"""Card-points and tricks of a soloist: what fits together, and who is without a trick."""

from functools import cache
from typing import Literal

from scoring.rules.game import PlayedGame

ALL_TRICKS = 10
ALL_POINTS = 120  # SkO 1.2.2
# The card-points of the 32 cards, the cheapest first: ace 11, ten 10, king 4, queen 3, jack 2.
CARD_POINTS = tuple(sorted([0, 0, 0, 2, 3, 4, 10, 11] * 4))


@cache
def least_points(tricks: int) -> int:
    """The fewest card-points of a soloist with so many tricks: they and the skat are 3t + 2 cards.

    >>> [least_points(tricks) for tricks in (0, 5, 9, 10)]
    [0, 11, 87, 120]
    """
    return sum(CARD_POINTS[: 3 * tricks + 2])


@cache
def most_points(tricks: int) -> int:
    """The most card-points of a soloist with so many tricks, the skat included.

    >>> [most_points(tricks) for tricks in (0, 1, 2, 10)]
    [22, 54, 84, 120]
    """
    return sum(CARD_POINTS[-3 * tricks - 2 :])


def ended_early(game: PlayedGame) -> bool:
    """Whether card-points and tricks are only a position, without effect on the result
    (docs/formats.md, end).

    A credited level (SkO 4.1.5) is given because the rest was not played.
    """
    return game.end != "played" or game.credited != ""


def without_a_trick(done: PlayedGame) -> Literal["", "soloist", "defenders"]:
    """The party that is schwarz; "" where nobody is or the entry does not tell."""
    if not done.schwarz:
        return ""
    if not ended_early(done):
        if done.tricks is not None:
            return "soloist" if done.tricks == 0 else "defenders"
        if done.card_points is not None:
            return "soloist" if done.card_points <= most_points(0) else "defenders"
    if done.won:
        return "defenders"
    return "" if done.overbid or done.won is None else "soloist"


def counts_own_schwarz(done: PlayedGame) -> bool:
    """Whether schwarz counts against a soloist without a trick: not after he announced schneider.

    A failed announcement costs what it would have brought, and nothing more (SkO 5.2.5). Where
    the entry tells neither tricks nor card-points, schwarz in a lost game is the soloist's own;
    if he made every trick, he was overbid, and the bid decides the value.
    """
    if not done.schneider_announced:
        return True
    if not ended_early(done):
        if done.tricks is not None:
            return done.tricks != 0
        if done.card_points is not None:
            return done.card_points > most_points(0)
    return done.won is not False
