"""The normal where corners of polygons in pieces meet: that of an outline's edge, never of a cut.

Where a cut ends in a corner, and exactly that corner is met, several edges of a piece are met at
once, and the cut is one of them. Then the edges of both outlines that touch the other shape there
are compared: one is chosen that has the other shape before it, and of these the one that faces the
motion most.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of, is_seam
from cython.cimports.spritecol._engine.pipeline.moved_row import size_at, size_of_row
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
    Collision,
)

PARALLEL = cython.declare(cython.double, 1e-12)
"""The sine of an angle that is none: directions are rounded."""

TOUCHING = cython.declare(cython.double, 1e-9)
"""Of the size of the numbers: what is nearer touches."""

Corners = cython.struct(
    # The vertices of a part, where it is at the meeting.
    kind=cython.int,
    count=cython.int,  # 0 if the part is round, or nowhere
    v=cython.pointer(cython.const[cython.double]),
    box=cython.double[8],
    dx=cython.double,
    dy=cython.double,
)

Side = cython.struct(
    # One of the two shapes that meet.
    parts=cython.pointer(cython.const[Collision]),
    count=cython.int,
    dx=cython.double,  # how far it has moved
    dy=cython.double,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_corners(
    pool: cython.pointer(cython.const[cython.double]),
    side: cython.pointer(cython.const[Side]),
    part: cython.int,
    tiny: cython.double,
    out: cython.pointer(Corners),
) -> cython.void:
    """The vertices of a part; a circle that is tiny is a point."""
    one: cython.pointer(cython.const[Collision]) = side.parts + part
    out.kind = one.kind
    out.count = one.count
    out.v = pool + one.first
    out.dx = side.dx
    out.dy = side.dy
    if one.kind == BOX:
        corners_of(out.v, out.box)
        out.v = out.box
        out.count = 4
    elif one.kind == CIRCLE and out.v[2] <= tiny:
        out.kind = POINT
        out.count = 1
    elif one.kind not in (POINT, SEGMENT, POLYGON):
        out.count = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_along_seam(
    pool: cython.pointer(cython.const[cython.double]),
    side: cython.pointer(cython.const[Side]),
    nx: cython.double,
    ny: cython.double,
) -> cython.bint:
    """Whether a normal might be that of a seam of a shape."""
    v: cython.pointer(cython.const[cython.double])
    dx: cython.double
    dy: cython.double
    i: cython.int
    for i in range(side.count):
        if side.parts[i].kind == SEAM:
            v = pool + side.parts[i].first
            dx = v[2] - v[0]
            dy = v[3] - v[1]
            if fabs(nx * dx + ny * dy) <= PARALLEL * (fabs(dx) + fabs(dy)):
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def touched_part(
    pool: cython.pointer(cython.const[cython.double]),
    other: cython.pointer(cython.const[Side]),
    ax: cython.double,
    ay: cython.double,
    bx: cython.double,
    by: cython.double,
    nx: cython.double,
    ny: cython.double,
    near: cython.double,
    is_before: cython.pointer(cython.bint),
) -> cython.int:
    """A part of the other shape whose corner is on the edge from a to b, or -1.

    (nx, ny) is the edge's normal, of length 1. `is_before` tells whether all such parts lie on the
    side to which it points, as far as their edges at that corner go.
    """
    corners: Corners
    found: cython.int = -1
    x: cython.double
    y: cython.double
    along: cython.double
    length: cython.double = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    i: cython.int
    k: cython.int
    m: cython.int
    step: cython.int
    is_before[0] = True
    for i in range(other.count):
        find_corners(pool, other, i, near, cython.address(corners))
        for k in range(corners.count):
            x = corners.v[2 * k] + corners.dx - ax
            y = corners.v[2 * k + 1] + corners.dy - ay
            along = (x * (bx - ax) + y * (by - ay)) / length
            if fabs(nx * x + ny * y) <= near and -near <= along <= length + near:
                found = i
                for step in range(2):
                    m = (k + 1 if step else k + corners.count - 1) % corners.count
                    x = corners.v[2 * m] - corners.v[2 * k]
                    y = corners.v[2 * m + 1] - corners.v[2 * k + 1]
                    if nx * x + ny * y < -near:
                        is_before[0] = False
    return found


def leave_out_cuts(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """See the header."""
    sides: cython.pointer(cython.const[Side])
    both: Side[2]
    corners: Corners
    pool: cython.pointer(cython.const[cython.double]) = store.pool
    p: cython.pointer(cython.const[cython.double])
    q: cython.pointer(cython.const[cython.double])
    ax: cython.double
    ay: cython.double
    bx: cython.double
    by: cython.double
    nx: cython.double
    ny: cython.double
    sign: cython.double
    length: cython.double
    facing: cython.double
    near: cython.double
    best: cython.double = 0.0
    best_nx: cython.double = 0.0
    best_ny: cython.double = 0.0
    best_is_before: cython.bint = False
    before: cython.bint
    part: cython.int = 0
    other_part: cython.int = 0
    touched: cython.int
    side: cython.int
    i: cython.int
    k: cython.int
    both[0].parts = store.parts + store.groups[a].first + meeting.shape
    both[0].count = count_a
    both[0].dx = meeting.fraction * motion.dx
    both[0].dy = meeting.fraction * motion.dy
    both[1].parts = store.parts + store.groups[b].first + meeting.other_shape
    both[1].count = count_b
    both[1].dx = both[1].dy = 0.0
    sides = both
    if not is_along_seam(pool, sides, meeting.nx, meeting.ny) and not is_along_seam(
        pool, sides + 1, meeting.nx, meeting.ny
    ):
        return
    near = TOUCHING * (size_of_row(store, a, motion) + size_at(store, b))
    for side in range(2):
        sign = -1.0 if side == 0 else 1.0  # the normal is outward from `b`
        for i in range(sides[side].count):
            if sides[side].parts[i].kind not in (SEGMENT, BOX, POLYGON):
                continue
            find_corners(pool, sides + side, i, 0.0, cython.address(corners))
            for k in range(corners.count):
                p = corners.v + 2 * k
                q = corners.v + 2 * ((k + 1) % corners.count)
                if corners.kind == POLYGON and is_seam(
                    pool, sides[side].parts, sides[side].count, p, q
                ):
                    continue
                ax = p[0] + corners.dx
                ay = p[1] + corners.dy
                bx = q[0] + corners.dx
                by = q[1] + corners.dy
                length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
                if not length > 0.0:
                    continue
                nx = (by - ay) / length
                ny = (ax - bx) / length
                facing = sign * (nx * motion.dx + ny * motion.dy)
                if not facing < 0.0:
                    continue
                touched = touched_part(
                    pool,
                    sides + (1 - side),
                    ax,
                    ay,
                    bx,
                    by,
                    nx,
                    ny,
                    near,
                    cython.address(before),
                )
                if touched < 0:
                    continue
                if sign * (nx * meeting.nx + ny * meeting.ny) > 1.0 - PARALLEL:
                    return  # it is an edge's as well
                if (before and not best_is_before) or (before == best_is_before and facing < best):
                    best = facing
                    best_nx = sign * nx
                    best_ny = sign * ny
                    best_is_before = before
                    part = touched if side else i
                    other_part = i if side else touched
    if best < 0.0:
        meeting.nx = best_nx + 0.0  # not -0.0
        meeting.ny = best_ny + 0.0
        meeting.other_nx = meeting.other_ny = 0.0
        meeting.part = meeting.shape + part
        meeting.other_part = meeting.other_shape + other_part
