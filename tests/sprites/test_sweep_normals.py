"""Normals of sweeps that meet corners exactly: of an outline's edge, never of a cut in a polygon.

Corners of whole numbers are brought together, where the cuts between the pieces of a polygon end.
"""

import itertools
import math

from laws.outlines import Pair, off, outline
from support import strategies as some
from support.for_each import for_each

from spritecol import Circle, Point, Polygon, Rect, Shape, Sprite, SweepHit, Triangle

ELL = Polygon([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)])
AIMS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if math.gcd(x, y) == 1]
MOVERS: list[Shape] = [
    Point(0, 0),
    Circle(0, 0, 1e-13),
    Rect(0, 0, 3, 2),
    Triangle(0, 0, 4, 1, 1, 4),
    Polygon(*some.OUTLINES["ell"]),
]


def corners(shape: Shape) -> list[Pair]:
    match shape:
        case Polygon():
            return [corner for ring in (shape.points, *shape.holes) for corner in ring]
        case Rect():
            return list(shape.corners)
        case Triangle():
            return [(shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)]
    return [(shape.x, shape.y)]  # type: ignore[attr-defined]


def holds(shape: Shape, hit: SweepHit, outward: int) -> bool:
    """Whether the normal is that of an edge of a shape at the point of the hit."""
    if isinstance(shape, Point | Circle):
        return False
    polygon = shape if isinstance(shape, Polygon) else Polygon(corners(shape))
    normal = (outward * hit.normal[0], outward * hit.normal[1])
    return any(
        math.dist(edge[2], normal) < 1e-9 and off(edge, hit.point) < 1e-6
        for edge in outline(polygon)
    )


def test_a_corner_where_a_cut_ends() -> None:
    for mover in (Point(0, 0), Circle(0, 0, 0), Circle(0, 0, 1e-13)):
        hit = Sprite(-5, -10, collision=mover).sweep(10, 20, Sprite(collision=ELL))
        assert hit is not None
        assert hit.normal == (0, -1)
    hit = Sprite(-8, -13, collision=Rect(0, 0, 3, 3)).sweep(20, 40, Sprite(collision=ELL))
    assert hit is not None
    assert hit.normal in {(0, -1), (-1, 0)}


@for_each("angle", [90, 30])
@for_each("name", sorted(some.OUTLINES))
def test_corner_on_corner(name: str, angle: float) -> None:
    target = Sprite(3, 2, collision=Polygon(*some.OUTLINES[name]), angle=angle)
    world = target.world_shapes[0]
    hits = 0
    for shape in MOVERS:
        for (x, y), (px, py), (dx, dy) in itertools.product(corners(world), corners(shape), AIMS):
            mover = Sprite(x - px - 4 * dx, y - py - 4 * dy, collision=shape)
            hit = mover.sweep(8 * dx, 8 * dy, target)
            if hit is None or hit.overlapping:
                continue
            hits += 1
            there = Sprite(*hit.position, collision=shape)
            assert holds(world, hit, 1) or holds(there.world_shapes[0], hit, -1), (shape, hit)
            back = target.sweep(-8 * dx, -8 * dy, mover)
            assert back is not None
            assert hit.normal[0] * dx + hit.normal[1] * dy < 0
            assert back.normal[0] * dx + back.normal[1] * dy > 0
    assert hits > 100
