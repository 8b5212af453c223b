"""A kept list on its printed form, in ink: pixels of a page."""

import subprocess
from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from random import Random

import numpy as np
from django.utils import translation
from PIL import Image, ImageDraw

from scoring.core.listing import Head
from scoring.lists.printed.files.pdf import score_lists_pdf
from scoring.lists.printed.files.pdf_geometry import form_to_photograph
from scoring.lists.printed.reads.fill import paper_list
from scoring.photo.form import BAND, PAGE
from tools.photo_gate.hands import PENS, Hand, Pen, Points
from tools.photo_gate.keeper import Entry, KeptList

MM = 10  # pixels of the page a mm
FINE = 2  # ink is drawn so many times finer
SHAPE = 2970, 2100
TOURNAMENTS = ("Herbstpokal", "Stadtmeisterschaft", "Preisskat im Schützenhaus", "")


class Ink:
    """Strokes of one pen on the page, drawn finer than the page and then made smaller."""

    def __init__(self, rng: Random, pen: Pen) -> None:
        self.rng, self.pen, self.wide = rng, pen, rng.uniform(0.75, 1.25)
        self.image = Image.new("L", (SHAPE[1] * FINE, SHAPE[0] * FINE), 0)
        self.draw = ImageDraw.Draw(self.image)

    def stroke(self, points: Points) -> None:
        rng, scale = self.rng, MM * FINE
        width = self.pen.width * self.wide * rng.uniform(0.85, 1.15)
        press = rng.uniform(0.8, 1.0)
        spots = [(spot.real * scale, spot.imag * scale) for spot in points]
        for number, (start, end) in enumerate(pairwise(spots)):
            thin = 0.7 + 0.3 * min(1.0, 4 * min(number + 1, len(spots) - number) / len(spots))
            half = width * thin * scale / 2
            dark = int(255 * press * rng.uniform(0.88, 1.0))
            self.draw.line([start, end], fill=dark, width=max(1, round(half * 2)))
            self.draw.ellipse(
                [end[0] - half, end[1] - half, end[0] + half, end[1] + half], fill=dark
            )

    def laid_on(self, page: np.ndarray, noise: np.random.Generator) -> np.ndarray:
        covered = np.asarray(self.image.reduce(FINE), np.float32)[..., None] / 255
        if self.pen.dryness:
            grain = noise.random((SHAPE[0] // 2, SHAPE[1] // 2), np.float32)
            grain = np.repeat(np.repeat(grain, 2, 0), 2, 1)[..., None]
            covered = covered * (1 - self.pen.dryness * 1.6 * grain)
        return page * (1 - covered * (1 - np.array(self.pen.ink, np.float32)))


def blank_form(kept: KeptList, rng: Random) -> np.ndarray:
    """The form as the program prints it."""
    head = Head(club="SC Herz-Dame", tournament=rng.choice(TOURNAMENTS), day=date(2026, 3, 14))
    system = kept.system
    with translation.override("de"):
        paper = paper_list(
            [], kept.outline, system, system.scheme, head=head, series=1,
            table=rng.randrange(1, 30), number=kept.number,
        )  # fmt: skip
        pdf = score_lists_pdf([paper])
    printed = subprocess.run(
        ["pdftoppm", "-r", str(MM * 25.4), "-gray", "-"], input=pdf, capture_output=True,
        check=True,
    ).stdout  # fmt: skip
    _magic, size, _most, pixels = printed.split(b"\n", 3)
    width, height = map(int, size.split())
    grey = np.frombuffer(pixels, np.uint8).reshape(height, width)[: SHAPE[0], : SHAPE[1]]
    page = np.full(SHAPE, 255, np.uint8)
    page[: grey.shape[0], : grey.shape[1]] = grey
    toner = rng.uniform(0.0, 0.25)
    return np.repeat((toner + (1 - toner) * page.astype(np.float32) / 255)[..., None], 3, 2)


def fill_form(kept: KeptList, hand: Hand, rng: Random) -> tuple[np.ndarray, Pen]:
    form = form_to_photograph(kept.outline, kept.system, kept.system.scheme)
    noise = np.random.default_rng(rng.randrange(2**32))
    inks = [Ink(rng, rng.choice(PENS))]
    inks.append(Ink(rng, rng.choice(PENS)) if rng.random() < 0.3 else inks[0])
    change = rng.randrange(len(form.rows)) if rng.random() < 0.15 else 1000  # another pen from here
    for entry in kept.entries:
        edges = form.foot if entry.foot else form.rows
        top, bottom = edges[entry.row : entry.row + 2]
        column = form.columns.index(entry.column)
        right = form.edges[column + 1]
        if entry.foot and entry.row and entry.column.startswith("points"):
            right = form.edges[column + 3]
        cell = (form.edges[column], right, (top + bottom) / 2, bottom - top)
        ink = inks[entry.row > change or (entry.foot and change < 1000)]
        _write(entry, hand, ink, inks[1] if entry.wrong else ink, cell)
    for seat in range(1, kept.outline.seats + 1):
        left = form.edges[form.columns.index(f"points_{seat}")]
        for middle in (BAND + 8.5, PAGE[1] - BAND - 4):
            _lay(inks[0], hand.scribble(left + 2, left + 17, middle, 4))
    passed = sum(line.passed for line in kept.lines)
    plus = form.edges[form.columns.index("points_1")]
    middle = (form.foot[0] + form.foot[1]) / 2
    _lay(inks[0], hand.write(str(passed), plus - 9, plus - 1, middle, 4.5))
    if kept.strikes_rest:
        start = complex(form.edges[1], form.rows[-1] - 2)
        end = complex(form.edges[-1] - 2, form.rows[kept.played] + 2)
        inks[0].stroke(np.linspace(start, end, 60))
    page = blank_form(kept, rng)
    for ink in dict.fromkeys(inks):
        page = ink.laid_on(page, noise)
    return page, inks[0].pen


def _write(
    entry: Entry, hand: Hand, ink: Ink, other: Ink, cell: tuple[float, float, float, float]
) -> None:
    left, right, middle, row = cell
    if not entry.wrong:
        _lay(ink, hand.write(entry.text, left, right, middle, row))
    elif entry.over:
        _lay(ink, hand.write(entry.wrong, left, right, middle, row))
        for _twice in range(2):  # pressed down, so that it is what one reads
            state = hand.rng.getstate()
            _lay(other, hand.write(entry.text, left, right, middle, row * 1.12))
            hand.rng.setstate(state)
    else:
        half = (left + right) / 2
        _lay(ink, hand.write(entry.wrong, left, half, middle, row, 0.85))
        _lay(ink, hand.strike(left + 0.4, half - 0.3, middle, row))
        _lay(other, hand.write(entry.text, half, right, middle, row, 0.85))


def _lay(ink: Ink, strokes: Iterable[Points]) -> None:
    for stroke in strokes:
        ink.stroke(stroke)
