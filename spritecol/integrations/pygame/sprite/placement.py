# cython: nonecheck=True
# (None passes for a sprite in a declaration, and has no row.)
"""Where a sprite's image is drawn, computed from the pose whenever its rect is read."""

import cython
from cython.cimports.libc.math import floor
from cython.cimports.spritecol._numbers.rotation import Rotation, rotation_of
from cython.cimports.spritecol.sprites.sprite_row import Pose, SpriteRow

from spritecol.integrations.pygame.sprite.live_rect import LiveRect

MAX_COORDINATE = cython.declare(cython.double, 1e9)
"""Pixels. pygame keeps the numbers of a rect in 32 bits; beyond this the rect is clamped."""

SET_OWNER = LiveRect._owner.__set__


@cython.ccall
@cython.exceptval(-1, check=False)
def is_untransformed(sprite: object) -> cython.bint:
    """Whether an image is drawn as it was assigned, neither rotated nor scaled."""
    row: SpriteRow = sprite
    pose: Pose = row.pose()
    return is_identity(cython.address(pose))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def is_identity(pose: cython.pointer(Pose)) -> cython.bint:
    """Whether a pose neither rotates nor scales."""
    return pose.scale_x == 1.0 and pose.scale_y == 1.0 and pose.angle % 360.0 == 0.0


@cython.ccall
def image_box(sprite: object, original: object) -> tuple:
    """Left and top of a sprite's image before rounding, and the size of what is drawn, in pixels.

    Args:
        sprite: a `Sprite` of this package.
        original: its image as it was assigned.
    """
    row: SpriteRow = sprite
    pose: Pose = row.pose()
    rotation: Rotation
    drawn: tuple
    size: tuple = original.get_size()
    x: cython.double = size[0]
    y: cython.double = size[1]
    if is_identity(cython.address(pose)):
        drawn = size
        x = -pose.center_x
        y = -pose.center_y
    else:
        drawn = sprite.image.get_size()
        pose = row.pose()  # again, as the line above may run a user's code
        rotation = rotation_of(pose.angle)
        x = (x / 2 - pose.center_x) * pose.scale_x
        y = (y / 2 - pose.center_y) * pose.scale_y
        x, y = rotation.cosine * x - rotation.sine * y, rotation.sine * x + rotation.cosine * y
        x -= cython.cast(cython.double, drawn[0]) / 2
        y -= cython.cast(cython.double, drawn[1]) / 2
    if not pose.offset_sync:
        x += pose.center_x
        y += pose.center_y
    return x + pose.x, y + pose.y, drawn[0], drawn[1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pixel(coordinate: cython.double) -> cython.longlong:
    """The nearest integer to a coordinate, clamped to what a rect can hold."""
    return cython.cast(
        cython.longlong, max(-MAX_COORDINATE, min(floor(coordinate + 0.5), MAX_COORDINATE))
    )


def rect_of(sprite, original):
    """The rect of a sprite's image. Writing to it moves the sprite."""
    box: tuple = image_box(sprite, original)
    rect: object = LiveRect(pixel(box[0]), pixel(box[1]), box[2], box[3])
    SET_OWNER(rect, sprite)
    return rect
