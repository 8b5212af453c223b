"""Cells of the flat page as the net reads them: of one height, paper 0 and ink up to 1."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scoring.photo.flatten import SCALE, FlatPage
from scoring.photo.form import Box

HEIGHT, WIDTH = 24, 80
MIN_WIDTH = 12
STRETCH = 1.25  # across, so that figures have room for a step of the net each
MARGIN_DOWN = 0.14  # around a cell, of its height
MARGIN_ACROSS = 0.35 * SCALE  # around a cell, in pixels
MIN_CONTRAST = 50  # grey values; the ink of a fainter cell does not reach 1
PAPER = 75  # the percentile of the grey values that is paper

Ink = NDArray[np.float32]


def cut(page: FlatPage, column: int, row: int, right: float = 0, down: float = 0) -> Ink:
    """One cell with its margin in the size of the net; `right` and `down` move it by pixels."""
    cell, image = page.cell(column, row), page.image
    margin = MARGIN_DOWN * (cell.bottom - cell.top)
    box = Box(
        max(0.0, cell.left + right - MARGIN_ACROSS),
        max(0.0, cell.top + down - margin),
        min(float(image.width), cell.right + right + MARGIN_ACROSS),
        min(float(image.height), cell.bottom + down + margin),
    )
    ink = np.zeros((HEIGHT, WIDTH), np.float32)
    width, height = box.right - box.left, box.bottom - box.top
    if width < 2 or height < 2:  # pixels
        return ink
    columns = min(WIDTH, max(MIN_WIDTH, round(width / height * HEIGHT * STRETCH)))
    small = image.resize((columns, HEIGHT), Image.Resampling.BILINEAR, box=box)
    grey = np.asarray(small, np.float32)
    paper = np.percentile(grey, PAPER)
    ink[:, :columns] = np.clip((paper - grey) / max(MIN_CONTRAST, paper - grey.min()), 0, 1)
    return ink
