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
KEPT_SIDE = 2_000
KEPT_BYTES = 400_000
QUALITIES = (85, 75, 65, 50, 35)  # of a JPEG, the best first
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
    picture = _measured(data)
    try:
        colours = np.asarray(_upright(picture, WORKING_SIDE))
    except Exception as wrong:  # whatever a decoder says of broken data
        raise Unusable("broken-picture") from wrong
    grey: Grey = np.minimum(colours[..., 0], colours[..., 1])
    return grey


def as_kept(data: bytes, turn: int = 0) -> bytes:
    """The picture as it is kept: an upright JPEG of at most KEPT_BYTES and KEPT_SIDE, without EXIF.

    It is turned by `turn` quarters to the left. Raises Unusable.
    """
    picture = _measured(data)
    try:
        small = _upright(picture, KEPT_SIDE)
        small = small.rotate(90 * turn, expand=True) if turn else small
        for side in (KEPT_SIDE, KEPT_SIDE * 3 // 4, KEPT_SIDE // 2):
            small.thumbnail((side, side))
            for quality in QUALITIES:
                small.save(written := BytesIO(), "JPEG", quality=quality, optimize=True)
                if written.tell() <= KEPT_BYTES:
                    return written.getvalue()
    except MemoryError:
        raise
    except Exception as wrong:
        raise Unusable("broken-picture") from wrong
    raise Unusable("broken-picture")  # noise; no photo of paper


def _measured(data: bytes) -> ImageFile.ImageFile:
    """The picture, measured by its head and not decoded yet."""
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
    return picture


def _upright(picture: ImageFile.ImageFile, side: int) -> Image.Image:
    """The decoded picture as RGB, its longer side at most `side`, turned as its EXIF says."""
    picture.draft("RGB", (side, side))
    picture.load()
    small: Image.Image = picture
    if picture.mode in ("1", "P"):  # cannot be made smaller as they are
        small = picture.convert("L" if picture.mode == "1" else "RGB")
    small.thumbnail((side, side), Image.Resampling.BILINEAR, reducing_gap=2)
    upright = ImageOps.exif_transpose(small).convert("RGB")
    upright.info = {}  # a comment would be written again
    return upright
