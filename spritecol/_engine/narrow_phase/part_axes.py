"""How far two parts are apart along an axis, and along which axis they are farthest apart.

The support function of a part gives how far it extends in a direction (S. Boyd and
L. Vandenberghe, "Convex Optimization", 2.2.2). The gap of two parts along a unit vector n, which
points from the second one to the first, is negative where they overlap. A gap along any axis is at
most the distance of the parts; sweeps need no more.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.round_sweeps import widest_gap
from cython.cimports.spritecol._engine.narrow_phase.straight_sweeps import corners_of
from cython.cimports.spritecol._engine.storage.layout import BOX, CIRCLE, ELLIPSE, Collision

SAME_LEVEL = cython.declare(cython.double, 1e-9)
"""Vertices whose extents differ by less, relative to the numbers' size, are on one level."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_round(part: cython.pointer(cython.const[Collision])) -> cython.bint:
    """Whether a part is a circle or an ellipse."""
    return part.kind == CIRCLE or part.kind == ELLIPSE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def disc_of(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    disc: cython.p_double,
) -> cython.void:
    """Write a circle or an ellipse as an ellipse."""
    v: cython.pointer(cython.const[cython.double]) = pool + part.first
    k: cython.int
    for k in range(6):
        disc[k] = v[k] if part.kind == ELLIPSE or k < 2 else 0.0
    if part.kind == CIRCLE:
        disc[2] = disc[5] = v[2]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def vertex_count(part: cython.pointer(cython.const[Collision])) -> cython.int:
    """How many vertices a straight part has."""
    return 4 if part.kind == BOX else part.count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def vertices_of(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    corners: cython.p_double,
) -> cython.pointer(cython.const[cython.double]):
    """The vertices of a straight part; those of a box are written to `corners`."""
    if part.kind != BOX:
        return pool + part.first
    corners_of(pool + part.first, corners)
    return corners


def support(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
) -> cython.double:
    """The largest n . p of all points p of a part; n may have any length."""
    v: cython.pointer(cython.const[cython.double]) = pool + part.first
    result: cython.double
    x: cython.double
    y: cython.double
    i: cython.int
    if part.kind == CIRCLE:
        if nx == 0.0 or ny == 0.0:  # the same as the extent of its box, without a square root
            return nx * v[0] + ny * v[1] + v[2] * (fabs(nx) + fabs(ny))
        return nx * v[0] + ny * v[1] + v[2] * sqrt(nx * nx + ny * ny)
    if part.kind == ELLIPSE:
        x = v[2] * nx + v[4] * ny
        y = v[3] * nx + v[5] * ny
        return nx * v[0] + ny * v[1] + sqrt(x * x + y * y)
    if part.kind == BOX:
        return nx * (v[2] if nx > 0.0 else v[0]) + ny * (v[3] if ny > 0.0 else v[1])
    result = nx * v[0] + ny * v[1]
    for i in range(1, part.count):
        result = max(result, nx * v[2 * i] + ny * v[2 * i + 1])
    return result


def axis_gap(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
) -> cython.double:
    """The gap of two parts along n, which points from `b` to `a`."""
    return -support(a, pool, -nx, -ny) - support(b, pool, nx, ny)


def reach_of(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    x: cython.double,
    y: cython.double,
) -> cython.double:
    """A distance from (x, y) that no point of a part exceeds."""
    v: cython.pointer(cython.const[cython.double]) = pool + part.first
    corners: cython.double[8]
    result: cython.double = 0.0
    i: cython.int
    if part.kind == CIRCLE:
        return sqrt((v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y)) + v[2]
    if part.kind == ELLIPSE:
        return sqrt((v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y)) + sqrt(
            v[2] * v[2] + v[3] * v[3] + v[4] * v[4] + v[5] * v[5]
        )
    v = vertices_of(part, pool, corners)
    for i in range(vertex_count(part)):
        result = max(
            result,
            (v[2 * i] - x) * (v[2 * i] - x) + (v[2 * i + 1] - y) * (v[2 * i + 1] - y),
        )
    return sqrt(result)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def try_axis(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
    best: cython.p_double,
    normal: cython.p_double,
) -> cython.void:
    """Keep an axis of any length if the gap along it is the widest."""
    length: cython.double = sqrt(nx * nx + ny * ny)
    gap: cython.double
    if not length > 0.0:
        return
    nx = nx / length
    ny = ny / length
    gap = axis_gap(a, b, pool, nx, ny)
    if gap > best[0]:
        best[0] = gap
        normal[0] = nx
        normal[1] = ny


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_edges(
    part: cython.pointer(cython.const[Collision]),
    side: cython.double,
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    best: cython.p_double,
    normal: cython.p_double,
) -> cython.void:
    """Try the outward normals of the edges of a straight part, and the line of a segment."""
    corners: cython.double[8]
    v: cython.pointer(cython.const[cython.double]) = vertices_of(part, pool, corners)
    count: cython.int = vertex_count(part)
    k: cython.int = count - 1
    i: cython.int
    ex: cython.double
    ey: cython.double
    for i in range(count):
        ex = v[2 * i] - v[2 * k]
        ey = v[2 * i + 1] - v[2 * k + 1]
        try_axis(a, b, pool, side * ey, -side * ex, best, normal)
        if count == 2:
            try_axis(a, b, pool, ex, ey, best, normal)
        k = i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_nearest_vertex(
    round_part: cython.pointer(cython.const[Collision]),
    straight: cython.pointer(cython.const[Collision]),
    side: cython.double,
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    best: cython.p_double,
    normal: cython.p_double,
) -> cython.void:
    """Try the axis of an ellipse and the vertex nearest to it, where the ellipse is a circle."""
    disc: cython.double[6]
    corners: cython.double[8]
    v: cython.pointer(cython.const[cython.double]) = vertices_of(straight, pool, corners)
    wx: cython.double
    wy: cython.double
    nearest: cython.double = INFINITY
    ux: cython.double = 0.0
    uy: cython.double = 0.0
    i: cython.int
    disc_of(round_part, pool, disc)
    for i in range(vertex_count(straight)):
        wx = disc[5] * (v[2 * i] - disc[0]) - disc[3] * (v[2 * i + 1] - disc[1])
        wy = disc[2] * (v[2 * i + 1] - disc[1]) - disc[4] * (v[2 * i] - disc[0])
        if wx * wx + wy * wy < nearest:
            nearest = wx * wx + wy * wy
            ux = wx
            uy = wy
    try_axis(
        a,
        b,
        pool,
        side * (disc[5] * ux - disc[4] * uy),
        side * (disc[2] * uy - disc[3] * ux),
        best,
        normal,
    )


def best_axis(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    normal: cython.p_double,
) -> cython.double:
    """The axis along which two parts are farthest apart, or overlap least; returns that gap.

    For straight parts these are normals of edges, which is exact if they overlap. For round ones it
    is exact if they touch, and a good axis otherwise.
    """
    best: cython.double = -INFINITY
    disc_a: cython.double[6]
    disc_b: cython.double[6]
    x: cython.double
    y: cython.double
    slope: cython.double = 0.0
    normal[0] = 0.0
    normal[1] = -1.0
    if is_round(a) and is_round(b):
        disc_of(a, pool, disc_a)
        disc_of(b, pool, disc_b)
        x = disc_a[0] - disc_b[0]
        y = disc_a[1] - disc_b[1]
        if a.kind != CIRCLE or b.kind != CIRCLE:
            if x != 0.0 or y != 0.0:
                widest_gap(disc_a, disc_b, x, y, cython.address(slope))
        try_axis(a, b, pool, x - slope * y, y + slope * x, cython.address(best), normal)
        if best == -INFINITY:
            best = axis_gap(a, b, pool, 0.0, -1.0)
        return best
    if not is_round(b):
        try_edges(b, 1.0, a, b, pool, cython.address(best), normal)
        if is_round(a):
            try_nearest_vertex(a, b, -1.0, a, b, pool, cython.address(best), normal)
    if not is_round(a):
        try_edges(a, -1.0, a, b, pool, cython.address(best), normal)
        if is_round(b):
            try_nearest_vertex(b, a, 1.0, a, b, pool, cython.address(best), normal)
    if a.count == 1 and b.count == 1 and not is_round(a) and not is_round(b):
        x = pool[a.first] - pool[b.first]
        y = pool[a.first + 1] - pool[b.first + 1]
        try_axis(a, b, pool, x, y, cython.address(best), normal)
    if best == -INFINITY:
        best = axis_gap(a, b, pool, 0.0, -1.0)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def touching_side(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
    level: cython.p_double,
    low: cython.p_double,
    high: cython.p_double,
) -> cython.void:
    """How far a part extends along n, and from where to where it does so, across n."""
    v: cython.pointer(cython.const[cython.double]) = pool + part.first
    corners: cython.double[8]
    x: cython.double
    y: cython.double
    length: cython.double
    slack: cython.double
    across: cython.double
    i: cython.int
    level[0] = support(part, pool, nx, ny)
    if part.kind == CIRCLE:
        low[0] = high[0] = nx * v[1] - ny * v[0]
        return
    if part.kind == ELLIPSE:
        x = v[2] * nx + v[4] * ny
        y = v[3] * nx + v[5] * ny
        length = sqrt(x * x + y * y)
        low[0] = high[0] = nx * (v[1] + (v[4] * x + v[5] * y) / length) - ny * (
            v[0] + (v[2] * x + v[3] * y) / length
        )
        return
    v = vertices_of(part, pool, corners)
    low[0] = INFINITY
    high[0] = -INFINITY
    slack = 0.0
    for i in range(vertex_count(part)):
        slack = max(slack, fabs(v[2 * i]) + fabs(v[2 * i + 1]))
    for i in range(vertex_count(part)):
        if nx * v[2 * i] + ny * v[2 * i + 1] >= level[0] - SAME_LEVEL * slack:
            across = nx * v[2 * i + 1] - ny * v[2 * i]
            low[0] = min(low[0], across)
            high[0] = max(high[0], across)


def touching_point(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
    point: cython.p_double,
) -> cython.void:
    """Where two parts touch that are separated by the axis n: the middle, if two edges do."""
    level: cython.double = 0.0
    low: cython.double = 0.0
    high: cython.double = 0.0
    other_level: cython.double = 0.0
    other_low: cython.double = 0.0
    other_high: cython.double = 0.0
    middle: cython.double
    touching_side(
        b, pool, nx, ny, cython.address(level), cython.address(low), cython.address(high)
    )
    touching_side(
        a,
        pool,
        -nx,
        -ny,
        cython.address(other_level),
        cython.address(other_low),
        cython.address(other_high),
    )
    # Across -n is against across n.
    middle = 0.5 * (max(low, -other_high) + min(high, -other_low))
    middle = min(max(middle, low), high)
    point[0] = nx * level - ny * middle
    point[1] = ny * level + nx * middle
