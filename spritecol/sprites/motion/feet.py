"""What a body stands on: a floor, two slopes that hold it, or with round feet an edge."""

import cython
from cython import Py_ssize_t, address, bint, cfunc, double, pointer
from cython.cimports.libc.math import copysign, fabs
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact
from cython.cimports.spritecol.sprites.motion.body import Body, Hit
from cython.cimports.spritecol.sprites.motion.vector import Vector, dot, minus, plus, times, vector

LEVEL = cython.declare(double, 1e-9)
"""The cosines of two floors that differ by less are equal: rounding may have made them differ."""

BESIDE = cython.declare(double, 1e-3)
"""In sizes of the body: how far beside a point a floor is looked for."""


def stand(body: Body, ground: pointer(cython.const[Hit])) -> cython.int:
    """Place the body a hair above a floor."""
    body.lift(True)
    body.place(plus(ground.at, times(body.up, min(dot(body.off, body.up), ground.distance))))
    body.base = minus(body.here(), body.off)
    return 0


def along(body: Body, normal: Vector, across: double) -> Vector:
    """A way along a floor: to the right, or to the left if `across` is negative."""
    tangent: Vector = vector(-normal.y, normal.x)
    return times(tangent, across if dot(tangent, body.right) > 0.0 else -across)


def look(body: Body, reach: double, may_perch: bint) -> Hit:
    """The floor within a reach below the body, which stays where it is.

    Of several floors it is the present one, else the most level one. Without any, the body may
    stand between two steep slopes, or perch on an edge.
    """
    k: Py_ssize_t
    left: bint = False
    right: bint = False
    best: double = 0.0
    ground: Hit
    ground.found = False
    if body.min_floor_cosine > 1.0:
        return ground
    ground = body.cast(times(body.up, -reach - 4.0 * body.hair))
    ground.found &= not ground.impact.overlapping
    if not ground.found:
        return ground
    ground.normal = body.up
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
            ground.normal = normal
            ground.impact = impact[0]
    ground.found = best > 0.0 or (left and right) or (may_perch and perches(body, address(ground)))
    return ground


def goes_on(body: Body, ground: pointer(cython.const[Hit]), side: double) -> bint:
    """Whether there is a floor right beside where the body touches one."""
    return has_floor(body, ground, side * BESIDE * body.size, 0.0)


def is_step(body: Body, ground: pointer(cython.const[Hit]), side: double, high: double) -> bint:
    """Whether what the body touches is at most so high above a floor on one side.

    That is right beside it, or below that side of the body: there may be a slot before a step.
    """
    near: double = side * BESIDE * body.size
    middle: double = dot(minus(body.foot(), point_of(ground)), body.right)
    far: double = middle + 0.5 * side * body.width()
    return has_floor(body, ground, near, high) or has_floor(body, ground, far, high)


@cfunc
def point_of(ground: pointer(cython.const[Hit])) -> Vector:
    """Where the body touches a floor."""
    return vector(ground.impact.px, ground.impact.py)


@cfunc
def has_floor(body: Body, ground: pointer(cython.const[Hit]), aside: double, low: double) -> bint:
    """Whether there is a floor aside of where the body touches one, at most so low."""
    near: double = BESIDE * body.size
    beside: Vector = plus(point_of(ground), times(body.right, aside))
    above: Vector = plus(beside, times(body.up, 3.0 * near))
    below: Vector = plus(beside, times(body.up, -max(low + 9.0 * body.hair, 3.0 * near)))
    hit: object = body.nearest_on_way(above, below, ground.impact.part)
    return hit is not None and body.is_floor(vector(hit.normal[0], hit.normal[1]))


@cfunc
def perches(body: Body, ground: pointer(cython.const[Hit])) -> bint:
    """Whether round or pointed feet stand on the edge of a step, which they touch."""
    normal: Vector = vector(ground.impact.nx, ground.impact.ny)
    lean: double = dot(normal, body.right)
    side: double = copysign(1.0, lean)  # the low one
    if dot(normal, body.up) <= LEVEL or fabs(lean) < LEVEL:
        return False
    high: double = max(body.snap, body.step)
    return goes_on(body, ground, -side) and is_step(body, ground, side, high)
