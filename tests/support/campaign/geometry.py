"""Parts in world space as arrays of shapely geometries: from within and from without.

A round part stands between an inscribed and a circumscribed polygon. Whatever is inside `inner` is
inside the part with the margin to spare; whatever is the margin away from `outer` is outside, and
`grown` holds all that is not.
"""

from typing import Any

import attrs
import numpy as np
import shapely
from numpy.typing import NDArray

from support.campaign.scenes import AREA, POINT, ROUND, SEGMENT, Floats, Ints, Scene

Geometries = NDArray[Any]

SIDES = 48
"""Of the polygons round a round part. The gap between them is 0.2 % of the radius."""
FINE = 1024
"""Where that was too coarse: 5e-6 of the radius."""
GROWTH = 2.2
"""From `outer` to `grown`, in margins: two, and what the corners of a buffer lack."""
MARGIN = 1e-7
"""The margin, as a part of the numbers' size: far above all rounding here, which is about 1e-15."""


@attrs.define
class World:
    """A scene in world space.

    Attributes:
        scene: whose it is.
        corners: all corners.
        margin: in pixels.
        owner, kind: of each part.
        inner, outer, grown: a geometry of each part.
    """

    scene: Scene
    corners: Floats
    margin: float
    owner: Ints
    kind: Ints
    inner: Geometries
    outer: Geometries
    grown: Geometries


def world_of(scene: Scene) -> World:
    """All parts as geometries, prepared."""
    corners = scene.world()
    owner, kind = np.array(scene.parts.owner), np.array(scene.parts.kind)
    part = np.array(scene.parts.part)
    margin = 0.0 if scene.exact else MARGIN * scene.size()
    outer = np.empty(len(owner), dtype=object)
    outer[kind == POINT] = shapely.points(corners[kind[part] == POINT])
    outer[kind == SEGMENT] = shapely.linestrings(corners[kind[part] == SEGMENT].reshape(-1, 2, 2))
    outer[kind == AREA] = _polygons(corners, part, np.array(scene.parts.ring), kind)
    inner = outer.copy()
    if margin:
        areas = kind == AREA
        inner[areas] = shapely.buffer(outer[areas], -margin, join_style="mitre", quad_segs=1)
        lines = kind == SEGMENT
        inner[lines] = shapely.linestrings(
            _shorter(corners[kind[part] == SEGMENT].reshape(-1, 2, 2), margin)
        )
    grown = outer.copy()
    if margin:
        rest = kind != ROUND
        grown[rest] = shapely.buffer(outer[rest], GROWTH * margin, quad_segs=2, join_style="mitre")
    world = World(scene, corners, margin, owner, kind, inner, outer, grown)
    set_rounds(world, np.flatnonzero(kind == ROUND), SIDES)
    if margin:
        shapely.prepare(world.inner)
        shapely.prepare(world.grown)
    return world


def _polygons(corners: Floats, part: Ints, ring: Ints, kind: Ints) -> Geometries:
    """The polygons of all areas; of the rings of a part the first is the shell."""
    mine = kind[part] == AREA
    if not mine.any():
        return np.empty(0, dtype=object)
    numbers, first, place = np.unique(ring[mine], return_index=True, return_inverse=True)
    rings = shapely.linearrings(corners[mine], indices=place)
    _, of_part = np.unique(part[mine][first], return_inverse=True)
    assert len(rings) == len(numbers)
    result: Geometries = shapely.polygons(rings, indices=of_part)
    return result


def _shorter(ends: Floats, margin: float) -> Floats:
    """Segments without the margin at both ends; what is left of a short one is its middle."""
    middle = ends.mean(axis=1, keepdims=True)
    length = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    share = np.maximum(0.0, 1.0 - 2.0 * margin / np.maximum(length, 1e-300))
    result: Floats = middle + (ends - middle) * share[:, None, None]
    return result


def set_rounds(world: World, parts: Ints, sides: int) -> None:
    """Put the polygons of that many sides in the place of some round parts."""
    if not len(parts):
        return
    center, u, v = axes(world, parts)
    least = smaller_axis(u, v)
    turn = 2 * np.pi * np.arange(sides) / sides
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    around = circle[None, :, :1] * u[:, None] + circle[None, :, 1:] * v[:, None]
    share = world.margin / least
    within = np.maximum(0.0, 1.0 - share)[:, None, None]
    longer = 1.0 / np.cos(np.pi / sides)
    without = longer * (1.0 + share)[:, None, None]
    beyond = longer * (1.0 + (1.0 + GROWTH) * share)[:, None, None]
    world.inner[parts] = shapely.polygons(center[:, None] + around * within)
    world.outer[parts] = shapely.polygons(center[:, None] + around * without)
    world.grown[parts] = shapely.polygons(center[:, None] + around * beyond)


def within_reach(fixed: Geometries, others: Geometries, far: float) -> NDArray[np.bool_]:
    """Whether the two of each pair are no farther apart than that; the first are asked often."""
    shapely.prepare(fixed)
    near: NDArray[np.bool_] = shapely.intersects(fixed, others)  # faster, and mostly the answer
    near[~near] = shapely.dwithin(fixed[~near], others[~near], far)
    return near


def parts_of_pairs(a: World, i: Ints, b: World, j: Ints) -> tuple[Ints, Ints, Ints]:
    """All parts of sprites i of one scene with all of sprites j of another, pair by pair.

    Returns:
        The number of the pair, the part of the one and the part of the other.
    """
    first, second = (
        np.searchsorted(world.owner, [some, some + 1]) for world, some in ((a, i), (b, j))
    )
    rows = [
        (k, p, q)
        for k in range(len(i))
        for p in range(*first[:, k].tolist())
        for q in range(*second[:, k].tolist())
    ]
    numbers, p, q = np.array(rows, dtype=np.intp).reshape(-1, 3).T
    return numbers, p, q


def axes(world: World, parts: Ints) -> tuple[Floats, Floats, Floats]:
    """Of round parts: the center, and the vectors to the ends of two conjugate half axes."""
    first = np.searchsorted(np.array(world.scene.parts.part), parts)
    center = world.corners[first]
    return center, world.corners[first + 1] - center, world.corners[first + 2] - center


def smaller_axis(u: Floats, v: Floats) -> Floats:
    """The smaller half axis of ellipses: the smaller singular value of the matrix (u v)."""
    square = (u**2).sum(axis=1) + (v**2).sum(axis=1)
    area = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
    larger = np.sqrt((square + np.sqrt(np.maximum(0.0, square**2 - 4 * area**2))) / 2)
    result: Floats = area / larger
    return result
