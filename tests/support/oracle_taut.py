"""The shortest way of a disc among upright boxes, by all tangents of their corners.

Shares no code with the library. It is exact up to rounding: arcs are arcs. All lines that touch two
circles round corners are made at once, and tested against all boxes, as are the arcs.
"""

import heapq
import math
from collections import defaultdict

import numpy as np
import shapely

from support.oracle_ways import shortest

CLOSE = 1e-7
"""In pixels: what is nearer to a wall by less only touches it."""
THIN = 1e-6
"""In pixels: how much walls are grown for a point, so that seams are closed."""

Pair = tuple[float, float]
Box = tuple[float, float, float, float]
FULL = 2 * math.pi


def of_point(boxes: list[Box], start: Pair, goal: Pair) -> float:
    """The shortest way of a point, which is where it is and a bit to the right and further below.

    Walls that touch leave no way between them.
    """
    solid = shapely.union_all(
        [shapely.box(x - THIN, y - THIN, u + THIN, v + THIN) for x, y, u, v in boxes]
    )
    start, goal = ((x + 4 * THIN, y + 2 * THIN) for x, y in (start, goal))
    return shortest(solid, start, goal)


def gaps_of_places(places: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """How far places are from boxes: (n, 2) and (m, 4) make (n, m)."""
    out = np.maximum(boxes[None, :, :2] - places[:, None], places[:, None] - boxes[None, :, 2:])
    return np.hypot(*np.moveaxis(np.maximum(out, 0.0), 2, 0))


def gaps_of_lines(begins: np.ndarray, ends: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """How far the nearest box is from lines; 0 if one is crossed."""
    least = np.minimum(gaps_of_places(begins, boxes), gaps_of_places(ends, boxes))
    along = ends - begins
    size = np.maximum((along**2).sum(axis=1), 1e-300)[:, None]
    for x, y in ((0, 1), (2, 1), (2, 3), (0, 3)):
        away = boxes[None][..., [x, y]] - begins[:, None]
        share = np.clip((away * along[:, None]).sum(axis=2) / size, 0.0, 1.0)
        rest = away - share[..., None] * along[:, None]
        least = np.minimum(least, np.hypot(rest[..., 0], rest[..., 1]))
    with np.errstate(divide="ignore", invalid="ignore"):
        one = (boxes[None, :, :2] - begins[:, None]) / along[:, None]
        other = (boxes[None, :, 2:] - begins[:, None]) / along[:, None]
    low, high = np.fmin(one, other), np.fmax(one, other)
    still = along[:, None] == 0.0
    within = (boxes[None, :, :2] < begins[:, None]) & (begins[:, None] < boxes[None, :, 2:])
    low = np.where(still, np.where(within, -np.inf, np.inf), low)
    high = np.where(still, np.where(within, np.inf, -np.inf), high)
    enter = np.maximum(low.max(axis=2), 0.0)
    leave = np.minimum(high.min(axis=2), 1.0)
    least[enter < leave] = 0.0
    return least.min(axis=1)


def is_free_arc(
    corner: np.ndarray, radius: float, begin: float, end: float, boxes: np.ndarray
) -> bool:
    """Whether a disc that goes round a corner, between two angles, hits no box."""
    nearest = np.clip(corner, boxes[:, :2], boxes[:, 2:]) - corner
    ahead = (np.arctan2(nearest[:, 1], nearest[:, 0]) - begin) % FULL
    angles = begin + np.append(ahead[ahead < end - begin], np.linspace(0.0, end - begin, 5))
    places = corner + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return bool((gaps_of_places(places, boxes) > radius - CLOSE).all())


def of_disc(boxes: list[Box], radius: float, start: Pair, goal: Pair) -> float:
    """The shortest way of a disc; infinite if there is none, or it does not fit at an end."""
    walls = np.array(boxes, float)
    ends = np.array([start, goal])
    if (gaps_of_places(ends, walls) <= radius - CLOSE).any():
        return math.inf
    if gaps_of_lines(ends[:1], ends[1:], walls)[0] > radius - CLOSE:
        return math.dist(start, goal)
    # Corners, the quadrant of each in which the disc may be, and both ends, which have none.
    corners = np.concatenate([walls[:, pair] for pair in ([0, 1], [2, 1], [2, 3], [0, 3])])
    quadrant = np.repeat([2, 3, 0, 1], len(walls)) * math.pi / 2
    middles = np.concatenate([corners, ends])
    count = len(corners)
    radii = np.append(np.full(count, radius), [0.0, 0.0])
    first, second, near, far = np.meshgrid(
        np.arange(count + 2), np.arange(count + 2), [-1, 1], [-1, 1], indexing="ij"
    )
    keep = (first != second) & (first != count + 1) & (second != count)
    keep &= ((first < count) | (near > 0)) & ((second < count) | (far > 0))
    a, b, s, t = (array[keep] for array in (first, second, near, far))
    dx, dy = (middles[b] - middles[a]).T
    apart = np.hypot(dx, dy)
    across = t * radii[b] - s * radii[a]
    keep = (apart > 0) & (np.abs(across) <= apart + CLOSE)
    a, b, s, t, dx, dy, apart, across = (
        array[keep] for array in (a, b, s, t, dx, dy, apart, across)
    )
    turn = np.arctan2(dy, dx) - np.arcsin(np.clip(across / apart, -1.0, 1.0))
    leave, arrive = turn - s * math.pi / 2, turn - t * math.pi / 2
    # From the beginning of the quadrant; what is before it by a rounding is at 0.
    quadrants = np.append(quadrant, [0.0, 0.0])
    from_leave, from_arrive = (
        (angle - quadrants[k] + 1e-7) % FULL - 1e-7 for angle, k in ((leave, a), (arrive, b))
    )
    keep = (from_leave <= math.pi / 2 + 1e-7) | (a >= count)
    keep &= (from_arrive <= math.pi / 2 + 1e-7) | (b >= count)
    a, b, s, t, leave, arrive, from_leave, from_arrive = (
        array[keep] for array in (a, b, s, t, leave, arrive, from_leave, from_arrive)
    )
    begins = middles[a] + radii[a, None] * np.stack([np.cos(leave), np.sin(leave)], axis=1)
    stops = middles[b] + radii[b, None] * np.stack([np.cos(arrive), np.sin(arrive)], axis=1)
    keep = gaps_of_lines(begins, stops, walls) > radius - CLOSE
    lines = defaultdict(list)
    lengths = np.hypot(*(stops - begins).T)
    for row in np.flatnonzero(keep).tolist():
        lines[int(a[row]), int(s[row])].append(row)
    heap = [(0.0, -1, count, 1, 0.0)]
    best: dict[int, float] = {}
    arcs: dict[tuple[int, float, float], bool] = {}
    while heap:
        long, row, at, side, angle = heapq.heappop(heap)
        if at == count + 1:
            return long
        if best.get(row, -1.0) >= 0.0:
            continue
        best[row] = long
        for further in lines[at, side]:
            if further in best:
                continue
            ahead = 0.0
            if at < count:
                ahead = side * (float(from_leave[further]) - angle)
                if ahead < -1e-7:
                    continue
                low, high = sorted((angle, float(from_leave[further])))
                key = at, low, high
                if key not in arcs:
                    begin = float(quadrant[at])
                    arcs[key] = is_free_arc(middles[at], radius, begin + low, begin + high, walls)
                if not arcs[key]:
                    continue
            heapq.heappush(
                heap,
                (
                    long + radius * max(ahead, 0.0) + float(lengths[further]),
                    further,
                    int(b[further]),
                    int(t[further]),
                    float(from_arrive[further]),
                ),
            )
    return math.inf
