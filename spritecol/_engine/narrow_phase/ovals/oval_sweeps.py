"""When two parts overlap, if one of them moves along a line and one of them has an ellipse.

Two ellipses take a search, see `enter_of_ellipses`. Where both parts are discs or long, each disc
about an end of one is swept past each disc of the other, and each side past the ends of the other.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores
from cython.cimports.spritecol._engine.narrow_phase.cores import CoreRef
from cython.cimports.spritecol._engine.narrow_phase.intervals import (
    Interval,
    start_interval,
    unit_normals,
)
from cython.cimports.spritecol._engine.narrow_phase.ovals.ellipse import MOST_STEPS
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.tolerances import GRAZING, NOISE
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def widest_gap(a: Numbers, b: Numbers, x: C.double, y: C.double, slope: C.p_double) -> C.double:
    """The direction n = d + t p that separates two ellipses best, d = (x, y) between their centers.

    p is d turned by 90 degrees, and t is written to `slope`. Returns |A^T n| + |B^T n|, of which t
    is the minimum: they are separated if it is at most n . d = |d|^2; see
    `overlap_ellipse_ellipse`.
    """
    adx: C.double = a[2] * x + a[4] * y
    ady: C.double = a[3] * x + a[5] * y
    apx: C.double = a[4] * x - a[2] * y
    apy: C.double = a[5] * x - a[3] * y
    bdx: C.double = b[2] * x + b[4] * y
    bdy: C.double = b[3] * x + b[5] * y
    bpx: C.double = b[4] * x - b[2] * y
    bpy: C.double = b[5] * x - b[3] * y
    a_low: C.double = -(adx * apx + ady * apy) / (apx * apx + apy * apy)
    b_low: C.double = -(bdx * bpx + bdy * bpy) / (bpx * bpx + bpy * bpy)
    low: C.double = min(a_low, b_low)
    high: C.double = max(a_low, b_low)
    t: C.double = min(max(0.0, low), high)
    a_length: C.double = 0.0
    b_length: C.double = 0.0
    for _ in range(MOST_STEPS):
        ax: C.double = adx + t * apx
        ay: C.double = ady + t * apy
        bx: C.double = bdx + t * bpx
        by: C.double = bdy + t * bpy
        a_length = sqrt(ax * ax + ay * ay)
        b_length = sqrt(bx * bx + by * by)
        rise: C.double = (ax * apx + ay * apy) / a_length + (bx * bpx + by * bpy) / b_length
        if rise > 0.0:
            high = t
        else:
            low = t
        a_cross: C.double = (ax * apy - ay * apx) / a_length
        b_cross: C.double = (bx * bpy - by * bpx) / b_length
        curvature: C.double = a_cross * a_cross / a_length + b_cross * b_cross / b_length
        previous: C.double = t
        t = t - rise / curvature
        if not low < t < high:
            t = 0.5 * (low + high)
        # The step would lower the sum by half of this. (Not the length of the step counts: about
        # the normal of a thin ellipse, a step of 1e-9 makes the difference.)
        if fabs(rise * (t - previous)) <= 1e-17 * (a_length + b_length) or not low < t < high:
            t = previous
            break
    slope[0] = t
    return a_length + b_length


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def enter_of_ellipses(
    a: Numbers,
    b: Numbers,
    x: C.double,
    y: C.double,
    dx: C.double,
    dy: C.double,
    enter: C.p_double,
    normal: C.p_double,
) -> C.bint:
    """When an ellipse at (x, y) from the other one begins to overlap it, if it moves by (dx, dy).

    A line that separates the two bounds the time from below: until the moving one has crossed it,
    there is no overlap. Of the best such line this is a step of Newton's method on a convex
    function, which from the left never passes the root (G. van den Bergen, "Ray Casting against
    General Convex Objects with Application to Continuous Collision Detection", 2004). The first
    line is perpendicular to the motion.
    """
    nx: C.double = -dx
    ny: C.double = -dy
    reach: C.double = cores.extent_of_disc(a, nx, ny) + cores.extent_of_disc(b, nx, ny)
    closing: C.double = -(nx * dx + ny * dy)
    time: C.double = (nx * x + ny * y - reach) / closing
    slope: C.double = 0.0
    for _ in range(MOST_STEPS):
        px: C.double = x + time * dx
        py: C.double = y + time * dy
        reach = widest_gap(a, b, px, py, C.address(slope))
        distance: C.double = px * px + py * py
        nx = px - slope * py
        ny = py + slope * px
        if distance <= reach * (1.0 + 1e-15):
            break
        closing = -(nx * dx + ny * dy)
        if not closing > 0.0:
            return False
        before: C.double = time
        time += (distance - reach) / closing
        if not time > before:
            break
    enter[0] = time
    normal[0] = nx
    normal[1] = ny
    # A line that the motion does not cross is touched at most.
    return -(nx * dx + ny * dy) > GRAZING * sqrt((nx * nx + ny * ny) * (dx * dx + dy * dy))


def sweep_ellipses(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of two ellipses: its start, and as its end the start of the motion backward."""
    x: C.double = a[0] - b[0]
    y: C.double = a[1] - b[1]
    back: C.double = 0.0
    normal: C.double[2]
    start_interval(out)
    if not enter_of_ellipses(a, b, x, y, dx, dy, C.address(out.enter), normal):
        return False
    out.nx = normal[0]
    out.ny = normal[1]
    unit_normals(out)
    if not enter_of_ellipses(a, b, x, y, -dx, -dy, C.address(back), normal):
        return False
    out.exit = -back
    return out.enter < out.exit


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def join_intervals(one: C.pointer(C.const[Interval]), out: C.pointer(Interval)) -> C.void:
    """Extend an interval by another one."""
    out.exit = max(out.exit, one.exit)
    if one.enter < out.enter:
        out.enter = one.enter
        out.nx = one.nx
        out.ny = one.ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def join_sides(
    a: CoreRef,
    b: CoreRef,
    dx: C.double,
    dy: C.double,
    side: C.double,
    out: C.pointer(Interval),
) -> C.void:
    """Extend the interval of two discs or long parts by the sides of `b`, which rests.

    Normals get the sign of `side`.
    """
    one: Interval
    reach: C.double[2]
    own: C.double[2]
    disc: C.double[6]
    zero: C.double[2]
    i: C.int
    j: C.int
    zero[0] = zero[1] = 0.0
    ex: C.double = b.v[2] - b.v[0]
    ey: C.double = b.v[3] - b.v[1]
    length: C.double = sqrt(ex * ex + ey * ey)
    start_interval(C.address(one))
    for i in range(2):
        nx: C.double = ey / length if i else -ey / length
        ny: C.double = -ex / length if i else ex / length
        cores.disc_at(a, zero, disc)
        extent: C.double = cores.farthest_of_disc(disc, -nx, -ny, reach)
        cores.disc_at(b, zero, disc)
        extent += cores.farthest_of_disc(disc, nx, ny, own)
        rate: C.double = nx * dx + ny * dy
        if rate == 0.0:
            continue
        for j in range(a.count):  # both are met at once, if the two lie along each other
            x: C.double = a.v[2 * j] - b.v[0]
            y: C.double = a.v[2 * j + 1] - b.v[1]
            time: C.double = (extent - (nx * x + ny * y)) / rate
            x += time * dx + reach[0] - own[0]
            y += time * dy + reach[1] - own[1]
            along: C.double = (x * ex + y * ey) / (length * length)
            if not -NOISE <= along <= 1.0 + NOISE:
                continue
            one.enter = INFINITY if rate > 0.0 else time
            one.exit = time if rate > 0.0 else -INFINITY
            one.nx = side * nx
            one.ny = side * ny
            join_intervals(C.address(one), out)


def sweep_ovals(
    a: CoreRef,
    b: CoreRef,
    dx: C.double,
    dy: C.double,
    out: C.pointer(Interval),
) -> C.bint:
    """The interval of two parts that are discs or long, of which one has an ellipse."""
    one: Interval
    disc: C.double[6]
    other: C.double[6]
    i: C.int
    j: C.int
    start_interval(out)
    out.enter = INFINITY
    out.exit = -INFINITY
    for i in range(a.count):
        cores.disc_at(a, a.v + 2 * i, disc)
        for j in range(b.count):
            cores.disc_at(b, b.v + 2 * j, other)
            if sweep_ellipses(disc, other, dx, dy, C.address(one)):
                join_intervals(C.address(one), out)
    if b.count == 2:
        join_sides(a, b, dx, dy, 1.0, out)
    if a.count == 2:
        join_sides(b, a, -dx, -dy, -1.0, out)
    unit_normals(out)
    return out.enter < out.exit
