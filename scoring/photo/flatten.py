"""The form laid flat: a picture of the page, and every cell of it snapped to the ruling.

The marks say where the page is. Paper is not flat, and lenses distort: the rest, up to two
millimetres, is measured at the ruling itself, line by line in bands across it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from scoring.photo.form import PAGE, Box, PrintedForm
from scoring.photo.geometry import Array, apply
from scoring.photo.picture import Grey

SCALE = 7.0  # pixels a millimetre
REACH = 2.1  # mm by which a line may stand elsewhere: less than half a row
BANDS_ACROSS, BANDS_DOWN = 9, 14
# A line moves a pixel more than its neighbour only if it is this much darker there. Neighbours
# beyond FAR pixels hold it less.
STIFFNESS, FAR = 0.035, 30
LIGHT = 85  # the percentile of a tile that is paper, however much is written on it
TILE = 48  # pixels; holds more paper than writing, so that its light pixels are paper
MIN_PAPER = 20  # grey of paper; darker paper is deep shadow, and dividing by it would show noise


@dataclass(frozen=True, slots=True)
class FlatPage:
    """The flat page, and by how many pixels the ruling has moved, at every line and band."""

    image: Image.Image
    form: PrintedForm
    matrix: Array  # mm of the page to pixels of the picture
    down: Array  # of the lines of rows and foot, by band across
    across: Array  # of the edges, by band down the rows; in the foot as in the last rows
    ruling: float  # by how much the ruling found is darker than what is around it, of 1 for black

    def cell(self, column: int, row: int) -> Box:
        """A cell between its four lines, in pixels; rows after the last are those of the foot."""
        lines = _lines(self.form)
        upper = row if row < self.form.row_count else row + 1
        edges = self.form.edges
        middle = (edges[column] + edges[column + 1]) / 2
        height = (lines[upper] + lines[upper + 1]) / 2
        top, bottom = (
            (lines[line] * SCALE) + _interpolate(self.down[line], middle, edges)
            for line in (upper, upper + 1)
        )
        left, right = (
            (edges[edge] * SCALE) + _interpolate(self.across[edge], height, self.form.rows)
            for edge in (column, column + 1)
        )
        return Box(left, top, right, bottom)


def flatten(grey: Grey, matrix: Array, form: PrintedForm) -> FlatPage:
    image = flat_picture(grey, matrix)
    dark = darkness(np.asarray(image))
    lines, edges = np.array(_lines(form)) * SCALE, np.array(form.edges) * SCALE
    down, on_lines = _shifts(dark, lines, edges[0], edges[-1], BANDS_ACROSS)
    top, bottom = form.rows[0] * SCALE, form.rows[-1] * SCALE
    across, on_edges = _shifts(dark.T, edges, top, bottom, BANDS_DOWN)
    return FlatPage(image, form, matrix, down, across, min(on_lines, on_edges))


def flat_picture(grey: Grey, matrix: Array) -> Image.Image:
    """The page as it would be seen from above."""
    size = round(PAGE[0] * SCALE), round(PAGE[1] * SCALE)
    to_pixels = matrix @ np.diag([1 / SCALE, 1 / SCALE, 1])
    to_pixels = to_pixels / to_pixels[2, 2]
    return Image.fromarray(grey).transform(
        size,
        Image.Transform.PERSPECTIVE,
        [float(value) for value in to_pixels.ravel()[:8]],
        Image.Resampling.BILINEAR,
        fillcolor=255,
    )


def corners_of_row(page: FlatPage, row: int) -> Array:
    """The four corners of a row in the pixels of the picture."""
    first = page.cell(0, row)
    last = page.cell(len(page.form.columns) - 1, row)
    flat = [
        (first.left, first.top),
        (last.right, last.top),
        (last.right, last.bottom),
        (first.left, first.bottom),
    ]
    return apply(page.matrix, np.array(flat) / SCALE)


def is_cut_off(page: FlatPage, grey: Grey) -> bool:
    """Whether some of a row lies outside the picture."""
    height, width = grey.shape
    corners = np.concatenate([corners_of_row(page, row) for row in range(page.form.row_count)])
    return bool((corners < 0).any() or (corners > (width, height)).any())


def _lines(form: PrintedForm) -> tuple[float, ...]:
    """The lines of the rows, then those of the foot; the one that both share occurs twice."""
    return (*form.rows, *form.foot)


def darkness(grey: Grey) -> Array:
    """How dark each pixel is beside the paper around it, from 0 to 1."""
    height, width = grey.shape
    blocks = grey[: height // TILE * TILE, : width // TILE * TILE]
    blocks = blocks.reshape(height // TILE, TILE, width // TILE, TILE)
    paper = np.percentile(blocks, LIGHT, axis=(1, 3)).astype(np.uint8)
    smooth = Image.fromarray(paper).resize((width, height), Image.Resampling.BILINEAR)
    dark: Array = np.divide(grey, np.maximum(np.asarray(smooth), MIN_PAPER), dtype=np.float32)
    np.subtract(1, dark, out=dark)
    np.clip(dark, 0, 1, out=dark)
    return dark


def _shifts(
    dark: Array, lines: Array, start: float, stop: float, bands: int
) -> tuple[Array, float]:
    """By how much horizontal lines have moved, by line and band; and how dark they are there."""
    bounds = np.linspace(start, stop, bands + 1).round().astype(int)
    reach = round(REACH * SCALE)
    offsets = np.arange(-reach, reach + 1)
    moved, level = np.zeros((len(lines), bands)), np.zeros((len(lines), bands))
    for band, outside in _bands_inward(bands):
        profile = dark[:, bounds[band] : bounds[band + 1]].mean(axis=1)
        near = np.rint(lines if outside is None else lines + moved[:, outside])
        places = np.clip(near[:, None].astype(int) + offsets, 0, len(profile) - 1)
        gain = profile[places] - np.median(profile[places], axis=1, keepdims=True)
        path = _best_path(gain, lines)
        moved[:, band] = offsets[path] + _subpixel_shift(gain, path) + near - lines
        level[:, band] = gain[np.arange(len(lines)), path]
    # Each shift half-way to the median of its band and the neighbours: writing moves no line.
    padded = np.pad(moved, ((0, 0), (1, 1)), mode="edge")
    near_by = np.stack([padded[:, :-2], padded[:, 1:-1], padded[:, 2:]])
    return (np.median(near_by, axis=0) + moved) / 2, float(np.median(level))


def _bands_inward(bands: int) -> Iterator[tuple[int, int | None]]:
    """The bands from both sides, where the marks are, to the middle, each with the one outside."""
    for band in range((bands + 1) // 2):
        yield band, band - 1 if band else None
    for band in range(bands - 1, (bands - 1) // 2, -1):
        yield band, band + 1 if band < bands - 1 else None


def _best_path(gain: Array, lines: Array) -> Array:
    """For every line the place of its offset: dark, and moved like its neighbours."""
    places = np.arange(gain.shape[1])
    apart = np.abs(places[:, None] - places)
    best, back = gain[0], []
    for line in range(1, len(gain)):
        gap = lines[line] - lines[line - 1]
        # The line that rows and foot share occurs twice, and cannot move away from itself.
        stiffness = STIFFNESS * min(1.0, FAR / max(1.0, gap)) if gap > 0 else 10.0
        worth = best[:, None] - stiffness * apart
        previous = worth.argmax(axis=0)
        back.append(previous)
        best = worth[previous, places] + gain[line]
    path = [int(best.argmax())]
    for previous in reversed(back):
        path.append(int(previous[path[-1]]))
    return np.array(path[::-1])


def _subpixel_shift(gain: Array, path: Array) -> Array:
    """The part of a pixel by which a line stands beside its darkest one."""
    rows = np.arange(len(path))
    inner = np.clip(path, 1, gain.shape[1] - 2)
    before, here, after = gain[rows, inner - 1], gain[rows, inner], gain[rows, inner + 1]
    bend = before - 2 * here + after
    shift: Array = np.where(bend < -1e-6, 0.5 * (before - after) / np.minimum(bend, -1e-6), 0.0)
    return np.clip(shift, -0.5, 0.5)


def _interpolate(values: Array, place: float, lines: Sequence[float]) -> float:
    """The value at a place; the bands of `values` divide what lies between these lines."""
    centres = (np.arange(len(values)) + 0.5) / len(values)
    return float(np.interp((place - lines[0]) / (lines[-1] - lines[0]), centres, values))
