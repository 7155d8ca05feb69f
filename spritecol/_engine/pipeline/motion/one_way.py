"""Whether a one-way shape lets a moving row pass.

On each way, a one-way shape either is like any other shape, or might as well not be there. It is
like any other if no shape of the row overlaps it at the start, and if the first of them that meets
it does so from its front: the normal leans at most 60 degrees from `one_way`. So the row passes or
is stopped as a whole: a body with its legs in a plank is not caught by its arms. And round feet
that are well below the top of a plank pass its end, as boxes do.

Shapes side by side are like one. A ball that is halfway through a row of planks from below meets
the corners of the next one from above. It passes that, too: where it meets it, the plank goes on
that it is in.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cfunc,
    double,
    exceptval,
    nogil,
    p_int,
    pointer,
)
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pairs import second_of
from cython.cimports.spritecol._engine.pipeline.motion.meeting import (
    Motion,
    Ruling,
    place_back,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import (
    deepest_normal,
    touching_distance,
    turn_to_front,
)
from cython.cimports.spritecol._engine.pipeline.motion.proof import near_fractions, prove
from cython.cimports.spritecol._engine.pipeline.motion.turning import meet
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    are_met,
    are_some,
    distance_to,
    parts_in_shape,
    place_row,
    shape_of,
    shapes_hit,
)
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.transform.rows import is_front, put_direction


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
    front: Front
    inside: Meeting = meeting[0]
    k: Py_ssize_t
    result: bint = False
    front.row = meeting.pair.b
    front.shape = shape_of(store, meeting.pair.b, meeting.pair.first_b)
    front.nx = meeting.nx
    front.ny = meeting.ny
    front.x = meeting.px
    front.y = meeting.py
    front.near = touching_distance(store, address(sweep.motion), address(meeting.pair))
    inside.pair.first_a = 0
    inside.pair.count_a = store.groups[sweep.row].count
    for k in range(sweep.count):
        inside.pair.b = sweep.others[second_of(sweep.candidates[k])]
        inside.pair.first_b = inside.pair.count_b = 0
        while next_at_front(
            store,
            address(front),
            inside.pair.b,
            address(inside.pair.first_b),
            address(inside.pair.count_b),
        ):
            ruling: pointer(cython.const[Ruling]) = ruling_on(
                sweep, inside.pair.b, inside.pair.first_b
            )
            if ruling is not NULL and ruling.stops:
                continue
            place_row(store, sweep.row, meeting.x, meeting.y, meeting.angle)
            result = deepest_normal(store, address(inside)) > front.near  # by more than rounding
            place_back(store, sweep.row, address(sweep.motion))
            if result:
                return True
    return False


def next_at_front(
    store: Store,
    front: pointer(cython.const[Front]),
    row: cython.int,
    first: p_int,
    count: p_int,
) -> bint:
    """Go on to the next one-way shape of a row that goes on at the front of another; if there is.

    It is side by side with that one where it was met, and its front is not farther ahead: it is no
    larger shape in which the other one lies. The first call begins with parts 0 and 0.
    """
    direction: double[2]
    near: double = front.near
    box: pointer(cython.const[Box]) = store.boxes + row
    if (
        not store.dirty[row] & ONE_WAY
        or not box.left - near <= front.x <= box.right + near
        or not box.top - near <= front.y <= box.bottom + near
    ):
        return False
    while first[0] + count[0] < store.groups[row].count:
        first[0] += count[0]
        count[0] = parts_in_shape(store, row, first[0])
        if (
            (row != front.row or shape_of(store, row, first[0]) != front.shape)
            and put_direction(store, row, first[0], direction)
            and is_front(direction, front.nx, front.ny)
            and distance_to(store, row, first[0], count[0], front.x, front.y) <= near
            and distance_to(
                store,
                row,
                first[0],
                count[0],
                front.x + 4.0 * near * direction[0],
                front.y + 4.0 * near * direction[1],
            )
            > near
        ):
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
            and not (
                are_some(store, address(meeting.pair))
                and not are_met(
                    store, address(meeting.pair), meeting.pair.first_a, meeting.pair.first_b
                )
            )
            and meet(store, motion, soonest, known.fraction + near, address(meeting))
            and meeting.fraction <= known.fraction + near
        ):
            prove(store, motion, address(meeting))
            first = min(first, meeting.fraction)
            if is_from_front(store, sweep, direction, address(meeting)):
                first_from_front = min(first_from_front, meeting.fraction)
    return first_from_front <= first + near
