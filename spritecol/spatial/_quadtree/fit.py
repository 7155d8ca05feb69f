"""Bounds and depth of a quadtree that fit its boxes, where the user gives none."""

import math

import numpy as np
from numpy.typing import NDArray

from spritecol.spatial._grid import LAST_DEPTH

# How many times as long as a usual box the finest cells should be. In longer cells too many boxes
# are compared; shorter ones hardly change a thing, as fewer and fewer boxes fit into one.
LENGTHS = 1.0


def bounds_round(boxes: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """The box round all boxes; widened by 1 where it would have no area."""
    if not len(boxes):
        return 0.0, 0.0, 1.0, 1.0
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    left, right = widened(left, right)
    top, bottom = widened(top, bottom)
    return left, top, right, bottom


def widened(start: float, end: float) -> tuple[float, float]:
    """Two different numbers, towards 0 so that they stay within the limit."""
    if start < end:
        return start, end
    return (start - 1.0, end) if start > 0.0 else (start, end + 1.0)


def fitting_depth(boxes: NDArray[np.float64], bounds: tuple[float, float, float, float]) -> int:
    """The depth that makes cells as long as they should be, and about as many as boxes at most."""
    if not len(boxes):
        return 0
    depth = math.log2(len(boxes)) / 2.0
    side = float((boxes[:, 2:] - boxes[:, :2]).mean())
    if side > 0.0:
        length = max(bounds[2] - bounds[0], bounds[3] - bounds[1])
        depth = min(depth, math.log2(length / (LENGTHS * side)))
    return max(0, min(round(depth), LAST_DEPTH))
