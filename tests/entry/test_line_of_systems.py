"""The other rule systems are typed from their data (docs/entry-line.md, docs/law.md "The four
systems").
"""

from itertools import product

import pytest

from scoring.entry.contracts import contracts
from scoring.rules import systems
from scoring.rules.systems import (
    NASL_1898,
    NASL_1975,
    SYSTEMS,
    TEXAS,
    GameClass,
    NullGame,
    System,
    bases,
    variant,
)
from tests.entry.reading import codes, problem, read, score


@pytest.mark.parametrize("system", [NASL_1975, NASL_1898], ids=lambda each: each.key)
def test_american_games_begin_with_their_class(system):
    first, second = read("tx13", system).game, read("ttx13", system).game
    assert (first.game_class, first.game, first.turn) == ("tournee", "clubs", 1)
    assert (second.game_class, second.game, second.turn) == ("tournee", "clubs", 2)
    solo = read("lg13", system).game
    assert (solo.game_class, solo.game) == ("solo", "grand")
    assert problem("x13", system).code == "line-contract-unknown"


def test_guckser_and_grand_ouvert_need_no_suit():
    """docs/law.md "The four systems": both are always grand; a grand ouvert counts all four
    announced steps.
    """
    assert score("u13", NASL_1975) == 2 * 16
    assert score("u13", NASL_1898) == 2 * 12
    assert score("go13", NASL_1975) == score("go13", NASL_1898) == 6 * 24
    assert score("go1-3", NASL_1898) == -6 * 24


def test_frage_and_revolution_belong_to_1898():
    assert score("fa12", NASL_1898) == 2
    assert (score("nr2", NASL_1898), score("no2", NASL_1898)) == (60, 40)
    assert problem("fa12", NASL_1975).code == "line-contract-unknown"


def test_solo_announces_without_hand():
    assert score("lp1ss2", NASL_1975) == 4 * 11


def test_english_letters_follow_the_class_letters_too():
    assert read("lc13", NASL_1975, language="en").game == read("lx13", NASL_1975).game


def test_digits_of_texas_are_its_base_values():
    assert score("16 1 3", TEXAS) == 32
    assert score("60 3", TEXAS) == 60
    assert problem("24 1 3", TEXAS).code == "line-contract-unknown"


def test_a_ramsch_is_its_points_and_its_seat():
    line = read("r203", variant(TEXAS, ramsch=True), seats=3)
    assert (line.game.game, line.game.score, line.soloist) == ("ramsch", -20, 3)
    assert score("r-20 3", variant(TEXAS, ramsch=True)) == -20


def test_a_ramsch_needs_an_event_that_plays_it():
    """TO 9.4: a passed-in game is no Ramsch."""
    assert problem("r203", TEXAS).code == "ramsch-not-chosen"
    assert codes("rx", variant(TEXAS, ramsch=True)) == ["line-ramsch-points"]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda each: each.key)
def test_no_trump_contract_begins_another(system, language):
    """Why no line has two readings; a null may begin a null, for only marks come after it."""
    every = contracts(system, language)
    for one, other in product(every, every):
        if one != other and not every[one].null:
            assert not other.startswith(one), (one, other)


FIFTH = System(
    key="bierskat",
    classes=(
        GameClass("plain", bases(4, 5, 6, 7, 0), hand=True, announces="from-hand", ouvert="step"),
        GameClass("beer", bases(7, 8, 9, 10, 20), token="b", turns=(1, 2), announces="always"),
        GameClass("wild", bases(0, 0, 0, 0, 50), token="w", ouvert="implied"),
    ),
    nulls=(NullGame(19), NullGame(38, ouvert=True)),
    null_loss_factor=1,
    schneider_points=90,
    scheme="plain",
    columns=("class", "base", "with", "without", "hand"),
)


def test_a_fifth_system_is_typed_from_its_data_alone(monkeypatch):
    """No system's name stands in the parser."""
    monkeypatch.setitem(SYSTEMS, FIFTH.key, FIFTH)
    system = systems.find("bierskat")
    lines = ("a13", "413", "x1h3", "x1o3", "bg13", "bbg1z3", "w13", "no3", "193", "38-3")
    assert [score(text, system) for text in lines] == [8, 8, 21, 56, 40, 80, 300, 38, 19, -38]
    assert codes("g13", system) == ["line-contract-unknown"]


def test_digits_that_begin_one_another_are_not_offered():
    """A base of 1 beside a null of 19 would leave two readings: then only letters count."""
    clash = System(
        key="clash",
        classes=(GameClass("", bases(1, 2, 3, 4, 0)),),
        nulls=(NullGame(19),),
        null_loss_factor=1,
        schneider_points=90,
        scheme="plain",
        columns=(),
    )
    assert list(contracts(clash, "de")) == ["a", "h", "p", "x", "n"]
