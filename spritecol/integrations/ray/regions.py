"""The parts of a sharded world: a k-d tree of cuts, whose leaves are the shards.

The parts cover the whole plane without a gap or an overlap. Each is half open, [left, right) by
[top, bottom), so that a point lies in exactly one; those at the rim reach to infinity.
"""

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Bounds = tuple[float, float, float, float]
"""left, top, right, bottom."""

PLANE: Bounds = (-np.inf, -np.inf, np.inf, np.inf)
NOWHERE: Bounds = (np.inf, np.inf, -np.inf, -np.inf)
"""The part of a shard that is about to end: nothing lies in it."""

SLACK = 1e-9
"""How much further than its box a sprite is looked for in other parts, relative to the numbers. It
covers the roundings of boxes, and the step by which the boxes of flat shapes are widened."""


@attrs.frozen(eq=False)
class Regions:
    """The parts, by the number of their shard.

    Attributes:
        parts: the bounds of each part, infinite at the rim of the world.
        axis: for each cut, 0 if it compares x, 1 if y.
        cut: for each cut, the number that is compared.
        below: for each cut, where to go on with smaller numbers: another cut, or -1 - shard.
        above: for each cut, where to go on with equal or larger numbers.
    """

    parts: tuple[Bounds, ...]
    axis: Ints
    cut: Floats
    below: Ints
    above: Ints

    def __len__(self) -> int:
        return len(self.parts)

    def locate(self, x: Floats, y: Floats) -> Ints:
        """The shard of each point."""
        found = np.full(len(x), 0 if len(self.cut) else -1, np.intp)
        places = np.stack((x, y))
        while len(inner := np.flatnonzero(found >= 0)):
            at = found[inner]
            is_below = places[self.axis[at], inner] < self.cut[at]
            found[inner] = np.where(is_below, self.below[at], self.above[at])
        return -1 - found

    def part(self, shard: int) -> Bounds:
        """The part of a shard; one beyond the last has none."""
        return self.parts[shard] if shard < len(self.parts) else NOWHERE

    def touching(self, box: Bounds) -> list[int]:
        """The shards whose part a box touches."""
        left, top, right, bottom = box
        return [
            shard
            for shard, part in enumerate(self.parts)
            if part[0] <= right and left <= part[2] and part[1] <= bottom and top <= part[3]
        ]

    def within(self, x: float, y: float, distance: float) -> list[int]:
        """The shards whose part is no farther from a point than `distance`, and a little more."""
        found = []
        for shard, (left, top, right, bottom) in enumerate(self.parts):
            away = np.hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0))
            if away <= distance + SLACK * max(1.0, abs(x), abs(y)):
                found.append(shard)
        return found

    def neighbors(self, shard: int) -> list[int]:
        """The other shards whose part touches that of this one; all, if it has none."""
        if shard >= len(self.parts):
            return list(range(len(self.parts)))
        return [other for other in self.touching(self.parts[shard]) if other != shard]


def split_evenly(bounds: Bounds, shards: int) -> Regions:
    """Parts of equal area within `bounds`."""
    left, top, right, bottom = bounds
    cells = max(2, 4 * shards)
    x = left + (right - left) * (np.arange(cells) + 0.5) / cells
    y = top + (bottom - top) * (np.arange(cells) + 0.5) / cells
    across, down = np.meshgrid(x, y)
    return split_by_load(across.ravel(), down.ravel(), np.ones(cells * cells), shards)


def split_by_load(x: Floats, y: Floats, load: Floats, shards: int) -> Regions:
    """Parts of equal load, as far as cuts between points allow; `load` is that of each point.

    A set of points is cut where its smaller side ends: across its longer extent, at the point where
    the load below it is in proportion to the shards below it (a k-d tree).
    """
    axes: list[int] = []
    cuts: list[float] = []
    below: list[int] = []
    above: list[int] = []
    parts: dict[int, Bounds] = {}
    places = (x, y)

    def split(points: Ints, first: int, count: int, part: Bounds) -> int:
        if count == 1:
            parts[first] = part
            return -1 - first
        fewer = count // 2
        axis, cut = best_cut(points, fewer / count, part)
        here = len(cuts)
        axes.append(axis)
        cuts.append(cut)
        below.append(0)
        above.append(0)
        is_below = places[axis][points] < cut
        upper = list(part)
        upper[axis] = cut
        lower = list(part)
        lower[axis + 2] = cut
        below[here] = split(points[is_below], first, fewer, (*lower,))  # type: ignore[arg-type]
        above[here] = split(points[~is_below], first + fewer, count - fewer, (*upper,))  # type: ignore[arg-type]
        return here

    def best_cut(points: Ints, share: float, part: Bounds) -> tuple[int, float]:
        if not len(points):  # nothing tells where: somewhere inside
            sides = [finite_middle(part[axis], part[axis + 2]) for axis in (0, 1)]
            return 0, sides[0]
        extents = [np.ptp(places[axis][points]) for axis in (0, 1)]
        axis = 0 if extents[0] >= extents[1] else 1
        along = places[axis][points]
        order = np.argsort(along, kind="stable")
        values, loads = along[order], np.cumsum(load[points][order])
        at = int(np.searchsorted(loads, share * loads[-1]))
        at = min(max(at, 0), len(values) - 1)
        # Between two different numbers, so that points in one place stay together.
        after = np.searchsorted(values, values[at], side="right")
        if after < len(values):
            return axis, float(values[at] + (values[after] - values[at]) / 2)
        return axis, float(values[at])

    split(np.arange(len(x)), 0, shards, PLANE)
    return Regions(
        tuple(parts[shard] for shard in range(shards)),
        np.array(axes, np.intp),
        np.array(cuts, np.float64),
        np.array(below, np.intp),
        np.array(above, np.intp),
    )


def finite_middle(low: float, high: float) -> float:
    """A number between two, which may be infinite."""
    if np.isinf(low) and np.isinf(high):
        return 0.0
    if np.isinf(low):
        return high - 1.0
    if np.isinf(high):
        return low + 1.0
    return low + (high - low) / 2


def widened(part: Bounds, sign: float = 1.0) -> Bounds:
    """A part made larger by a little slack; smaller, with a sign of -1."""
    left, top, right, bottom = (
        sign * SLACK * max(1.0, abs(edge)) if np.isfinite(edge) else 0.0 for edge in part
    )
    return part[0] - left, part[1] - top, part[2] + right, part[3] + bottom


def radius_about(boxes: Floats, x: Floats, y: Floats) -> Floats:
    """How far boxes reach beyond their sprites' positions: left, top, right, bottom, at most.

    It holds at any other position of this size, too: what rounding takes away there is added. Boxes
    of sprites without shapes are NaN, and reach nowhere.
    """
    beyond = (x - boxes[:, 0], y - boxes[:, 1], boxes[:, 2] - x, boxes[:, 3] - y)
    rounding = 1e-14 * np.fmax.reduce(np.abs(boxes), axis=None, initial=0)
    most = np.array([np.fmax.reduce(each, initial=0) for each in beyond])
    return most + rounding  # type: ignore[no-any-return]


def shares(loads: Sequence[float]) -> float:
    """The largest load, divided by the mean; 1 is even."""
    total = sum(loads)
    return max(loads) * len(loads) / total if total else 1.0
