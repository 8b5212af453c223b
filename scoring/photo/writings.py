"""Every game of a system as a list may show it, taken from the law (scoring.rules)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.photo.geometry import Array
from scoring.rules.bids import levels
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.illegible import every_game, rarity
from scoring.rules.systems import System
from scoring.rules.valuation import covering

TICKS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
EMPTY, TICKED, EITHER = 0, 1, 2
NATURAL = 0.35  # how much rarer each step of `rarity` is, as a logarithm
LOST = -1.7  # as a logarithm: about one game in six is lost
AS_PLAIN_NULL = -1.0  # as a logarithm: a null by the figure of the plain one, and ticks
OVERBID = -6.0  # how rare an overbid game is, as a logarithm
MAX_OVERBID_TOPS = 4  # with more nobody overbids
MAX_LIFT = 5  # steps by which a bid was higher than the game


@dataclass(frozen=True, slots=True)
class Writing:
    """One way to write a game: the texts of its columns and the state of its ticks."""

    game: PlayedGame
    score: int
    base: str
    tops: int
    ticks: tuple[int, ...]
    prior: float


@dataclass(frozen=True, slots=True)
class Writings:
    """All of them as arrays, so that a row is compared with every game at once."""

    every: tuple[Writing, ...]
    texts: Mapping[str, tuple[str, ...]]  # what may stand in "base", "with", "without"
    places: Mapping[str, NDArray[np.int64]]  # which of these each writing has
    ticks: NDArray[np.int64]
    scores: NDArray[np.int64]  # the different scores
    score_of: NDArray[np.int64]  # which of these each writing has
    priors: Array


@cache
def writings(system: System) -> Writings:
    every = tuple(sorted(_writings(system), key=lambda writing: writing.score))
    columns = {
        "base": [writing.base for writing in every],
        "with": [str(writing.tops) if writing.tops > 0 else "" for writing in every],
        "without": [str(-writing.tops) if writing.tops < 0 else "" for writing in every],
    }
    texts = {key: tuple(sorted(set(column))) for key, column in columns.items()}
    places = {
        key: np.array([texts[key].index(text) for text in column])
        for key, column in columns.items()
    }
    scores = np.array([writing.score for writing in every])
    different, score_of = np.unique(scores, return_inverse=True)
    return Writings(
        every=every,
        texts=texts,
        places=places,
        ticks=np.array([writing.ticks for writing in every]),
        scores=different,
        score_of=score_of,
        priors=np.array([writing.prior for writing in every]),
    )


def _writings(system: System) -> Iterator[Writing]:
    for game, score in every_game(system):
        prior = -NATURAL * rarity(game)
        yield from _ways(game, score, prior if game.won else prior + LOST)
        if not game.won:
            yield from _overbid(game, prior + OVERBID)


def _ways(game: PlayedGame, score: int, prior: float) -> Iterator[Writing]:
    """A trump game has one way, a null its own figure or that of the plain one and ticks."""
    appraisal = appraise(game)
    if appraisal.worth is None:
        return
    base = str(appraisal.worth.base)
    yield Writing(game, score, base, game.tops, _ticks(game, appraisal.game), prior)
    plain = next((null.value for null in game.system.nulls if null.game == game.game), None)
    if plain is not None and base != str(plain):
        yield Writing(game, score, str(plain), 0, _ticks(game, game), prior + AS_PLAIN_NULL)


def _ticks(stated: PlayedGame, full: PlayedGame) -> tuple[int, ...]:
    """Where a tick must, may and cannot stand: what follows from another tick may be left out."""
    if not stated.tops:
        return tuple(TICKED if stated is full and getattr(full, key) else
                     EITHER if getattr(full, key) else EMPTY for key in TICKS)  # fmt: skip
    ticks = [TICKED if getattr(stated, key) else EITHER if getattr(full, key) else EMPTY
             for key in TICKS]  # fmt: skip
    if stated.schwarz:  # it says Schneider, too
        ticks[TICKS.index("schneider")] = EITHER
    return tuple(ticks)


def _overbid(game: PlayedGame, prior: float) -> Iterator[Writing]:
    """The same game, raised to the multiples that cover a higher bid (SkO 5.4.1)."""
    own = appraise(game).worth
    reaches_more = game.schneider or game.schwarz or game.schneider_announced or game.ouvert
    if own is None or reaches_more or not 0 < abs(game.tops) <= MAX_OVERBID_TOPS:
        return
    bids = [bid for bid in levels(game.system) if bid > own.value]
    for value in sorted({covering(own.base, bid) for bid in bids})[:MAX_LIFT]:
        raised = PlayedGame(
            game.system, game.game, game.tops, game.game_class, game.turn, game.hand,
            won=False, overbid=True, score=-value * own.factor,
        )  # fmt: skip
        appraisal = appraise(raised)
        if appraisal.valuation is not None:
            ticks = _ticks(raised, appraisal.game)
            score = appraisal.valuation.score
            yield Writing(raised, score, str(own.base), game.tops, ticks, prior)
