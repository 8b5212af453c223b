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
POOLS = ((2, 2), (2, 2), (2, 1), (3, 1))
BATCH = 64
WIDTHS = (36, 56, WIDTH)  # narrow cells are read as narrow ones: most of them are

Table = NDArray[np.float32]


@cache
def weights() -> Mapping[str, Table]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


class Layer(NamedTuple):
    """The last layer of the net: it weighs what was seen as signs."""

    kernel: Table  # features × signs
    shift: Table


def last_layer() -> Layer:
    trained = weights()
    return Layer(trained["read_1"][:, :, 0].T, trained["read_1_shift"])


def see_cells(cells: Sequence[Ink]) -> list[Table]:
    """What the net sees in each step of cells, in their order, before it is weighed as signs."""
    seen: list[Table | None] = [None] * len(cells)
    used = [_used(cell) for cell in cells]
    for low, high in zip((0, *WIDTHS[:-1]), WIDTHS, strict=True):
        chosen = [
            place for place, wide in enumerate(used) if low < wide <= high or wide == low == 0
        ]
        for start in range(0, len(chosen), BATCH):
            part = chosen[start : start + BATCH]
            ink = np.stack([cells[place][:, :high] for place in part])
            for place, hidden in zip(part, _forward(ink), strict=True):
                seen[place] = hidden
    return [hidden for hidden in seen if hidden is not None]


def layer_tables(seen: Sequence[Table], layer: Layer) -> list[Table]:
    logs = log_shares(np.concatenate(seen) @ layer.kernel + layer.shift)
    return np.split(logs, np.cumsum([len(steps) for steps in seen])[:-1])


def log_shares(scores: Table) -> Table:
    """The logarithms of what each sign has of every step."""
    scores = scores - scores.max(-1, keepdims=True)
    logs: Table = scores - np.log(np.exp(scores).sum(-1, keepdims=True))
    return logs


def _used(cell: Ink) -> int:
    """The width of a cell: behind it there is nothing at all."""
    columns = np.flatnonzero(cell.max(axis=0))
    return int(columns[-1]) + 1 if len(columns) else 0


def _forward(ink: Table) -> Table:
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


def _convolve(layer: Table, kernel: Table, shift: Table, down: int, across: int) -> Table:
    """One layer: 3 × 3 around every pixel, nothing below zero, the largest of each block."""
    count, high, wide, channels = layer.shape
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    around = np.concatenate(
        [padded[:, y : y + high, x : x + wide] for y in range(3) for x in range(3)], -1
    )
    flat = kernel.transpose(2, 3, 1, 0).reshape(9 * channels, -1)
    summed = around.reshape(-1, 9 * channels) @ flat + shift
    blocks = summed.reshape(count, high // down, down, wide // across, across, -1)
    pooled: Table = np.maximum(blocks.max(axis=(2, 4)), 0)
    return pooled
