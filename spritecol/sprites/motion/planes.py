"""Half planes of ways, and the nearest way within them.

What a body must not get into by its way is a half plane. The nearest way within all of them is the
wanted one, its projection on the border of one of them, or a corner of two.
"""

import cython
from cython import address, bint, cfunc, double, exceptval, nogil, pointer
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    cross,
    dot,
    length_of,
    minus,
    plus,
    times,
    vector,
)


def add_plane(
    planes: pointer(HalfPlanes),
    normal: Vector,
    offset: double,
    is_moving: bint,
    other: cython.Py_ssize_t,
) -> cython.void:
    """Add a half plane, if there is room."""
    if planes.count < MOST_PLANES:
        plane: pointer(HalfPlane) = address(planes.items[planes.count])
        plane.normal = normal
        plane.offset = offset
        plane.is_moving = is_moving
        plane.other = other
        planes.count += 1


def nearest_way(
    planes: pointer(cython.const[HalfPlanes]),
    wanted: Vector,
    slack: double,
    only_static: bint,
    way: pointer(Vector),
) -> bint:
    """Find the way nearest to the wanted one within all half planes; False if there is none.

    It may lead out of each by a `slack`. With `only_static`, those of what has moved do not count.
    """
    nearest: double = INFINITY
    i: cython.int
    k: cython.int
    if is_free(planes, wanted, slack, only_static):
        way[0] = wanted
        return True
    for i in range(planes.count):
        a: pointer(cython.const[HalfPlane]) = address(planes.items[i])
        if only_static and a.is_moving:
            continue
        trial: Vector = plus(wanted, times(a.normal, a.offset - dot(wanted, a.normal)))
        try_way(planes, wanted, trial, slack, only_static, address(nearest), way)
        for k in range(i):
            b: pointer(cython.const[HalfPlane]) = address(planes.items[k])
            turn: double = cross(a.normal, b.normal)
            if fabs(turn) > 1e-9 and not (only_static and b.is_moving):
                trial = vector(
                    (a.offset * b.normal.y - b.offset * a.normal.y) / turn,
                    (b.offset * a.normal.x - a.offset * b.normal.x) / turn,
                )
                try_way(planes, wanted, trial, slack, only_static, address(nearest), way)
    return nearest < INFINITY


@cfunc
@nogil
@exceptval(check=False)
def is_free(
    planes: pointer(cython.const[HalfPlanes]), way: Vector, slack: double, only_static: bint
) -> bint:
    """Whether a way is within all half planes."""
    i: cython.int
    for i in range(planes.count):
        if dot(way, planes.items[i].normal) < planes.items[i].offset - slack and not (
            only_static and planes.items[i].is_moving
        ):
            return False
    return True


@cfunc
@nogil
@exceptval(check=False)
def try_way(
    planes: pointer(cython.const[HalfPlanes]),
    wanted: Vector,
    trial: Vector,
    slack: double,
    only_static: bint,
    nearest: pointer(double),
    way: pointer(Vector),
) -> cython.void:
    """Take a way if it is free, and nearer to the wanted one than what was found before."""
    away: double = length_of(minus(trial, wanted))
    if away < nearest[0] and is_free(planes, trial, slack, only_static):
        nearest[0] = away
        way[0] = trial
