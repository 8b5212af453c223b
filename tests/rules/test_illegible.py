"""Entries that cannot be read (docs/entry-line.md "Illegible", docs/law.md "Corrections")."""

import pytest

from scoring.rules.bids import loss_values, win_values
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.illegible import candidates, candidates_for, consistent_games
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS


def test_the_likeliest_game_comes_first():
    """One top is commonest, and with it more so than without."""
    found = [(game.game, game.tops) for game in candidates(TEXAS, 20)]
    assert found == [("hearts", 1), ("hearts", -1), ("null", 0)]


def test_every_game_proposed_has_the_score_and_stands_there_once():
    """docs/entry-line.md: a digit chooses, so there are nine at most."""
    for score in (48, 60, -120, -96, 23, -46, 264, -288):
        games = [appraise(game) for game in candidates(ISKO, score)]
        assert {game.worth.score for game in games} == {score}
        assert len(games) == len({each.game for each in games})
    assert len(candidates(ISKO, -120)) == 9


@pytest.mark.parametrize("score", [0, 19, -18, 100_000])
def test_no_game_gives_such_a_score(score):
    assert candidates(ISKO, score) == ()


@pytest.mark.parametrize("system", [ISKO, TEXAS, NASL_1975, NASL_1898], ids=lambda each: each.key)
def test_every_won_value_of_every_system_has_a_game(system):
    """Two enumerations that know nothing of each other agree: multipliers, and played games."""
    assert {value for value in win_values(system) if not candidates(system, value)} == set()


def test_a_lost_score_that_only_an_overbid_game_has_is_not_proposed():
    """Its bid would have to be known: docs/law.md "A score list" 6, 2 × 171."""
    assert -342 in loss_values(ISKO)
    assert candidates(ISKO, -342) == ()


def test_a_game_that_cannot_have_happened_is_in_the_running_total_like_in_every_other():
    """Without the jack of clubs nobody makes schwarz, and the list counts its 48 all the same."""
    impossible = PlayedGame(ISKO, "clubs", tops=-1, schwarz=True, won=True)
    lines = [Line(1, impossible, soloist=1), Line(2, soloist=1, unread=True, running=48 + 18)]
    assert candidates_for(lines, Outline(4, 12), ISKO, 2) == candidates(ISKO, 18)


@pytest.mark.parametrize(
    ("legible", "won", "score"),
    [
        ({"game": "hearts"}, True, 20),  # TO 7.2.5: the rest is not
        ({"game": "hearts", "hand": True}, False, -60),  # lowest before sign and doubling
        ({"game": "spades", "tops": -3, "schneider": True}, True, 55),
        ({}, True, 18),
    ],
)
def test_the_lowest_value_that_agrees_with_the_paper(legible, won, score):
    """docs/law.md "Corrections"."""
    game = consistent_games(ISKO, legible, won=won)[0]
    assert appraise(game).worth.score == score
    assert {name: getattr(game, name) for name in legible} == legible


def test_the_alternatives_stand_behind_the_lowest_by_rising_value():
    """TO 7.2.5: a lost hearts from the hand is at least with 1; every other would cost more."""
    games = consistent_games(ISKO, {"game": "hearts", "hand": True}, won=False)
    assert [appraise(game).worth.value for game in games] == [30, 40, 50, 60, 70, 80]
    assert all(appraise(game).game.won is False for game in games)
    # What is wholly legible has no alternative, what no game says has none at all.
    null_hand = {"game": "null", "hand": True, "ouvert": False}
    assert len(consistent_games(ISKO, null_hand, won=True)) == 1
    assert consistent_games(ISKO, {"game": "grand", "tops": 9}, won=True) == ()
