# cython: nonecheck=True
# (A declaration accepts None for a sprite, and None has no row.)
"""Where and how a sprite's image is drawn. Writing to its `rect` moves the sprite.

A sprite keeps one rect (`Placed`). Reading `sprite.rect` compares the pose with the one for which
the rect was computed last, and computes it again only if they differ. Writing to the rect moves the
sprite. The rect has only a weak reference to its sprite, so that both are freed with the last
reference.
"""

from weakref import ref

import cython as C
import pygame
from cython.cimports.spritecol._engine.storage.layout import RowRecord
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.libc import fabs, floor
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol._support.python import PyObject_GenericSetAttr
from cython.cimports.spritecol.integrations.pygame.sprite.fast_items import with_items_of
from cython.cimports.spritecol.sprites.row import sprite_row
from cython.cimports.spritecol.sprites.row.sprite_row import Companion, Pose, SpriteRow
from pygame.math import Vector2
from pygame.rect import FRect, Rect
from pygame.surface import Surface

from spritecol._support.range_check import shown, undeletable
from spritecol.sprites.hints import mistakes, sprite_mistakes

MOST_PIXELS = C.declare(C.double, 1e9)
"""Pixels. pygame stores the numbers of a rect in 32 bits. Beyond this the rect is clamped."""

SAME_PIXEL = C.declare(C.double, 1e-9)
"""Pixels. Two positions no farther apart than this count as equal: more than rounding, less than
any move."""

PYGAMES_DEGREE = C.declare(C.double, 0.01745329251 * 180.0 / 3.141592653589793)
"""In degrees, which pygame converts by a rounded number of radians."""

ANCHORS = {
    "x": (0.0, None),
    "left": (0.0, None),
    "centerx": (0.5, None),
    "right": (1.0, None),
    "y": (None, 0.0),
    "top": (None, 0.0),
    "centery": (None, 0.5),
    "bottom": (None, 1.0),
    "topleft": (0.0, 0.0),
    "midtop": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "midleft": (0.0, 0.5),
    "center": (0.5, 0.5),
    "midright": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "midbottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""The point that an attribute of a rect names, as fractions of its width and height."""

UPDATE = Rect.update
SET_IMAGE = SpriteRow.image.__set__  # the descriptor behind `ImageAttribute`


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class Placed(Companion):
    """Where and how a sprite is drawn: its rect, and its image as drawn."""

    rect: object  # the one LiveRect of the sprite
    left: C.longlong  # the numbers that the rect has now
    top: C.longlong
    width: C.longlong
    height: C.longlong
    pose: Pose  # the pose for which x and y were computed
    image: object  # the image and its size then; None if x and y must be computed again
    x: C.double  # left, top, width and height before rounding
    y: C.double
    wide: C.double
    high: C.double
    drawn: object  # the image rotated and scaled, or None
    original: object  # the image that `drawn` was made from, with the next numbers
    angle: C.double
    scale_x: C.double
    scale_y: C.double
    smooth: object


class OwnedRect(Rect):
    """A rect that moves its owner when it is written to, in any way that a Rect can be written to.

    A rect created from it by `move`, `copy` and the like has no owner and acts as a plain Rect.

    It is written with `PyObject_GenericSetAttr`, the public function that `Rect.__setattr__` calls.
    With a call of `Rect.__setattr__`, `rect.x += 1` would take 1.14 times as long, and `rect.center
    = (5, 6)` 1.27 times.
    """

    __slots__ = ("_owner",)  # a weak reference to the sprite; missing in a rect without an owner

    def __setattr__(self, name, value):
        sprite: object = owner_of(self)
        if sprite is not None:
            placed: Placed = placed_of(sprite)  # the sprite may have moved since the rect was read
            if type(value) is not int:
                value = without_own_place(self, placed, name, value)
            PyObject_GenericSetAttr(self, name, value)
            follow(sprite, placed)
        else:
            PyObject_GenericSetAttr(self, name, value)

    def __setitem__(self, *arguments):
        write_rect(self, Rect.__setitem__, arguments, {})

    def normalize(self):
        """Correct a negative size, which a rect with an owner never has."""
        write_rect(self, Rect.normalize, (), {})


LiveRect = with_items_of(
    Rect, OwnedRect, b"spritecol.integrations.pygame.sprite.placement.LiveRect"
)

OWNER = OwnedRect._owner
SET_OWNER = OWNER.__set__
GET_OWNER = OWNER.__get__


@C.cfunc
def owner_of(rect: object) -> object:
    """Return the sprite that a rect moves, or None."""
    try:
        return GET_OWNER(rect)()
    except AttributeError:
        return None


@C.cfunc
def without_own_place(rect: object, placed: Placed, name: object, value: object) -> object:
    """Return the value to write to a rect's attribute, so that a sprite moved to itself keeps its
    fraction.

    Many games copy the exact position to the rect: `self.x += 0.7; self.rect.x = self.x`. A Rect
    drops the fraction, and a sprite that followed its rect would never move.
    """
    anchor: tuple = ANCHORS.get(name)
    first: object
    second: object
    if anchor is None:
        return value
    first, second = anchor
    if second is None:
        return getattr(rect, name) if is_at(value, placed.x, first, placed.wide) else value
    if first is None:
        return getattr(rect, name) if is_at(value, placed.y, second, placed.high) else value
    if not isinstance(value, (tuple, list, Vector2)) or len(value) != 2:
        return value
    shown_x, shown_y = getattr(rect, name)
    x, y = value
    return (
        shown_x if is_at(x, placed.x, first, placed.wide) else x,
        shown_y if is_at(y, placed.y, second, placed.high) else y,
    )


@C.cfunc
@C.exceptval(-1, check=False)
def is_at(value: object, start: C.double, part: C.double, length: C.double) -> C.bint:
    """Whether a number is the position of a fraction of the width or height."""
    if not isinstance(value, float):
        return False
    place: C.double = value
    return fabs(place - (start + part * length)) <= SAME_PIXEL


@C.cfunc
def write_rect(rect: object, method: object, arguments: tuple, named: dict) -> object:
    """Call a method of Rect that writes to the rect, and move the owner along."""
    sprite: object = owner_of(rect)
    placed: Placed = None
    if sprite is not None:
        placed = placed_of(sprite)
    result: object = method(rect, *arguments, **named)
    if sprite is not None:
        follow(sprite, placed)
    return result


def _writer(name):
    method = getattr(Rect, name)

    def written(self, *arguments, **named):
        return write_rect(self, method, arguments, named)

    written.__name__ = name
    written.__doc__ = method.__doc__
    return written


for _name in (
    "clamp_ip",
    "inflate_ip",
    "move_ip",
    "scale_by_ip",
    "union_ip",
    "unionall_ip",
    "update",
):
    setattr(OwnedRect, _name, _writer(_name))


@C.cfunc
@C.exceptval(-1, check=False)
def follow(sprite: object, placed: Placed) -> C.int:
    """Move a sprite to where its rect was moved."""
    rect: object = placed.rect
    width: C.longlong = rect.width
    height: C.longlong = rect.height
    if width != placed.width or height != placed.height:
        restore(placed)
        raise ValueError(
            "the size of a sprite's rect follows from its image, scale and angle; only its "
            f"position can be written, got the size {(width, height)} for "
            f"{(placed.width, placed.height)}"
        )
    try:
        move(sprite, placed, rect.left, rect.top)
    except BaseException:
        restore(placed)
        raise
    placed.left = rect.left
    placed.top = rect.top
    placed.image = None  # the stored numbers belong to the old pose, which may come back
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def restore(placed: Placed) -> C.int:
    """Give a rect the numbers that it had before the write."""
    UPDATE(placed.rect, placed.left, placed.top, placed.width, placed.height)
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def move(sprite: object, placed: Placed, left: object, top: object) -> C.int:
    """Move a sprite to its rect. Along an axis without a change it keeps its fraction.

    The difference of x or y and the image's corner is computed first: it is 0 for most sprites, and
    small for the others. So the position that was written is read back without rounding.
    """
    box_x: C.double = placed.x  # setting x may run user code that reads the rect
    box_y: C.double = placed.y
    if left != placed.left:
        x: object = sprite.x
        sprite.x = left + (x - box_x)
        if top != placed.top:
            try:
                sprite.y = top + (sprite.y - box_y)
            except ValueError:  # not finite or out of range: undo the first half
                sprite.x = x
                raise
    elif top != placed.top:
        sprite.y = top + (sprite.y - box_y)
    return 0


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_identity(pose: C.pointer(Pose)) -> C.bint:
    """Whether a pose neither rotates nor scales."""
    return (
        pose.scale_x == 1.0
        and pose.scale_y == 1.0
        and (pose.angle == 0.0 or pose.angle % 360.0 == 0.0)
    )


@C.cfunc
def accompany(sprite: SpriteRow) -> Placed:
    """Make a new `Placed` for a sprite that has none."""
    placed: Placed = Placed()
    rect: object = LiveRect(0, 0, 0, 0)
    SET_OWNER(rect, ref(sprite))
    placed.rect = rect
    placed.z = sprite.z
    sprite.z_or_companion = placed
    return placed


@C.cfunc
def placed_of(sprite: SpriteRow) -> Placed:
    """Return the `Placed` of a sprite, up to date."""
    placed: Placed
    pose: Pose = sprite_row.pose_of(sprite.row)
    if not isinstance(sprite.z_or_companion, Placed):
        placed = accompany(sprite)
    else:
        placed = C.cast(Placed, sprite.z_or_companion)
        if (
            placed.image is not None
            and placed.image is sprite.image_and_size
            and sprite_row.is_same(C.address(pose), C.address(placed.pose))
        ):
            return placed
    place(sprite, placed, C.address(pose))
    return placed


@C.cfunc
@C.exceptval(-1, check=False)
def place(sprite: SpriteRow, placed: Placed, pose: C.pointer(Pose)) -> C.int:
    """Compute where a sprite's image is, and give its rect these numbers."""
    now: Pose = pose[0]
    width: C.longlong
    height: C.longlong
    x: C.double
    y: C.double
    wide: C.double
    high: C.double
    image: object = sprite.image_and_size
    if image is None or image[0] is None:  # the box around the shapes
        x, y, wide, high = sprite._shapes_box()
        # A width is rounded by itself, so that the rect keeps its size wherever the sprite is. The
        # difference of two edges varies by less than `SAME_PIXEL`.
        width = pixel(wide + SAME_PIXEL)
        height = pixel(high + SAME_PIXEL)
        placed.wide = wide
        placed.high = high
        placed.image = None
    else:
        x, y = image[0].get_size() if image[1] is None else image[1]
        if is_identity(C.address(now)):
            width, height = C.cast(C.longlong, x), C.cast(C.longlong, y)
            x = -now.center_x
            y = -now.center_y
            placed.image = image
        else:
            # The size depends on how the image is drawn, which a subclass may decide.
            width, height = drawn_size(sprite, C.address(now))
            now = sprite_row.pose_of(sprite.row)  # again, because the line above may run user code
            placed.image = None
            rotation: Rotation = rotation_of(now.angle)
            x = (x / 2 - now.center_x) * now.scale_x
            y = (y / 2 - now.center_y) * now.scale_y
            x, y = rotation.cosine * x - rotation.sine * y, rotation.sine * x + rotation.cosine * y
            x -= C.cast(C.double, width) / 2
            y -= C.cast(C.double, height) / 2
        if not now.offset_sync:
            x += now.center_x
            y += now.center_y
        x += now.x
        y += now.y
        placed.wide = width
        placed.high = height
    placed.pose = now
    placed.x = x
    placed.y = y
    left: C.longlong = pixel(x)
    top: C.longlong = pixel(y)
    if left != placed.left or top != placed.top or width != placed.width or height != placed.height:
        UPDATE(placed.rect, left, top, width, height)
        placed.left = left
        placed.top = top
        placed.width = width
        placed.height = height
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def pixel(coordinate: C.double) -> C.longlong:
    """Return the nearest integer to a coordinate, clamped to the range of a rect."""
    return C.cast(C.longlong, max(-MOST_PIXELS, min(floor(coordinate + 0.5), MOST_PIXELS)))


def exact_box(sprite: SpriteRow) -> tuple:
    """Return the box before rounding: (left, top, width, height)."""
    placed: Placed = placed_of(sprite)
    return placed.x, placed.y, placed.wide, placed.high


def move_to(sprite, value):
    """Move a sprite so that its rect has the left and top of the value that was assigned to
    `rect`.
    """
    try:
        target = value if isinstance(value, (Rect, FRect)) else FRect(value)
    except TypeError as error:
        raise TypeError(
            f"rect must be a Rect, or a value that pygame accepts as one, got {shown(value)}"
        ) from error
    placed: Placed = placed_of(sprite)
    wide: C.double = target.width
    high: C.double = target.height
    move(sprite, placed, target.left, target.top)
    if (wide != placed.width or high != placed.height) and (wide or high):
        mistakes.tell(
            sprite_mistakes.of_lost_size(sprite, (wide, high), (placed.width, placed.height))
        )


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.cclass
class RectAttribute:
    """`Sprite.rect`: the box around the image in whole pixels. Writing to it moves the sprite."""

    def __get__(self, sprite, kind):
        if sprite is None:
            return self
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"rect is an attribute of a sprite, got {shown(sprite)}")
        return placed_of(sprite).rect

    def __set__(self, sprite, value):
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"rect is an attribute of a sprite, got {shown(sprite)}")
        move_to(sprite, value)

    def __delete__(self, sprite):
        raise undeletable("rect")


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.cclass
class ImageAttribute:
    """`Sprite.image`: the image as it is drawn. Assign it unrotated and unscaled.

    Reading it on a class gives the default of the class.
    """

    default: object

    def __init__(self, default=None):
        self.default = default

    def __get__(self, sprite, kind):
        if sprite is None:
            return self.default
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"image is an attribute of a sprite, got {shown(sprite)}")
        row: SpriteRow = sprite
        if row.image_and_size is None or row.image_and_size[0] is None:
            return None
        record: C.pointer(RowRecord) = C.address(STORE.records[row.row])
        if (
            record.scale_x == 1.0
            and record.scale_y == 1.0
            and (record.angle == 0.0 or record.angle % 360.0 == 0.0)
        ):
            return row.image_and_size[0]
        pose: Pose = sprite_row.pose_of(row.row)
        return drawn_image(row, C.address(pose))

    def __set__(self, sprite, value):
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"image is an attribute of a sprite, got {shown(sprite)}")
        row: SpriteRow = sprite
        if isinstance(value, ImageAttribute):  # attrs took it for the default of a field
            value = C.cast(ImageAttribute, value).default
        if value is not None and not isinstance(value, Surface):
            raise TypeError(f"image must be a pygame Surface or None, got {shown(value)}")
        if (
            type(value) is not Surface  # whose size never changes
            or row.image_and_size is None
            or row.image_and_size[0] is not value
            or len(row.image_and_size) > 2  # but the stored image belongs to another
        ):
            SET_IMAGE(row, value)
        if isinstance(row.z_or_companion, Placed):
            placed: Placed = C.cast(Placed, row.z_or_companion)
            placed.drawn = None  # the same Surface may have been painted on

    def __delete__(self, sprite):
        raise AttributeError("image can't be deleted; assign another one, or None")


@C.cfunc
def drawn_size(row: SpriteRow, pose: C.pointer(Pose)) -> tuple:
    """Return the size of the image of a rotated or scaled sprite, without drawing it if
    possible.
    """
    smooth: object
    if not draws_plainly(type(row)):
        return row.image.get_size()
    smooth = row.smooth
    angle: C.double = pose.angle % 360.0
    single: C.float = angle  # as pygame takes it
    if (
        C.cast(C.double, single) % 90.0 == 0.0
        or smooth
        or is_drawn(row, row.image_and_size[0], pose, smooth)
        or not SIZES_ARE_KNOWN
    ):
        return drawn_image(row, pose).get_size()
    width, height = row.image_and_size[0].get_size()
    size: tuple = round(abs(pose.scale_x) * width), round(abs(pose.scale_y) * height)
    return size if 0 in size else turned_size(size[0], size[1], -angle)


@C.cfunc
@C.exceptval(-1, check=False)
def draws_plainly(kind: type) -> C.bint:
    """Whether a class has the `image` of this module instead of its own."""
    for base in kind.__mro__:
        attribute: object = base.__dict__.get("image")
        if attribute is not None:
            return isinstance(attribute, ImageAttribute)
    return False


def turned_size(width: C.double, height: C.double, angle: C.double) -> tuple:
    """Return the size of a result of `pygame.transform.rotate`, by its own formula and digits of
    pi.

    It takes the angle as a number of 32 bits.
    """
    single: C.float = angle
    rotation: Rotation = rotation_of(single * PYGAMES_DEGREE)
    across_x: C.double = rotation.cosine * width
    across_y: C.double = rotation.cosine * height
    down_x: C.double = rotation.sine * width
    down_y: C.double = rotation.sine * height
    wide: C.double = max(fabs(across_x + down_y), fabs(across_x - down_y))
    high: C.double = max(fabs(down_x + across_y), fabs(down_x - across_y))
    return C.cast(C.longlong, wide), C.cast(C.longlong, high)


@C.cfunc
@C.exceptval(-1, check=False)
def sizes_are_known() -> C.bint:
    """Whether `turned_size` matches this pygame for some sizes at some angles."""
    k: C.int
    for k in range(24):
        size: tuple = 1 + 7 * k % 29, 1 + 11 * k % 23
        angle: C.double = 0.37 + 14.9 * k
        if pygame.transform.rotate(Surface(size), angle).get_size() != turned_size(*size, angle):
            return False
    return True


SIZES_ARE_KNOWN = C.declare(C.bint, sizes_are_known())


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def is_drawn(row: SpriteRow, original: object, pose: C.pointer(Pose), smooth: object) -> C.bint:
    """Whether the image as drawn in a pose is stored."""
    if not isinstance(row.z_or_companion, Placed):
        return False
    placed: Placed = C.cast(Placed, row.z_or_companion)
    return (
        placed.drawn is not None
        and placed.original is original
        and placed.angle == pose.angle % 360.0
        and placed.scale_x == pose.scale_x
        and placed.scale_y == pose.scale_y
        and placed.smooth is smooth
    )


@C.cfunc
def drawn_image(row: SpriteRow, pose: C.pointer(Pose)) -> object:
    """Return the image of a rotated or scaled sprite, which is stored until its appearance
    changes.
    """
    placed: Placed
    original: object = row.image_and_size[0]
    smooth: object = row.smooth
    angle: C.double = pose.angle % 360.0
    scale_x: C.double = pose.scale_x
    scale_y: C.double = pose.scale_y
    is_ready: C.bint = is_drawn(row, original, pose, smooth)
    if not isinstance(row.z_or_companion, Placed):
        placed = accompany(row)
    else:
        placed = C.cast(Placed, row.z_or_companion)
    if not is_ready:
        drawn: object = transformed(original, angle, scale_x, scale_y, smooth)
        placed.drawn = drawn
        placed.original = original
        placed.angle = angle
        placed.scale_x = scale_x
        placed.scale_y = scale_y
        placed.smooth = smooth
        return drawn
    return placed.drawn


@C.cfunc
def transformed(
    image: object, angle: object, scale_x: object, scale_y: object, smooth: object
) -> object:
    """Return an image scaled, mirrored along an axis with a negative scale, and rotated clockwise.

    The center stays in place. The result has a whole number of pixels along each side, so the exact
    image may extend beyond it by a fraction of a pixel.
    """
    is_slanted = angle % 90 != 0
    width, height = image.get_size()
    size = round(abs(scale_x) * width), round(abs(scale_y) * height)
    if not image.get_flags() & pygame.SRCALPHA and (
        smooth or (is_slanted and image.get_colorkey() is None)
    ):
        # pygame fills the new corners of an opaque image with one of its colors, and its filters
        # blend the color key with the neighboring colors.
        image = _with_alpha(image)
    if scale_x < 0 or scale_y < 0:
        image = pygame.transform.flip(image, scale_x < 0, scale_y < 0)
    if size != (width, height):
        scale = pygame.transform.smoothscale if smooth else pygame.transform.scale
        image = scale(image, size)
    if angle % 360 == 0 or 0 in size:
        return image
    if smooth and is_slanted:
        return pygame.transform.rotozoom(image, -angle, 1)
    return pygame.transform.rotate(image, -angle)


@C.cfunc
def _with_alpha(image: object) -> object:
    """Return a copy with an alpha channel."""
    alpha = image.get_alpha()
    opaque = image.copy()
    opaque.set_alpha(None)
    copy = Surface(image.get_size(), pygame.SRCALPHA, 32)
    copy.blit(opaque, (0, 0))
    copy.set_alpha(alpha)
    return copy
