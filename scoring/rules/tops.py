"""The tops of the cards that a soloist held, with or without (SkO 2.4)."""

from collections.abc import Iterable

from scoring.rules.systems import GRAND, SUITS

# Every card is a suit's letter and its rank: "cJ" is the jack of clubs. From the top down.
SUIT_LETTERS = {"clubs": "c", "spades": "s", "hearts": "h", "diamonds": "d"}
RANKS = ("J", "A", "10", "K", "Q", "9", "8", "7")
CARDS = tuple(letter + rank for letter in SUIT_LETTERS.values() for rank in RANKS)
# A soloist's ten cards and the skat's two.
MOST_CARDS = 12


def trumps(game: str, wenzel: str = "J") -> tuple[str, ...]:
    """The trumps of a suit or grand game, the highest first (SkO 2.3.2-3); none at null.

    `wenzel` is the rank of the four that are always trumps (BT, the modest proposal).

    >>> trumps("grand")
    ('cJ', 'sJ', 'hJ', 'dJ')
    >>> len(trumps("hearts")), len(trumps("hearts", "K"))
    (11, 11)
    """
    if game != GRAND and game not in SUITS:
        return ()
    wenzels = tuple(letter + wenzel for letter in SUIT_LETTERS.values())
    if game == GRAND:
        return wenzels
    # The other ranks of the suit in their order; a jack that is no wenzel stands below the queen.
    order = ("A", "10", "K", "Q", "J", "9", "8", "7")
    return (*wenzels, *(SUIT_LETTERS[game] + rank for rank in order if rank != wenzel))


def tops(cards: Iterable[str], game: str, wenzel: str = "J") -> int:
    """The tops of the cards held and found in the skat: positive with, negative without.

    The unbroken row of trumps from the highest down that the soloist has, or lacks (SkO 2.4.1-2);
    0 where there are no trumps (SkO 2.4.3).

    >>> tops({"cJ", "sJ", "dJ"}, "grand"), tops({"dJ", "hA"}, "hearts"), tops(set(), "grand")
    (2, -3, -4)
    """
    held, row = set(cards), trumps(game, wenzel)
    if not row:
        return 0
    has = row[0] in held
    count = next((place for place, card in enumerate(row) if (card in held) != has), len(row))
    return count if has else -count
