"""Whether an entry is possible (docs/law.md "What an ISkO entry may say"), and its value.

Each rule is a generator and runs only for its kind of game. Most stand in `contract_checks` and
`result_checks`; a Ramsch and the score on paper are checked here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.rules import contract_checks, result_checks
from scoring.rules.contract_checks import Paragraph, cited_paragraphs
from scoring.rules.game import PlayedGame
from scoring.rules.problem import Problem
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, Valuation, class_of, complete, is_null, value_completed

ANY_GAME = (*contract_checks.ANY_GAME, *result_checks.ANY_GAME)
OTHER_GAMES = (*contract_checks.OTHER_GAMES, *ANY_GAME)
NULL_GAMES = (
    *OTHER_GAMES,
    *contract_checks.NULL_GAMES,
    *result_checks.KNOWN_GAMES,
    *result_checks.NULL_GAMES,
)
# A suit or grand game is checked by both: the rules of TRUMP_GAMES also get its class.
SUIT_AND_GRAND_GAMES = (*ANY_GAME, *result_checks.KNOWN_GAMES)
TRUMP_GAMES = (*contract_checks.TRUMP_GAMES, *result_checks.TRUMP_GAMES)

# Errors of entries that can be valued all the same.
ERRORS_WITH_A_VALUE = frozenset(
    {"schwarz-without", "no-trick-with-tops", "tricks-points", "wenzels-not-chosen"}
)
MAX_RAMSCH = 999  # points; a larger figure is a typing error


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A completed game with its problems and its value.

    `valuation` is None if an error forbids the entry. `worth` is also set if the entry is clear but
    wrong: impossible, or with another score on paper.
    """

    problems: tuple[Problem, ...]
    valuation: Valuation | None
    worth: Valuation | None
    game: PlayedGame


def check(game: PlayedGame) -> list[Problem]:
    """Every problem of an entry.

    >>> from scoring.rules.systems import ISKO
    >>> game = PlayedGame(ISKO, "clubs", tops=-1, schwarz=True, won=True)
    >>> [problem.code for problem in check(game)]
    ['schwarz-without']
    """
    return list(appraise(game).problems)


@lru_cache(maxsize=2**15)  # about 0.8 kB each; a tournament has far fewer distinct games
def appraise(game: PlayedGame) -> Appraisal:
    """Check and value a game."""
    done = complete(game)
    problems = tuple(_findings(game, done))
    mistakes = [problem.code for problem in problems if problem.severity == "error"]
    if mistakes and not ERRORS_WITH_A_VALUE.issuperset(mistakes):
        return Appraisal(problems, None, None, done)
    worth = value_completed(done)
    if game.score is not None and game.score != worth.score:
        params = {"score": game.score, "right": worth.score}
        differs = Problem("score-differs", "score", params, "TO 7.2.1")
        return Appraisal((*problems, differs), None, worth, done)
    return Appraisal(problems, None if mistakes else worth, worth, done)


def _findings(game: PlayedGame, done: PlayedGame) -> Iterator[Problem]:
    if game.game == RAMSCH:
        yield from _ramsch(game)
        return
    game_class = class_of(game)
    if game_class is not None:
        rules = SUIT_AND_GRAND_GAMES
        for paragraphs, find in TRUMP_GAMES:
            for problem in find(game, done, game_class):
                yield _with_citation(problem, paragraphs, game.system)
    else:
        rules = NULL_GAMES if is_null(game) else OTHER_GAMES
    for paragraphs, find_any in rules:
        for problem in find_any(game, done):
            yield _with_citation(problem, paragraphs, game.system)


def _with_citation(problem: Problem, paragraphs: tuple[Paragraph, ...], system: System) -> Problem:
    """The problem with the paragraphs of its rule, unless it cites some itself."""
    return problem if problem.rule else replace(problem, rule=cited_paragraphs(system, paragraphs))


def _ramsch(game: PlayedGame) -> Iterator[Problem]:
    """A Ramsch is a loss that the table counted; only some tournaments play it (TO 9.4)."""
    if not game.system.ramsch_allowed:
        yield Problem("ramsch-not-in-system", "game", rule=game.system.citations.ramsch)
    elif not game.system.ramsch:
        yield Problem("ramsch-not-chosen", "game", rule="TO 6.2")
    if game.score is None or not -MAX_RAMSCH <= game.score < 0:
        params = {"least": -MAX_RAMSCH, "most": -1}
        yield Problem("ramsch-score", "score", params, "TO 7.2.1")
