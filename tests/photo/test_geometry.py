"""Planes in perspective."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.photo.geometry import apply, homography

SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
SHIFTS = st.lists(st.tuples(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2)), min_size=4, max_size=4)


@given(SHIFTS, st.floats(1, 4000), st.floats(-500, 500), st.floats(0, 6.3))
def test_four_points_are_carried_to_four_points_and_back(shifts, scale, moved, angle):
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = (np.array(SQUARE) + np.array(shifts)) @ turn * scale + moved
    matrix = homography(SQUARE, corners)
    assert np.allclose(apply(matrix, SQUARE), corners, atol=1e-6 * scale)
    assert np.allclose(apply(np.linalg.inv(matrix), corners), SQUARE, atol=1e-6)


@pytest.mark.parametrize(
    "points", [[(0, 0)] * 4, [(0, 0), (1, 1), (2, 2), (3, 3)], [(0, 0), (1, 1), (2, 2), (0, 1)]]
)
def test_points_in_a_line_are_no_plane(points):
    with pytest.raises(ValueError, match="plane"):
        homography(SQUARE, points)
    with pytest.raises(ValueError, match="four"):
        homography(SQUARE[:3], SQUARE[:3])
