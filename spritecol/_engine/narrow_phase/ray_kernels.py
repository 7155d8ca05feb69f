"""Where a ray enters a part: `ray_<kind>`, one kernel for each kind.

A ray is a moving point, and a point against an area counts as p + (e, e*e) for a vanishing e > 0
(the fill rule). So the whole ray counts as shifted by (e, e*e): it runs along no edge, through no
vertex and into no joint, and whatever is closed without the shift lets no ray through. This is
"Simulation of Simplicity" (H. Edelsbrunner and E. Muecke, ACM Transactions on Graphics 9, 1990):
the sign of a polynomial in e is that of its first coefficient that is not 0.

Whether a ray hits is decided by exact signs; only the fraction is rounded. Points, and segments in
the line of the ray, are no areas: for them the ray is a segment, by the rule of `straight_kernels`.

A ray that starts inside has `inside` set, fraction 0 and no normal. "Inside" is what the kernels
for points say.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import (
    ROUNDING,
    UNDERFLOW,
    disc_point_exact,
    orient,
    ray_disc_exact,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_kernels import (
    overlap_point_box,
    overlap_point_polygon,
    overlap_point_segment,
    overlap_segment_polygon,
    overlap_segment_segment,
)

GRAZING = cython.declare(cython.double, 1e-4)
"""The sine of the angle between a ray and an edge, below which rounding moves their crossing."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def side_of_ray(
    ray: cython.pointer(cython.const[Ray]), x: cython.double, y: cython.double
) -> cython.double:
    """A number with the sign of the side of the shifted ray on which a point is; never 0.

    d x (p - s - (e, e*e)) = d x (p - s) + e dy - e*e dx. It is 0 only for a ray without length.
    """
    sign: cython.double = orient(ray.x1, ray.y1, ray.x2, ray.y2, x, y)
    if sign != 0.0:
        return sign
    return ray.dy if ray.dy != 0.0 else -ray.dx


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_left(
    side: cython.double,
    ax: cython.double,
    ay: cython.double,
    bx: cython.double,
    by: cython.double,
) -> cython.bint:
    """Whether a shifted point is on the inner side of the edge a -> b.

    `side` is `orient` of the point itself. (b - a) x (e, e*e) = e*e (bx - ax) - e (by - ay).
    """
    if side != 0.0:
        return side > 0.0
    return by < ay if by != ay else bx > ax


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def starts_inside(
    ray: cython.pointer(cython.const[Ray]), out: cython.pointer(RayContact)
) -> cython.bint:
    """Write the contact of a ray that starts inside; True."""
    out.fraction = 0.0
    out.x = ray.x1
    out.y = ray.y1
    out.nx = 0.0
    out.ny = 0.0
    out.inside = True
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_normal(
    ray: cython.pointer(cython.const[Ray]),
    nx: cython.double,
    ny: cython.double,
    out: cython.pointer(RayContact),
) -> cython.void:
    """Write the normal, given with any length."""
    length: cython.double = sqrt(nx * nx + ny * ny)
    if not length > UNDERFLOW:  # an edge too short to have a direction
        nx = -ray.dx
        ny = -ray.dy
        length = sqrt(nx * nx + ny * ny)
    out.nx = nx / length if length > 0.0 else 0.0
    out.ny = ny / length if length > 0.0 else 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def enters(
    ray: cython.pointer(cython.const[Ray]),
    fraction: cython.double,
    nx: cython.double,
    ny: cython.double,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Write the contact at a fraction, with a normal of any length; True."""
    fraction = max(0.0, min(fraction, 1.0))
    out.fraction = fraction
    out.x = ray.x1 + fraction * ray.dx
    out.y = ray.y1 + fraction * ray.dy
    out.inside = False
    put_normal(ray, nx, ny, out)
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def part_way(before: cython.double, after: cython.double) -> cython.double:
    """Where a line is crossed, from the signed distances of both ends: 0 to 1."""
    before = fabs(before)
    after = fabs(after)
    return before / (before + after) if before > 0.0 else 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def crossing(
    ray: cython.pointer(cython.const[Ray]),
    before: cython.double,
    after: cython.double,
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
) -> cython.double:
    """The fraction at which a ray crosses an edge, from the signed distances of both its ends.

    If it all but runs along the edge, these are nothing but rounding. Yet it crosses somewhere
    between the ends of the edge.
    """
    fraction: cython.double = part_way(before, after)
    x: cython.double = b[0] - a[0]
    y: cython.double = b[1] - a[1]
    first: cython.double
    last: cython.double
    if fabs(x * ray.dy - y * ray.dx) < GRAZING * (fabs(x) + fabs(y)) * (
        fabs(ray.dx) + fabs(ray.dy)
    ):
        first = along_ray(ray, a[0], a[1])
        last = along_ray(ray, b[0], b[1])
        fraction = max(min(first, last), min(fraction, max(first, last)))
    return fraction


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def along_ray(
    ray: cython.pointer(cython.const[Ray]), x: cython.double, y: cython.double
) -> cython.double:
    """The fraction at which a ray reaches a point on it."""
    if fabs(ray.dx) >= fabs(ray.dy):
        return (x - ray.x1) / ray.dx if ray.dx != 0.0 else 0.0
    return (y - ray.y1) / ray.dy


def ray_never(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """No ray hits a seam: shifted, it is in one of the pieces beside it."""
    return False


def ray_point(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Whether the point is on the way, but not at its end."""
    if v[0] == ray.x1 and v[1] == ray.y1:
        return starts_inside(ray, out)
    if not overlap_point_segment(v, 1, cython.address(ray.x1), 2):
        return False
    enters(ray, along_ray(ray, v[0], v[1]), 0.0, 0.0, out)
    out.x = v[0]
    out.y = v[1]
    return True


def ray_segment(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Whether the shifted ray crosses the segment, or the ray lies along it."""
    before: cython.double
    after: cython.double
    fraction: cython.double
    left: cython.bint
    if overlap_point_segment(cython.address(ray.x1), 1, v, 2):
        return starts_inside(ray, out)
    if (side_of_ray(ray, v[0], v[1]) > 0.0) == (side_of_ray(ray, v[2], v[3]) > 0.0):
        # On one side, or in one line with it: then the shift moves both ends to one side.
        if (
            orient(ray.x1, ray.y1, ray.x2, ray.y2, v[0], v[1]) != 0.0
            or orient(ray.x1, ray.y1, ray.x2, ray.y2, v[2], v[3]) != 0.0
            or not overlap_segment_segment(cython.address(ray.x1), 2, v, 2)
        ):
            return False
        return enters(
            ray,
            min(along_ray(ray, v[0], v[1]), along_ray(ray, v[2], v[3])),
            0.0,
            0.0,
            out,
        )
    before = orient(v[0], v[1], v[2], v[3], ray.x1, ray.y1)
    after = orient(v[0], v[1], v[2], v[3], ray.x2, ray.y2)
    left = is_left(before, v[0], v[1], v[2], v[3])
    if left == is_left(after, v[0], v[1], v[2], v[3]):
        return False
    fraction = crossing(ray, before, after, v, v + 2)
    if left:
        return enters(ray, fraction, v[1] - v[3], v[2] - v[0], out)
    return enters(ray, fraction, v[3] - v[1], v[0] - v[2], out)


def ray_box(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Whether the shifted ray crosses a side of the box, from outside.

    Only the two sides that face the ray can be crossed. Whether it passes from one side of their
    lines to the other is told by comparisons, and whether between their ends by the corners.
    """
    x: cython.double
    y: cython.double
    if overlap_point_box(cython.address(ray.x1), 1, v, 4):
        return starts_inside(ray, out)
    if (ray.dx > 0.0 and ray.x1 < v[0] <= ray.x2) or (ray.dx < 0.0 and ray.x2 < v[2] <= ray.x1):
        x = v[0] if ray.dx > 0.0 else v[2]
        if (side_of_ray(ray, x, v[1]) > 0.0) != (side_of_ray(ray, x, v[3]) > 0.0):
            enters(ray, (x - ray.x1) / ray.dx, -ray.dx, 0.0, out)
            out.x = x
            out.y = max(v[1], min(out.y, v[3]))
            return True
    if (ray.dy > 0.0 and ray.y1 < v[1] <= ray.y2) or (ray.dy < 0.0 and ray.y2 < v[3] <= ray.y1):
        y = v[1] if ray.dy > 0.0 else v[3]
        if (side_of_ray(ray, v[0], y) > 0.0) != (side_of_ray(ray, v[2], y) > 0.0):
            enters(ray, (y - ray.y1) / ray.dy, 0.0, -ray.dy, out)
            out.x = max(v[0], min(out.x, v[2]))
            out.y = y
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def enters_hollow(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Write the contact of a ray that starts or ends in a hollow that rounding made; True."""
    a: cython.pointer(cython.const[cython.double]) = v + 2 * count - 2
    best: cython.double = NEVER
    i: cython.int
    for i in range(count):
        best = entry_through_edge(ray, a, v + 2 * i, best, out)
        a = v + 2 * i
    return enters(ray, best - BESIDE, out.nx, out.ny, out)


def ray_polygon(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Whether the shifted ray crosses an edge, from outside to inside.

    An edge that two pieces share is crossed by all rays that cross it in one and in the other: the
    signs are exact. Rounding can make a polygon hollow, and then a segment may meet it, by the rule
    of `straight_kernels`, between its edges and the line across the hollow: that counts as well.
    """
    ax: cython.double = v[2 * count - 2]
    ay: cython.double = v[2 * count - 1]
    bx: cython.double
    by: cython.double
    before: cython.double
    after: cython.double
    fraction: cython.double
    best: cython.double = 2.0
    nx: cython.double = 0.0
    ny: cython.double = 0.0
    crossed: cython.bint = False
    a_left: cython.bint
    b_left: cython.bint
    i: cython.int
    if overlap_point_polygon(cython.address(ray.x1), 1, v, count):
        return starts_inside(ray, out)
    a_left = side_of_ray(ray, ax, ay) > 0.0
    for i in range(count):
        bx = v[2 * i]
        by = v[2 * i + 1]
        b_left = side_of_ray(ray, bx, by) > 0.0
        if a_left and not b_left:  # else the ray could only leave here
            crossed = True
            before = orient(ax, ay, bx, by, ray.x1, ray.y1)
            if not is_left(before, ax, ay, bx, by):
                after = orient(ax, ay, bx, by, ray.x2, ray.y2)
                if is_left(after, ax, ay, bx, by):
                    fraction = crossing(
                        ray, before, after, v + 2 * (i - 1 if i else count - 1), v + 2 * i
                    )
                    if fraction < best:
                        best = fraction
                        nx = by - ay
                        ny = ax - bx
        ax = bx
        ay = by
        a_left = b_left
    if best <= 1.0:
        return enters(ray, best, nx, ny, out)
    if crossed and overlap_segment_polygon(cython.address(ray.x1), 2, v, count):
        return enters_hollow(ray, v, count, out)
    return False


def entry_through_edge(
    ray: cython.pointer(cython.const[Ray]),
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    before: cython.double,
    out: cython.pointer(RayContact),
) -> cython.double:
    """See the header. The same signs as in `ray_polygon`."""
    start: cython.double
    end: cython.double
    fraction: cython.double
    if side_of_ray(ray, a[0], a[1]) < 0.0 or side_of_ray(ray, b[0], b[1]) > 0.0:
        return before
    start = orient(a[0], a[1], b[0], b[1], ray.x1, ray.y1)
    end = orient(a[0], a[1], b[0], b[1], ray.x2, ray.y2)
    if is_left(start, a[0], a[1], b[0], b[1]):
        fraction = BESIDE
    elif is_left(end, a[0], a[1], b[0], b[1]):
        fraction = crossing(ray, start, end, a, b)
    else:
        fraction = BESIDE + 1.0
    if not fraction < before:
        return before
    put_normal(ray, b[1] - a[1], a[0] - b[0], out)
    return fraction


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def enters_circle(
    ray: cython.pointer(cython.const[Ray]),
    wx: cython.double,
    wy: cython.double,
    dx: cython.double,
    dy: cython.double,
    radius: cython.double,
) -> cython.double:
    """The fraction at which w + t d enters the circle about 0, given that it does.

    The smaller root of t*t |d|**2 - 2 t foot + |w|**2 - radius**2, as a quotient without
    cancellation ("Numerical Recipes", 5.6); the discriminant is that of the foot point (Box2D's
    b2RayCastCircle).
    """
    start: cython.double = sqrt(wx * wx + wy * wy)
    foot: cython.double = -(wx * dx + wy * dy)
    cross: cython.double = wx * dy - wy * dx
    root: cython.double = sqrt(max(0.0, radius * radius * (dx * dx + dy * dy) - cross * cross))
    if not start > radius or not foot + root > 0.0:
        return 0.0
    return (start - radius) * (start + radius) / (foot + root)


def ray_circle(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """Whether the shifted ray comes nearer to the center than the radius."""
    wx: cython.double = ray.x1 - v[0]
    wy: cython.double = ray.y1 - v[1]
    ex: cython.double = ray.x2 - v[0]
    ey: cython.double = ray.y2 - v[1]
    start: cython.double = wx * wx + wy * wy
    radius: cython.double = v[2] * v[2]
    length: cython.double = ray.dx * ray.dx + ray.dy * ray.dy
    foot: cython.double = -(wx * ray.dx + wy * ray.dy)
    size: cython.double = start + radius + length
    doubt: cython.double = 4.0 * ROUNDING * size + UNDERFLOW
    left: cython.double
    right: cython.double
    gap: cython.double
    fraction: cython.double
    disc: cython.double[6]
    meets: cython.int = -1  # -1: in doubt
    gap = start - radius
    if gap < -doubt:
        return starts_inside(ray, out)
    if gap > doubt:
        if foot < -doubt:
            return False
        if doubt < foot < length - doubt:
            left = wx * ray.dy
            right = wy * ray.dx
            gap = (left - right) * (left - right) - radius * length
            if fabs(gap) > 4.0 * ROUNDING * (left * left + right * right + radius * length):
                meets = gap < 0.0
        elif foot > length + doubt:
            gap = ex * ex + ey * ey - radius
            if fabs(gap) > doubt:
                meets = gap < 0.0
    if meets < 0:
        disc[0] = v[0]
        disc[1] = v[1]
        disc[2] = disc[5] = v[2]
        disc[3] = disc[4] = 0.0
        if disc_point_exact(disc, ray.x1, ray.y1, True):
            return starts_inside(ray, out)
        meets = ray_disc_exact(disc, cython.address(ray.x1))
    if not meets:
        return False
    fraction = enters_circle(ray, wx, wy, ray.dx, ray.dy, v[2])
    fraction = max(0.0, min(fraction, 1.0))
    return enters(ray, fraction, wx + fraction * ray.dx, wy + fraction * ray.dy, out)


def ray_ellipse(
    ray: cython.pointer(cython.const[Ray]),
    v: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """The same in the space where the ellipse is a circle about 0 (see `round_kernels`).

    The fraction is the same there, since the map is linear.
    """
    radius: cython.double = v[2] * v[5] - v[3] * v[4]
    spread: cython.double = fabs(v[2]) + fabs(v[3]) + fabs(v[4]) + fabs(v[5])
    x: cython.double = ray.x1 - v[0]
    y: cython.double = ray.y1 - v[1]
    wx: cython.double = v[5] * x - v[3] * y
    wy: cython.double = v[2] * y - v[4] * x
    dx: cython.double
    dy: cython.double
    size: cython.double = fabs(x) + fabs(y)
    doubt: cython.double
    gap: cython.double
    length: cython.double
    foot: cython.double
    fraction: cython.double
    meets: cython.int = -1
    x = ray.x2 - v[0]
    y = ray.y2 - v[1]
    size = spread * (max(size, fabs(x) + fabs(y)) + spread)
    doubt = 64.0 * ROUNDING * size
    dx = v[5] * ray.dx - v[3] * ray.dy
    dy = v[2] * ray.dy - v[4] * ray.dx
    if size * size > UNDERFLOW:
        gap = sqrt(wx * wx + wy * wy) - radius
        if gap < -doubt:
            return starts_inside(ray, out)
        if gap > doubt:
            length = dx * dx + dy * dy
            foot = -(wx * dx + wy * dy)
            if foot > 0.0:  # else the start is nearest
                if foot < length:
                    gap = fabs(wx * dy - wy * dx) / sqrt(length) - radius
                else:
                    x = wx + dx
                    y = wy + dy
                    gap = sqrt(x * x + y * y) - radius
            if fabs(gap) > doubt:
                meets = gap < 0.0
    if meets < 0:
        if disc_point_exact(v, ray.x1, ray.y1, True):
            return starts_inside(ray, out)
        meets = ray_disc_exact(v, cython.address(ray.x1))
    if not meets:
        return False
    fraction = max(0.0, min(enters_circle(ray, wx, wy, dx, dy, radius), 1.0))
    x = wx + fraction * dx
    y = wy + fraction * dy
    return enters(ray, fraction, v[5] * x - v[4] * y, v[2] * y - v[3] * x, out)
