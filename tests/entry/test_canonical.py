"""A stored row opens as its canonical line: the shortest thing to type for it
(docs/entry-line.md).
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.entry.line import canonical, parse
from scoring.rules.bids import levels
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.outline import Outline
from scoring.rules.score_list import Line
from scoring.rules.systems import (
    ISKO,
    MAX_TOPS,
    NASL_1898,
    NASL_1975,
    SYSTEMS,
    TEXAS,
    System,
    variant,
)
from scoring.rules.valuation import complete
from scoring.simulation.games import random_lines, random_strength
from tests.lists.lines import lines_of, without_bid


@pytest.mark.parametrize(
    ("game", "german", "english", "numpad"),
    [
        (PlayedGame(ISKO, "clubs", 1, schneider=True, won=True), "x1s2", "c1s2", "121+2"),
        (PlayedGame(ISKO, "grand", -3, won=False), "g-3-2", "g-3-2", "24-3-2"),
        (PlayedGame(ISKO, "spades", 2, hand=True, schwarz=True, won=True),
         "p2hz2", "s2hz2", "112*++2"),
        (PlayedGame(ISKO, "null", won=False), "n-2", "n-2", "0-2"),
        (PlayedGame(ISKO, "null", hand=True, ouvert=True, won=True), "nho2", "nho2", "592"),
        (PlayedGame(ISKO, "grand", 4, hand=True, ouvert=True, won=True), "g4o2", "g4o2", "244o2"),
        (PlayedGame(ISKO, "hearts", 1, bid=36, won=False), "h1/36-2", "h1/36-2", "101/36-2"),
        (PlayedGame(ISKO, "hearts", 1, overbid=True, score=-80, won=False),
         "h1ü-802", "h1/-802", "101/-802"),
        (PlayedGame(ISKO, "hearts", 2, wenzel="Q", won=True), "h2d2", "h2q2", "102d2"),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", 2, won=True), "ttx12", "ttc12", "ttx12"),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", won=True), "tx12", "tc12", "tx12"),
        (PlayedGame(NASL_1975, "grand", 1, "grand_ouvert", won=True), "go12", "go12", "go12"),
        (PlayedGame(NASL_1898, "revolution", won=True), "nr2", "nr2", "602"),
        (PlayedGame(variant(TEXAS, ramsch=True), "ramsch", won=False, score=-20),
         "r202", "r202", "r202"),
    ],
)  # fmt: skip
def test_a_game_is_written_as_a_clerk_would_type_it(game, german, english, numpad):
    line = Line(1, game, soloist=2)
    assert canonical(line) == german
    assert canonical(line, language="en") == english
    assert canonical(line, numpad=True) == numpad


def test_lines_without_a_game_are_written_by_their_signs():
    assert canonical(Line(1, passed=True)) == "0"
    assert canonical(Line(1, unread=True)) == "?"
    assert canonical(Line(1, unread=True, soloist=2, running=458)) == "?2=458"
    assert canonical(Line(1, unread=True, soloist=2, running=-8), numpad=True) == "?2,-8"


def test_card_points_are_written_as_the_levels_that_they_give():
    """SkO 5.2.3: 90 points make the defenders schneider."""
    assert canonical(Line(1, PlayedGame(ISKO, "clubs", 1, card_points=95), soloist=3)) == "x1s3"
    assert canonical(Line(1, PlayedGame(ISKO, "clubs", 1, card_points=25), soloist=3)) == "x1s-3"


@st.composite
def systems(draw) -> System:
    system = draw(st.sampled_from(list(SYSTEMS.values())))
    return variant(system, wenzel_bonus=draw(st.booleans()), ramsch=system.ramsch_allowed)


@st.composite
def trump_games(draw, system: System) -> PlayedGame:
    how = draw(st.sampled_from(system.classes))
    suit = draw(st.sampled_from(list(how.bases)))
    announced = draw(st.integers(0, 3))
    reached = draw(st.integers(0, 2))
    game = PlayedGame(
        system,
        suit,
        tops=draw(st.integers(1, MAX_TOPS[suit])) * draw(st.sampled_from([1, -1])),
        game_class=how.key,
        turn=draw(st.sampled_from(how.turns)) if how.turns else None,
        hand=how.hand and draw(st.booleans()),
        schneider_announced=announced >= 1 or None,
        schwarz_announced=announced >= 2 or None,
        ouvert=announced >= 3 or None,
        schneider=reached >= 1 or None,
        schwarz=reached >= 2 or None,
        won=draw(st.booleans()),
        wenzel=draw(st.sampled_from(["J", "J", "Q", "K"])),
        bid=draw(st.none() | st.sampled_from(levels(system))),
    )
    if game.won or game.bid is not None or draw(st.integers(0, 3)):
        return game
    # Overbid is marked without a bid: some multiple of the base that is higher than the value.
    lifted = how.bases[suit] * draw(st.integers(1, 40)) * draw(st.integers(1, 2))
    return replace(game, overbid=True, score=-lifted)


@st.composite
def null_games(draw, system: System) -> PlayedGame:
    null = draw(st.sampled_from(system.nulls))
    return PlayedGame(
        system,
        null.game,
        hand=null.hand,
        ouvert=null.ouvert,
        won=draw(st.booleans()),
        bid=draw(st.none() | st.sampled_from(levels(system))),
    )


@st.composite
def lines(draw) -> Line:
    """A row with a game that the rules accept, of any system."""
    system = draw(systems())
    kinds = [trump_games(system), trump_games(system), trump_games(system), null_games(system)]
    if system.ramsch:
        lost = st.integers(-999, -1)
        kinds.append(lost.map(lambda score: PlayedGame(system, "ramsch", won=False, score=score)))
    game = draw(st.one_of(kinds).filter(lambda game: appraise(game).valuation is not None))
    running = draw(st.none() | st.integers(-99_999, 99_999))
    return Line(1, game, soloist=draw(st.integers(1, 4)), running=running)


@pytest.mark.parametrize("numpad", [False, True])
@pytest.mark.parametrize("language", ["de", "en"])
@given(line=lines())
def test_every_legal_game_of_every_system_comes_back(language, numpad, line):
    text = canonical(line, language=language, numpad=numpad)
    assert len(text) <= 24
    read = parse(text, system=line.game.system, seats=4, dealer=None, language=language)
    assert read.problems == (), text
    assert (read.soloist, read.running) == (line.soloist, line.running), text
    assert complete(read.game) == complete(line.game), text
    assert appraise(read.game).valuation == appraise(line.game).valuation, text


@given(line=lines())
def test_no_key_of_a_canonical_line_can_be_left_out(line):
    """The control apart, every shorter line says something else or nothing at all."""
    line = replace(line, running=None)
    text = canonical(line)
    for at in range(len(text)):
        shorter = text[:at] + text[at + 1 :]
        read = parse(shorter, system=line.game.system, seats=4, dealer=None)
        if not read.problems and read.soloist == line.soloist and read.kind == "game":
            same_game = complete(read.game) == complete(line.game)
            # Only the minus of a game whose bid already says that it is lost: clerks type it.
            assert not same_game or (line.game.bid is not None and text[at] == "-"), text


def keys(lines: Iterable[Line], *, numpad: bool = False) -> int:
    """Enter included, bids not typed."""
    return sum(len(canonical(without_bid(line), numpad=numpad)) + len("⏎") for line in lines)


def test_a_list_takes_few_keys():
    """docs/entry-line.md "How many keys"; in a browser: tests/whole/test_browser_day.py."""
    lines = lines_of("three-seats-3.json")
    assert len(lines) == 36
    assert keys(lines) <= 170
    assert keys(lines, numpad=True) <= 200
    rng = Random("keys")
    players = [random_strength(rng) for _ in range(4)]
    assert keys(random_lines(rng, Outline(4, 12), ISKO, players)) <= 229
