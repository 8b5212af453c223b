"""Deals out of turn (SkO 3.2.11-13, docs/law.md "A score list" "Annulled games")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.outline import annulled_from, is_last_game
from scoring.rules.score_list import Outline

FOUR = Outline(seats=4, rounds=12)


def found(wrong, played, outline=FOUR, **more):
    annulment = annulled_from(outline, wrong, played, **more)
    return list(annulment.void), annulment.replay_from, annulment.rule


def test_the_wrong_deal_and_all_later_ones_of_the_round_are_void():
    """SkO 3.2.12: game 6 was dealt out of turn, noticed after game 7."""
    assert found(6, 7) == ([6, 7], 6, "SkO 3.2.12")


def test_a_wrong_deal_that_nobody_can_locate_costs_the_round():
    """SkO 3.2.13: replayed from seat 1."""
    assert found(None, 7) == ([5, 6, 7], 5, "SkO 3.2.13")


def test_an_error_inherited_from_a_finished_round_costs_the_current_one():
    """SkO 3.2.13: the finished round stands."""
    assert found(3, 6) == ([5, 6], 5, "SkO 3.2.13")


def test_a_round_is_finished_when_its_last_game_is_entered():
    """SkO 3.2.11: after game 8 nothing is void, and play goes on with game 9."""
    assert found(6, 8) == ([], 9, "SkO 3.2.13")
    assert found(None, 8) == ([], 9, "SkO 3.2.13")
    assert found(8, 8) == ([], 9, "SkO 3.2.13")


@pytest.mark.parametrize("wrong", [None, 1, 45, 46, 47])
def test_the_last_round_stands_once_its_last_game_is_entered(wrong):
    """SkO 3.2.11: signed or not."""
    for signed in (False, True):
        assert found(wrong, 48, signed=signed) == ([], 49, "SkO 3.2.11")


def test_the_very_last_deal_can_be_put_right_until_all_have_signed():
    """SkO 3.2.11."""
    assert found(48, 48) == ([48], 48, "SkO 3.2.11")
    assert found(48, 48, signed=True) == ([], 49, "SkO 3.2.11")


def test_the_last_game_of_a_list_that_ended_early_is_its_last_one():
    """docs/law.md "A score list": also where a list ended early."""
    early = Outline(4, 12, 42, "time")
    assert found(42, 42, early) == ([42], 42, "SkO 3.2.11")
    assert found(42, 42, early, signed=True)[0] == []
    for wrong in (41, None):
        assert found(wrong, 42, early) == ([], 43, "SkO 3.2.11")
    # The same games in a list that goes on are those of the round in play.
    assert found(41, 42)[0] == found(None, 42)[0] == [41, 42]


def test_a_wrong_deal_noticed_during_its_game_voids_nothing_entered():
    assert found(7, 6) == ([], 7, "SkO 3.2.12")


def test_before_the_first_game_nothing_can_be_void():
    assert found(None, 0) == ([], 1, "SkO 3.2.13")
    assert found(None, 0, Outline(4, 12, 0, "storm")) == ([], 1, "SkO 3.2.11")


def test_at_three_a_round_has_three_games():
    assert found(None, 5, Outline(seats=3, rounds=12)) == ([4, 5], 4, "SkO 3.2.13")


@given(st.sampled_from([3, 4]), st.integers(1, 12), st.integers(1, 48), st.integers(0, 48))
def test_signatures_matter_for_the_very_last_game_alone(seats, rounds, wrong, played):
    """SkO 3.2.11; and no game of a finished round is ever void but that one."""
    outline = Outline(seats, rounds)
    played = min(played, outline.games_due)
    wrong = min(wrong, played + 1, outline.games_due)
    open_list, signed = (annulled_from(outline, wrong, played, signed=each) for each in (0, 1))
    assert (open_list != signed) is is_last_game(outline, wrong, played)
    finished = played - played % seats
    assert all(number > finished or number == outline.games_due for number in open_list.void)
