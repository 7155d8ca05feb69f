"""Proves a meeting by the exact test: steps back from it until there is no hit."""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, parts_distance
from cython.cimports.spritecol._engine.narrow_phase.part import axis_gap, touching_point
from cython.cimports.spritecol._engine.pairs import Pair, second_of
from cython.cimports.spritecol._engine.pipeline.moved_row import (
    END_SLACK,
    is_at_start,
    parts_in_shape,
    place,
    place_at,
    place_back,
    shape_hits_shape,
    size_at,
    size_of_row,
)
from cython.cimports.spritecol._engine.pipeline.passages import deepest_normal
from cython.cimports.spritecol._engine.storage.layout import POINT, Collision, CollisionGroup
from cython.cimports.spritecol._engine.transform.rows import freshen

ULP = cython.declare(cython.double, 2.3e-16)
"""About the relative distance of two neighboring float64 numbers."""

GRAZING = cython.declare(cython.double, 1e-6)
"""The sine of the angle between a motion and what it meets, below which it grazes."""

EVEN = cython.declare(cython.double, 1e-9)
"""Of the size of the numbers: a pose is moved off its way by no more to land squarely."""

LIP = cython.declare(cython.double, 1e-9)
"""Of the size of the numbers: a step of a floor that is lower comes from rounding, as between two
turned tiles."""


MOST_BACK = cython.declare(cython.double, 4e6)
"""Steps: a meeting that is later than another one by more does not come before it when it is
verified. So much can a fraction be wrong where a motion all but grazes: see `GRAZING`."""

STEPS_BACK = cython.declare(cython.int, 60)
"""So many steps back, each twice as long as the one before, lead from any fraction to 0."""


def step_of(
    store: Store, row: cython.int, motion: cython.pointer(cython.const[Motion])
) -> cython.double:
    """A step back along a motion, as a fraction, that moves the row by about an ulp."""
    box: cython.pointer(Box) = store.boxes + row
    way: cython.double = sqrt(motion.dx * motion.dx + motion.dy * motion.dy)
    way += 0.01 * fabs(motion.turn) * (box.right - box.left + box.bottom - box.top)
    return max(ULP, ULP * size_of_row(store, row, motion) / way) if way > 0.0 else 1.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_new_hit(
    store: Store,
    a: cython.int,
    b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """Whether two rows hit, as they are placed, in a pair of shapes that do not hit at the start.

    Writes that pair. The row stays where it is.
    """
    i: cython.int = 0
    j: cython.int
    count_a: cython.int
    count_b: cython.int
    hit_before: cython.bint
    x: cython.double = store.x[a]
    y: cython.double = store.y[a]
    angle: cython.double = store.groups[a].angle
    while i < store.groups[a].count:
        count_a = parts_in_shape(store, a, i)
        j = 0
        while j < store.groups[b].count:
            count_b = parts_in_shape(store, b, j)
            if shape_hits_shape(store, a, i, count_a, b, j, count_b):
                place_back(store, a, motion)
                hit_before = shape_hits_shape(store, a, i, count_a, b, j, count_b)
                place(store, a, x, y, angle)
                if not hit_before:
                    meeting.shape = i
                    meeting.other_shape = j
                    return True
            j += count_b
        i += count_a
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_grazing(
    motion: cython.pointer(cython.const[Motion]), meeting: cython.pointer(cython.const[Meeting])
) -> cython.bint:
    """Whether a motion passes by what it meets so closely that rounding may have invented it."""
    return (
        motion.turn == 0.0
        and not meeting.instant
        and fabs(meeting.nx * motion.dx + meeting.ny * motion.dy)
        <= GRAZING * (fabs(motion.dx) + fabs(motion.dy))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """Verify a meeting of two shapes: step back until they do not hit. Leaves the row there.

    A coordinate along which they meet squarely is computed from their gap, without the fraction:
    what lands on a floor at 84 is at 84. False if they do not hit after all: at the end of the
    motion, or in the middle of a grazing passage.
    """
    count_a: cython.int = parts_in_shape(store, row, meeting.shape)
    count_b: cython.int = parts_in_shape(store, other, meeting.other_shape)
    a: cython.pointer(Collision) = store.parts + store.groups[row].first + meeting.part
    b: cython.pointer(Collision) = store.parts + store.groups[other].first + meeting.other_part
    step: cython.double
    gap: cython.double
    fraction: cython.double = meeting.fraction
    if is_grazing(motion, meeting) and POINT not in (a.kind, b.kind):
        meeting.fraction = 0.5 * (fraction + min(1.0, meeting.leave))
        place_at(store, row, motion, meeting)
        if not shape_hits_shape(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return False
        meeting.fraction = fraction
        place_back(store, row, motion)
    if fraction >= 1.0:
        meeting.fraction = fraction = 1.0
        place_at(store, row, motion, meeting)
        if not shape_hits_shape(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return False
        place_back(store, row, motion)
    step = step_of(store, row, motion)
    if meeting.instant:
        meeting.fraction = max(0.0, fraction - step)
    elif motion.turn == 0.0 and (meeting.nx == 0.0 or meeting.ny == 0.0):
        gap = axis_gap(a, b, store.pool, meeting.nx, meeting.ny)
        meeting.x = motion.x + (fraction * motion.dx if meeting.nx == 0.0 else -gap * meeting.nx)
        meeting.y = motion.y + (fraction * motion.dy if meeting.ny == 0.0 else -gap * meeting.ny)
        meeting.angle = motion.angle
        place(store, row, meeting.x, meeting.y, motion.angle)
        if fabs(meeting.x - motion.x - fraction * motion.dx) + fabs(
            meeting.y - motion.y - fraction * motion.dy
        ) <= EVEN * size_of_row(store, row, motion) and not shape_hits_shape(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return True
    for _ in range(STEPS_BACK):
        place_at(store, row, motion, meeting)
        if meeting.fraction == 0.0 or not shape_hits_shape(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return True
        meeting.fraction = max(0.0, fraction - step)
        step *= 2.0
    meeting.fraction = 0.0
    place_at(store, row, motion, meeting)
    return True


def near_fractions(
    store: Store, row: cython.int, motion: cython.pointer(cython.const[Motion])
) -> cython.double:
    """How much later a meeting may be than another one, and come before it when it is verified."""
    return max(END_SLACK, MOST_BACK * step_of(store, row, motion))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_point(
    store: Store, row: cython.int, other: cython.int, meeting: cython.pointer(Meeting)
) -> cython.void:
    """Write where the two touch, for a row that is placed at its meeting."""
    point: cython.double[2]
    touching_point(
        store.parts + store.groups[row].first + meeting.part,
        store.parts + store.groups[other].first + meeting.other_part,
        store.pool,
        meeting.nx,
        meeting.ny,
        point,
    )
    meeting.px = point[0]
    meeting.py = point[1]


def prove(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """Verify a meeting of two shapes, and note where they touch. The row is put back.

    False if they do not hit after all.
    """
    met: cython.bint
    if meeting.overlapping:
        meeting.x = motion.x
        meeting.y = motion.y
        meeting.angle = motion.angle
        note_point(store, row, other, meeting)
        return True
    met = settle(store, row, other, motion, meeting)
    if met:
        note_point(store, row, other, meeting)
    place_back(store, row, motion)
    return met


def verify_first(
    store: Store,
    row: cython.int,
    motion: cython.pointer(Motion),
    box: cython.pointer(cython.const[Box]),
    b: cython.pointer(cython.const[cython.int]),
    candidates: cython.pointer(cython.const[Pair]),
    count: cython.Py_ssize_t,
    first: cython.pointer(Meeting),
    found: cython.bint,
) -> cython.bint:
    """Verify that up to the first meeting, or at the end, the row hits nothing new of all targets.

    A motion that ends a hair before a hit, or passes by one, may hit at its end by rounding. Then
    there is a meeting a hair before. `first` is the first meeting, if one has been `found`; returns
    whether there is one now. `box` is that of `turning_box`: the row is placed only where it might
    hit something.
    """
    meeting: Meeting
    fresh: Meeting
    there: Box = box[0]
    slack: cython.double
    placed: cython.bint = False
    step: cython.double = 0.0
    k: cython.Py_ssize_t = 0
    other: cython.int
    settled: cython.bint = False
    if found:
        meeting = first[0]
        if meeting.overlapping or is_at_start(motion, first):
            return True
        # Of one shape each, what is met is known not to hit here: see `settle`.
        other = b[meeting.position]
        settled = (
            parts_in_shape(store, row, 0) == store.groups[row].count
            and parts_in_shape(store, other, 0) == store.groups[other].count
        )
    else:
        meeting.fraction = 1.0
        meeting.x = motion.x + motion.dx
        meeting.y = motion.y + motion.dy
        meeting.angle = motion.angle + motion.turn
    slack = EVEN * (size_of_row(store, row, motion) + fabs(store.groups[row].center_x))
    slack += EVEN * fabs(store.groups[row].center_y)
    there.left += meeting.x - motion.x - slack
    there.right += meeting.x - motion.x + slack
    there.top += meeting.y - motion.y - slack
    there.bottom += meeting.y - motion.y + slack
    while k < count:
        other = b[second_of(candidates[k])]
        if settled and second_of(candidates[k]) == meeting.position:
            k += 1
            continue
        if not placed:
            if not overlap(cython.address(there), store.boxes + other):
                k += 1
                continue
            placed = True
            step = step_of(store, row, motion)
            place(store, row, meeting.x, meeting.y, meeting.angle)
        if (
            not is_at_start(motion, cython.address(meeting))
            and overlap(store.boxes + row, store.boxes + other)
            and is_new_hit(store, row, other, motion, cython.address(fresh))
        ):
            if not found:
                found = True
                fresh.position = second_of(candidates[k])
                name_normal(store, row, other, motion, cython.address(fresh))
                fresh.fraction = 1.0
                meeting = fresh
            meeting.fraction = max(0.0, meeting.fraction - step)
            step *= 2.0
            settled = False
            place_at(store, row, motion, cython.address(meeting))
            note_point(store, row, b[meeting.position], cython.address(meeting))
            k = 0
        else:
            k += 1
    if found:
        first[0] = meeting
    if placed:
        place_back(store, row, motion)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def name_normal(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """The parts and the normal of a meeting that only the exact test has found."""
    meeting.overlapping = meeting.instant = False
    meeting.other_nx = meeting.other_ny = 0.0
    meeting.part = meeting.shape
    meeting.other_part = meeting.other_shape
    meeting.nx = 0.0
    meeting.ny = -1.0
    deepest_normal(
        store,
        row,
        other,
        parts_in_shape(store, row, meeting.shape),
        parts_in_shape(store, other, meeting.other_shape),
        meeting,
    )


def lip_at(
    store: Store,
    row: cython.int,
    other: cython.int,
    meeting: cython.pointer(cython.const[Meeting]),
    dx: cython.double,
    dy: cython.double,
    slides: cython.bint,
    normal: cython.p_double,
) -> cython.double:
    """How high the edge is that a row on its way along (dx, dy) has met, if next to nothing.

    A hair farther on, the shortest way out leads over the lip, and not back: onto the next tile, or
    onto a slope whose side goes on below the floor along which the row `slides`. Returns 0 if what
    was met is no lip, else its height, and writes the direction in which to step over it.
    """
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    x: cython.double = store.x[row]
    y: cython.double = store.y[row]
    angle: cython.double = group.angle
    way: cython.double = sqrt(dx * dx + dy * dy)
    size: cython.double = size_at(store, row)
    ahead: cython.double = 10.0 * LIP * size / way if way > 0.0 else 0.0
    depth: cython.double
    rate: cython.double
    nearest: Nearest
    if meeting.part >= group.count or meeting.other_part >= store.groups[other].count:
        return 0.0  # code of users has changed the shapes since
    freshen(store, other)
    place(store, row, meeting.x + ahead * dx, meeting.y + ahead * dy, meeting.angle)
    parts_distance(
        store.parts + group.first + meeting.part,
        store.parts + store.groups[other].first + meeting.other_part,
        store.pool,
        cython.address(nearest),
    )
    place(store, row, x, y, angle)
    if nearest.nx * meeting.nx + nearest.ny * meeting.ny > 1.0 - 1e-9:
        return 0.0
    depth = -nearest.distance
    rate = nearest.nx * dx + nearest.ny * dy
    if (
        slides
        and meeting.other_nx == 0.0
        and meeting.other_ny == 0.0
        and meeting.nx * dx + meeting.ny * dy < rate
    ):
        # A slope rises so much on that hair, and the motion faces it less than what was met. Of a
        # corner met exactly, both edges are known.
        depth += min(0.0, ahead * rate)
    if fabs(depth) > LIP * size:
        return 0.0
    normal[0] = nearest.nx
    normal[1] = nearest.ny
    return max(0.0, depth) + 16.0 * ULP * size
