"""Whether a one-way shape lets a moving row pass.

On each way, a one-way shape either is like any other shape, or might as well not be there. It is
like any other if no shape of the row overlaps it at the start, and if the first of them that meets
it does so from its front: the normal looks along `one_way`. So the row passes or is stopped as a
whole: a body with its legs in a plank is not caught by its arms.

Shapes side by side are like one. A ball that is halfway through a row of planks from below meets
the corners of the next one from above. It passes that, too: where it meets it, the plank goes on
that it is in.
"""

import cython
from cython import NULL, Py_ssize_t, address, bint, cfunc, double, exceptval, nogil, pointer
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pairs import second_of
from cython.cimports.spritecol._engine.pipeline.motion.meeting import (
    Motion,
    Ruling,
    place_back,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import (
    LEVEL,
    deepest_normal,
    touching_distance,
    turn_to_front,
)
from cython.cimports.spritecol._engine.pipeline.motion.proof import near_fractions, prove
from cython.cimports.spritecol._engine.pipeline.motion.turning import meet
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    distance_to,
    parts_in_shape,
    place_row,
    shapes_hit,
)
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.transform.rows import put_direction


def lets_pass(
    store: Store,
    sweep: pointer(cython.const[Sweep]),
    soonest: double,
    meeting: pointer(Meeting),
) -> bint:
    """Whether the shape that is met lets the moving row pass, because it is one-way.

    `meeting` is proved, with any of the row's shapes; if it stops the row, its normal becomes that
    from the front. No meeting comes before `soonest`. The row is at its start.
    """
    whole: ShapePair = meeting.pair
    direction: double[2]
    if not sweep.one_way or not put_direction(store, whole.b, whole.first_b, direction):
        return False
    ruling: pointer(cython.const[Ruling]) = ruling_on(sweep, whole.b, whole.first_b)
    if ruling is not NULL:
        return not ruling.stops
    whole.first_a = 0
    whole.count_a = store.groups[whole.a].count
    if meeting.overlapping or shapes_hit(store, address(whole)):
        return True
    stops: bint = is_from_front(store, sweep, direction, meeting)
    if meeting.pair.count_a == whole.count_a:
        return not stops
    return not stops_whole(store, sweep, soonest, direction, meeting, stops)


@cfunc
@nogil
@exceptval(check=False)
def ruling_on(sweep: pointer(cython.const[Sweep]), row: cython.int, first: cython.int) -> pointer(
    cython.const[Ruling]
):
    """What the asker has decided of a shape, or NULL."""
    k: Py_ssize_t
    for k in range(sweep.ruling_count):
        if sweep.rulings[k].row == row and sweep.rulings[k].first == first:
            return sweep.rulings + k
    return NULL


@cfunc
@nogil
@exceptval(check=False)
def is_from_front(
    store: Store,
    sweep: pointer(cython.const[Sweep]),
    direction: pointer(cython.const[double]),
    meeting: pointer(Meeting),
) -> bint:
    """Whether a one-way shape is met from its front, and by what is not in the next one already."""
    return turn_to_front(store, address(sweep.motion), direction, meeting) and not is_in_next(
        store, sweep, meeting
    )


@cfunc
@nogil
@exceptval(check=False)
def is_in_next(
    store: Store, sweep: pointer(cython.const[Sweep]), meeting: pointer(cython.const[Meeting])
) -> bint:
    """Whether the row is, at a meeting, in another one-way shape whose front they share.

    That shape lets the row pass: else the row would have stopped before. Where all meetings are
    wanted, it may have stopped the row; then this one is left out, as for one long shape. The row
    is at its start.
    """
    motion: pointer(cython.const[Motion]) = address(sweep.motion)
    row: cython.int = sweep.row
    direction: double[2]
    inside: Meeting = meeting[0]
    result: bint = False
    k: Py_ssize_t
    near: double = touching_distance(store, motion, address(meeting.pair))
    inside.pair.first_a = 0
    inside.pair.count_a = store.groups[row].count
    for k in range(sweep.count):
        other: cython.int = sweep.others[second_of(sweep.candidates[k])]
        box: pointer(cython.const[Box]) = store.boxes + other
        if (
            not store.dirty[other] & ONE_WAY
            or not box.left - near <= meeting.px <= box.right + near
            or not box.top - near <= meeting.py <= box.bottom + near
        ):
            continue
        inside.pair.b = other
        inside.pair.first_b = inside.pair.count_b = 0
        while inside.pair.first_b + inside.pair.count_b < store.groups[other].count:
            inside.pair.first_b += inside.pair.count_b
            inside.pair.count_b = parts_in_shape(store, other, inside.pair.first_b)
            ruling: pointer(cython.const[Ruling]) = ruling_on(sweep, other, inside.pair.first_b)
            if (
                (ruling is not NULL and ruling.stops)
                or (other == meeting.pair.b and inside.pair.first_b == meeting.pair.first_b)
                or not put_direction(store, other, inside.pair.first_b, direction)
                or not direction[0] * meeting.nx + direction[1] * meeting.ny > LEVEL
                or distance_to(
                    store,
                    other,
                    inside.pair.first_b,
                    inside.pair.count_b,
                    meeting.px,
                    meeting.py,
                )
                > near
                or distance_to(
                    store,
                    other,
                    inside.pair.first_b,
                    inside.pair.count_b,
                    meeting.px + 4.0 * near * direction[0],
                    meeting.py + 4.0 * near * direction[1],
                )
                <= near  # its front is farther ahead
            ):
                continue
            place_row(store, row, meeting.x, meeting.y, meeting.angle)
            result = deepest_normal(store, address(inside)) > near  # by more than rounding
            place_back(store, row, motion)
            if result:
                return True
    return False


@cfunc
@nogil
@exceptval(-1)
def stops_whole(
    store: Store,
    sweep: pointer(cython.const[Sweep]),
    soonest: double,
    direction: pointer(cython.const[double]),
    known: pointer(cython.const[Meeting]),
    known_from_front: bint,
) -> bint:
    """Whether the first of a row's shapes that meets a one-way shape does so from its front.

    The meeting of one of them is known. Of several at the same time any may be from the front.
    """
    motion: pointer(cython.const[Motion]) = address(sweep.motion)
    near: double = near_fractions(motion)
    first: double = known.fraction
    first_from_front: double = known.fraction if known_from_front else INFINITY
    meeting: Meeting = known[0]
    part: cython.int = 0
    while part < store.groups[known.pair.a].count:
        meeting.pair.first_a = part
        meeting.pair.count_a = parts_in_shape(store, known.pair.a, part)
        part += meeting.pair.count_a
        if (
            meeting.pair.first_a != known.pair.first_a
            and meet(store, motion, soonest, known.fraction + near, address(meeting))
            and meeting.fraction <= known.fraction + near
        ):
            prove(store, motion, address(meeting))
            first = min(first, meeting.fraction)
            if is_from_front(store, sweep, direction, address(meeting)):
                first_from_front = min(first_from_front, meeting.fraction)
    return first_from_front <= first + near
