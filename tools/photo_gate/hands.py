"""Figures as hands draw them: skeletons of strokes, bent by the habits of a hand.

In a skeleton x and y count to 100 from the upper left; "|" is a sharp corner, ";" lifts the pen.
"""

from dataclasses import dataclass
from random import Random

import numpy as np

Points = np.ndarray  # complex: x + iy

FIGURES = {
    "0": (
        "58,0 15,18 2,55 22,95 62,99 97,65 88,20 55,1 40,6",
        "80,12 40,0 5,40 15,90 60,100 95,55 75,8 55,10",
        "50,2 5,30 5,75 50,100 95,70 92,25 48,0",
    ),
    "1": (
        "5,48 35,28 62,0 | 60,100",
        "0,70 30,40 70,0 | 66,50 62,100",
        "20,30 58,0 | 55,100",
        "55,0 52,50 50,100",
    ),
    "2": (
        "8,25 35,2 75,6 85,30 60,62 3,98 | 50,93 98,97",
        "10,28 30,0 75,4 82,35 40,80 12,98 5,84 28,80 60,98 98,88",
        "5,12 50,0 88,15 70,50 5,100 | 95,99",
    ),
    "3": (
        "10,12 48,0 85,18 75,40 38,50 | 78,56 94,78 58,100 5,90",
        "10,2 | 85,2 | 40,42 | 82,56 90,85 50,100 5,92",
        "12,10 55,0 85,22 55,46 45,49 60,50 95,70 70,98 25,100 3,84",
    ),
    "4": (
        "32,0 18,35 4,62 | 95,62 ; 72,32 68,100",
        "60,0 | 2,66 | 98,64 ; 66,5 64,100",
        "25,2 8,55 | 85,55 ; 85,4 75,50 68,100",
        "72,2 | 5,60 | 92,58 ; 74,2 70,100",
    ),
    "5": (
        "28,4 | 18,45 | 50,36 90,55 86,88 45,100 3,90 ; 26,4 92,1",
        "92,2 | 28,4 | 15,46 | 55,38 92,62 75,96 35,100 2,88",
        "90,0 30,6 18,42 60,42 88,72 55,100 0,92",
    ),
    "6": (
        "76,2 36,25 8,65 25,97 68,97 92,74 62,52 22,62 10,76",
        "55,0 25,35 8,75 35,100 80,90 85,62 50,54 14,76",
        "88,8 50,3 12,40 5,80 40,100 85,85 75,58 35,56 10,72",
    ),
    "7": (
        "4,6 | 95,3 | 55,52 30,100 ; 22,52 82,48",
        "6,18 | 10,4 | 92,4 | 60,45 45,100 ; 30,55 85,47",
        "2,5 50,10 96,2 | 50,55 32,100",
        "4,8 40,2 94,4 70,40 40,100 ; 28,50 84,50",
    ),
    "8": (
        "86,15 50,0 15,18 35,42 76,62 90,85 50,100 10,85 26,60 66,40 88,14",
        "50,46 15,28 48,0 82,22 50,46 10,76 50,100 90,74 52,46",
        "80,8 30,2 18,28 60,50 88,78 50,100 8,80 40,52 84,24 78,6",
    ),
    "9": (
        "86,20 50,0 12,20 20,46 60,50 86,20 | 84,62 72,100",
        "82,12 40,0 10,28 35,52 75,38 86,8 | 82,70 52,100 12,92",
        "78,24 45,2 10,28 40,50 78,30 86,5 80,55 62,100",
    ),
    "-": ("0,55 100,48", "5,50 60,48 98,52"),
    "x": ("5,5 95,95 ; 92,4 4,98", "10,10 88,92 ; 90,12 8,84"),
    "/": ("75,0 25,100", "60,0 55,50 42,100"),
    "v": ("0,55 30,98 | 100,0", "8,45 25,90 | 90,5"),
    "E": ("85,4 | 12,4 | 10,98 | 90,96 ; 12,50 70,48", "88,10 40,0 15,25 55,46 10,72 40,100 92,90"),
}
FIGURES["|"] = ("50,0 48,100", "54,0 50,100")


@dataclass(frozen=True)
class Pen:
    """Width in mm; `ink` is what it leaves of red, green, blue; a dry pen leaves out specks."""

    name: str
    width: float
    ink: tuple[float, float, float]
    dryness: float


PENS = (
    *[Pen("blue", 0.42, (0.12, 0.18, 0.55), 0.1)] * 6,
    *[Pen("black", 0.42, (0.12, 0.12, 0.14), 0.1)] * 4,
    *[Pen("felt", 0.6, (0.1, 0.1, 0.15), 0.0)] * 2,
    *[Pen("red", 0.45, (0.75, 0.12, 0.15), 0.1)] * 2,
    *[Pen("pencil", 0.45, (0.36, 0.36, 0.38), 0.3)] * 2,
    Pen("green", 0.42, (0.08, 0.42, 0.25), 0.1),
)


class Hand:
    """How somebody writes: the form of his figures, their size, slant and steadiness.

    Places are in mm on the page, heights in those of a row.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.size = rng.uniform(0.5, 0.92)
        self.width = rng.uniform(0.46, 0.72)  # of a figure's height
        self.slant = rng.gauss(0.12, 0.16)
        self.gap = rng.uniform(0.08, 0.28)
        self.haste = rng.uniform(0.5, 2.2)
        self.tremor = rng.choice((0.0, 0.0, 0.006, 0.012))
        self.lift = rng.gauss(0, 0.06)
        self.tick = rng.choice("xx//v|")
        self.align = rng.uniform(0.2, 0.7)
        self.usual = {sign: rng.randrange(len(forms)) for sign, forms in FIGURES.items()}
        self.bends: dict[tuple[str, int, int], complex] = {}

    def _near(self, x: float, y: float) -> complex:
        return complex(self.rng.gauss(0, x), self.rng.gauss(0, y))

    def figure(self, sign: str) -> list[Points]:
        """The strokes of one figure in its box of 1 × 1."""
        form, place, strokes = self.usual[sign], 0, []
        if self.rng.random() < 0.06 * self.haste:
            form = self.rng.randrange(len(FIGURES[sign]))
        for stroke in FIGURES[sign][form].split(";"):
            parts: list[list[complex]] = []
            for part in stroke.split("|"):
                parts.append(parts[-1][-1:] if parts else [])
                for pair in part.split():
                    place += 1
                    parts[-1].append(self._bent(sign, form, place, pair))
            strokes.append(np.concatenate([smooth(np.array(part)) for part in parts]))
        return strokes

    def _bent(self, sign: str, form: int, place: int, pair: str) -> complex:
        """A point of the skeleton where this hand puts it: always so, and a little otherwise."""
        habit = self._near(0.035 * self.haste, 0.03 * self.haste)
        habit = self.bends.setdefault((sign, form, place), habit)
        x, y = (float(number) / 100 for number in pair.split(","))
        return complex(x, y) + habit + self._near(0.028 * self.haste, 0.024 * self.haste)

    def write(
        self, text: str, left: float, right: float, middle: float, row: float, shrink: float = 1
    ) -> list[Points]:
        """Strokes of the text between `left` and `right`, narrower where it must."""
        rng = self.rng
        tall = row * self.size * shrink * rng.uniform(0.94, 1.06)
        widths = [
            tall * self.width * (0.45 if sign in "1|/" else 1) * rng.uniform(0.88, 1.12)
            for sign in text
        ]
        wanted = sum(widths) + tall * self.gap * (len(text) - 1)
        squeeze = min(1.0, (right - left) * 0.94 / wanted)
        x = left + (right - left - wanted * squeeze) * self.align + rng.gauss(0, 0.3)
        top = middle + row * (self.lift + rng.gauss(0, 0.04)) - tall / 2
        slope, strokes = rng.gauss(0, 0.025), []
        for sign, width in zip(text, widths, strict=True):
            high = tall * rng.uniform(0.93, 1.07)
            for stroke in self.figure(sign):
                stroke = stroke + [self._near(self.tremor, self.tremor) for _ in stroke]
                across = stroke.real * width + self.slant * (0.5 - stroke.imag) * high
                down = stroke.imag * high + (x - left) * slope
                strokes.append(x + across * squeeze + 1j * (top + down))
            x += (width + tall * self.gap) * squeeze
        return strokes

    def strike(self, left: float, right: float, middle: float, row: float) -> list[Points]:
        """A stroke or a scribble over what is wrong."""
        times = self.rng.choice((1, 2, 2, 4))
        ends = [
            complex((left, right)[number % 2], middle + row * 0.25 * (number / times - 0.5))
            + self._near(0.2, 0.2)
            for number in range(times + 1)
        ]
        return [smooth(np.array(ends))] * 2

    def scribble(self, left: float, right: float, middle: float, row: float) -> list[Points]:
        """A name or a signature, which nobody reads."""
        xs = np.linspace(left, right, 12)
        return [smooth(xs + 1j * middle + [self._near(0.5, row * 0.22) for _ in xs])]


def smooth(points: Points) -> Points:
    """A Catmull-Rom curve through the points."""
    if len(points) < 3:
        return np.linspace(points[0], points[-1], 8)
    around = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, 8, endpoint=False)
    curves = []
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        curve = 2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2
        curves.append((curve + (3 * b - a - 3 * c + d) * t**3) / 2)
    return np.concatenate([*curves, points[-1:]])
