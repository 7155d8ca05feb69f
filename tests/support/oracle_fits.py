"""What fits exactly, judged in whole numbers: who is met on a way, and where there is room.

Shares no code with the library and reads nothing of it but public attributes of sprites and
shapes. Everything is counted in quarters of a pixel, so every number is a Python int from the
first step on; a place or a way is (x, y, w), which stands for (x / w, y / w).

Two convex bodies hit when the displacement of the one from the other is in the interior of the
Minkowski difference of both. That is the hull of the differences of their corners, grown by the sum
of their radii. So a sweep is a segment against a hull: it meets if they come nearer than the reach,
which compares squares. No root is taken and no time is computed, but for `landing`.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import hypot, isqrt
from typing import Any, NamedTuple

UNIT = 4
"""All numbers of a scene are multiples of 1 / UNIT pixels."""

Corner = tuple[int, int]
Place = tuple[int, int, int]
Number = float | Fraction
HERE: Place = (0, 0, 1)


class Body(NamedTuple):
    """A convex body: all within r of the hull of its corners, without the rim."""

    corners: tuple[Corner, ...]
    r: int
    shape: int = 0
    """The number of the shape of the sprite that it is, or is a piece of."""
    one_way: tuple[float, float] | None = None


class Between(NamedTuple):
    """The displacements of one body that make it hit another: the inside of a grown hull.

    `hull` is counterclockwise where y points up, without corners on a side; two or one if flat.
    """

    hull: tuple[Corner, ...]
    reach: int | Fraction


def whole(number: float) -> int:
    """A number of a scene, in quarters of a pixel."""
    result = int(UNIT * number)
    assert result == UNIT * number, number
    return result


# Concave polygons are made of convex pieces that the scenes know: see `pieced`.
PIECES: dict[Any, tuple[tuple[tuple[float, float], ...], ...]] = {}


def corners_of(shape: Any) -> tuple[tuple[tuple[tuple[float, float], ...], float], ...]:
    """The convex pieces of a shape in local space: corners and a radius."""
    match type(shape).__name__:
        case "Rect":
            x, y, w, h = shape.x, shape.y, shape.width, shape.height
            return ((((x, y), (x + w, y), (x + w, y + h), (x, y + h)), 0.0),)
        case "Circle":
            return ((((shape.x, shape.y),), shape.r),)
        case "Point":
            return ((((shape.x, shape.y),), 0.0),)
        case "Segment":
            return ((((shape.x1, shape.y1), (shape.x2, shape.y2)), 0.0),)
        case "Capsule":
            return ((((shape.x1, shape.y1), (shape.x2, shape.y2)), shape.r),)
        case "Triangle":
            return ((((shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)), 0.0),)
    return tuple((piece, 0.0) for piece in PIECES.get(shape, (tuple(shape.points),)))


def bodies(sprite: Any) -> list[Body]:
    """The shapes of a sprite that is not turned, in world space."""
    assert (sprite.angle, sprite.scale_x, sprite.scale_y) == (0, 1, 1)
    x, y = whole(sprite.x), whole(sprite.y)
    return [
        Body(tuple((x + whole(u), y + whole(v)) for u, v in corners), whole(r), k, shape.one_way)
        for k, shape in enumerate(sprite.shapes)
        for corners, r in corners_of(shape)
    ]


def side(a: Corner, b: Corner, p: Corner) -> int:
    """Positive to the left of the line from a to b where y points up, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def hull_of(points: Iterable[Corner]) -> tuple[Corner, ...]:
    """The convex hull by Andrew's monotone chain, without corners on its sides."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    result: list[Corner] = []
    for chain in (ordered, ordered[::-1]):
        half: list[Corner] = []
        for p in chain:
            while len(half) > 1 and side(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        result += half[:-1]
    return tuple(result)


@lru_cache(maxsize=1 << 16)
def hull_between(a: tuple[Corner, ...], b: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """The hull of all b - a."""
    return hull_of((u - x, v - y) for x, y in a for u, v in b)


def between(a: Body, b: Body, *, grown: int = 0) -> Between:
    """How a may be displaced to hit b."""
    x, y = a.corners[0]
    mine = tuple((u - x, v - y) for u, v in a.corners)
    hull = hull_between(mine, tuple((u - x, v - y) for u, v in b.corners))
    return Between(hull, a.r + b.r + grown)


def place(dx: Number, dy: Number) -> Place:
    """A displacement in pixels, to the last bit."""
    (a, b), (c, d) = dx.as_integer_ratio(), dy.as_integer_ratio()
    return UNIT * a * d, UNIT * c * b, b * d


def sides_of(hull: Sequence[Corner]) -> Iterable[tuple[Corner, Corner]]:
    """The sides of a hull; of a flat one, the one."""
    return pairwise((*hull, hull[0])) if len(hull) > 2 else pairwise(hull)


def is_near(p: Corner, a: Corner, b: Corner, square: int) -> bool:
    """Whether the distance of p from the segment from a to b, squared, is less."""
    ux, uy, px, py = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    length, along = ux * ux + uy * uy, px * ux + py * uy
    if along <= 0:
        return px * px + py * py < square
    if along >= length:
        return (p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2 < square
    return (ux * py - uy * px) ** 2 < square * length


def is_crossing(a: Corner, b: Corner, p: Corner, q: Corner) -> bool:
    """Whether two segments cross within both; not where one only touches the other."""
    one = side(a, b, p) * side(a, b, q)
    return one < 0 and side(p, q, a) * side(p, q, b) < 0


def inside(body: Between, at: Place) -> bool:
    """Whether it hits if displaced so: in the relative interior."""
    return meets(body, at, start=at)


def meets(body: Between, end: Place, start: Place = (0, 0, 1)) -> bool:
    """Whether it hits anywhere on the straight way from start to end, both included."""
    w = end[2] * start[2]
    v = end[0] * start[2], end[1] * start[2]
    o = start[0] * end[2], start[1] * end[2]
    hull = [(x * w, y * w) for x, y in body.hull] if w != 1 else body.hull
    if body.reach:
        square = (body.reach * w) ** 2
        if any(is_near(p, o, v, square) for p in hull):
            return True
        if len(hull) > 2 and all(side(a, b, o) >= 0 for a, b in sides_of(hull)):
            return True
        return any(
            is_near(o, a, b, square) or is_near(v, a, b, square) or is_crossing(a, b, o, v)
            for a, b in sides_of(hull)
        )
    if len(hull) > 2:
        return _is_clipped(hull, o, v) is not None
    if len(hull) == 1:
        return bool(side(o, v, hull[0]) == 0 and min(o, v) <= hull[0] <= max(o, v))
    a, b = hull
    if side(a, b, o) == 0 == side(a, b, v):
        return max(a, min(o, v)) < min(b, max(o, v)) or (o == v and a < o < b)
    return side(o, v, a) * side(o, v, b) < 0 and side(a, b, o) * side(a, b, v) <= 0


def _is_clipped(hull: Sequence[Corner], o: Corner, v: Corner) -> tuple[int, int] | None:
    """When the way from o to v enters the inside of a hull: (top, bottom) of a fraction, or None.

    Follows Cyrus and Beck: each side leaves a part of the way, and all of them the part inside. It
    is open, so an end that is on a side counts as outside.
    """
    first, of_first, last, of_last = -1, 1, 2, 1  # from before the way to behind it
    for a, b in sides_of(hull):
        here, there = side(a, b, o), side(a, b, v)
        if here <= 0 and there <= 0:
            return None
        rate = there - here
        if rate > 0 and here <= 0 and -here * of_first > first * rate:
            first, of_first = -here, rate
        elif rate < 0 and there <= 0 and here * of_last < last * -rate:
            last, of_last = here, -rate
    return (first, of_first) if first * of_last < last * of_first else None


def share(way: Place, fraction: Number) -> Place:
    """So much of a way."""
    a, b = fraction.as_integer_ratio()
    return way[0] * a, way[1] * a, way[2] * b


def landing(body: Between, way: Place) -> Fraction | None:
    """When a way that meets begins to hit, if that is a rational number."""
    x, y, w = way
    hull = [(u * w, v * w) for u, v in body.hull]
    if not body.reach:
        times = [Fraction(-side(a, b, (0, 0)), rate) for a, b in sides_of(hull)
                 if (rate := side(a, b, (x, y)) - side(a, b, (0, 0)))]  # fmt: skip
    else:
        r, times = body.reach * w, []
        for u, v in hull:
            half, length = u * x + v * y, x * x + y * y
            inner = half * half - length * (u * u + v * v - r * r)
            if inner >= 0 and isqrt(inner) ** 2 == inner:
                times.append(Fraction(half - isqrt(inner), length))
        for a, b in sides_of(hull):
            long = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
            rate = side(a, b, (x, y)) - side(a, b, (0, 0))
            if rate and isqrt(long) ** 2 == long:
                offset = r * isqrt(long)
                times += [Fraction(sign * offset - side(a, b, (0, 0)), rate) for sign in (-1, 1)]
    for time in sorted(t for t in times if 0 <= t < 1):
        if not meets(body, share(way, time)) and meets(
            body, share(way, time + Fraction(1, 1 << 40))
        ):
            return time
    return None


def normals_at(body: Between, x: float, y: float, slack: float) -> list[tuple[float, float]]:
    """The outward normals at a place on the rim: two where two straight sides meet."""
    if not body.reach:
        rim = [
            ((b[1] - a[1]) / long, (a[0] - b[0]) / long)
            for a, b in sides_of(body.hull)
            if abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]))
            <= slack * (long := hypot(b[0] - a[0], b[1] - a[1]))
        ]
        return [*rim, *((-u, -v) for u, v in rim)] if len(body.hull) == 2 else rim
    best, at = float("inf"), (0.0, 0.0)
    for a, b in sides_of(body.hull) if len(body.hull) > 1 else [(body.hull[0],) * 2]:
        ux, uy = b[0] - a[0], b[1] - a[1]
        along = ((x - a[0]) * ux + (y - a[1]) * uy) / ((ux * ux + uy * uy) or 1)
        along = min(1.0, max(0.0, along))
        gap = x - a[0] - along * ux, y - a[1] - along * uy
        if hypot(*gap) < best:
            best, at = hypot(*gap), gap
    return [(at[0] / best, at[1] / best)] if best else []


def is_stopped(normals: Sequence[tuple[float, float]], one_way: tuple[float, float]) -> bool | None:
    """Whether a one-way shape stops what meets it so: at most 60 degrees from its direction."""
    long = hypot(*one_way)
    leans = [(n[0] * one_way[0] + n[1] * one_way[1]) / long - 0.5 for n in normals]
    if not leans or min(map(abs, leans)) < 1e-7:
        return None
    if min(leans) > 0:
        return True
    return False if len(leans) == 1 else None


def free(walls: Iterable[Between], at: Place) -> bool:
    """Whether nothing is hit there."""
    return not any(inside(wall, at) for wall in walls)
