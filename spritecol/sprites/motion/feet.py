"""What a body stands on: a floor, two slopes that hold it, or with round feet an edge."""

import cython
from cython import Py_ssize_t, address, bint, cfunc, double, pointer
from cython.cimports.libc.math import copysign, fabs, sqrt
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact
from cython.cimports.spritecol.sprites.motion.body import Body, Hit
from cython.cimports.spritecol.sprites.motion.vector import Vector, dot, minus, plus, times, vector

LEVEL = cython.declare(double, 1e-9)
"""The cosines of two floors that differ by less are equal: rounding may have made them differ."""

BESIDE = cython.declare(double, 1e-3)
"""In sizes of the body: how far beside a point a floor is looked for."""

MOST_STAIRS = cython.declare(cython.int, 16)
"""Round feet meet a higher stair before lower ones: so many may lie between."""


def no_ground() -> Ground:
    """What is below a body in the air."""
    ground: Ground
    ground.found = False
    ground.gap = 0.0
    ground.at = ground.normal = ground.point = vector(0.0, 0.0)
    return ground


def ground_of(
    impact: pointer(cython.const[Impact]), normal: Vector, hit: pointer(cython.const[Hit])
) -> Ground:
    """What a body has met at the end of a cast, as what it stands on."""
    ground: Ground
    ground.found = True
    ground.gap = hit.distance
    ground.at = hit.at
    ground.normal = normal
    ground.point = vector(impact.px, impact.py)
    ground.impact = impact[0]
    return ground


def stand(body: Body, ground: pointer(cython.const[Ground])) -> cython.int:
    """Place the body a hair above a floor."""
    body.lift(True)
    body.place(plus(ground.at, times(body.up, min(dot(body.off, body.up), ground.gap))))
    body.base = minus(body.here(), body.off)
    return 0


def along(body: Body, normal: Vector, side: double) -> Vector:
    """The direction of a floor to the right, for a `side` of 1, or to the left for -1."""
    tangent: Vector = vector(-normal.y, normal.x)
    return times(tangent, side if dot(tangent, body.right) > 0.0 else -side)


def look(body: Body, reach: double, may_perch: bint) -> Ground:
    """The floor within a reach below the body, which stays where it is.

    Of several floors it is the present one, else the most level one. Without any, the body may
    stand between two steep slopes, or perch on an edge.
    """
    k: Py_ssize_t
    left: bint = False
    right: bint = False
    best: double = 0.0
    if body.min_floor_cosine > 1.0:
        return no_ground()
    hit: Hit = body.cast(times(body.up, -reach - 4.0 * body.hair))
    if not hit.found or hit.impact.overlapping:
        return no_ground()
    ground: Ground = ground_of(address(hit.impact), body.up, address(hit))
    for k in range(body.impacts.count):  # of equal ones the cast tells the first in space first
        impact: pointer(cython.const[Impact]) = body.impacts.items + k
        normal: Vector = vector(impact.nx, impact.ny)
        level: double = dot(normal, body.up)
        if level > LEVEL:
            left |= dot(normal, body.right) > LEVEL
            right |= dot(normal, body.right) < -LEVEL
        if impact.position == body.floor:
            level += 2.0
        if body.is_floor(normal) and level > best + LEVEL:
            best = level
            ground = ground_of(impact, normal, address(hit))
    if best > 0.0 or (left and right) or (may_perch and perches(body, hit)):
        return ground
    return no_ground()


def has_floor(body: Body, point: Vector, side: double, part: cython.int) -> bint:
    """Whether there is a floor right beside a point, for a part of the sprite."""
    near: double = BESIDE * body.size
    start: Vector = plus(point, plus(times(body.right, side * near), times(body.up, 3.0 * near)))
    hit: object = body.nearest_on_way(start, plus(start, times(body.up, -6.0 * near)), part)
    return hit is not None and body.is_floor(vector(hit.normal[0], hit.normal[1]))


def leads_up(body: Body, start: Vector, end: Vector, side: double, part: cython.int) -> bint:
    """Whether stairs that are low enough lead a part from a point on the floor up to another."""
    near: double = BESIDE * body.size * side
    for _ in range(MOST_STAIRS if body.step > 0.0 else 1):
        if dot(minus(end, start), body.up) <= body.step + 9.0 * body.hair:
            return True
        start = plus(start, times(body.up, 4.0 * body.hair))
        ahead: double = dot(minus(end, start), body.right) + near
        riser: object = body.nearest_on_way(start, plus(start, times(body.right, ahead)), part)
        if riser is None:
            return False
        foot: Vector = plus(vector(riser.point[0], riser.point[1]), times(body.right, near))
        above: Vector = plus(foot, times(body.up, body.step + 2.0 * fabs(near)))
        tread: object = body.nearest_on_way(above, foot, part)
        if tread is None or tread.fraction == 0.0:
            return False
        normal: Vector = vector(tread.normal[0], tread.normal[1])
        start = vector(tread.point[0], tread.point[1])
        high: double = dot(minus(start, foot), body.up)
        if not body.is_floor(normal) or (  # at the riser: a tread may be a slope
            high + near * dot(normal, body.right) / dot(normal, body.up)
            > body.step + 9.0 * body.hair
        ):
            return False
    return False


@cfunc
def perches(body: Body, hit: Hit) -> bint:
    """Whether round or pointed feet stand on the edge of a step that they have just met.

    Its tread is a floor, stairs lead up to it, and below the other side of the body is something,
    too, at most so low as stairs or a slope would be.
    """
    here: Vector = body.here()
    point: Vector = vector(hit.impact.px, hit.impact.py)
    lean: double = dot(hit.normal, body.right)
    if dot(hit.normal, body.up) <= LEVEL or fabs(lean) < LEVEL:
        return False
    side: double = -copysign(1.0, lean)
    part: cython.int = hit.impact.part
    if body.has_foothold and not leads_up(body, body.foothold, point, side, part):
        return False
    if not has_floor(body, point, side, part):
        return False
    box: Box = body.box()
    middle: Vector = vector(0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom))
    away: double = 0.5 * body.width() - side * dot(minus(point, middle), body.right)
    away += BESIDE * body.size
    slope: double = (
        sqrt(1.0 - body.min_floor_cosine * body.min_floor_cosine) / body.min_floor_cosine
    )
    low: double = max(body.snap, body.step) + away * slope
    body.place(hit.at)
    body.go(times(body.right, -side * away))
    below: Hit = body.cast(times(body.up, -low))
    body.place(here)
    return below.found
