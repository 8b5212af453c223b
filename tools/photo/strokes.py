"""Signs drawn stroke by stroke, as people in Germany learn to write them, each hand its own way.

Points are in shares of the sign: right and down. A sign has several shapes; a hand mostly keeps to
one of them, bends its points, and bends them again a little for every sign.
"""

from random import Random

import numpy as np
from PIL import Image, ImageDraw

Stroke = tuple[tuple[float, float], ...]
LARGE, SMALL = 160, 40  # pixels in which a sign is drawn and kept
STEPS = 10  # between two points

_ROUND = ((0.5, 0.0), (0.1, 0.15), (0.0, 0.5), (0.15, 0.9), (0.5, 1.0), (0.9, 0.85), (1.0, 0.5),
          (0.85, 0.1), (0.5, 0.0))  # fmt: skip
SHAPES: dict[str, tuple[tuple[Stroke, ...], ...]] = {
    "0": ((_ROUND,), ((*_ROUND, (0.3, 0.08)),), (((0.7, 0.06), *_ROUND[1:-1], (0.6, 0.1)),)),
    "1": (
        (((0.0, 0.45), (0.3, 0.25), (0.6, 0.0)), ((0.6, 0.0), (0.55, 0.5), (0.5, 1.0))),
        (((0.0, 0.7), (0.35, 0.3), (0.7, 0.0)), ((0.7, 0.0), (0.65, 0.5), (0.6, 1.0))),
        (((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),),
        (((0.2, 0.3), (0.5, 0.0)), ((0.5, 0.0), (0.5, 1.0)), ((0.2, 1.0), (0.8, 1.0))),
    ),
    "2": (
        (((0.05, 0.25), (0.3, 0.0), (0.8, 0.05), (0.85, 0.35), (0.4, 0.7), (0.0, 1.0)),
         ((0.0, 1.0), (0.5, 0.97), (1.0, 1.0))),
        (((0.05, 0.25), (0.4, 0.0), (0.85, 0.15), (0.7, 0.5), (0.2, 0.95), (0.0, 0.9), (0.2, 0.8),
          (0.6, 0.95), (1.0, 0.95)),),
        (((0.0, 0.1), (0.5, 0.0), (0.8, 0.2), (0.5, 0.6), (0.1, 1.0), (0.9, 0.9)),),
    ),
    "3": (
        (((0.05, 0.1), (0.5, 0.0), (0.85, 0.2), (0.4, 0.47)),
         ((0.4, 0.47), (0.95, 0.65), (0.7, 0.97), (0.0, 0.92))),
        (((0.05, 0.0), (0.9, 0.0)), ((0.9, 0.0), (0.4, 0.4)),
         ((0.4, 0.4), (0.95, 0.6), (0.7, 1.0), (0.0, 0.9))),
    ),
    "4": (
        (((0.5, 0.0), (0.25, 0.35), (0.0, 0.65)), ((0.0, 0.65), (1.0, 0.62)),
         ((0.75, 0.3), (0.68, 1.0))),
        (((0.1, 0.0), (0.05, 0.5)), ((0.05, 0.5), (0.95, 0.47)), ((0.85, 0.0), (0.75, 1.0))),
        (((0.7, 1.0), (0.75, 0.0)), ((0.75, 0.0), (0.0, 0.7)), ((0.0, 0.7), (1.0, 0.68))),
    ),
    "5": (
        (((0.15, 0.0), (0.1, 0.45)), ((0.1, 0.45), (0.6, 0.37), (0.95, 0.65), (0.6, 1.0),
         (0.0, 0.92)), ((0.15, 0.0), (0.95, 0.0))),
        (((0.95, 0.02), (0.2, 0.0)), ((0.2, 0.0), (0.1, 0.45)),
         ((0.1, 0.45), (0.7, 0.4), (0.9, 0.75), (0.4, 1.0), (0.0, 0.9))),
        (((0.9, 0.0), (0.3, 0.1), (0.2, 0.4), (0.8, 0.6), (0.7, 0.95), (0.0, 1.0)),),
    ),
    "6": (
        (((0.8, 0.0), (0.3, 0.25), (0.02, 0.65), (0.25, 1.0), (0.8, 0.95), (0.9, 0.65),
          (0.5, 0.5), (0.05, 0.7)),),
        (((0.5, 0.0), (0.15, 0.5), (0.1, 0.85), (0.5, 1.0), (0.85, 0.8), (0.6, 0.58),
          (0.15, 0.75)),),
    ),
    "7": (
        (((0.0, 0.03), (0.95, 0.0)), ((0.95, 0.0), (0.6, 0.5), (0.4, 1.0)),
         ((0.25, 0.5), (0.9, 0.48))),
        (((0.0, 0.15), (0.1, 0.0), (0.5, 0.05), (0.95, 0.0)), ((0.95, 0.0), (0.5, 0.6), (0.4, 1.0)),
         ((0.2, 0.55), (0.85, 0.5))),
        (((0.0, 0.0), (0.95, 0.0)), ((0.95, 0.0), (0.35, 1.0))),
    ),
    "8": (
        (((0.85, 0.12), (0.45, 0.0), (0.1, 0.2), (0.5, 0.48), (0.95, 0.75), (0.5, 1.0),
          (0.05, 0.78), (0.5, 0.5), (0.85, 0.2)),),
        (((0.5, 0.45), (0.1, 0.25), (0.5, 0.0), (0.85, 0.2), (0.5, 0.45)),
         ((0.5, 0.45), (0.0, 0.75), (0.5, 1.0), (1.0, 0.75), (0.5, 0.45))),
    ),
    "9": (
        (((0.9, 0.15), (0.5, 0.0), (0.05, 0.25), (0.4, 0.5), (0.9, 0.2)),
         ((0.9, 0.15), (0.88, 0.6), (0.8, 1.0))),
        (((0.85, 0.15), (0.4, 0.0), (0.1, 0.3), (0.5, 0.48), (0.88, 0.15)),
         ((0.88, 0.15), (0.85, 0.75), (0.5, 1.0), (0.05, 0.9))),
    ),
    "x": (
        (((0.0, 0.0), (1.0, 1.0)), ((1.0, 0.0), (0.0, 1.0))),
        (((0.0, 0.5), (0.3, 1.0), (1.0, 0.0)),),
        (((0.0, 1.0), (1.0, 0.0)),),
    ),
    "-": ((((0.0, 0.5), (0.5, 0.48), (1.0, 0.5)),),),
}  # fmt: skip


def drawn_bank(rng: Random, hands: int = 60, signs: int = 8) -> dict[str, list[np.ndarray]]:
    """Signs in the order of their hands, as those of a scanned list are."""
    bank: dict[str, list[np.ndarray]] = {sign: [] for sign in SHAPES}
    for _hand in range(hands):
        pen, wide = rng.uniform(0.05, 0.2), rng.uniform(0.4, 0.85)
        habit, haste = rng.uniform(0.03, 0.11), rng.uniform(0.015, 0.08)
        for sign, shapes in SHAPES.items():
            usual, other = ([_bent(stroke, rng, habit) for stroke in rng.choice(shapes)]
                            for _shape in range(2))  # fmt: skip
            share = wide * (0.6 if sign == "1" else 1)
            for _sign_number in range(signs):
                shape = usual if rng.random() < 0.9 else other
                bank[sign].append(_sign(shape, share, pen, haste, rng))
    return bank


def _bent(stroke: Stroke, rng: Random, amount: float) -> Stroke:
    return tuple((x + rng.gauss(0, amount), y + rng.gauss(0, amount * 0.6)) for x, y in stroke)


def _sign(shape: list[Stroke], share: float, pen: float, haste: float, rng: Random) -> np.ndarray:
    """One sign as ink from 0 to 1, without paper around it."""
    picture = Image.new("L", (2 * LARGE, 2 * LARGE))
    line = ImageDraw.Draw(picture)
    width = max(2, round(pen * LARGE))
    for stroke in shape:
        points = [
            (LARGE * (0.5 + x * share), LARGE * (0.5 + y))
            for x, y in _curve(np.array(_bent(stroke, rng, haste)))
        ]
        line.line(points, 255, width, joint="curve")
        for x, y in (points[0], points[-1]):
            line.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), 255)
    cut = picture.crop(picture.getbbox())
    scale = SMALL / max(cut.size)
    size = max(3, round(cut.width * scale)), max(3, round(cut.height * scale))
    return np.asarray(cut.resize(size, Image.Resampling.BOX), np.float32) / 255


def _curve(points: np.ndarray) -> np.ndarray:
    """A smooth line through all points (Catmull and Rom)."""
    ends = np.concatenate([points[:1], points, points[-1:]])
    pieces = []
    for before, start, stop, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        t = np.linspace(0, 1, STEPS)[:, None]
        pieces.append(
            0.5 * (2 * start + (stop - before) * t + (2 * before - 5 * start + 4 * stop - after)
                   * t**2 + (3 * start - before - 3 * stop + after) * t**3)
        )  # fmt: skip
    return np.concatenate(pieces)
