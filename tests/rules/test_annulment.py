"""Deals out of turn (SkO 3.2.11-13, docs/law.md "A score list" "Annulled games")."""

import pytest

from scoring.rules.annulment import annulled_from
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


@pytest.mark.parametrize(("wrong", "void"), [(47, [47, 48]), (None, [45, 46, 47, 48])])
def test_the_last_round_is_open_until_all_have_signed(wrong, void):
    """SkO 3.2.11."""
    assert found(wrong, 48)[0] == void
    assert found(wrong, 48, signed=True) == ([], 49, "SkO 3.2.11")


def test_the_last_round_of_a_list_that_ended_early_is_its_last_one():
    assert found(None, 41, Outline(4, 12, 41, "time"))[0] == [41]
    assert found(None, 40, Outline(4, 12, 40, "time"))[0] == [37, 38, 39, 40]


def test_a_wrong_deal_noticed_during_its_game_voids_nothing_entered():
    assert found(7, 6) == ([], 7, "SkO 3.2.12")


def test_before_the_first_game_nothing_can_be_void():
    assert found(None, 0) == ([], 1, "SkO 3.2.13")


def test_at_three_a_round_has_three_games():
    assert found(None, 5, Outline(seats=3, rounds=12)) == ([4, 5], 4, "SkO 3.2.13")
