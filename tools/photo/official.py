"""Blank forms without marks, like the official one: its columns in their order, of some widths.

    python -m tools.photo.official FOLDER [--forms 6] [--seed 1]

Nobody has measured a blank one. Widths are guesses as shares of the height of a row (base 1.6,
narrow ones 0.9, scores 2.2, points 2.9, counts 1.2), up to a fifth more or less.
"""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw

from scoring.photo.form import PAGE, PrintedForm
from scoring.photo.ruling import MARKS, OF_SEAT, SCORES
from tools.photo.forms import DOTS

PIXELS = DOTS / 25.4
ROWS = {4: 48, 3: 36}
WIDE = {"number": 1.4, "base": 1.6, "narrow": 0.9, "score": 2.2, "points": 2.9, "count": 1.2}


def draw(rng: Random, seats: int) -> tuple[Image.Image, PrintedForm]:
    """A form and where its cells stand."""
    wide = {key: share * rng.uniform(0.85, 1.2) for key, share in WIDE.items()}
    numbered = rng.random() < 0.8
    widths = [wide["number"]] * numbered + [wide["base"]] + [wide["narrow"]] * 8
    widths += [wide["score"]] * 2 + [wide["points"], wide["count"], wide["count"]] * seats
    left, right = rng.uniform(7, 20), PAGE[0] - rng.uniform(6, 12)
    scale = (right - left) / sum(widths)
    edges = tuple(accumulate((width * scale for width in widths), initial=left))
    heads = (rng.uniform(6, 9), rng.uniform(16, 26))
    feet = [rng.uniform(5.5, 7)] * 4
    top = rng.uniform(8, 14)
    room = PAGE[1] - top - 8 - sum(heads) - sum(feet)
    row = min(rng.uniform(4.5, 5.2) * 48 / ROWS[seats], room / ROWS[seats])
    starts = list(accumulate(heads, initial=top))
    rows = tuple(starts[-1] + row * place for place in range(ROWS[seats] + 1))
    foot = tuple(accumulate(feet, initial=rows[-1]))
    columns = ["number"] * numbered + [*MARKS, *SCORES]
    columns += [f"{key}_{seat}" for seat in range(1, seats + 1) for key in OF_SEAT]
    form = PrintedForm(tuple(columns), edges, rows, foot, seats)
    return _drawn(form, starts, rng, numbered=numbered), form


def _drawn(form: PrintedForm, starts: list[float], rng: Random, *, numbered: bool) -> Image.Image:
    page = Image.new("L", (round(PAGE[0] * PIXELS), round(PAGE[1] * PIXELS)), 255)
    pen = ImageDraw.Draw(page)
    thick, grey = rng.choice((1, 2, 2)), rng.choice((0, 60, 120))
    seat = form.columns.index("points_1")

    def line(x: float, y: float, to_x: float, to_y: float, width: int = thick) -> None:
        pen.line([round(v * PIXELS) for v in (x, y, to_x, to_y)], fill=grey, width=width)

    for place, y in enumerate((*starts[:-1], *form.rows, *form.foot[1:])):
        is_inner = place == 1
        line(form.edges[seat] if is_inner else form.edges[0], y, form.edges[-1], y)
    every = len(form.rows) // 12
    for y in form.rows[::every]:
        line(form.edges[0], y, form.edges[-1], y, thick + 1)
    for place, x in enumerate(form.edges):
        is_seat = place in (0, len(form.edges) - 1) or (place >= seat and not (place - seat) % 3)
        begin = starts[0] if is_seat or place < seat else starts[1]
        line(x, begin, x, form.rows[-1] if place < seat and place else form.foot[-1],
             thick + is_seat)  # fmt: skip
    for place, (x, key) in enumerate(zip(form.edges, form.columns, strict=False)):
        y = starts[1] + 2 if place < seat else starts[-1] - 4
        pen.text((x * PIXELS + 3, y * PIXELS), key[:3], fill=grey)
    if numbered:
        for number, y in enumerate(form.rows[:-1], 1):
            pen.text((form.edges[0] * PIXELS + 4, y * PIXELS + 6), str(number), fill=grey)
    return page


def main() -> None:
    parser = ArgumentParser(prog="tools.photo.official")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--forms", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.seed, chosen.seed + chosen.forms):
        rng = Random(seed)
        seats = rng.choice((3, 4, 4))
        page, form = draw(rng, seats)
        page.save(chosen.folder / f"{seed:03}.png")
        (chosen.folder / f"{seed:03}.json").write_text(json.dumps(asdict(form)))


if __name__ == "__main__":
    main()
