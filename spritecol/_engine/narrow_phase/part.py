"""A convex part, and how far it extends.

A part is a list of vertices, a disc, or long: all that a disc covers that moves along a segment. A
point has one vertex, a segment two, a box four. A disc is a center c and a 2x2 matrix M: the points
c + M u with |u| <= 1. A circle is a disc, too. This module answers questions about one part; its
header has the functions that are short enough to be inlined.

The support function of a part tells how far it extends in a direction (S. Boyd and L. Vandenberghe,
"Convex Optimization", 2.2.2). The gap of two parts along a unit vector n, which points from the
second one to the first, is negative where they overlap; along any axis it is at most their
distance.
"""

import cython
from cython import (
    NULL,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    inline,
    nogil,
    p_double,
    pointer,
)
from cython.cimports.spritecol._engine.narrow_phase import cores
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._engine.tolerances import PARALLEL
from cython.cimports.spritecol._engine.transform.rows import is_cut
from cython.cimports.spritecol._support.libc import INFINITY, copysign, fabs, sqrt
from cython.cimports.spritecol._support.polar import hypot

SAME_LEVEL = declare(double, 1e-9)
"""Vertices whose extents differ by less, relative to the numbers' size, are on one level."""


def axes_of(disc: Numbers) -> Axes:
    """The half axes of an ellipse: eigenvectors of M M^T, and the square roots of its values."""
    axes: Axes
    p: double = disc[2] * disc[2] + disc[3] * disc[3]
    q: double = disc[2] * disc[4] + disc[3] * disc[5]
    s: double = disc[4] * disc[4] + disc[5] * disc[5]
    half: double = 0.5 * (p - s)
    length: double = hypot(half, q)
    axes.cosine = 1.0
    axes.sine = 0.0
    if length > 0.0:
        axes.cosine = sqrt(max(0.0, 0.5 * (1.0 + half / length)))
        axes.sine = copysign(sqrt(max(0.0, 0.5 * (1.0 - half / length))), q)
    axes.major = sqrt(0.5 * (p + s) + length)
    axes.minor = 0.0
    if axes.major > 0.0:
        axes.minor = fabs(disc[2] * disc[5] - disc[3] * disc[4]) / axes.major
    return axes


def support(part: PartRef, pool: Numbers, nx: double, ny: double) -> double:
    """The largest n . p of all points p of a part; n may have any length."""
    v: Numbers = pool + part.first
    i: cython.int
    if part.kind == layout.CIRCLE:
        if nx == 0.0 or ny == 0.0:  # the same as the extent of its box, without a square root
            return nx * v[0] + ny * v[1] + v[2] * (fabs(nx) + fabs(ny))
        return nx * v[0] + ny * v[1] + v[2] * sqrt(nx * nx + ny * ny)
    if cores.is_disc(part.kind):
        return nx * v[0] + ny * v[1] + cores.extent_of_disc(v, nx, ny)
    if part.kind == layout.BOX:
        # Which corner cannot be predicted: no branch.
        right: cython.int = 2 * cast(cython.int, nx > 0.0)
        down: cython.int = 2 * cast(cython.int, ny > 0.0)
        return nx * v[right] + ny * v[1 + down]
    result: double = nx * v[0] + ny * v[1]
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
    nx: double,
    ny: double,
) -> double:
    """The gap of two parts along n, which points from `b` to `a`."""
    return -support(a, pool, -nx, -ny) - support(b, pool, nx, ny)


def radius_about(part: PartRef, pool: Numbers, x: double, y: double) -> double:
    """A distance from (x, y) that no point of a part exceeds."""
    v: Numbers = pool + part.first
    corners: double[8]
    result: double = 0.0
    count: cython.int = part.count
    i: cython.int
    if part.kind == layout.CIRCLE:
        return sqrt((v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y)) + v[2]
    if cores.is_disc(part.kind):
        return sqrt((v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y)) + sqrt(
            v[2] * v[2] + v[3] * v[3] + v[4] * v[4] + v[5] * v[5]
        )
    v = cores.vertices_of(part.kind, v, address(count), corners)
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


@cfunc
@inline
@nogil
@exceptval(check=False)
def put_side_of_box(
    v: Numbers, nx: double, ny: double, low: p_double, high: p_double
) -> cython.void:
    """From where to where the side of a box goes that is across n, an axis."""
    # Which side cannot be predicted: no branch.
    upright: cython.int = cast(cython.int, ny == 0.0)
    flat: cython.int = 1 - upright
    right: cython.int = 2 * upright * cast(cython.int, nx > 0.0)
    down: cython.int = 2 * flat * cast(cython.int, ny > 0.0)
    one: double = nx * v[1 + down] - ny * v[right]
    other: double = nx * v[1 + down + 2 * upright] - ny * v[right + 2 * flat]
    low[0] = min(one, other)
    high[0] = max(one, other)


def touching_side(
    part: PartRef,
    pool: Numbers,
    nx: double,
    ny: double,
    wants_level: bint,
    level: p_double,
    low: p_double,
    high: p_double,
) -> cython.void:
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
        x: double = v[2] * nx + v[4] * ny
        y: double = v[3] * nx + v[5] * ny
        length: double = sqrt(x * x + y * y)
        low[0] = high[0] = nx * (v[1] + (v[4] * x + v[5] * y) / length) - ny * (
            v[0] + (v[2] * x + v[3] * y) / length
        )
        return
    if part.kind == layout.BOX and (nx == 0.0 or ny == 0.0):  # one of its sides
        level[0] = support(part, pool, nx, ny)
        put_side_of_box(v, nx, ny, low, high)
        return
    cores.core_of(part.kind, v, part.count, address(core))
    level[0] = side_of_core(address(core), nx, ny, low, high)
    if part.kind == layout.BOX:
        level[0] = support(part, pool, nx, ny)


def side_of_core(core: CoreRef, nx: double, ny: double, low: p_double, high: p_double) -> double:
    """How far a part extends along n, and from where to where it does so, across n."""
    disc: double[6]
    reach: double[2]
    v: Numbers = core.v
    i: cython.int
    level: double = nx * v[0] + ny * v[1]
    size: double = fabs(v[0]) + fabs(v[1])
    for i in range(1, core.count):
        level = max(level, nx * v[2 * i] + ny * v[2 * i + 1])
        size = max(size, fabs(v[2 * i]) + fabs(v[2 * i + 1]))
    touching: double = level - SAME_LEVEL * size
    lowest: double = INFINITY
    most: double = -INFINITY
    for i in range(core.count):  # which ones touch cannot be predicted: no branch
        touches: bint = nx * v[2 * i] + ny * v[2 * i + 1] >= touching
        across: double = nx * v[2 * i + 1] - ny * v[2 * i]
        lowest = min(lowest, across if touches else INFINITY)
        most = max(most, across if touches else -INFINITY)
    if core.disc is not NULL:  # what touches is beside the core
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
    nx: double,
    ny: double,
    point: p_double,
) -> cython.void:
    """Where two parts touch that are separated by the axis n: the middle, if two edges do."""
    level: double = 0.0
    low: double = 0.0
    high: double = 0.0
    other_level: double = 0.0
    other_low: double = 0.0
    other_high: double = 0.0
    touching_side(b, pool, nx, ny, True, address(level), address(low), address(high))
    touching_side(
        a, pool, -nx, -ny, False, address(other_level), address(other_low), address(other_high)
    )
    # Across -n is against across n.
    middle: double = 0.5 * (max(low, -other_high) + min(high, -other_low))
    middle = min(max(middle, low), high)
    point[0] = nx * level - ny * middle
    point[1] = ny * level + nx * middle


def sides_of(core: CoreRef, corners: p_double) -> cython.void:
    """Write the corners between the ends of what is long: where its sides begin and end."""
    disc: double[6]
    k: cython.int
    nx: double = core.v[3] - core.v[1]
    ny: double = core.v[0] - core.v[2]
    for k in range(4):
        if k == 2:
            nx = -nx
            ny = -ny
        cores.disc_at(core, core.v + (2 if k in (1, 2) else 0), disc)
        cores.farthest_of_disc(disc, nx, ny, corners + 2 * k)


def is_side_of_cut(
    part: PartRef, pool: Numbers, cuts: pointer(cython.const[Cuts]), nx: double, ny: double
) -> bint:
    """Whether a normal, outward from a part, is that of a cut: each is of one edge only."""
    corners: double[8]
    k: cython.int
    count: cython.int = part.count
    if cuts.flags is NULL:
        return False
    v: Numbers = cores.vertices_of(part.kind, pool + part.first, address(count), corners)
    p: Numbers = v + 2 * count - 2
    for k in range(count):
        q: Numbers = v + 2 * k
        x: double = q[0] - p[0]
        y: double = q[1] - p[1]
        if is_cut(cuts, k):
            length: double = sqrt(x * x + y * y)
            if fabs(nx * x + ny * y) <= PARALLEL * length and nx * y - ny * x > 0.0:
                return True
        p = q
    return False


@cfunc
@exceptval(-1)
def demand_a_form() -> cython.int:
    """Raise SystemError if a kind has no form; only NOTHING may have none."""
    kind: cython.int
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
