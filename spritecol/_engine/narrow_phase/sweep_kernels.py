"""When two parts overlap, if one of them moves along a line.

A sweep gets two parts and the motion (dx, dy), not zero, of the first one while the second one
rests. It returns whether the two ever overlap, before, during or after the motion, and writes the
`Interval`. Convex sets overlap in one interval of time; it is open, so sets that only touch, that
slide along each other or recede do not meet.

The moving part overlaps the other when a moving point is inside the Minkowski difference of the
two. Its edges are the edges of both parts. So every edge gives one half-plane, and the line is
clipped against all of them (M. Cyrus and J. Beck, "Generalized two- and three-dimensional
clipping", Computers & Graphics 3 (1978), 23-28; C. Ericson, "Real-Time Collision Detection",
5.5.8). Where the motion runs along an edge, the exact sign of an orientation decides.

A point meets areas by the fill rule: the whole path counts as shifted by (e, e*e), e > 0 and
vanishing. So it cannot pass where two areas touch in a corner.

The map p -> adj(M) (p - c) turns an ellipse into a circle of radius det(M) about 0 and leaves times
as they are (K. Fauerby, "Improved Collision Detection and Response", 2003), so an ellipse meets a
polygon as a circle does: the center's path is clipped by the polygon's edges, moved outward by the
radius, and by circles about its vertices (C. Ericson, "Real-Time Collision Detection", 5.5.7). Two
ellipses take a search, see `oval_hits`.

A capsule is met where the disc about an end of its segment meets the other part, or where one of
its two sides does: then a disc about the vertex that reaches farthest meets the segment.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores, exact_signs, intervals
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.oval_hits import sweep_ovals
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._engine.tolerances import NOISE, TOUCHING
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

JUST_AFTER = C.declare(C.double, 1.0 + 2.0**-52)
"""The next number after the end of a way."""

JUST = C.declare(C.double, 1e-300)
"""Stands for the infinitesimal time in which a point covers its shift by (e, e*e)."""

EdgeView = C.struct(
    # Vertices of an outline, each with the edge that leads to it, as a disc meets them.
    qx=C.double[9],  # the vertices; first the one before them
    qy=C.double[9],
    bx=C.double[9],  # the vertices in the disc's space
    by=C.double[9],
    enter=C.double[8],  # when the path of a vertex enters the disc: infinity for never
    exit=C.double[8],
    enter_side=C.double[8],  # when the disc begins to touch the edge between its ends
    exit_side=C.double[8],
)

Meeting = C.struct(
    # When an outline that moves past discs meets them: infinity for never. The normals are outward
    # from what rests, of any length.
    by_vertex=C.double,
    vx=C.double,
    vy=C.double,
    by_edge=C.double,
    nx=C.double,
    ny=C.double,
    end=C.double,  # when the last of them is left
)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def cross_sign(
    dx: C.double, dy: C.double, px: C.double, py: C.double, qx: C.double, qy: C.double
) -> C.double:
    """A number with the sign of d x (q - p)."""
    left: C.double = dx * (qy - py)
    right: C.double = dy * (qx - px)
    det: C.double = left - right
    if fabs(det) > exact_signs.ROUNDING * (fabs(left) + fabs(right)) + exact_signs.UNDERFLOW:
        return det
    return exact_signs.cross_exact(0.0, 0.0, dx, dy, px, py, qx, qy)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_wider(out: C.pointer(C.const[Interval]), nx: C.double, ny: C.double) -> C.bint:
    """Whether an edge makes a wider corner with the first edge than the second one does.

    Edges of one direction, which both parts may have, make no corner: such an edge replaces none.
    """
    across: C.double = out.nx * ny - out.ny * nx
    before: C.double = out.nx * out.other_ny - out.ny * out.other_nx
    if before == 0.0:
        return across != 0.0
    return across * across * (out.other_nx * out.other_nx + out.other_ny * out.other_ny) > (
        before * before * (nx * nx + ny * ny)
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def clip(
    out: C.pointer(Interval), gap: C.double, rate: C.double, nx: C.double, ny: C.double
) -> C.bint:
    """Clip the interval to the times when gap + rate * time < 0; False if there are none.

    (nx, ny) is the normal of the edge, of any length.
    """
    if rate == 0.0:
        return gap < 0.0
    time: C.double = -gap / rate
    if rate > 0.0:
        out.exit = min(out.exit, time)
    elif time > out.enter:
        out.enter = time
        out.nx = nx
        out.ny = ny
        out.other_nx = out.other_ny = 0.0
    elif time == out.enter and is_wider(out, nx, ny):
        out.other_nx = nx
        out.other_ny = ny
    return True


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_convex(v: Numbers, count: C.int) -> C.bint:
    """Whether a polygon is strictly convex: it turns left at each vertex, and goes round once."""
    i: C.int
    rounds: C.int = 0
    ax: C.double = v[2 * count - 4]
    ay: C.double = v[2 * count - 3]
    bx: C.double = v[2 * count - 2]
    by: C.double = v[2 * count - 1]
    went_down: C.bint = by < ay or (by == ay and bx < ax)
    for i in range(count):
        x: C.double = v[2 * i]
        y: C.double = v[2 * i + 1]
        if not exact_signs.orient(ax, ay, bx, by, x, y) > 0.0:
            return False
        goes_down: C.bint = y < by or (y == by and x < bx)
        rounds += went_down and not goes_down
        went_down = goes_down
        ax = bx
        ay = by
        bx = x
        by = y
    return rounds == 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def clip_by_edges(
    a: Numbers,
    na: C.int,
    b: Numbers,
    nb: C.int,
    dx: C.double,
    dy: C.double,
    side: C.double,
    is_box: C.bint,
    out: C.pointer(Interval),
) -> C.bint:
    """Clip by the edges of `b`, which rests while `a` moves; normals get the sign of `side`.

    As in the exact tests, an edge is only a bound if its own polygon does not exceed it. The edge
    of a box (`is_box`) is an exact bound. A segment is a polygon of two edges.
    """
    i: C.int
    k: C.int
    ends_at_edges: C.bint = is_box or nb == 2 or is_convex(b, nb)
    last: C.int = nb - 1
    ax: C.double = b[2 * nb - 2]
    ay: C.double = b[2 * nb - 1]
    for i in range(nb):
        bx: C.double = b[2 * i]
        by: C.double = b[2 * i + 1]
        if bx != ax or by != ay:
            nearest: C.double = exact_signs.orient(ax, ay, bx, by, a[0], a[1])
            for k in range(1, na):
                nearest = max(nearest, exact_signs.orient(ax, ay, bx, by, a[2 * k], a[2 * k + 1]))
            if not ends_at_edges:
                nearest -= cores.overshoot(b, nb, last, i)
            if not clip(
                out, -nearest, (by - ay) * dx - (bx - ax) * dy, side * (by - ay), side * (ax - bx)
            ):
                return False
        ax = bx
        ay = by
        last = i
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_outlines(
    a: Numbers,
    na: C.int,
    b: Numbers,
    nb: C.int,
    dx: C.double,
    dy: C.double,
    out: C.pointer(Interval),
    a_is_box: C.bint = False,
    b_is_box: C.bint = False,
) -> C.bint:
    """The interval of two polygons or segments, not of two parallel segments."""
    intervals.start_interval(out)
    if not clip_by_edges(a, na, b, nb, dx, dy, 1.0, b_is_box, out):
        return False
    if not clip_by_edges(b, nb, a, na, -dx, -dy, -1.0, a_is_box, out):
        return False
    if not out.enter < out.exit:
        return False
    face_motion(out, dx, dy)
    intervals.unit_normals(out)
    return True


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def face_motion(out: C.pointer(Interval), dx: C.double, dy: C.double) -> C.void:
    """If two edges are met at once, put the edge first that faces the motion more."""
    if out.other_nx == 0.0 and out.other_ny == 0.0:
        return
    first: C.double = (out.nx * dx + out.ny * dy) / sqrt(out.nx * out.nx + out.ny * out.ny)
    second: C.double = (out.other_nx * dx + out.other_ny * dy) / sqrt(
        out.other_nx * out.other_nx + out.other_ny * out.other_ny
    )
    if second < first:
        out.nx, out.other_nx = out.other_nx, out.nx
        out.ny, out.other_ny = out.other_ny, out.ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_along(
    low: C.double,
    high: C.double,
    other_low: C.double,
    other_high: C.double,
    speed: C.double,
    dx: C.double,
    dy: C.double,
    out: C.pointer(Interval),
) -> C.bint:
    """The interval of two parts in one line, along which the first moves; the normal is against it.

    The extents are those along one axis, and `speed` is the motion along it. A point has low ==
    high: it meets a segment between its ends, and another point where they are equal.
    """
    intervals.start_interval(out)
    if speed > 0.0:
        out.enter = (other_low - high) / speed
        out.exit = (other_high - low) / speed
    else:
        out.enter = (other_high - low) / speed
        out.exit = (other_low - high) / speed
    out.nx = -dx
    out.ny = -dy
    intervals.unit_normals(out)
    return out.enter < out.exit or (low == high and other_low == other_high)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_points(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of two points: the instant when they are equal."""
    if cross_sign(dx, dy, a[0], a[1], b[0], b[1]) != 0.0:
        return False
    if fabs(dx) >= fabs(dy):
        return sweep_along(a[0], a[0], b[0], b[0], dx, dx, dy, out)
    return sweep_along(a[1], a[1], b[1], b[1], dy, dx, dy, out)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def shifted_side(a: Numbers, dx: C.double, dy: C.double, vx: C.double, vy: C.double) -> C.double:
    """On which side of the line a + (e, e*e) + t d a vertex is: d x (v - a - (e, e*e)), never 0."""
    sign: C.double = cross_sign(dx, dy, a[0], a[1], vx, vy)
    if sign == 0.0:
        sign = dy if dy != 0.0 else -dx
    return sign


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_point_segment(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The instant when a point on its shifted path crosses a segment, or the interval along it.

    A path that starts or ends on the segment has crossed it by the same shift, so that two motions
    one after the other never pass through, nor through the end where two segments meet.
    """
    ex: C.double = b[2] - b[0]
    ey: C.double = b[3] - b[1]
    rate: C.double = exact_signs.cross_exact(b[0], b[1], b[2], b[3], 0.0, 0.0, dx, dy)
    if rate == 0.0:
        if exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1]) != 0.0:
            return False
        if fabs(dx) >= fabs(dy):
            return sweep_along(a[0], a[0], min(b[0], b[2]), max(b[0], b[2]), dx, dx, dy, out)
        return sweep_along(a[1], a[1], min(b[1], b[3]), max(b[1], b[3]), dy, dx, dy, out)
    if (shifted_side(a, dx, dy, b[0], b[1]) > 0.0) == (shifted_side(a, dx, dy, b[2], b[3]) > 0.0):
        return False
    intervals.start_interval(out)
    gap: C.double = exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1])
    if gap == 0.0:
        # On the line: the shift decides on which side it starts. If it leaves, that is over.
        gap = -ey if ey != 0.0 else ex
        out.enter = out.exit = 0.0 if (gap > 0.0) != (rate > 0.0) else -1.0
    else:
        out.enter = out.exit = -gap / rate
    out.nx = ey if rate > 0.0 else -ey
    out.ny = -ex if rate > 0.0 else ex
    intervals.unit_normals(out)
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_point_outline(
    a: Numbers, b: Numbers, nb: C.int, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of a point through a polygon by the fill rule.

    Whether the shifted path meets the inside at all is a matter of exact signs: vertices are on
    both sides of it. Only then are times computed, and those may be equal.
    """
    i: C.int
    ax: C.double = b[2 * nb - 2]
    ay: C.double = b[2 * nb - 1]
    any_left: C.bint = False
    any_right: C.bint = False
    for i in range(nb):
        if shifted_side(a, dx, dy, b[2 * i], b[2 * i + 1]) > 0.0:
            any_left = True
        else:
            any_right = True
    if not any_left or not any_right:
        return False
    intervals.start_interval(out)
    for i in range(nb):
        bx: C.double = b[2 * i]
        by: C.double = b[2 * i + 1]
        # Only edges that the path crosses: rounding may have made the polygon slightly concave.
        if (shifted_side(a, dx, dy, ax, ay) > 0.0) != (shifted_side(a, dx, dy, bx, by) > 0.0):
            rate: C.double = cross_sign(dx, dy, ax, ay, bx, by)
            if rate != 0.0:
                time: C.double = exact_signs.orient(ax, ay, bx, by, a[0], a[1]) / rate
                starts_left: C.bint = (
                    by < ay if by != ay else bx > ax
                )  # if it is on the edge's line
                if time == 0.0 and starts_left == (rate < 0.0):
                    time = -JUST  # by the shift, it is beyond it already
                elif time == 1.0 and starts_left != (rate < 0.0):
                    time = JUST_AFTER  # by the shift, it is not yet beyond it at the end
                if rate > 0.0:
                    out.exit = min(out.exit, time)
                elif time > out.enter:
                    out.enter = time
                    out.nx = by - ay
                    out.ny = ax - bx
        ax = bx
        ay = by
    out.exit = max(out.exit, out.enter)
    if out.nx == 0.0 and out.ny == 0.0:
        out.nx = -dx
        out.ny = -dy
    intervals.unit_normals(out)
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_segments(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of two segments; parallel ones meet for an instant, or along their own line.

    Whether they meet at all is a matter of exact signs: seen along the motion, they overlap. Only
    then are times computed, and those may be equal.
    """
    are_parallel: C.bint = (
        exact_signs.cross_exact(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]) == 0.0
    )
    rate: C.double = exact_signs.cross_exact(b[0], b[1], b[2], b[3], 0.0, 0.0, dx, dy)
    if are_parallel and rate == 0.0:
        if exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1]) != 0.0:
            return False
        if fabs(dx) >= fabs(dy):
            return sweep_along(
                min(a[0], a[2]), max(a[0], a[2]), min(b[0], b[2]), max(b[0], b[2]), dx, dx, dy, out
            )
        return sweep_along(
            min(a[1], a[3]), max(a[1], a[3]), min(b[1], b[3]), max(b[1], b[3]), dy, dx, dy, out
        )
    i: C.int = 0 if cross_sign(dx, dy, a[0], a[1], a[2], a[3]) >= 0.0 else 2
    j: C.int = 0 if cross_sign(dx, dy, b[0], b[1], b[2], b[3]) >= 0.0 else 2
    if (
        cross_sign(dx, dy, a[i], a[i + 1], b[2 - j], b[3 - j]) <= 0.0
        or cross_sign(dx, dy, b[j], b[j + 1], a[2 - i], a[3 - i]) <= 0.0
    ):
        return False
    intervals.start_interval(out)
    if are_parallel:
        out.enter = out.exit = -exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1]) / rate
        out.nx = (b[3] - b[1]) if rate > 0.0 else (b[1] - b[3])
        out.ny = (b[0] - b[2]) if rate > 0.0 else (b[2] - b[0])
    else:
        clip_by_edges(a, 2, b, 2, dx, dy, 1.0, False, out)
        clip_by_edges(b, 2, a, 2, -dx, -dy, -1.0, False, out)
        out.exit = max(out.exit, out.enter)
        face_motion(out, dx, dy)
    intervals.unit_normals(out)
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_boxes(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of two boxes: an interval for each axis, by differences and divisions only."""
    intervals.start_interval(out)
    if not clip(out, b[0] - a[2], -dx, -1.0, 0.0) or not clip(out, a[0] - b[2], dx, 1.0, 0.0):
        return False
    if not clip(out, b[1] - a[3], -dy, 0.0, -1.0) or not clip(out, a[1] - b[3], dy, 0.0, 1.0):
        return False
    face_motion(out, dx, dy)
    return out.enter < out.exit


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def path_meets_disc(
    disc: Numbers,
    extra: C.double,
    view: C.pointer(C.const[DiscView]),
    px: C.double,
    py: C.double,
    dx: C.double,
    dy: C.double,
    fill: C.int,
    middle: C.p_double,
    half: C.p_double,
) -> C.bint:
    """Whether the line of a moving point p meets an open disc; the middle and half of the times.

    Unless `fill` is 0, the line is shifted by (e, e*e) times that, e > 0 and vanishing.
    """
    x: C.double = px - disc[0]
    y: C.double = py - disc[1]
    left: C.double = dx * y
    right: C.double = dy * x
    cross: C.double = left - right
    # In the disc's space the line is det * |cross| / speed from the center, and the radius is det.
    # So det cancels: the line meets the disc if |cross| < speed.
    room: C.double = view.speed - fabs(cross)
    if view.speed_squared == 0.0:
        return False
    if fabs(room) <= 4.0 * exact_signs.ROUNDING * (view.speed + fabs(left) + fabs(right)):
        if not exact_signs.line_meets_disc_exact(disc, extra, px, py, dx, dy):
            # On the rim: the shift moves the line by (dx e*e - dy e) to one side, across d.
            if fill == 0 or not touches_exactly(disc, extra, px, py, dx, dy):
                return False
            cross = exact_signs.cross_exact(0.0, 0.0, dx, dy, disc[0], disc[1], px, py)
            if fill * cross * (dy if dy != 0.0 else -dx) <= 0.0:
                return False
        room = max(room, 0.0)
    elif room < 0.0:
        return False
    middle[0] = (
        -((view.m11 * x - disc[3] * y) * view.ux + (view.m00 * y - disc[4] * x) * view.uy)
        / view.speed_squared
    )
    half[0] = view.det * sqrt(room * (view.speed + fabs(cross))) / view.speed_squared
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def touches_exactly(
    disc: Numbers, extra: C.double, px: C.double, py: C.double, dx: C.double, dy: C.double
) -> C.bint:
    """Whether a line that does not meet a disc meets one that is larger by some ulps."""
    larger: C.double[6]
    k: C.int
    for k in range(6):
        larger[k] = disc[k]
        if k > 1:
            larger[k] = disc[k] * (1.0 + 1e-15)
    return exact_signs.line_meets_disc_exact(larger, extra * (1.0 + 1e-15), px, py, dx, dy)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def view_edges(
    points: Numbers,
    count: C.int,
    px: C.double,
    py: C.double,
    disc: Numbers,
    view: C.pointer(C.const[DiscView]),
    dx: C.double,
    dy: C.double,
    edges: C.pointer(EdgeView),
) -> C.bint:
    """When a disc meets each of up to MOST_EDGES vertices, and the edge that leads to it.

    The first edge comes from p.

    True if floats cannot decide on a vertex. The code has no branch on the data, which could not be
    predicted, and compilers process several edges at once.
    """
    x: C.double
    y: C.double
    cross: C.double
    doubts: C.int = 0
    i: C.Py_ssize_t
    m00: C.double = view.m00
    m01: C.double = disc[3]
    m10: C.double = disc[4]
    m11: C.double = view.m11
    det: C.double = view.det
    ux: C.double = view.ux
    uy: C.double = view.uy
    speed: C.double = view.speed
    squared: C.double = view.speed_squared
    center_x: C.double = disc[0]
    center_y: C.double = disc[1]
    edges.qx[0] = px
    edges.qy[0] = py
    edges.bx[0] = m11 * (px - center_x) - m01 * (py - center_y)
    edges.by[0] = m00 * (py - center_y) - m10 * (px - center_x)
    for i in range(count):
        edges.qx[i + 1] = points[2 * i]
        edges.qy[i + 1] = points[2 * i + 1]
    for i in range(count):  # in the steps of `path_meets_disc`
        x = edges.qx[i + 1] - center_x
        y = edges.qy[i + 1] - center_y
        edges.bx[i + 1] = m11 * x - m01 * y
        edges.by[i + 1] = m00 * y - m10 * x
        left: C.double = dx * y
        right: C.double = dy * x
        cross = left - right
        room: C.double = speed - fabs(cross)
        doubts += fabs(room) <= 4.0 * exact_signs.ROUNDING * (speed + fabs(left) + fabs(right))
        middle: C.double = -((m11 * x - m01 * y) * ux + (m00 * y - m10 * x) * uy) / squared
        half: C.double = det * sqrt(fabs(room) * (speed + fabs(cross))) / squared
        edges.enter[i] = middle - half if room > 0.0 else INFINITY
        edges.exit[i] = middle + half if room > 0.0 else -INFINITY
    for i in range(count):
        # The edge p -> q, whose outside is to its right. Parallel to the motion it bounds nothing.
        # By its direction alone, so that a long edge and a part of it give the same time.
        x = edges.qx[i + 1] - edges.qx[i]
        y = edges.qy[i + 1] - edges.qy[i]
        # An edge without length gets NaN, which meets nothing.
        length: C.double = sqrt(x * x + y * y)
        x /= length
        y /= length
        cross = (x * dy - y * dx) * det
        wx: C.double = m11 * x - m01 * y
        wy: C.double = m00 * y - m10 * x
        stretch: C.double = sqrt(wx * wx + wy * wy)
        time: C.double = (det * stretch + (wy * edges.bx[i] - wx * edges.by[i])) / cross
        along: C.double = -((edges.bx[i] + time * ux) * wx + (edges.by[i] + time * uy) * wy) / (
            stretch * stretch
        )
        meets: C.bint = (-NOISE * length <= along) & (along <= (1.0 + NOISE) * length)
        edges.enter_side[i] = time if meets & (cross < 0.0) else INFINITY
        edges.exit_side[i] = time if meets & (cross > 0.0) else -INFINITY
    return doubts != 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def meet_disc(
    points: Numbers,
    count: C.int,
    disc: Numbers,
    extra: C.double,
    dx: C.double,
    dy: C.double,
    fill: C.int,
    side: C.double,
    meeting: C.pointer(Meeting),
) -> C.void:
    """Note when a polygon, a segment or a point meets a disc that it moves past.

    A circle may be larger than it is by `extra`. Normals get the sign of `side`.
    """
    view: DiscView = seen_from_disc(disc, extra, dx, dy)
    edges: EdgeView
    px: C.double = points[2 * count - 2]
    py: C.double = points[2 * count - 1]
    middle: C.double = 0.0
    half: C.double = 0.0
    start: C.int = 0
    i: C.int
    while start < count:
        some: C.int = min(count - start, MOST_EDGES)
        if view_edges(
            points + 2 * start, some, px, py, disc, C.address(view), dx, dy, C.address(edges)
        ):  # floats cannot decide
            for i in range(some):
                edges.enter[i] = INFINITY
                edges.exit[i] = -INFINITY
                if path_meets_disc(
                    disc,
                    extra,
                    C.address(view),
                    edges.qx[i + 1],
                    edges.qy[i + 1],
                    dx,
                    dy,
                    fill,
                    C.address(middle),
                    C.address(half),
                ):
                    edges.enter[i] = middle - half
                    edges.exit[i] = middle + half
        for i in range(some):
            meeting.end = max(meeting.end, edges.exit[i])
            if edges.enter[i] < meeting.by_vertex:
                meeting.by_vertex = edges.enter[i]
                vx: C.double = edges.bx[i + 1] + meeting.by_vertex * view.ux
                vy: C.double = edges.by[i + 1] + meeting.by_vertex * view.uy
                # The gradient of the distance in the disc's space: adj(M)^T u.
                meeting.vx = side * (view.m11 * vx - disc[4] * vy)
                meeting.vy = side * (view.m00 * vy - disc[3] * vx)
            meeting.end = max(meeting.end, edges.exit_side[i])
            if edges.enter_side[i] < meeting.by_edge:
                meeting.by_edge = edges.enter_side[i]
                meeting.nx = side * (edges.qy[i] - edges.qy[i + 1])
                meeting.ny = side * (edges.qx[i + 1] - edges.qx[i])
        start += some
        px = points[2 * start - 2]
        py = points[2 * start - 1]


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def farthest_vertex(v: Numbers, count: C.int, nx: C.double, ny: C.double) -> Numbers:
    """The vertex that is farthest along n."""
    best: Numbers = v
    i: C.int
    for i in range(1, count):
        if nx * v[2 * i] + ny * v[2 * i + 1] > nx * best[0] + ny * best[1]:
            best = v + 2 * i
    return best


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_round(
    a: CoreRef,
    b: CoreRef,
    dx: C.double,
    dy: C.double,
    side: C.double,
    fill: C.int,
    out: C.pointer(Interval),
) -> C.bint:
    """The interval of a moving part that is round about a point or a segment, and any part at rest.

    Of two round ones both are circles. Normals get the sign of `side`. A point
    that rests meets the other by the fill rule with a `fill` of 1.
    """
    meeting: Meeting
    disc: C.double[6]
    i: C.int
    cores.disc_at(a, a.v, disc)
    meeting.by_vertex = meeting.by_edge = INFINITY
    meeting.end = -INFINITY
    meeting.vx = meeting.vy = meeting.nx = meeting.ny = 0.0
    if b.count > 1 or a.count == 1:
        for i in range(a.count):
            disc[0] = a.v[2 * i]
            disc[1] = a.v[2 * i + 1]
            meet_disc(b.v, b.count, disc, b.r, -dx, -dy, fill, -side, C.address(meeting))
    if a.count == 2:
        nx: C.double = a.v[1] - a.v[3]
        ny: C.double = a.v[2] - a.v[0]
        for _ in range(2 if b.count > 1 else 1):
            vertex: Numbers = farthest_vertex(b.v, b.count, nx, ny)
            disc[0] = vertex[0]
            disc[1] = vertex[1]
            meet_disc(a.v, 2, disc, b.r, dx, dy, -fill, side, C.address(meeting))
            nx = -nx
            ny = -ny
    intervals.start_interval(out)
    if meeting.by_vertex == INFINITY and meeting.by_edge == INFINITY:
        return False
    out.enter = min(meeting.by_vertex, meeting.by_edge)
    out.exit = max(meeting.end, out.enter)
    out.nx = meeting.nx
    out.ny = meeting.ny
    if not meeting.by_edge <= meeting.by_vertex + NOISE * (1.0 + fabs(meeting.by_vertex)):
        out.nx = meeting.vx
        out.ny = meeting.vy
    intervals.unit_normals(out)
    return out.enter < out.exit or fill != 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_circles(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of two circles: the interval of the first center past a circle with the sum of
    both radii.
    """
    disc: C.double[6]
    middle: C.double = 0.0
    half: C.double = 0.0
    cores.as_disc(b, disc)
    view: DiscView = seen_from_disc(disc, a[2], dx, dy)
    intervals.start_interval(out)
    if not path_meets_disc(
        disc, a[2], C.address(view), a[0], a[1], dx, dy, False, C.address(middle), C.address(half)
    ):
        return False
    out.enter = middle - half
    out.exit = middle + half
    out.nx = (a[0] - b[0]) + out.enter * dx
    out.ny = (a[1] - b[1]) + out.enter * dy
    intervals.unit_normals(out)
    return out.enter < out.exit


def sweep_parts(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    dx: C.double,
    dy: C.double,
    out: C.pointer(Interval),
) -> C.bint:
    """Whether part `a`, moving along (dx, dy), ever overlaps part `b`, and when."""
    if a.kind == layout.BOX and b.kind == layout.BOX:
        return sweep_boxes(pool + a.first, pool + b.first, dx, dy, out)
    if a.kind <= b.kind:
        return sweep_in_order(a, b, pool, dx, dy, out)
    found: C.bint = sweep_in_order(b, a, pool, -dx, -dy, out)
    intervals.turn_normals(out)
    return found


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sweep_in_order(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    dx: C.double,
    dy: C.double,
    out: C.pointer(Interval),
) -> C.bint:
    """The interval of two parts of which the simpler kind comes first, and moves."""
    one: Core
    other: Core
    if b.kind == layout.NOTHING or (b.kind == layout.SEAM and a.kind != layout.SEGMENT):
        return False  # see `never` in `kernel_table`
    cores.core_of(a.kind, pool + a.first, a.count, C.address(one))
    cores.core_of(b.kind, pool + b.first, b.count, C.address(other))
    na: C.int = one.count
    nb: C.int = other.count
    if cores.is_round(C.address(one)) and cores.is_round(C.address(other)):
        if one.disc is not C.NULL or other.disc is not C.NULL:
            return sweep_ovals(C.address(one), C.address(other), dx, dy, out)
        if na == 1 and nb == 1:
            return sweep_circles(one.v, other.v, dx, dy, out)
    if cores.is_round(C.address(one)):
        return sweep_round(C.address(one), C.address(other), dx, dy, 1.0, 0, out)
    if cores.is_round(C.address(other)):
        return sweep_round(
            C.address(other), C.address(one), -dx, -dy, -1.0, a.kind == layout.POINT, out
        )
    if na == 1:
        if nb == 1:
            return sweep_points(one.v, other.v, dx, dy, out)
        if nb == 2:
            return sweep_point_segment(one.v, other.v, dx, dy, out)
        return sweep_point_outline(one.v, other.v, nb, dx, dy, out)
    if na == 2 and nb == 2:
        return sweep_segments(one.v, other.v, dx, dy, out)
    return sweep_outlines(
        one.v, na, other.v, nb, dx, dy, out, a.kind == layout.BOX, b.kind == layout.BOX
    )


# --- parts without area --------------------------------------------------------------------------


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def end_beside(s: Numbers, p: Numbers) -> C.int:
    """Whether a point is clearly beside a segment, 0, or beyond an end of it, -1 or 1; else 2."""
    dx: C.double = s[2] - s[0]
    dy: C.double = s[3] - s[1]
    length: C.double = dx * dx + dy * dy
    along: C.double = dx * (p[0] - s[0]) + dy * (p[1] - s[1])
    if fabs(along) <= TOUCHING * length or fabs(along - length) <= TOUCHING * length:
        return 2
    return -1 if along < 0.0 else along > length


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def point_crosses(p: Numbers, q: Numbers, s: Numbers, t: Numbers, shift: C.double) -> C.bint:
    """Whether a point, which goes from p to q, crosses a segment, from s to t; one of them rests.

    The point counts as shifted by `shift` (e, e*e).
    """
    before: C.double = exact_signs.orient(s[0], s[1], s[2], s[3], p[0], p[1])
    after: C.double = exact_signs.orient(t[0], t[1], t[2], t[3], q[0], q[1])
    if before == 0.0:
        before = shift * (s[1] - s[3] if s[1] != s[3] else s[2] - s[0])
    if after == 0.0:
        after = shift * (t[1] - t[3] if t[1] != t[3] else t[2] - t[0])
    if not (before < 0.0 < after or after < 0.0 < before):
        return False
    place: C.int = end_beside(s, p)
    if place == end_beside(t, q) and place != 2:
        return place == 0
    # Near an end: are both ends on the same side of the way?
    u: Numbers = s
    v: Numbers = t
    if p[0] != q[0] or p[1] != q[1]:
        u = p
        v = q
    first: C.double = exact_signs.cross_exact(u[0], u[1], v[0], v[1], p[0], p[1], s[0], s[1])
    second: C.double = exact_signs.cross_exact(u[0], u[1], v[0], v[1], p[0], p[1], s[2], s[3])
    if first == 0.0:
        first = shift * (v[1] - u[1] if v[1] != u[1] else u[0] - v[0])
    if second == 0.0:
        second = shift * (v[1] - u[1] if v[1] != u[1] else u[0] - v[0])
    return first < 0.0 < second or second < 0.0 < first


def have_crossed(a: PartRef, old: Numbers, b: PartRef, pool: Numbers) -> C.bint:
    """Whether part `a`, whose numbers were `old` before a straight way, is past part `b` now.

    Both are points or segments. Without an inside, they may be past each other though no pose on
    the way is one in which they overlap: rounding lets them jump. So a way between them is proved
    by exact signs: the ends of each are on the side of the other from which they came.
    """
    v: Numbers = pool + a.first
    w: Numbers = pool + b.first
    middles: C.double[4]
    k: C.int
    if a.kind == layout.POINT:
        return b.kind == layout.SEGMENT and point_crosses(old, v, w, w, 1.0)
    if b.kind == layout.POINT:
        return point_crosses(w, w, old, v, 1.0)
    for k in range(0, 4, 2):
        if point_crosses(old + k, v + k, w, w, 0.0) or point_crosses(w + k, w + k, old, v, 0.0):
            return True
    # The ends of equal segments may pass each other, which is not counted above, so the middle
    # decides.
    for k in range(2):
        middles[k] = 0.5 * (old[k] + old[k + 2])
        middles[k + 2] = 0.5 * (v[k] + v[k + 2])
    return point_crosses(middles, middles + 2, w, w, 0.0)
