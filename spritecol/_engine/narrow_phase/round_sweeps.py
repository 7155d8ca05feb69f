"""When parts overlap of which one is round, if one moves along a line: `sweep_<kind>_<kind>`.

The calling convention is that of `straight_sweeps`. The map p -> adj(M) (p - c) turns an ellipse
into a circle of radius det(M) about 0 and leaves times as they are (K. Fauerby, "Improved Collision
Detection and Response", 2003), so an ellipse meets a polygon as a circle does: the center's path is
clipped by the polygon's edges, moved outward by the radius, and by circles about its vertices
(C. Ericson, "Real-Time Collision Detection", 5.5.7). Two ellipses take a search, see
`enter_of_ellipses`.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import (
    ROUNDING,
    cross_exact,
    line_meets_disc_exact,
)
from cython.cimports.spritecol._engine.narrow_phase.part import as_disc, corners_of
from cython.cimports.spritecol._engine.narrow_phase.straight_sweeps import (
    start_passage,
    turn_normals,
    unit_normals,
)

EDGE_SLACK = cython.declare(cython.double, 1e-12)
"""Share of an edge by which a touching point may lie beyond its end by rounding: there the circle
about the vertex gives the same time."""

GRAZING = cython.declare(cython.double, 1e-6)
"""The sine of the angle between a motion and the line that it touches, below which two ellipses
only touch: they would overlap by less than 1e-12 of their size."""

MOST_STEPS = cython.declare(cython.int, 100)
"""Limit for the steps of a search. A clear hit takes about 5."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def path_meets_disc(
    disc: cython.pointer(cython.const[cython.double]),
    extra: cython.double,
    view: cython.pointer(cython.const[View]),
    px: cython.double,
    py: cython.double,
    dx: cython.double,
    dy: cython.double,
    fill: cython.bint,
    middle: cython.p_double,
    half: cython.p_double,
) -> cython.bint:
    """Whether the line of a moving point p meets an open disc; the middle and half of the times.

    With `fill`, the line is shifted by (e, e*e), e > 0 and vanishing.
    """
    x: cython.double = px - disc[0]
    y: cython.double = py - disc[1]
    left: cython.double = dx * y
    right: cython.double = dy * x
    cross: cython.double = left - right
    room: cython.double = view.speed - fabs(cross)
    if view.speed_squared == 0.0:
        return False
    if fabs(room) <= 4.0 * ROUNDING * (view.speed + fabs(left) + fabs(right)):
        if not line_meets_disc_exact(disc, extra, px, py, dx, dy):
            # On the rim: the shift moves the line by (dx e*e - dy e) to one side, across d.
            if not fill or not touches_exactly(disc, extra, px, py, dx, dy):
                return False
            cross = cross_exact(0.0, 0.0, dx, dy, disc[0], disc[1], px, py)
            if cross * (dy if dy != 0.0 else -dx) <= 0.0:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def touches_exactly(
    disc: cython.pointer(cython.const[cython.double]),
    extra: cython.double,
    px: cython.double,
    py: cython.double,
    dx: cython.double,
    dy: cython.double,
) -> cython.bint:
    """Whether a line that does not meet a disc meets one that is larger by some ulps."""
    larger: cython.double[6]
    k: cython.int
    for k in range(6):
        larger[k] = disc[k]
        if k > 1:
            larger[k] = disc[k] * (1.0 + 1e-15)
    return line_meets_disc_exact(larger, extra * (1.0 + 1e-15), px, py, dx, dy)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def view_edges(
    points: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    px: cython.double,
    py: cython.double,
    disc: cython.pointer(cython.const[cython.double]),
    view: cython.pointer(cython.const[View]),
    dx: cython.double,
    dy: cython.double,
    edges: cython.pointer(EdgeView),
) -> cython.bint:
    """When a disc meets each of up to MOST_EDGES vertices, and the edge that leads to it from p on.

    True if floats cannot decide on a vertex. There is no branch on the data, which could not be
    predicted, and compilers take several edges at once.
    """
    x: cython.double
    y: cython.double
    left: cython.double
    right: cython.double
    cross: cython.double
    room: cython.double
    middle: cython.double
    half: cython.double
    length: cython.double
    wx: cython.double
    wy: cython.double
    stretch: cython.double
    time: cython.double
    along: cython.double
    meets: cython.bint
    doubts: cython.int = 0
    i: cython.Py_ssize_t
    m00: cython.double = disc[2]
    m01: cython.double = disc[3]
    m10: cython.double = disc[4]
    m11: cython.double = disc[5]
    det: cython.double = view.det
    ux: cython.double = view.ux
    uy: cython.double = view.uy
    speed: cython.double = view.speed
    squared: cython.double = view.speed_squared
    center_x: cython.double = disc[0]
    center_y: cython.double = disc[1]
    edges.qx[0] = px
    edges.qy[0] = py
    edges.bx[0] = m11 * (px - center_x) - m01 * (py - center_y)
    edges.by[0] = m00 * (py - center_y) - m10 * (px - center_x)
    for i in range(count):
        edges.qx[i + 1] = points[2 * i]
        edges.qy[i + 1] = points[2 * i + 1]
    for i in range(count):  # as `path_meets_disc`
        x = edges.qx[i + 1] - center_x
        y = edges.qy[i + 1] - center_y
        edges.bx[i + 1] = m11 * x - m01 * y
        edges.by[i + 1] = m00 * y - m10 * x
        left = dx * y
        right = dy * x
        cross = left - right
        room = speed - fabs(cross)
        doubts += fabs(room) <= 4.0 * ROUNDING * (speed + fabs(left) + fabs(right))
        middle = -((m11 * x - m01 * y) * ux + (m00 * y - m10 * x) * uy) / squared
        half = det * sqrt(fabs(room) * (speed + fabs(cross))) / squared
        edges.enter[i] = middle - half if room > 0.0 else INFINITY
        edges.exit[i] = middle + half if room > 0.0 else -INFINITY
    for i in range(count):
        # The edge p -> q, whose outside is to its right. Parallel to the motion it bounds nothing.
        # By its direction alone, so that a long edge and a part of it give the same time.
        x = edges.qx[i + 1] - edges.qx[i]
        y = edges.qy[i + 1] - edges.qy[i]
        length = sqrt(x * x + y * y)
        x /= length
        y /= length
        cross = (x * dy - y * dx) * det
        wx = m11 * x - m01 * y
        wy = m00 * y - m10 * x
        stretch = sqrt(wx * wx + wy * wy)
        time = (det * stretch + (wy * edges.bx[i] - wx * edges.by[i])) / cross
        along = -((edges.bx[i] + time * ux) * wx + (edges.by[i] + time * uy) * wy) / (
            stretch * stretch
        )
        meets = (-EDGE_SLACK * length <= along) & (along <= (1.0 + EDGE_SLACK) * length)
        edges.enter_side[i] = time if meets & (cross < 0.0) else INFINITY
        edges.exit_side[i] = time if meets & (cross > 0.0) else -INFINITY
    return doubts != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_outline_disc(
    points: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    disc: cython.pointer(cython.const[cython.double]),
    dx: cython.double,
    dy: cython.double,
    fill: cython.bint,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a polygon, a segment or a point that moves past a disc at rest."""
    view: View = seen_from_disc(disc, 0.0, dx, dy)
    edges: EdgeView
    px: cython.double = points[2 * count - 2]
    py: cython.double = points[2 * count - 1]
    middle: cython.double = 0.0
    half: cython.double = 0.0
    by_vertex: cython.double = INFINITY
    by_edge: cython.double = INFINITY
    end: cython.double = -INFINITY
    vx: cython.double = 0.0
    vy: cython.double = 0.0
    start: cython.int = 0
    some: cython.int
    i: cython.int
    start_passage(out)
    while start < count:
        some = min(count - start, MOST_EDGES)
        if view_edges(
            points + 2 * start,
            some,
            px,
            py,
            disc,
            cython.address(view),
            dx,
            dy,
            cython.address(edges),
        ):  # floats cannot decide
            for i in range(some):
                edges.enter[i] = INFINITY
                edges.exit[i] = -INFINITY
                if path_meets_disc(
                    disc,
                    0.0,
                    cython.address(view),
                    edges.qx[i + 1],
                    edges.qy[i + 1],
                    dx,
                    dy,
                    fill,
                    cython.address(middle),
                    cython.address(half),
                ):
                    edges.enter[i] = middle - half
                    edges.exit[i] = middle + half
        for i in range(some):
            end = max(end, edges.exit[i])
            if edges.enter[i] < by_vertex:
                by_vertex = edges.enter[i]
                vx = edges.bx[i + 1] + by_vertex * view.ux
                vy = edges.by[i + 1] + by_vertex * view.uy
            end = max(end, edges.exit_side[i])
            if edges.enter_side[i] < by_edge:
                by_edge = edges.enter_side[i]
                out.nx = edges.qy[i] - edges.qy[i + 1]
                out.ny = edges.qx[i + 1] - edges.qx[i]
        start += some
        px = points[2 * start - 2]
        py = points[2 * start - 1]
    if by_vertex == INFINITY and by_edge == INFINITY:
        return False
    out.enter = min(by_vertex, by_edge)
    out.exit = max(end, out.enter)
    if not by_edge <= by_vertex + 1e-12 * (1.0 + fabs(by_vertex)):
        # The gradient of the distance in the disc's space: adj(M)^T u.
        out.nx = disc[5] * vx - disc[4] * vy
        out.ny = disc[2] * vy - disc[3] * vx
    unit_normals(out)
    return out.enter < out.exit or fill


def sweep_point_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a point through a circle by the fill rule."""
    disc: cython.double[6]
    as_disc(b, disc)
    return sweep_outline_disc(a, 1, disc, dx, dy, True, out)


def sweep_point_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a point through an ellipse by the fill rule."""
    return sweep_outline_disc(a, 1, b, dx, dy, True, out)


def sweep_segment_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """A segment is a polygon of two edges."""
    disc: cython.double[6]
    as_disc(b, disc)
    return sweep_outline_disc(a, 2, disc, dx, dy, False, out)


def sweep_segment_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """A segment is a polygon of two edges."""
    return sweep_outline_disc(a, 2, b, dx, dy, False, out)


def sweep_box_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of the corners of a box past a circle."""
    disc: cython.double[6]
    corners: cython.double[8]
    corners_of(a, corners)
    as_disc(b, disc)
    return sweep_outline_disc(corners, 4, disc, dx, dy, False, out)


def sweep_box_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of the corners of a box past an ellipse."""
    corners: cython.double[8]
    corners_of(a, corners)
    return sweep_outline_disc(corners, 4, b, dx, dy, False, out)


def sweep_circle_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of the first center past a circle with both radii."""
    disc: cython.double[6]
    middle: cython.double = 0.0
    half: cython.double = 0.0
    view: View
    as_disc(b, disc)
    view = seen_from_disc(disc, a[2], dx, dy)
    start_passage(out)
    if not path_meets_disc(
        disc,
        a[2],
        cython.address(view),
        a[0],
        a[1],
        dx,
        dy,
        False,
        cython.address(middle),
        cython.address(half),
    ):
        return False
    out.enter = middle - half
    out.exit = middle + half
    out.nx = (a[0] - b[0]) + out.enter * dx
    out.ny = (a[1] - b[1]) + out.enter * dy
    unit_normals(out)
    return out.enter < out.exit


def sweep_circle_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of two ellipses."""
    disc: cython.double[6]
    as_disc(a, disc)
    return sweep_ellipse_ellipse(disc, 1, b, 1, dx, dy, out)


def sweep_circle_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a polygon past a circle, seen from the polygon."""
    disc: cython.double[6]
    as_disc(a, disc)
    return sweep_ellipse_polygon(disc, 1, b, nb, dx, dy, out)


def sweep_ellipse_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a polygon past an ellipse, seen from the polygon."""
    found: cython.bint = sweep_outline_disc(b, nb, a, -dx, -dy, False, out)
    turn_normals(out)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def widest_gap(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    x: cython.double,
    y: cython.double,
    slope: cython.p_double,
) -> cython.double:
    """The direction n = d + t p that separates two ellipses best, d = (x, y) between their centers.

    p is d turned by 90 degrees, and t is written to `slope`. Returns |A^T n| + |B^T n|, of which t
    is the minimum: they are separated if it is at most n . d = |d|^2; see
    `overlap_ellipse_ellipse`.
    """
    adx: cython.double = a[2] * x + a[4] * y
    ady: cython.double = a[3] * x + a[5] * y
    apx: cython.double = a[4] * x - a[2] * y
    apy: cython.double = a[5] * x - a[3] * y
    bdx: cython.double = b[2] * x + b[4] * y
    bdy: cython.double = b[3] * x + b[5] * y
    bpx: cython.double = b[4] * x - b[2] * y
    bpy: cython.double = b[5] * x - b[3] * y
    a_low: cython.double = -(adx * apx + ady * apy) / (apx * apx + apy * apy)
    b_low: cython.double = -(bdx * bpx + bdy * bpy) / (bpx * bpx + bpy * bpy)
    low: cython.double = min(a_low, b_low)
    high: cython.double = max(a_low, b_low)
    t: cython.double = min(max(0.0, low), high)
    previous: cython.double
    ax: cython.double
    ay: cython.double
    bx: cython.double
    by: cython.double
    a_length: cython.double = 0.0
    b_length: cython.double = 0.0
    rise: cython.double
    a_cross: cython.double
    b_cross: cython.double
    curvature: cython.double
    for _ in range(MOST_STEPS):
        ax = adx + t * apx
        ay = ady + t * apy
        bx = bdx + t * bpx
        by = bdy + t * bpy
        a_length = sqrt(ax * ax + ay * ay)
        b_length = sqrt(bx * bx + by * by)
        rise = (ax * apx + ay * apy) / a_length + (bx * bpx + by * bpy) / b_length
        if rise > 0.0:
            high = t
        else:
            low = t
        a_cross = (ax * apy - ay * apx) / a_length
        b_cross = (bx * bpy - by * bpx) / b_length
        curvature = a_cross * a_cross / a_length + b_cross * b_cross / b_length
        previous = t
        t = t - rise / curvature
        if not low < t < high:
            t = 0.5 * (low + high)
        if fabs(t - previous) <= 1e-9 * (1.0 + fabs(t)) or not low < t < high:
            t = previous
            break
    slope[0] = t
    return a_length + b_length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def enter_of_ellipses(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    x: cython.double,
    y: cython.double,
    dx: cython.double,
    dy: cython.double,
    enter: cython.p_double,
    normal: cython.p_double,
) -> cython.bint:
    """When an ellipse at (x, y) from the other one begins to overlap it, if it moves by (dx, dy).

    A line that separates the two bounds the time from below: until the moving one has crossed it,
    there is no overlap. Of the best such line this is a step of Newton's method on a convex
    function, which from the left never passes the root (G. van den Bergen, "Ray Casting against
    General Convex Objects with Application to Continuous Collision Detection", 2004). The first
    line is perpendicular to the motion.
    """
    nx: cython.double = -dx
    ny: cython.double = -dy
    reach: cython.double = sqrt(
        (a[2] * nx + a[4] * ny) * (a[2] * nx + a[4] * ny)
        + (a[3] * nx + a[5] * ny) * (a[3] * nx + a[5] * ny)
    ) + sqrt(
        (b[2] * nx + b[4] * ny) * (b[2] * nx + b[4] * ny)
        + (b[3] * nx + b[5] * ny) * (b[3] * nx + b[5] * ny)
    )
    closing: cython.double = -(nx * dx + ny * dy)
    time: cython.double = (nx * x + ny * y - reach) / closing
    before: cython.double
    slope: cython.double = 0.0
    px: cython.double
    py: cython.double
    distance: cython.double
    for _ in range(MOST_STEPS):
        px = x + time * dx
        py = y + time * dy
        reach = widest_gap(a, b, px, py, cython.address(slope))
        distance = px * px + py * py
        nx = px - slope * py
        ny = py + slope * px
        if distance <= reach * (1.0 + 1e-15):
            break
        closing = -(nx * dx + ny * dy)
        if not closing > 0.0:
            return False
        before = time
        time += (distance - reach) / closing
        if not time > before:
            break
    enter[0] = time
    normal[0] = nx
    normal[1] = ny
    # A line that the motion does not cross is touched at most.
    return -(nx * dx + ny * dy) > GRAZING * sqrt((nx * nx + ny * ny) * (dx * dx + dy * dy))


def sweep_ellipse_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of two ellipses: its begin, and the begin of the motion backward as its end."""
    x: cython.double = a[0] - b[0]
    y: cython.double = a[1] - b[1]
    back: cython.double = 0.0
    normal: cython.double[2]
    start_passage(out)
    if not enter_of_ellipses(a, b, x, y, dx, dy, cython.address(out.enter), normal):
        return False
    out.nx = normal[0]
    out.ny = normal[1]
    unit_normals(out)
    if not enter_of_ellipses(a, b, x, y, -dx, -dy, cython.address(back), normal):
        return False
    out.exit = -back
    return out.enter < out.exit
