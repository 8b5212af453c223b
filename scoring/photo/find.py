"""Finding the marks of a form in a picture, in any position of the paper."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from scoring.photo.form import (
    CORNERS,
    MODULES,
    SIZE,
    SQUARE,
    Label,
    PrintedForm,
    decode_label,
    is_black,
    squares,
)
from scoring.photo.geometry import Array, apply, homography
from scoring.photo.picture import Grey

SEARCHED_SIDE = 1_500  # pixels: the longer side of the picture in which marks are searched
MIN_MARK_SIDE, MAX_MARK_SIDE = 12, 220  # pixels of a mark there
SAME_PLACE = 4  # pixels there: corners that differ by no more are those of one mark
DARK = 0.7  # of its surroundings
MIN_CONTRAST = 25  # grey values between the black and the white of a mark
MIN_MARKS = 3  # without one of the four the page is still known

_PATTERNS = [
    np.array([[is_black(mark, column, row) for column in range(MODULES)] for row in range(MODULES)])
    for mark in range(len(CORNERS))
]

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Runs:
    """Dark pixels as runs across, sorted by the connected shape (a number) that they belong to.

    `firsts` are the places of the first run of each shape.
    """

    row: Integers
    start: Integers
    stop: Integers
    shape: Integers
    firsts: Integers

    def boxes(self) -> tuple[Integers, Integers, Integers, Integers]:
        """First row, row behind the last, first column and column behind the last of each shape."""
        return (
            np.minimum.reduceat(self.row, self.firsts),
            np.maximum.reduceat(self.row, self.firsts) + 1,
            np.minimum.reduceat(self.start, self.firsts),
            np.maximum.reduceat(self.stop, self.firsts),
        )

    def of_shape(self, index: int) -> slice:
        """The places of the runs of one shape, by its index in `firsts`."""
        ends = np.append(self.firsts[1:], len(self.row))
        return slice(self.firsts[index], ends[index])


@dataclass(frozen=True, slots=True)
class FormInPicture:
    """A form found in a picture, before it is known which list it is.

    `page` carries mm of the page to pixels. A form without marks has no `label`; its `form` was
    measured on the picture.
    """

    grey: Grey
    page: Array
    label: Label | None
    form: PrintedForm | None = None


def find_marks(grey: Grey) -> dict[int, Array]:
    """The marks found in one place only, by number, each with its corners in print order."""
    small, scale = small_picture(grey)
    places_of: dict[int, list[Array]] = {}
    around = ImageFilter.BoxBlur(max(small.shape) // 20)
    dark = small < DARK * np.asarray(Image.fromarray(small).filter(around)) - 2
    for quads in _quads(runs_of(dark)):
        readings = [reading for quad in quads for reading in _read_mark(small, quad)]
        if readings:
            _contrast, mark, corners = max(readings, key=itemgetter(0))
            places = places_of.setdefault(mark, [])
            if all(np.abs(other - corners).max() > SAME_PLACE for other in places):
                places.append(corners)
    return {
        mark: (places[0] + 0.5) / scale - 0.5
        for mark, places in places_of.items()
        if len(places) == 1
    }


def small_picture(grey: Grey) -> tuple[Grey, float]:
    """The picture in the size in which forms are searched, without noise, and its scale."""
    scale = min(1.0, SEARCHED_SIDE / max(grey.shape))
    picture = Image.fromarray(grey)
    if scale < 1:
        size = round(grey.shape[1] * scale), round(grey.shape[0] * scale)
        picture = picture.resize(size, Image.Resampling.BOX)
    return np.asarray(picture.filter(ImageFilter.BoxBlur(1))), scale  # noise would join shapes


def page_in_picture(marks: Mapping[int, Array]) -> Array:
    """The matrix that carries mm of the page to pixels. Raises ValueError for too few marks."""
    if len(marks) < MIN_MARKS:
        raise ValueError("too few marks")
    square = SIZE * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    printed = np.concatenate([square + CORNERS[mark] for mark in sorted(marks)])
    return homography(printed, np.concatenate([marks[mark] for mark in sorted(marks)]))


def read_label(grey: Grey, page: Array) -> Label | None:
    """What the squares say beside the marks, or None where they cannot be read for sure."""
    bits = []
    places = list(squares())
    for corner, (left, top) in enumerate(CORNERS):
        black = apply(page, [(left + 1, top + y) for y in np.linspace(1, SIZE - 1, 6)])
        level = float(np.median(values_at(grey, black)))
        beside = left - 1 if left != CORNERS[0][0] else left + SIZE + 1
        white = apply(page, [(beside, top + y) for y in np.linspace(1, SIZE - 1, 6)])
        limit = (level + float(np.median(values_at(grey, white)))) / 2
        share = len(places) // len(CORNERS)
        for square in places[corner * share : (corner + 1) * share]:
            around = [
                (square.left + SQUARE * across, square.top + SQUARE * down)
                for across in (0.3, 0.5, 0.7)
                for down in (0.3, 0.5, 0.7)
            ]
            bits.append(bool(values_at(grey, apply(page, around)).mean() < limit))
    return decode_label(bits)


def values_at(grey: Grey, points: Array) -> Array:
    """The values of the pixels next to these points; outside the picture it is black."""
    columns, rows = np.rint(points).astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < grey.shape[1]) & (rows < grey.shape[0])
    values = np.zeros(len(points))
    values[inside] = grey[rows[inside], columns[inside]]
    return values


def runs_of(dark: NDArray[np.bool_]) -> Runs:
    """The runs of dark pixels; runs that touch, also at a corner, have the same shape."""
    height, width = dark.shape
    padded = np.zeros((height, width + 2), np.int8)
    padded[:, 1:-1] = dark
    steps = np.diff(padded, axis=1)
    row, start = np.nonzero(steps == 1)
    stop = np.nonzero(steps == -1)[1]
    line = width + 2
    first, last = row * line + start, row * line + stop
    # The runs of the next row that a run touches are those from place `below` to before `beyond`.
    below = np.searchsorted(last, first + line, side="left")
    beyond = np.searchsorted(first, last + line, side="right")
    counts = np.maximum(beyond - below, 0)
    upper = np.repeat(np.arange(len(row)), counts)
    offsets = np.arange(counts.sum()) - np.repeat(counts.cumsum() - counts, counts)
    lower = np.repeat(below, counts) + offsets
    shape = _join(len(row), upper, lower)
    order = np.argsort(shape, kind="stable")
    firsts = np.flatnonzero(np.diff(shape[order], prepend=-1))
    return Runs(row[order], start[order], stop[order], shape[order], firsts)


def _join(count: int, one: Integers, other: Integers) -> Integers:
    """The least number among all that are joined by pairs, for each of `count` numbers."""
    least = np.arange(count)
    while True:
        before = least.copy()
        smaller = np.minimum(least[one], least[other])
        np.minimum.at(least, least[one], smaller)
        np.minimum.at(least, least[other], smaller)
        least = least[least]
        if (before == least).all():
            return least


def _quads(runs: Runs) -> Iterator[Iterator[Array]]:
    """Four corners of every shape that has the size of a mark, in several ways."""
    if not len(runs.row):
        return
    top, bottom, left, right = runs.boxes()
    areas = np.add.reduceat(runs.stop - runs.start, runs.firsts)
    height, width = bottom - top, right - left
    shorter, longer = np.minimum(height, width), np.maximum(height, width)
    fits = (shorter >= MIN_MARK_SIDE) & (longer <= MAX_MARK_SIDE)
    # In perspective a mark is no square, and its box has empty corners.
    fits &= (longer < 2.2 * shorter) & (areas > 0.22 * height * width)
    for index in np.flatnonzero(fits):
        part = runs.of_shape(int(index))
        yield _extremes(runs.row[part], runs.start[part], runs.stop[part])


def _extremes(row: Integers, start: Integers, stop: Integers) -> Iterator[Array]:
    """The outermost points of a shape, clockwise from the upper left, in three directions."""
    x = np.concatenate([start, stop, start, stop]) - 0.5
    y = np.concatenate([row, row, row + 1, row + 1]) - 0.5
    for along, across in ((x + y, x - y), (x + 0.4 * y, y - 0.4 * x), (x - 0.4 * y, y + 0.4 * x)):
        picks = (along.argmin(), across.argmax(), along.argmax(), across.argmin())
        corners = np.array([(x[pick], y[pick]) for pick in picks])
        middle = corners.mean(0)
        angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
        yield corners[np.argsort(angles)]


def _read_mark(grey: Grey, quad: Array) -> Iterator[tuple[float, int, Array]]:
    """The contrast of a mark with these corners, its number, and the corners in print order."""
    try:
        matrix = homography([(0, 0), (MODULES, 0), (MODULES, MODULES), (0, MODULES)], quad)
    except ValueError:
        return
    centres = [(x + 0.5, y + 0.5) for y in range(MODULES) for x in range(MODULES)]
    values = values_at(grey, apply(matrix, centres)).reshape(MODULES, MODULES)
    low, high = values.min(), values.max()
    if high - low < MIN_CONTRAST:
        return
    black = values < (low + high) / 2
    for turn in range(4):
        for mark, pattern in enumerate(_PATTERNS):
            differing = np.rot90(black, turn) != pattern
            if differing.sum() <= 1:
                turned = np.rot90(values, turn)
                contrast = float(turned[~pattern].mean() - turned[pattern].mean())
                yield contrast, mark, np.roll(quad, -turn, axis=0)
