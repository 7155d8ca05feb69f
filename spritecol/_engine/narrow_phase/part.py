"""A convex part, and how far it extends.

A part is a list of vertices, a disc, or long: all that a disc covers that moves along a segment. A
point has one vertex, a segment two, a box four. A disc is a center c and a 2x2 matrix M: the points
c + M u with |u| <= 1. A circle is a disc, too. This module answers questions about one part; its
header has the functions that are short enough to be inlined.

The support function of a part is how far it extends in a direction (S. Boyd and L. Vandenberghe,
"Convex Optimization", 2.2.2). The gap of two parts along a unit vector n, which points from the
second one to the first, is negative where they overlap; along any axis it is at most their
distance.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._engine.tolerances import PARALLEL
from cython.cimports.spritecol._engine.transform.rows import Cuts, is_cut
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

SAME_LEVEL = C.declare(C.double, 1e-9)
"""Vertices whose extents differ by less, relative to the numbers' size, are on one level."""


def support(part: PartRef, pool: Numbers, nx: C.double, ny: C.double) -> C.double:
    """The largest n . p of all points p of a part; n may have any length."""
    v: Numbers = pool + part.first
    i: C.int
    if part.kind == layout.CIRCLE:
        if nx == 0.0 or ny == 0.0:  # the same as the extent of its box, without a square root
            return nx * v[0] + ny * v[1] + v[2] * (fabs(nx) + fabs(ny))
        return nx * v[0] + ny * v[1] + v[2] * sqrt(nx * nx + ny * ny)
    if cores.is_disc(part.kind):
        return nx * v[0] + ny * v[1] + cores.extent_of_disc(v, nx, ny)
    if part.kind == layout.BOX:
        # Which corner cannot be predicted: no branch.
        right: C.int = 2 * C.cast(C.int, nx > 0.0)
        down: C.int = 2 * C.cast(C.int, ny > 0.0)
        return nx * v[right] + ny * v[1 + down]
    result: C.double = nx * v[0] + ny * v[1]
    for i in range(1, part.count):
        result = max(result, nx * v[2 * i] + ny * v[2 * i + 1])
    if part.kind == layout.CAPSULE:
        if nx == 0.0 or ny == 0.0:
            return result + v[4] * (fabs(nx) + fabs(ny))
        return result + v[4] * sqrt(nx * nx + ny * ny)
    if part.kind == layout.STRETCHED:
        return result + cores.extent_of_disc(v + 2, nx, ny)
    return result


def axis_gap(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    nx: C.double,
    ny: C.double,
) -> C.double:
    """The gap of two parts along n, which points from `b` to `a`."""
    return -support(a, pool, -nx, -ny) - support(b, pool, nx, ny)


def radius_about(part: PartRef, pool: Numbers, x: C.double, y: C.double) -> C.double:
    """A distance from (x, y) that no point of a part exceeds."""
    v: Numbers = pool + part.first
    corners: C.double[8]
    result: C.double = 0.0
    count: C.int = part.count
    i: C.int
    if part.kind == layout.CIRCLE:
        return sqrt((v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y)) + v[2]
    if cores.is_disc(part.kind):
        return sqrt((v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y)) + sqrt(
            v[2] * v[2] + v[3] * v[3] + v[4] * v[4] + v[5] * v[5]
        )
    v = cores.vertices_of(part.kind, v, C.address(count), corners)
    for i in range(count):
        result = max(
            result, (v[2 * i] - x) * (v[2 * i] - x) + (v[2 * i + 1] - y) * (v[2 * i + 1] - y)
        )
    result = sqrt(result)
    if part.kind == layout.CAPSULE:
        result += v[4]
    elif part.kind == layout.STRETCHED:
        result += sqrt(v[4] * v[4] + v[5] * v[5] + v[6] * v[6] + v[7] * v[7])
    return result


def touching_side(
    part: PartRef,
    pool: Numbers,
    nx: C.double,
    ny: C.double,
    wants_level: C.bint,
    level: C.p_double,
    low: C.p_double,
    high: C.p_double,
) -> C.void:
    """How far a part extends along n, and from where to where it does so, across n."""
    v: Numbers = pool + part.first
    core: Core
    if part.kind == layout.CIRCLE:
        low[0] = high[0] = nx * v[1] - ny * v[0]
        if wants_level:
            level[0] = support(part, pool, nx, ny)
        return
    if cores.is_disc(part.kind):
        level[0] = support(part, pool, nx, ny)
        x: C.double = v[2] * nx + v[4] * ny
        y: C.double = v[3] * nx + v[5] * ny
        length: C.double = sqrt(x * x + y * y)
        low[0] = high[0] = nx * (v[1] + (v[4] * x + v[5] * y) / length) - ny * (
            v[0] + (v[2] * x + v[3] * y) / length
        )
        return
    if part.kind == layout.BOX and (nx == 0.0 or ny == 0.0):  # one of its sides
        level[0] = support(part, pool, nx, ny)
        # Which side cannot be predicted: no branch.
        upright: C.int = C.cast(C.int, ny == 0.0)
        flat: C.int = 1 - upright
        right: C.int = 2 * upright * C.cast(C.int, nx > 0.0)
        down: C.int = 2 * flat * C.cast(C.int, ny > 0.0)
        one: C.double = nx * v[1 + down] - ny * v[right]
        other: C.double = nx * v[1 + down + 2 * upright] - ny * v[right + 2 * flat]
        low[0] = min(one, other)
        high[0] = max(one, other)
        return
    cores.core_of(part.kind, v, part.count, C.address(core))
    level[0] = side_of_core(C.address(core), nx, ny, low, high)
    if part.kind == layout.BOX:
        level[0] = support(part, pool, nx, ny)


def side_of_core(
    core: CoreRef, nx: C.double, ny: C.double, low: C.p_double, high: C.p_double
) -> C.double:
    """How far a part extends along n, and from where to where it does so, across n."""
    disc: C.double[6]
    reach: C.double[2]
    v: Numbers = core.v
    i: C.int
    level: C.double = nx * v[0] + ny * v[1]
    size: C.double = fabs(v[0]) + fabs(v[1])
    for i in range(1, core.count):
        level = max(level, nx * v[2 * i] + ny * v[2 * i + 1])
        size = max(size, fabs(v[2 * i]) + fabs(v[2 * i + 1]))
    touching: C.double = level - SAME_LEVEL * size
    lowest: C.double = INFINITY
    most: C.double = -INFINITY
    for i in range(core.count):  # which ones touch cannot be predicted: no branch
        touches: C.bint = nx * v[2 * i] + ny * v[2 * i + 1] >= touching
        across: C.double = nx * v[2 * i + 1] - ny * v[2 * i]
        lowest = min(lowest, across if touches else INFINITY)
        most = max(most, across if touches else -INFINITY)
    if core.disc is not C.NULL:  # what touches is beside the core
        reach[0] = reach[1] = 0.0
        cores.disc_at(core, reach, disc)
        level += cores.farthest_of_disc(disc, nx, ny, reach)
        lowest += nx * reach[1] - ny * reach[0]
        most += nx * reach[1] - ny * reach[0]
    low[0] = lowest
    high[0] = most
    return level + core.r


def touching_point(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    nx: C.double,
    ny: C.double,
    point: C.p_double,
) -> C.void:
    """Where two parts touch that are separated by the axis n: the middle, if two edges do."""
    level: C.double = 0.0
    low: C.double = 0.0
    high: C.double = 0.0
    other_level: C.double = 0.0
    other_low: C.double = 0.0
    other_high: C.double = 0.0
    touching_side(b, pool, nx, ny, True, C.address(level), C.address(low), C.address(high))
    touching_side(
        a,
        pool,
        -nx,
        -ny,
        False,
        C.address(other_level),
        C.address(other_low),
        C.address(other_high),
    )
    # Across -n is against across n.
    middle: C.double = 0.5 * (max(low, -other_high) + min(high, -other_low))
    middle = min(max(middle, low), high)
    point[0] = nx * level - ny * middle
    point[1] = ny * level + nx * middle


def sides_of(core: CoreRef, corners: C.p_double) -> C.void:
    """Write the corners between the ends of a long part, where its sides begin and end."""
    disc: C.double[6]
    k: C.int
    nx: C.double = core.v[3] - core.v[1]
    ny: C.double = core.v[0] - core.v[2]
    for k in range(4):
        if k == 2:
            nx = -nx
            ny = -ny
        cores.disc_at(core, core.v + (2 if k in (1, 2) else 0), disc)
        cores.farthest_of_disc(disc, nx, ny, corners + 2 * k)


def is_side_of_cut(
    part: PartRef, pool: Numbers, cuts: C.pointer(C.const[Cuts]), nx: C.double, ny: C.double
) -> C.bint:
    """Whether an outward normal of a part belongs to a cut. Each normal belongs to only one
    edge.
    """
    corners: C.double[8]
    k: C.int
    count: C.int = part.count
    if cuts.flags is C.NULL:
        return False
    v: Numbers = cores.vertices_of(part.kind, pool + part.first, C.address(count), corners)
    p: Numbers = v + 2 * count - 2
    for k in range(count):
        q: Numbers = v + 2 * k
        x: C.double = q[0] - p[0]
        y: C.double = q[1] - p[1]
        if is_cut(cuts, k):
            length: C.double = sqrt(x * x + y * y)
            if fabs(nx * x + ny * y) <= PARALLEL * length and nx * y - ny * x > 0.0:
                return True
        p = q
    return False


@C.cfunc
@C.exceptval(-1)
def demand_a_form() -> C.int:
    """Raise SystemError if a kind has no form; only NOTHING may have none."""
    kind: C.int
    for kind in range(layout.KINDS):
        if (
            cores.has_vertices(kind)
            + cores.is_disc(kind)
            + cores.is_long(kind)
            + (kind == layout.NOTHING)
            != 1
        ):
            raise SystemError(f"parts of kind {kind} are no lists of vertices, discs, or long")
    return 0


demand_a_form()
