"""One-way shapes side by side are like one: which shapes continue the front of another."""

import cython
from cython import double, p_int, pointer
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.pipeline import row_shapes, shape_pair
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.transform.lone_parts import is_front
from cython.cimports.spritecol._engine.transform.rows import put_direction


def next_at_front(
    store: Store,
    front: pointer(cython.const[Front]),
    row: cython.int,
    first: p_int,
    count: p_int,
) -> bint:
    """Go on to the row's next one-way shape that continues the front of another; False at the end.

    It is side by side with that one where it was met, and its front is not farther ahead: it is no
    larger shape in which the other one lies. The first call begins with parts 0 and 0.
    """
    direction: double[2]
    touching: double = front.touching
    box: BoxRef = store.boxes + row
    if (
        not store.dirty[row] & ONE_WAY
        or not box.left - touching <= front.x <= box.right + touching
        or not box.top - touching <= front.y <= box.bottom + touching
    ):
        return False
    while first[0] + count[0] < store.groups[row].count:
        first[0] += count[0]
        count[0] = row_shapes.parts_in_shape(store, row, first[0])
        if (
            (row != front.row or row_shapes.shape_of(store, row, first[0]) != front.shape)
            and put_direction(store, row, first[0], direction)
            and is_front(direction, front.nx, front.ny)
            and shape_pair.distance_to(store, row, first[0], count[0], front.x, front.y) <= touching
            and shape_pair.distance_to(
                store,
                row,
                first[0],
                count[0],
                front.x + 4.0 * touching * direction[0],
                front.y + 4.0 * touching * direction[1],
            )
            > touching
        ):
            return True
    return False
