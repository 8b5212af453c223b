"""Written pages: the program's form with whatever stands in its cells, in somebody's hand."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from scoring.photo.form import PrintedForm
from tools.photo.forms import DOTS
from tools.photo.hands import Hand, stroke, write

PIXELS = DOTS / 25.4
Cells = Mapping[tuple[int, str], str]


@dataclass(frozen=True)
class Blank:
    """A printed form: its light (0 to 1) and its geometry."""

    light: np.ndarray
    form: PrintedForm
    number: int


def read_blank(stem: Path) -> Blank:
    data = json.loads(stem.with_suffix(".json").read_text())
    number = data.pop("number", 0)
    form = PrintedForm(**{key: tuple(v) if isinstance(v, list) else v for key, v in data.items()})
    with Image.open(stem.with_suffix(".png")) as picture:
        light = np.asarray(picture.convert("L"), np.float32) / 255
    return Blank(light, form, number)


def box_of(form: PrintedForm, row: int, key: str) -> tuple[float, float, float, float]:
    """A cell in pixels of the page; rows behind the last are those of the foot."""
    place = form.column(key)
    lines = form.rows if row < form.row_count else form.foot
    row -= 0 if row < form.row_count else form.row_count
    sides = form.edges[place], lines[row], form.edges[place + 1], lines[row + 1]
    left, top, right, bottom = (side * PIXELS for side in sides)
    return left + 1, top, right - 1, bottom


def written(
    blank: Blank, cells: Cells, who: Hand, rng: Random, *, slips: float = 0.02
) -> np.ndarray:
    """The page with its cells filled. What stands before a "~" was crossed out."""
    ink = np.zeros(blank.light.shape, np.float32)
    for (row, key), text in cells.items():
        box = box_of(blank.form, row, key)
        before, _, after = text.rpartition("~")
        if before or (after and not set(after) - set("0123456789") and rng.random() < slips):
            _correct(ink, before or _another(after, rng), after, box, who, rng)
        else:
            write(ink, after, box, who, rng)
    return laid_on(blank.light, ink, who)


def laid_on(light: np.ndarray, ink: np.ndarray, who: Hand) -> np.ndarray:
    """Ink on the printed paper, in colours."""
    colour = np.array(who.colour, np.float32)
    return light[..., None] * (1 - ink[..., None] * (1 - colour))


def _another(text: str, rng: Random) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice("0123456789") + text[place + 1 :]


def _correct(
    ink: np.ndarray, before: str, after: str, box: tuple[float, float, float, float],
    who: Hand, rng: Random,
) -> None:  # fmt: skip
    """Something is crossed out, and what is meant stands behind it or was written over it."""
    left, top, right, bottom = box
    if rng.random() < 0.35:
        write(ink, before, box, who, rng, ink=0.7)
        write(ink, after, box, who, rng)
        return
    middle = left + (right - left) * 0.42
    write(ink, before, (left, top, middle, bottom), who, rng, ink=0.9)
    height = (top + bottom) / 2 + rng.uniform(-3, 3)
    stroke(ink, (left + 1, height + 3), (middle, height - 3), who.ink, 3)
    write(ink, after, (middle, top, right, bottom), who, rng)
