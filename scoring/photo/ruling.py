"""A form without marks, found by its ruling: the list of the Skat association and those like it.

The order of its columns is known, and which are equally wide: base value, eight narrow ones (with,
without, six ticks), two for the score, and for every player one for the points and two narrow ones
for games won and lost; below some heads follow rows of one height. How wide and high they are is
measured on the picture. There is no column for games passed in.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from scoring.photo.find import FormInPicture, runs_of, small_picture
from scoring.photo.flatten import SCALE, darkness, flat_picture
from scoring.photo.form import EDGE, LEFT, PAGE, RIGHT, PrintedForm
from scoring.photo.geometry import Array, homography
from scoring.photo.picture import Grey
from scoring.photo.writings import TICKS

MARKS = ("base", "with", "without", *TICKS)
SCORES = ("plus", "minus")
NARROW = 8  # equal columns after the base value
OF_SEAT = ("points", "won", "lost")
SEATS = (4, 3)
BESIDE = 4  # pixels beside a line, where the paper is lighter
FAINT = 0.05  # by how much of the paper
MIN_SHARE = 0.25  # of the picture, that the frame takes
FITTING_ROUNDS = 12  # of a straight line, each with less weight on what is beside it
BANDS = 9  # in which lines are followed across the page
SHIFT = 12  # pixels of the flat page by which a line may stand elsewhere in the next band
NEAR = 4  # and beside its place in the pattern
PRESENT = 0.3  # of the level of the lines: with less there is none
MAX_MISSING = 2  # lines of a pattern
CLEAR = 0.4  # how surely a line of it is one, in the mean: noise has 0.2, ruling 0.7
MAX_NARROW = 12  # patterns of narrow columns that are tried, the surest first
PITCHES = range(round(3.2 * SCALE), round(9 * SCALE) + 1)  # pixels from row to row
ALIKE = 0.75  # of the likeness of the best pitch: the least such pitch is that of the rows
MIN_LEVEL = 0.03  # of black, that lines have
MIN_ROWS = 20


@dataclass(frozen=True, slots=True)
class _Lines:
    """How dark the flat page is at each place across lines, and where it is darkest."""

    reach: Array  # the darkest place near by, of 1 for the level of the lines
    peaks: NDArray[np.int64]

    def at(self, places: Array) -> Array:
        """How surely there are lines: 1, and less than 0 where there is none."""
        within = np.clip(np.rint(places).astype(int), 0, len(self.reach) - 1)
        surely: Array = np.clip(self.reach[within], 0, 1) - PRESENT
        return surely


def find_ruled(grey: Grey) -> FormInPicture | None:
    """The form in a picture without marks, with the geometry that was measured on it; or None."""
    corners = _frame(grey)
    if corners is None:
        return None
    best: tuple[float, FormInPicture] | None = None
    upright = np.ptp(corners[:, 1]) >= np.ptp(corners[:, 0])
    for turn in (0, 2) if upright else (1, 3):
        try:
            matrix = _page_of(np.roll(corners, -turn, axis=0))
        except ValueError:  # sides that meet in no frame
            continue
        measured = _measure(grey, matrix)
        if measured is not None and (best is None or measured[0] > best[0]):
            best = measured[0], FormInPicture(grey, matrix, None, measured[1])
    return None if best is None else best[1]


def first_rows(form: PrintedForm, count: int) -> PrintedForm:
    """The form with as many rows as the list has: below them stand others, or the foot."""
    return replace(form, rows=form.rows[: count + 1])


def _frame(grey: Grey) -> Array | None:
    """The corners of the largest ruled frame, clockwise from the upper left, in pixels."""
    small, scale = small_picture(grey)
    shape = _largest_shape(_is_ruled(small.astype(np.float32)))
    if shape is None:
        return None
    height, width = shape.shape
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    if np.ptp(rows) * np.ptp(columns) < MIN_SHARE * height * width:
        return None
    left, right = _side(rows, shape.argmax(1)), _side(rows, width - 1 - shape[:, ::-1].argmax(1))
    top = _side(columns, shape.argmax(0))
    bottom = _side(columns, height - 1 - shape[::-1].argmax(0))
    corners = [_crossing(side, other) for side, other in
               ((left, top), (right, top), (right, bottom), (left, bottom))]  # fmt: skip
    return (np.array(corners) + 0.5) / scale - 0.5


def _is_ruled(grey: Array) -> NDArray[np.bool_]:
    """Where the paper is lighter on both sides, across or down."""
    ruled = np.zeros(grey.shape, bool)
    for axis in (0, 1):
        beside = np.minimum(np.roll(grey, BESIDE, axis), np.roll(grey, -BESIDE, axis))
        ruled |= beside - grey > FAINT * beside + 2
    return np.asarray(Image.fromarray(ruled).convert("L").filter(ImageFilter.MaxFilter(3))) > 0


def _largest_shape(ruled: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """The connected lines that reach farthest."""
    runs = runs_of(ruled)
    if not len(runs.row):
        return None
    top, bottom, left, right = runs.boxes()
    largest = runs.of_shape(int(((bottom - top) * (right - left)).argmax()))
    steps = np.zeros((ruled.shape[0], ruled.shape[1] + 1), np.int8)
    np.add.at(steps, (runs.row[largest], runs.start[largest]), 1)
    np.add.at(steps, (runs.row[largest], runs.stop[largest]), -1)
    return steps.cumsum(axis=1)[:, :-1] > 0


def _side(places: NDArray[np.int64], outermost: NDArray[np.int64]) -> tuple[float, float]:
    """The straight line along a side, which ink that stands out does not move: slope and start."""
    inner = places[len(places) // 20 : -(len(places) // 20) or None].astype(float)
    values = outermost[inner.astype(int)].astype(float)
    weights = np.ones(len(inner))
    for _round in range(FITTING_ROUNDS):
        slope, start = np.polyfit(inner, values, 1, w=np.sqrt(weights))
        weights = 1 / np.maximum(1, np.abs(values - slope * inner - start)) ** 1.5
    return float(slope), float(start)


def _crossing(upright: tuple[float, float], level: tuple[float, float]) -> tuple[float, float]:
    """Where x = a·y + b meets y = c·x + d."""
    (a, b), (c, d) = upright, level
    x = (a * d + b) / (1 - a * c)
    return x, c * x + d


def _page_of(corners: Array) -> Array:
    """The matrix that carries mm of a page to pixels, on which the frame lies like that of ours."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width = RIGHT - LEFT
    height = width * (sides[1] + sides[3]) / (sides[0] + sides[2])
    room = PAGE[1] - 2 * EDGE
    width, height = width * min(1.0, room / height), min(room, height)
    left, top = (PAGE[0] - width) / 2, (PAGE[1] - height) / 2
    right, bottom = left + width, top + height
    return homography([(left, top), (right, top), (right, bottom), (left, bottom)], corners)


def _measure(grey: Grey, matrix: Array) -> tuple[float, PrintedForm] | None:
    """Columns and rows of the flat page, and how well its lines are those of the pattern."""
    dark = darkness(np.asarray(flat_picture(grey, matrix)))
    rows = _rows(_lines_of(dark))
    if len(rows) <= MIN_ROWS:
        return None
    upright = _lines_of(dark[round(rows[0]) : round(rows[-1])].T)
    fits = [(fit[0], seats, fit[1]) for seats in SEATS if (fit := _edges(upright, seats))]
    if not fits:
        return None
    worth, seats, edges = max(fits, key=lambda fit: fit[0])
    columns = [f"{key}_{seat}" for seat in range(1, seats + 1) for key in OF_SEAT]
    return worth, PrintedForm(
        columns=(*MARKS, *SCORES, *columns),
        edges=tuple((edges / SCALE).tolist()),
        rows=tuple((rows / SCALE).tolist()),
        foot=(),
        seats=seats,
    )


def _lines_of(dark: Array) -> _Lines:
    """The horizontal lines of the flat page: bands across it, laid on one another."""
    bounds = np.linspace(0, dark.shape[1], BANDS + 1).round().astype(int)
    profiles = [_ridges(dark[:, left:right].mean(axis=1)) for left, right in pairwise(bounds)]
    middle = BANDS // 2
    total = profiles[middle].copy()
    for part in (profiles[middle + 1 :], profiles[middle - 1 :: -1]):
        shift, last = 0, profiles[middle]
        for profile in part:
            shifts = range(shift - SHIFT, shift + SHIFT + 1)
            shift = max(shifts, key=lambda by: float(np.roll(profile, by) @ last))
            last = np.roll(profile, shift)
            total += last
    reach = np.max([np.roll(total, by) for by in range(-NEAR, NEAR + 1)], axis=0)
    peaks = np.flatnonzero((total == reach) & (total > 0))
    level = float(np.sort(total[peaks])[-30:].mean()) if len(peaks) else 0.0
    level = max(level, MIN_LEVEL * BANDS)
    return _Lines(reach / level, peaks[total[peaks] > PRESENT * level])


def _ridges(profile: Array) -> Array:
    """What is darker than both sides of it."""
    beside = np.maximum(np.roll(profile, BESIDE), np.roll(profile, -BESIDE))
    return np.clip(profile - beside, 0, None)


def _rows(lines: _Lines) -> Array:
    """The lines of the longest run of rows of one height."""
    clear = np.clip(lines.reach, 0, 1)
    alike = np.array([clear[:-lag] @ clear[lag:] / (len(clear) - lag) for lag in PITCHES])
    # A multiple of the pitch is as much alike: the first peak counts.
    pitch = PITCHES[int((alike > ALIKE * alike.max()).argmax())]
    pitch += int(alike[pitch - PITCHES[0] :][:NEAR].argmax())
    best = np.zeros(0)
    for peak in lines.peaks:
        if len(best) and best[0] <= peak <= best[-1]:
            continue
        run = _run_from(int(peak), pitch, lines)
        best = run if len(run) > len(best) else best
    return best


def _run_from(start: int, pitch: float, lines: _Lines) -> Array:
    """Lines that follow one another from here; one may be missing, but not at the ends."""
    run, missing = [float(start)], 0
    while missing < 2:
        ahead = run[-1] + pitch
        near = lines.peaks[np.abs(lines.peaks - ahead) <= NEAR + 2]
        missing = 0 if len(near) else missing + 1
        run.append(float(near[np.abs(near - ahead).argmin()]) if len(near) else ahead)
        if len(run) > 8 and not missing:  # the paper may stretch
            pitch = 0.8 * pitch + 0.2 * (run[-1] - run[-9]) / 8
    return np.array(run[:-missing])


def _edges(lines: _Lines, seats: int) -> tuple[float, Array] | None:
    """How surely the columns stand where they fit best; their left edges and the last right one."""
    peaks = lines.peaks.astype(float)
    best: tuple[float, Array] | None = None
    for worth, marks in sorted(_narrow(lines), key=lambda fit: -fit[0])[:MAX_NARROW]:
        for more, scores in _scores(lines, marks[-1], marks[1] - marks[0]):
            for rest, places in _seats(lines, scores[-1], marks[1] - marks[0], seats):
                base = peaks[(peaks < marks[0] - 0.8 * (marks[1] - marks[0]))]
                if not len(base) or (best and worth + more + rest <= best[0]):
                    continue
                best = worth + more + rest, np.concatenate([base[-1:], marks, scores, places])
    if best is None or (lines.at(best[1]) < 0).sum() > MAX_MISSING:
        return None
    if best[0] < CLEAR * len(best[1]):
        return None
    return best


def _fits(lines: _Lines, places: Array) -> Array:
    """How surely there are lines at these places, and none between them."""
    amid = (places[..., 1:] + places[..., :-1]) / 2
    worth: Array = lines.at(places).sum(-1) - np.clip(lines.at(amid), 0, None).sum(-1)
    return worth


def _narrow(lines: _Lines) -> list[tuple[float, Array]]:
    """Nine lines at equal distances."""
    first, last = (part.ravel() for part in np.meshgrid(lines.peaks, lines.peaks))
    wide = (last - first) / NARROW
    fits = (wide > 3 * SCALE) & (wide < 9 * SCALE)
    places = first[fits, None] + wide[fits, None] * np.arange(NARROW + 1)
    return list(zip(_fits(lines, places).tolist(), places, strict=True))


def _scores(lines: _Lines, start: float, narrow: float) -> list[tuple[float, Array]]:
    """Two equally wide columns after the ticks."""
    wide = (lines.peaks - start) / 2
    wide = wide[(wide > 0.9 * narrow) & (wide < 3.2 * narrow)]
    places = start + wide[:, None] * np.arange(3)
    best = np.argsort(-_fits(lines, places))[:3]
    return [(float(_fits(lines, places[place])), places[place, 1:]) for place in best]


def _seats(lines: _Lines, start: float, narrow: float, seats: int) -> list[tuple[float, Array]]:
    """The columns of the players: one wide, two narrow, and so on."""
    points, end = (part.ravel() for part in np.meshgrid(lines.peaks, lines.peaks))
    wide, seat = points - start, (end - start) / seats
    count = (seat - wide) / 2
    fits = (wide > 1.4 * count) & (count > 0.6 * narrow) & (wide > 1.4 * narrow) & (wide > 0)
    if not fits.any():
        return []
    inner = np.stack([0 * wide, wide, wide + count], axis=1)[fits]
    starts = start + seat[fits, None, None] * np.arange(seats)[:, None]
    places = np.concatenate([(starts + inner[:, None]).reshape(len(inner), -1), end[fits, None]], 1)
    worth = _fits(lines, places)
    best = int(worth.argmax())
    return [(float(worth[best]), places[best, 1:])]
