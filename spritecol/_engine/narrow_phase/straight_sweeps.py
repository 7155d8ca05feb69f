"""When two straight parts overlap, if one moves along a line: `sweep_<kind>_<kind>`.

A kernel gets the numbers of two parts, the simpler kind first, and the motion (dx, dy), not zero,
of the first one while the second one rests. It tells whether the two ever overlap, before, during
or after the motion, and writes the `Passage`. Convex sets overlap in one interval of time; it is
open, so sets that only touch, that slide along each other or recede do not meet.

The moving part's overlap with the other is that of a moving point with the Minkowski difference of
the two, whose edges are those of both parts; so every edge gives one half-plane, and the line is
clipped against all of them (M. Cyrus and J. Beck, "Generalized two- and three-dimensional
clipping", Computers & Graphics 3 (1978), 23-28; C. Ericson, "Real-Time Collision Detection",
5.5.8). Where the motion runs along an edge, the exact sign of an orientation decides.

A point meets areas by the fill rule: the whole path counts as shifted by (e, e*e), e > 0 and
vanishing. So it cannot pass where two areas touch in a corner.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import (
    ROUNDING,
    UNDERFLOW,
    cross_exact,
    orient,
)
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of, overshoot

JUST = cython.declare(cython.double, 1e-300)
"""A time that stands for that of the vanishing shift of a point."""


def start_passage(out: cython.pointer(Passage)) -> cython.void:
    """The passage that nothing has clipped yet."""
    out.enter = -INFINITY
    out.exit = INFINITY
    out.nx = out.ny = out.other_nx = out.other_ny = 0.0


def turn_normals(out: cython.pointer(Passage)) -> cython.void:
    """Turn the normals round: what moved rests, and the other way round."""
    out.nx = 0.0 - out.nx  # not -0.0
    out.ny = 0.0 - out.ny
    out.other_nx = 0.0 - out.other_nx
    out.other_ny = 0.0 - out.other_ny


def unit_normals(out: cython.pointer(Passage)) -> cython.void:
    """Give both normals length 1; (0, 0) stays, and -0.0 becomes 0.0."""
    length: cython.double = sqrt(out.nx * out.nx + out.ny * out.ny)
    if length > 0.0:
        out.nx = out.nx / length + 0.0
        out.ny = out.ny / length + 0.0
    length = sqrt(out.other_nx * out.other_nx + out.other_ny * out.other_ny)
    if length > 0.0:
        out.other_nx = out.other_nx / length + 0.0
        out.other_ny = out.other_ny / length + 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cross_sign(
    dx: cython.double,
    dy: cython.double,
    px: cython.double,
    py: cython.double,
    qx: cython.double,
    qy: cython.double,
) -> cython.double:
    """A number with the sign of d x (q - p)."""
    left: cython.double = dx * (qy - py)
    right: cython.double = dy * (qx - px)
    det: cython.double = left - right
    if fabs(det) > ROUNDING * (fabs(left) + fabs(right)) + UNDERFLOW:
        return det
    return cross_exact(0.0, 0.0, dx, dy, px, py, qx, qy)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_wider(
    out: cython.pointer(cython.const[Passage]), nx: cython.double, ny: cython.double
) -> cython.bint:
    """Whether an edge makes a wider corner with the first edge than the second one does.

    Both parts may have an edge of the same direction, which is no corner; and so none that may
    replace the second edge.
    """
    across: cython.double = out.nx * ny - out.ny * nx
    before: cython.double = out.nx * out.other_ny - out.ny * out.other_nx
    if before == 0.0:
        return across != 0.0
    return across * across * (out.other_nx * out.other_nx + out.other_ny * out.other_ny) > (
        before * before * (nx * nx + ny * ny)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def clip(
    out: cython.pointer(Passage),
    gap: cython.double,
    rate: cython.double,
    nx: cython.double,
    ny: cython.double,
) -> cython.bint:
    """Clip the passage to the times when gap + rate * time < 0; False if there are none.

    (nx, ny) is the normal of the edge, of any length.
    """
    time: cython.double
    if rate == 0.0:
        return gap < 0.0
    time = -gap / rate
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clip_by_edges(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    side: cython.double,
    is_box: cython.bint,
    out: cython.pointer(Passage),
) -> cython.bint:
    """Clip by the edges of `b`, which rests while `a` moves; normals get the sign of `side`.

    As in the tests of polygons, an edge bounds only what its own polygon does not exceed; that of a
    box (`is_box`) does so exactly. A segment is a polygon of two edges.
    """
    i: cython.int
    k: cython.int
    last: cython.int = nb - 1
    ax: cython.double = b[2 * nb - 2]
    ay: cython.double = b[2 * nb - 1]
    bx: cython.double
    by: cython.double
    nearest: cython.double
    for i in range(nb):
        bx = b[2 * i]
        by = b[2 * i + 1]
        if bx != ax or by != ay:
            nearest = orient(ax, ay, bx, by, a[0], a[1])
            for k in range(1, na):
                nearest = max(nearest, orient(ax, ay, bx, by, a[2 * k], a[2 * k + 1]))
            if nb > 2 and not is_box:
                nearest -= overshoot(b, nb, last, i)
            if not clip(
                out,
                -nearest,
                (by - ay) * dx - (bx - ax) * dy,
                side * (by - ay),
                side * (ax - bx),
            ):
                return False
        ax = bx
        ay = by
        last = i
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_outlines(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
    a_is_box: cython.bint = False,
    b_is_box: cython.bint = False,
) -> cython.bint:
    """The passage of two polygons or segments, not of two parallel segments."""
    start_passage(out)
    if not clip_by_edges(a, na, b, nb, dx, dy, 1.0, b_is_box, out):
        return False
    if not clip_by_edges(b, nb, a, na, -dx, -dy, -1.0, a_is_box, out):
        return False
    if not out.enter < out.exit:
        return False
    face_motion(out, dx, dy)
    unit_normals(out)
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def face_motion(out: cython.pointer(Passage), dx: cython.double, dy: cython.double) -> cython.void:
    """Of two edges that are met at once, put the one that faces the motion more first."""
    first: cython.double
    second: cython.double
    if out.other_nx == 0.0 and out.other_ny == 0.0:
        return
    first = (out.nx * dx + out.ny * dy) / sqrt(out.nx * out.nx + out.ny * out.ny)
    second = (out.other_nx * dx + out.other_ny * dy) / sqrt(
        out.other_nx * out.other_nx + out.other_ny * out.other_ny
    )
    if second < first:
        out.nx, out.other_nx = out.other_nx, out.nx
        out.ny, out.other_ny = out.other_ny, out.ny


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_along(
    low: cython.double,
    high: cython.double,
    other_low: cython.double,
    other_high: cython.double,
    speed: cython.double,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of two parts in one line, along which the first moves; the normal is against it.

    The extents are those along one axis, and `speed` is the motion along it. A point has low ==
    high: it meets a segment between its ends, and another point where they are equal.
    """
    start_passage(out)
    if speed > 0.0:
        out.enter = (other_low - high) / speed
        out.exit = (other_high - low) / speed
    else:
        out.enter = (other_high - low) / speed
        out.exit = (other_low - high) / speed
    out.nx = -dx
    out.ny = -dy
    unit_normals(out)
    return out.enter < out.exit or (low == high and other_low == other_high)


def sweep_point_point(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The instant when the points are equal."""
    if cross_sign(dx, dy, a[0], a[1], b[0], b[1]) != 0.0:
        return False
    if fabs(dx) >= fabs(dy):
        return sweep_along(a[0], a[0], b[0], b[0], dx, dx, dy, out)
    return sweep_along(a[1], a[1], b[1], b[1], dy, dx, dy, out)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shifted_side(
    a: cython.pointer(cython.const[cython.double]),
    dx: cython.double,
    dy: cython.double,
    vx: cython.double,
    vy: cython.double,
) -> cython.double:
    """On which side of the line a + (e, e*e) + t d a vertex is: d x (v - a - (e, e*e)), never 0."""
    sign: cython.double = cross_sign(dx, dy, a[0], a[1], vx, vy)
    if sign == 0.0:
        sign = dy if dy != 0.0 else -dx
    return sign


def sweep_point_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The instant when the path, shifted, crosses the segment; or the passage along it.

    A path that starts or ends on the segment has crossed it by the same shift, so that two motions
    one after the other never pass through, nor through the end where two segments meet.
    """
    ex: cython.double = b[2] - b[0]
    ey: cython.double = b[3] - b[1]
    rate: cython.double = cross_exact(b[0], b[1], b[2], b[3], 0.0, 0.0, dx, dy)
    gap: cython.double
    if rate == 0.0:
        if orient(b[0], b[1], b[2], b[3], a[0], a[1]) != 0.0:
            return False
        if fabs(dx) >= fabs(dy):
            return sweep_along(a[0], a[0], min(b[0], b[2]), max(b[0], b[2]), dx, dx, dy, out)
        return sweep_along(a[1], a[1], min(b[1], b[3]), max(b[1], b[3]), dy, dx, dy, out)
    if (shifted_side(a, dx, dy, b[0], b[1]) > 0.0) == (shifted_side(a, dx, dy, b[2], b[3]) > 0.0):
        return False
    start_passage(out)
    gap = orient(b[0], b[1], b[2], b[3], a[0], a[1])
    if gap == 0.0:
        # On the line: the shift decides on which side it starts. If it leaves, that is over.
        gap = -ey if ey != 0.0 else ex
        out.enter = out.exit = 0.0 if (gap > 0.0) != (rate > 0.0) else -1.0
    else:
        out.enter = out.exit = -gap / rate
    out.nx = ey if rate > 0.0 else -ey
    out.ny = -ex if rate > 0.0 else ex
    unit_normals(out)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_point_outline(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a point through a polygon by the fill rule.

    Whether the shifted path meets the inside at all is a matter of exact signs: vertices are on
    both sides of it. Only then are times computed, and those may be equal.
    """
    i: cython.int
    ax: cython.double = b[2 * nb - 2]
    ay: cython.double = b[2 * nb - 1]
    bx: cython.double
    by: cython.double
    rate: cython.double
    time: cython.double
    any_left: cython.bint = False
    any_right: cython.bint = False
    for i in range(nb):
        if shifted_side(a, dx, dy, b[2 * i], b[2 * i + 1]) > 0.0:
            any_left = True
        else:
            any_right = True
    if not any_left or not any_right:
        return False
    start_passage(out)
    for i in range(nb):
        bx = b[2 * i]
        by = b[2 * i + 1]
        # Only edges that the path crosses: that the polygon is convex, rounding may have spoiled.
        if (shifted_side(a, dx, dy, ax, ay) > 0.0) != (shifted_side(a, dx, dy, bx, by) > 0.0):
            rate = (by - ay) * dx - (bx - ax) * dy
            if rate != 0.0:
                time = orient(ax, ay, bx, by, a[0], a[1]) / rate
                if time == 0.0 and ((by < ay) if by != ay else (bx > ax)) == (rate < 0.0):
                    time = -JUST  # on the edge, and by the shift beyond it already
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
    unit_normals(out)
    return True


def sweep_point_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a point through a box by the fill rule."""
    corners: cython.double[8]
    corners_of(b, corners)
    return sweep_point_outline(a, corners, 4, dx, dy, out)


def sweep_point_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a point through a polygon by the fill rule."""
    return sweep_point_outline(a, b, nb, dx, dy, out)


def sweep_segment_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """Segments cross for a while; parallel ones meet for an instant, or along their own line."""
    gap: cython.double
    rate: cython.double
    ax: cython.double
    bx: cython.double
    if cross_exact(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]) != 0.0:
        return sweep_outlines(a, 2, b, 2, dx, dy, out)
    gap = orient(b[0], b[1], b[2], b[3], a[0], a[1])
    rate = cross_exact(b[0], b[1], b[2], b[3], 0.0, 0.0, dx, dy)
    if rate == 0.0:
        if gap != 0.0:
            return False
        if fabs(dx) >= fabs(dy):
            return sweep_along(
                min(a[0], a[2]), max(a[0], a[2]), min(b[0], b[2]), max(b[0], b[2]), dx, dx, dy, out
            )
        return sweep_along(
            min(a[1], a[3]), max(a[1], a[3]), min(b[1], b[3]), max(b[1], b[3]), dy, dx, dy, out
        )
    start_passage(out)
    out.enter = out.exit = -gap / rate
    out.nx = (b[3] - b[1]) if rate > 0.0 else (b[1] - b[3])
    out.ny = (b[0] - b[2]) if rate > 0.0 else (b[2] - b[0])
    unit_normals(out)
    # In one line now: do they share more than a point? Compare along the axis of the longer extent.
    k: cython.int = 0 if fabs(b[2] - b[0]) >= fabs(b[3] - b[1]) else 1
    ax = a[k] + out.enter * (dy if k else dx)
    bx = a[2 + k] + out.enter * (dy if k else dx)
    return max(min(ax, bx), min(b[k], b[2 + k])) < min(max(ax, bx), max(b[k], b[2 + k]))


def sweep_segment_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of a segment and the corners of a box."""
    corners: cython.double[8]
    corners_of(b, corners)
    return sweep_outlines(a, 2, corners, 4, dx, dy, out, False, True)


def sweep_segment_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """A segment is a polygon of two edges."""
    return sweep_outlines(a, 2, b, nb, dx, dy, out)


def sweep_box_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """One interval for each axis, by differences and divisions only."""
    start_passage(out)
    if not clip(out, b[0] - a[2], -dx, -1.0, 0.0) or not clip(out, a[0] - b[2], dx, 1.0, 0.0):
        return False
    if not clip(out, b[1] - a[3], -dy, 0.0, -1.0) or not clip(out, a[1] - b[3], dy, 0.0, 1.0):
        return False
    face_motion(out, dx, dy)
    return out.enter < out.exit


def sweep_box_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of the corners of a box and a polygon."""
    corners: cython.double[8]
    corners_of(a, corners)
    return sweep_outlines(corners, 4, b, nb, dx, dy, out, True)


def sweep_polygon_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Passage),
) -> cython.bint:
    """The passage of two polygons."""
    return sweep_outlines(a, na, b, nb, dx, dy, out)
