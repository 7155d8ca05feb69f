# cython: nonecheck=True
# (None passes for a sprite in a declaration, and has no row.)
"""Where a sprite's picture is: read from the pose, for every rect that is asked for."""

import cython
from cython.cimports.libc.math import floor
from cython.cimports.spritecol._engine.storage.layout import OFFSET, CollisionGroup
from cython.cimports.spritecol._numbers.rotation import Rotation, rotation_of
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol.integrations.pygame.sprite.live_rect import PlacedRect

FARTHEST = cython.declare(cython.double, 1e9)
"""Pixels. A number of a pygame rect has 32 bits; the rect of a sprite farther away stays here."""

SET_OWNER = PlacedRect._owner.__set__


@cython.ccall
@cython.exceptval(-1, check=False)
def is_still(sprite: object) -> cython.bint:
    """Whether a picture is drawn as it was assigned: neither turned nor scaled."""
    handle: SpriteRow = sprite
    row: cython.pointer(CollisionGroup) = handle.data()
    return row.scale_x == 1.0 and row.scale_y == 1.0 and row.angle % 360.0 == 0.0


@cython.ccall
def box_of(sprite: object, original: object) -> tuple:
    """Left and top of a sprite's picture, not rounded, and the size of what is drawn."""
    handle: SpriteRow = sprite
    row: CollisionGroup
    turn: Rotation
    drawn: tuple
    size: tuple = original.get_size()
    x: cython.double = size[0]
    y: cython.double = size[1]
    if is_still(sprite):
        row = handle.data()[0]
        drawn = size
        x = -row.center_x
        y = -row.center_y
    else:
        drawn = sprite.image.get_size()
        row = handle.data()[0]  # only now: to make the image may have moved the rows
        turn = rotation_of(row.angle)
        x = (x / 2 - row.center_x) * row.scale_x
        y = (y / 2 - row.center_y) * row.scale_y
        x, y = turn.cosine * x - turn.sine * y, turn.sine * x + turn.cosine * y
        x -= cython.cast(cython.double, drawn[0]) / 2
        y -= cython.cast(cython.double, drawn[1]) / 2
    if not row.flags & OFFSET:
        x += row.center_x
        y += row.center_y
    return x + row.x, y + row.y, drawn[0], drawn[1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pixel(number: cython.double) -> cython.longlong:
    """The whole number next to a place, as a rect can hold it."""
    return cython.cast(cython.longlong, max(-FARTHEST, min(floor(number + 0.5), FARTHEST)))


def rect_of(sprite, original):
    """The rect of a sprite's picture, to which one can write."""
    box: tuple = box_of(sprite, original)
    rect: object = PlacedRect(pixel(box[0]), pixel(box[1]), box[2], box[3])
    SET_OWNER(rect, sprite)
    return rect
