"""The normal of an impact, outward from the row that rests, and the point where the two touch.

Of shapes that overlap at the start it is the normal of their contact; of two parts with several
ways out that are as short, the one into which the motion leads least. Of shapes that begin to hit
it is that of an edge of an outline, never of a cut between two pieces of a polygon. Where a cut
ends in a corner, and exactly that corner is met, several edges of a piece are met at once, and the
cut is one of them. Then the edges of both outlines that touch the other shape there are compared:
one is chosen that has the other shape before it, and of these the one that faces the motion most.
`normal_of_outline` in `narrow_phase/ray_kernels` chooses the normals of rays in this way.
"""

import cython
from cython import (
    NULL,
    address,
    bint,
    cfunc,
    double,
    exceptval,
    nogil,
    pointer,
    struct,
    with_gil,
)
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase.cores import corners_of
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    parts_distance,
)
from cython.cimports.spritecol._engine.narrow_phase.hit_kernels import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.part import is_seam, support
from cython.cimports.spritecol._engine.pipeline import row_shapes, shape_pair
from cython.cimports.spritecol._engine.pipeline.contact_search import ShapeContact, put_contact
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePairRef
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Part, PartRef
from cython.cimports.spritecol._engine.sweeps.impact import ImpactRef, MotionRef
from cython.cimports.spritecol._engine.sweeps.impact_tests import (
    place_at,
    place_back,
)
from cython.cimports.spritecol._engine.tolerances import FARTHER_ON, GRAZING, NOISE, PARALLEL, SAME
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import find_near_of_shape, next_near
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

DEGREES = 0.017453292519943295
"""In radians."""

Touch = struct(
    # A part that touches an edge of the other shape with a corner.
    part=cython.int,  # -1 if none does
    is_before=bint,  # all such parts lie on the side to which it looks, as far as edges there go
)

Corners = struct(
    # The vertices of a part, where it is at the impact.
    kind=cython.int,
    count=cython.int,  # 0 if the part is round, or nowhere
    v=Numbers,
    box=double[8],
    dx=double,
    dy=double,
)

# --- shapes that overlap --------------------------------------------------------------------------


def note_nearest(
    part: cython.int,
    other_part: cython.int,
    nearest: pointer(cython.const[Nearest]),
    impact: pointer(Impact),
) -> cython.void:
    """Write the parts, the normal, the point and the depth of an impact."""
    impact.part = part
    impact.other_part = other_part
    impact.nx = nearest.nx + 0.0  # not -0.0
    impact.ny = nearest.ny + 0.0
    impact.px = 0.5 * (nearest.ax + nearest.bx)
    impact.py = 0.5 * (nearest.ay + nearest.by)
    impact.depth = -nearest.distance


def deepest_normal(store: Store, impact: pointer(Impact)) -> double:
    """The depth of two shapes that overlap, by their deepest parts; notes the normal.

    If they do not overlap, returns -infinity and notes nothing. If they do so only along a seam,
    which has no depth, returns -infinity and notes the two parts.
    """
    a: cython.int = impact.pair.a
    b: cython.int = impact.pair.b
    nearest: Nearest
    deepest: double = INFINITY
    i: cython.int
    j: cython.int
    near: NearParts
    end: cython.int = impact.pair.first_b + impact.pair.count_b
    some: bint = row_shapes.pair_needs_role_test(store, address(impact.pair))
    find_near_of_shape(store, b, impact.pair.count_b, store.boxes + a, 0.0, 0.0, address(near))
    for i in range(impact.pair.first_a, impact.pair.first_a + impact.pair.count_a):
        part: pointer(Part) = shape_pair.part_of(store, a, i)
        if part.kind == layout.NOTHING:
            continue
        j = impact.pair.first_b - 1
        while True:
            j = next_near(address(near), j + 1, end)
            if j >= end:
                break
            other: pointer(Part) = shape_pair.part_of(store, b, j)
            if (
                other.kind != layout.NOTHING
                and overlap(
                    row_shapes.box_of_part(store, a, part), row_shapes.box_of_part(store, b, other)
                )
                and not (some and not row_shapes.pair_roles_meet(store, address(impact.pair), i, j))
                and parts_overlap(part, other, store.pool)
            ):
                parts_distance(part, other, store.pool, address(nearest))
                if nearest.distance < deepest:
                    deepest = nearest.distance
                    note_nearest(i, j, address(nearest), impact)
                elif deepest == INFINITY:
                    impact.part = i
                    impact.other_part = j
    return -deepest


def contact_normal(store: Store, impact: pointer(Impact)) -> double:
    """Note the contact normal of two shapes that overlap: it decides whether they go deeper.

    It is that of the least move that ends the hit of the whole shapes. Single parts would mislead:
    the least move out of one half of a bar may be across the cut, and then leads into the other
    half. Returns a lower bound of the depth of the shapes.
    """
    part: cython.int = impact.pair.first_a
    other_part: cython.int = impact.pair.first_b
    nearest: Nearest
    if impact.pair.count_a == 1 and impact.pair.count_b == 1:
        parts_distance(
            shape_pair.part_of(store, impact.pair.a, part),
            shape_pair.part_of(store, impact.pair.b, other_part),
            store.pool,
            address(nearest),
        )
        note_nearest(part, other_part, address(nearest), impact)
        return -nearest.distance
    depth: double = deepest_normal(store, impact)
    note_contact(store, impact)
    return depth


@cfunc
@with_gil
@exceptval(-1)
def note_contact(store: Store, impact: pointer(Impact)) -> cython.int:
    """Write the normal, the point and the depth of the contact of two shapes."""
    contact: ShapeContact
    put_contact(store, address(impact.pair), address(contact))
    impact.nx = contact.nx
    impact.ny = contact.ny
    impact.px = contact.points[0]
    impact.py = contact.points[1]
    if contact.count == 2:
        impact.px = 0.5 * (contact.points[0] + contact.points[2])
        impact.py = 0.5 * (contact.points[1] + contact.points[3])
    impact.depth = contact.depth
    return 0


def goes_deeper(store: Store, motion: MotionRef, impact: pointer(Impact)) -> bint:
    """Whether a motion gets two shapes deeper into each other, which overlap.

    The normal is that of the least move out. Another move may be as short, and the motion may lead
    along that one: a hair farther on it alone is the least, and the shapes go no deeper. If the
    motion leads against both, the one that it leads against less is noted, whichever was found.

    With a turn each point has its own way, and the normal turns, too: so it is how deep they are a
    little farther on that tells.
    """
    there: Impact
    turns: bint = motion.turn != 0.0
    if not turns and not leads_against(store, motion, impact):
        return False
    row: cython.int = impact.pair.a
    near: double = NOISE * (
        shape_pair.size_at(store, row) + shape_pair.size_at(store, impact.pair.b)
    )
    lone: bint = impact.pair.count_a == 1 and impact.pair.count_b == 1
    way: double = (
        fabs(motion.dx)
        + fabs(motion.dy)
        + fabs(DEGREES * motion.turn) * shape_pair.size_at(store, row)
    )
    there = impact[0]
    there.fraction = min(1.0, (FARTHER_ON * near if turns else near) / way)
    place_at(store, motion, address(there))
    try:
        if not lone and not shape_pair.shapes_hit(store, address(there.pair)):
            return False
        contact_normal(store, address(there))
    finally:
        place_back(store, row, motion)
    if there.depth > impact.depth + near:
        return True  # the way out that was the least is closed there, by the corner of a notch
    if turns or not leads_against(store, motion, address(there)):
        return False
    less: double = closing(store, motion, impact) - closing(store, motion, address(there))
    if lone and less > GRAZING * way:
        impact[0] = there
    return True


@cfunc
@inline
@nogil
@exceptval(check=False)
def longer_square(m: Numbers) -> double:
    """The square of the longer half axis of an ellipse, which a matrix makes of a circle."""
    area: double = m[0] * m[3] - m[1] * m[2]  # of half axes a and b: a*b
    squares: double = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3]  # a*a + b*b
    return 0.5 * (squares + sqrt(max(0.0, squares * squares - 4.0 * area * area)))


def radius_of(part: PartRef, pool: Numbers, flattest: bint) -> double:
    """The radius of what is round in a part, else 0; of an ellipse where that is flattest, or not.

    That is a*a / b, or b*b / a.
    """
    v: Numbers = pool + part.first
    if part.kind == layout.CIRCLE:
        return v[2]
    if part.kind == layout.CAPSULE:
        return v[4]
    if part.kind not in (layout.ELLIPSE, layout.STRETCHED):
        return 0.0
    m: Numbers = v + (4 if part.kind == layout.STRETCHED else 2)
    area: double = fabs(m[0] * m[3] - m[1] * m[2])
    longer: double = longer_square(m)
    cube: double = longer * sqrt(longer)
    return cube / area if flattest else area * area / cube


@cfunc
@inline
@nogil
@exceptval(check=False)
def leads_against(store: Store, motion: MotionRef, impact: ImpactRef) -> bint:
    """Whether a motion leads against the normal of an impact.

    On a slant by more than rounding: a slide along a wall leads away from it by so much, which may
    be deeper into what lies opposite.
    """
    into: double = closing(store, motion, impact)
    if impact.nx == 0.0 or impact.ny == 0.0 or into <= 0.0:
        return into > 0.0
    return into > NOISE * motion.size


def closing(store: Store, motion: MotionRef, impact: ImpactRef) -> double:
    """How fast two shapes that overlap at the start move into each other, where they touch."""
    v: double[2]
    if motion.turn == 0.0:
        return -(impact.nx * motion.dx + impact.ny * motion.dy)
    put_velocity(store, motion, motion.x, motion.y, impact, v)
    return -(impact.nx * v[0] + impact.ny * v[1])


def put_velocity(
    store: Store,
    motion: MotionRef,
    x: double,
    y: double,
    impact: ImpactRef,
    out: pointer(double),
) -> cython.void:
    """How the point of an impact moves, for a row at (x, y).

    With the turn, what is farther from the center does so faster.
    """
    group: pointer(CollisionGroup) = address(store.groups[impact.pair.a])
    rate: double = DEGREES * motion.turn
    x += 0.0 if group.flags & layout.OFFSET else group.center_x
    y += 0.0 if group.flags & layout.OFFSET else group.center_y
    out[0] = motion.dx - rate * (impact.py - y)
    out[1] = motion.dy + rate * (impact.px - x)


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
    one: PartRef = side.parts + part
    out.kind = one.kind
    out.count = one.count
    out.v = pool + one.first
    out.dx = side.dx
    out.dy = side.dy
    if one.kind == layout.BOX:
        corners_of(out.v, out.box)
        out.v = out.box
        out.count = 4
    elif one.kind == layout.CIRCLE and out.v[2] <= tiny:
        out.kind = layout.POINT
        out.count = 1
    elif one.kind not in (layout.POINT, layout.SEGMENT, layout.POLYGON):
        out.count = 0


@cfunc
@nogil
@exceptval(check=False)
def may_be_of_cut(
    pool: Numbers,
    sides: pointer(cython.const[Side]),
    nx: double,
    ny: double,
    level: double,
    near: double,
) -> bint:
    """Whether a normal might be that of a cut of either shape, where the two touch.

    The cut is at right angles to it, and at a level along it. Only cuts that are near count.
    """
    side: cython.int
    i: cython.int
    for side in range(2):
        i = -1
        while True:
            i = next_part(sides + side, i + 1)
            if i >= sides[side].count:
                break
            if sides[side].parts[i].kind == layout.SEAM:
                v: Numbers = pool + sides[side].parts[i].first
                dx: double = v[2] - v[0]
                dy: double = v[3] - v[1]
                x: double = level * nx - v[0] - sides[side].dx
                y: double = level * ny - v[1] - sides[side].dy
                length: double = sqrt(dx * dx + dy * dy)
                if fabs(nx * dx + ny * dy) <= PARALLEL * length and fabs(nx * x + ny * y) <= near:
                    return True
    return False


@cfunc
@nogil
@exceptval(check=False)
def touched_part(
    pool: Numbers,
    other: pointer(cython.const[Side]),
    a: Numbers,
    b: Numbers,
    nx: double,
    ny: double,
    near: double,
) -> Touch:
    """A part of the other shape whose corner is on the edge from a to b.

    (nx, ny) is the edge's normal, of length 1.
    """
    corners: Corners
    result: Touch
    i: cython.int = -1
    k: cython.int
    x: double = b[0] - a[0]
    y: double = b[1] - a[1]
    length: double = sqrt(x * x + y * y)
    result.part = -1
    result.is_before = True
    while True:
        i = next_part(other, i + 1)
        if i >= other.count:
            return result
        find_corners(pool, other, i, near, address(corners))
        for k in range(corners.count):
            x = corners.v[2 * k] + corners.dx - a[0]
            y = corners.v[2 * k + 1] + corners.dy - a[1]
            along: double = (x * (b[0] - a[0]) + y * (b[1] - a[1])) / length
            if fabs(nx * x + ny * y) <= near and -near <= along <= length + near:
                result.part = i
                result.is_before &= is_before(address(corners), k, nx, ny, near)


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_before(
    corners: pointer(cython.const[Corners]), k: cython.int, nx: double, ny: double, near: double
) -> bint:
    """Whether both edges of a part at a corner lie on the side to which (nx, ny) points."""
    next: cython.int = (k + 1) % corners.count
    last: cython.int = (k + corners.count - 1) % corners.count
    x: double = corners.v[2 * k]
    y: double = corners.v[2 * k + 1]
    return (
        nx * (corners.v[2 * next] - x) + ny * (corners.v[2 * next + 1] - y) >= -near
        and nx * (corners.v[2 * last] - x) + ny * (corners.v[2 * last + 1] - y) >= -near
    )


@cfunc
@inline
@nogil
@exceptval(check=False)
def widen(box: pointer(Box), dx: double, dy: double, by: double) -> cython.void:
    """Move a box, and widen it by a bit more than what is given, since that is rounded."""
    box.left += dx - 2.0 * by
    box.top += dy - 2.0 * by
    box.right += dx + 2.0 * by
    box.bottom += dy + 2.0 * by


@cfunc
@inline
@nogil
@exceptval(check=False)
def next_part(side: pointer(cython.const[Side]), part: cython.int) -> cython.int:
    """The next part from one on that may touch the other shape; their count if there is none."""
    end: cython.int = side.first + side.count
    return next_near(address(side.near), side.first + part, end) - side.first


def put_sides(
    store: Store,
    pair: ShapePairRef,
    dx: double,
    dy: double,
    near: double,
    sides: pointer(Side),
) -> cython.void:
    """Write both shapes of a pair; the first one has moved by (dx, dy) from where it is.

    What is `near` touches.
    """
    box: Box = store.boxes[pair.b]
    widen(address(box), -dx, -dy, near)
    find_near_of_shape(store, pair.a, pair.count_a, address(box), 0.0, 0.0, address(sides[0].near))
    box = store.boxes[pair.a]
    widen(address(box), dx, dy, near)
    find_near_of_shape(store, pair.b, pair.count_b, address(box), 0.0, 0.0, address(sides[1].near))
    sides[0].first = pair.first_a
    sides[1].first = pair.first_b
    sides[0].parts = shape_pair.part_of(store, pair.a, pair.first_a)
    sides[0].count = pair.count_a
    sides[0].dx = dx
    sides[0].dy = dy
    sides[1].parts = shape_pair.part_of(store, pair.b, pair.first_b)
    sides[1].count = pair.count_b
    sides[1].dx = sides[1].dy = 0.0


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_cut(pool: Numbers, side: pointer(cython.const[Side]), a: Numbers, b: Numbers) -> bint:
    """Whether an edge of a piece that touches the other shape is a cut of the polygon."""
    i: cython.int = -1
    while True:
        i = next_part(side, i + 1)
        if i >= side.count:
            return False
        if is_seam(pool, side.parts + i, 1, a, b):
            return True


def best_edge(
    pool: Numbers, sides: pointer(cython.const[Side]), wanted: pointer(cython.const[Wanted])
) -> Edge:
    """The edge of either outline that touches the other shape there and faces the motion most.

    One that has the other shape before it is preferred.
    """
    corners: Corners
    edge: Edge
    best: Edge
    side: cython.int
    i: cython.int
    k: cython.int
    best.found = False
    best.nx = best.ny = 0.0
    for side in range(2):
        i = -1
        while True:
            i = next_part(sides + side, i + 1)
            if i >= sides[side].count:
                break
            if sides[side].parts[i].kind not in (layout.SEGMENT, layout.BOX, layout.POLYGON):
                continue
            find_corners(pool, sides + side, i, 0.0, address(corners))
            for k in range(corners.count):
                edge = edge_of(pool, sides, side, i, address(corners), k, wanted)
                if not edge.found:
                    continue
                if (
                    not best.found
                    or (edge.is_before and not best.is_before)
                    or (edge.is_before == best.is_before and edge.facing < best.facing)
                ):
                    best = edge
    return best


@cfunc
@inline
@nogil
@exceptval(check=False)
def looks_at(wanted: pointer(cython.const[Wanted]), edge: pointer(cython.const[Edge])) -> bint:
    """Whether an edge looks along the front that is wanted, or faces the motion."""
    if wanted.front is NULL:
        return edge.facing < 0.0
    return (
        edge.facing <= SAME * sqrt(wanted.vx * wanted.vx + wanted.vy * wanted.vy)
        and edge.nx * wanted.front[0] + edge.ny * wanted.front[1] > wanted.least
    )


@cfunc
@nogil
@exceptval(check=False)
def edge_of(
    pool: Numbers,
    sides: pointer(cython.const[Side]),
    side: cython.int,
    part: cython.int,
    corners: pointer(cython.const[Corners]),
    k: cython.int,
    wanted: pointer(cython.const[Wanted]),
) -> Edge:
    """The edge of a part from its corner `k` on, if it is one that is wanted: see `Wanted`."""
    edge: Edge
    a: double[2]
    b: double[2]
    p: Numbers = corners.v + 2 * k
    q: Numbers = corners.v + 2 * ((k + 1) % corners.count)
    sign: double = -1.0 if side == 0 else 1.0  # the normal is outward from the row that rests
    edge.found = False
    a[0] = p[0] + corners.dx
    a[1] = p[1] + corners.dy
    b[0] = q[0] + corners.dx
    b[1] = q[1] + corners.dy
    length: double = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]))
    if not length > 0.0:
        return edge
    nx: double = (b[1] - a[1]) / length
    ny: double = (a[0] - b[0]) / length
    edge.nx = sign * nx + 0.0  # not -0.0
    edge.ny = sign * ny + 0.0
    edge.facing = sign * (nx * wanted.vx + ny * wanted.vy)
    if not looks_at(wanted, address(edge)):
        return edge
    touch: Touch = touched_part(pool, sides + (1 - side), a, b, nx, ny, wanted.near)
    edge.found = (
        touch.part >= 0
        and (wanted.front is NULL or touch.is_before)
        and not (corners.count > 2 and is_cut(pool, sides + side, p, q))
    )
    edge.is_before = touch.is_before
    edge.part = touch.part if side else part
    edge.other_part = part if side else touch.part
    return edge


def leave_out_cuts(store: Store, motion: MotionRef, impact: pointer(Impact)) -> cython.void:
    """Put the normal of an outline in place of one that might be that of a cut, on a straight way.

    The parts that touch there are noted, too.
    """
    both: Side[2]
    wanted: Wanted
    dx: double = impact.fraction * motion.dx
    dy: double = impact.fraction * motion.dy
    wanted.near = touching_distance(store, motion, address(impact.pair))
    put_sides(store, address(impact.pair), dx, dy, wanted.near, both)
    met: pointer(Part) = shape_pair.part_of(store, impact.pair.b, impact.other_part)
    level: double = support(met, store.pool, impact.nx, impact.ny)
    if not may_be_of_cut(store.pool, both, impact.nx, impact.ny, level, wanted.near):
        return
    wanted.vx = motion.dx
    wanted.vy = motion.dy
    wanted.front = NULL
    edge: Edge = best_edge(store.pool, both, address(wanted))
    if edge.found:
        impact.nx = edge.nx
        impact.ny = edge.ny
        impact.other_nx = impact.other_ny = 0.0
        impact.part = impact.pair.first_a + edge.part
        impact.other_part = impact.pair.first_b + edge.other_part
