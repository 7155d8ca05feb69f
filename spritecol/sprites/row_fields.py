"""The fields of a sprite's row as its attributes read and write them: checked, then marked dirty.

These are functions of a row and not methods of SpriteRow: `help` would show the table of C methods
that a compiled class has.
"""

import cython
from cython import NULL, address, bint, cast, double, pointer
from cython.cimports.spritecol._engine.storage.layout import (
    CENTER_X_SET,
    CENTER_Y_SET,
    NUMBER_ANGLE,
    NUMBER_X,
    NUMBER_Y,
    OFFSET,
    ROTATION_STALE,
    CollisionGroup,
    Outline,
)
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._numbers.fast_range_check import checked, truth


def pose_of(row: cython.int) -> Pose:
    """A copy of the pose, for code outside the engine."""
    group: pointer(CollisionGroup) = address(STORE.groups[row])
    result: Pose
    result.x = STORE.x[row]
    result.y = STORE.y[row]
    result.angle = group.angle
    result.scale_x = group.scale_x
    result.scale_y = group.scale_y
    result.center_x = group.center_x
    result.center_y = group.center_y
    result.offset_sync = group.flags & OFFSET != 0
    return result


def put(row: cython.int, number: cython.int, value: object, name: str) -> cython.int:
    """Write one number of the pose, named by its index: NUMBER_X and so on."""
    if number in (NUMBER_X, NUMBER_Y):
        return put_place(row, number, value, name)
    given: double = checked(value, name)  # may run user code, so first
    STORE.number_at(row, number)[0] = given
    if number == NUMBER_ANGLE:
        STORE.groups[row].flags |= ROTATION_STALE
    STORE.mark_dirty(row)
    return 0


def switch(row: cython.int, flag: cython.int, value: object, name: str) -> cython.int:
    """Set or clear a flag of the row."""
    if truth(value, name):
        STORE.groups[row].flags |= flag
    else:
        STORE.groups[row].flags &= ~flag
    STORE.mark_dirty(row)
    return 0


def follows_image(row: cython.int, axis: cython.int) -> bint:
    """Whether one coordinate of the center is the default, which follows the image."""
    return not STORE.groups[row].flags & (CENTER_Y_SET if axis else CENTER_X_SET)


def shapes_of(row: cython.int) -> object:
    """The tuple of shapes that `collision` stands for."""
    if STORE.groups[row].outline is NULL:
        return ()
    outline: object = cast(object, STORE.groups[row].outline)
    return cast(Outline, outline).shapes
