"""Whether a one-way shape lets a moving row pass.

On each way, a one-way shape either is like any other shape, or might as well not be there. It is
like any other if no shape of the row overlaps it at the start, and if the first of them that meets
it does so from its front: the normal looks along `one_way`. So the row passes or is stopped as a
whole: a body with its legs in a plank is not caught by its arms.
"""

import cython
from cython import Py_ssize_t, address, bint, cfunc, double, exceptval, nogil, pointer
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.pipeline.motion.meeting import Motion
from cython.cimports.spritecol._engine.pipeline.motion.normals import turn_to_front
from cython.cimports.spritecol._engine.pipeline.motion.proof import near_fractions, prove
from cython.cimports.spritecol._engine.pipeline.motion.turning import meet
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    parts_in_shape,
    shapes_hit,
)
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
    motion: pointer(cython.const[Motion]) = address(sweep.motion)
    whole: ShapePair = meeting.pair
    direction: double[2]
    k: Py_ssize_t
    if not sweep.one_way or not put_direction(store, whole.b, whole.first_b, direction):
        return False
    for k in range(sweep.ruling_count):
        if sweep.rulings[k].row == whole.b and sweep.rulings[k].first == whole.first_b:
            return not sweep.rulings[k].stops
    whole.first_a = 0
    whole.count_a = store.groups[whole.a].count
    if meeting.overlapping or shapes_hit(store, address(whole)):
        return True
    stops: bint = turn_to_front(store, motion, direction, meeting)
    if meeting.pair.count_a == whole.count_a:
        return not stops
    return not stops_whole(store, motion, soonest, direction, meeting, stops)


@cfunc
@nogil
@exceptval(-1)
def stops_whole(
    store: Store,
    motion: pointer(cython.const[Motion]),
    soonest: double,
    direction: pointer(cython.const[double]),
    known: pointer(cython.const[Meeting]),
    known_from_front: bint,
) -> bint:
    """Whether the first of a row's shapes that meets a one-way shape does so from its front.

    The meeting of one of them is known. Of several at the same time any may be from the front.
    """
    near: double = near_fractions(store, known.pair.a, motion)
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
            and prove(store, motion, address(meeting))
        ):
            first = min(first, meeting.fraction)
            if turn_to_front(store, motion, direction, address(meeting)):
                first_from_front = min(first_from_front, meeting.fraction)
    return first_from_front <= first + near
