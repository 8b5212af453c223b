"""One game of Skat as a score list has it, and the tops of a hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from scoring.rules.systems import GRAND, SUITS, System

End = Literal["played", "conceded", "defender_conceded", "claim", "thrown_in", "infraction"]
Wenzel = Literal["J", "Q", "K"]
Credit = Literal["", "schneider", "schwarz"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that had a soloist, with everything that is known of it.

    The flags are three-valued: None means not stated, and a stronger flag then implies it
    (`schwarz` implies `schneider`); False is a statement that may contradict.

    `tops` are positive when playing with, negative when playing without, 0 at null.
    `schneider` and `schwarz` are levels that one party suffered, whoever it was (SkO 5.2.3-4).
    `bid` and `score` are in points; `card_points` (0-120) and `tricks` (0-10) are the
    soloist's, the skat included. `overbid` and `score` are what the paper says.
    A Ramsch is `game="ramsch"` with its loss in `score`; the soloist is who lost it.
    """

    system: System
    game: str
    tops: int = 0
    game_class: str = ""
    turn: int | None = None
    hand: bool | None = None
    schneider: bool | None = None
    schneider_announced: bool | None = None
    schwarz: bool | None = None
    schwarz_announced: bool | None = None
    ouvert: bool | None = None
    won: bool | None = None
    bid: int | None = None
    overbid: bool | None = None
    card_points: int | None = None
    tricks: int | None = None
    end: End = "played"
    credited: Credit = ""
    wenzel: Wenzel = "J"
    score: int | None = None


ALL_TRICKS = 10
ALL_POINTS = 120  # SkO 1.2.2
# The card-points of the 32 cards, the cheapest first: ace 11, ten 10, king 4, queen 3, jack 2.
CARD_POINTS = tuple(sorted([0, 0, 0, 2, 3, 4, 10, 11] * 4))


@cache
def least_points(tricks: int) -> int:
    """The fewest card-points of a soloist with this many tricks: 3t + 2 cards with the skat."""
    return sum(CARD_POINTS[: 3 * tricks + 2])


@cache
def most_points(tricks: int) -> int:
    """The most card-points of a soloist with this many tricks, the skat included."""
    return sum(CARD_POINTS[-3 * tricks - 2 :])


def ended_early(game: PlayedGame) -> bool:
    """Whether card-points and tricks are only a position, not the result (docs/formats.md, end).

    A credited level (SkO 4.1.5) is given because the rest was not played.
    """
    return game.end != "played" or game.credited != ""


def party_without_a_trick(done: PlayedGame) -> Literal["", "soloist", "defenders"]:
    """The party that is schwarz; "" if nobody is or the entry does not tell."""
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


# The tops of the cards that a soloist held, with or without (SkO 2.4).

# Every card is a suit's letter and its rank: "cJ" is the jack of clubs. From the top down.
SUIT_LETTERS = {"clubs": "c", "spades": "s", "hearts": "h", "diamonds": "d"}
RANKS = ("J", "A", "10", "K", "Q", "9", "8", "7")
CARDS = tuple(letter + rank for letter in SUIT_LETTERS.values() for rank in RANKS)
# A soloist's ten cards and the skat's two.
MAX_CARDS = 12


def trumps(game: str, wenzel: str = "J") -> tuple[str, ...]:
    """The trumps of a suit or grand game, the highest first (SkO 2.3.2-3); none at null.

    `wenzel` is the rank of the four that are always trumps (BT, the modest proposal).
    """
    if game != GRAND and game not in SUITS:
        return ()
    wenzels = tuple(letter + wenzel for letter in SUIT_LETTERS.values())
    if game == GRAND:
        return wenzels
    # The other ranks of the suit in their order; a jack, unless a wenzel, stands below the queen.
    order = ("A", "10", "K", "Q", "J", "9", "8", "7")
    return (*wenzels, *(SUIT_LETTERS[game] + rank for rank in order if rank != wenzel))


def tops(cards: Iterable[str], game: str, wenzel: str = "J") -> int:
    """The tops of a hand with the skat: the unbroken row of trumps from the highest down that the
    soloist has, or lacks (then negative; SkO 2.4.1-2); 0 without trumps (SkO 2.4.3).

    >>> tops({"cJ", "sJ", "dJ"}, "grand"), tops({"dJ", "hA"}, "hearts"), tops(set(), "grand")
    (2, -3, -4)
    """
    hand, row = set(cards), trumps(game, wenzel)
    if not row:
        return 0
    has = row[0] in hand
    count = next((place for place, card in enumerate(row) if (card in hand) != has), len(row))
    return count if has else -count
