"""Pairs of numbers, half planes of them, and the nearest way within half planes.

A half plane excludes the ways that lead into a target. The nearest way within all half planes is
the wanted way itself, its projection on the border of one plane, or the corner of two.
"""

import cython as C
from cython.cimports.spritecol._engine.tolerances import SAME
from cython.cimports.spritecol._support.libc import INFINITY, fabs


def add_plane(
    planes: C.pointer(HalfPlanes), normal: Vector, offset: C.double, target: C.Py_ssize_t
) -> C.void:
    """Add the ways that lead along a normal by at least an offset, if there is room."""
    if planes.count < MOST_PLANES:
        plane: C.pointer(HalfPlane) = C.address(planes.items[planes.count])
        plane.normal = normal
        plane.offset = offset
        plane.target = target
        planes.count += 1


def nearest_way(
    planes: C.pointer(C.const[HalfPlanes]), wanted: Vector, slack: C.double, way: C.pointer(Vector)
) -> C.bint:
    """Find the way nearest to the wanted one within all half planes. Return False if there is none.

    It may leave each plane by a `slack`.
    """
    nearest: C.double = INFINITY
    trial: Vector
    i: C.int
    k: C.int
    if is_within_all(planes, wanted, slack):
        way[0] = wanted
        return True
    for i in range(planes.count):
        a: C.pointer(C.const[HalfPlane]) = C.address(planes.items[i])
        for k in range(-1, i):
            if k < 0:  # the projection on the border of one plane
                trial = plus(wanted, times(a.normal, a.offset - dot(wanted, a.normal)))
            else:  # the corner of two
                b: C.pointer(C.const[HalfPlane]) = C.address(planes.items[k])
                turn: C.double = cross(a.normal, b.normal)
                if fabs(turn) <= SAME:
                    continue
                trial = vector(
                    (a.offset * b.normal.y - b.offset * a.normal.y) / turn,
                    (b.offset * a.normal.x - a.offset * b.normal.x) / turn,
                )
            away: C.double = length_of(minus(trial, wanted))
            if away < nearest and is_within_all(planes, trial, slack):
                nearest = away
                way[0] = trial
    return nearest < INFINITY


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_within_all(planes: C.pointer(C.const[HalfPlanes]), way: Vector, slack: C.double) -> C.bint:
    """Whether a way is within all half planes."""
    i: C.int
    for i in range(planes.count):
        if dot(way, planes.items[i].normal) < planes.items[i].offset - slack:
            return False
    return True
