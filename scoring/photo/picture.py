"""A picture from outside as grey values; one of a wrong size is refused before it is decoded."""

import warnings
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFile, ImageOps

Grey = NDArray[np.uint8]

MAX_PIXELS = 36_000_000  # a page scanned at 600 dots an inch
MIN_SIDE = 900  # pixels of the longer side: a row of 4.5 mm has 12
WORKING_SIDE = 2_400  # pixels of the longer side, for the reader
MAX_STORED_SIDE = 2_000  # pixels
MAX_STORED_BYTES = 400_000
QUALITIES = (85, 75, 65, 50, 35)  # of a JPEG, the best first
FORMATS = ("JPEG", "PNG")


class Unusable(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def open_picture(data: bytes) -> Grey:
    """The picture upright, its longer side at most WORKING_SIDE.

    Grey is the darker of red and green, in which red and blue ink are dark. Raises Unusable.
    """
    colours = np.asarray(_decode_upright(_open_checked(data), WORKING_SIDE))
    grey: Grey = np.minimum(colours[..., 0], colours[..., 1])
    return grey


def stored_jpeg(data: bytes, turn: int = 0) -> bytes:
    """The picture as a small upright JPEG without EXIF, turned left `turn` times; or Unusable."""
    small = _decode_upright(_open_checked(data), MAX_STORED_SIDE)
    small = small.rotate(90 * turn, expand=True) if turn else small
    for side in (MAX_STORED_SIDE, MAX_STORED_SIDE * 3 // 4, MAX_STORED_SIDE // 2):
        small.thumbnail((side, side))
        for quality in QUALITIES:
            small.save(jpeg := BytesIO(), "JPEG", quality=quality, optimize=True)
            if jpeg.tell() <= MAX_STORED_BYTES:
                return jpeg.getvalue()
    raise Unusable("broken-picture")  # still too large: noise, not a photo of paper


def _open_checked(data: bytes) -> ImageFile.ImageFile:
    """The picture, not decoded yet; its header is checked for kind and size. Raises Unusable."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            picture = Image.open(BytesIO(data), formats=FORMATS)
        except Image.DecompressionBombError as bomb:
            raise Unusable("too-many-pixels") from bomb
        except Exception as error:
            raise Unusable("not-a-picture") from error
    width, height = picture.size
    if width * height > MAX_PIXELS:
        raise Unusable("too-many-pixels")
    if max(width, height) < MIN_SIDE or min(width, height) < MIN_SIDE // 4:
        raise Unusable("too-few-pixels")
    return picture


def _decode_upright(picture: ImageFile.ImageFile, side: int) -> Image.Image:
    """The decoded picture as RGB on white, its longer side at most `side`, upright by its EXIF.

    Raises Unusable for broken data; MemoryError says nothing about the picture.
    """
    try:
        picture.draft("RGB", (side, side))
        picture.load()
        small: Image.Image = picture
        if picture.mode == "I;16":  # 16 bits of grey, which `convert` alone would clip
            small = picture.point(lambda grey: grey / 256).convert("L")
        elif picture.mode in ("1", "P"):  # `thumbnail` cannot interpolate these modes
            small = picture.convert("L" if picture.mode == "1" else "RGBA")
        small.thumbnail((side, side), Image.Resampling.BILINEAR, reducing_gap=2)
        upright = ImageOps.exif_transpose(small)
        upright = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except MemoryError:
        raise
    except Exception as error:  # decoders of broken data raise errors of many kinds
        raise Unusable("broken-picture") from error
    if upright.mode == "RGBA":
        white = Image.new("RGBA", upright.size, "white")
        upright = Image.alpha_composite(white, upright).convert("RGB")
    upright.info = {}  # without comments, which would be written again
    return upright
