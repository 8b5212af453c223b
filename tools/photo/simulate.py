"""Photographed lists with what really stands on them, the same for every seed.

    python -m tools.photo.simulate FORMS GLYPHS OUT [--lists 5] [--seed 1] [--style pub]

writes pictures and their truth. The style "desk" is that of the training. "pub" is another one,
with the last fifth of the signs: hands that write larger or smaller and over the lines, pens that
fail, a flash, stains, holes of a folder, a finger in the picture.
"""

import json
import sys
from argparse import ArgumentParser
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np

from scoring.entry.line import canonical
from scoring.photo.form import PASSED
from tools.photo.camera import Conditions, photograph, some
from tools.photo.hands import (
    HELD_OUT,
    TRAINING,
    VALIDATION,
    Bank,
    Hand,
    hand,
    read_digits,
    read_glyphs,
)
from tools.photo.lists import USUAL, Habits, PlayedList, play
from tools.photo.pages import PIXELS, Blank, read_blank, written

STYLES = {"desk": TRAINING, "club": VALIDATION, "pub": HELD_OUT}


@dataclass(frozen=True)
class Photographed:
    """One simulated photo."""

    picture: bytes
    played: PlayedList
    blank: Blank
    conditions: Conditions


@dataclass(frozen=True)
class Style:
    """Where hands come from, and whether they and the light are others than in the training."""

    banks: list[Bank]
    is_other: bool


def read_style(name: str, glyphs: Path, digits: Path | None = None) -> Style:
    part = STYLES[name]
    scanned = read_glyphs(glyphs, part)
    banks = [scanned, scanned]
    if digits is not None:
        banks.append(read_digits(digits, part))
    return Style(banks, name != "desk")


def photographed(
    style: Style, blanks: list[Blank], seed: int, habits: Habits = USUAL
) -> Photographed:
    """One list, played, written and photographed."""
    rng = Random(seed)
    blank = rng.choice(blanks)
    form = blank.form
    played = play(rng, form.seats, form.row_count // form.seats, habits=habits)
    who, how = hand(style.banks, rng), some(rng)
    cells = {place: who.tick if text == "x" else text for place, text in played.cells.items()}
    if not form.is_marked:  # no column for games passed in: a stroke
        cells = {(row, "base") if key == PASSED else (row, key): "-" if key == PASSED else text
                 for (row, key), text in cells.items()}  # fmt: skip
    if style.is_other:
        who = _other_hand(who, rng)
    page = written(blank, cells, who, rng)
    if style.is_other:
        page = _used(page, rng)
        how = replace(how, long_side=rng.choice((1600, 2000, 3000)))
    return Photographed(photograph(page, rng, how), played, blank, how)


def _other_hand(who: Hand, rng: Random) -> Hand:
    return replace(
        who,
        size=rng.uniform(0.62, 1.1),
        width=rng.uniform(0.65, 1.3),
        slant=rng.uniform(-0.3, 0.45),
        gap=rng.uniform(-0.08, 0.25),
        thick=rng.uniform(0.65, 2.2),
        wobble=rng.uniform(0.02, 0.16),
        ink=rng.uniform(0.5, 1.0),
    )


def _used(page: np.ndarray, rng: Random) -> np.ndarray:
    """The paper of an evening: a flash, rings of glasses, holes, a thumb at the edge."""
    high, wide = page.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)

    def far(left: float, top: float) -> np.ndarray:
        return np.hypot(x - left, y - top) / PIXELS

    used = page.copy()
    if rng.random() < 0.4:
        spot = np.exp(-((far(rng.uniform(0, wide), rng.uniform(0, high)) / 70) ** 2))
        used *= (0.75 + 0.5 * spot)[..., None]
    for _glass in range(rng.choice((0, 0, 1, 2))):
        ring = np.abs(far(rng.uniform(0, wide), rng.uniform(0, high)) - rng.uniform(30, 40))
        used *= (1 - rng.uniform(0.1, 0.35) * np.exp(-(ring**2) / 2))[..., None]
    if rng.random() < 0.5:
        for middle in (-40, 40):
            hole = far(12 * PIXELS, high / 2 + middle * PIXELS) < 3
            used[hole] = 0.2
    if rng.random() < 0.3:
        thumb = far(rng.choice((0, wide)), rng.uniform(0.3, 0.7) * high) < rng.uniform(6, 14)
        used[thumb] = (0.75, 0.55, 0.45)
    return used


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="tools.photo.simulate")
    for name in ("forms", "glyphs", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--lists", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--style", choices=STYLES, default="pub")
    chosen = parser.parse_args(arguments)
    style = read_style(chosen.style, chosen.glyphs)
    blanks = [read_blank(each.with_suffix("")) for each in sorted(chosen.forms.glob("*.json"))]
    chosen.out.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.seed, chosen.seed + chosen.lists):
        one = photographed(style, blanks, seed)
        (chosen.out / f"{seed}.jpg").write_bytes(one.picture)
        lines = [canonical(line, language="de") for line in one.played.lines]
        form = one.blank.form
        truth = {"lines": lines, "slips": sorted(one.played.slips), "rows": form.row_count,
                 "seats": form.seats, "number": one.blank.number}  # fmt: skip
        (chosen.out / f"{seed}.json").write_text(json.dumps(truth, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
