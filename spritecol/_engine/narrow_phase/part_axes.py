"""How far a part extends along an axis, and where two parts touch.

The support function of a part gives how far it extends in a direction (S. Boyd and L. Vandenberghe,
"Convex Optimization", 2.2.2). The gap of two parts along a unit vector n, which points from the
second one to the first, is negative where they overlap; along any axis it is at most their
distance.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import corners_of
from cython.cimports.spritecol._engine.storage.layout import BOX, CIRCLE, ELLIPSE, Collision

SAME_LEVEL = cython.declare(cython.double, 1e-9)
"""Vertices whose extents differ by less, relative to the numbers' size, are on one level."""


@cython.cfunc
@cython.inline
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


def extents_along(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    dx: cython.double,
    dy: cython.double,
    out: cython.pointer(Extents),
) -> cython.void:
    """From where to where a part extends along (dx, dy), of any length, and across it."""
    v: cython.pointer(cython.const[cython.double]) = pool + part.first
    corners: cython.double[8]
    along: cython.double = dx * v[0] + dy * v[1]
    across: cython.double = dx * v[1] - dy * v[0]
    reach: cython.double
    i: cython.int
    out.behind = out.ahead = along
    out.left = out.right = across
    if part.kind == CIRCLE:
        reach = v[2] * sqrt(dx * dx + dy * dy)
        out.behind -= reach
        out.ahead += reach
        out.left -= reach
        out.right += reach
        return
    if part.kind == ELLIPSE:
        reach = support(part, pool, dx, dy) - along
        out.behind -= reach
        out.ahead += reach
        reach = support(part, pool, -dy, dx) - across
        out.left -= reach
        out.right += reach
        return
    v = vertices_of(part, pool, corners)
    for i in range(1, vertex_count(part)):
        along = dx * v[2 * i] + dy * v[2 * i + 1]
        across = dx * v[2 * i + 1] - dy * v[2 * i]
        out.behind = min(out.behind, along)
        out.ahead = max(out.ahead, along)
        out.left = min(out.left, across)
        out.right = max(out.right, across)


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
@cython.nogil
@cython.exceptval(check=False)
def touching_side(
    part: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
    wants_level: cython.bint,
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
    size: cython.double
    across: cython.double
    highest: cython.double
    lowest: cython.double
    most: cython.double
    touches: cython.bint
    count: cython.int
    i: cython.int
    if part.kind == CIRCLE:
        low[0] = high[0] = nx * v[1] - ny * v[0]
        if wants_level:
            level[0] = support(part, pool, nx, ny)
        return
    if part.kind == ELLIPSE:
        level[0] = support(part, pool, nx, ny)
        x = v[2] * nx + v[4] * ny
        y = v[3] * nx + v[5] * ny
        length = sqrt(x * x + y * y)
        low[0] = high[0] = nx * (v[1] + (v[4] * x + v[5] * y) / length) - ny * (
            v[0] + (v[2] * x + v[3] * y) / length
        )
        return
    v = vertices_of(part, pool, corners)
    count = vertex_count(part)
    highest = nx * v[0] + ny * v[1]
    size = fabs(v[0]) + fabs(v[1])
    for i in range(1, count):
        highest = max(highest, nx * v[2 * i] + ny * v[2 * i + 1])
        size = max(size, fabs(v[2 * i]) + fabs(v[2 * i + 1]))
    level[0] = support(part, pool, nx, ny) if part.kind == BOX else highest
    highest -= SAME_LEVEL * size
    lowest = INFINITY
    most = -INFINITY
    for i in range(count):  # which ones touch cannot be predicted: no branch
        touches = nx * v[2 * i] + ny * v[2 * i + 1] >= highest
        across = nx * v[2 * i + 1] - ny * v[2 * i]
        lowest = min(lowest, across if touches else INFINITY)
        most = max(most, across if touches else -INFINITY)
    low[0] = lowest
    high[0] = most


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
        b, pool, nx, ny, True, cython.address(level), cython.address(low), cython.address(high)
    )
    touching_side(
        a,
        pool,
        -nx,
        -ny,
        False,
        cython.address(other_level),
        cython.address(other_low),
        cython.address(other_high),
    )
    # Across -n is against across n.
    middle = 0.5 * (max(low, -other_high) + min(high, -other_low))
    middle = min(max(middle, low), high)
    point[0] = nx * level - ny * middle
    point[1] = ny * level + nx * middle
