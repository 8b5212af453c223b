"""The net that reads cells, in numpy: what each narrow step across a cell may show.

It was trained by `tools/photo/train.py`; docs/photo.md says with what. Its answer is a table of log
probabilities, steps × signs, in which sign 0 is nothing (connectionist temporal classification).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.photo.cells import HEIGHT, WIDTH, Ink

SIGNS = "0123456789x-"
WEIGHTS = Path(__file__).with_name("weights.npz")
POOLS = ((2, 2), (2, 2), (2, 1), (3, 1))  # down and across, after each convolution
BATCH = 64  # cells at a time, so that memory stays small
WIDTHS = (36, 56, WIDTH)  # most cells are narrow, and cost less when they are read as such

Table = NDArray[np.float32]


@cache
def weights() -> Mapping[str, Table]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


class Layer(NamedTuple):
    kernel: Table  # features × signs
    bias: Table


def last_layer() -> Layer:
    trained = weights()
    return Layer(trained["read_1"][:, :, 0].T, trained["read_1_shift"])


def see_cells(cells: Sequence[Ink]) -> list[Table]:
    """The features of every step of each cell, for the last layer."""
    features = dict[int, Table]()
    ink_widths = [_ink_width(cell) for cell in cells]
    for narrower, width in zip((-1, *WIDTHS[:-1]), WIDTHS, strict=True):
        places = [place for place, ink in enumerate(ink_widths) if narrower < ink <= width]
        for start in range(0, len(places), BATCH):
            batch = places[start : start + BATCH]
            inks = np.stack([cells[place][:, :width] for place in batch])
            features.update(zip(batch, _forward(inks), strict=True))
    return [features[place] for place in range(len(cells))]


def layer_tables(features: Sequence[Table], layer: Layer) -> list[Table]:
    """The log probabilities of the signs at every step of each cell."""
    logs = log_softmax(np.concatenate(features) @ layer.kernel + layer.bias)
    return np.split(logs, np.cumsum([len(steps) for steps in features])[:-1])


def log_softmax(scores: Table) -> Table:
    scores = scores - scores.max(-1, keepdims=True)
    logs: Table = scores - np.log(np.exp(scores).sum(-1, keepdims=True))
    return logs


def _ink_width(cell: Ink) -> int:
    columns = np.flatnonzero(cell.max(axis=0))
    return int(columns[-1]) + 1 if len(columns) else 0


def _forward(ink: Table) -> Table:
    """The features of every step of cells of one width."""
    trained = weights()
    layer = ink.reshape(len(ink), HEIGHT, -1, 1)
    for number, (down, across) in enumerate(POOLS):
        layer = _convolve(
            layer, trained[f"seen_{number}"], trained[f"seen_{number}_shift"], down, across
        )
    steps = layer[:, 0]
    padded = np.pad(steps, ((0, 0), (1, 1), (0, 0)))
    near = np.concatenate([padded[:, shift : shift + steps.shape[1]] for shift in range(3)], -1)
    kernel = trained["read_0"].transpose(2, 1, 0).reshape(near.shape[-1], -1)
    hidden: Table = np.maximum(near @ kernel + trained["read_0_shift"], 0)
    return hidden


def _convolve(layer: Table, kernel: Table, bias: Table, down: int, across: int) -> Table:
    """A 3 × 3 convolution, ReLU, and max pooling of blocks of `down` × `across`."""
    count, height, width, channels = layer.shape
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    around = np.concatenate(
        [padded[:, y : y + height, x : x + width] for y in range(3) for x in range(3)], -1
    )
    flat = kernel.transpose(2, 3, 1, 0).reshape(9 * channels, -1)
    scores = around.reshape(-1, 9 * channels) @ flat + bias
    blocks = scores.reshape(count, height // down, down, width // across, across, -1)
    pooled: Table = np.maximum(blocks.max(axis=(2, 4)), 0)
    return pooled
