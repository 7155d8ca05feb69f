"""Whether sprites hit, in exact rational arithmetic: slow, plain, and right also when they touch.

Shares no code with the library and reads nothing of it but public attributes of sprites and
shapes. Every number is a `fractions.Fraction` from the first step on. No square root is needed:
discs are carried as the affine image of the unit circle, and two of them are told apart by the
signs of the roots of a cubic. Only the sine and cosine of an angle that is no multiple of 90
degrees are rounded, to 60 digits.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Any

Vector = tuple[Fraction, Fraction]
Ring = tuple[Vector, ...]

# Digits that are kept of sines, cosines and square roots; float64 has 16.
DIGITS = 60
UNIT = 10**DIGITS
PI = Fraction(31415926535897932384626433832795028841971693993751058209749445923078164, 10**70)


@dataclass(frozen=True)
class Dot:
    """A point in world space."""

    point: Vector


@dataclass(frozen=True)
class Line:
    """A segment in world space, its ends apart from each other."""

    start: Vector
    end: Vector


@dataclass(frozen=True)
class Area:
    """A polygon in world space: the shell first, then the holes."""

    rings: tuple[Ring, ...]


@dataclass(frozen=True)
class Disc:
    """The unit circle's image under `center + u * cos(t) + v * sin(t)`; u and v independent."""

    center: Vector
    u: Vector
    v: Vector


@dataclass(frozen=True)
class Union:
    """What any of some solids covers; they are not flat."""

    parts: tuple[Area | Disc, ...]


Simple = Dot | Line | Area | Disc
Solid = Simple | Union


def parts_of(solid: Solid) -> tuple[Simple, ...]:
    """The parts of a union; anything else is its own only part."""
    return solid.parts if isinstance(solid, Union) else (solid,)


# --- world space -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def cos_sin(angle: float) -> tuple[Fraction, Fraction]:
    """Cosine and sine of an angle in degrees; exact at multiples of 90."""
    quadrant, rest = divmod(Fraction(angle) % 360, 90)
    cos, sin = Fraction(1), Fraction(0)
    if rest:
        radians = rest * PI / 180
        cos, sin = _series(radians, 0), _series(radians, 1)
    for _ in range(quadrant):
        cos, sin = -sin, cos
    return cos, sin


def _series(x: Fraction, first: int) -> Fraction:
    """The Taylor series of the cosine (first=0) or sine (first=1), in fixed-point numbers."""
    fixed = round(x * UNIT)
    term = fixed if first else UNIT
    total, n = 0, first
    while term:
        total += term
        term = -term * fixed * fixed // (UNIT * UNIT * (n + 1) * (n + 2))
        # Floor division would keep a negative term at -1 for ever.
        term = 0 if term == -1 else term
        n += 2
    return Fraction(total, UNIT)


def root(square: Fraction) -> Fraction:
    """A square root: exact where it is rational, else rounded to DIGITS."""
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    if top * top == square.numerator and bottom * bottom == square.denominator:
        return Fraction(top, bottom)
    return Fraction(isqrt(square.numerator * UNIT * UNIT // square.denominator), UNIT)


def solids(sprite: Any) -> list[Solid]:
    """The sprite's shapes in world space, flattened ones as what they have become."""
    if sprite.vanished or not sprite.collision_enable:
        return []
    return [_solid(shape, *_pose(sprite)) for shape in sprite.shapes]


def _pose(sprite: Any) -> tuple[Callable[..., Vector], Callable[..., Vector]]:
    """How the sprite carries a local point, and a local direction, to world space."""
    cos, sin, scale_x, scale_y = Fraction(1), Fraction(0), Fraction(1), Fraction(1)
    if sprite.collision_sync:
        cos, sin = cos_sin(sprite.angle)
        scale_x, scale_y = Fraction(sprite.scale_x), Fraction(sprite.scale_y)
    center_x, center_y = Fraction(sprite.center_x), Fraction(sprite.center_y)
    base_x, base_y = Fraction(sprite.x), Fraction(sprite.y)
    if sprite.offset_sync:
        base_x, base_y = base_x - center_x, base_y - center_y

    def direction(x: Fraction, y: Fraction) -> Vector:
        x, y = scale_x * x, scale_y * y
        return cos * x - sin * y, sin * x + cos * y

    def point(x: float | Fraction, y: float | Fraction) -> Vector:
        turned_x, turned_y = direction(Fraction(x) - center_x, Fraction(y) - center_y)
        return turned_x + center_x + base_x, turned_y + center_y + base_y

    return point, direction


def _solid(shape: Any, point: Callable[..., Vector], direction: Callable[..., Vector]) -> Solid:
    kind = type(shape).__name__
    if kind == "Capsule":
        return _capsule(shape, point, direction)
    if kind in ("Circle", "Ellipse"):
        rx, ry = (shape.r, shape.r) if kind == "Circle" else (shape.rx, shape.ry)
        cos, sin = cos_sin(0.0 if kind == "Circle" else shape.angle)
        u = direction(cos * Fraction(rx), sin * Fraction(rx))
        v = direction(-sin * Fraction(ry), cos * Fraction(ry))
        return _disc(point(shape.x, shape.y), u, v)
    if kind == "Polygon":
        rings = [shape.points, *shape.holes]
    elif kind == "Rect":
        rings = [_corners(shape)]
    elif kind == "Triangle":
        rings = [[(shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)]]
    elif kind == "Segment":
        rings = [[(shape.x1, shape.y1), (shape.x2, shape.y2)]]
    else:
        rings = [[(shape.x, shape.y)]]
    world = tuple(tuple(point(x, y) for x, y in ring) for ring in rings)
    first, last = min(world[0]), max(world[0])
    if first == last:
        return Dot(first)
    if all(side_sign(first, last, corner) == 0 for corner in world[0]):
        return Line(first, last)
    return Area(world)


def _capsule(capsule: Any, point: Callable[..., Vector], direction: Callable[..., Vector]) -> Solid:
    """A disc around each end and the rectangle between them; flat, what they reach together."""
    ends = [(Fraction(capsule.x1), Fraction(capsule.y1))]
    ends.append((Fraction(capsule.x2), Fraction(capsule.y2)))
    r, zero = Fraction(capsule.r), Fraction(0)
    discs = [_disc(point(*end), direction(r, zero), direction(zero, r)) for end in ends]
    if discs[0] == discs[1]:
        return discs[0]
    if not isinstance(discs[0], Disc):
        corners = [
            p for d in discs for p in ((d.start, d.end) if isinstance(d, Line) else (d.point,))
        ]
        return Line(min(corners), max(corners))
    along = minus(ends[1], ends[0])
    stretch = r / root(dot(along, along))
    x, y = -along[1] * stretch, along[0] * stretch
    (x1, y1), (x2, y2) = ends
    ring = ((x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y))
    return Union((Area((tuple(point(*corner) for corner in ring),)), *discs))


def _corners(rect: Any) -> list[Vector]:
    cos, sin = cos_sin(rect.angle)
    half_x, half_y = Fraction(rect.width) / 2, Fraction(rect.height) / 2
    middle_x, middle_y = Fraction(rect.x) + half_x, Fraction(rect.y) + half_y
    around = [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]
    return [(middle_x + cos * x - sin * y, middle_y + sin * x + cos * y) for x, y in around]


def _disc(center: Vector, u: Vector, v: Vector) -> Solid:
    if u[0] * v[1] != u[1] * v[0]:
        return Disc(center, u, v)
    longer = max(u, v, key=lambda w: w[0] ** 2 + w[1] ** 2)
    length2 = longer[0] ** 2 + longer[1] ** 2
    if not length2:
        return Dot(center)
    # u and v lie in one line: the image of the circle reaches sqrt(|u|^2 + |v|^2) along it.
    stretch = root((length2 + min(dot(u, u), dot(v, v))) / length2)
    x, y = stretch * longer[0], stretch * longer[1]
    return Line((center[0] - x, center[1] - y), (center[0] + x, center[1] + y))


# --- vectors ---------------------------------------------------------------------------------


def dot(a: Vector, b: Vector) -> Fraction:
    return a[0] * b[0] + a[1] * b[1]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1]


def side(a: Vector, b: Vector, p: Vector) -> Fraction:
    """Positive, negative or zero: on which side of the line from a to b the point p lies."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def side_sign(a: Vector, b: Vector, p: Vector) -> int:
    """A number of the same sign: `side` times all denominators, so that nothing is reduced."""
    (ax, ax_parts), (ay, ay_parts) = a[0].as_integer_ratio(), a[1].as_integer_ratio()
    (bx, bx_parts), (by, by_parts) = b[0].as_integer_ratio(), b[1].as_integer_ratio()
    (px, px_parts), (py, py_parts) = p[0].as_integer_ratio(), p[1].as_integer_ratio()
    along_x, along_y = bx * ax_parts - ax * bx_parts, by * ay_parts - ay * by_parts
    to_x, to_y = px * ax_parts - ax * px_parts, py * ay_parts - ay * py_parts
    return along_x * to_y * by_parts * px_parts - along_y * to_x * bx_parts * py_parts


def between(a: Vector, b: Vector, p: Vector) -> bool:
    """Whether p lies within the open segment from a to b."""
    return min(a, b) < p < max(a, b) and side_sign(a, b, p) == 0


def edges(area: Area) -> Iterator[tuple[Vector, Vector]]:
    for ring in area.rings:
        yield from pairwise((*ring, ring[0]))


# --- a point -------------------------------------------------------------------------------


def dot_dot(a: Dot, b: Dot) -> bool:
    return a.point == b.point


def dot_line(a: Dot, b: Line) -> bool:
    return between(b.start, b.end, a.point)


def dot_area(a: Dot, b: Area) -> bool:
    """The fill rule: where p + (e, e*e) lies for a vanishing e > 0; that is never on an edge."""
    x, y = a.point
    inside = False
    for (x1, y1), (x2, y2) in edges(b):
        if (y1 > y) == (y2 > y):
            continue
        # Is the edge to the right of the point that is moved a little?
        across = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        across = across or y1 - y2
        inside ^= (across > 0) == (y2 > y1)
    return inside


def dot_disc(a: Dot, b: Disc) -> bool:
    """Whether p + (e, e*e) is inside, by the sign of |N(p + (e, e*e) - center)|^2 - 1."""
    n = into(b, minus(a.point, b.center))
    right, down = into(b, (Fraction(1), Fraction(0))), into(b, (Fraction(0), Fraction(1)))
    powers = (
        dot(n, n) - 1,
        2 * dot(n, right),
        dot(right, right) + 2 * dot(n, down),
        2 * dot(right, down),
        dot(down, down),
    )
    return next(power for power in powers if power) < 0


# --- segments ------------------------------------------------------------------------------


def line_line(a: Line, b: Line) -> bool:
    b_start, b_end = (side_sign(a.start, a.end, end) for end in (b.start, b.end))
    if b_start == 0 == b_end:
        return max(min(a.start, a.end), min(b.start, b.end)) < min(
            max(a.start, a.end), max(b.start, b.end)
        )
    a_start, a_end = (side_sign(b.start, b.end, end) for end in (a.start, a.end))
    return b_start * b_end < 0 and a_start * a_end < 0


def line_area(a: Line, b: Area) -> bool:
    """Cut the segment wherever it meets an edge; is the middle of any part inside?"""
    along = minus(a.end, a.start)
    cuts = {Fraction(0), Fraction(1)}
    (left, right), (top, bottom) = map(sorted, zip(a.start, a.end, strict=True))
    for start, end in edges(b):
        (x1, y1), (x2, y2) = start, end
        if max(x1, x2) < left or min(x1, x2) > right or max(y1, y2) < top or min(y1, y2) > bottom:
            continue  # it is met nowhere
        edge = minus(end, start)
        slope = along[0] * edge[1] - along[1] * edge[0]
        if slope:
            gap = minus(start, a.start)
            cuts.add((gap[0] * edge[1] - gap[1] * edge[0]) / slope)
        elif side_sign(a.start, a.end, start) == 0:
            cuts.update(dot(minus(p, a.start), along) / dot(along, along) for p in (start, end))
    steps = sorted(cut for cut in cuts if 0 <= cut <= 1)
    for here, there in pairwise(steps):
        t = (here + there) / 2
        if strictly_inside((a.start[0] + t * along[0], a.start[1] + t * along[1]), b):
            return True
    return False


def strictly_inside(p: Vector, area: Area) -> bool:
    on_edge = any(p == start or between(start, end, p) for start, end in edges(area))
    return not on_edge and dot_area(Dot(p), area)


def line_disc(a: Line, b: Disc) -> bool:
    """Where the disc is the unit circle: does the segment come nearer than 1 to the origin?"""
    start, end = into(b, minus(a.start, b.center)), into(b, minus(a.end, b.center))
    along = minus(end, start)
    t = max(Fraction(0), min(Fraction(1), -dot(start, along) / dot(along, along)))
    nearest = start[0] + t * along[0], start[1] + t * along[1]
    return dot(nearest, nearest) < 1


# --- areas ---------------------------------------------------------------------------------


def area_area(a: Area, b: Area) -> bool:
    """Open and connected sets meet when the edge of one enters the other or one holds the other."""
    return (
        any(line_area(Line(*edge), b) for edge in edges(a))
        or any(line_area(Line(*edge), a) for edge in edges(b))
        or strictly_inside(inner_point(a), b)
        or strictly_inside(inner_point(b), a)
    )


def inner_point(area: Area) -> Vector:
    """The middle of the first part of a level line that runs clear of all corners."""
    low, high = sorted({y for ring in area.rings for _, y in ring})[:2]
    level = (low + high) / 2
    crossings = sorted(
        x1 + (level - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in edges(area)
        if (y1 > level) != (y2 > level)
    )
    return (crossings[0] + crossings[1]) / 2, level


def area_disc(a: Area, b: Disc) -> bool:
    return strictly_inside(b.center, a) or any(line_disc(Line(*edge), b) for edge in edges(a))


def into(disc: Disc, p: Vector) -> Vector:
    """The direction p in the frame in which the disc is the unit circle."""
    (ux, uy), (vx, vy) = disc.u, disc.v
    area = ux * vy - uy * vx
    return (p[0] * vy - p[1] * vx) / area, (ux * p[1] - uy * p[0]) / area


def disc_disc(a: Disc, b: Disc) -> bool:
    """By the roots of det(x*A + B), A and B the two ellipses' forms (negative inside).

    Follows Wang, Wang, Kim, "An algebraic condition for the separation of two ellipsoids" (2001):
    one root is always negative, and the interiors are apart exactly when the other two are
    positive; a double one means that the ellipses touch. Here A is the unit circle.
    """
    d = into(a, minus(b.center, a.center))
    frame = Disc(d, into(a, b.u), into(a, b.v))
    column_x, column_y = (
        into(frame, (Fraction(1), Fraction(0))),
        into(frame, (Fraction(0), Fraction(1))),
    )
    p, q, s = dot(column_x, column_x), dot(column_x, column_y), dot(column_y, column_y)
    r, t = -(p * d[0] + q * d[1]), -(q * d[0] + s * d[1])
    w = -(r * d[0] + t * d[1]) - 1
    # x^3 + c2 x^2 + c1 x + c0, which is -det(x*A + B) with A = diag(1, 1, -1).
    c2 = p + s - w
    c1 = p * s - q * q + r * r + t * t - w * (p + s)
    c0 = p * t * t + s * r * r + q * q * w - p * s * w - 2 * q * r * t
    discriminant = 18 * c2 * c1 * c0 - 4 * c2**3 * c0 + c2 * c2 * c1 * c1 - 4 * c1**3 - 27 * c0 * c0
    all_real, all_negative = discriminant >= 0, c2 > 0 and c1 > 0
    return not all_real or all_negative


# --- the answer ----------------------------------------------------------------------------

_OVERLAP: dict[tuple[type, type], Callable[[Any, Any], bool]] = {
    (Dot, Dot): dot_dot,
    (Dot, Line): dot_line,
    (Dot, Area): dot_area,
    (Dot, Disc): dot_disc,
    (Line, Line): line_line,
    (Line, Area): line_area,
    (Line, Disc): line_disc,
    (Area, Area): area_area,
    (Area, Disc): area_disc,
    (Disc, Disc): disc_disc,
}


def overlap(a: Solid, b: Solid) -> bool:
    """Whether the relative interiors of two solids intersect."""
    return any(_overlap(p, q) for p in parts_of(a) for q in parts_of(b))


def _overlap(a: Simple, b: Simple) -> bool:
    kernel = _OVERLAP.get((type(a), type(b)))
    return kernel(a, b) if kernel else _OVERLAP[type(b), type(a)](b, a)


def hits(a: Any, b: Any) -> bool:
    """Whether two sprites hit."""
    return a is not b and any(overlap(p, q) for p in solids(a) for q in solids(b))
