"""Distances of two convex shapes, judged by plain sampling.

That oracle knows one thing of a
convex set: how far it reaches along a unit vector. The distance is the greatest gap over all of
them; sampled, it is a lower bound which misses by little.
"""

import math
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import shapely

from spritecol import Capsule, Circle, Distance, Ellipse, Point, Segment, Shape, Sprite
from support.campaign.tally import many
from support.scenes import ANY, Dice, multiples, shape

TURN = np.linspace(0, 2 * np.pi, 7200, endpoint=False)
KINDS = ("point", "segment", "box", "circle", "capsule", "ellipse", "convex")
PAIRS = list(combinations_with_replacement(KINDS, 2))
THIN = {"point", "segment"}
ANGLE = 1e-8
"""How far a normal may be off, in radians. Where a vertex is as near as the foot beside it but for
rounding, its normal may count: a square root of the rounding away."""
BRANCHES = {
    *(f"{a}, {b} apart" for a, b in PAIRS),
    *(f"{a}, {b} deep" for a, b in PAIRS if "point" not in (a, b) and not {a, b} <= THIN),
}


WHOLE = multiples(1, 3, 4)
WILD = ANY._replace(
    place=lambda r: r.choice(
        (0.0, 1.19e-7, float(r.randint(-8, 8)), r.uniform(-8, 8), r.uniform(-50, 50))
    ),
    length=lambda r: r.choice((1.0, 0.125, float(r.randint(1, 16)), r.uniform(0.125, 40))),
)
"""In few whole numbers sides and gaps are often equal."""


def reach(shape: Shape, nx: Any, ny: Any) -> Any:
    """The greatest n . p over the points p of a shape."""
    match shape:
        case Circle():
            return nx * shape.x + ny * shape.y + shape.radius
        case Capsule():
            ends = nx * shape.x1 + ny * shape.y1, nx * shape.x2 + ny * shape.y2
            return np.maximum(*ends) + shape.radius
        case Ellipse():
            c, s = math.cos(math.radians(shape.angle)), math.sin(math.radians(shape.angle))
            along, across = shape.radius_x * (c * nx + s * ny), shape.radius_y * (c * ny - s * nx)
            return nx * shape.x + ny * shape.y + np.hypot(along, across)
    corners = shapely.get_coordinates(shape.geometry)
    return np.max([nx * x + ny * y for x, y in corners], axis=0)


def gap(a: Shape, b: Shape, nx: Any, ny: Any) -> Any:
    return -reach(a, -nx, -ny) - reach(b, nx, ny)


def size(*shapes: Shape) -> float:
    return max(1.0, *(abs(number) for shape in shapes for number in shape.bounds))


def measured(a: Shape, b: Shape) -> Distance:
    return Sprite(collision=a).distance(Sprite(collision=b))


def unlike_greatest(a: Shape, b: Shape, found: Distance) -> list[str]:
    """Return what of a distance is not that of the greatest gap."""
    (nx, ny), far = found.normal, found.distance
    (ax, ay), (bx, by) = found.point, found.other_point
    # By the size of the numbers: turned by ANGLE, a normal sees a gap that is so much less.
    close = 4 * ANGLE * size(a, b)
    is_right = {
        "the normal is a unit vector": abs(math.hypot(nx, ny) - 1) <= 1e-12,
        "it is the gap along the normal": abs(far - gap(a, b, nx, ny)) <= close,
        "no gap is greater": far
        >= np.max(gap(a, b, np.cos(TURN), np.sin(TURN))) - 1e-11 * size(a, b),
        "it leads from one point to the other": max(
            abs(ax - bx - far * nx), abs(ay - by - far * ny)
        )
        <= close,
        "its point is an end": abs(nx * ax + ny * ay + reach(a, -nx, -ny)) <= close,
        "its other point is an end": abs(nx * bx + ny * by - reach(b, nx, ny)) <= close,
    }
    return [f"not so: {law}" for law, holds in is_right.items() if not holds]


def is_same_area(a: Shape, b: Shape) -> bool:
    """Whether two shapes are the same place by place."""
    return plain(a) == plain(b)


def plain(shape: Shape) -> Shape:
    """An ellipse may be a circle, and a segment a point."""
    if isinstance(shape, Ellipse) and shape.radius_x == shape.radius_y:
        return Circle(shape.x, shape.y, shape.radius_x)
    if isinstance(shape, Segment) and (shape.x1, shape.y1) == (shape.x2, shape.y2):
        return Point(shape.x1, shape.y1)
    return shape


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the distance of two convex shapes, and which branch it was."""
    r, (kind_a, kind_b) = Dice(seed), PAIRS[seed % len(PAIRS)]
    numbers = WHOLE if r.random() < 0.4 else WILD
    a, b = shape(r, kind_a, numbers), shape(r, kind_b, numbers)
    found, back = measured(a, b), measured(b, a)
    wrong = unlike_greatest(a, b, found)
    ulps = 1e-12 * size(a, b)  # a push is lengthened until it is free
    if abs(back.distance - found.distance) > ulps:
        wrong.append(f"{back.distance} the other way")
    if not is_same_area(a, b) and (
        back.normal != -found.normal
        or math.dist(back.point, found.other_point) > 2 * ulps
        or math.dist(back.other_point, found.point) > 2 * ulps
    ):
        wrong.append(f"the other way {back}")
    if {kind_a, kind_b}.isdisjoint({"circle", "capsule", "ellipse"}):
        expected = a.geometry.distance(b.geometry)
        if abs(max(0.0, found.distance) - expected) > 1e-11 * size(a, b):
            wrong.append(f"shapely says {expected}")
    branch = f"{kind_a}, {kind_b} {'apart' if found.distance > 0 else 'deep'}"
    if found.distance <= 0 and branch not in BRANCHES:  # who is thin only touches, or is in it
        branch = f"{kind_a}, {kind_b} apart"
    return [f"{a} and {b}, {found}: {line}" for line in wrong], Counter([branch])


play = many("distances", judged, 60)
