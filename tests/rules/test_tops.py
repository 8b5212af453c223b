"""Tops counted from the cards (SkO 2.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game import CARDS, MAX_CARDS, SUIT_LETTERS, tops, trumps
from scoring.rules.systems import GRAND, MAX_TOPS, SUITS


@pytest.mark.parametrize(
    ("cards", "game", "counted"),
    [
        ("cJ", "hearts", 1),
        ("cJ sJ hJ", "grand", 3),
        ("cJ sJ hJ dJ", "grand", 4),
        ("cJ sJ hJ dJ", "hearts", 4),
        ("cJ sJ hJ dJ hA h10", "hearts", 6),
        ("cJ sJ hJ dJ hA h10", "spades", 4),
        ("cJ hJ dJ", "clubs", 1),  # the gap ends the row, SkO 2.4.1
        ("sJ", "clubs", -1),
        ("dJ", "clubs", -3),  # SkO 2.4.2
        ("c7", "clubs", -10),
        ("", "clubs", -11),
        ("", "grand", -4),
        ("cJ", "null", 0),  # SkO 2.4.3
    ],
)
def test_tops(cards, game, counted):
    assert tops(cards.split(), game) == counted


def test_wenzels_of_another_rank():
    """BT, the modest proposal: kings, hearts, with 2; the jack falls below the queen."""
    assert tops(["cK", "sK"], "hearts", "K") == 2
    assert trumps("hearts", "K")[4:] == ("hA", "h10", "hQ", "hJ", "h9", "h8", "h7")


@given(
    st.sets(st.sampled_from(CARDS), max_size=MAX_CARDS),
    st.sampled_from([*SUITS, GRAND]),
    st.sampled_from("JQK"),
)
def test_with_and_without_are_possible_numbers(cards, game, wenzel):
    """SkO 2.4.3: 1 to 11 at suit, 1 to 4 at grand; with exactly when the highest is held."""
    counted = tops(cards, game, wenzel)
    assert 1 <= abs(counted) <= MAX_TOPS[game]
    assert (counted > 0) == (SUIT_LETTERS["clubs"] + wenzel in cards)
