"""Performance (TO 5.1, 8.12; docs/law.md "Performance")."""

import pytest

from scoring.rules.score_list import performance

# docs/law.md "Performance": game points, won and lost of four players at one table of four.
TEXTBOOK = {"A": (492, 12, 0), "B": (628, 12, 2), "C": (660, 10, 1), "D": (-32, 6, 5)}


@pytest.mark.parametrize(("seats", "expected"), [(4, 2107), (3, 2247)])
def test_the_example_of_the_tournament_order(seats, expected):
    """TO 5.1, 8.12: 937 points, 18 won, 3 lost, 14 games lost by the others."""
    assert performance("seeger-fabian", 937, 18, 3, 14, seats) == expected


@pytest.mark.parametrize(
    ("scheme", "expected", "winner"),
    [
        ("plain", [492, 628, 660, -32], "C"),
        ("seeger", [1092, 1128, 1110, 18], "B"),
        ("seeger-fabian", [1332, 1308, 1320, 108], "A"),
    ],
)
def test_one_list_has_three_winners(scheme, expected, winner):
    """docs/law.md "Performance": each scheme makes another player the first of the textbook."""
    performances = {
        player: performance(scheme, points, won, lost, 8 - lost, seats=4)
        for player, (points, won, lost) in TEXTBOOK.items()
    }
    assert list(performances.values()) == expected
    assert max(performances, key=performances.__getitem__) == winner
