"""Distances between points, segments, boxes and convex polygons: `distance_<kind>_<kind>`.

A distance is signed. For a unit vector n, the gap along n is

    gap(n) = min over a of n . a - max over b of n . b

and the distance is the greatest gap: the Euclidean distance if two convex sets are apart, and minus
the length of the shortest separating move if they overlap. If they overlap, the best n is the
normal of an edge of one of the two, because the edges of both are the edges of their Minkowski
difference (S. Cameron and R. Culley, "Determining the Minimum Translational Distance Between Two
Convex Polyhedra", 1986). If they are apart, a vertex of one and an edge of the other are nearest.

The kernels compute in floats. Whether two parts hit is decided by `kernel_table`, exactly.
Preconditions: the simpler kind comes first. Polygons have positive area.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import (
    Choice,
    Lanes,
    beyond,
    both,
    choose,
    first_lane,
    greater,
    is_equal,
    is_less,
    lanes_of,
    lesser,
    lower_lane,
    magnitude,
    minus,
    over,
    plus,
    root,
    second_lane,
    times,
    turned,
)

GAP_ROUNDING = cython.declare(cython.double, 1e-11)
"""Of the lengths compared: gaps that differ by less are equal but for rounding."""

TIE = cython.declare(cython.double, 1e-14)
"""The same for the squares of gaps along two normals: many steps of a float64."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lowest_along(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    x: Lanes,
    y: Lanes,
    nx: Lanes,
    ny: Lanes,
) -> Lanes:
    """How far all vertices of `a` lie beyond (x, y) along n, which may have any length; twice."""
    low: Lanes = both(INFINITY)
    k: cython.Py_ssize_t
    for k in range(na):
        low = lesser(beyond(a, k, k, x, y, nx, ny), low)
    return low


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lowest_vertex(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    x: cython.double,
    y: cython.double,
    nx: cython.double,
    ny: cython.double,
    low: cython.p_double,
) -> cython.int:
    """The first vertex of `a` that lies least far beyond (x, y) along n, and how far that is."""
    lows: Lanes = both(INFINITY)
    found: Lanes = both(0.0)
    indices: Lanes = lanes_of(0.0, 1.0)
    along: Lanes
    is_lower: Choice
    i: cython.int = 0
    k: cython.int
    while i < na:
        k = min(i + 1, na - 1)
        along = beyond(a, i, k, both(x), both(y), both(nx), both(ny))
        is_lower = is_less(along, lows)
        found = choose(is_lower, indices, found)
        lows = choose(is_lower, along, lows)
        indices = plus(indices, both(2.0))
        i += 2
    return lower_lane(lows, found, low)


Gaps = cython.struct(lows=Lanes, next_lows=Lanes, found=Lanes, indices=Lanes)
"""The widest gap so far, negated, the next one, and the index of the edge; in each of two lanes."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_edges(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    careful: cython.bint,
    gaps: cython.pointer(Gaps),
) -> cython.void:
    """Measure the gap along the normal of each edge of `b`, two at once.

    If `careful`, the extent of `b` itself is measured, too: by rounding, a polygon may reach beyond
    one of its edges. Else the squares of the gaps count, with their signs, and no square root is
    taken. Which edge has the widest can't be predicted, so there is no branch on the data.
    """
    ax: cython.double = b[2 * nb - 2]
    ay: cython.double = b[2 * nb - 1]
    bx: Lanes
    by: Lanes
    nx: Lanes
    ny: Lanes
    gap: Lanes
    length: Lanes
    is_lower: Choice
    i: cython.int = 0
    k: cython.int
    while i < nb:
        k = min(i + 1, nb - 1)  # of an odd number, the last edge has no length
        bx = lanes_of(b[2 * i], b[2 * k])
        by = lanes_of(b[2 * i + 1], b[2 * k + 1])
        nx = minus(by, lanes_of(ay, b[2 * i + 1]))
        ny = minus(lanes_of(ax, b[2 * i]), bx)
        length = plus(times(nx, nx), times(ny, ny))
        gap = lowest_along(a, na, bx, by, nx, ny)
        if careful:
            gap = plus(gap, lowest_along(b, nb, bx, by, minus(both(0.0), nx), minus(both(0.0), ny)))
            gap = over(gap, root(length))
        else:
            gap = times(over(gap, length), magnitude(gap))
        gap = choose(is_equal(length, both(0.0)), both(INFINITY), minus(both(0.0), gap))
        gaps.next_lows = lesser(gaps.next_lows, greater(gaps.lows, gap))
        is_lower = is_less(gap, gaps.lows)
        gaps.found = choose(is_lower, gaps.indices, gaps.found)
        gaps.lows = lesser(gap, gaps.lows)
        gaps.indices = plus(gaps.indices, both(2.0))
        ax = b[2 * k]
        ay = b[2 * k + 1]
        i += 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_widest_gap(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    careful: cython.bint,
    out: cython.pointer(Nearest),
) -> cython.bint:
    """Write the widest gap along the normal of an edge of `a` or `b`, and where it is.

    False if it takes more care: two gaps are equal but for rounding, or the polygon reaches beyond
    the edge that was found.
    """
    gaps: Gaps
    gap: cython.double
    next_gap: cython.double
    polygons: cython.pointer(cython.const[cython.double])[2]
    counts: cython.int[2]
    own: cython.double
    low: cython.double
    sign: cython.double
    length: cython.double
    x: cython.double
    y: cython.double
    nx: cython.double
    ny: cython.double
    numbers: cython.p_double = cython.cast(cython.p_double, out)
    of_a: cython.int  # whether the edge is one of `a`: half of them are, so there is no branch
    edge: cython.int
    k: cython.int
    polygons[0] = b
    polygons[1] = a
    counts[0] = nb
    counts[1] = na
    gaps.lows = gaps.next_lows = both(INFINITY)
    gaps.found = both(-1.0)
    gaps.indices = lanes_of(0.0, 1.0)
    if na == 4 and nb == 4 and not careful:  # turned boxes: loops of a known length
        measure_edges(a, 4, b, 4, False, cython.address(gaps))
        measure_edges(b, 4, a, 4, False, cython.address(gaps))
    else:
        measure_edges(a, na, b, nb, careful, cython.address(gaps))
        gaps.indices = lanes_of(nb, nb + 1)
        measure_edges(b, nb, a, na, careful, cython.address(gaps))
    edge = lower_lane(gaps.lows, gaps.found, cython.address(gap))
    gaps.next_lows = lesser(gaps.next_lows, greater(gaps.lows, turned(gaps.lows)))
    next_gap = -min(first_lane(gaps.next_lows), second_lane(gaps.next_lows))
    gap = -gap
    out.distance = -INFINITY
    out.nx = 0.0
    out.ny = -1.0
    if edge < 0:
        return True
    of_a = edge >= nb
    edge -= of_a * nb
    a = polygons[1 - of_a]
    b = polygons[of_a]
    na = counts[1 - of_a]
    nb = counts[of_a]
    x = b[2 * edge]
    y = b[2 * edge + 1]
    k = edge - 1 if edge else nb - 1
    nx = y - b[2 * k + 1]
    ny = b[2 * k] - x
    if na == 4 and nb == 4:
        lowest_vertex(b, 4, x, y, -nx, -ny, cython.address(own))
        k = lowest_vertex(a, 4, x, y, nx, ny, cython.address(low))
    else:
        lowest_vertex(b, nb, x, y, -nx, -ny, cython.address(own))
        k = lowest_vertex(a, na, x, y, nx, ny, cython.address(low))
    if not careful and (own < 0.0 or gap - next_gap <= TIE * fabs(gap)):
        return False
    length = sqrt(nx * nx + ny * ny)
    low = (low + own) / length
    nx /= length
    ny /= length
    sign = 1.0 - 2.0 * of_a
    out.distance = low
    out.nx = sign * nx
    out.ny = sign * ny
    # On `b`: the foot of the deepest vertex.
    x = a[2 * k]
    y = a[2 * k + 1]
    numbers[3 + 2 * of_a] = x
    numbers[4 + 2 * of_a] = y
    numbers[5 - 2 * of_a] = x - low * nx
    numbers[6 - 2 * of_a] = y - low * ny
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def nearest_vertex(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    swapped: cython.bint,
    least: cython.double,
    out: cython.pointer(Nearest),
) -> cython.double:
    """The square of the distance from a vertex of `a` to an edge of `b`, if it is below `least`.

    Writes the two points, and a normal of any length: that of the edge, where the foot is inside
    it, which is precise at any distance. Follows C. Ericson, "Real-Time Collision Detection",
    5.1.2.
    """
    px: cython.double = b[2 * nb - 2]
    py: cython.double = b[2 * nb - 1]
    ex: cython.double
    ey: cython.double
    dx: cython.double
    dy: cython.double
    nx: cython.double
    ny: cython.double
    t: cython.double
    length_squared: cython.double
    squared: cython.double
    i: cython.int
    k: cython.int
    for i in range(nb):
        ex = b[2 * i] - px
        ey = b[2 * i + 1] - py
        length_squared = ex * ex + ey * ey
        for k in range(na):
            dx = a[2 * k] - px
            dy = a[2 * k + 1] - py
            t = dx * ex + dy * ey
            nx = 0.0
            ny = 0.0
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
            squared = dx * dx + dy * dy
            if squared < least:
                least = squared
                if nx == 0.0 and ny == 0.0:
                    nx = dx
                    ny = dy
                elif nx * dx + ny * dy < 0.0:
                    nx = -nx
                    ny = -ny
                if swapped:
                    out.bx = a[2 * k]
                    out.by = a[2 * k + 1]
                    out.ax = b[2 * i] if t == 1.0 else px + t * ex
                    out.ay = b[2 * i + 1] if t == 1.0 else py + t * ey
                    out.nx = -nx
                    out.ny = -ny
                else:
                    out.ax = a[2 * k]
                    out.ay = a[2 * k + 1]
                    out.bx = b[2 * i] if t == 1.0 else px + t * ex
                    out.by = b[2 * i + 1] if t == 1.0 else py + t * ey
                    out.nx = nx
                    out.ny = ny
        px = b[2 * i]
        py = b[2 * i + 1]
    return least


def slide_to_shared(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(Nearest),
) -> cython.void:
    """Where two edges lie against each other, move the nearest points to where both edges are.

    All their vertices are as deep as each other, also one that is beside the other polygon.
    """
    polygons: cython.pointer(cython.const[cython.double])[2]
    counts: cython.int[2]
    low: cython.double[2]
    high: cython.double[2]
    size: cython.double = 0.0
    dx: cython.double
    dy: cython.double
    along: cython.double
    side: cython.int
    k: cython.int
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
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance for any numbers of vertices: one is a point, two are a segment."""
    apart: Nearest
    flat: cython.bint = na < 3 and nb < 3
    squared: cython.double
    length: cython.double
    gap: cython.double
    if not put_widest_gap(a, na, b, nb, False, out):
        put_widest_gap(a, na, b, nb, True, out)
    # Still infinite: rounding has made all vertices equal, and no edge has a direction.
    if -INFINITY < out.distance <= 0.0 and not flat:
        return
    squared = nearest_vertex(a, na, b, nb, False, INFINITY, cython.address(apart))
    squared = nearest_vertex(b, nb, a, na, True, squared, cython.address(apart))
    apart.distance = sqrt(squared)
    # Two segments that cross: then the depth is the distance of an end to the other segment. Along
    # one line the gap is 0 or a rounding error below it, and only the ends tell them apart.
    if flat and nb > 1 and na > 1 and out.distance < 0.0 and apart.distance <= -2.0 * out.distance:
        return
    length = sqrt(apart.nx * apart.nx + apart.ny * apart.ny)
    if squared > 0.0 and length > 0.0:
        # Of parts that nearly touch, rounding may have turned the difference around.
        if apart.nx * out.nx + apart.ny * out.ny < 0.0 and (na > 1 or nb > 1) and not flat:
            length = -length
        apart.nx /= length
        apart.ny /= length
        # Where ends nearly touch, rounding may leave nothing true of the difference. The gap along
        # its direction is a fact: if an edge's normal has a wider one, that is the answer.
        if flat and (na > 1 or nb > 1):
            gap = gap_along(a, na, b, nb, apart.nx, apart.ny)
            if gap < out.distance - GAP_ROUNDING * max(apart.distance, -gap):
                return
    else:
        apart.nx = out.nx
        apart.ny = out.ny
    out[0] = apart


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def gap_along(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    nx: cython.double,
    ny: cython.double,
) -> cython.double:
    """How far the vertices of `a` lie beyond those of `b` along n."""
    low: cython.double = INFINITY
    high: cython.double = -INFINITY
    k: cython.int
    for k in range(na):
        low = min(low, nx * (a[2 * k] - b[0]) + ny * (a[2 * k + 1] - b[1]))
    for k in range(nb):
        high = max(high, nx * (b[2 * k] - b[0]) + ny * (b[2 * k + 1] - b[1]))
    return low - high


def distance_point_point(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The length of the difference; the normal of equal points is (0, -1), up on screen."""
    distance_of_polygons(a, 1, b, 1, out)


def distance_point_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """Never negative; on the segment, the normal is that of the segment."""
    distance_of_polygons(a, 1, b, 2, out)


def distance_point_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """That of a box to a box without width and height."""
    box: cython.double[4]
    box[0] = box[2] = a[0]
    box[1] = box[3] = a[1]
    distance_box_box(box, 2, b, nb, out)


def distance_point_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """Inside, minus the distance to the nearest edge."""
    distance_of_polygons(a, 1, b, nb, out)


def distance_segment_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """If they cross, minus the distance from an end to the other segment."""
    distance_of_polygons(a, 2, b, 2, out)


def distance_segment_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """That of a segment and a polygon, for the corners of the box."""
    corners: cython.double[8]
    corners_of(b, corners)
    distance_of_polygons(a, 2, corners, 4, out)


def distance_segment_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The normals of both sides of the segment count, too."""
    distance_of_polygons(a, 2, b, nb, out)


def distance_box_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """By differences of coordinates: exact where these are, as on tile grids.

    Of equal depths, the vertical move is taken, and up.
    """
    right: cython.double = a[0] - b[2]
    left: cython.double = b[0] - a[2]
    below: cython.double = a[1] - b[3]
    above: cython.double = b[1] - a[3]
    dx: cython.double = max(left, right)
    dy: cython.double = max(above, below)
    # The middle of the extent that they share, where they share one.
    x: cython.double = 0.5 * (max(a[0], b[0]) + min(a[2], b[2]))
    y: cython.double = 0.5 * (max(a[1], b[1]) + min(a[3], b[3]))
    out.nx = 0.0
    out.ny = 0.0
    out.ax = out.bx = x
    out.ay = out.by = y
    if dx > 0.0 or dx > dy:
        out.ax = a[0] if right >= left else a[2]
        out.bx = b[2] if right >= left else b[0]
        out.nx = 1.0 if right >= left else -1.0
    if dy > 0.0 or dy >= dx:
        out.ay = a[1] if below > above else a[3]
        out.by = b[3] if below > above else b[1]
        out.ny = 1.0 if below > above else -1.0
    out.distance = max(dx, dy)
    if dx > 0.0 and dy > 0.0:
        out.distance = sqrt(dx * dx + dy * dy)
        out.nx *= dx / out.distance
        out.ny *= dy / out.distance
    elif dx > 0.0:
        out.ny = 0.0
    elif dy > 0.0:
        out.nx = 0.0


def distance_box_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """That of two polygons, for the corners of the box."""
    corners: cython.double[8]
    corners_of(a, corners)
    distance_of_polygons(corners, 4, b, nb, out)


def distance_polygon_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The edges of both."""
    distance_of_polygons(a, na, b, nb, out)
