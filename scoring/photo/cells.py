"""Cells of the flat page as the net wants them: of one height, ink 1 on paper 0."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scoring.photo.flatten import Box, FlatPage

HEIGHT, WIDTH = 24, 80
STRETCH = 1.25  # across, so that figures have room for a step of the net each
MARGIN_DOWN, MARGIN_ACROSS = 0.14, 0.35  # around a cell: of its height, in mm
SCALE_ACROSS = 7.0 * MARGIN_ACROSS
MIN_CONTRAST = 50

Ink = NDArray[np.float32]


def cut(page: FlatPage, column: int, row: int, right: float = 0, down: float = 0) -> Ink:
    """One cell in the size of the net, with some of what is around it, its paper 0 and its darkest
    ink 1; or what lies some pixels beside it.
    """
    cell = page.cell(column, row)
    if right or down:
        cell = Box(cell.left + right, cell.top + down, cell.right + right, cell.bottom + down)
    image, margin = page.image, MARGIN_DOWN * (cell.bottom - cell.top)
    box = (
        max(0.0, cell.left - SCALE_ACROSS),
        max(0.0, cell.top - margin),
        min(float(image.width), cell.right + SCALE_ACROSS),
        min(float(image.height), cell.bottom + margin),
    )
    ink = np.zeros((HEIGHT, WIDTH), np.float32)
    if box[2] - box[0] < 2 or box[3] - box[1] < 2:
        return ink
    wide = round((box[2] - box[0]) / (box[3] - box[1]) * HEIGHT * STRETCH)
    wide = min(WIDTH, max(12, wide))
    small = image.resize((wide, HEIGHT), Image.Resampling.BILINEAR, box=box)
    grey = np.asarray(small, np.float32)
    paper = np.percentile(grey, 75)
    ink[:, :wide] = np.clip((paper - grey) / max(MIN_CONTRAST, paper - grey.min()), 0, 1)
    return ink
