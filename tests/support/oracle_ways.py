"""Shortest ways of a disc, by Dijkstra on the visibility graph of grown walls, made by shapely.

Shares no code with the library. Walls are grown by round buffers of few corners: from within, so
that a way is too short, or from without, so that it is too long.
"""

import heapq
import math
from collections.abc import Sequence

import numpy as np
import shapely

QUARTER = 8
"""Corners of a quarter of a circle."""

Pair = tuple[float, float]


def grown(walls: Sequence[shapely.Geometry], radius: float, outside: bool) -> shapely.Geometry:
    """The walls, grown by a radius."""
    more = radius / math.cos(math.pi / 4 / QUARTER) if outside else radius * (1 - 1e-7)
    return shapely.union_all(
        [shapely.buffer(wall, more or 1e-7, quad_segs=QUARTER) for wall in walls]
    )


def shortest(solid: shapely.Geometry, start: Pair, goal: Pair) -> float:
    """The length of the shortest way that does not lead through the inside of an area."""
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
