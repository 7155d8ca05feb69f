"""Signed distances of two parts.

For a unit vector n, the gap of two convex sets a and b along n is

    gap(n) = min over a of n . a - max over b of n . b

and the distance is the greatest gap: the Euclidean distance if the two are apart, and minus the
length of the shortest separating move if they overlap. Distances are floats, good to about 1e-12 of
the size of the numbers; whether two parts hit is decided by `hit_kernels`, exactly.

Of two polygons that overlap, the best n is the normal of an edge of one of the two, because the
edges of both are the edges of their Minkowski difference (S. Cameron and R. Culley, "Determining
the Minimum Translational Distance Between Two Convex Polyhedra", 1986). If they are apart, a vertex
of one and an edge of the other are nearest. A point and a segment count as polygons of one and two
vertices.

A circle is a point with a radius, which is subtracted in the end, and a capsule is a segment with
one. Distances of ellipses are in `oval_distances`.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest, swap_if
from cython.cimports.spritecol._engine.narrow_phase.oval_distances import distance_of_ovals
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import *
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

GAP_ROUNDING = C.declare(C.double, 1e-11)
"""A share of the lengths compared: gaps that differ by less are equal up to rounding."""

EQUAL_GAPS = C.declare(C.double, 1e-14)
"""A share of the wider gap: two gaps whose squares differ by less are equal up to rounding."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def lowest_along(a: Numbers, na: C.int, x: Lanes, y: Lanes, nx: Lanes, ny: Lanes) -> Lanes:
    """How far all vertices of `a` lie beyond (x, y) along n, of any length; in both lanes."""
    low: Lanes = both(INFINITY)
    k: C.Py_ssize_t
    for k in range(na):
        low = lesser(beyond(a, k, k, x, y, nx, ny), low)
    return low


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def lowest_vertex(
    a: Numbers, na: C.int, x: C.double, y: C.double, nx: C.double, ny: C.double, low: C.p_double
) -> C.int:
    """The first vertex of `a` that lies least far beyond (x, y) along n, and how far that is."""
    lows: Lanes = both(INFINITY)
    found: Lanes = both(0.0)
    indices: Lanes = lanes_of(0.0, 1.0)
    i: C.int = 0
    while i < na:
        k: C.int = min(i + 1, na - 1)
        along: Lanes = beyond(a, i, k, both(x), both(y), both(nx), both(ny))
        is_lower: Choice = is_less(along, lows)
        found = choose(is_lower, indices, found)
        lows = choose(is_lower, along, lows)
        indices = plus(indices, both(2.0))
        i += 2
    return lower_lane(lows, found, low)


Gaps = C.struct(lows=Lanes, next_lows=Lanes, found=Lanes, indices=Lanes)
"""The widest gap so far, negated, the next one, and the index of the edge; in each of two lanes."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def measure_edges(
    a: Numbers, na: C.int, b: Numbers, nb: C.int, careful: C.bint, gaps: C.pointer(Gaps)
) -> C.void:
    """Measure the gap along the normal of each edge of `b`, two at once.

    If `careful`, the extent of `b` itself is measured, too: by rounding, a polygon may reach beyond
    one of its edges. Else the squares of the gaps count, with their signs, and no square root is
    taken. Which edge has the widest gap cannot be predicted, so the code has no branch on the data.
    """
    ax: C.double = b[2 * nb - 2]
    ay: C.double = b[2 * nb - 1]
    i: C.int = 0
    while i < nb:
        k: C.int = min(i + 1, nb - 1)  # of an odd number, the last edge has no length
        bx: Lanes = lanes_of(b[2 * i], b[2 * k])
        by: Lanes = lanes_of(b[2 * i + 1], b[2 * k + 1])
        nx: Lanes = minus(by, lanes_of(ay, b[2 * i + 1]))
        ny: Lanes = minus(lanes_of(ax, b[2 * i]), bx)
        length: Lanes = plus(times(nx, nx), times(ny, ny))
        gap: Lanes = lowest_along(a, na, bx, by, nx, ny)
        if careful:
            gap = plus(gap, lowest_along(b, nb, bx, by, minus(both(0.0), nx), minus(both(0.0), ny)))
            gap = over(gap, root(length))
        else:
            gap = times(over(gap, length), magnitude(gap))
        gap = choose(is_equal(length, both(0.0)), both(INFINITY), minus(both(0.0), gap))
        gaps.next_lows = lesser(gaps.next_lows, greater(gaps.lows, gap))
        is_lower: Choice = is_less(gap, gaps.lows)
        gaps.found = choose(is_lower, gaps.indices, gaps.found)
        gaps.lows = lesser(gap, gaps.lows)
        gaps.indices = plus(gaps.indices, both(2.0))
        ax = b[2 * k]
        ay = b[2 * k + 1]
        i += 2


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_widest_gap(
    a: Numbers, na: C.int, b: Numbers, nb: C.int, careful: C.bint, out: C.pointer(Nearest)
) -> C.bint:
    """Write the widest gap along the normal of an edge of `a` or `b`, and where it is.

    False if it takes more care: two gaps are equal up to rounding, or the polygon reaches beyond
    the edge that was found.
    """
    gaps: Gaps
    gap: C.double
    polygons: Numbers[2]
    counts: C.int[2]
    own: C.double
    low: C.double
    of_a: C.int  # whether the edge is one of `a`: half of them are, so there is no branch
    polygons[0] = b
    polygons[1] = a
    counts[0] = nb
    counts[1] = na
    measure_all_edges(a, na, b, nb, careful, C.address(gaps))
    edge: C.int = lower_lane(gaps.lows, gaps.found, C.address(gap))
    gaps.next_lows = lesser(gaps.next_lows, greater(gaps.lows, turned(gaps.lows)))
    next_gap: C.double = -min(first_lane(gaps.next_lows), second_lane(gaps.next_lows))
    gap = -gap
    out.distance = -INFINITY
    out.nx = 0.0
    out.ny = -1.0
    if edge < 0:
        return True
    # From here on, `b` is the polygon that has the edge, and `a` the other one.
    of_a = edge >= nb
    edge -= of_a * nb
    a = polygons[1 - of_a]
    b = polygons[of_a]
    na = counts[1 - of_a]
    nb = counts[of_a]
    x: C.double = b[2 * edge]
    y: C.double = b[2 * edge + 1]
    k: C.int = edge - 1 if edge else nb - 1
    nx: C.double = y - b[2 * k + 1]
    ny: C.double = b[2 * k] - x
    if na == 4 and nb == 4:
        lowest_vertex(b, 4, x, y, -nx, -ny, C.address(own))
        k = lowest_vertex(a, 4, x, y, nx, ny, C.address(low))
    else:
        lowest_vertex(b, nb, x, y, -nx, -ny, C.address(own))
        k = lowest_vertex(a, na, x, y, nx, ny, C.address(low))
    if not careful and (own < 0.0 or gap - next_gap <= EQUAL_GAPS * fabs(gap)):
        return False
    put_foot_of_vertex(a + 2 * k, low + own, nx, ny, of_a, out)
    return True


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def measure_all_edges(
    a: Numbers, na: C.int, b: Numbers, nb: C.int, careful: C.bint, gaps: C.pointer(Gaps)
) -> C.void:
    """Measure the gaps along the normals of all edges, first the edges of `b`, then the edges of
    `a`.
    """
    gaps.lows = gaps.next_lows = both(INFINITY)
    gaps.found = both(-1.0)
    gaps.indices = lanes_of(0.0, 1.0)
    if na == 4 and nb == 4 and not careful:  # turned boxes: loops of a known length
        measure_edges(a, 4, b, 4, False, gaps)
        measure_edges(b, 4, a, 4, False, gaps)  # goes on counting, from 4
    else:
        measure_edges(a, na, b, nb, careful, gaps)
        gaps.indices = lanes_of(nb, nb + 1)
        if na > 1:  # a point has no edge
            measure_edges(b, nb, a, na, careful, gaps)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_foot_of_vertex(
    vertex: Numbers, low: C.double, nx: C.double, ny: C.double, of_a: C.int, out: C.pointer(Nearest)
) -> C.void:
    """Write a gap along the normal of an edge, from the deepest vertex to its foot on the edge.

    `low` is the gap, and (nx, ny) the normal, both times the length of the edge. With `of_a`, 0 or
    1, the edge belongs to `a`. This avoids a branch.
    """
    numbers: C.p_double = C.cast(C.p_double, out)  # ax, ay are 3 and 4; bx, by are 5 and 6
    length: C.double = sqrt(nx * nx + ny * ny)
    low /= length
    nx /= length
    ny /= length
    sign: C.double = 1.0 - 2.0 * of_a
    out.distance = low
    out.nx = sign * nx
    out.ny = sign * ny
    numbers[3 + 2 * of_a] = vertex[0]
    numbers[4 + 2 * of_a] = vertex[1]
    numbers[5 - 2 * of_a] = vertex[0] - low * nx
    numbers[6 - 2 * of_a] = vertex[1] - low * ny


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_normal_between(
    nx: C.double, ny: C.double, dx: C.double, dy: C.double, out: C.pointer(Nearest)
) -> C.void:
    """Write a normal that leads the way of a difference; without one, the difference itself."""
    if nx == 0.0 and ny == 0.0:
        nx = dx
        ny = dy
    elif nx * dx + ny * dy < 0.0:
        nx = -nx
        ny = -ny
    out.nx = nx
    out.ny = ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def nearest_vertex(
    a: Numbers,
    na: C.int,
    b: Numbers,
    nb: C.int,
    swapped: C.bint,
    least: C.double,
    out: C.pointer(Nearest),
) -> C.double:
    """The square of the distance from a vertex of `a` to an edge of `b`, if it is below `least`.

    Writes the two points, and a normal of any length. If the foot is inside the edge, it is the
    edge's normal, which is precise at any distance. Follows C. Ericson, "Real-Time Collision
    Detection", 5.1.2.
    """
    px: C.double = b[2 * nb - 2]
    py: C.double = b[2 * nb - 1]
    i: C.int
    k: C.int
    for i in range(nb):
        ex: C.double = b[2 * i] - px
        ey: C.double = b[2 * i + 1] - py
        length_squared: C.double = ex * ex + ey * ey
        for k in range(na):
            dx: C.double = a[2 * k] - px
            dy: C.double = a[2 * k + 1] - py
            t: C.double = dx * ex + dy * ey
            nx: C.double = 0.0
            ny: C.double = 0.0
            if t <= 0.0:
                t = 0.0
            elif t >= length_squared:
                t = 1.0
                dx = a[2 * k] - b[2 * i]
                dy = a[2 * k + 1] - b[2 * i + 1]
            else:
                t /= length_squared
                dx -= t * ex
                dy -= t * ey
                nx = -ey
                ny = ex
            squared: C.double = dx * dx + dy * dy
            if squared < least:
                least = squared
                out.ax = a[2 * k]
                out.ay = a[2 * k + 1]
                out.bx = b[2 * i] if t == 1.0 else px + t * ex
                out.by = b[2 * i + 1] if t == 1.0 else py + t * ey
                put_normal_between(nx, ny, dx, dy, out)
                swap_if(swapped, out)
        px = b[2 * i]
        py = b[2 * i + 1]
    return least


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def slide_to_shared(
    a: Numbers, na: C.int, b: Numbers, nb: C.int, near: C.pointer(Nearest)
) -> C.void:
    """Where two edges lie against each other, move the nearest points to where both edges are.

    All vertices of such edges are equally deep, even one that is beside the other polygon.
    """
    polygons: Numbers[2]
    counts: C.int[2]
    low: C.double[2]
    high: C.double[2]
    size: C.double = 0.0
    dx: C.double
    dy: C.double
    along: C.double
    side: C.int
    k: C.int
    polygons[0] = a
    polygons[1] = b
    counts[0] = na
    counts[1] = nb
    for side in range(2):
        for k in range(counts[side]):
            dx = polygons[side][2 * k] - near.ax
            dy = polygons[side][2 * k + 1] - near.ay
            size = max(size, fabs(dx) + fabs(dy))
    for side in range(2):  # from where to where each edge goes, seen from the nearest point
        low[side] = INFINITY
        high[side] = -INFINITY
        for k in range(counts[side]):
            dx = polygons[side][2 * k] - (near.bx if side else near.ax)
            dy = polygons[side][2 * k + 1] - (near.by if side else near.ay)
            if fabs(dx * near.nx + dy * near.ny) <= GAP_ROUNDING * size:
                along = dy * near.nx - dx * near.ny
                low[side] = min(low[side], along)
                high[side] = max(high[side], along)
    low[0] = max(low[0], low[1])
    high[0] = min(high[0], high[1])
    along = max(low[0], min(high[0], 0.0))
    if low[0] <= high[0] + GAP_ROUNDING * size:
        near.ax -= along * near.ny
        near.ay += along * near.nx
        near.bx -= along * near.ny
        near.by += along * near.nx


def distance_of_polygons(
    a: Numbers, na: C.int, b: Numbers, nb: C.int, out: C.pointer(Nearest)
) -> C.void:
    """The distance for any numbers of vertices: one is a point, two are a segment."""
    apart: Nearest
    flat: C.bint = na < 3 and nb < 3
    if not put_widest_gap(a, na, b, nb, False, out):
        put_widest_gap(a, na, b, nb, True, out)
    # They overlap. (Not if it is -infinity: rounding has made all vertices equal, no edge is left.)
    if -INFINITY < out.distance <= 0.0 and not flat:
        return
    squared: C.double = nearest_vertex(a, na, b, nb, False, INFINITY, C.address(apart))
    squared = nearest_vertex(b, nb, a, na, True, squared, C.address(apart))
    apart.distance = sqrt(squared)
    # Two segments that cross: then the depth is the distance of an end to the other segment. Along
    # one line the gap is 0 or a rounding error below it, and only the ends distinguish the two.
    # (The factor 2: of segments that cross they are equal up to rounding; else far from it.)
    if flat and nb > 1 and na > 1 and out.distance < 0.0 and apart.distance <= -2.0 * out.distance:
        return
    length: C.double = sqrt(apart.nx * apart.nx + apart.ny * apart.ny)
    if squared > 0.0 and length > 0.0:
        # Of parts that nearly touch, rounding may have turned the difference around.
        if apart.nx * out.nx + apart.ny * out.ny < 0.0 and (na > 1 or nb > 1) and not flat:
            length = -length
        apart.nx /= length
        apart.ny /= length
        # Where ends nearly touch, rounding may leave no correct digit of the difference. But the
        # gap along its direction exists: if an edge's normal has a wider one, that is the answer.
        if flat and (na > 1 or nb > 1):
            gap: C.double = gap_along(a, na, b, nb, apart.nx, apart.ny)
            if gap < out.distance - GAP_ROUNDING * max(apart.distance, -gap):
                return
    else:
        apart.nx = out.nx
        apart.ny = out.ny
    out[0] = apart


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def gap_along(a: Numbers, na: C.int, b: Numbers, nb: C.int, nx: C.double, ny: C.double) -> C.double:
    """How far the vertices of `a` extend beyond the vertices of `b` along n."""
    low: C.double = INFINITY
    high: C.double = -INFINITY
    k: C.int
    for k in range(na):
        low = min(low, nx * (a[2 * k] - b[0]) + ny * (a[2 * k + 1] - b[1]))
    for k in range(nb):
        high = max(high, nx * (b[2 * k] - b[0]) + ny * (b[2 * k + 1] - b[1]))
    return low - high


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def distance_of_points(a: Numbers, b: Numbers, out: C.pointer(Nearest)) -> C.void:
    """The distance of two points; the normal of equal ones is (0, -1), up on screen."""
    dx: C.double = a[0] - b[0]
    dy: C.double = a[1] - b[1]
    length: C.double = sqrt(dx * dx + dy * dy)
    out.distance = length
    out.nx = dx / length if length > 0.0 else 0.0
    out.ny = dy / length if length > 0.0 else -1.0
    out.ax = a[0]
    out.ay = a[1]
    out.bx = b[0] + 0.0  # not -0.0
    out.by = b[1] + 0.0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def distance_of_boxes(a: Numbers, b: Numbers, out: C.pointer(Nearest)) -> C.void:
    """The distance of two boxes, by differences of coordinates: exact where these are.

    Of equal depths, the vertical move is taken, then that up, then that to the left.
    """
    right: C.double = a[0] - b[2]
    left: C.double = b[0] - a[2]
    below: C.double = a[1] - b[3]
    above: C.double = b[1] - a[3]
    dx: C.double = max(left, right)
    dy: C.double = max(above, below)
    # The middle of the extent that they share, where they share one.
    x: C.double = 0.5 * (max(a[0], b[0]) + min(a[2], b[2]))
    y: C.double = 0.5 * (max(a[1], b[1]) + min(a[3], b[3]))
    out.nx = 0.0
    out.ny = 0.0
    out.ax = out.bx = x
    out.ay = out.by = y
    if dx > 0.0 or dx > dy:
        out.ax = a[0] if right > left else a[2]
        out.bx = b[2] if right > left else b[0]
        out.nx = 1.0 if right > left else -1.0
    if dy > 0.0 or dy >= dx:
        out.ay = a[1] if below > above else a[3]
        out.by = b[3] if below > above else b[1]
        out.ny = 1.0 if below > above else -1.0
    out.distance = max(dx, dy)
    if dx > 0.0 and dy > 0.0:
        out.distance = sqrt(dx * dx + dy * dy)
        out.nx *= dx / out.distance
        out.ny *= dy / out.distance


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def distance_in_order(
    kind_a: C.int,
    a: Numbers,
    na: C.int,
    kind_b: C.int,
    b: Numbers,
    nb: C.int,
    out: C.pointer(Nearest),
) -> C.void:
    """The distance of two parts of which the simpler kind comes first.

    It is infinite for parts that are nowhere, and for seams, which are inside a polygon.
    """
    core: Core
    other: Core
    if kind_b in (layout.SEAM, layout.NOTHING):
        out.distance = INFINITY
        out.nx = out.ax = out.bx = 0.0
        out.ny = out.ay = out.by = 0.0
        return
    cores.core_of(kind_a, a, na, C.address(core))
    cores.core_of(kind_b, b, nb, C.address(other))
    if core.disc is not C.NULL or other.disc is not C.NULL:
        distance_of_ovals(C.address(core), C.address(other), out)
    else:
        distance_of_straight(kind_a, a, C.address(core), kind_b, b, C.address(other), out)
    if other.r > 0.0:
        out.distance -= other.r
        out.bx += other.r * out.nx
        out.by += other.r * out.ny
    if core.r > 0.0:
        out.distance -= core.r
        out.ax -= core.r * out.nx
        out.ay -= core.r * out.ny


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def distance_of_straight(
    kind_a: C.int,
    a: Numbers,
    core: CoreRef,
    kind_b: C.int,
    b: Numbers,
    other: CoreRef,
    out: C.pointer(Nearest),
) -> C.void:
    """The distance of the cores of two parts."""
    point: C.double[4]
    if core.count == 1 and other.count == 1:
        distance_of_points(core.v, other.v, out)
    elif kind_b == layout.BOX and kind_a == layout.BOX:
        distance_of_boxes(a, b, out)
    elif kind_b == layout.BOX and core.count == 1:
        point[0] = point[2] = a[0]  # a box without width and height
        point[1] = point[3] = a[1]
        distance_of_boxes(point, b, out)
    elif kind_a == layout.BOX and other.count == 1:
        point[0] = point[2] = b[0]
        point[1] = point[3] = b[1]
        distance_of_boxes(a, point, out)
        out.bx = b[0]
        out.by = b[1]
    else:
        distance_of_polygons(core.v, core.count, other.v, other.count, out)
        if layout.BOX in (kind_a, kind_b):
            level_with_box(core, other, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def level_with_box(a: CoreRef, b: CoreRef, out: C.pointer(Nearest)) -> C.void:
    """Across a side of a box, put the difference of two coordinates, which is exact."""
    low: C.double = INFINITY
    high: C.double = -INFINITY
    axis: C.int = 1 if out.nx == 0.0 else 0
    sign: C.double = out.ny if axis else out.nx
    k: C.int
    if out.nx != 0.0 and out.ny != 0.0:
        return
    for k in range(a.count):
        low = min(low, sign * a.v[2 * k + axis])
    for k in range(b.count):
        high = max(high, sign * b.v[2 * k + axis])
    out.distance = low - high


def is_greater(kind: C.int, a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the numbers of a part are greater than the numbers of another part of the same
    kind.
    """
    k: C.int = 0
    last: C.int = 2 * min(na, nb) - 1
    if kind in (layout.CIRCLE, layout.CAPSULE):
        last += 1
    elif kind in (layout.ELLIPSE, layout.STRETCHED):
        last += 4
    while k < last and a[k] == b[k]:
        k += 1
    return (a[k] > b[k]) | ((a[k] == b[k]) & (na > nb))  # as a number: there is no branch


def distance_between(
    kind_a: C.int,
    a: Numbers,
    na: C.int,
    kind_b: C.int,
    b: Numbers,
    nb: C.int,
    out: C.pointer(Nearest),
) -> C.void:
    """The distance of two parts, given by their kinds, numbers and counts of vertices.

    Exchanging the two parts negates the normal exactly, even where several normals are as good:
    parts of one kind are taken in the order of their numbers; of boxes the greater numbers come
    first, so that of two around one middle the inner one is moved up. Only of parts with the same
    numbers it is the first one.
    """
    swapped: C.int = kind_a > kind_b  # of two polygons half are, so there is no branch
    numbers: Numbers[2]
    counts: C.int[2]
    kinds: C.int[2]
    if kind_a == layout.BOX and kind_b == layout.BOX:
        swapped = is_greater(kind_a, b, nb, a, na)
    elif kind_a == kind_b:
        swapped = is_greater(kind_a, a, na, b, nb)
    numbers[0] = a
    numbers[1] = b
    counts[0] = na
    counts[1] = nb
    kinds[0] = kind_a
    kinds[1] = kind_b
    distance_in_order(
        kinds[swapped],
        numbers[swapped],
        counts[swapped],
        kinds[1 - swapped],
        numbers[1 - swapped],
        counts[1 - swapped],
        out,
    )
    swap_if(swapped, out)


def parts_distance(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    out: C.pointer(Nearest),
) -> C.void:
    """The distance of two parts of the store."""
    distance_between(a.kind, pool + a.first, a.count, b.kind, pool + b.first, b.count, out)


def touching_points(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    near: C.pointer(Nearest),
) -> C.void:
    """Move the points of two parts that touch or overlap to where both are (`slide_to_shared`).

    Those of two boxes are there already, and a disc has only one such point.
    """
    core: Core
    other: Core
    reach: C.double[2]
    other_reach: C.double[2]
    if (
        cores.is_disc(a.kind)
        or cores.is_disc(b.kind)
        or (a.kind == layout.BOX and b.kind == layout.BOX)
    ):
        return
    cores.core_of(a.kind, pool + a.first, a.count, C.address(core))
    cores.core_of(b.kind, pool + b.first, b.count, C.address(other))
    # A round part extends equally far from the core at both ends of a segment.
    put_reach(C.address(core), -near.nx, -near.ny, reach)
    put_reach(C.address(other), near.nx, near.ny, other_reach)
    near.ax -= reach[0]
    near.ay -= reach[1]
    near.bx -= other_reach[0]
    near.by -= other_reach[1]
    slide_to_shared(core.v, core.count, other.v, other.count, near)
    near.ax += reach[0]
    near.ay += reach[1]
    near.bx += other_reach[0]
    near.by += other_reach[1]


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_reach(core: CoreRef, nx: C.double, ny: C.double, reach: C.p_double) -> C.void:
    """Write how far a part goes on from its core along a unit vector."""
    disc: C.double[6]
    reach[0] = core.r * nx
    reach[1] = core.r * ny
    if core.disc is not C.NULL:
        reach[0] = reach[1] = 0.0
        cores.disc_at(core, reach, disc)
        cores.farthest_of_disc(disc, nx, ny, reach)
