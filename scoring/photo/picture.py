"""A picture from outside as grey values, refused before it is decoded where its size decides."""

import warnings
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFile, ImageOps

Grey = NDArray[np.uint8]

MAX_BYTES = 20_000_000
MAX_PIXELS = 36_000_000  # a page scanned at 600 dots an inch
MIN_SIDE = 900  # pixels of the longer side: a row of 4.5 mm has 12
WORKING_SIDE = 2_400
FORMATS = ("JPEG", "PNG")


class Unusable(Exception):
    """The picture cannot be read; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def open_picture(data: bytes) -> Grey:
    """The picture upright, its longer side at most WORKING_SIDE.

    Grey is the darker of red and green, in which red and blue ink are dark. Raises Unusable.
    """
    if len(data) > MAX_BYTES:
        raise Unusable("file-too-large")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            picture = Image.open(BytesIO(data), formats=FORMATS)
        except Image.DecompressionBombError as bomb:
            raise Unusable("too-many-pixels") from bomb
        except Exception as wrong:
            raise Unusable("not-a-picture") from wrong
    wide, high = picture.size
    if wide * high > MAX_PIXELS:
        raise Unusable("too-many-pixels")
    if max(wide, high) < MIN_SIDE or min(wide, high) < MIN_SIDE // 4:
        raise Unusable("too-few-pixels")
    return _decoded(picture)


def _decoded(picture: ImageFile.ImageFile) -> Grey:
    try:
        picture.draft("RGB", (WORKING_SIDE, WORKING_SIDE))
        picture.load()
        upright = ImageOps.exif_transpose(picture)
        upright.thumbnail((WORKING_SIDE, WORKING_SIDE), Image.Resampling.BILINEAR, reducing_gap=2)
        colours = np.asarray(upright.convert("RGB"))
    except Exception as wrong:  # whatever a decoder says of broken data
        raise Unusable("broken-picture") from wrong
    grey: Grey = np.minimum(colours[..., 0], colours[..., 1])
    return grey
