"""The normal of an impact, outward from the row that rests, and the point where the two touch.

For shapes that overlap at the start, it is the normal of their contact. If two parts have several
equally short ways out, it is the one that the motion is least against. For shapes that begin to
hit, it is the normal of an edge of an outline, never of a cut between two pieces of a polygon. The
outline knows which edges are cuts (`Outline.cuts`). Among pieces that are met at once,
`first_interval` in `meeting` chooses one whose edge is not a cut and that faces the motion most.
Only if all of them are met at cuts, as where two cuts end in a corner, the edges of both outlines
that touch the other shape there are compared (`best_edge`).
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import gap_between
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.cores import vertices_of
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import support
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    PartPairs,
    ShapePair,
    ShapePairRef,
)
from cython.cimports.spritecol._engine.pipeline.contact_search import ShapeContact, put_contact
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part, PartRef, RowRecord
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactRef,
    MotionRef,
    place_at_impact,
    place_back,
)
from cython.cimports.spritecol._engine.tolerances import FARTHER_ON, GRAZING, NOISE, PARALLEL, SAME
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts
from cython.cimports.spritecol._engine.transform.rows import Cuts, cuts_of, is_cut
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

DEGREES = 0.017453292519943295
"""In radians."""

MOST_TOUCHING = C.declare(C.int, 32)
"""How many parts are looked at that touch one part in a point: more hardly fit there."""

Touching = C.struct(
    # Which parts of a row touch a part of another one.
    row=C.int,
    first=C.int,  # of those that are asked about
    end=C.int,
    near=NearParts,  # which of these may
    parts=C.int[32],
    count=C.int,
)

# --- shapes that overlap --------------------------------------------------------------------------


def note_nearest(
    part: C.int,
    other_part: C.int,
    nearest: C.pointer(C.const[Nearest]),
    impact: C.pointer(Impact),
) -> C.void:
    """Write the parts, the normal, the point and the depth of an impact."""
    impact.part = part
    impact.other_part = other_part
    impact.nx = nearest.nx + 0.0  # not -0.0
    impact.ny = nearest.ny + 0.0
    impact.px = 0.5 * (nearest.ax + nearest.bx)
    impact.py = 0.5 * (nearest.ay + nearest.by)
    impact.depth = -nearest.distance


def deepest_normal(store: Store, impact: C.pointer(Impact)) -> C.double:
    """The depth of two shapes that overlap, by their deepest parts; notes the normal.

    If they do not overlap, returns -infinity and notes nothing. If they do so only along a seam,
    which has no depth, returns -infinity and notes the two parts.
    """
    pair: C.pointer(ShapePair) = C.address(impact.pair)
    nearest: Nearest
    deepest: C.double = INFINITY
    near: NearPair
    near.a.all = True
    near_parts.find_near_of_shape(
        store, pair.b, pair.count_b, store.boxes + pair.a, 0.0, 0.0, C.address(near.b)
    )
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, C.address(near), 0.0)
    while shape_pair.next_pair(store, C.address(parts)):
        if parts_overlap(parts.part, parts.other, store.pool):
            parts_distance(parts.part, parts.other, store.pool, C.address(nearest))
            if nearest.distance < deepest:
                deepest = nearest.distance
                note_nearest(parts.i, parts.j, C.address(nearest), impact)
            elif deepest == INFINITY:
                impact.part = parts.i
                impact.other_part = parts.j
    return -deepest


def contact_normal(store: Store, impact: C.pointer(Impact)) -> C.double:
    """Note the contact normal of two shapes that overlap: it decides whether they go deeper.

    It is the direction of a short move that ends the hit of the whole shapes. Single parts would
    mislead: the least move out of one half of a bar may be across the cut, and then leads
    into the other half. Returns a lower bound of the depth of the shapes.
    """
    part: C.int = impact.pair.first_a
    other_part: C.int = impact.pair.first_b
    nearest: Nearest
    if impact.pair.count_a == 1 and impact.pair.count_b == 1:
        parts_distance(
            shape_pair.part_of(store, impact.pair.a, part),
            shape_pair.part_of(store, impact.pair.b, other_part),
            store.pool,
            C.address(nearest),
        )
        note_nearest(part, other_part, C.address(nearest), impact)
        return -nearest.distance
    depth: C.double = deepest_normal(store, impact)
    note_contact(store, impact)
    return depth


@C.cfunc
@C.with_gil
@C.exceptval(-1)
def note_contact(store: Store, impact: C.pointer(Impact)) -> C.int:
    """Write the normal, the point and the depth of the contact of two shapes."""
    contact: ShapeContact
    put_contact(workspace_of(store).two_shapes, C.address(impact.pair), C.address(contact))
    impact.nx = contact.nx
    impact.ny = contact.ny
    impact.px = contact.points[0]
    impact.py = contact.points[1]
    if contact.count == 2:
        impact.px = 0.5 * (contact.points[0] + contact.points[2])
        impact.py = 0.5 * (contact.points[1] + contact.points[3])
    impact.depth = contact.depth
    return 0


def goes_deeper(store: Store, motion: MotionRef, impact: C.pointer(Impact)) -> C.bint:
    """Whether a motion gets two shapes deeper into each other, which overlap.

    The normal is the direction of a short move out. Another move may be as short, and the
    motion may lead along that one: a hair farther on it alone is the least, and the shapes go no
    deeper. If the motion leads against both, the one that it leads against less is noted, whichever
    was found.

    In a rotation, each point has its own way, and the normal rotates, too. So the depth a little
    farther on decides.
    """
    there: Impact
    turns: C.bint = motion.turn != 0.0
    if not turns and not leads_against(store, motion, impact):
        return False
    row: C.int = impact.pair.a
    near: C.double = NOISE * (
        shape_pair.size_at(store, row) + shape_pair.size_at(store, impact.pair.b)
    )
    lone: C.bint = impact.pair.count_a == 1 and impact.pair.count_b == 1
    way: C.double = (
        fabs(motion.dx)
        + fabs(motion.dy)
        + fabs(DEGREES * motion.turn) * shape_pair.size_at(store, row)
    )
    there = impact[0]
    there.fraction = min(1.0, (FARTHER_ON * near if turns else near) / way)
    place_at_impact(store, motion, C.address(there))
    try:
        if not lone and not shape_pair.shapes_hit(store, C.address(there.pair)):
            return False
        contact_normal(store, C.address(there))
    finally:
        place_back(store, row, motion)
    if there.depth > impact.depth + near:
        return True  # the way out that was the least is closed there, by the corner of a notch
    if turns or not leads_against(store, motion, C.address(there)):
        return False
    less: C.double = closing(store, motion, impact) - closing(store, motion, C.address(there))
    if lone and less > GRAZING * way:
        impact[0] = there
    return True


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def longer_square(m: Numbers) -> C.double:
    """The square of the longer half axis of an ellipse, which a matrix makes of a circle."""
    area: C.double = m[0] * m[3] - m[1] * m[2]  # of half axes a and b: a*b
    squares: C.double = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3]  # a*a + b*b
    return 0.5 * (squares + sqrt(max(0.0, squares * squares - 4.0 * area * area)))


def radius_of(part: PartRef, pool: Numbers) -> C.double:
    """The radius of the round part of a part, or else 0. For an ellipse, it is the radius at its
    flattest point: a*a / b.
    """
    v: Numbers = pool + part.first
    if part.kind == layout.CIRCLE:
        return v[2]
    if part.kind == layout.CAPSULE:
        return v[4]
    if part.kind not in (layout.ELLIPSE, layout.STRETCHED):
        return 0.0
    m: Numbers = v + (4 if part.kind == layout.STRETCHED else 2)
    area: C.double = fabs(m[0] * m[3] - m[1] * m[2])
    longer: C.double = longer_square(m)
    return longer * sqrt(longer) / area


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def leads_against(store: Store, motion: MotionRef, impact: ImpactRef) -> C.bint:
    """Whether a motion leads against the normal of an impact.

    On a slant, or within a hair, by more than rounding: a slide along a wall leads away from it by
    that much, which may be deeper into the opposite side, and `5 * cos(90 degrees)` is not 0.
    """
    into: C.double = closing(store, motion, impact)
    least: C.double = 0.0
    if motion.hair > 0.0:  # more than what blocks let pass
        least = PARALLEL * (fabs(motion.dx) + fabs(motion.dy)) + NOISE * motion.size
    elif impact.nx != 0.0 and impact.ny != 0.0 and into > 0.0:
        least = NOISE * motion.size
    return into > least


def closing(store: Store, motion: MotionRef, impact: ImpactRef) -> C.double:
    """How fast two shapes that overlap at the start move into each other, where they touch."""
    v: C.double[2]
    if motion.turn == 0.0:
        return -(impact.nx * motion.dx + impact.ny * motion.dy)
    put_velocity(store, motion, motion.x, motion.y, impact, v)
    return -(impact.nx * v[0] + impact.ny * v[1])


def put_velocity(
    store: Store,
    motion: MotionRef,
    x: C.double,
    y: C.double,
    impact: ImpactRef,
    out: C.pointer(C.double),
) -> C.void:
    """How the point of an impact moves, for a row at (x, y).

    With the turn, what is farther from the center does so faster.
    """
    record: C.pointer(RowRecord) = C.address(store.records[impact.pair.a])
    rate: C.double = DEGREES * motion.turn
    x += 0.0 if record.flags & layout.OFFSET else record.center_x
    y += 0.0 if record.flags & layout.OFFSET else record.center_y
    out[0] = motion.dx - rate * (impact.py - y)
    out[1] = motion.dy + rate * (impact.px - x)


# --- shapes that touch ----------------------------------------------------------------------------


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_sharp(part: PartRef, pool: Numbers, near: C.double) -> C.bint:
    """Whether a part is a list of vertices, or a circle so tiny that it is a point."""
    return part.kind in (layout.POINT, layout.SEGMENT, layout.BOX, layout.POLYGON) or (
        part.kind == layout.CIRCLE and pool[part.first + 2] <= near
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def looks_at(wanted: C.pointer(C.const[Wanted]), edge: C.pointer(C.const[Edge])) -> C.bint:
    """Whether an edge looks along the front that is wanted, or faces the motion."""
    if wanted.front is C.NULL:
        return edge.facing < 0.0
    return (
        edge.facing <= SAME * sqrt(wanted.vx * wanted.vx + wanted.vy * wanted.vy)
        and edge.nx * wanted.front[0] + edge.ny * wanted.front[1] > wanted.least
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def find_touching(
    store: Store, row: C.int, part: PartRef, near: C.double, touching: C.pointer(Touching)
) -> C.bint:
    """Find which parts of another row touch a part, as both are placed; whether any does."""
    nearest: Nearest
    j: C.int = near_parts.next_near(C.address(touching.near), touching.first, touching.end)
    box: BoxRef = shape_pair.box_of_part(store, row, part)
    touching.count = 0
    while j < touching.end and touching.count < MOST_TOUCHING:
        other: C.pointer(Part) = shape_pair.part_of(store, touching.row, j)
        if (
            is_sharp(other, store.pool, near)
            and gap_between(box, shape_pair.box_of_part(store, touching.row, other)) <= near
        ):
            parts_distance(part, other, store.pool, C.address(nearest))
            if fabs(nearest.distance) <= near:
                touching.parts[touching.count] = j
                touching.count += 1
        j = near_parts.next_near(C.address(touching.near), j + 1, touching.end)
    return touching.count > 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def face_more(
    store: Store,
    row: C.int,
    index: C.int,
    touching: C.pointer(C.const[Touching]),
    sign: C.double,
    wanted: C.pointer(C.const[Wanted]),
    best: C.pointer(Edge),
) -> C.bint:
    """Write the edge of a part that faces the motion most, if it faces it more than `best`.

    Only edges count that are wanted, no cuts, and have all parts before them that touch the part.
    Normals get the sign. Returns whether there is one.
    """
    corners: C.double[8]
    edge: Edge
    k: C.int
    m: C.int
    found: C.bint = False
    part: C.pointer(Part) = shape_pair.part_of(store, row, index)
    count: C.int = part.count
    if part.kind not in (layout.SEGMENT, layout.BOX, layout.POLYGON):
        return False
    cuts: Cuts = cuts_of(store, row, index)
    v: Numbers = vertices_of(part.kind, store.pool + part.first, C.address(count), corners)
    p: Numbers = v + 2 * count - 2
    for k in range(count):
        q: Numbers = v + 2 * k
        nx: C.double = q[1] - p[1]
        ny: C.double = p[0] - q[0]
        length: C.double = sqrt(nx * nx + ny * ny)
        if length > 0.0 and not is_cut(C.address(cuts), k):
            nx /= length
            ny /= length
            edge.nx = sign * nx + 0.0  # not -0.0
            edge.ny = sign * ny + 0.0
            edge.facing = edge.nx * wanted.vx + edge.ny * wanted.vy
            edge.found = looks_at(wanted, C.address(edge)) and (
                not best.found or edge.facing < best.facing
            )
            level: C.double = nx * p[0] + ny * p[1] - wanted.near
            for m in range(touching.count):
                other: C.pointer(Part) = shape_pair.part_of(store, touching.row, touching.parts[m])
                edge.found = edge.found and -support(other, store.pool, -nx, -ny) >= level
            if edge.found:
                best[0] = edge
                found = True
        p = q
    return found


def best_edge(store: Store, pair: ShapePairRef, wanted: C.pointer(C.const[Wanted])) -> Edge:
    """The edge of either shape that touches the other one and faces the motion most: see `Wanted`.

    Both are where they meet.
    """
    best: Edge
    touching: Touching
    side: C.int
    i: C.int
    best.found = False
    best.nx = best.ny = 0.0
    for side in range(2):
        row: C.int = pair.a if side else pair.b
        first: C.int = pair.first_a if side else pair.first_b
        end: C.int = first + (pair.count_a if side else pair.count_b)
        touching.row = pair.b if side else pair.a
        touching.first = pair.first_b if side else pair.first_a
        touching.end = touching.first + (pair.count_b if side else pair.count_a)
        find_near_of_other(store, row, C.address(touching), wanted.near)
        for i in range(first, end):
            part: C.pointer(Part) = shape_pair.part_of(store, row, i)
            if (
                is_sharp(part, store.pool, wanted.near)
                and find_touching(store, row, part, wanted.near, C.address(touching))
                and face_more(
                    store,
                    row,
                    i,
                    C.address(touching),
                    -1.0 if side else 1.0,
                    wanted,
                    C.address(best),
                )
            ):
                best.part = i if side else touching.parts[0]
                best.other_part = touching.parts[0] if side else i
    return best


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def find_near_of_other(
    store: Store, row: C.int, touching: C.pointer(Touching), near: C.double
) -> C.void:
    """Find which parts of the other row may touch a row."""
    box: Box = store.boxes[row]
    widen_by(C.address(box), near)
    near_parts.find_near_of_shape(
        store,
        touching.row,
        touching.end - touching.first,
        C.address(box),
        0.0,
        0.0,
        C.address(touching.near),
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def widen_by(box: C.pointer(Box), by: C.double) -> C.void:
    """Widen a box by a bit more than the given amount, because that is rounded."""
    box.left -= 2.0 * by
    box.top -= 2.0 * by
    box.right += 2.0 * by
    box.bottom += 2.0 * by


def leave_cut(store: Store, motion: MotionRef, impact: C.pointer(Impact)) -> C.void:
    """Replace the normal of a cut by the normal of an edge, on a straight way.

    The parts that touch there are noted, too. The row is at its start, and is put back.
    """
    wanted: Wanted
    wanted.vx = motion.dx
    wanted.vy = motion.dy
    wanted.front = C.NULL
    wanted.near = touching_distance(store, motion, C.address(impact.pair))
    place_at_impact(store, motion, impact)
    edge: Edge = best_edge(store, C.address(impact.pair), C.address(wanted))
    place_back(store, impact.pair.a, motion)
    if edge.found:
        impact.nx = edge.nx
        impact.ny = edge.ny
        impact.other_nx = impact.other_ny = 0.0
        impact.part = edge.part
        impact.other_part = edge.other_part
