"""Where rays enter parts and shapes.

A ray is a moving point, and a point against an area counts as p + (e, e*e) for a vanishing e > 0
(the fill rule). So the whole ray counts as shifted by (e, e*e): it runs along no edge, through no
vertex and into no joint, and whatever is closed without the shift lets no ray through. This is
"Simulation of Simplicity" (H. Edelsbrunner and E. Muecke, ACM Transactions on Graphics 9, 1990):
the sign of a polynomial in e is the sign of its first nonzero coefficient.

Whether a ray hits is decided by exact signs; only the fraction is rounded. Points, and segments in
the line of the ray, have no area. For them the ray is a segment, by the rule of `hit_kernels`. The
end belongs to the ray: it also hits a point or a segment that its unshifted end hits.

A ray that starts inside a part has `inside` set, fraction 0 and no normal. "Inside" is what the
exact tests of points say. Of the parts of a shape, the first that the ray enters decides, and a ray
that starts inside one of them starts inside the shape.

A ray with a radius is a moving disc, see `disc_enters`.
"""

import cython as C
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.narrow_phase import (
    cores,
    exact_signs,
    hit_kernels,
    oval_contacts,
    ray_contact,
)
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.narrow_phase.part import is_side_of_cut
from cython.cimports.spritecol._engine.narrow_phase.ray_contact import Ray, RayContact, RayRef
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import (
    LocalPart,
    Outline,
    Part,
    PartRef,
    RowRecord,
)
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.transform import rows
from cython.cimports.spritecol._engine.transform.near_parts import NearParts, next_near
from cython.cimports.spritecol._engine.transform.rows import Cuts
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

NEARLY_ALONG = C.declare(C.double, 1e-4)
"""The sine of the angle between a ray and an edge, below which rounding moves their crossing."""


MET_TOGETHER = C.declare(C.double, 1e-12)
"""An edge that is met so little later than a circle that ends there is met first."""


A_POINT = C.declare(C.double, 1e-9)
"""A share of the size of the numbers: a disc this small counts as a point."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def side_of_ray(ray: RayRef, x: C.double, y: C.double) -> C.double:
    """A number with the sign of the side of the shifted ray on which a point is.

    d x (p - s - (e, e*e)) = d x (p - s) + e dy - e*e dx. It is 0 only for a ray without length.
    """
    sign: C.double = exact_signs.orient(ray.x1, ray.y1, ray.x2, ray.y2, x, y)
    if sign != 0.0:
        return sign
    return ray.dy if ray.dy != 0.0 else -ray.dx


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_left(side: C.double, ax: C.double, ay: C.double, bx: C.double, by: C.double) -> C.bint:
    """Whether a shifted point is on the inner side of the edge a -> b.

    `side` is `orient` of the point itself. (b - a) x (e, e*e) = e*e (bx - ax) - e (by - ay).
    """
    if side != 0.0:
        return side > 0.0
    return by < ay if by != ay else bx > ax


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def part_way(before: C.double, after: C.double) -> C.double:
    """Where a line is crossed, from the signed distances of both ends: 0 to 1."""
    before = fabs(before)
    after = fabs(after)
    return before / (before + after) if before > 0.0 else 0.0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def crossing(ray: RayRef, before: C.double, after: C.double, a: Numbers, b: Numbers) -> C.double:
    """The fraction at which a ray crosses an edge, from the signed distances of both its ends.

    If it all but runs along the edge, these are nothing but rounding. Yet it crosses somewhere
    between the ends of the edge.
    """
    fraction: C.double = part_way(before, after)
    x: C.double = b[0] - a[0]
    y: C.double = b[1] - a[1]
    if fabs(x * ray.dy - y * ray.dx) < NEARLY_ALONG * (fabs(x) + fabs(y)) * (
        fabs(ray.dx) + fabs(ray.dy)
    ):
        first: C.double = along_ray(ray, a[0], a[1])
        last: C.double = along_ray(ray, b[0], b[1])
        fraction = max(min(first, last), min(fraction, max(first, last)))
    return fraction


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def along_ray(ray: RayRef, x: C.double, y: C.double) -> C.double:
    """The fraction at which a ray reaches a point on it."""
    if fabs(ray.dx) >= fabs(ray.dy):
        return (x - ray.x1) / ray.dx if ray.dx != 0.0 else 0.0
    return (y - ray.y1) / ray.dy


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_point(ray: RayRef, v: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Whether a point is on the way of a ray, or at its end: a moving point hits its equal."""
    if v[0] == ray.x1 and v[1] == ray.y1:
        return ray_contact.put_start_inside(ray, out)
    ends_there: C.bint = v[0] == ray.x2 and v[1] == ray.y2
    if not ends_there and not hit_kernels.overlap_point_segment(v, 1, C.address(ray.x1), 2):
        return False
    ray_contact.put_entry(ray, along_ray(ray, v[0], v[1]), 0.0, 0.0, out)
    out.x = v[0]
    out.y = v[1]
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_segment(ray: RayRef, v: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Whether the shifted ray crosses a segment, or the ray ends on it or lies along it."""
    if hit_kernels.overlap_point_segment(C.address(ray.x1), 1, v, 2):
        return ray_contact.put_start_inside(ray, out)
    if (side_of_ray(ray, v[0], v[1]) > 0.0) == (side_of_ray(ray, v[2], v[3]) > 0.0):
        # On one side, or in one line with it: then the shift moves both ends to one side.
        if (
            exact_signs.orient(ray.x1, ray.y1, ray.x2, ray.y2, v[0], v[1]) != 0.0
            or exact_signs.orient(ray.x1, ray.y1, ray.x2, ray.y2, v[2], v[3]) != 0.0
            or not hit_kernels.overlap_segment_segment(C.address(ray.x1), 2, v, 2)
        ):
            return False
        return ray_contact.put_entry(
            ray, min(along_ray(ray, v[0], v[1]), along_ray(ray, v[2], v[3])), 0.0, 0.0, out
        )
    before: C.double = exact_signs.orient(v[0], v[1], v[2], v[3], ray.x1, ray.y1)
    after: C.double = exact_signs.orient(v[0], v[1], v[2], v[3], ray.x2, ray.y2)
    left: C.bint = is_left(before, v[0], v[1], v[2], v[3])
    if left == is_left(after, v[0], v[1], v[2], v[3]) and not (
        # The shift keeps it away from a segment on which it ends, if it comes from that side.
        after == 0.0 and hit_kernels.overlap_point_segment(C.address(ray.x2), 1, v, 2)
    ):
        return False
    fraction: C.double = crossing(ray, before, after, v, v + 2)
    if left:
        return ray_contact.put_entry(ray, fraction, v[1] - v[3], v[2] - v[0], out)
    return ray_contact.put_entry(ray, fraction, v[3] - v[1], v[0] - v[2], out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_box(ray: RayRef, v: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Whether the shifted ray crosses a side of a box, from outside.

    Only the two sides that face the ray can be crossed. Comparisons show whether it passes from one
    side of their lines to the other, and the corners show whether it passes between their ends.
    """
    if hit_kernels.overlap_point_box(C.address(ray.x1), 1, v, 2):
        return ray_contact.put_start_inside(ray, out)
    if (ray.dx > 0.0 and ray.x1 < v[0] <= ray.x2) or (ray.dx < 0.0 and ray.x2 < v[2] <= ray.x1):
        x: C.double = v[0] if ray.dx > 0.0 else v[2]
        if (side_of_ray(ray, x, v[1]) > 0.0) != (side_of_ray(ray, x, v[3]) > 0.0):
            ray_contact.put_entry(ray, (x - ray.x1) / ray.dx, -ray.dx, 0.0, out)
            out.x = x
            out.y = max(v[1], min(out.y, v[3]))
            return True
    if (ray.dy > 0.0 and ray.y1 < v[1] <= ray.y2) or (ray.dy < 0.0 and ray.y2 < v[3] <= ray.y1):
        y: C.double = v[1] if ray.dy > 0.0 else v[3]
        if (side_of_ray(ray, v[0], y) > 0.0) != (side_of_ray(ray, v[2], y) > 0.0):
            ray_contact.put_entry(ray, (y - ray.y1) / ray.dy, 0.0, -ray.dy, out)
            out.x = max(v[0], min(out.x, v[2]))
            out.y = y
            return True
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def enters_dent(ray: RayRef, v: Numbers, count: C.int, out: C.pointer(RayContact)) -> C.bint:
    """Write the contact of a ray that starts or ends in a dent that rounding made in a polygon."""
    a: Numbers = v + 2 * count - 2
    best: C.double = NEVER
    i: C.int
    for i in range(count):
        best = entry_through_edge(ray, a, v + 2 * i, best, out)
        a = v + 2 * i
    # Only the line of the ray crosses edges here, not the ray. So `best` is LINE_ONLY, if the ray
    # starts in the dent and enters at 0; or LINE_ONLY + 1, if it ends in the dent and enters at 1.
    return ray_contact.put_entry(ray, best - LINE_ONLY, out.nx, out.ny, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_polygon(ray: RayRef, v: Numbers, count: C.int, out: C.pointer(RayContact)) -> C.bint:
    """Whether the shifted ray crosses an edge of a polygon, from outside to inside.

    An edge that two pieces share is crossed by all rays that cross it in one and in the other: the
    signs are exact. Rounding can make a polygon slightly concave. Then, by the rule of
    `hit_kernels`, a segment may meet it outside of its edges, but within the line across the
    dent: that counts, too.
    """
    ax: C.double = v[2 * count - 2]
    ay: C.double = v[2 * count - 1]
    best: C.double = NEVER
    nx: C.double = 0.0
    ny: C.double = 0.0
    crossed: C.bint = False
    i: C.int
    if hit_kernels.overlap_point_polygon(C.address(ray.x1), 1, v, count):
        return ray_contact.put_start_inside(ray, out)
    a_left: C.bint = side_of_ray(ray, ax, ay) > 0.0
    for i in range(count):
        bx: C.double = v[2 * i]
        by: C.double = v[2 * i + 1]
        b_left: C.bint = side_of_ray(ray, bx, by) > 0.0
        if a_left and not b_left:  # else the ray could only leave here
            crossed = True
            before: C.double = exact_signs.orient(ax, ay, bx, by, ray.x1, ray.y1)
            if not is_left(before, ax, ay, bx, by):
                after: C.double = exact_signs.orient(ax, ay, bx, by, ray.x2, ray.y2)
                if is_left(after, ax, ay, bx, by):
                    fraction: C.double = crossing(
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
        return ray_contact.put_entry(ray, best, nx, ny, out)
    if crossed and hit_kernels.overlap_segment_polygon(C.address(ray.x1), 2, v, count):
        return enters_dent(ray, v, count, out)
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def entry_through_edge(
    ray: RayRef,
    a: Numbers,
    b: Numbers,
    before: C.double,
    out: C.pointer(RayContact),
) -> C.double:
    """The fraction at which a ray enters a polygon through its edge from a to b.

    If it is less than `before`, the normal is written, too; else the result is `before`. Where only
    the line of the ray crosses the edge, the result is LINE_ONLY if the ray starts beyond the edge,
    and LINE_ONLY + 1 if it ends before it. The signs are as in `ray_polygon`.
    """
    fraction: C.double
    if side_of_ray(ray, a[0], a[1]) < 0.0 or side_of_ray(ray, b[0], b[1]) > 0.0:
        return before
    start: C.double = exact_signs.orient(a[0], a[1], b[0], b[1], ray.x1, ray.y1)
    end: C.double = exact_signs.orient(a[0], a[1], b[0], b[1], ray.x2, ray.y2)
    if is_left(start, a[0], a[1], b[0], b[1]):
        fraction = LINE_ONLY
    elif is_left(end, a[0], a[1], b[0], b[1]):
        fraction = crossing(ray, start, end, a, b)
    else:
        fraction = LINE_ONLY + 1.0
    if not fraction < before:
        return before
    ray_contact.put_normal(ray, b[1] - a[1], a[0] - b[0], out)
    return fraction


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def line_meets_circle(left: C.double, right: C.double, squared: C.double) -> C.int:
    """Whether the difference of two products, squared, is below a square; -1 if in doubt."""
    gap: C.double = (left - right) * (left - right) - squared
    if fabs(gap) > 4.0 * exact_signs.ROUNDING * (left * left + right * right + squared):
        return gap < 0.0
    return -1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_circle(ray: RayRef, v: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Whether the shifted ray comes nearer to the center of a circle than the radius."""
    wx: C.double = ray.x1 - v[0]
    wy: C.double = ray.y1 - v[1]
    ex: C.double = ray.x2 - v[0]
    ey: C.double = ray.y2 - v[1]
    start_squared: C.double = wx * wx + wy * wy
    radius_squared: C.double = v[2] * v[2]
    length_squared: C.double = ray.dx * ray.dx + ray.dy * ray.dy
    foot: C.double = -(wx * ray.dx + wy * ray.dy)
    size: C.double = start_squared + radius_squared + length_squared
    doubt: C.double = 4.0 * exact_signs.ROUNDING * size + exact_signs.UNDERFLOW
    disc: C.double[6]
    meets: C.int = -1  # -1: in doubt
    gap: C.double = start_squared - radius_squared
    if gap < -doubt:
        return ray_contact.put_start_inside(ray, out)
    if gap > doubt:
        if foot < -doubt:
            return False
        if doubt < foot < length_squared - doubt:
            meets = line_meets_circle(wx * ray.dy, wy * ray.dx, radius_squared * length_squared)
        elif foot > length_squared + doubt:
            gap = ex * ex + ey * ey - radius_squared
            if fabs(gap) > doubt:
                meets = gap < 0.0
    if meets < 0:
        cores.as_disc(v, disc)
        if exact_signs.disc_point_exact(disc, ray.x1, ray.y1, True):
            return ray_contact.put_start_inside(ray, out)
        meets = exact_signs.ray_disc_exact(disc, C.address(ray.x1))
    if not meets:
        return False
    fraction: C.double = ray_contact.circle_entry(wx, wy, ray.dx, ray.dy, v[2])
    fraction = max(0.0, min(fraction, 1.0))
    return ray_contact.put_entry(ray, fraction, wx + fraction * ray.dx, wy + fraction * ray.dy, out)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def ray_enters_part(
    ray: RayRef,
    part: PartRef,
    pool: Numbers,
    out: C.pointer(RayContact),
) -> C.bint:
    """Whether a ray enters a part, and where.

    No ray hits a seam: shifted, it is in one of the pieces beside it.
    """
    v: Numbers = pool + part.first
    if part.kind == layout.CIRCLE:
        return ray_circle(ray, v, out)
    if cores.is_disc(part.kind):
        return oval_contacts.ray_ellipse(ray, v, out)
    if part.kind == layout.BOX:
        return ray_box(ray, v, out)
    if part.kind in (layout.SEAM, layout.NOTHING):
        return False
    if cores.is_long(part.kind):
        return ray_long(ray, part.kind, v, out)
    if part.count > 2:
        return ray_polygon(ray, v, part.count, out)
    if part.count == 2:
        return ray_segment(ray, v, out)
    return ray_point(ray, v, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def enters_core(
    ray: RayRef,
    core: CoreRef,
    radius: C.double,
    out: C.pointer(RayContact),
) -> C.bint:
    """Write where a ray comes as near to a core as a radius, given that it does; returns True.

    It enters at the first that it meets of the edges, moved outward by the radius, and the circles
    about the vertices (C. Ericson, "Real-Time Collision Detection", 5.5.7). If rounding lets it
    miss all of them, it does so where it is nearest to a vertex.
    """
    by_edge: C.double = INFINITY
    by_vertex: C.double = INFINITY
    least: C.double = INFINITY
    grazing: C.double = 0.0
    nx: C.double = 0.0
    ny: C.double = 0.0
    vertex: Numbers = core.v
    nearest: Numbers = core.v
    p: Numbers = core.v + 2 * core.count - 2
    way: C.double = ray.dx * ray.dx + ray.dy * ray.dy
    i: C.int
    for i in range(core.count):
        q: Numbers = core.v + 2 * i
        ex: C.double = q[0] - p[0]
        ey: C.double = q[1] - p[1]
        length: C.double = sqrt(ex * ex + ey * ey)
        x: C.double = ray.x1 - p[0]
        y: C.double = ray.y1 - p[1]
        closing: C.double = (ex * ray.dy - ey * ray.dx) / length if length > 0.0 else 0.0
        if closing > 0.0:
            time: C.double = ((ey * x - ex * y) / length - radius) / closing
            along: C.double = (x + time * ray.dx) * ex + (y + time * ray.dy) * ey
            if 0.0 <= along <= length * length and time < by_edge:
                by_edge = time
                nx = ey
                ny = -ex
        p = q
        x = ray.x1 - q[0]
        y = ray.y1 - q[1]
        foot: C.double = -(x * ray.dx + y * ray.dy)
        cross: C.double = x * ray.dy - y * ray.dx
        root: C.double = radius * radius * way - cross * cross
        if foot > 0.0 and root >= 0.0:
            # The smaller root, without cancellation ("Numerical Recipes", 5.6).
            start: C.double = sqrt(x * x + y * y)
            time = (start - radius) * (start + radius) / (foot + sqrt(root))
            if time < by_vertex:
                by_vertex = time
                vertex = q
        time = max(0.0, min(foot / way, 1.0))
        x += time * ray.dx
        y += time * ray.dy
        if x * x + y * y < least:
            least = x * x + y * y
            grazing = time
            nearest = q
    if by_edge == INFINITY and by_vertex == INFINITY:
        by_vertex = grazing
        vertex = nearest
    if by_edge <= by_vertex + MET_TOGETHER * (1.0 + fabs(by_vertex)):
        return ray_contact.put_entry(ray, by_edge, nx, ny, out)
    time = max(0.0, min(by_vertex, 1.0))
    return ray_contact.put_entry(
        ray, time, ray.x1 + time * ray.dx - vertex[0], ray.y1 + time * ray.dy - vertex[1], out
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_meets_long(ray: RayRef, kind: C.int, v: Numbers, core: C.pointer(Core)) -> C.bint:
    """Whether the shifted ray meets what is long, given that it does not start inside.

    It does if it comes nearer than the rim. Where it only touches that, the shift decides: at its
    end, or where it touches the rim of a disc about an end.
    """
    disc: C.double[6]
    if numbers_overlap(layout.SEGMENT, C.address(ray.x1), 2, kind, v, 2):
        return True
    if numbers_overlap(layout.POINT, C.address(ray.x2), 1, kind, v, 2):
        return True
    cores.disc_at(core, v, disc)
    if exact_signs.ray_disc_exact(disc, C.address(ray.x1)):
        return True
    cores.disc_at(core, v + 2, disc)
    return exact_signs.ray_disc_exact(disc, C.address(ray.x1))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ray_long(ray: RayRef, kind: C.int, v: Numbers, out: C.pointer(RayContact)) -> C.bint:
    """Whether the shifted ray meets a capsule, or a stretched one: where its disc is a circle."""
    core: Core
    inner: Core
    seen: Ray
    if numbers_overlap(layout.POINT, C.address(ray.x1), 1, kind, v, 2):
        return ray_contact.put_start_inside(ray, out)
    cores.core_of(kind, v, 2, C.address(core))
    if not ray_meets_long(ray, kind, v, C.address(core)):
        return False
    if kind == layout.CAPSULE:
        return enters_core(ray, C.address(core), core.r, out)
    radius: C.double = oval_contacts.see_from_disc(
        ray, C.address(core), C.address(seen), C.address(inner)
    )
    enters_core(C.address(seen), C.address(inner), radius, out)
    return oval_contacts.put_entry_back(ray, core.disc, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def disc_enters(
    ray: RayRef,
    radius: C.double,
    kind: C.int,
    v: Numbers,
    count: C.int,
    out: C.pointer(RayContact),
) -> C.bint:
    """Where a disc that moves along a ray begins to hit a part; False if it does not.

    A disc is an area, so nothing is shifted, and touching is not a hit: a disc that slides along a
    wall, or leaves it, does not hit it. If it overlaps the part at its start, it starts inside. All
    that it covers on its way is a capsule, which hits the part, or not.
    """
    core: Core
    way: C.double[5]
    if kind in (layout.SEAM, layout.NOTHING):
        return False  # see `ray_enters_part`
    way[0] = ray.x1
    way[1] = ray.y1
    way[2] = radius
    if numbers_overlap(layout.CIRCLE, way, 1, kind, v, count):
        return ray_contact.put_start_inside(ray, out)
    if ray.dx == 0.0 and ray.dy == 0.0:
        return False
    way[2] = ray.x2
    way[3] = ray.y2
    way[4] = radius
    if not numbers_overlap(layout.CAPSULE, way, 2, kind, v, count):
        return False
    cores.core_of(kind, v, count, C.address(core))
    if core.disc is not C.NULL:
        return oval_contacts.enters_oval(ray, radius, kind, v, count, out)
    enters_core(ray, C.address(core), radius + core.r, out)
    out.x -= radius * out.nx
    out.y -= radius * out.ny
    return True


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def may_meet(ray: RayRef, radius: C.double, box: BoxRef) -> C.bint:
    """Whether the box around a ray meets or touches a box."""
    return (
        min(ray.x1, ray.x2) - radius <= box.right
        and max(ray.x1, ray.x2) + radius >= box.left
        and min(ray.y1, ray.y2) - radius <= box.bottom
        and max(ray.y1, ray.y2) + radius >= box.top
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_tiny(ray: RayRef, radius: C.double) -> C.bint:
    """Whether a moving disc is so small that it counts as a point."""
    return radius <= A_POINT * (fabs(ray.x1) + fabs(ray.y1) + fabs(ray.x2) + fabs(ray.y2))


def ray_enters_one_part(
    store: Store,
    ray: RayRef,
    hit_from_inside: C.bint,
    row: C.int,
    out: C.pointer(RayContact),
) -> C.bint:
    """Whether a ray that meets the box of a row of one part enters its shape."""
    single: C.int = store.single_part[row]
    hit: C.bint
    if rows.is_circle(single):
        hit = ray_circle(ray, store.pool + single, out)
    else:
        world: C.pointer(Part) = store.parts + store.records[row].first
        hit = ray_enters_part(ray, world, store.pool, out)
    return hit and (hit_from_inside or not out.inside)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def normal_of_outline(
    store: Store,
    ray: RayRef,
    row: C.int,
    first: C.int,
    end: C.int,
    near: C.pointer(C.const[NearParts]),
    out: C.pointer(RayContact),
) -> C.void:
    """If a ray might enter a polygon through a seam, write the normal of the edge instead.

    The ray enters through the outline, and where a seam ends in a corner of it, through the seam as
    well: at the same fraction, or by rounding at a smaller one. The polygon is the parts of a row
    from `first` to `end`.
    """
    v: Numbers
    cuts: Cuts
    fraction: C.double = NEVER  # so an edge that the ray misses by rounding beats the seam, too
    suspect: C.bint = False
    corners: C.double[8]
    i: C.int = next_near(near, first, end)
    count: C.int
    k: C.int
    while i < end and not suspect:
        cuts = rows.cuts_of(store, row, i)
        suspect = is_side_of_cut(
            store.parts + store.records[row].first + i, store.pool, C.address(cuts), out.nx, out.ny
        )
        i = next_near(near, i + 1, end)
    i = next_near(near, first, end)
    while i < end and suspect:
        part: PartRef = store.parts + store.records[row].first + i
        if part.kind in (layout.BOX, layout.POLYGON):
            cuts = rows.cuts_of(store, row, i)
            count = part.count
            v = cores.vertices_of(part.kind, store.pool + part.first, C.address(count), corners)
            a: Numbers = v + 2 * count - 2
            for k in range(count):
                entry: RayContact = out[0]
                entered: C.double = entry_through_edge(
                    ray, a, v + 2 * k, fraction, C.address(entry)
                )
                if entered < fraction and not rows.is_cut(C.address(cuts), k):
                    fraction = entered
                    out[0] = entry
                a = v + 2 * k
        i = next_near(near, i + 1, end)


def lets_through(
    store: Store, row: C.int, first: C.int, out: C.pointer(C.const[RayContact])
) -> C.bint:
    """Whether a ray passes a shape that it enters, because that is one-way.

    It is stopped if it starts outside and enters through the front: see `is_front`.
    """
    direction: C.double[2]
    if not rows.put_direction(store, row, first, direction):
        return False
    return out.inside or not rows.is_front(direction, out.nx, out.ny)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def ray_enters_shape(
    store: Store,
    ray: RayRef,
    radius: C.double,
    row: C.int,
    first: C.int,
    end: C.int,
    near: C.pointer(C.const[NearParts]),
    out: C.pointer(RayContact),
) -> C.bint:
    """Where a ray enters one of the near parts of a shape first, those from `first` to `end`."""
    contact: RayContact
    hit: C.bint
    found: C.bint = False
    record: C.pointer(RowRecord) = C.address(store.records[row])
    i: C.int = next_near(near, first, end)
    while i < end:
        part: C.pointer(Part) = store.parts + record.first + i
        if record.count == 1 or may_meet(ray, radius, store.part_boxes + part.box):
            if radius > 0.0:
                hit = disc_enters(
                    ray, radius, part.kind, store.pool + part.first, part.count, C.address(contact)
                )
            else:
                hit = ray_enters_part(ray, part, store.pool, C.address(contact))
            if hit:
                if not found or contact.fraction < out.fraction or contact.inside:
                    out[0] = contact
                found = True
                if contact.inside:
                    break
        i = next_near(near, i + 1, end)
    return found


def next_shape_on_ray(
    store: Store,
    ray: RayRef,
    radius: C.double,
    hit_from_inside: C.bint,
    row: C.int,
    near: C.pointer(C.const[NearParts]),
    part: C.p_int,
    out: C.pointer(RayContact),
) -> C.int:
    """The index of the next shape of an up-to-date row that a ray enters, or -1.

    The search begins at `part`, and goes on from there the next time: behind that shape. With a
    radius, the ray is a disc. `near` says which parts it may enter.
    """
    record: C.pointer(RowRecord) = C.address(store.records[row])
    while True:
        part[0] = next_near(near, part[0], record.count)
        if part[0] >= record.count:
            return -1
        parts: C.pointer(LocalPart) = C.cast(Outline, record.outline).parts
        shape: C.int = parts[part[0]].shape
        first: C.int = parts[part[0]].lead
        part[0] = first + parts[first].part_count
        if ray_enters_shape(store, ray, radius, row, first, part[0], near, out) and (
            hit_from_inside or not out.inside
        ):
            if part[0] - first > 1 and not out.inside and is_tiny(ray, radius):
                normal_of_outline(store, ray, row, first, part[0], near, out)
            if store.flags[row] & layout.ONE_WAY and lets_through(store, row, first, out):
                continue
            return shape
