"""Default bounds and depth of a quadtree, fitted to its boxes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from spritecol.spatial._grid import LAST_DEPTH

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Length of the finest cells, relative to the mean side of a box. Longer cells compare more boxes;
# shorter ones make little difference, since fewer and fewer boxes fit into one.
RELATIVE_LENGTH = 1.0


def fitting_bounds(boxes: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """The bounding box of all boxes, widened by 1 along an axis without extent."""
    if not len(boxes):
        return 0.0, 0.0, 1.0, 1.0
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    left, right = widened(left, right)
    top, bottom = widened(top, bottom)
    return left, top, right, bottom


def widened(start: float, end: float) -> tuple[float, float]:
    """Two different numbers; equal ones are widened toward 0, to stay within the limit."""
    if start < end:
        return start, end
    return (start - 1.0, end) if start > 0.0 else (start, end + 1.0)


def fitting_depth(boxes: NDArray[np.float64], bounds: tuple[float, float, float, float]) -> int:
    """The depth that gives the finest cells the right length, with at most about one per box."""
    if not len(boxes):
        return 0
    depth = math.log2(len(boxes)) / 2.0
    mean_side = float((boxes[:, 2:] - boxes[:, :2]).mean())
    if mean_side > 0.0:
        length = max(bounds[2] - bounds[0], bounds[3] - bounds[1])
        depth = min(depth, math.log2(length / (RELATIVE_LENGTH * mean_side)))
    return max(0, min(round(depth), LAST_DEPTH))
