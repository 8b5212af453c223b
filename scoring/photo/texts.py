"""How likely it is that a cell says a text, from the table of the net."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scoring.photo.geometry import Array
from scoring.photo.net import SIGNS, Table

NEVER = -1e9
MIN_LIKELIHOOD = 1e-300
MIN_STEP = -30.0  # as a logarithm
FAINT = -9.0  # a sign that has less of a step is not tried
MAX_SIGNS = 4  # that are tried in a step
MAX_BEAMS = 8  # beginnings of texts that go on from step to step
MAX_READINGS = 4


def likelihoods(table: Table, texts: Sequence[str]) -> Array:
    """The log probability of every text, over all ways in which its signs may lie in the cell."""
    path, skips, ends = _paths(tuple(texts))
    alpha = _forward(_shares(table)[:, path], skips)[-1]
    rows = np.arange(len(texts))
    inner = np.where(ends > 0, alpha[rows, np.maximum(ends - 1, 0)], 0)
    return np.log(np.maximum(alpha[rows, ends] + inner, MIN_LIKELIHOOD))


def shares_of_signs(table: Table, text: str) -> Array:
    """How much of every step is each sign, if the cell says this text."""
    path, skips, _ends = _paths((text,))
    steps = _shares(table)[:, path]
    last = np.zeros(path.shape)
    last[:, max(0, 2 * len(text) - 1) :] = 1
    back = [last]
    for step in steps[:0:-1]:
        behind = back[-1] * step
        reached = behind.copy()
        reached[:, :-1] += behind[:, 1:]
        reached[:, :-2] += behind[:, 2:] * skips[:, 2:]
        back.append(reached)
    weights = np.stack(_forward(steps, skips))[:, 0] * np.stack(back[::-1])[:, 0]
    share = weights / np.maximum(weights.sum(axis=1, keepdims=True), MIN_LIKELIHOOD)
    shares: Array = np.zeros(table.shape)
    for place, sign in enumerate(path[0]):
        shares[:, sign] += share[:, place]
    return shares


def _shares(table: Table) -> Array:
    """What each sign has of every step, never so little that a product of them is nothing."""
    shares: Array = np.exp(np.maximum(np.asarray(table, float), MIN_STEP))
    return shares


@lru_cache(maxsize=64)
def _paths(texts: tuple[str, ...]) -> tuple[NDArray[np.int64], Array, NDArray[np.int64]]:
    """The paths of texts, filled up to one length: signs, and nothing before, between and after.

    Also the places that may be reached from the last but one, and where each text ends.
    """
    longest = 2 * max(map(len, texts)) + 1
    path = np.zeros((len(texts), longest), int)
    skips = np.zeros((len(texts), longest))
    for row, text in enumerate(texts):
        codes = [SIGNS.index(letter) + 1 for letter in text]
        path[row, 1 : 2 * len(codes) : 2] = codes
        for place in range(1, len(codes)):
            skips[row, 2 * place + 1] = codes[place] != codes[place - 1]
    return path, skips, np.array([2 * len(text) for text in texts])


def _forward(steps: Array, skips: Array) -> list[Array]:
    """Step by step, how likely it is to stand at each place of each path."""
    alpha = np.zeros(skips.shape)
    alpha[:, :2] = steps[0][:, :2]
    forward = [alpha]
    for step in steps[1:]:
        reached = alpha.copy()
        reached[:, 1:] += alpha[:, :-1]
        reached[:, 2:] += alpha[:, :-2] * skips[:, 2:]
        alpha = reached * step
        forward.append(alpha)
    return forward


def free_text(table: Table) -> str:
    """The likeliest signs of each step, without repetitions and nothings."""
    best = np.asarray(table).argmax(axis=1)
    codes = best[np.append(True, best[1:] != best[:-1])]
    return "".join(SIGNS[code - 1] for code in codes if code)


def readings(table: Table) -> list[str]:
    """The likeliest texts of a cell, the best first, by a beam over its steps."""
    beams: dict[str, tuple[float, float]] = {"": (0.0, NEVER)}
    for step in np.asarray(table, float):
        signs = [int(code) for code in np.argsort(-step)[:MAX_SIGNS] if code and step[code] > FAINT]
        grown: dict[str, tuple[float, float]] = {}
        for text, (blank, sign) in beams.items():
            total = float(np.logaddexp(blank, sign))
            _add(grown, text, total + step[0], NEVER)
            if text:
                _add(grown, text, NEVER, sign + step[SIGNS.index(text[-1]) + 1])
            for code in signs:
                letter = SIGNS[code - 1]
                before = blank if text[-1:] == letter else total
                _add(grown, text + letter, NEVER, before + step[code])
        best = sorted(grown.items(), key=lambda item: -np.logaddexp(*item[1]))
        beams = dict(best[:MAX_BEAMS])
    return list(beams)[:MAX_READINGS]


def _add(beams: dict[str, tuple[float, float]], text: str, blank: float, sign: float) -> None:
    before = beams.get(text, (NEVER, NEVER))
    beams[text] = float(np.logaddexp(before[0], blank)), float(np.logaddexp(before[1], sign))
