"""Illegible entries (docs/entry-line.md "Illegible", TO 7.2.5, docs/law.md "Corrections")."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line, Outline, counted_games
from scoring.rules.systems import MAX_TOPS, System

# Rough weights of how unusual a mark is, to put the likeliest game first.
_RARE = {
    "hand": 4,
    "schneider": 2,
    "schwarz": 5,
    "schneider_announced": 9,
    "schwarz_announced": 12,
    "ouvert": 12,
}
_LEVELS: tuple[tuple[str, ...], ...] = (
    (),
    ("schneider",),
    ("schneider", "schwarz"),
    ("schneider_announced",),
    ("schneider_announced", "schneider"),
    ("schneider_announced", "schneider", "schwarz"),
    ("schwarz_announced",),
    ("schwarz_announced", "schneider"),
    ("schwarz_announced", "schwarz"),
)
_MAX_ALTERNATIVES = 6


def candidates(system: System, score: int) -> tuple[PlayedGame, ...]:
    """At most nine games worth exactly `score` points, the likeliest first; none is overbid."""
    games = (game for game, own_score in every_game(system) if own_score == score)
    return tuple(islice(games, 9))


def consistent_games(
    system: System, legible: Mapping[str, object], *, won: bool
) -> tuple[PlayedGame, ...]:
    """The likeliest game of each of the six lowest values that agree with what can be read.

    The lowest value, before sign and doubling, comes first (TO 7.2.5). `legible` has what
    `every_game` states of a game by the names of its fields; False says that the paper clearly
    shows nothing there. Whether the game was won is never guessed (docs/law.md "Corrections").
    """
    by_value: dict[int, PlayedGame] = {}
    for game, _score in every_game(system):
        appraisal = appraise(game)
        completed, valuation = appraisal.game, appraisal.valuation
        agrees = all(getattr(completed, field) == value for field, value in legible.items())
        if game.won is won and agrees and valuation is not None:
            by_value.setdefault(valuation.value, game)
    return tuple(by_value[value] for value in sorted(by_value)[:_MAX_ALTERNATIVES])


@cache
def every_game(system: System) -> tuple[tuple[PlayedGame, int], ...]:
    """The legal games of the system, each once, with their scores, the likeliest first."""
    different: dict[PlayedGame, tuple[PlayedGame, int]] = {}
    for game in sorted(_imaginable(system), key=rarity):
        appraisal = appraise(game)
        if appraisal.valuation is not None:
            different.setdefault(appraisal.game, (game, appraisal.valuation.score))
    return tuple(different.values())


def _imaginable(system: System) -> Iterator[PlayedGame]:
    for null, won in product(system.nulls, (True, False)):
        yield PlayedGame(
            system, null.game, hand=null.hand or None, ouvert=null.ouvert or None, won=won
        )
    for game_class in system.classes:
        hands = (None, True) if game_class.hand else (None,)
        ouverts = (None, True) if game_class.ouvert in ("step", "doubles") else (None,)
        for turn, name in product(game_class.turns or (None,), game_class.bases):
            tops = range(1, MAX_TOPS[name] + 1)
            for with_tops, sign in product(tops, (1, -1)):
                game = PlayedGame(system, name, with_tops * sign, game_class.key, turn)
                for hand, ouvert, levels, won in product(hands, ouverts, _LEVELS, (True, False)):
                    marks: dict[str, Any] = dict.fromkeys(levels, True)
                    yield replace(game, hand=hand, ouvert=ouvert, won=won, **marks)


def rarity(game: PlayedGame) -> int:
    """How unusual a game is: the smaller, the likelier."""
    marks = sum(weight for mark, weight in _RARE.items() if getattr(game, mark))
    if not game.tops:
        return 3 + marks  # a null
    # A soloist who stays at 30 points is much rarer than schneider defenders.
    own_schneider = 4 * bool(game.schneider and not game.won)
    second_turn = game.turn == 2
    return 2 * (abs(game.tops) - 1) + (game.tops < 0) + marks + own_schneider + second_turn


def implied_score(lines: Sequence[Line], outline: Outline, number: int) -> int | None:
    """The score of an illegible game: the paper's running total less the soloist's sum before.

    None if the soloist or the total is illegible too, here or in an earlier row.
    """
    ordered = sorted((line for line in lines if not line.annulled), key=lambda line: line.number)
    unread = next((line for line in ordered if line.number == number and line.unread), None)
    if unread is None or unread.soloist is None or unread.running is None:
        return None
    player = outline.position(unread.soloist, number)
    before = 0
    for line in ordered:
        if line.number >= number:
            break
        if line.unread and line.soloist is None:
            return None
        if line.soloist is None or outline.position(line.soloist, line.number) != player:
            continue
        if line.unread:
            if line.running is None:
                return None
            before = line.running
        else:
            before += sum(game.score for game in counted_games([line]))
    return unread.running - before


def candidates_for(
    lines: Sequence[Line], outline: Outline, system: System, number: int
) -> tuple[PlayedGame, ...]:
    """The games that an illegible row may be, the likeliest first."""
    score = implied_score(lines, outline, number)
    return () if score is None else candidates(system, score)
