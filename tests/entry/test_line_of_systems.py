"""The other rule systems are typed from their data (docs/entry-line.md, docs/law.md "The four
systems").
"""

from itertools import product

import pytest

from scoring.entry.contracts import contracts
from scoring.rules import systems
from scoring.rules.systems import NASL_1898, NASL_1975, SYSTEMS, TEXAS, variant
from tests.entry.reading import codes, problem, read, score
from tests.rules.games import FIFTH


@pytest.mark.parametrize("system", [NASL_1975, NASL_1898], ids=lambda each: each.key)
def test_american_games_begin_with_their_class(system):
    first, second = read("tx13", system).game, read("ttx13", system).game
    assert (first.game_class, first.game, first.turn) == ("tournee", "clubs", 1)
    assert (second.game_class, second.game, second.turn) == ("tournee", "clubs", 2)
    solo = read("lg13", system).game
    assert (solo.game_class, solo.game) == ("solo", "grand")
    assert read("lc13", system, language="en").game == read("lx13", system).game
    assert score("lp1ss2", system) == 4 * 11  # announced without hand
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


def test_digits_of_texas_are_its_base_values():
    assert score("16 1 3", TEXAS) == 32
    assert score("60 3", TEXAS) == 60
    assert problem("24 1 3", TEXAS).code == "line-contract-unknown"


def test_a_ramsch_is_its_points_and_its_seat_where_the_event_plays_it():
    """TO 9.4: a passed-in game is no Ramsch."""
    ramsch = variant(TEXAS, ramsch=True)
    line = read("r203", ramsch, seats=3)
    assert (line.game.game, line.game.score, line.soloist) == ("ramsch", -20, 3)
    assert score("r-20 3", ramsch) == -20
    assert codes("rx", ramsch) == ["line-ramsch-points"]
    assert problem("r203", TEXAS).code == "ramsch-not-chosen"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda each: each.key)
def test_no_trump_contract_begins_another(system, language):
    """Why no line has two readings; a null may begin a null, for only marks come after it."""
    every = contracts(system, language)
    for one, other in product(every, every):
        if one != other and not every[one].null:
            assert not other.startswith(one), (one, other)


def test_a_fifth_system_is_typed_from_its_data_alone(monkeypatch):
    """No system's name stands in the parser."""
    monkeypatch.setitem(SYSTEMS, FIFTH.key, FIFTH)
    system = systems.find("fifth")
    lines = ("qa13", "qh2-3", "bp1h3", "bbp13", "w13", "nh3", "213", "37-3")
    assert [score(text, system) for text in lines] == [14, -117, 9, 6, 174, 37, 21, -185]
    assert codes("x13", system) == ["line-contract-unknown"]
