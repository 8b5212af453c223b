"""Forms without marks, measured by their ruling (docs/photo.md "The official form")."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PIL import Image

from scoring.photo.geometry import apply, homography
from scoring.photo.picture import open_picture
from scoring.photo.reader import read_form
from scoring.photo.ruling import MARKS, OF_SEAT, SCORES, find_ruled, first_rows
from scoring.rules.outline import Outline
from scoring.rules.systems import ISKO
from tests.effort import repeats
from tests.photo.drawn_forms import HAND_HELD, page, photo
from tests.photographed import OFFICIAL
from tools.photo.official import draw

SIZE = (1240, 1754)  # pixels of the page as `photo` takes it


def photographed(seed: int, seats: int, turned: int = 0):
    drawn, form = draw(Random(seed), seats)
    return find_ruled(open_picture(photo(drawn.resize(SIZE), turned=turned))), form


def places_of(form, matrix=None):
    """The crossings of all lines of the rows, in pixels of the picture."""
    columns = [x for x, key in zip(form.edges, (*form.columns, ""), strict=True) if key != "number"]
    points = np.array([(x, y) for y in form.rows for x in columns])
    return apply(matrix, points) if matrix is not None else points


@pytest.mark.parametrize(("seed", "seats"), [(2, 3), *repeats((1, 4))])
def test_columns_and_rows_are_measured_on_the_picture(seed, seats):
    """Whatever their widths and heights are: nobody has measured a blank official form."""
    measured, form = photographed(seed, seats)
    columns = [f"{key}_{seat}" for seat in range(1, seats + 1) for key in OF_SEAT]
    assert measured.form.columns == (*MARKS, *SCORES, *columns)
    seen = first_rows(measured.form, form.row_count)
    assert (seen.row_count, seen.seats) == (form.row_count, seats)
    corners = [(0, 0), (210, 0), (210, 297), (0, 297)]
    really = places_of(form, homography(corners, HAND_HELD))
    assert np.abs(places_of(seen, measured.page) - really).max() < 6


@pytest.mark.parametrize("turned", repeats(90, 180))
def test_a_form_on_its_side_or_head_is_found_upright(turned):
    measured, _form = photographed(1, 4, turned)
    left, right = apply(measured.page, np.array([(20.0, 20.0), (190.0, 20.0)]))
    angle = np.degrees(np.arctan2(*(right - left)[::-1]))
    assert round(-angle / 90) * 90 % 360 == turned


@pytest.mark.parametrize(
    "picture",
    [
        Image.new("L", (1240, 1754), 255),
        Image.new("L", (1240, 1754), 0),
        Image.effect_noise((1240, 1754), 90),
        page(),
    ],
    ids=["white", "black", "noise", "another form"],
)
def test_what_has_no_such_columns_is_no_form(picture):
    assert find_ruled(open_picture(photo(picture.convert("L")))) is None


@pytest.mark.long
@pytest.mark.parametrize("by", [-1, 1])
def test_rows_that_are_counted_from_a_wrong_line_are_not_proposed(by):
    """From a head, or from the second row: every game would stand beside its number."""
    form = find_ruled(open_picture((OFFICIAL / "36-games.jpg").read_bytes()))
    assert form is not None
    upper, *rows = form.form.rows
    rows = [2 * upper - rows[0], upper, *rows] if by < 0 else rows
    shifted = first_rows(replace(form.form, rows=tuple(rows)), 36)
    read = read_form(form, shifted, ISKO, Outline(3, 12))
    assert (read.light, read.reason) == ("red", "no-ruling")
