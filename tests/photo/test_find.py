"""A form in a picture is found however the paper lies, and its cells stand where its ruling is."""

from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from scoring.photo.find import find_marks, page_in_picture, read_label
from scoring.photo.flatten import flatten, is_cut_off
from scoring.photo.form import BITS, MAX_NUMBER, Label, decode_label, encode_label, squares
from scoring.photo.geometry import homography
from scoring.photo.picture import open_picture
from tests.photo.drawn_forms import DOTS, FORM, HAND_HELD, LABEL, page, photo, stored

UPRIGHT = [(60, 60), (1290, 60), (1290, 1740), (60, 1740)]


def found(picture: bytes):
    grey = open_picture(picture)
    matrix = page_in_picture(find_marks(grey))
    return grey, matrix


@pytest.mark.parametrize("turned", [0, 90, 180, 270, 20])
def test_the_number_is_read_however_the_paper_lies(turned):
    grey, matrix = found(photo(page(), turned=turned))
    assert read_label(grey, matrix) == LABEL


def test_three_marks_find_the_page_but_do_not_say_its_number_and_two_find_nothing():
    image = page()
    ImageDraw.Draw(image).rectangle((0, 275 * DOTS, 40 * DOTS, 297 * DOTS), fill=255)
    grey, matrix = found(photo(image))
    assert read_label(grey, matrix) is None
    ImageDraw.Draw(image).rectangle((0, 275 * DOTS, 210 * DOTS, 297 * DOTS), fill=255)
    with pytest.raises(ValueError, match="few"):
        found(photo(image))


@pytest.mark.parametrize(
    ("lower_right", "is_cut"), [((1290, 1740), False), ((1290, 1880), False), ((1560, 1740), True)]
)
def test_a_row_at_the_edge_is_cut_off_and_a_mark_is_no_row(lower_right, is_cut):
    grey, matrix = found(photo(page(), [*UPRIGHT[:2], lower_right, UPRIGHT[3]]))
    assert (read_label(grey, matrix) is None) == (lower_right != UPRIGHT[2])
    assert is_cut_off(flatten(grey, matrix, FORM), grey) == is_cut


def test_two_forms_in_one_picture_are_none():
    both = Image.new("L", (2 * 1260, 1782), 255)
    both.paste(page(), (0, 0))
    both.paste(page(), (1260, 0))
    corners = [(0, 0), (2000, 0), (2000, 1400), (0, 1400)]
    assert find_marks(open_picture(photo(both, corners, (2000, 1400)))) == {}


def test_marks_are_found_on_a_dark_and_noisy_photo():
    """Light of a pub: the paper is grey, and its noise would join marks and dirt to one shape."""
    with Image.open(BytesIO(photo(page(), UPRIGHT))) as picture:
        soft = picture.convert("L").filter(ImageFilter.GaussianBlur(2))
    values = np.asarray(soft, float) * 0.35
    noisy = values + np.random.default_rng(1).normal(0, 18, values.shape)
    grey, matrix = found(stored(Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))))
    assert read_label(grey, matrix) == LABEL


def off_the_middle(picture: bytes, column: int = 1) -> float:
    """The farthest that a dot stands beside the middle of its cell, in pixels of the flat page."""
    flat = flatten(*found(picture), FORM)
    image = np.asarray(flat.image, float)
    farthest = 0.0
    for row in range(FORM.row_count):
        cell = flat.cell(column, row)
        left, top = round(cell.left) + 5, round(cell.top) + 5
        inner = image[top : round(cell.bottom) - 4, left : round(cell.right) - 4]
        ys, xs = np.nonzero(inner < 110)
        across = left + xs.mean() + 0.5 - (cell.left + cell.right) / 2
        down = top + ys.mean() + 0.5 - (cell.top + cell.bottom) / 2
        farthest = max(farthest, abs(across), abs(down))
    return farthest


@pytest.mark.parametrize("corners", [UPRIGHT, HAND_HELD])
def test_the_dot_in_every_cell_stands_in_its_middle(corners):
    assert off_the_middle(photo(page(), corners)) < 2


def test_ruling_that_bends_far_from_the_marks_is_followed_from_band_to_band():
    """In the middle of the page it stands 3 mm lower: more than half a row."""
    image, middle = page(), 8
    across = (FORM.edges[middle] + FORM.edges[middle + 1]) / 2 * DOTS
    for upper, lower in pairwise(FORM.rows):
        down = (upper + lower) / 2 * DOTS
        ImageDraw.Draw(image).ellipse((across - 5, down - 5, across + 5, down + 5), fill=0)
    y, x = np.mgrid[0 : image.height, 0 : image.width]
    lower = 3 * DOTS * np.sin(x / image.width * np.pi) ** 2 * np.sin(y / image.height * np.pi)
    bent = np.asarray(image)[np.clip(np.rint(y - lower).astype(int), 0, None), x]
    assert off_the_middle(photo(Image.fromarray(bent)), middle) < 3


LABELS = st.builds(Label, st.integers(0, MAX_NUMBER), st.integers(1, 63), st.sampled_from((3, 4)))


@given(LABELS)
def test_the_squares_say_what_was_printed(label):
    bits = encode_label(label)
    assert len(bits) == len(list(squares())) == BITS
    assert decode_label(bits) == label


@given(LABELS, st.sets(st.integers(0, BITS - 1), min_size=1, max_size=3))
def test_up_to_three_wrong_squares_never_name_another_list(label, wrong):
    assert (
        decode_label([bit ^ (place in wrong) for place, bit in enumerate(encode_label(label))])
        is None
    )


@pytest.mark.parametrize("black", [False, True])
def test_squares_of_one_colour_say_nothing(black):
    assert decode_label([black] * BITS) is None


@pytest.mark.parametrize(
    "points", [[(0, 0)] * 4, [(0, 0), (1, 1), (2, 2), (3, 3)], [(0, 0), (1, 1), (2, 2), (0, 1)]]
)
def test_points_in_a_line_are_no_plane(points):
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    with pytest.raises(ValueError, match="plane"):
        homography(square, points)
