"""What the cells of a page may say."""

import numpy as np
import pytest

from scoring.photo.net import SIGNS, Layer, layer_tables
from scoring.photo.reading import NetReading, adapt_layer
from scoring.photo.texts import free_text, likelihoods, shares_of_signs


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


COUNT = len(SIGNS) + 1
ONE, SEVEN, STROKE = SIGNS.index("1") + 1, SIGNS.index("7") + 1, COUNT
TRAINED = Layer(
    np.eye(COUNT + 1, COUNT, dtype=np.float32) * 4, np.zeros(COUNT, np.float32)
)  # what is seen is what it is; the last feature, the stroke of this hand, says nothing yet


def cell(*features: tuple[int, float]) -> np.ndarray:
    """Three steps, the middle one with these features."""
    seen = np.zeros((3, COUNT + 1), np.float32)
    seen[(0, 2), 0] = 1
    for feature, amount in features:
        seen[1, feature] = amount
    return seen


def read(cells: list[np.ndarray], layer: Layer) -> list[str]:
    return [free_text(table) for table in layer_tables(cells, layer)]


def test_a_hand_whose_ones_look_like_sevens_is_learned_and_its_sevens_stay():
    strange_one = cell((SEVEN, 1), (ONE, 0.8), (STROKE, 1))
    cells = [strange_one, cell((SEVEN, 1))]
    assert read(cells, TRAINED) == ["7", "7"]
    seen = [strange_one] * 8 + [cell((SEVEN, 1))] * 8
    layer = adapt_layer(TRAINED, seen, layer_tables(seen, TRAINED), ["1"] * 8 + ["7"] * 8)
    assert read(cells, layer) == ["1", "7"]


def test_nothing_is_learned_from_no_row():
    assert adapt_layer(TRAINED, [], [], []) is TRAINED


@pytest.mark.parametrize("text", ["", "7", "177"])
def test_the_shares_of_the_signs_are_the_slopes_of_the_likelihood(text):
    """Compared with the likelihood a little beside every value of the table."""
    table = np.log(np.random.default_rng(1).dirichlet(np.ones(COUNT), size=6))
    shares = shares_of_signs(table, text)
    assert shares.sum(axis=1) == pytest.approx(1)
    for step, sign in np.ndindex(*table.shape):
        beside = table.copy()
        beside[step, sign] += 1e-5
        slope = (likelihoods(beside, [text]) - likelihoods(table, [text]))[0] / 1e-5
        assert shares[step, sign] == pytest.approx(slope, abs=1e-4)
