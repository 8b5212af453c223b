"""What lies between a written page and its picture: folds, light, lens, hand, sensor, JPEG."""

from dataclasses import dataclass
from io import BytesIO
from random import Random

import numpy as np
from PIL import Image, ImageFilter

from scoring.photo.geometry import apply, homography

STEP = 48  # pixels of the picture that are mapped as one piece


@dataclass(frozen=True)
class Conditions:
    """How bad it is, from 0 (a scanner) to 1 (a telephone in a pub)."""

    tilt: float = 0.5
    folds: float = 0.5
    light: float = 0.5
    blur: float = 0.5
    noise: float = 0.5
    long_side: int = 2000


def some(rng: Random) -> Conditions:
    """Conditions of one photo that somebody meant to be read."""
    return Conditions(
        *(rng.uniform(0.0, 1.0) for _ in range(5)), long_side=rng.choice((1700, 2000, 2000, 2400))
    )


def photograph(page: np.ndarray, rng: Random, how: Conditions) -> bytes:
    """A JPEG of a page (height × width × 3, 0 to 1)."""
    noise = np.random.default_rng(rng.randrange(2**32))
    size = (round(how.long_side * rng.uniform(0.7, 0.77)), how.long_side)
    lit = _shaded(page, rng, how)
    picture = Image.fromarray((np.clip(lit, 0, 1) * 255).astype(np.uint8))
    seen = picture.transform(size, Image.MESH, _mesh(picture.size, size, rng, how), Image.BICUBIC)
    seen = _blurred(seen, rng, how)
    values = np.asarray(seen, np.float32)
    amount = 1 + 9 * how.noise * rng.uniform(0.5, 1)
    values = values + noise.normal(0, amount, values.shape[:2])[..., None]
    values *= np.array([1, rng.uniform(0.93, 1), rng.uniform(0.8, 1)], np.float32)
    done = Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))
    file = BytesIO()
    done.save(file, "JPEG", quality=rng.randint(70, 92))
    return file.getvalue()


def _shaded(page: np.ndarray, rng: Random, how: Conditions) -> np.ndarray:
    high, wide = page.shape[:2]
    y, x = np.mgrid[0 : 1 : high * 1j, 0 : 1 : wide * 1j].astype(np.float32)
    light = 1 - how.light * rng.uniform(0.1, 0.45) * (
        x * rng.uniform(-1, 1) + y * rng.uniform(-1, 1) + 0.5
    ).clip(0, 1.5)
    if rng.random() < how.light:  # the shadow of a hand or a head
        angle, middle = rng.uniform(0, 3.1), rng.uniform(0.2, 0.8)
        edge = (x - middle) * np.cos(angle) + (y - middle) * np.sin(angle)
        light *= 1 - rng.uniform(0.15, 0.45) / (1 + np.exp(-edge / rng.uniform(0.005, 0.06)))
    if rng.random() < how.folds:  # across the middle, as a list is put into a pocket
        place, soft = rng.uniform(0.3, 0.7), rng.uniform(0.004, 0.02)
        along = y if rng.random() < 0.7 else x
        light *= 1 - rng.uniform(0.05, 0.3) * np.exp(-(((along - place) / soft) ** 2))
        light *= 1 - rng.uniform(0, 0.15) * (along > place)
    return page * (rng.uniform(0.7, 1.0) * light)[..., None]


def _mesh(page: tuple[int, int], size: tuple[int, int], rng: Random, how: Conditions) -> list:
    """For every piece of the picture the four corners of the page that it shows."""
    wide, high = size
    margin = rng.uniform(0.02, 0.07)
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * (1 - 2 * margin) + margin
    turn = how.tilt * rng.uniform(-0.06, 0.06)
    middle = corners - 0.5
    turned = middle @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = (
        turned
        + 0.5
        + how.tilt
        * np.array([(rng.uniform(-0.05, 0.05), rng.uniform(-0.04, 0.04)) for _ in range(4)])
    )
    ratio = (page[1] / page[0]) / (high / wide)
    spread = np.array([1, min(1.0, ratio)]) if ratio < 1 else np.array([1 / ratio, 1])
    corners = (corners - 0.5) * spread + 0.5
    back = homography(corners * np.array(size), [(0, 0), (page[0], 0), page, (0, page[1])])
    across, down = -(-wide // STEP), -(-high // STEP)
    grid = np.stack(np.meshgrid(np.arange(across + 1) * STEP, np.arange(down + 1) * STEP), -1)
    points = grid.astype(float)
    centre = np.array(size) / 2
    far = (points - centre) / max(size) * 2
    bend = how.tilt * rng.uniform(-0.012, 0.006)
    points = centre + (points - centre) * (1 + bend * (far**2).sum(-1, keepdims=True))
    sources = apply(back, points)
    sources = sources + _crumpled(sources / np.array(page), rng, how) * page[0] / 210
    pieces = []
    for row in range(down):
        for column in range(across):
            quad = (sources[row, column], sources[row + 1, column],
                    sources[row + 1, column + 1], sources[row, column + 1])  # fmt: skip
            box = (column * STEP, row * STEP, (column + 1) * STEP, (row + 1) * STEP)
            pieces.append((box, tuple(float(v) for point in quad for v in point)))
    return pieces


def _crumpled(where: np.ndarray, rng: Random, how: Conditions) -> np.ndarray:
    """How far the paper has moved, in mm: long waves, and a fold."""
    moved = np.zeros_like(where)
    for _wave in range(3):
        axis, other = rng.randrange(2), rng.randrange(2)
        period, phase = rng.uniform(0.6, 2.0), rng.uniform(0, 6.3)
        strength = how.folds * rng.uniform(0, 0.9)
        moved[..., axis] += strength * np.sin(where[..., other] / period * 6.3 + phase)
    place = rng.uniform(0.3, 0.7)
    moved[..., 1] += how.folds * rng.uniform(-1.5, 1.5) * np.abs(where[..., 1] - place)
    return moved


def _blurred(seen: Image.Image, rng: Random, how: Conditions) -> Image.Image:
    seen = seen.filter(ImageFilter.GaussianBlur(0.3 + 0.9 * how.blur))
    if rng.random() < 0.3 * how.blur:  # the hand shook
        length = rng.choice((3, 5))
        kernel = [0.0] * (length * length)
        for step in range(length):
            place = (length // 2) * length + step if rng.random() < 0.5 else step * length + step
            kernel[place] += 1.0
        seen = seen.filter(ImageFilter.Kernel((length, length), kernel, sum(kernel)))
    return seen
