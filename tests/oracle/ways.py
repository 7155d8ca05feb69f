"""The length of the shortest way of a disc among walls, by two methods.

Both share no code with the library. `shortest` is for walls of any shape: Dijkstra's algorithm on
the visibility graph of walls that shapely has grown. They are grown by round buffers of few
corners, from within, so that a way is too short, or from without, so that it is too long.

`of_disc` is for upright boxes, and exact up to rounding: arcs are arcs. It makes all lines that
touch two circles around corners, and tests them and the arcs against all boxes.
"""

import heapq
import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import shapely

Pair = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

QUARTER = 8
"""The number of corners that stand for a quarter of a circle."""
CLOSE = 1e-7
"""In pixels: what is nearer to a wall by less only touches it."""
THIN = 1e-6
"""In pixels: how much walls are grown for a point, so that seams are closed."""
FULL = 2 * math.pi

# --- walls of any shape ---------------------------------------------------------------------------


def grown(walls: Sequence[shapely.Geometry], radius: float, outside: bool) -> shapely.Geometry:
    """Return the union of the walls, grown by a radius."""
    more = radius / math.cos(math.pi / 4 / QUARTER) if outside else radius * (1 - 1e-7)
    return shapely.union_all(
        [shapely.buffer(wall, more or 1e-7, quad_segs=QUARTER) for wall in walls]
    )


def shortest(solid: shapely.Geometry, start: Pair, goal: Pair) -> float:
    """Return the length of the shortest way around an area; infinity if there is none."""
    rings = [ring for part in shapely.get_parts(solid) for ring in (part.exterior, *part.interiors)]
    corners = np.array([start, goal, *(p for ring in rings for p in ring.coords[:-1])])
    inside = shapely.buffer(solid, -1e-7)
    shapely.prepare(inside)
    if shapely.intersects_xy(inside, *start) or shapely.intersects_xy(inside, *goal):
        return math.inf
    first, second = np.triu_indices(len(corners), 1)
    lines = shapely.linestrings(np.stack([corners[first], corners[second]], axis=1))
    clear = ~shapely.intersects(inside, lines)
    neighbors: list[list[tuple[int, float]]] = [[] for _ in corners]
    for i, j in zip(first[clear].tolist(), second[clear].tolist(), strict=True):
        gap = math.dist(corners[i], corners[j])
        neighbors[i].append((j, gap))
        neighbors[j].append((i, gap))
    best = {0: 0.0}
    heap = [(0.0, 0)]
    while heap:
        length, i = heapq.heappop(heap)
        if i == 1:
            return length
        if length > best[i]:
            continue
        for j, gap in neighbors[i]:
            if length + gap < best.get(j, math.inf):
                best[j] = length + gap
                heapq.heappush(heap, (length + gap, j))
    return math.inf


# --- upright boxes --------------------------------------------------------------------------------


def of_point(boxes: list[Box], start: Pair, goal: Pair) -> float:
    """Return the length of the shortest way of a point among upright boxes.

    A point counts as a bit to the right of its place and further below. Walls that touch leave no
    way between them.
    """
    solid = shapely.union_all(
        [shapely.box(x - THIN, y - THIN, u + THIN, v + THIN) for x, y, u, v in boxes]
    )
    start, goal = ((x + 4 * THIN, y + 2 * THIN) for x, y in (start, goal))
    return shortest(solid, start, goal)


def gaps_of_places(places: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Return how far each place is from each box: (n, 2) and (m, 4) make (n, m)."""
    out = np.maximum(boxes[None, :, :2] - places[:, None], places[:, None] - boxes[None, :, 2:])
    return np.hypot(*np.moveaxis(np.maximum(out, 0.0), 2, 0))


def gaps_of_lines(begins: np.ndarray, ends: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Return how far the nearest box is from each line; 0 if the line crosses one."""
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
    """Return whether a disc hits no box on its way around a corner from one angle to another."""
    nearest = np.clip(corner, boxes[:, :2], boxes[:, 2:]) - corner
    ahead = (np.arctan2(nearest[:, 1], nearest[:, 0]) - begin) % FULL
    angles = begin + np.append(ahead[ahead < end - begin], np.linspace(0.0, end - begin, 5))
    places = corner + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return bool((gaps_of_places(places, boxes) > radius - CLOSE).all())


def of_disc(boxes: list[Box], radius: float, start: Pair, goal: Pair) -> float:
    """Return the length of the shortest way of a disc among upright boxes.

    It is infinite if there is no way, or if the disc hits a box at an end.
    """
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
