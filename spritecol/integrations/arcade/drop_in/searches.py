"""arcade's `check_for_collision`, its searches in lists, and `get_sprites_at_point`, faster.

What they find, in which order, and what they raise is arcade's. Sprites that are far away are
passed over by the positions and sizes that a SpriteList keeps for drawing, where it has them; the
others are compared as arcade does it, but in C. Whatever is not ordinary (numbers of other types,
hit boxes of other makes) is handed to arcade's own functions.

One thing is not arcade's: no search asks the GPU, so none needs a window.
"""

import cython
from arcade import BasicSprite
from arcade.geometry import is_point_in_polygon
from arcade.hitbox import HitBox, RotatableHitBox
from arcade.sprite_list import SpriteList, SpriteSequence
from arcade.sprite_list import collision as arcades
from cython.cimports.cpython.array import array
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol.integrations.arcade.drop_in.polygons import (
    UNUSUAL,
    are_small,
    point_is_in,
    polygons_meet,
    read_number,
    read_pair,
    read_points,
)

# arcade's own, whatever `install` puts in their place later.
_check_pair = arcades._check_for_collision
_check_for_collision = arcades.check_for_collision
_check_for_collision_with_list = arcades.check_for_collision_with_list
_check_for_collision_with_lists = arcades.check_for_collision_with_lists
_get_sprites_at_point = arcades.get_sprites_at_point

TO_READ = cython.declare(cython.int, -2)
"""Instead of a count of points: not read yet."""

REACH = cython.declare(cython.double, 0.71)
"""arcade takes sprites to be far apart beyond this times the sum of their longer sides."""

FEW = cython.declare(cython.Py_ssize_t, 8)
"""Sprites. With fewer it does not pay to look into a list's buffers."""

SLACK = cython.declare(cython.double, 1e-6)
"""Of the numbers in a buffer: more than they lose there, as they are floats of 24 bits."""


Place = cython.struct(position=cython.double[2], size=cython.double[2])


@cython.cfunc
@cython.exceptval(-1, check=False)
def read_place(sprite: object, place: cython.pointer(Place)) -> cython.bint:
    """Read where a sprite is and how large; whether these are ordinary numbers."""
    whole: cython.int = 0
    return (
        read_pair(sprite._position, cython.address(place.position[0]), cython.address(whole))
        and read_number(sprite._width, cython.address(place.size[0]), cython.address(whole))
        and read_number(sprite._height, cython.address(place.size[1]), cython.address(whole))
    )


@cython.cfunc
@cython.exceptval(check=False)
def are_far(
    one: cython.pointer(cython.const[Place]), other: cython.pointer(cython.const[Place])
) -> cython.bint:
    """Whether arcade passes over a pair for the distance of their middles."""
    reach: cython.double
    x: cython.double
    y: cython.double
    reach = (one.size[0] if one.size[0] > one.size[1] else one.size[1]) + (
        other.size[0] if other.size[0] > other.size[1] else other.size[1]
    )
    reach *= REACH
    reach *= reach
    x = one.position[0] - other.position[0]
    x *= x
    if x > reach:
        return True
    y = one.position[1] - other.position[1]
    y *= y
    return y > reach or x + y > reach


@cython.cfunc
def world_points(sprite: object) -> object:
    """The points of a sprite's hit box in the world."""
    box: object = sprite.hit_box
    kind: object = type(box)
    if (kind is RotatableHitBox or kind is HitBox) and box._adjusted_cache_dirty is False:
        return box._adjusted_points
    return box.get_adjusted_points()


@cython.final
@cython.cclass
class Seeker:
    """A sprite that is compared with others, read once."""

    sprite: object
    place: Place
    usual: cython.bint
    count: cython.int  # of points; TO_READ before they are read
    points: cython.double[128]  # 2 * MOST

    def __cinit__(self, sprite):
        """Read the pose; the points are read when they are needed."""
        self.sprite = sprite
        self.count = TO_READ
        self.usual = read_place(sprite, cython.address(self.place))

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def hits(self, other: object) -> cython.bint:
        """Arcade's `_check_for_collision`."""
        place: Place
        points: cython.double[128]
        count: cython.int
        whole: cython.int = 0
        mine: object
        if not self.usual or not read_place(other, cython.address(place)):
            return _check_pair(self.sprite, other)
        if are_far(cython.address(self.place), cython.address(place)):
            return False
        if self.count == TO_READ:
            mine = world_points(self.sprite)
            self.count = read_points(mine, self.points, cython.address(whole))
        count = read_points(world_points(other), points, cython.address(whole))
        if UNUSUAL in (self.count, count):
            return _check_pair(self.sprite, other)
        return polygons_meet(self.points, self.count, points, count)

    @cython.cfunc
    @cython.exceptval(check=False)
    def may_reach(
        self, x: cython.double, y: cython.double, width: cython.double, height: cython.double
    ) -> cython.bint:
        """Whether a sprite of about this place and size may be one that is not far."""
        width = fabs(width)
        height = fabs(height)
        reach: cython.double = fabs(self.place.size[0])
        reach = max(reach, fabs(self.place.size[1]))
        reach = REACH * (reach + (width if width > height else height))
        reach += SLACK * (
            1e-30  # where numbers are so small that they lose more
            + reach
            + fabs(x)
            + fabs(y)
            + fabs(self.place.position[0])
            + fabs(self.place.position[1])
        )
        x -= self.place.position[0]
        y -= self.place.position[1]
        return not x * x + y * y > reach * reach

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def search(self, candidates: object, found: list) -> cython.bint:
        """Add those that the sprite hits."""
        other: object
        for other in candidates:
            if other is not self.sprite and self.hits(other):
                found.append(other)
        return True

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def search_buffers(self, sprite_list: object, found: list) -> cython.bint:
        """The same for a SpriteList, by a look at its buffers first."""
        near: list = []  # before the buffers are looked at: it may run the collector
        members: list = sprite_list.sprite_list
        poses: array = sprite_list._sprite_pos_angle_data
        sizes: array = sprite_list._sprite_size_data
        slots: array = sprite_list._sprite_index_data
        order: cython.p_uint = slots.data.as_uints
        pose: cython.p_float = poses.data.as_floats
        size: cython.p_float = sizes.data.as_floats
        count: cython.Py_ssize_t = len(members)
        room: cython.Py_ssize_t = min(len(poses) // 4, len(sizes) // 2)
        k: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        if len(slots) < count:
            return self.search(members, found)
        for k in range(count):
            slot = order[k]
            if slot >= room or self.may_reach(
                pose[4 * slot], pose[4 * slot + 1], size[2 * slot], size[2 * slot + 1]
            ):
                near.append(members[k])
        return self.search(near, found)


@cython.cfunc
@cython.exceptval(-1, check=False)
def is_sequence(sprite_list: object) -> cython.bint:
    """Whether arcade takes it for a SpriteList."""
    return type(sprite_list) is SpriteList or isinstance(sprite_list, SpriteSequence)


@cython.cfunc
@cython.exceptval(-1, check=False)
def is_bare(sprite_list: object) -> cython.bint:
    """Whether it is a SpriteList that has no sprite."""
    return type(sprite_list) is SpriteList and not cython.cast(list, sprite_list.sprite_list)


@cython.cfunc
@cython.exceptval(-1, check=False)
def keeps_buffers(sprite_list: object) -> cython.bint:
    """Whether positions and sizes can be read from a list's buffers.

    A list without a window does not hear of the size of a sprite's new texture.
    """
    return (
        type(sprite_list) is SpriteList
        and sprite_list._initialized is True
        and len(cython.cast(list, sprite_list.sprite_list)) >= FEW
    )


@cython.cfunc
@cython.exceptval(-1, check=False)
def seek_in(seeker: Seeker, sprite_list: object, method: object, found: list) -> cython.bint:
    """Add those of a list that a sprite hits."""
    cells: object = sprite_list.spatial_hash
    if cells is not None and method in (0, 1):
        return seeker.search(cells.get_sprites_near_sprite(seeker.sprite), found)
    if seeker.usual and keeps_buffers(sprite_list):
        return seeker.search_buffers(sprite_list, found)
    if type(sprite_list) is SpriteList:
        return seeker.search(sprite_list.sprite_list, found)
    return seeker.search(sprite_list, found)


def check_for_collision(sprite1, sprite2):
    """Whether two sprites collide: `arcade.check_for_collision`, faster."""
    if not (isinstance(sprite1, BasicSprite) and isinstance(sprite2, BasicSprite)):
        return _check_for_collision(sprite1, sprite2)
    seeker: Seeker = Seeker(sprite1)
    return seeker.hits(sprite2)


def check_for_collision_with_list(sprite, sprite_list, method=0):
    """The sprites of a list that a sprite collides with, in the list's order.

    `arcade.check_for_collision_with_list`, faster. Without a spatial hash, or with method 2 or 3,
    the whole list is searched; the GPU is never asked.
    """
    if not (isinstance(sprite, BasicSprite) and is_sequence(sprite_list)):
        return _check_for_collision_with_list(sprite, sprite_list, method)
    found: list = []
    seek_in(Seeker(sprite), sprite_list, method, found)
    return found


def check_for_collision_with_lists(sprite, sprite_lists, method=0):
    """The sprites of several lists that a sprite collides with, list by list.

    `arcade.check_for_collision_with_lists`, faster; a sprite in two of the lists comes twice.
    """
    if not isinstance(sprite, BasicSprite):
        return _check_for_collision_with_lists(sprite, sprite_lists, method)
    found: list = []
    seeker: Seeker = None
    sprite_list: object
    for sprite_list in sprite_lists:
        if is_bare(sprite_list):
            continue
        if seeker is None:
            seeker = Seeker(sprite)
        seek_in(seeker, sprite_list, method, found)
    return found


def get_sprites_at_point(point, sprite_list):
    """The sprites of a list whose hit boxes a point is in.

    `arcade.get_sprites_at_point`, faster; a point on an edge is in.
    """
    place: cython.double[2]
    points: cython.double[128]
    count: cython.int
    whole: cython.int = 0
    corners: object
    inside: object
    if not (
        is_sequence(sprite_list)
        and read_pair(point, place, cython.address(whole))
        and are_small(place, 2)
    ):
        return _get_sprites_at_point(point, sprite_list)
    cells: object = sprite_list.spatial_hash
    candidates: object = sprite_list if cells is None else cells.get_sprites_near_point(point)
    found: list = []
    sprite: object
    for sprite in candidates:
        corners = world_points(sprite)
        whole = 0
        count = read_points(corners, points, cython.address(whole))
        # Where whole numbers and others are mixed, Python rounds where C does not.
        if count == UNUSUAL or (whole and whole != 2 * count) or not are_small(points, 2 * count):
            inside = is_point_in_polygon(point[0], point[1], corners)
        else:
            inside = point_is_in(place[0], place[1], points, count)
        if inside:
            found.append(sprite)
    return found
