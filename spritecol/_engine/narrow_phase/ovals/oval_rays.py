"""Where rays, and discs that move along them, enter ellipses and stretched capsules."""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import exact_signs
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.distances import distance_between
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.ovals.ellipse import MOST_STEPS
from cython.cimports.spritecol._engine.narrow_phase.ray_contact import (
    Ray,
    RayContact,
    RayRef,
    circle_entry,
    put_entry,
    put_start_inside,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._support.libc import fabs, sqrt

NO_DISTANCE = C.declare(C.double, 1e-13)
"""A share of the size of the numbers: a distance up to this is 0, since distances are rounded."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def nearest_to_origin(x: C.double, y: C.double, dx: C.double, dy: C.double) -> C.double:
    """How near a way comes to the origin."""
    length: C.double = dx * dx + dy * dy
    foot: C.double = -(x * dx + y * dy)
    if 0.0 < foot < length:
        return fabs(x * dy - y * dx) / sqrt(length)
    if foot > 0.0:  # else the start is nearest
        x += dx
        y += dy
    return sqrt(x * x + y * y)


def ray_ellipse(ray: RayRef, v: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Whether the shifted ray meets an ellipse: in the space where that is a circle about 0.

    The fraction is the same there, since the map is linear (see `oval_hits`).
    """
    radius: C.double = v[2] * v[5] - v[3] * v[4]
    spread: C.double = fabs(v[2]) + fabs(v[3]) + fabs(v[4]) + fabs(v[5])
    x: C.double = ray.x1 - v[0]
    y: C.double = ray.y1 - v[1]
    wx: C.double = v[5] * x - v[3] * y
    wy: C.double = v[2] * y - v[4] * x
    size: C.double = fabs(x) + fabs(y)
    meets: C.int = -1
    x = ray.x2 - v[0]
    y = ray.y2 - v[1]
    size = spread * (max(size, fabs(x) + fabs(y)) + spread)
    doubt: C.double = 64.0 * exact_signs.ROUNDING * size
    dx: C.double = v[5] * ray.dx - v[3] * ray.dy
    dy: C.double = v[2] * ray.dy - v[4] * ray.dx
    if size * size > exact_signs.UNDERFLOW:
        gap: C.double = sqrt(wx * wx + wy * wy) - radius
        if gap < -doubt:
            return put_start_inside(ray, out)
        if gap > doubt:
            gap = nearest_to_origin(wx, wy, dx, dy) - radius
            if fabs(gap) > doubt:
                meets = gap < 0.0
    if meets < 0:
        if exact_signs.disc_point_exact(v, ray.x1, ray.y1, True):
            return put_start_inside(ray, out)
        meets = exact_signs.ray_disc_exact(v, C.address(ray.x1))
    if not meets:
        return False
    fraction: C.double = max(0.0, min(circle_entry(wx, wy, dx, dy, radius), 1.0))
    x = wx + fraction * dx
    y = wy + fraction * dy
    return put_entry(ray, fraction, v[5] * x - v[4] * y, v[2] * y - v[3] * x, out)


def enters_oval(
    ray: RayRef,
    radius: C.double,
    kind: C.int,
    v: Numbers,
    count: C.int,
    out: C.pointer(RayContact),
) -> C.bint:
    """Write where a disc that moves along a ray begins to hit a part with an ellipse, if it does.

    The distance of a point that moves along a line from a convex part is a convex function of time,
    and falls until the hit. So Newton's method, from the start on, approaches the time at which it
    is the radius from one side and never passes it (as G. van den Bergen, "Ray Casting against
    General Convex Objects", 2004). If the distance is least at an end of the ray, the disc there
    decides exactly whether there is a hit. At the start it hits nothing.
    """
    nearest: Nearest
    disc: C.double[3]
    fraction: C.double = 0.0
    close: C.double = NO_DISTANCE * (
        radius + fabs(ray.x1) + fabs(ray.y1) + fabs(ray.x2) + fabs(ray.y2)
    )
    disc[0] = ray.x2
    disc[1] = ray.y2
    disc[2] = radius
    distance_between(layout.POINT, disc, 1, kind, v, count, C.address(nearest))
    closing: C.double = -(nearest.nx * ray.dx + nearest.ny * ray.dy)
    if closing >= 0.0 and not numbers_overlap(layout.CIRCLE, disc, 1, kind, v, count):
        return False
    for _ in range(MOST_STEPS):
        disc[0] = ray.x1 + fraction * ray.dx
        disc[1] = ray.y1 + fraction * ray.dy
        distance_between(layout.POINT, disc, 1, kind, v, count, C.address(nearest))
        gap: C.double = nearest.distance - radius
        closing = -(nearest.nx * ray.dx + nearest.ny * ray.dy)
        if fraction == 0.0 and closing <= 0.0:
            return False
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


def see_from_disc(
    ray: RayRef, core: CoreRef, seen: C.pointer(Ray), inner: C.pointer(Core)
) -> C.double:
    """Write a ray and the segment of a stretched capsule as they are where its disc is a circle.

    The start of the ray is the origin there. Returns the radius of the circle.
    """
    k: C.int
    m: Numbers = core.disc
    seen.x1 = seen.y1 = 0.0
    seen.dx = seen.x2 = m[5] * ray.dx - m[3] * ray.dy
    seen.dy = seen.y2 = m[2] * ray.dy - m[4] * ray.dx
    for k in range(2):
        x: C.double = core.v[2 * k] - ray.x1
        y: C.double = core.v[2 * k + 1] - ray.y1
        inner.corners[2 * k] = m[5] * x - m[3] * y
        inner.corners[2 * k + 1] = m[2] * y - m[4] * x
    inner.v = inner.corners
    inner.count = 2
    return m[2] * m[5] - m[3] * m[4]


def put_entry_back(ray: RayRef, m: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Write a contact that is given as it is where a disc is a circle; returns True."""
    return put_entry(
        ray, out.fraction, m[5] * out.nx - m[4] * out.ny, m[2] * out.ny - m[3] * out.nx, out
    )
