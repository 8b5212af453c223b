"""Homographies: how a plane seen in perspective maps to another."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Points = Array | Sequence[tuple[float, float]]


def homography(sources: Points, targets: Points) -> Array:
    """The 3 × 3 matrix that maps four or more sources to their targets, by least squares.

    This is the DLT with Hartley's normalization. Raises ValueError if the points determine none, as
    when three of four are collinear.
    """
    source, target = np.asarray(sources, float), np.asarray(targets, float)
    from_unit, to_unit = _to_unit(source), _to_unit(target)
    (x, y), (u, v) = apply(from_unit, source).T, apply(to_unit, target).T
    one, zero = np.ones_like(x), np.zeros_like(x)
    upper = np.stack([x, y, one, zero, zero, zero, -u * x, -u * y, -u], axis=1)
    lower = np.stack([zero, zero, zero, x, y, one, -v * x, -v * y, -v], axis=1)
    _left, weights, rows = np.linalg.svd(np.concatenate([upper, lower]))
    if weights[7] < 1e-9 * weights[0]:
        raise ValueError("the points do not span a plane")
    matrix: Array = np.linalg.inv(to_unit) @ rows[-1].reshape(3, 3) @ from_unit
    if abs(np.linalg.det(matrix / np.abs(matrix).max())) < 1e-12:
        raise ValueError("the points do not span a plane")
    scaled: Array = matrix / matrix[2, 2]  # as Pillow's perspective wants it
    return scaled


def apply(matrix: Array, points: Points) -> Array:
    """The points, one a row, mapped by the matrix."""
    flat = np.asarray(points, float)
    mapped: Array = flat @ matrix[:, :2].T + matrix[:, 2]
    return mapped[..., :2] / mapped[..., 2:]


def _to_unit(points: Array) -> Array:
    """Hartley's normalization: the centroid to the origin, the mean distance to about one."""
    middle = points.mean(axis=0)
    spread = max(float(np.abs(points - middle).mean()), 1e-9)
    return np.array(
        [[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]]
    )
