"""A form with marks, drawn without the PDF, and photographed from the side."""

from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw

from scoring.photo.form import LEFT, PAGE, RIGHT, Label, PrintedForm, black_boxes
from scoring.photo.geometry import homography

DOTS = 6  # pixels a mm
KEYS = ("number", "base", "with", "without", "hand", "passed", "plus", "minus")
FORM = PrintedForm(
    columns=(
        *KEYS,
        *(f"{kind}_{seat}" for seat in (1, 2, 3) for kind in ("points", "won", "lost")),
    ),
    edges=tuple(float(x) for x in np.linspace(LEFT, RIGHT, len(KEYS) + 10)),
    rows=tuple(36 + 5.5 * row for row in range(37)),
    foot=(234.0, 239.0, 244.0, 249.0, 254.0),
    seats=3,
)
TOP, BOTTOM = 18.25, 278.75
LABEL = Label(4711, 36, 3)
HAND_HELD = [(110, 90), (1230, 40), (1290, 1750), (60, 1690)]


def page(label: Label = LABEL, form: PrintedForm = FORM) -> Image.Image:
    """The form, with a dot in the middle of every cell of the base values."""
    image = Image.new("L", (round(PAGE[0] * DOTS), round(PAGE[1] * DOTS)), 255)
    pen = ImageDraw.Draw(image)
    for left, top, right, bottom in black_boxes(label):
        corners = left * DOTS, top * DOTS, right * DOTS - 1, bottom * DOTS - 1
        pen.rectangle(corners, fill=0)
    for y in (*form.rows, *form.foot, TOP, BOTTOM):
        pen.line((form.edges[0] * DOTS, y * DOTS, form.edges[-1] * DOTS, y * DOTS), 70, 2)
    for x in form.edges:
        pen.line((x * DOTS, TOP * DOTS, x * DOTS, BOTTOM * DOTS), 70, 2)
    x = (form.edges[1] + form.edges[2]) / 2 * DOTS
    for upper, lower in zip(form.rows, form.rows[1:], strict=False):
        y = (upper + lower) / 2 * DOTS
        pen.ellipse((x - 5, y - 5, x + 5, y + 5), fill=0)
    return image


def photo(image: Image.Image, corners=HAND_HELD, size=(1350, 1800), turned: int = 0) -> bytes:
    """A JPEG in which the corners of the page stand at these pixels."""
    wide, high = image.size
    back = homography(corners, [(0, 0), (wide, 0), (wide, high), (0, high)])
    seen = image.transform(
        size, Image.PERSPECTIVE, [float(v) for v in back.ravel()[:8]], Image.BICUBIC, fillcolor=90
    )
    return stored(seen.rotate(turned, expand=True))


def stored(image: Image.Image, kind: str = "JPEG") -> bytes:
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()
