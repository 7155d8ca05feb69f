"""Where parts with an ellipse are met: points inside overlaps; entries of rays and moving discs."""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import (
    cores,
    distances,
    exact_signs,
    oval_hits,
    ray_contact,
)
from cython.cimports.spritecol._engine.narrow_phase.clipping import clipped, put_middle
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.oval_distances import MOST_STEPS
from cython.cimports.spritecol._engine.narrow_phase.oval_hits import sweep_ellipses
from cython.cimports.spritecol._engine.narrow_phase.ray_contact import Ray, RayContact, RayRef
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._support.libc import fabs, sqrt
from cython.cimports.spritecol._support.polar import hypot

HALVINGS = C.declare(C.int, 60)
"""Bisections between the centers of two ellipses."""

NO_DISTANCE = C.declare(C.double, 1e-13)
"""A share of the size of the numbers: a distance up to this is 0, since distances are rounded."""


def nearest_to_ellipse(core: Numbers, count: C.int, disc: Numbers, points: C.p_double) -> C.int:
    """A point of a segment or polygon inside an ellipse: the one nearest to the center.

    It is measured where the ellipse c + M u is the unit circle, at u = M^-1 (p - c). There, all of
    the ellipse is within 1 of the center. So the point nearest to the center is inside the ellipse
    if any is, whereas the nearest one in the world may be outside of a flat ellipse.
    """
    det: C.double = disc[2] * disc[5] - disc[3] * disc[4]
    center: C.double[2]
    a: C.double[4]
    best: C.double[2]
    apart: Nearest
    least: C.double = -1.0
    inside: C.bint = count > 2
    i: C.int
    j: C.int
    center[0] = 0.0
    center[1] = 0.0
    best[0] = 0.0
    best[1] = 0.0
    for i in range(count):  # edge by edge: a polygon may have any number of vertices
        for j in range(2):
            x: C.double = core[2 * ((i + j) % count)] - disc[0]
            y: C.double = core[2 * ((i + j) % count) + 1] - disc[1]
            a[2 * j] = (disc[5] * x - disc[3] * y) / det
            a[2 * j + 1] = (disc[2] * y - disc[4] * x) / det
        inside = inside and a[0] * a[3] - a[1] * a[2] >= 0.0
        distances.distance_of_polygons(center, 1, a, 2, C.address(apart))
        if least < 0.0 or apart.distance < least:
            least = apart.distance
            best[0] = apart.bx
            best[1] = apart.by
    if inside:
        best[0] = 0.0
        best[1] = 0.0
    points[0] = disc[0] + disc[2] * best[0] + disc[3] * best[1]
    points[1] = disc[1] + disc[4] * best[0] + disc[5] * best[1]
    return 1


def in_ellipse(
    polygon: Numbers,
    count: C.int,
    disc: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """The middle of the overlap on the chord along the normal that ends at the deepest point.

    A chord along n through c + M u, |u| = 1, ends at u and u - 2 (u.v / v.v) v, where v = M^-1 n.
    """
    u: C.double = disc[2] * near.nx + disc[4] * near.ny
    v: C.double = disc[3] * near.nx + disc[5] * near.ny
    length: C.double = hypot(u, v)
    det: C.double = disc[2] * disc[5] - disc[3] * disc[4]
    vx: C.double = (disc[5] * near.nx - disc[3] * near.ny) / det
    vy: C.double = (disc[2] * near.ny - disc[4] * near.nx) / det
    ends: C.double[2]
    p: C.double[2]
    q: C.double[2]
    if length == 0.0 or not vx * vx + vy * vy > 0.0:
        return nearest_to_ellipse(polygon, count, disc, points)
    u /= length
    v /= length
    chord: C.double = 2.0 * (u * vx + v * vy) / (vx * vx + vy * vy)
    # Where the ellipse is the first of the two parts, it is deepest against n.
    side: C.double = -1.0 if disc_is_first(near, disc) else 1.0
    p[0] = disc[0] + side * (disc[2] * u + disc[3] * v)
    p[1] = disc[1] + side * (disc[4] * u + disc[5] * v)
    q[0] = p[0] - side * chord * near.nx
    q[1] = p[1] - side * chord * near.ny
    if not clipped(p, q, polygon, count, ends):
        return nearest_to_ellipse(polygon, count, disc, points)
    # No deeper than the other part's side.
    ends[1] = min(ends[1], -near.distance / chord) if chord > 0.0 else ends[1]
    if ends[1] < ends[0]:
        return nearest_to_ellipse(polygon, count, disc, points)
    put_middle(p, q, ends, points)
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def disc_is_first(near: C.pointer(C.const[Nearest]), disc: Numbers) -> C.bint:
    """Whether the first of two parts is the ellipse: then its deepest point is against n."""
    reach: C.double = cores.extent_of_disc(disc, near.nx, near.ny)
    first: C.double = (near.ax - disc[0]) * near.nx + (near.ay - disc[1]) * near.ny
    second: C.double = (near.bx - disc[0]) * near.nx + (near.by - disc[1]) * near.ny
    return fabs(first + reach) <= fabs(second - reach)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def spread_of(disc: Numbers) -> C.double:
    """More than how far an ellipse reaches from its center."""
    return fabs(disc[2]) + fabs(disc[3]) + fabs(disc[4]) + fabs(disc[5])


def between_ellipses(a: Numbers, b: Numbers, points: C.p_double) -> C.int:
    """The point that is as deep in one ellipse as in the other.

    With S = M M^T, the form (p - c)^T S^-1 (p - c) is below 1 inside. The minima of the mixtures
    (1 - t) form_a + t form_b lead from one center to the other, along which one form rises and the
    other falls; where they are equal, the greater of both is least, and below 1 if the two overlap.

    With d from a to b and W = t S_a + (1 - t) S_b, these minima are at c_a + t S_a W^-1 d, where
    the forms are |t A^T W^-1 d|^2 and |(1 - t) B^T W^-1 d|^2 (J. Perram and M. Wertheim,
    "Statistical mechanics of hard ellipsoids", 1985). So nothing is divided by the area of an
    ellipse. With g for the columns of both matrices and w for their weights, g_i . adj(W) d is the
    sum over k of w_k (g_k x d) (g_k x g_i): cross products, which stay precise however thin the
    ellipses are.
    """
    large: Numbers = a
    small: Numbers = b
    if spread_of(a) < spread_of(b):  # so the depths are equal at a small t, which has more digits
        large = b
        small = a
    size: C.double = spread_of(large)
    dx: C.double = (small[0] - large[0]) / size
    dy: C.double = (small[1] - large[1]) / size
    g: C.double[8]
    by_large: C.double[4]  # g . adj(W) d, as far as it comes from the columns of one ellipse
    by_small: C.double[4]
    off: C.double[4]
    cross: C.double
    low: C.double = 0.0
    high: C.double = 1.0
    large_squared: C.double = 0.0  # the squares of cross products, which add up to det(W)
    small_squared: C.double = 0.0
    shared_squared: C.double = 0.0
    i: C.int
    k: C.int
    for k in range(4):
        disc: Numbers = small if k > 1 else large
        g[2 * k] = disc[2 + k % 2] / size
        g[2 * k + 1] = disc[4 + k % 2] / size
        off[k] = g[2 * k] * dy - g[2 * k + 1] * dx
        by_large[k] = by_small[k] = 0.0
    for i in range(4):
        for k in range(4):
            cross = g[2 * k] * g[2 * i + 1] - g[2 * k + 1] * g[2 * i]
            if k < 2:
                by_large[i] += off[k] * cross
            else:
                by_small[i] += off[k] * cross
            if k < i:
                cross *= cross
                large_squared += cross if i == 1 else 0.0
                small_squared += cross if k == 2 else 0.0
                shared_squared += cross if i > 1 and k < 2 else 0.0
    for _ in range(HALVINGS):
        t: C.double = 0.5 * (low + high)
        in_large: C.double = 0.0
        in_small: C.double = 0.0
        for i in range(2):
            along: C.double = t * (t * by_large[i] + (1.0 - t) * by_small[i])
            in_large += along * along
            along = (1.0 - t) * (t * by_large[2 + i] + (1.0 - t) * by_small[2 + i])
            in_small += along * along
        if in_large < in_small:
            low = t
        else:
            high = t
    # At the upper end the point is in the small ellipse, which a rounded `t` could miss.
    scale: C.double = (
        high * high * large_squared
        + (1.0 - high) * (1.0 - high) * small_squared
        + high * (1.0 - high) * shared_squared
    )
    points[0] = large[0]
    points[1] = large[1]
    if scale > 0.0:
        for i in range(2):
            along = size * high * (high * by_large[i] + (1.0 - high) * by_small[i]) / scale
            points[0] += along * g[2 * i]
            points[1] += along * g[2 * i + 1]
    return 1


def between_ovals(
    one: CoreRef,
    other: CoreRef,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """A point inside two parts, of which at least one has an ellipse: between two discs of theirs.

    An ellipse about a vertex of each, or about a place between two vertices of one. Returns 0 if
    there is none: then the cores overlap.
    """
    disc: C.double[6]
    other_disc: C.double[6]
    first: CoreRef = one if cores.is_round(one) else other
    second: CoreRef = other if cores.is_round(one) else one
    i: C.int
    j: C.int
    for i in range(first.count):
        cores.disc_at(first, first.v + 2 * i, disc)
        if not cores.is_round(second):
            # The second one is straight. Else a vertex of it is inside, or both segments cross.
            if meets_disc(disc, second):
                if second.count > 2:
                    return in_ellipse(second.v, second.count, disc, near, points)
                return nearest_to_ellipse(second.v, second.count, disc, points)
            continue
        for j in range(second.count):
            cores.disc_at(second, second.v + 2 * j, other_disc)
            if oval_hits.overlap_ellipse_ellipse(disc, 1, other_disc, 1):
                return between_ellipses(disc, other_disc, points)
    for j in range(second.count):
        if cores.is_round(second) or first.count < 2:
            break
        cores.disc_at(first, second.v + 2 * j, disc)
        if oval_hits.overlap_segment_ellipse(first.v, 2, disc, 1):
            points[0] = disc[0]
            points[1] = disc[1]
            return 1
    if cores.is_round(second):
        if first.count > 1 and between_its_ends(first, second, points):
            return 1
        if second.count > 1 and between_its_ends(second, first, points):
            return 1
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_its_ends(moving: CoreRef, resting: CoreRef, points: C.p_double) -> C.int:
    """A point in an ellipse between the ends of a core and in one about an end of another one."""
    disc: C.double[6]
    other_disc: C.double[6]
    interval: Interval
    j: C.int
    x: C.double = moving.v[2] - moving.v[0]
    y: C.double = moving.v[3] - moving.v[1]
    for j in range(resting.count):
        cores.disc_at(moving, moving.v, disc)
        cores.disc_at(resting, resting.v + 2 * j, other_disc)
        if (
            sweep_ellipses(disc, other_disc, x, y, C.address(interval))
            and interval.enter < 1.0
            and interval.exit > 0.0
        ):
            time: C.double = 0.5 * (max(0.0, interval.enter) + min(1.0, interval.exit))
            disc[0] += time * x
            disc[1] += time * y
            return between_ellipses(disc, other_disc, points)
    return 0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def meets_disc(disc: Numbers, core: CoreRef) -> C.bint:
    """Whether an ellipse meets a segment or a polygon."""
    if core.count == 2:
        return oval_hits.overlap_segment_ellipse(core.v, 2, disc, 1)
    return oval_hits.overlap_ellipse_polygon(disc, 1, core.v, core.count)


def chord_along(m: Numbers, nx: C.double, ny: C.double) -> C.double:
    """How long the chord of an ellipse along a unit vector n is where it is farthest along n.

    A chord along n through c + M u, |u| = 1, where the ellipse is farthest along n, is as long as
    2 / (|M^T n| |M^-1 n|^2).
    """
    x: C.double = m[5] * nx - m[3] * ny
    y: C.double = m[2] * ny - m[4] * nx
    det: C.double = m[2] * m[5] - m[3] * m[4]
    return 2.0 * det * det / (cores.extent_of_disc(m, nx, ny) * (x * x + y * y))


# --- rays and moving discs ------------------------------------------------------------------------


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
            return ray_contact.put_start_inside(ray, out)
        if gap > doubt:
            gap = nearest_to_origin(wx, wy, dx, dy) - radius
            if fabs(gap) > doubt:
                meets = gap < 0.0
    if meets < 0:
        if exact_signs.disc_point_exact(v, ray.x1, ray.y1, True):
            return ray_contact.put_start_inside(ray, out)
        meets = exact_signs.ray_disc_exact(v, C.address(ray.x1))
    if not meets:
        return False
    fraction: C.double = max(0.0, min(ray_contact.circle_entry(wx, wy, dx, dy, radius), 1.0))
    x = wx + fraction * dx
    y = wy + fraction * dy
    return ray_contact.put_entry(ray, fraction, v[5] * x - v[4] * y, v[2] * y - v[3] * x, out)


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
    distances.distance_between(layout.POINT, disc, 1, kind, v, count, C.address(nearest))
    closing: C.double = -(nearest.nx * ray.dx + nearest.ny * ray.dy)
    if closing >= 0.0 and not numbers_overlap(layout.CIRCLE, disc, 1, kind, v, count):
        return False
    for _ in range(MOST_STEPS):
        disc[0] = ray.x1 + fraction * ray.dx
        disc[1] = ray.y1 + fraction * ray.dy
        distances.distance_between(layout.POINT, disc, 1, kind, v, count, C.address(nearest))
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
    return ray_contact.put_entry(
        ray, out.fraction, m[5] * out.nx - m[4] * out.ny, m[2] * out.ny - m[3] * out.nx, out
    )
