"""Settlement (SkO 5.5.4-5, docs/law.md "Settlement")."""

from fractions import Fraction

import pytest

from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line, Outline
from scoring.rules.settlement import in_cents, settle, settle_games
from scoring.rules.systems import ISKO

CENT, HALF = Fraction(1), Fraction(1, 2)
FOUR, THREE = Outline(4, 12), Outline(3, 12)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([196, 33, -12, 85], (482, -170, -350, 38)),
        ([44, 33, -420, 130], (389, 345, -1467, 733)),
        ([120, -75, 200, -40], (275, -505, 595, -365)),
    ],
)
def test_both_presentations_have_one_result(points, expected):
    """SkO 5.5.5, ST 5.5.5: by sum, by pairs."""
    by_sum = tuple(len(points) * own - sum(points) for own in points)
    assert tuple(map(sum, settle([points]))) == by_sum == expected
    assert in_cents(expected, CENT) == expected


def with_skat(number, soloist, *, won, **more):
    """♦ with 2: 27 points."""
    game = PlayedGame(ISKO, "diamonds", tops=2, won=won)
    return Line(number, game, soloist=soloist, **more)


def test_a_value_is_rounded_up_before_it_is_doubled():
    """SkO 5.5.4: 27 points at a half are 14, lost twice 14."""
    assert settle_games([with_skat(1, 2, won=False)], THREE, HALF) == (28, -56, 28)


def test_everybody_at_the_table_pays_the_dealer_included():
    """SkO 3.5.3: seat 1 deals the first game and pays all the same."""
    assert settle_games([with_skat(1, 2, won=True)], FOUR, HALF) == (-14, 42, -14, -14)


def test_passed_void_unread_and_impossible_games_move_no_money():
    lines = [
        Line(1, passed=True),
        with_skat(2, 1, won=False, annulled=True),
        Line(3, soloist=2, unread=True),
        Line(4, PlayedGame(ISKO, "grand", tops=7, won=True), soloist=1),
    ]
    assert settle_games(lines, THREE, CENT) == (0, 0, 0)
