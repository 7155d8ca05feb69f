"""The facts between sprites, in exact rational arithmetic: slow, plain, and right on every edge.

Shares no code with the library and reads nothing of it but public attributes of sprites and
shapes. It knows nothing of layers, masks, names and one-way shapes.

Each shape is a union of convex pieces, each of them a `Part` (all within r of a point, a segment or
a convex polygon) or an `Oval` (a circle's image under unequal scale). What a part may be moved by
to hit another one is a part, too: the Minkowski difference (C. Ericson, "Real-Time Collision
Detection", 3.11). So each question is about one part and the point 0: is 0 inside, how far is it
outside, when does it enter. The relative interior of a sum is the sum of both (R. T. Rockafellar,
"Convex Analysis", 6.6.2), so this holds for what is flat, too.

All numbers are whole numbers or fractions. Rounded, to 60 digits, are the sines of angles that are
no multiples of 90 degrees, and square roots: so lengths and times, but no yes and no.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import isqrt, lcm
from typing import Any, NamedTuple

Number = Any  # an int or a Fraction
Vector = tuple[Number, Number]
Core = tuple[Vector, ...]

DIGITS = 60
"""So many are kept of sines, cosines and square roots; float64 has 16."""
UNIT = 10**DIGITS
E = Fraction(1, 2**400)
"""The fill rule's e, where it is a number."""
HAIR = Fraction(1, 10**40)
"""Lengths and times that are nearer to each other than this are the same."""
PI = Fraction(31415926535897932384626433832795028841971693993751058209749445923078164, 10**70)


class Part(NamedTuple):
    """The inside of all points within `r` of a convex core; cross products along it are positive.

    A part of one corner and no radius is a point, one of two a segment without its ends. If it has
    an area, a point p that is asked about counts as p + shift * (e, e * e), e > 0 and vanishing.
    """

    core: Core
    r: Number = 0
    shift: int = 0


class Oval(NamedTuple):
    """The unit circle's inside, carried by `center + u * cos(t) + v * sin(t)`; u, v independent."""

    center: Vector
    u: Vector
    v: Vector


Convex = Part | Oval
Solid = tuple[Convex, ...]
"""The pieces whose union is one shape in world space."""


class Entry(NamedTuple):
    """When, as a share of a way, what moves begins to hit, and whether it hits from the start."""

    time: Fraction
    inside: bool
    shape: int = 0
    other_shape: int = 0


# --- vectors -------------------------------------------------------------------------------------


def cross(u: Vector, v: Vector) -> Number:
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Vector, v: Vector) -> Number:
    return u[0] * v[0] + u[1] * v[1]


def plus(p: Vector, u: Vector, s: Number = 1) -> Vector:
    """The point p + s u."""
    return p[0] + s * u[0], p[1] + s * u[1]


def minus(p: Vector, q: Vector) -> Vector:
    """The way from q to p."""
    return p[0] - q[0], p[1] - q[1]


def number(x: Any) -> Number:
    """A number of any kind, exactly. Whole numbers are ints, which are ten times as fast."""
    top, bottom = x.as_integer_ratio()
    return top if bottom == 1 else Fraction(top, bottom)


def fraction(v: Any) -> Vector:
    """Two numbers of any kind, exactly."""
    return number(v[0]), number(v[1])


def root(square: Number) -> Fraction:
    """A square root: exact where it is rational, else rounded."""
    square = Fraction(square)
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    if top * top == square.numerator and bottom * bottom == square.denominator:
        return Fraction(top, bottom)
    return Fraction(isqrt(square.numerator * UNIT * UNIT // square.denominator), UNIT)


def length(u: Vector) -> Fraction:
    return root(dot(u, u))


@lru_cache(maxsize=4096)
def cos_sin(angle: float) -> Vector:
    """Cosine and sine of an angle in degrees; exact at multiples of 90."""
    quadrant, rest = divmod(Fraction(angle) % 360, 90)
    cos, sin = 1, 0
    if rest:
        cos, sin = _series(rest * PI / 180, 0), _series(rest * PI / 180, 1)
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
        term = 0 if term == -1 else term  # floor division would keep it there for ever
        n += 2
    return Fraction(total, UNIT)


# --- world space ---------------------------------------------------------------------------------


class Pose(NamedTuple):
    """How a sprite carries its shapes to world space."""

    cos: Number
    sin: Number
    scale_x: Number
    scale_y: Number
    center: Vector
    origin: Vector

    @property
    def scale(self) -> Number | None:
        """How many times as large it makes what is round, if that stays round."""
        return abs(self.scale_x) if abs(self.scale_x) == abs(self.scale_y) else None

    @property
    def area(self) -> Number:
        """How many times as large it makes an area: negative if mirrored, 0 if flat."""
        return self.scale_x * self.scale_y

    def direction(self, v: Vector) -> Vector:
        x, y = self.scale_x * v[0], self.scale_y * v[1]
        return self.cos * x - self.sin * y, self.sin * x + self.cos * y

    def point(self, p: Any) -> Vector:
        turned = self.direction(minus(fraction(p), self.center))
        return plus(plus(turned, self.center), self.origin)


def pose_of(sprite: Any) -> Pose:
    cos, sin, scale_x, scale_y = 1, 0, 1, 1
    if sprite.collision_sync:
        cos, sin = cos_sin(sprite.angle)
        scale_x, scale_y = fraction((sprite.scale_x, sprite.scale_y))
    center, origin = fraction((sprite.center_x, sprite.center_y)), fraction((sprite.x, sprite.y))
    if sprite.offset_sync:
        origin = minus(origin, center)
    return Pose(cos, sin, scale_x, scale_y, center, origin)


def solids(sprite: Any) -> list[Solid]:
    """The sprite's shapes in world space; flattened ones are what they have become."""
    if sprite.vanished or not sprite.collision_enable:
        return []
    pose = pose_of(sprite)
    return [solid(shape, pose) for shape in sprite.shapes]


@lru_cache(maxsize=4096)
def solid(shape: Any, pose: Pose) -> Solid:
    """A shape in world space."""
    match type(shape).__name__:
        case "Point":
            return (Part((pose.point((shape.x, shape.y)),)),)
        case "Circle":
            return _disc((shape.x, shape.y), shape.radius, shape.radius, 0, pose)
        case "Ellipse":
            return _disc((shape.x, shape.y), shape.radius_x, shape.radius_y, shape.angle, pose)
        case "Capsule":
            return _capsule(shape, pose)
    shell, pieces = _local(shape)
    if not pose.area or len(pieces[0]) < 3:
        return (Part(hull(map(pose.point, shell))),)
    step = 1 if pose.area > 0 else -1
    return tuple(Part(tuple(map(pose.point, piece))[::step]) for piece in pieces)


def _disc(middle: Any, rx: float, ry: float, angle: float, pose: Pose) -> Solid:
    center, (a, b) = pose.point(middle), fraction((rx, ry))
    if a == b and pose.scale is not None:
        return (Part((center,), a * pose.scale),)
    cos, sin = cos_sin(angle)
    u, v = pose.direction((a * cos, a * sin)), pose.direction((-b * sin, b * cos))
    if a * b * pose.area:
        return (Oval(center, u, v),)
    longer, shorter = sorted((u, v), key=lambda w: dot(w, w), reverse=True)
    if not any(longer):
        return (Part((center,)),)
    # u and v lie in one line: the image of the circle reaches sqrt(|u|^2 + |v|^2) along it.
    reach = root(1 + Fraction(dot(shorter, shorter)) / dot(longer, longer))
    return (Part(hull((plus(center, longer, -reach), plus(center, longer, reach)))),)


def _capsule(shape: Any, pose: Pose) -> Solid:
    """A disc around each end and the rectangle between them; flat, what they reach together."""
    ends, r = [fraction((shape.x1, shape.y1)), fraction((shape.x2, shape.y2))], number(shape.radius)
    if pose.scale is not None:
        return (Part(hull(map(pose.point, ends)), r * pose.scale),)
    discs = [_disc(end, r, r, 0, pose)[0] for end in ends]  # type: ignore[arg-type]
    if discs[0] == discs[1]:
        return (discs[0],)
    if isinstance(discs[0], Part) and isinstance(discs[1], Part):
        return (Part(hull(discs[0].core + discs[1].core)),)
    (x1, y1), (x2, y2) = ends
    along = minus(ends[1], ends[0])
    x, y = -along[1] * r / length(along), along[0] * r / length(along)
    ring = (x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y)
    return (Part(hull(map(pose.point, ring))), *discs)


@lru_cache(maxsize=4096)
def _local(shape: Any) -> tuple[Core, tuple[Core, ...]]:
    """The shell of a straight shape, and its convex pieces, in local space."""
    match type(shape).__name__:
        case "Segment":
            rings = [[(shape.x1, shape.y1), (shape.x2, shape.y2)]]
        case "Triangle":
            rings = [[(shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)]]
        case "Rect":
            rings = [_corners(shape)]
        case _:
            rings = [shape.points, *shape.holes]
    exact = [tuple(map(fraction, ring)) for ring in rings]
    around = hull(exact[0])
    if len(exact) == 1 and abs(area(exact[0])) == area(around):
        return exact[0], (around,)
    return exact[0], tuple(trapezoids(exact))


def _corners(rect: Any) -> list[Vector]:
    cos, sin = cos_sin(rect.angle)
    x, y = fraction((Fraction(rect.width) / 2, Fraction(rect.height) / 2))
    middle = plus(fraction((rect.x, rect.y)), (x, y))
    around = (-x, -y), (x, -y), (x, y), (-x, y)
    return [plus(middle, (cos * u - sin * v, sin * u + cos * v)) for u, v in around]


def area(ring: Sequence[Vector]) -> Fraction:
    """Twice the area within, positive if cross products along it are."""
    return Fraction(sum(cross(p, q) for p, q in pairwise((*ring, ring[0]))))


def hull(points: Iterable[Vector]) -> Core:
    """The convex hull by Andrew's monotone chain, without corners on its sides."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    result: list[Vector] = []
    for chain in (ordered, ordered[::-1]):
        half: list[Vector] = []
        for p in chain:
            while len(half) > 1 and cross(minus(half[-1], half[-2]), minus(p, half[-2])) <= 0:
                half.pop()
            half.append(p)
        result += half[:-1]
    return tuple(result)


def trapezoids(rings: Sequence[Core]) -> Iterator[Core]:
    """The inside of a polygon: trapezoids between level lines, and the seams between them.

    There is a line through each corner. So a seam ends on the outline, and without its ends it is
    inside.
    """
    sides = [side for ring in rings for side in pairwise((*ring, ring[0]))]
    levels = sorted({y for ring in rings for _, y in ring})

    def at(side: tuple[Vector, Vector], y: Fraction) -> Fraction:
        (x1, y1), (x2, y2) = side
        return x1 + Fraction((y - y1) * (x2 - x1)) / (y2 - y1)

    above: list[tuple[Fraction, Fraction]] = []
    for top, low in pairwise(levels):
        middle = Fraction(top + low) / 2
        across = [(at(s, middle), s) for s in sides if min(s[0][1], s[1][1]) < middle
                  and max(s[0][1], s[1][1]) > middle]  # fmt: skip
        across.sort()
        pairs = [(across[k][1], across[k + 1][1]) for k in range(0, len(across), 2)]
        for left, right in pairs:
            yield hull(
                ((at(left, top), top), (at(right, top), top), (at(right, low), low),
                 (at(left, low), low))
            )  # fmt: skip
        for (a, b), (left, right) in product(above, pairs):
            start, end = max(a, at(left, top)), min(b, at(right, top))
            if start < end:
                yield (start, top), (end, top)
        above = [(at(left, low), at(right, low)) for left, right in pairs]


# --- one part and the point 0 --------------------------------------------------------------------


def edges(core: Core) -> list[tuple[Vector, Vector]]:
    """The edges of a core: none of a point, and two of a segment, there and back."""
    return [(p, q) for p, q in pairwise((*core, core[0])) if p != q]


def sign(*powers: Number) -> int:
    """The sign of a polynomial in e, by its powers from e**0 on; e > 0 and vanishing."""
    first = next((power for power in powers if power), 0)
    return (first > 0) - (first < 0)


def covers(part: Part) -> bool:
    """Whether 0 is in the relative interior of a part."""
    core, r, shift = part
    if r and any(_is_nearer(p, q, r, shift) for p, q in edges(core) or [(core[0], core[0])]):
        return True
    if len(core) == 1:
        return not r and core[0] == (0, 0)
    if len(core) == 2:
        return not r and cross(*core) == 0 and dot(*core) < 0
    return all(_beside(p, q, shift) > 0 for p, q in edges(core))


def _beside(p: Vector, q: Vector, shift: int) -> int:
    """On which side of an edge 0 lies."""
    return sign(cross(p, q), shift * (p[1] - q[1]), shift * (q[0] - p[0]))


def _is_nearer(p: Vector, q: Vector, r: Number, s: int) -> bool:
    """Whether an edge is nearer to 0 than r (Ericson, 5.1.2, without the division)."""
    x, y = minus(q, p)
    long = x * x + y * y
    if sign(-dot(p, (x, y)), s * x, s * y) <= 0 or sign(dot(q, (x, y)), -s * x, -s * y) <= 0:
        corners = (p,) if p == q else (p, q)
        return any(
            sign(dot(c, c) - r * r, -2 * s * c[0], s * s - 2 * s * c[1], 0, s * s) < 0
            for c in corners
        )
    c = cross(p, q)
    powers = c * c - r * r * long, -2 * c * s * y, y * y * s * s + 2 * c * s * x, -2 * x * y * s * s
    return sign(*powers, x * x * s * s) < 0


def gap(part: Part) -> Fraction:
    """How far 0 is outside of a part, negative inside: the signed distance."""
    core, r, _ = part
    if len(core) > 2 and all(cross(p, q) >= 0 for p, q in edges(core)):
        return -min(cross(p, q) / length(minus(q, p)) for p, q in edges(core)) - r
    squares = []
    for p, q in edges(core) or [(core[0], core[0])]:
        way = minus(q, p)
        along = -dot(p, way)
        if along <= 0 or along >= dot(way, way):
            squares.append(Fraction(min(dot(p, p), dot(q, q))))
        else:
            squares.append(Fraction(cross(p, q) ** 2) / dot(way, way))
    return root(min(squares)) - r


def enter(part: Part, way: Vector) -> Fraction:
    """When 0, moved along a way, enters a part; it is outside, and it does so.

    Without a radius it enters at the last of the lines along edges that it crosses inward (M. Cyrus
    and J. Beck, 1978), with one at the first of the edges, moved outward, and of the circles.
    """
    core, r, _ = part
    if len(core) == 1 and not r:
        return Fraction(dot(core[0], way)) / dot(way, way)
    if len(core) == 2 and not r and not cross(minus(core[1], core[0]), way):
        return min(Fraction(dot(p, way)) / dot(way, way) for p in core)
    lines, met = [], []
    for p, q in edges(core):
        edge = minus(q, p)
        closing = cross(edge, way)
        if closing > 0:
            far = length(edge) if r else 0
            time = (Fraction(-cross(p, q)) - r * far) / closing
            lines.append(time)
            if r and 0 <= dot(minus((time * way[0], time * way[1]), p), edge) <= far * far:
                met.append(time)
    if not r:
        return max(lines)
    for corner in core:
        foot, long = dot(corner, way), dot(way, way)
        square = r * r * long - cross(corner, way) ** 2
        if foot > 0 and square >= 0:
            met.append((foot - root(square)) / long)
    return max(Fraction(0), min(met))


def normals(part: Part, at: Vector) -> list[tuple[float, float]]:
    """The outward unit normals of a part at a place on its outline: two or more at a corner."""
    core, r, _ = part
    place = tuple(minus(corner, at) for corner in core)
    if r:
        feet = []
        for p, q in edges(place) or [(place[0], place[0])]:
            way = minus(q, p)
            share = Fraction(-dot(p, way)) / (dot(way, way) or 1)
            foot = plus(p, way, max(Fraction(0), min(Fraction(1), share)))
            feet.append((dot(foot, foot), foot))
        square, foot = min(feet)
        far = root(square)
        return [(float(-foot[0] / far), float(-foot[1] / far))]
    found = []
    for p, q in edges(place):
        far = length(minus(q, p))
        if abs(cross(p, q)) <= HAIR * far:
            found.append((float((q[1] - p[1]) / far), float((p[0] - q[0]) / far)))
    return found


# --- two parts -----------------------------------------------------------------------------------


def _from_lowest(core: Core) -> Core:
    first = min(range(len(core)), key=lambda k: core[k][::-1])
    return core[first:] + core[:first]


def _turn(u: Vector, v: Vector) -> Number:
    """Positive if direction u comes before v, counted from (1, 0) on; 0 if they are the same."""
    return (v[::-1] < (0, 0)) - (u[::-1] < (0, 0)) or cross(u, v)


def difference(b: Core, a: Core) -> Core:
    """The core b - a: the edges of both, merged by angle.

    M. de Berg et al., "Computational Geometry", 13.3. Edges of one direction become one edge.
    """
    cores = _from_lowest(b), _from_lowest(tuple((-x, -y) for x, y in a))
    ways = [[minus(q, p) for p, q in edges(core)] for core in cores]
    corners = []
    i = j = 0
    while True:
        corners.append(plus(cores[0][i % len(b)], cores[1][j % len(a)]))
        left, right = i < len(ways[0]), j < len(ways[1])
        if not left and not right:
            return tuple(corners[:-1] or corners)  # the last corner is the first one again
        order = _turn(ways[0][i], ways[1][j]) if left and right else left - right
        i += order >= 0
        j += order <= 0


def is_point(piece: Convex) -> bool:
    return isinstance(piece, Part) and len(piece.core) == 1 and not piece.r


def between(a: Part, b: Part) -> Part:
    """The moves with which `a` hits b."""
    return Part(difference(b.core, a.core), a.r + b.r, is_point(a) - is_point(b))


def is_met(part: Part, way: Vector) -> bool:
    """Whether 0, moved along a way, is inside of a part anywhere, at its start and end, too."""
    if covers(part) or not any(way):
        return covers(part)
    swept = part._replace(core=difference(part.core, ((0, 0), way)))
    return covers(swept) or covers(moved(part, (-way[0], -way[1])))


# --- ovals ---------------------------------------------------------------------------------------


def into(oval: Oval, p: Vector) -> Vector:
    """The direction p in the frame in which the oval is the unit circle."""
    size = Fraction(cross(oval.u, oval.v))
    return cross(p, oval.v) / size, cross(oval.u, p) / size


def _oval_hits_part(oval: Oval, part: Part) -> bool:
    core, r, _ = part
    if r:
        return any(
            _oval_hits_oval(oval, piece)
            if isinstance(piece, Oval)
            else _oval_hits_part(oval, piece)
            for piece in without_radius(part)
        )
    seen = tuple(into(oval, minus(corner, oval.center)) for corner in core)
    if len(core) == 1:  # |n + (e, e * e)| < 1 by the fill rule
        n, x, y = seen[0], into(oval, (1, 0)), into(oval, (0, 1))
        powers = dot(n, n) - 1, 2 * dot(n, x), dot(x, x) + 2 * dot(n, y), 2 * dot(x, y), dot(y, y)
        return sign(*powers) < 0
    if len(core) > 2 and cross(oval.u, oval.v) < 0:
        seen = seen[::-1]
    return covers(Part(seen, 1))


def without_radius(part: Part) -> Solid:
    """The same in ovals and in parts without a radius."""
    core, r, _ = part
    rounds = [Oval(corner, (r, 0), (0, r)) for corner in core]
    bands = []
    for p, q in edges(core):
        way = minus(q, p)
        aside = way[1] * r / length(way), -way[0] * r / length(way)
        bands.append(Part(hull((p, q, plus(q, aside), plus(p, aside)))))
    if len(core) == 2:  # both bands and the seam between them
        return (*rounds, Part(hull(bands[0].core + bands[1].core)))
    return (*rounds, *bands, *([Part(core)] if len(core) > 2 else []))


def _oval_hits_oval(a: Oval, b: Oval) -> bool:
    """By the roots of det(x*A + B), A and B the two ellipses' forms (negative inside).

    Follows Wang, Wang, Kim, "An algebraic condition for the separation of two ellipsoids" (2001):
    one root is always negative, and the interiors are apart exactly when the other two are
    positive; a double one means that the ellipses touch. Here A is the unit circle.
    """
    d = into(a, minus(b.center, a.center))
    frame = Oval(d, into(a, b.u), into(a, b.v))
    x, y = into(frame, (1, 0)), into(frame, (0, 1))
    p, q, s = dot(x, x), dot(x, y), dot(y, y)
    r, t = -(p * d[0] + q * d[1]), -(q * d[0] + s * d[1])
    w = -(r * d[0] + t * d[1]) - 1
    # x^3 + c2 x^2 + c1 x + c0, which is -det(x*A + B) with A = diag(1, 1, -1).
    c2 = p + s - w
    c1 = p * s - q * q + r * r + t * t - w * (p + s)
    c0 = p * t * t + s * r * r + q * q * w - p * s * w - 2 * q * r * t
    discriminant = 18 * c2 * c1 * c0 - 4 * c2**3 * c0 + c2 * c2 * c1 * c1 - 4 * c1**3 - 27 * c0 * c0
    return bool(discriminant < 0 or (c2 > 0 and c1 > 0))


def overlap(a: Convex, b: Convex) -> bool:
    """Whether the relative interiors of two pieces intersect."""
    if isinstance(a, Oval):
        return _oval_hits_oval(a, b) if isinstance(b, Oval) else _oval_hits_part(a, b)
    return _oval_hits_part(b, a) if isinstance(b, Oval) else covers(between(a, b))


def moved(piece: Any, way: Vector) -> Any:
    """A piece elsewhere."""
    if isinstance(piece, Oval):
        return piece._replace(center=plus(piece.center, way))
    return piece._replace(core=tuple(plus(corner, way) for corner in piece.core))


# --- sprites -------------------------------------------------------------------------------------


def _numbers(piece: Convex) -> Iterator[Number]:
    for vector in piece if isinstance(piece, Oval) else piece.core:
        yield from vector
    if isinstance(piece, Part):
        yield piece.r


def whole(*sides: Sequence[Solid]) -> list[list[Solid]]:
    """Solids in whole numbers: all of them so many times as large, which changes no answer."""
    numbers = [n for side in sides for solid in side for piece in solid for n in _numbers(piece)]
    times = lcm(*{n.denominator for n in numbers})

    def larger_number(n: Number) -> int:
        return int(n.numerator * (times // n.denominator))

    def large(v: Vector) -> Vector:
        return larger_number(v[0]), larger_number(v[1])

    def larger(piece: Convex) -> Convex:
        if isinstance(piece, Oval):
            return Oval(*map(large, piece))
        return Part(tuple(map(large, piece.core)), larger_number(piece.r), piece.shift)

    return [[tuple(map(larger, solid)) for solid in side] for side in sides]


def are_met(a: Sequence[Solid], b: Sequence[Solid]) -> bool:
    """Whether any of some solids overlaps any of others."""
    boxed = [[(piece, _box(piece)) for solid in side for piece in solid] for side in whole(a, b)]
    return any(
        p[0] <= q[2] and q[0] <= p[2] and p[1] <= q[3] and q[1] <= p[3] and overlap(one, other)
        for (one, p), (other, q) in product(*boxed)
    )


def _box(piece: Convex) -> tuple[Number, ...]:
    """A box that holds a piece."""
    if isinstance(piece, Oval):
        (x, y), u, v = piece
        half = abs(u[0]) + abs(v[0]), abs(u[1]) + abs(v[1])
        return x - half[0], y - half[1], x + half[0], y + half[1]
    xs, ys = zip(*piece.core, strict=True)
    return min(xs) - piece.r, min(ys) - piece.r, max(xs) + piece.r, max(ys) + piece.r


def hits(a: Any, b: Any) -> bool:
    """Whether two sprites hit."""
    return a is not b and are_met(solids(a), solids(b))


def hits_at(a: Any, b: Any, way: Any) -> bool:
    """Whether two sprites hit after `a` is moved; the move is not rounded."""
    exactly = fraction(way)
    return a is not b and are_met(
        [tuple(moved(piece, exactly) for piece in solid) for solid in solids(a)], solids(b)
    )


def _first(one: Solid, other: Solid, way: Vector) -> Entry | None:
    """When one solid, moved along a way, begins to hit another one."""
    if any(overlap(*pair) for pair in product(one, other)):
        return Entry(Fraction(0), True)
    times = []
    for p, q in product(one, other):
        if isinstance(q, Oval):
            times += _enter_oval(p, q, way)
            continue
        part = between(p, q)  # type: ignore[arg-type]
        if is_met(part, way):
            times.append(max(Fraction(0), enter(part, way)))
    return Entry(min(times), False) if times else None


def _enter_oval(a: Any, oval: Oval, way: Vector) -> list[Fraction]:
    """When a point outside of an oval enters it, if it does: once or never."""
    assert is_point(a), "only points are swept against ovals"
    start = plus(a.core[0], (E, E * E))
    part, along = Part((into(oval, minus(oval.center, start)),), 1), into(oval, way)
    return [max(Fraction(0), enter(part, along))] if is_met(part, along) else []


def _entries(a: Sequence[Solid], b: Sequence[Solid], way: Vector) -> list[Entry]:
    a, b, [[moving]] = whole(a, b, [(Part((way,)),)])
    way = moving.core[0]  # type: ignore[union-attr]
    found = [
        entry._replace(shape=i, other_shape=j)
        for i, one in enumerate(a)
        for j, other in enumerate(b)
        if (entry := _first(one, other, way))
    ]
    return sorted(found, key=lambda entry: (entry.time, entry.shape, entry.other_shape))


def sweep(a: Any, b: Any, way: Any) -> list[Entry]:
    """When the shapes of `a`, moved along a way, begin to hit those of b; none are ovals."""
    return _entries(solids(a), solids(b), fraction(way))


def ray(b: Any, start: Any, end: Any, radius: Any = 0) -> list[Entry]:
    """When a point or a disc on its way begins to hit the shapes of a sprite.

    Of ovals only points are asked, and the time is as exact as float64.
    """
    a, way = Part((fraction(start),), Fraction(radius)), minus(fraction(end), fraction(start))
    return _entries([(a,)], solids(b), way)


def distance(a: Any, b: Any) -> Fraction:
    """How far two sprites are from each other, 0 where they touch or hit; none is an oval."""
    gaps = [
        gap(between(p, q))
        for one in solids(a)
        for other in solids(b)
        for p, q in product(one, other)
    ]
    return max(Fraction(0), min(gaps))


# --- ways out ------------------------------------------------------------------------------------


class _Line(NamedTuple):
    p: Vector
    n: Vector


class _Circle(NamedTuple):
    center: Vector
    r: Number


def _short(v: Vector) -> Vector:
    """Both numbers rounded to DIGITS."""
    return Fraction(round(v[0] * UNIT), UNIT), Fraction(round(v[1] * UNIT), UNIT)


def _outline(part: Part) -> list[_Line | _Circle]:
    """The lines and circles that the outline of a part consists of; they go on beyond it."""
    pieces: list[_Line | _Circle] = []
    for p, q in edges(part.core):
        far = length(minus(q, p))
        n = (q[1] - p[1]) / far, (p[0] - q[0]) / far
        pieces.append(_Line(plus(p, n, part.r), n))
    return pieces + [_Circle(corner, part.r) for corner in part.core if part.r]


def _feet(piece: _Line | _Circle) -> Iterator[Vector]:
    """The nearest point to 0, or of a circle about 0 some of them."""
    if isinstance(piece, _Line):
        yield plus((0, 0), piece.n, dot(piece.n, piece.p))
    elif any(piece.center):
        yield plus(piece.center, piece.center, -piece.r / length(piece.center))
    else:
        yield from ((piece.r, 0), (-piece.r, 0), (0, piece.r), (0, -piece.r))


def _on_circle(line: _Line, circle: _Circle) -> Iterator[Vector]:
    off = dot(line.n, minus(line.p, circle.center))
    if abs(off) <= circle.r:
        half = root(circle.r * circle.r - off * off)
        foot = plus(circle.center, line.n, off)
        yield from (plus(foot, (-line.n[1], line.n[0]), s) for s in (-half, half))


def _crossings(one: _Line | _Circle, other: _Line | _Circle) -> Iterator[Vector]:
    if isinstance(one, _Circle) and isinstance(other, _Circle):
        apart = minus(other.center, one.center)
        far = length(apart)
        if far:
            off = (far + (one.r - other.r) * (one.r + other.r) / far) / 2
            n = apart[0] / far, apart[1] / far
            yield from _on_circle(_Line(plus(one.center, n, off), n), one)
    elif isinstance(one, _Circle):
        yield from _crossings(other, one)
    elif isinstance(other, _Circle):
        yield from _on_circle(one, other)
    elif det := cross(one.n, other.n):
        c, d = dot(one.n, one.p), dot(other.n, other.p)
        yield (c * other.n[1] - d * one.n[1]) / det, (d * one.n[0] - c * other.n[0]) / det


def ways_out(parts: Sequence[Part]) -> list[Vector]:
    """The shortest moves of 0 out of all parts, which have areas: all that are equally short.

    They lead to the nearest points outside: feet of 0 on one outline, or crossings of two (Y. Kim
    et al., "Fast Penetration Depth Estimation for Physically-based Animation", 2002).
    """
    outlines = [_outline(part) for part in parts]
    ends = [foot for outline in outlines for piece in outline for foot in _feet(piece)]
    for pieces, others in combinations(outlines, 2):
        for one, other in product(pieces, others):
            ends += _crossings(one, other)
    found: list[Vector] = []
    for way in sorted({_short(end) for end in ends}, key=lambda end: dot(end, end)):
        if found and length(way) > length(found[0]) + HAIR:
            break
        if all(gap(moved(part, (-way[0], -way[1]))) >= -HAIR for part in parts):
            found.append(way)
    return found


def least_moves(a: Any, others: Iterable[Any]) -> list[Vector]:
    """The shortest moves after which a sprite hits none of others: all that are equally short.

    None is an oval; not both are flat, nor is one flat and the other concave.
    """
    parts = [
        between(p, q)
        for other in others
        for one, two in product(solids(a), solids(other))
        for p, q in product(one, two)
    ]
    return ways_out([part for part in parts if part.r or len(part.core) > 2])
