"""A rule system is data (docs/law.md "The four systems"), also one that nobody plays."""

import ast
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from scoring import rules
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO, SYSTEMS, TEXAS, find, variant
from tests.rules.games import FIFTH, score


def test_a_system_is_found_by_its_key_and_by_an_alias():
    assert find("isko") is find("isko-1998") is ISKO
    assert find("texas") is TEXAS
    assert find("bavarian") is None


def test_a_system_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        ISKO.schneider_points = 89
    with pytest.raises(TypeError):
        ISKO.classes[0].bases["diamonds"] = 8


def test_equal_options_are_the_identical_variant():
    assert variant(TEXAS, hand_loss=1) is variant(TEXAS, hand_loss=1, ramsch=False)
    assert variant(TEXAS) is TEXAS
    assert variant(variant(TEXAS, hand_loss=1), ramsch=True) is variant(TEXAS, ramsch=True)
    assert variant(TEXAS, ramsch=True) is not TEXAS
    assert (variant(TEXAS, ramsch=True).origin, TEXAS.origin) == (TEXAS, None)
    # Texas alone may choose its hand losses.
    assert {key for key, system in SYSTEMS.items() if system.hand_loss_options} == {"texas"}


def test_no_rule_asks_for_the_name_of_a_system():
    """What differs between systems is data: `system.key` is compared nowhere in the law."""
    keys = {*SYSTEMS, *(alias for each in SYSTEMS.values() for alias in each.aliases)}
    paths = list(Path(rules.__file__).parent.rglob("*.py"))
    assert any(path.parent.name == "adjudication" for path in paths)
    for path in paths:
        if path.name == "systems.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in keys, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (PlayedGame(FIFTH, "hearts", 2, "plain", won=True), 39),
        (PlayedGame(FIFTH, "hearts", 2, "plain", won=False), -117),
        (PlayedGame(FIFTH, "spades", 1, "bold", 1, hand=True, ouvert=True, won=True), 3 * 8),
        (PlayedGame(FIFTH, "spades", 1, "bold", 2, hand=True, won=False), -3 * 3 * 4),
        (PlayedGame(FIFTH, "grand", 1, "open", card_points=120, tricks=10), 29 * 6),
        (PlayedGame(FIFTH, "misere", ouvert=True, won=False), -44 * 5),
        # Its own schneider, and a bid that is covered.
        (PlayedGame(FIFTH, "diamonds", 1, "plain", card_points=94), 14),
        (PlayedGame(FIFTH, "diamonds", 1, "plain", card_points=95), 21),
        (PlayedGame(FIFTH, "diamonds", 1, "plain", bid=26, card_points=70), -28 * 3),
    ],
)
def test_the_fifth_system_values_its_games(game, expected):
    assert score(game) == expected


def test_every_class_has_a_token_of_its_own():
    for system in SYSTEMS.values():
        tokens = [each.token for each in system.classes]
        assert len(tokens) == len(set(tokens))
