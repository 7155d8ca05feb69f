"""Where sprites were, and where a point is that goes with a sprite.

It stands alone: gathering, carrying, leaving and the memory of a walker all ask it.
"""

import cython as C
from cython.cimports.spritecol._support.libc import free, malloc, remainder
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.row import sprite_row
from cython.cimports.spritecol.sprites.row.sprite_row import Pose, PoseRef, SpriteRow


class SeenSprites:
    """Sprites, and where they were."""

    def __dealloc__(self):
        free(self.poses)


def seen_of(sprites: list) -> SeenSprites:
    """Return some sprites, and where they are."""
    k: C.Py_ssize_t
    seen: SeenSprites = SeenSprites()
    seen.sprites = sprites
    seen.poses = C.cast(C.pointer(Pose), malloc(max(1, len(sprites)) * C.sizeof(Pose)))
    if seen.poses is C.NULL:
        raise MemoryError
    for k in range(len(sprites)):
        seen.poses[k] = sprite_row.pose_of(C.cast(SpriteRow, sprites[k]).row)
    return seen


def turn_of(old: PoseRef, new: PoseRef) -> C.double:
    """Return how far a sprite has rotated, at most half a turn."""
    return remainder(new.angle - old.angle, 360.0)


def taken_along(old: PoseRef, new: PoseRef, point: Vector) -> Vector:
    """Return where a point moves with a sprite that moves from one pose to another."""
    if sprite_row.is_shifted(old, new):
        return plus(point, vector(new.x - old.x, new.y - old.y))
    old_turn: Rotation = rotation_of(old.angle)
    new_turn: Rotation = rotation_of(new.angle)
    at: Vector = rotated(minus(point, pivot_of(old)), old_turn.cosine, -old_turn.sine)
    if old.scale_x != 0.0 and old.scale_y != 0.0:
        at = vector(at.x * new.scale_x / old.scale_x, at.y * new.scale_y / old.scale_y)
    at.x += (old.center_x - new.center_x) * new.scale_x
    at.y += (old.center_y - new.center_y) * new.scale_y
    return plus(rotated(at, new_turn.cosine, new_turn.sine), pivot_of(new))


def pivot_of(pose: PoseRef) -> Vector:
    """Return the point about which a sprite rotates."""
    if pose.offset_sync:
        return vector(pose.x, pose.y)
    return vector(pose.x + pose.center_x, pose.y + pose.center_y)
