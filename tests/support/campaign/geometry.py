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

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from support.campaign.bulk import Floats, Ints, Scene
from support.scenes import Pair

Geometries = NDArray[Any]

POINT, SEGMENT, ROUND, AREA = range(4)
"""How a part is judged."""

SIDES = 48
"""The sides of the two polygons around a round part, whose gap is 0.2 % of the radius."""
FINE = 1024
"""The sides if SIDES was too coarse: the gap is 5e-6 of the radius."""
GROWTH = 2.2
"""From `outer` to `grown`, in margins: two, and what the corners of a buffer lack."""
MARGIN = 1e-7
"""The margin, as a part of the numbers' size: far above all rounding here, which is about 1e-15."""


@attrs.define
class World:
    """A scene in world space.

    Attributes:
        scene: whose it is.
        corners: those of all parts one after the other: a point; two ends; the center and the ends
            of both half axes; the corners of all rings.
        part: the part of each corner.
        margin: in pixels.
        owner, kind: the sprite of each part, and how it is judged.
        inner, outer, grown: a geometry of each part.
    """

    scene: Scene
    corners: Floats
    part: Ints
    margin: float
    owner: Ints
    kind: Ints
    inner: Geometries
    outer: Geometries
    grown: Geometries


def world_of(scene: Scene) -> World:
    """Return all parts of a scene as geometries, prepared for many questions."""
    parts = [(i, *_rings(shape)) for i, collision in enumerate(scene.shapes) for shape in collision]
    rings = [(k, ring) for k, (_, _, rings) in enumerate(parts) for ring in rings]
    owner, kind = np.array([[i, kind] for i, kind, _ in parts]).T
    lengths = [len(ring) for _, ring in rings]
    part = np.repeat([k for k, _ in rings], lengths)
    corners = _placed(scene, np.concatenate([ring for _, ring in rings]), owner[part])
    margin = 0.0 if scene.exact else MARGIN * scene.size()
    outer = np.empty(len(owner), dtype=object)
    outer[kind == POINT] = shapely.points(corners[kind[part] == POINT])
    outer[kind == SEGMENT] = shapely.linestrings(corners[kind[part] == SEGMENT].reshape(-1, 2, 2))
    outer[kind == AREA] = _polygons(corners, part, np.repeat(np.arange(len(rings)), lengths), kind)
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
    world = World(scene, corners, part, margin, owner, kind, inner, outer, grown)
    set_rounds(world, np.flatnonzero(kind == ROUND), SIDES)
    if margin:
        shapely.prepare(world.inner)
        shapely.prepare(world.grown)
    return world


def _rings(shape: Shape) -> tuple[int, list[list[Pair]]]:
    """How a shape is judged, and its corners in local space."""
    match shape:
        case Point(x=x, y=y):
            return POINT, [[(x, y)]]
        case Segment(x1=x1, y1=y1, x2=x2, y2=y2):
            return SEGMENT, [[(x1, y1), (x2, y2)]]
        case Circle(x=x, y=y, radius=r):
            return ROUND, [[(x, y), (x + r, y), (x, y + r)]]
        case Ellipse(x=x, y=y, radius_x=a, radius_y=b, angle=angle):
            c, s = _turn(angle)
            return ROUND, [[(x, y), (x + a * c, y + a * s), (x - b * s, y + b * c)]]
        case Rect(x=x, y=y, width=w, height=h, angle=angle):
            c, s = _turn(angle)
            around = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
            mx, my = x + w / 2, y + h / 2
            return AREA, [[(mx + c * u - s * v, my + s * u + c * v) for u, v in around]]
        case Triangle():
            return AREA, [[(shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)]]
        case Polygon():
            return AREA, [list(ring) for ring in (shape.points, *shape.holes)]
    raise AssertionError(shape)


def _turn(angle: float) -> Pair:
    cos, sin = cos_sin(np.array([angle]))
    return float(cos[0]), float(sin[0])


def cos_sin(angle: Floats) -> tuple[Floats, Floats]:
    """Return the cosine and sine of angles in degrees; exact at multiples of 90."""
    turned = np.mod(angle, 360.0)
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    for quarter, (c, s) in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)]):
        cos[turned == 90 * quarter], sin[turned == 90 * quarter] = c, s
    return cos, sin


def _placed(scene: Scene, corners: Floats, owner: Ints) -> Floats:
    """Corners in world space, by spec: R(angle) . S . (p - center) + center + base."""
    pose = {name: column[owner] for name, column in scene.pose.items()}
    sync, offset = scene.sync[owner][:, None], scene.offset[owner][:, None]
    center = np.column_stack([pose["center_x"], pose["center_y"]])
    p = corners - center
    scaled = p * np.column_stack([pose["scale_x"], pose["scale_y"]])
    cos, sin = cos_sin(pose["angle"])
    x, y = scaled.T
    p = np.where(sync, np.column_stack([cos * x - sin * y, sin * x + cos * y]), p)
    base = np.column_stack([pose["x"], pose["y"]])
    result: Floats = p + np.where(offset, 0.0, center) + base
    return result


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
    """Return segments without the margin at both ends; of a short one, its middle is left."""
    middle = ends.mean(axis=1, keepdims=True)
    length = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    share = np.maximum(0.0, 1.0 - 2.0 * margin / np.maximum(length, 1e-300))
    result: Floats = middle + (ends - middle) * share[:, None, None]
    return result


def set_rounds(world: World, parts: Ints, sides: int) -> None:
    """Replace the polygons of some round parts with ones of this many sides."""
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


def axes(world: World, parts: Ints) -> tuple[Floats, Floats, Floats]:
    """Of round parts: the center, and the vectors to the ends of two conjugate half axes."""
    first = np.searchsorted(world.part, parts)
    center = world.corners[first]
    return center, world.corners[first + 1] - center, world.corners[first + 2] - center


def smaller_axis(u: Floats, v: Floats) -> Floats:
    """The smaller half axis of ellipses: the smaller singular value of the matrix (u v)."""
    square = (u**2).sum(axis=1) + (v**2).sum(axis=1)
    area = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
    larger = np.sqrt((square + np.sqrt(np.maximum(0.0, square**2 - 4 * area**2))) / 2)
    result: Floats = area / larger
    return result
