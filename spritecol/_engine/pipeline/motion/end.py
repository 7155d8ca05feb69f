"""The proof that a row hits nothing else where it stops, by the exact test."""

import cython
from cython import Py_ssize_t, address, bint, cfunc, double, exceptval, nogil, pointer
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.pairs import second_of
from cython.cimports.spritecol._engine.pipeline.motion.meeting import (
    Meeting,
    Motion,
    is_at_start,
    place_at,
    place_back,
    size_of_motion,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import deepest_normal, note_point
from cython.cimports.spritecol._engine.pipeline.motion.one_way import lets_pass
from cython.cimports.spritecol._engine.pipeline.motion.proof import EVEN, prove, step_of
from cython.cimports.spritecol._engine.pipeline.motion.turning import meet
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    are_whole,
    first_shapes,
    next_shapes,
    place_row,
    shapes_hit,
)
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY


def prove_end(store: Store, sweep: pointer(Sweep)) -> cython.int:
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
            return 0
        proved = are_whole(store, address(meeting.pair))
        if proved and sweep.count == 1 and second_of(sweep.candidates[0]) == meeting.position:
            return 0
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
            or not is_new_hit(store, sweep, other, meeting.fraction, address(fresh))
        ):
            continue
        if not sweep.found:
            sweep.found = True
            fresh.position = position
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
    return 0


@cfunc
@nogil
@exceptval(-1)
def is_new_hit(
    store: Store,
    sweep: pointer(Sweep),
    other: cython.int,
    fraction: double,
    meeting: pointer(Meeting),
) -> bint:
    """Whether two rows hit, as they are placed, in a pair of shapes that do not hit at the start.

    Writes that pair, its parts and the normal. A one-way shape that lets the row pass does not
    count. The row stays where it is, at a fraction of its way.
    """
    row: cython.int = sweep.row
    x: double = store.x[row]
    y: double = store.y[row]
    angle: double = store.groups[row].angle
    meeting.pair = first_shapes(store, row, other)
    while meeting.pair.count_a:
        if shapes_hit(store, address(meeting.pair)):
            note_normal(store, meeting)
            place_back(store, row, address(sweep.motion))
            is_new: bint = not shapes_hit(store, address(meeting.pair))
            if is_new and store.dirty[other] & ONE_WAY:
                meeting.fraction = fraction
                meeting.x = x
                meeting.y = y
                meeting.angle = angle
                is_new = not has_passed(store, sweep, meeting)
            place_row(store, row, x, y, angle)
            if is_new:
                return True
        next_shapes(store, address(meeting.pair))
    return False


@cfunc
@nogil
@exceptval(-1)
def has_passed(store: Store, sweep: pointer(Sweep), meeting: pointer(Meeting)) -> bint:
    """Whether a one-way shape lets the row pass, with which it has a meeting somewhere on its way.

    Where they begin to hit counts, if the sweep finds that: later the normal is another one.
    """
    first: Meeting = meeting[0]
    if (
        meet(store, address(sweep.motion), 0.0, 1.0, address(first))
        and first.fraction <= meeting.fraction
        and prove(store, address(sweep.motion), address(first))
    ):
        return lets_pass(store, sweep, 0.0, address(first))
    return lets_pass(store, sweep, 0.0, meeting)


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
