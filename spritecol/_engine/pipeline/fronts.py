"""One-way shapes side by side are like one: which shapes continue the front of another."""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.narrow_phase import row_shapes, shape_pair
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY, Outline
from cython.cimports.spritecol._engine.transform.lone_parts import is_front
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import find_near_parts, next_near
from cython.cimports.spritecol._engine.transform.rows import put_direction


def next_at_front(
    store: Store,
    front: C.pointer(C.const[Front]),
    row: C.int,
    first: C.p_int,
    count: C.p_int,
) -> C.bint:
    """Go on to the row's next one-way shape that continues the front of another; False at the end.

    It is side by side with the other shape where it was met, and its front is not farther ahead, so
    it is not a larger shape that contains the other one. The first call begins with parts 0 and 0.
    """
    near: NearParts
    around: Box
    direction: C.double[2]
    touching: C.double = front.touching
    end: C.int = store.records[row].count
    box: BoxRef = store.boxes + row
    if (
        not store.flags[row] & ONE_WAY
        or not box.left - touching <= front.x <= box.right + touching
        or not box.top - touching <= front.y <= box.bottom + touching
    ):
        return False
    around.left = front.x - touching
    around.right = front.x + touching
    around.top = front.y - touching
    around.bottom = front.y + touching
    find_near_parts(store, row, C.address(around), 0.0, 0.0, C.address(near))
    part: C.int = next_near(C.address(near), first[0] + count[0], end)
    while part < end:
        first[0] = C.cast(Outline, store.records[row].outline).parts[part].lead
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
        part = next_near(C.address(near), first[0] + count[0], end)
    return False
