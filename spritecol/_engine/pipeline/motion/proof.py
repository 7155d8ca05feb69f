"""The proof of a meeting by the exact test: steps back until it finds no hit.

At every fraction that is returned, the row has been placed and tested exactly, with the world
geometry of a check. So it is certain that a motion ends without a new hit.
"""

import cython
from cython import (
    Py_ssize_t,
    address,
    bint,
    cfunc,
    declare,
    double,
    exceptval,
    inline,
    nogil,
    pointer,
)
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.part import axis_gap
from cython.cimports.spritecol._engine.pairs import second_of
from cython.cimports.spritecol._engine.pipeline.motion.meeting import (
    END_SLACK,
    is_at_start,
    place_at,
    place_back,
    size_of_motion,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import deepest_normal, note_point
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    are_whole,
    first_shapes,
    next_shapes,
    part_of,
    place_row,
    shapes_hit,
)
from cython.cimports.spritecol._engine.storage.layout import POINT, Part

ULP = declare(double, 2.3e-16)
"""About the relative distance of two neighboring float64 numbers."""

GRAZING = declare(double, 1e-6)
"""The sine of the angle between a motion and what it meets, below which it only grazes it."""

EVEN = declare(double, 1e-9)
"""A share of the size of the numbers: how far off its way a pose may move to land on an edge."""

MOST_BACK = declare(double, 4e6)
"""In steps: how far wrong a fraction can be where a motion nearly grazes (see `GRAZING`). A meeting
that is later than another by more than this is later when both are proved, too."""

STEPS_BACK = declare(cython.int, 60)
"""This many steps back, each twice as long as the one before, lead from any fraction to 0."""


def prove(store: Store, motion: pointer(cython.const[Motion]), meeting: pointer(Meeting)) -> bint:
    """Prove a meeting of two shapes, and note where they touch. The row is put back.

    False if they do not hit after all.
    """
    if meeting.overlapping:
        meeting.x = motion.x
        meeting.y = motion.y
        meeting.angle = motion.angle
        note_point(store, meeting)
        return True
    met: bint = step_back(store, motion, meeting)
    if met:
        note_point(store, meeting)
    place_back(store, meeting.pair.a, motion)
    return met


@cfunc
@nogil
@exceptval(check=False)
def step_back(
    store: Store, motion: pointer(cython.const[Motion]), meeting: pointer(Meeting)
) -> bint:
    """Place the row at a meeting of two shapes, and step back until they do not hit.

    If the normal is along an axis, that coordinate is computed from their gap, not the fraction:
    what lands on a floor at 84 is at 84. False if they do not hit after all: at the end of the
    motion, or in the middle of a grazing passage.
    """
    row: cython.int = meeting.pair.a
    a: pointer(Part) = part_of(store, row, meeting.part)
    b: pointer(Part) = part_of(store, meeting.pair.b, meeting.other_part)
    fraction: double = meeting.fraction
    if is_grazing(motion, meeting) and POINT not in (a.kind, b.kind):
        meeting.fraction = 0.5 * (fraction + min(1.0, meeting.leave))
        place_at(store, motion, meeting)
        if not shapes_hit(store, address(meeting.pair)):
            return False
        meeting.fraction = fraction
        place_back(store, row, motion)
    if fraction >= 1.0:
        meeting.fraction = fraction = 1.0
        place_at(store, motion, meeting)
        if not shapes_hit(store, address(meeting.pair)):
            return False
        place_back(store, row, motion)
    step: double = step_of(store, row, motion)
    if meeting.momentary:
        meeting.fraction = max(0.0, fraction - step)
    elif motion.turn == 0.0 and (meeting.nx == 0.0 or meeting.ny == 0.0):
        gap: double = axis_gap(a, b, store.pool, meeting.nx, meeting.ny)
        meeting.x = motion.x + (fraction * motion.dx if meeting.nx == 0.0 else -gap * meeting.nx)
        meeting.y = motion.y + (fraction * motion.dy if meeting.ny == 0.0 else -gap * meeting.ny)
        meeting.angle = motion.angle
        place_row(store, row, meeting.x, meeting.y, motion.angle)
        if fabs(meeting.x - motion.x - fraction * motion.dx) + fabs(
            meeting.y - motion.y - fraction * motion.dy
        ) <= EVEN * size_of_motion(store, row, motion) and not shapes_hit(
            store, address(meeting.pair)
        ):
            return True
    for _ in range(STEPS_BACK):
        place_at(store, motion, meeting)
        if meeting.fraction == 0.0 or not shapes_hit(store, address(meeting.pair)):
            return True
        meeting.fraction = max(0.0, fraction - step)
        step *= 2.0
    meeting.fraction = 0.0
    place_at(store, motion, meeting)
    return True


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_grazing(
    motion: pointer(cython.const[Motion]), meeting: pointer(cython.const[Meeting])
) -> bint:
    """Whether a motion grazes what it meets so slightly that the meeting may be only rounding."""
    return (
        motion.turn == 0.0
        and not meeting.momentary
        and fabs(meeting.nx * motion.dx + meeting.ny * motion.dy)
        <= GRAZING * (fabs(motion.dx) + fabs(motion.dy))
    )


@cfunc
@nogil
@exceptval(check=False)
def step_of(store: Store, row: cython.int, motion: pointer(cython.const[Motion])) -> double:
    """A step back along a motion, as a fraction, that moves the row by about an ulp."""
    box: pointer(Box) = store.boxes + row
    way: double = sqrt(motion.dx * motion.dx + motion.dy * motion.dy)
    way += 0.01 * fabs(motion.turn) * (box.right - box.left + box.bottom - box.top)
    return max(ULP, ULP * size_of_motion(store, row, motion) / way) if way > 0.0 else 1.0


def near_fractions(store: Store, row: cython.int, motion: pointer(cython.const[Motion])) -> double:
    """How much later than another a meeting may be, and still be the first when both are proved."""
    return max(END_SLACK, MOST_BACK * step_of(store, row, motion))


def prove_end(store: Store, sweep: pointer(Sweep)) -> cython.void:
    """Prove that at the first meeting, or at the end, the row hits no candidate anew.

    A motion that ends just before a hit, or passes by one, may hit at its end by rounding. Then
    there is a meeting just before the end, which is noted. The row is placed only where it might
    hit something.
    """
    motion: pointer(Motion) = address(sweep.motion)
    row: cython.int = sweep.row
    meeting: Meeting
    fresh: Meeting
    there: Box = sweep.box
    placed: bint = False
    step: double = 0.0
    k: Py_ssize_t = 0
    proved: bint = False  # what the row meets, in all of its shapes
    if sweep.found:
        meeting = sweep.first
        if meeting.overlapping or is_at_start(motion, address(meeting)):
            return
        proved = are_whole(store, address(meeting.pair))
        if proved and sweep.count == 1 and second_of(sweep.candidates[0]) == meeting.position:
            return
    else:
        meeting.fraction = 1.0
        meeting.x = motion.x + motion.dx
        meeting.y = motion.y + motion.dy
        meeting.angle = motion.angle + motion.turn
    slack: double = EVEN * (size_of_motion(store, row, motion) + fabs(store.groups[row].center_x))
    slack += EVEN * fabs(store.groups[row].center_y)
    there.left += meeting.x - motion.x - slack
    there.right += meeting.x - motion.x + slack
    there.top += meeting.y - motion.y - slack
    there.bottom += meeting.y - motion.y + slack
    while k < sweep.count:
        position: Py_ssize_t = second_of(sweep.candidates[k])
        other: cython.int = sweep.others[position]
        k += 1
        if proved and position == meeting.position:
            continue
        if not placed:
            if not overlap(address(there), store.boxes + other):
                continue
            placed = True
            step = step_of(store, row, motion)
            place_row(store, row, meeting.x, meeting.y, meeting.angle)
        if (
            is_at_start(motion, address(meeting))
            or not overlap(store.boxes + row, store.boxes + other)
            or not is_new_hit(store, row, other, motion, address(fresh.pair))
        ):
            continue
        if not sweep.found:
            sweep.found = True
            fresh.position = position
            note_normal(store, address(fresh))
            fresh.fraction = 1.0
            meeting = fresh
        meeting.fraction = max(0.0, meeting.fraction - step)
        step *= 2.0
        proved = False
        place_at(store, motion, address(meeting))
        note_point(store, address(meeting))
        k = 0
    if sweep.found:
        sweep.first = meeting
    if placed:
        place_back(store, row, motion)


@cfunc
@nogil
@exceptval(check=False)
def is_new_hit(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: pointer(cython.const[Motion]),
    pair: pointer(ShapePair),
) -> bint:
    """Whether two rows hit, as they are placed, in a pair of shapes that do not hit at the start.

    Writes that pair. The row stays where it is.
    """
    x: double = store.x[row]
    y: double = store.y[row]
    angle: double = store.groups[row].angle
    pair[0] = first_shapes(store, row, other)
    while pair.count_a:
        if shapes_hit(store, pair):
            place_back(store, row, motion)
            hit_before: bint = shapes_hit(store, pair)
            place_row(store, row, x, y, angle)
            if not hit_before:
                return True
        next_shapes(store, pair)
    return False


@cfunc
@nogil
@exceptval(check=False)
def note_normal(store: Store, meeting: pointer(Meeting)) -> cython.void:
    """Write the parts and the normal of a meeting that only the exact test has found."""
    meeting.overlapping = meeting.momentary = False
    meeting.other_nx = meeting.other_ny = 0.0
    meeting.part = meeting.pair.first_a
    meeting.other_part = meeting.pair.first_b
    meeting.nx = 0.0
    meeting.ny = -1.0
    deepest_normal(store, meeting)
