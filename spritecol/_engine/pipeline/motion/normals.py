"""The normal of a meeting, outward from the row that rests, and the point where the two touch.

Of shapes that overlap at the start it is the normal of their contact. Of shapes that begin to hit
it is that of an edge of an outline, never of a cut between two pieces of a polygon. Where a cut
ends in a corner, and exactly that corner is met, several edges of a piece are met at once, and the
cut is one of them. Then the edges of both outlines that touch the other shape there are compared:
one is chosen that has the other shape before it, and of these the one that faces the motion most.
`normal_of_outline` in `narrow_phase/rays` chooses the normals of rays in this way.
"""

import cython
from cython import (
    address,
    bint,
    cfunc,
    declare,
    double,
    exceptval,
    nogil,
    pointer,
    struct,
    with_gil,
)
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.box import overlap
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, parts_distance
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Obstacles
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of, is_seam, touching_point
from cython.cimports.spritecol._engine.pipeline.contacts import ShapeContact, put_contact
from cython.cimports.spritecol._engine.pipeline.motion.meeting import size_of_motion
from cython.cimports.spritecol._engine.pipeline.shape_pair import box_of_part, part_of, size_at
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    NOTHING,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
    Part,
)

PARALLEL = declare(double, 1e-12)
"""The sine of the largest angle that counts as none: directions are rounded."""

TOUCHING = declare(double, 1e-9)
"""A share of the size of the numbers: what is nearer than this touches."""

Corners = struct(
    # The vertices of a part, where it is at the meeting.
    kind=cython.int,
    count=cython.int,  # 0 if the part is round, or nowhere
    v=Numbers,
    box=double[8],
    dx=double,
    dy=double,
)

Side = struct(
    # One of the two shapes that meet.
    parts=pointer(cython.const[Part]),
    count=cython.int,
    dx=double,  # how far it has moved
    dy=double,
)

# --- shapes that overlap --------------------------------------------------------------------------


def note_nearest(
    part: cython.int,
    other_part: cython.int,
    nearest: pointer(cython.const[Nearest]),
    meeting: pointer(Meeting),
) -> cython.void:
    """Write the parts, the normal and the point of a meeting."""
    meeting.part = part
    meeting.other_part = other_part
    meeting.nx = nearest.nx + 0.0  # not -0.0
    meeting.ny = nearest.ny + 0.0
    meeting.px = 0.5 * (nearest.ax + nearest.bx)
    meeting.py = 0.5 * (nearest.ay + nearest.by)


def deepest_normal(store: Store, meeting: pointer(Meeting)) -> double:
    """The depth of two shapes that overlap, by their deepest parts; notes the normal.

    If they do not overlap, returns -infinity and notes nothing. If they do so only along a seam,
    which has no depth, returns -infinity and notes the two parts.
    """
    a: cython.int = meeting.pair.a
    b: cython.int = meeting.pair.b
    nearest: Nearest
    deepest: double = INFINITY
    i: cython.int
    j: cython.int
    for i in range(meeting.pair.first_a, meeting.pair.first_a + meeting.pair.count_a):
        part: pointer(Part) = part_of(store, a, i)
        if part.kind == NOTHING:
            continue
        for j in range(meeting.pair.first_b, meeting.pair.first_b + meeting.pair.count_b):
            other: pointer(Part) = part_of(store, b, j)
            if (
                other.kind != NOTHING
                and overlap(box_of_part(store, a, part), box_of_part(store, b, other))
                and parts_overlap(part, other, store.pool)
            ):
                parts_distance(part, other, store.pool, address(nearest))
                if nearest.distance < deepest:
                    deepest = nearest.distance
                    note_nearest(i, j, address(nearest), meeting)
                elif deepest == INFINITY:
                    meeting.part = i
                    meeting.other_part = j
    return -deepest


def contact_normal(store: Store, meeting: pointer(Meeting)) -> double:
    """Note the contact normal of two shapes that overlap: it decides whether they go deeper.

    It is that of the least move that ends the hit of the whole shapes. Single parts would mislead:
    the least move out of one half of a bar may be across the cut, and then leads into the other
    half. Returns a lower bound of the depth of the shapes.
    """
    part: cython.int = meeting.pair.first_a
    other_part: cython.int = meeting.pair.first_b
    nearest: Nearest
    if meeting.pair.count_a == 1 and meeting.pair.count_b == 1:
        parts_distance(
            part_of(store, meeting.pair.a, part),
            part_of(store, meeting.pair.b, other_part),
            store.pool,
            address(nearest),
        )
        note_nearest(part, other_part, address(nearest), meeting)
        return -nearest.distance
    depth: double = deepest_normal(store, meeting)
    note_contact(store, meeting)
    return depth


@cfunc
@with_gil
@exceptval(-1)
def note_contact(store: Store, meeting: pointer(Meeting)) -> cython.int:
    """Write the normal and the point of the contact of two shapes."""
    obstacles: Obstacles = Obstacles()  # the garbage collector does not start here: it has no
    contact: ShapeContact  # Python attributes
    put_contact(store, address(meeting.pair), obstacles, address(contact))
    meeting.nx = contact.nx
    meeting.ny = contact.ny
    meeting.px = contact.points[0]
    meeting.py = contact.points[1]
    if contact.count == 2:
        meeting.px = 0.5 * (contact.points[0] + contact.points[2])
        meeting.py = 0.5 * (contact.points[1] + contact.points[3])
    return 0


def note_point(store: Store, meeting: pointer(Meeting)) -> cython.void:
    """Write where the two touch, for a row that is placed at its meeting."""
    point: double[2]
    touching_point(
        part_of(store, meeting.pair.a, meeting.part),
        part_of(store, meeting.pair.b, meeting.other_part),
        store.pool,
        meeting.nx,
        meeting.ny,
        point,
    )
    meeting.px = point[0]
    meeting.py = point[1]


# --- shapes whose corners meet --------------------------------------------------------------------


@cfunc
@nogil
@exceptval(check=False)
def find_corners(
    pool: Numbers,
    side: pointer(cython.const[Side]),
    part: cython.int,
    tiny: double,
    out: pointer(Corners),
) -> cython.void:
    """The vertices of a part; a circle that is tiny is a point."""
    one: pointer(cython.const[Part]) = side.parts + part
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


@cfunc
@nogil
@exceptval(check=False)
def is_along_seam(pool: Numbers, side: pointer(cython.const[Side]), nx: double, ny: double) -> bint:
    """Whether a normal might be that of a seam of a shape."""
    i: cython.int
    for i in range(side.count):
        if side.parts[i].kind == SEAM:
            v: Numbers = pool + side.parts[i].first
            dx: double = v[2] - v[0]
            dy: double = v[3] - v[1]
            if fabs(nx * dx + ny * dy) <= PARALLEL * (fabs(dx) + fabs(dy)):
                return True
    return False


@cfunc
@nogil
@exceptval(check=False)
def touched_part(
    pool: Numbers,
    other: pointer(cython.const[Side]),
    ax: double,
    ay: double,
    bx: double,
    by: double,
    nx: double,
    ny: double,
    near: double,
    is_before: pointer(bint),
) -> cython.int:
    """A part of the other shape whose corner is on the edge from a to b, or -1.

    (nx, ny) is the edge's normal, of length 1. `is_before` tells whether all such parts lie on the
    side to which it points, as far as their edges at that corner go.
    """
    corners: Corners
    found: cython.int = -1
    length: double = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    i: cython.int
    k: cython.int
    step: cython.int
    is_before[0] = True
    for i in range(other.count):
        find_corners(pool, other, i, near, address(corners))
        for k in range(corners.count):
            x: double = corners.v[2 * k] + corners.dx - ax
            y: double = corners.v[2 * k + 1] + corners.dy - ay
            along: double = (x * (bx - ax) + y * (by - ay)) / length
            if fabs(nx * x + ny * y) <= near and -near <= along <= length + near:
                found = i
                for step in range(2):
                    m: cython.int = (k + 1 if step else k + corners.count - 1) % corners.count
                    x = corners.v[2 * m] - corners.v[2 * k]
                    y = corners.v[2 * m + 1] - corners.v[2 * k + 1]
                    if nx * x + ny * y < -near:
                        is_before[0] = False
    return found


def leave_out_cuts(
    store: Store, motion: pointer(cython.const[Motion]), meeting: pointer(Meeting)
) -> cython.void:
    """Put the normal of an outline in place of one that might be that of a cut, on a straight way.

    The parts that touch there are noted, too.
    """
    both: Side[2]
    corners: Corners
    pool: Numbers = store.pool
    best: double = 0.0
    best_nx: double = 0.0
    best_ny: double = 0.0
    best_is_before: bint = False
    before: bint
    part: cython.int = 0
    other_part: cython.int = 0
    side: cython.int
    i: cython.int
    k: cython.int
    both[0].parts = part_of(store, meeting.pair.a, meeting.pair.first_a)
    both[0].count = meeting.pair.count_a
    both[0].dx = meeting.fraction * motion.dx
    both[0].dy = meeting.fraction * motion.dy
    both[1].parts = part_of(store, meeting.pair.b, meeting.pair.first_b)
    both[1].count = meeting.pair.count_b
    both[1].dx = both[1].dy = 0.0
    sides: pointer(cython.const[Side]) = both
    if not is_along_seam(pool, sides, meeting.nx, meeting.ny) and not is_along_seam(
        pool, sides + 1, meeting.nx, meeting.ny
    ):
        return
    near: double = TOUCHING * (
        size_of_motion(store, meeting.pair.a, motion) + size_at(store, meeting.pair.b)
    )
    for side in range(2):
        sign: double = -1.0 if side == 0 else 1.0  # the normal is outward from `b`
        for i in range(sides[side].count):
            if sides[side].parts[i].kind not in (SEGMENT, BOX, POLYGON):
                continue
            find_corners(pool, sides + side, i, 0.0, address(corners))
            for k in range(corners.count):
                p: Numbers = corners.v + 2 * k
                q: Numbers = corners.v + 2 * ((k + 1) % corners.count)
                if corners.kind == POLYGON and is_seam(
                    pool, sides[side].parts, sides[side].count, p, q
                ):
                    continue
                ax: double = p[0] + corners.dx
                ay: double = p[1] + corners.dy
                bx: double = q[0] + corners.dx
                by: double = q[1] + corners.dy
                length: double = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
                if not length > 0.0:
                    continue
                nx: double = (by - ay) / length
                ny: double = (ax - bx) / length
                facing: double = sign * (nx * motion.dx + ny * motion.dy)
                if not facing < 0.0:
                    continue
                touched: cython.int = touched_part(
                    pool, sides + (1 - side), ax, ay, bx, by, nx, ny, near, address(before)
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
        meeting.part = meeting.pair.first_a + part
        meeting.other_part = meeting.pair.first_b + other_part
