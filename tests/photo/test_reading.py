"""What the cells of a page may say."""

import numpy as np
import pytest

from scoring.photo.net import SIGNS
from scoring.photo.reading import NetReading


def table_of(text: str) -> np.ndarray:
    """A cell that says this text, step by step, almost surely."""
    steps = [sign for letter in text for sign in (SIGNS.index(letter) + 1, 0)]
    shares = np.full((len(steps), len(SIGNS) + 1), 0.001)
    shares[range(len(steps)), steps] = 1
    return np.log(shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)


def reading(**cells: str) -> NetReading:
    read = object.__new__(NetReading)
    read.columns = frozenset(cells)
    read.tables = {(0, key): table_of(text) for key, text in cells.items()}
    read.beside, read.answers = {}, {}
    return read


def gain(read: NetReading, key: str, text: str, other: str) -> float:
    one, two = read.likelihoods(0, key, (text, other))
    return one - two


@pytest.mark.parametrize("written", ["44", "-44"])
def test_lost_points_are_written_with_a_minus_or_without(written):
    read = reading(minus=written)
    assert read.free(0, "minus") == "44"
    assert gain(read, "minus", "44", "48") > 4


def test_a_total_below_zero_may_lack_its_minus_but_hardly():
    read = reading(points_1="44")
    assert gain(read, "points_1", "44", "-44") == pytest.approx(4.5, abs=0.2)
    assert gain(read, "points_1", "-44", "-48") > 2
