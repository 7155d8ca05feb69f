"""When two shapes begin to hit, if one moves along a line.

Every two parts give an interval of time (`sweeps`). The union of these intervals begins where
a hit begins.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, parts_distance
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Obstacles
from cython.cimports.spritecol._engine.narrow_phase.quick_looks import look_at_quad
from cython.cimports.spritecol._engine.narrow_phase.sweeps import Passage, pass_by, sweep_parts
from cython.cimports.spritecol._engine.pipeline.contacts import ShapeContact, put_contact
from cython.cimports.spritecol._engine.pipeline.cut_normals import leave_out_cuts
from cython.cimports.spritecol._engine.pipeline.moved_row import (
    END_SLACK,
    box_of_part,
    shape_hits_shape,
    size_at,
    size_of_row,
)
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    NOTHING,
    POINT,
    POLYGON,
    SEGMENT,
    Collision,
)

CLEARLY = cython.declare(cython.double, 4e-9)
"""Of the size of the numbers: a wider gap is none by rounding, nor by what `settle` makes even."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def note_nearest(
    part: cython.int,
    other_part: cython.int,
    nearest: cython.pointer(cython.const[Nearest]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """Write the parts, the normal and the point of a meeting."""
    meeting.part = part
    meeting.other_part = other_part
    meeting.nx = nearest.nx + 0.0  # not -0.0
    meeting.ny = nearest.ny + 0.0
    meeting.px = 0.5 * (nearest.ax + nearest.bx)
    meeting.py = 0.5 * (nearest.ay + nearest.by)


def deepest_normal(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    meeting: cython.pointer(Meeting),
) -> cython.double:
    """The depth of two shapes that overlap, by the parts that do so most; notes the normal.

    If they do not overlap, returns -infinity and notes nothing. If they do so only along a seam,
    which has no depth, returns -infinity and notes the two parts.
    """
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    nearest: Nearest
    deepest: cython.double = INFINITY
    i: cython.int
    j: cython.int
    for i in range(meeting.shape, meeting.shape + count_a):
        part = store.parts + store.groups[a].first + i
        if part.kind == NOTHING:
            continue
        for j in range(meeting.other_shape, meeting.other_shape + count_b):
            other = store.parts + store.groups[b].first + j
            if (
                other.kind != NOTHING
                and overlap(box_of_part(store, a, part), box_of_part(store, b, other))
                and parts_overlap(part, other, store.pool)
            ):
                parts_distance(part, other, store.pool, cython.address(nearest))
                if nearest.distance < deepest:
                    deepest = nearest.distance
                    note_nearest(i, j, cython.address(nearest), meeting)
                elif deepest == INFINITY:
                    meeting.part = i
                    meeting.other_part = j
    return -deepest


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def normal_of_parts(
    store: Store,
    a: cython.int,
    b: cython.int,
    meeting: cython.pointer(Meeting),
) -> cython.double:
    """The depth of two shapes of one part each that overlap; notes the normal."""
    nearest: Nearest
    parts_distance(
        store.parts + store.groups[a].first + meeting.shape,
        store.parts + store.groups[b].first + meeting.other_shape,
        store.pool,
        cython.address(nearest),
    )
    note_nearest(meeting.shape, meeting.other_shape, cython.address(nearest), meeting)
    return -nearest.distance


def contact_normal(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    meeting: cython.pointer(Meeting),
) -> cython.double:
    """Note the normal by which it is decided if two shapes that overlap go deeper: their contact's.

    That of the least move that ends the hit of the whole shapes. Their parts may say otherwise: two
    halves of a bar are left soonest across the cut, the bar is not. Returns a depth of which that
    of the shapes is no less.
    """
    obstacles: Obstacles
    contact: ShapeContact
    depth: cython.double
    if count_a == 1 and count_b == 1:
        return normal_of_parts(store, a, b, meeting)
    depth = deepest_normal(store, a, b, count_a, count_b, meeting)
    obstacles = Obstacles()  # has no Python attributes: the garbage collector does not start here
    put_contact(
        store,
        a,
        meeting.shape,
        count_a,
        b,
        meeting.other_shape,
        count_b,
        obstacles,
        cython.address(contact),
    )
    meeting.nx = contact.nx
    meeting.ny = contact.ny
    meeting.px = contact.points[0]
    meeting.py = contact.points[1]
    if contact.count == 2:
        meeting.px = 0.5 * (contact.points[0] + contact.points[2])
        meeting.py = 0.5 * (contact.points[1] + contact.points[3])
    return depth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_entering(
    part: cython.pointer(cython.const[Collision]),
    other: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    dx: cython.double,
    dy: cython.double,
    passage: cython.pointer(Passage),
) -> cython.bint:
    """Whether a passage that has begun, though the exact test sees no hit, begins now.

    The two touch, and overlap by a rounding: boxes that are compared first have been rounded too.
    Then the direction decides. What slides along or recedes does not enter.
    """
    nearest: Nearest
    if POINT in (part.kind, other.kind):
        return passage.exit >= -passage.enter
    parts_distance(part, other, pool, cython.address(nearest))
    passage.nx = nearest.nx + 0.0  # not -0.0
    passage.ny = nearest.ny + 0.0
    passage.other_nx = passage.other_ny = 0.0
    return nearest.nx * dx + nearest.ny * dy < 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first_passage(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    started: cython.bint,
    after: cython.double,
    reach: cython.p_double,
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """The earliest passage of two shapes' parts that begins after a time.

    Writes to `reach` the end of those that begin no later than `after`, which are connected with
    it. If the shapes do not overlap at the start, a passage lies wholly before it or after it: see
    `is_entering`.
    """
    passage: Passage
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    best: cython.double = INFINITY
    slack: cython.double = 0.0
    is_thin: cython.bint
    i: cython.int
    j: cython.int
    if not started:
        slack = CLEARLY * (size_of_row(store, a, motion) + size_at(store, b))
    for i in range(meeting.shape, meeting.shape + count_a):
        part = store.parts + store.groups[a].first + i
        for j in range(meeting.other_shape, meeting.other_shape + count_b):
            other = store.parts + store.groups[b].first + j
            if (
                not started
                and (part.kind != BOX or other.kind != BOX)
                and pass_by(part, other, store.pool, motion.dx, motion.dy, slack)
            ):
                meeting.harmless = count_a == 1 and count_b == 1
                continue
            if not sweep_parts(
                part, other, store.pool, motion.dx, motion.dy, cython.address(passage)
            ):
                continue
            if started:
                if passage.exit <= 0.0:
                    continue
                # What is thin leaves one piece of a polygon and enters the next one at once.
                is_thin = part.kind <= SEGMENT or other.kind <= SEGMENT
                if passage.enter < after or (is_thin and passage.enter <= after * (1.0 + 1e-12)):
                    reach[0] = max(reach[0], passage.exit)
                    continue
            elif passage.enter < 0.0:
                if passage.exit <= 0.0 or not is_entering(
                    part, other, store.pool, motion.dx, motion.dy, cython.address(passage)
                ):
                    continue
                passage.enter = 0.0
            if passage.enter < best:
                best = passage.enter
                meeting.leave = passage.exit
                meeting.instant = not passage.enter < passage.exit
                meeting.part = i
                meeting.other_part = j
                meeting.nx = passage.nx
                meeting.ny = passage.ny
                meeting.other_nx = passage.other_nx
                meeting.other_ny = passage.other_ny
    meeting.fraction = best + 0.0  # not -0.0
    return best <= 1.0 + END_SLACK


def meet_parts(
    store: Store,
    a: cython.int,
    b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """`meet_shapes` for two shapes of one part each, which are convex."""
    part: cython.pointer(Collision) = store.parts + store.groups[a].first + meeting.shape
    other: cython.pointer(Collision) = store.parts + store.groups[b].first + meeting.other_shape
    nearest: Nearest
    look: cython.int = 0
    reach: cython.double = 0.0
    meeting.overlapping = meeting.instant = False
    meeting.other_nx = meeting.other_ny = 0.0
    meeting.harmless = overlap_branch_free(
        box_of_part(store, a, part), box_of_part(store, b, other)
    )
    if meeting.harmless:
        if part.kind == CIRCLE and other.kind == POLYGON and other.count == 4:  # a turned box
            look = look_at_quad(
                store.pool + part.first,
                store.pool + other.first,
                CLEARLY * (size_at(store, a) + size_at(store, b)),
                cython.address(nearest),
            )
        if look == 0:
            meeting.harmless = parts_overlap(part, other, store.pool)
            if meeting.harmless:
                parts_distance(part, other, store.pool, cython.address(nearest))
        else:
            meeting.harmless = look > 0
    if not meeting.harmless:
        return first_passage(store, a, b, 1, 1, motion, False, 0.0, cython.address(reach), meeting)
    note_nearest(meeting.shape, meeting.other_shape, cython.address(nearest), meeting)
    if meeting.nx * motion.dx + meeting.ny * motion.dy < 0.0:
        meeting.overlapping = True
        meeting.fraction = 0.0
        return True
    return False  # convex parts that have separated never meet again


def meet_shapes(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """When two shapes begin to hit, on a straight way: not yet verified."""
    reach: cython.double = 0.0
    after: cython.double = -1.0
    started: cython.bint
    if count_a == 1 and count_b == 1:
        return meet_parts(store, a, b, motion, meeting)
    started = shape_hits_shape(store, a, meeting.shape, count_a, b, meeting.other_shape, count_b)
    meeting.overlapping = meeting.instant = meeting.harmless = False
    meeting.other_nx = meeting.other_ny = 0.0
    if not started:
        if not first_passage(
            store, a, b, count_a, count_b, motion, False, 0.0, cython.address(reach), meeting
        ):
            return False
        leave_out_cuts(store, a, b, count_a, count_b, motion, meeting)
        return True
    contact_normal(store, a, b, count_a, count_b, meeting)
    if meeting.nx * motion.dx + meeting.ny * motion.dy < 0.0:
        meeting.overlapping = True
        meeting.fraction = 0.0
        return True
    while after < reach <= 1.0 + END_SLACK:
        after = max(reach, 0.0)
        if not first_passage(
            store, a, b, count_a, count_b, motion, True, after, cython.address(reach), meeting
        ):
            return False
        if reach <= after:
            leave_out_cuts(store, a, b, count_a, count_b, motion, meeting)
            return True
    return False
