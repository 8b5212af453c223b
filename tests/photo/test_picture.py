"""Pictures that are none, or no use, are refused with a reason, before they cost anything."""

import struct
import tracemalloc
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageOps

from scoring.photo.form import Label
from scoring.photo.picture import WORKING_SIDE, Unusable, open_picture, stored_jpeg
from scoring.photo.reader import find_form, read_form
from scoring.rules.outline import Outline
from scoring.rules.systems import ISKO
from tests.photo.drawn_forms import FORM, page, photo, stored


def code_of(data: bytes) -> str:
    with pytest.raises(Unusable) as refused:
        find_form(data)
    return refused.value.code


def empty_png(wide: int, high: int) -> bytes:
    """The head of a PNG of any size, with the data of one pixel behind it."""
    data = bytearray(stored(Image.new("RGB", (1, 1)), "PNG"))
    data[16:24] = struct.pack(">II", wide, high)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-a-picture"),
        (SVG, "not-a-picture"),
        (b"%PDF-1.7\n", "not-a-picture"),
        (stored(Image.new("L", (1200, 1200)), "GIF"), "not-a-picture"),
        (stored(Image.new("L", (1200, 1200)), "TIFF"), "not-a-picture"),
        (empty_png(16_000, 16_000), "too-many-pixels"),
        (empty_png(2**30, 2**30), "too-many-pixels"),
        (empty_png(1600, 1200), "broken-picture"),
        (stored(Image.new("L", (640, 480), 200)), "too-few-pixels"),
        (stored(Image.new("L", (3000, 20), 200)), "too-few-pixels"),
        (stored(Image.new("L", (1600, 1200), 255)), "no-marks"),
        (stored(Image.new("L", (1600, 1200), 0)), "no-marks"),
        (stored(Image.effect_noise((1600, 1200), 90)), "no-marks"),
        (stored(Image.radial_gradient("L").resize((1600, 1600))), "no-marks"),
    ],
)
def test_what_is_no_photo_of_a_form_is_refused(data, code):
    assert code_of(data) == code


def test_a_huge_picture_is_refused_before_it_is_decoded():
    data = stored(Image.new("L", (16_000, 16_000), 255))
    tracemalloc.start()
    assert code_of(data) == "too-many-pixels"
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_a_truncated_photo_is_refused(share):
    data = photo(page())
    assert code_of(data[: int(len(data) * share)]) in ("broken-picture", "not-a-picture")


def test_a_photo_is_turned_upright_by_what_the_camera_says_and_made_smaller():
    picture = Image.new("RGB", (4000, 3000), (10, 200, 200))
    exif = picture.getexif()
    exif[0x0112] = 6  # turn it a quarter
    file = BytesIO()
    picture.save(file, "JPEG", exif=exif)
    grey = open_picture(file.getvalue())
    assert grey.shape == (WORKING_SIDE, WORKING_SIDE * 3 // 4)


def test_a_lack_of_memory_is_no_broken_picture(monkeypatch):
    def no_memory(picture):
        raise MemoryError

    monkeypatch.setattr(ImageOps, "exif_transpose", no_memory)
    for read in (open_picture, stored_jpeg):
        with pytest.raises(MemoryError):
            read(photo(page()))


def test_red_and_blue_ink_are_dark_16_bits_scaled_and_transparent_is_white():
    inks = [("RGB", (200, 30, 40), 30), ("RGB", (30, 60, 190), 30)]
    for mode, colour, grey in (*inks, ("I;16", 8000, 31), ("LA", (0, 0), 255)):
        data = stored(Image.new(mode, (1200, 1200), colour), "PNG")
        assert np.unique(open_picture(data)).tolist() == [grey]


def test_another_form_than_that_of_the_list_is_said():
    found = find_form(photo(page(Label(7, 48, 4))))
    read = read_form(found, FORM, ISKO, Outline(3, 12))
    assert (read.light, read.reason) == ("red", "other-form")
    assert read.label == Label(7, 48, 4)
    assert read.rows == ()
