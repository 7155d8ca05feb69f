"""The parts of a sharded world, by the number of their shard.

The parts cover the whole plane without a gap or an overlap. Each is half open, [left, right) by
[top, bottom), so that a point is in exactly one part. The parts at the rim reach to infinity.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from spritecol._support.range_check import number, shown

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Bounds = tuple[float, float, float, float]
"""left, top, right, bottom."""
Parts = tuple[Bounds, ...]

PLANE: Bounds = (-np.inf, -np.inf, np.inf, np.inf)
NO_PART: Bounds = (np.inf, np.inf, -np.inf, -np.inf)
"""The part of a shard that is about to end. It is empty."""

BOX_SLACK = 1e-9
"""How far beyond its box a sprite is searched in other parts, relative to the numbers. It covers
the rounding of boxes, and the step by which the boxes of flat shapes are widened."""


def shards_of(parts: Parts, x: Floats, y: Floats) -> Ints:
    """Return the shard of each point."""
    found = np.zeros(len(x), np.intp)
    for shard, (left, top, right, bottom) in enumerate(parts):
        found[(x >= left) & (x < right) & (y >= top) & (y < bottom)] = shard
    return found


def enlarged(part: Bounds, sign: float = 1.0) -> Bounds:
    """Return a part, enlarged by a little slack, or reduced with a sign of -1."""
    left, top, right, bottom = (
        sign * BOX_SLACK * max(1.0, abs(edge)) if np.isfinite(edge) else 0.0 for edge in part
    )
    return part[0] - left, part[1] - top, part[2] + right, part[3] + bottom


def checked_region(bounds: Sequence[float]) -> Bounds:
    """Return the four numbers of a box, checked: left before right, top before bottom."""
    try:
        left, top, right, bottom = bounds
    except (TypeError, ValueError):
        raise TypeError(
            f"left, top, right, bottom must be four numbers, got {shown(bounds)}"
        ) from None
    left, top = number(left, "left"), number(top, "top")
    right, bottom = number(right, "right"), number(bottom, "bottom")
    if left > right or top > bottom:
        raise ValueError(f"bounds must be left <= right and top <= bottom, got {shown(bounds)}")
    return left, top, right, bottom


def split_points(x: Floats, y: Floats, shards: int, part: Bounds = PLANE) -> Parts:
    """Return parts with equally many points, as far as cuts between points allow (a k-d tree).

    A part is cut across the longer extent of its points, so that the points below the cut are in
    proportion to the shards below it.
    """
    if shards == 1:
        return (part,)
    fewer = shards // 2
    axis, cut = 0, min(max(0.0, part[0]), part[2])  # without points, any position works
    if len(x):
        axis = 0 if np.ptp(x) >= np.ptp(y) else 1
        along = np.sort((x, y)[axis])
        value = along[min(len(along) * fewer // shards, len(along) - 1)]
        # Between two different numbers, so that points at one position stay together.
        lower = along[along < value]
        cut = float(lower[-1] + (value - lower[-1]) / 2) if len(lower) else float(value)
    is_below = (x, y)[axis] < cut
    below, above = list(part), list(part)
    below[axis + 2] = above[axis] = cut
    return (
        *split_points(x[is_below], y[is_below], fewer, (*below,)),  # type: ignore[arg-type]
        *split_points(x[~is_below], y[~is_below], shards - fewer, (*above,)),  # type: ignore[arg-type]
    )
