"""Where a moving disc begins to hit a part: a ray with a radius.

A disc is an area, so nothing is shifted, and touching is no hit: a disc that slides along a wall,
or leaves it, does not hit it. If it overlaps the part at its start, it starts inside.

The distance of a point that moves along a line from a convex part is a convex function of time, and
falls until the hit. So Newton's method, from the start on, approaches the time at which it is the
radius from one side and never passes it (as G. van den Bergen, "Ray Casting against General Convex
Objects", 2004).
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, distance_between
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.storage.layout import (
    CIRCLE,
    NOTHING,
    POINT,
    SEAM,
    SEGMENT,
)

CLOSE = cython.declare(cython.double, 1e-13)
"""A distance of this part of the size of the numbers is 0: distances are rounded."""

MOST_STEPS = cython.declare(cython.int, 100)
"""Limit for Newton's method. It takes about 5 steps, and 25 where the disc only grazes the part."""


def disc_enters(
    ray: cython.pointer(cython.const[Ray]),
    radius: cython.double,
    kind: cython.int,
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """See the header."""
    nearest: Nearest
    disc: cython.double[3]
    at: cython.double[2]
    fraction: cython.double = 0.0
    closing: cython.double
    gap: cython.double
    close: cython.double = CLOSE * (
        radius + fabs(ray.x1) + fabs(ray.y1) + fabs(ray.x2) + fabs(ray.y2)
    )
    if kind in (SEAM, NOTHING):
        return False
    disc[0] = ray.x1
    disc[1] = ray.y1
    disc[2] = radius
    if numbers_overlap(CIRCLE, disc, 1, kind, v, count):
        out.fraction = out.nx = out.ny = 0.0
        out.x = ray.x1
        out.y = ray.y1
        out.inside = True
        return True
    if ray.dx == 0.0 and ray.dy == 0.0:
        return False
    distance_between(SEGMENT, cython.address(ray.x1), 2, kind, v, count, cython.address(nearest))
    if not nearest.distance < radius - close:
        return False
    for _ in range(MOST_STEPS):
        at[0] = ray.x1 + fraction * ray.dx
        at[1] = ray.y1 + fraction * ray.dy
        distance_between(POINT, at, 1, kind, v, count, cython.address(nearest))
        gap = nearest.distance - radius
        closing = -(nearest.nx * ray.dx + nearest.ny * ray.dy)
        if gap <= close or closing <= 0.0:
            break
        fraction = min(1.0, fraction + gap / closing)
    out.fraction = fraction
    out.x = nearest.bx
    out.y = nearest.by
    out.nx = nearest.nx
    out.ny = nearest.ny
    out.inside = False
    return True
