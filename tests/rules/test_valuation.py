"""What a game is worth (docs/law.md "The value of one game"): the worked examples, and what holds
for every game.

The values of all systems are compared with the oracle's (tests/oracle/test_values.py).
"""

from dataclasses import replace

import pytest
from hypothesis import given

from scoring.rules.bids import loss_values, win_values
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.systems import NASL_1898, NASL_1975
from scoring.rules.valuation import Step, complete, valuation
from tests.rules.games import TEXAS_OLD, isko, lawful_games

EVERYTHING = {"hand": True, "ouvert": True, "won": True}


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (isko("diamonds", 1, won=True), 18),
        (isko("spades", -3, won=True), 44),  # SkO 5.3.3
        (isko("clubs", 11, **EVERYTHING), 216),  # SkO 5.6.1
        (isko("grand", 4, **EVERYTHING), 264),
        (isko("clubs", 2, hand=True, ouvert=True, card_points=120, tricks=10), 108),  # ST 5.2.6
        (isko("null", tricks=0), 23),  # SkO 5.1.2
        (isko("null", hand=True, tricks=0), 35),
        (isko("null", ouvert=True, tricks=0), 46),
        (isko("null", hand=True, ouvert=True, tricks=1), -118),
        (isko("hearts", 1, card_points=31, tricks=4), -40),  # ST 5.2.1, SkO 5.3.2
        (isko("hearts", 1, card_points=30, tricks=4), -60),
        (isko("hearts", 1, card_points=0, tricks=1), -60),  # SkO 5.2.4
        # SkO 5.2.5: no own schneider or schwarz after a failed announcement.
        (isko("grand", 2, hand=True, schneider_announced=True, card_points=88, tricks=5), -288),
        (isko("grand", 2, hand=True, schneider_announced=True, card_points=25, tricks=5), -288),
        (isko("clubs", -1, hand=True, schneider_announced=True, card_points=0, tricks=0), -120),
        (isko("hearts", 1, hand=True, bid=36, card_points=61), -80),  # SkO 5.4.2
        (isko("hearts", 1, hand=True, bid=36, card_points=90), 40),
        (isko("hearts", 1, bid=50, card_points=70), -100),
        (isko("diamonds", 1, bid=36, card_points=50), -72),  # SkO 5.3.4
        # docs/law.md "Lost games": the contract's value and the levels credited.
        (isko("grand", 2, bid=18, end="conceded"), -144),  # SkO 4.3.1
        (isko("grand", 2, bid=18, end="conceded", won=False, card_points=10, tricks=0), -144),
        (isko("diamonds", 1, bid=27, end="infraction", won=False), -54),  # SkO 4.1.4
        (isko("spades", -1, won=True, end="defender_conceded", card_points=20, tricks=0), 22),
        (isko("spades", 1, bid=33, won=True, end="infraction", credited="schneider"), 33),
        (isko("spades", 1, won=False, end="infraction", credited="schneider"), -66),  # SkO 4.1.3
        (isko("spades", 1, hand=True, bid=72, won=False, end="infraction"), -154),  # SkO 5.4.3
        (PlayedGame(TEXAS_OLD, "null", hand=True, won=False), -30),
        (PlayedGame(NASL_1975, "null", game_class="solo", won=True), 20),
        (PlayedGame(NASL_1898, "revolution", won=False), -60),
    ],
)
def test_examples_of_the_law(game, expected):
    assert valuation(game).score == expected


def test_steps_are_named_in_the_order_in_which_players_say_them():
    """Clubs with 7, everything announced."""
    worth = valuation(isko("clubs", 7, hand=True, ouvert=True, won=True))
    assert worth.steps == (
        Step("with 7", 7),
        Step("game", 1),
        Step("hand", 1),
        Step("schneider", 1),
        Step("schneider announced", 1),
        Step("schwarz", 1),
        Step("schwarz announced", 1),
        Step("ouvert", 1),
    )
    assert (worth.base, worth.multiplier, worth.value, worth.score) == (12, 14, 168, 168)


def test_the_mark_without_a_bid_takes_the_value_of_the_paper():
    worth = valuation(isko("hearts", 1, overbid=True, score=-100))
    assert (worth.multiplier, worth.value, worth.won, worth.overbid) == (5, 50, False, True)
    assert worth.steps == (Step("with 1", 1), Step("game", 1), Step("overbid", 3))


def test_a_stronger_flag_implies_the_weaker_that_are_absent():
    done = complete(isko("clubs", 1, hand=True, ouvert=True, won=True))
    assert (done.schneider_announced, done.schwarz_announced) == (True, True)
    assert (done.schneider, done.schwarz) == (True, True)
    assert complete(isko("clubs", 1, schwarz=True, won=True)).schneider is True


def test_won_follows_from_points_tricks_and_bid():
    assert complete(isko("clubs", 1, card_points=61, bid=27)).won is False
    assert complete(isko("clubs", 1, tricks=10)).won is True
    assert complete(isko("clubs", 1, tricks=0)).won is False
    assert complete(isko("null", tricks=0)).won is True


def test_won_is_never_guessed():
    assert complete(isko("clubs", 1, tricks=6)).won is None
    assert complete(isko("null")).won is None
    assert complete(isko("clubs", 1, end="claim", card_points=90)).won is None
    silent = isko("clubs", 1, hand=True, schwarz_announced=True, card_points=120)
    assert complete(silent).won is None
    assert complete(replace(silent, tricks=9)).won is False


@given(lawful_games)
def test_the_steps_add_up_to_the_multiplier(game):
    worth = appraise(game).valuation
    assert sum(count for _, count in worth.steps) == worth.multiplier
    assert all(count > 0 for _, count in worth.steps)


@given(lawful_games)
def test_every_score_is_one_that_the_system_knows(game):
    """What feasibility counts with (docs/law.md "A score list" 6)."""
    worth = appraise(game).valuation
    known = win_values(game.system) if worth.won else loss_values(game.system)
    assert worth.score in known
