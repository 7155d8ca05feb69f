"""Faster replacements for arcade's `check_for_collision`, list searches and `get_sprites_at_point`.

They find the same sprites in the same order, and raise the same errors, as arcade's functions.
Sprites that are far away are skipped, using the positions and sizes that a SpriteList stores for
drawing, if it has them. The others are compared as in arcade, but in C. Unusual cases (numbers of
other types, custom hit boxes) are passed on to arcade's own functions.

The only difference is that no search uses the GPU, so none needs a window.
"""

import cython as C
from arcade import BasicSprite
from arcade.geometry import is_point_in_polygon
from arcade.hitbox import HitBox, RotatableHitBox
from arcade.sprite_list import SpriteList, SpriteSequence
from arcade.sprite_list import collision as arcades
from cython.cimports.cpython.buffer import (
    PyBUF_FORMAT,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cython.cimports.spritecol._support.libc import fabs
from cython.cimports.spritecol.integrations.arcade.drop_in import polygons
from cython.cimports.spritecol.integrations.arcade.drop_in.polygons import MAX_NUMBERS

# arcade's own functions, even if `install` replaces them later.
_check_pair = arcades._check_for_collision
_check_for_collision = arcades.check_for_collision
_check_for_collision_with_list = arcades.check_for_collision_with_list
_check_for_collision_with_lists = arcades.check_for_collision_with_lists
_get_sprites_at_point = arcades.get_sprites_at_point

UNREAD = C.declare(C.int, -2)
"""Replaces the count of points if they have not been read yet."""

REACH = C.declare(C.double, 0.71)
"""arcade skips sprites farther apart than this factor times the sum of their longer sides."""

BUFFER_ROUNDING = C.declare(C.double, 1e-6)
"""A relative margin: more than the precision that numbers lose in a buffer of floats, which have 24
bits."""

SEARCH_BUFFERS_FROM = C.declare(C.Py_ssize_t, 8)
"""Sprites. The length from which a SpriteList is filtered by its buffers of positions and sizes.
Set by the searches in one list, 3 and 10, of `benchmarks/run.py arcade_drop_in`. If lower, short
lists pay for getting the buffers. If higher, lists of medium length read every sprite. No result
depends on it."""

Extent = C.struct(position=C.double[2], size=C.double[2])  # pixels
NumberArray = C.struct(first=C.p_void, count=C.Py_ssize_t)


@C.cfunc
@C.exceptval(-1, check=False)
def read_extent(sprite: object, extent: C.pointer(Extent)) -> C.bint:
    """Read the position and size of a sprite. Return False if they are unusual."""
    int_count: C.int = 0
    return (
        polygons.read_point(sprite._position, C.address(extent.position[0]), C.address(int_count))
        and polygons.read_number(sprite._width, C.address(extent.size[0]), C.address(int_count))
        and polygons.read_number(sprite._height, C.address(extent.size[1]), C.address(int_count))
    )


@C.cfunc
@C.inline
def numbers_of(array: object, kind: C.char, other_kind: C.char) -> NumberArray:
    """Return where the numbers of an array are, and how many; none if they are of another kind.

    The result is valid while the caller holds the array and no user code runs.
    """
    buffer: Py_buffer
    PyObject_GetBuffer(array, C.address(buffer), PyBUF_FORMAT)
    numbers: NumberArray = NumberArray(first=buffer.buf, count=0)
    form: C.p_char = buffer.format
    if form is not C.NULL and form[0] in (kind, other_kind) and form[1] == 0:
        numbers.count = buffer.len // buffer.itemsize
    PyBuffer_Release(C.address(buffer))
    return numbers


@C.cfunc
@C.exceptval(check=False)
def are_far(one: C.pointer(C.const[Extent]), other: C.pointer(C.const[Extent])) -> C.bint:
    """Whether arcade skips a pair because of the distance of their positions."""
    reach: C.double = (one.size[0] if one.size[0] > one.size[1] else one.size[1]) + (
        other.size[0] if other.size[0] > other.size[1] else other.size[1]
    )
    reach *= REACH
    reach *= reach
    x: C.double = one.position[0] - other.position[0]
    x *= x
    if x > reach:
        return True
    y: C.double = one.position[1] - other.position[1]
    y *= y
    return y > reach or x + y > reach


@C.cfunc
def hit_box_in_world(sprite: object) -> object:
    """The points of a sprite's hit box in world space."""
    box: object = sprite.hit_box
    kind: object = type(box)
    if (kind is RotatableHitBox or kind is HitBox) and box._adjusted_cache_dirty is False:
        return box._adjusted_points
    return box.get_adjusted_points()


@C.final
@C.freelist(4)  # malloc of its 1 KB takes longer than looking at three arrays
@C.cclass
class PreparedSprite:
    """A sprite that is compared with others and read only once."""

    sprite: object
    extent: Extent
    is_usual: C.bint
    count: C.int  # of points; UNREAD before they are read
    points: C.double[MAX_NUMBERS]

    def __cinit__(self, sprite):
        """Read the position and size. The points are read lazily."""
        self.sprite = sprite
        self.count = UNREAD
        self.is_usual = read_extent(sprite, C.address(self.extent))

    @C.cfunc
    @C.exceptval(-1, check=False)
    def hits(self, other: object) -> C.bint:
        """Arcade's `_check_for_collision`."""
        extent: Extent
        points: C.double[MAX_NUMBERS]
        int_count: C.int = 0
        if not self.is_usual or not read_extent(other, C.address(extent)):
            return _check_pair(self.sprite, other)
        if are_far(C.address(self.extent), C.address(extent)):
            return False
        if self.count == UNREAD:
            own_points: object = hit_box_in_world(self.sprite)
            self.count = polygons.read_points(own_points, self.points, C.address(int_count))
        count: C.int = polygons.read_points(hit_box_in_world(other), points, C.address(int_count))
        if polygons.UNSUPPORTED in (self.count, count):
            return _check_pair(self.sprite, other)
        return polygons.polygons_overlap(self.points, self.count, points, count)

    @C.cfunc
    @C.exceptval(check=False)
    def may_reach(self, x: C.double, y: C.double, width: C.double, height: C.double) -> C.bint:
        """Whether a sprite of about this position and size may be near enough to collide."""
        width = fabs(width)
        height = fabs(height)
        reach: C.double = fabs(self.extent.size[0])
        reach = max(reach, fabs(self.extent.size[1]))
        reach = REACH * (reach + (width if width > height else height))
        reach += BUFFER_ROUNDING * (
            1e-30  # for tiny numbers, which lose more
            + reach
            + fabs(x)
            + fabs(y)
            + fabs(self.extent.position[0])
            + fabs(self.extent.position[1])
        )
        x -= self.extent.position[0]
        y -= self.extent.position[1]
        return not x * x + y * y > reach * reach

    @C.cfunc
    @C.exceptval(-1, check=False)
    def search(self, candidates: object, found: list) -> C.bint:
        """Append the candidates that the sprite hits."""
        other: object
        for other in candidates:
            if other is not self.sprite and self.hits(other):
                found.append(other)
        return True

    @C.cfunc
    @C.exceptval(-1, check=False)
    def search_buffers(self, sprite_list: object, found: list) -> C.bint:
        """Append the sprites of a SpriteList that the sprite hits, filtered by its buffers.

        arcade stores positions and sizes there for the graphics card. Reading them from each sprite
        would take longer than the whole search.
        """
        near: list = []  # created before reading the buffers: may run the garbage collector
        slots: NumberArray = numbers_of(sprite_list._sprite_index_data, b"I", b"i")
        poses: NumberArray = numbers_of(sprite_list._sprite_pos_angle_data, b"f", b"f")
        sizes: NumberArray = numbers_of(sprite_list._sprite_size_data, b"f", b"f")
        members: list = sprite_list.sprite_list
        slot_of: C.p_uint = C.cast(C.p_uint, slots.first)
        pose: C.p_float = C.cast(C.p_float, poses.first)
        size: C.p_float = C.cast(C.p_float, sizes.first)
        count: C.Py_ssize_t = len(members)
        capacity: C.Py_ssize_t = min(poses.count // 4, sizes.count // 2)
        k: C.Py_ssize_t
        if slots.count < count:
            return self.search(members, found)
        for k in range(count):
            slot: C.Py_ssize_t = slot_of[k]
            if slot >= capacity or self.may_reach(
                pose[4 * slot], pose[4 * slot + 1], size[2 * slot], size[2 * slot + 1]
            ):
                near.append(members[k])
        return self.search(near, found)


@C.cfunc
@C.exceptval(-1, check=False)
def is_sprite_list(sprite_list: object) -> C.bint:
    """Whether arcade accepts an object as a SpriteList."""
    return type(sprite_list) is SpriteList or isinstance(sprite_list, SpriteSequence)


@C.cfunc
@C.exceptval(-1, check=False)
def is_empty(sprite_list: object) -> C.bint:
    """Whether an object is a SpriteList with nothing to search.

    A spatial hash is used even without sprites, because it raises an error for a sprite without a
    position.
    """
    return (
        type(sprite_list) is SpriteList
        and not C.cast(list, sprite_list.sprite_list)
        and sprite_list.spatial_hash is None
    )


@C.cfunc
@C.exceptval(-1, check=False)
def has_buffers(sprite_list: object) -> C.bint:
    """Whether positions and sizes can be read from a list's buffers, and it is worth it.

    A list without a window is not notified when a new texture changes a sprite's size.
    """
    return (
        type(sprite_list) is SpriteList
        and sprite_list._initialized is True
        and len(C.cast(list, sprite_list.sprite_list)) >= SEARCH_BUFFERS_FROM
    )


@C.cfunc
@C.exceptval(-1, check=False)
def search_list(
    prepared: PreparedSprite, sprite_list: object, method: object, found: list
) -> C.bint:
    """Append the sprites of a list that a sprite hits."""
    cells: object = sprite_list.spatial_hash
    if cells is not None and method in (0, 1):
        return prepared.search(cells.get_sprites_near_sprite(prepared.sprite), found)
    if prepared.is_usual and has_buffers(sprite_list):
        return prepared.search_buffers(sprite_list, found)
    if type(sprite_list) is SpriteList:
        return prepared.search(sprite_list.sprite_list, found)
    return prepared.search(sprite_list, found)


def check_for_collision(sprite1, sprite2):
    """Return whether two sprites collide, like `arcade.check_for_collision`.

    Args:
        sprite1: an arcade sprite.
        sprite2: another arcade sprite.

    Returns:
        A bool.

    Raises:
        TypeError: one of them is not a sprite.

    >>> import arcade
    >>> texture = arcade.Texture.create_empty("box", (20, 20))
    >>> check_for_collision(arcade.Sprite(texture), arcade.Sprite(texture, center_x=19))
    True
    """
    if not (isinstance(sprite1, BasicSprite) and isinstance(sprite2, BasicSprite)):
        return _check_for_collision(sprite1, sprite2)
    prepared: PreparedSprite = PreparedSprite(sprite1)
    return prepared.hits(sprite2)


def check_for_collision_with_list(sprite, sprite_list, method=0):
    """Return the sprites of a list that a sprite collides with.

    Like `arcade.check_for_collision_with_list`, but the GPU is never used. Without a spatial hash,
    or with method 2 or 3, the whole list is searched.

    Args:
        sprite: an arcade sprite.
        sprite_list: a SpriteList.
        method: as in arcade.

    Returns:
        A list of sprites, in the order of the SpriteList, or of its spatial hash.

    Raises:
        TypeError: an argument has the wrong type.

    >>> import arcade
    >>> texture = arcade.Texture.create_empty("box", (20, 20))
    >>> boxes = arcade.SpriteList()
    >>> boxes.extend(arcade.Sprite(texture, center_x=x) for x in (0, 19, 40))
    >>> [box.center_x for box in check_for_collision_with_list(boxes[0], boxes)]
    [19]
    """
    if not (isinstance(sprite, BasicSprite) and is_sprite_list(sprite_list)):
        return _check_for_collision_with_list(sprite, sprite_list, method)
    found: list = []
    search_list(PreparedSprite(sprite), sprite_list, method, found)
    return found


def check_for_collision_with_lists(sprite, sprite_lists, method=0):
    """Return the sprites of several lists that a sprite collides with.

    Like `arcade.check_for_collision_with_lists`, but the GPU is never used.

    Args:
        sprite: an arcade sprite.
        sprite_lists: an iterable of SpriteLists.
        method: as in arcade.

    Returns:
        A list of sprites, list by list. A sprite in two of the lists occurs twice.

    Raises:
        TypeError: an argument has the wrong type.

    >>> import arcade
    >>> texture = arcade.Texture.create_empty("box", (20, 20))
    >>> boxes = arcade.SpriteList()
    >>> boxes.append(arcade.Sprite(texture))
    >>> len(check_for_collision_with_lists(arcade.Sprite(texture), [boxes, boxes]))
    2
    """
    if not isinstance(sprite, BasicSprite):
        return _check_for_collision_with_lists(sprite, sprite_lists, method)
    found: list = []
    prepared: PreparedSprite = None
    sprite_list: object
    for sprite_list in sprite_lists:
        if is_empty(sprite_list):
            continue
        if prepared is None:
            prepared = PreparedSprite(sprite)
        search_list(prepared, sprite_list, method, found)
    return found


def get_sprites_at_point(point, sprite_list):
    """Return the sprites of a list whose hit boxes contain a point, including their edges.

    Like `arcade.get_sprites_at_point`.

    Args:
        point: (x, y), in pixels of arcade's world.
        sprite_list: a SpriteList.

    Returns:
        A list of sprites, in the order of the SpriteList, or of its spatial hash.

    Raises:
        TypeError: an argument has the wrong type.

    >>> import arcade
    >>> texture = arcade.Texture.create_empty("box", (20, 20))
    >>> boxes = arcade.SpriteList()
    >>> boxes.append(arcade.Sprite(texture))
    >>> len(get_sprites_at_point((9, 9), boxes)), len(get_sprites_at_point((11, 9), boxes))
    (1, 0)
    """
    position: C.double[2]
    points: C.double[MAX_NUMBERS]
    int_count: C.int = 0
    inside: object
    if not (
        is_sprite_list(sprite_list)
        and polygons.read_point(point, position, C.address(int_count))
        and polygons.are_small(position, 2)
    ):
        return _get_sprites_at_point(point, sprite_list)
    cells: object = sprite_list.spatial_hash
    candidates: object = sprite_list if cells is None else cells.get_sprites_near_point(point)
    found: list = []
    sprite: object
    for sprite in candidates:
        corners: object = hit_box_in_world(sprite)
        int_count = 0
        count: C.int = polygons.read_points(corners, points, C.address(int_count))
        # If ints and floats are mixed, Python rounds in places where C does not.
        if (
            count == polygons.UNSUPPORTED
            or (int_count and int_count != 2 * count)
            or not polygons.are_small(points, 2 * count)
        ):
            inside = is_point_in_polygon(point[0], point[1], corners)
        else:
            inside = polygons.is_point_inside(position[0], position[1], points, count)
        if inside:
            found.append(sprite)
    return found
