"""`SpriteRow`: owns one row of the storage and exposes its fields as Python attributes.

Writing an attribute stores a number and sets the row's dirty flag; world space is computed lazily,
when a check needs it. `Sprite` (module `sprite`) is the class that users see. A subclass with
another default has an `Attribute` for it. Sprites with equal shapes share an outline, which is
cached.

Rows are read and written by functions instead of methods of SpriteRow, because `help` would show
the table of C methods of a compiled class.
"""

import copyreg
from functools import lru_cache

import cython as C
from cython.cimports.cpython.buffer import PyObject_CheckBuffer
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import NumberLayout, Outline, RowRecord
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen, true_box
from cython.cimports.spritecol._engine.transform.world_parts import Map, put_map, with_rotation
from cython.cimports.spritecol._engine.tuning import OUTLINES_KEPT
from cython.cimports.spritecol._support.fast_range_check import bits, checked, is_plain, truth
from cython.cimports.spritecol._support.vectors import box_of
from cython.cimports.spritecol.sprites.tables import attribute_table as kinds

from spritecol._engine.storage.local_parts import directions_of, parts_of, roles_of
from spritecol._support.lazy_imports import is_geometry
from spritecol._support.range_check import OMITTED, non_negative, shown, undeletable, unwritable
from spritecol.shapes import Shape, world_shapes
from spritecol.shapes.collision_value import ReadOnlyList, read_only, shapes_from
from spritecol.sprites.hints import mistakes, sprite_mistakes
from spritecol.sprites.tables.attribute_table import ATTRIBUTE_TABLE


class ScalesDifferError(AttributeError, ValueError):
    """`scale` has no value, because `scale_x` and `scale_y` differ."""


class Companion:
    """An object that an integration keeps with a sprite."""

    def __cinit__(self):  # with it, Cython makes no pickle methods, which do not check their `self`
        self.z = 0


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.final
@C.cclass
class Attribute:
    """The descriptor of an attribute. The error of one that cannot be assigned says what to do
    instead.

    A descriptor with a default belongs to a subclass. Reading it on the class gives the default.
    """

    name: str
    kind: C.int
    at: C.int
    default: object
    instead: str
    __dict__: dict  # which has its docstring

    def __cinit__(self, name: str, doc: str | None = None, default=OMITTED, instead=None):
        self.name = name
        self.kind, self.at = ATTRIBUTE_TABLE[name]
        self.default = default
        self.instead = instead
        setattr(self, "__doc__", doc)  # noqa: B010 (Cython would assign that of the class)

    def __get__(self, sprite, kind):
        if sprite is None:
            return self if self.default is OMITTED else self.default
        demand_sprite(self, sprite)
        return read_attribute(C.cast(SpriteRow, sprite), self.kind, self.at)

    def __set__(self, sprite, value):
        number: C.double
        demand_sprite(self, sprite)
        if self.kind == kinds.PLACE_NUMBER and is_plain(value, C.address(number)):
            put_place(C.cast(SpriteRow, sprite).row, self.at, number)  # the most frequent
        elif type(value) is Attribute:  # attrs took it for the default of a field
            self.__set__(sprite, C.cast(Attribute, value).default)
        else:
            write_attribute(C.cast(SpriteRow, sprite), self, value)

    def __delete__(self, sprite):
        if self.instead is not None:
            raise unwritable(self.name, self.instead)
        raise undeletable(self.name)

    def __repr__(self):
        return f"<attribute {self.name!r} of sprites>"

    def __reduce__(self):
        # For libraries that pickle a whole class, such as a class of a script's main module.
        default: tuple = () if self.default is OMITTED else (None, self.default)
        return Attribute, (self.name, *default)


@C.cfunc
@C.inline
@C.exceptval(-1)
def demand_sprite(descriptor: Attribute, sprite: object) -> C.int:
    """Raise TypeError unless the object is a sprite: users may call `__get__` with anything."""
    if not isinstance(sprite, SpriteRow):
        raise TypeError(f"{descriptor.name} is an attribute of a sprite, got {shown(sprite)}")
    return 0


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.embedsignature(True)
@C.embedsignature.format("clinic")
class SpriteRow:
    """One row of the storage, owned from the creation of a sprite to its deallocation.

    `_spritecol_defaults` holds the defaults that a subclass of `Sprite` sets, as a tuple: the value
    of `collision` and its outline (or None and None); a list of (setter, value) for the other
    attributes; and the layout of its stored numbers (or None).
    """

    _spritecol_defaults = None

    def __cinit__(self):
        self.row = -1  # if `open` fails, `__dealloc__` has no row to close
        self.row = STORE.open()
        self.z_or_companion = 0
        defaults: object = type(self)._spritecol_defaults
        if defaults is not None:
            stated: tuple = defaults
            outline = stated[1]
            if outline is not None:
                if not isinstance(outline, Outline):
                    raise TypeError(
                        f"_spritecol_defaults is set by spritecol only, got {shown(outline)}"
                    )
                self.collision_value = stated[0]
                STORE.set_outline(self.row, outline)
            layout = stated[3]
            if layout is not None:
                if not isinstance(layout, NumberLayout):
                    raise TypeError(
                        f"_spritecol_defaults is set by spritecol only, got {shown(layout)}"
                    )
                STORE.add_numbers(self.row, layout)
            rest: list = stated[2]
            if rest:
                for setter, value in rest:
                    setter(self, value)

    def __dealloc__(self):
        if self.row >= 0:
            STORE.close(self.row)

    x = Attribute(
        "x",
        """Position to the right, in pixels: the image's left edge, or the center with
        `offset_sync`.

        Any real number up to 1e12 in magnitude, as for all numbers of a sprite.

        Raises:
            TypeError: on assignment, the value is not a real number.
            ValueError: on assignment, the value is not finite or is beyond 1e12.

        >>> sprite = Sprite(3)
        >>> sprite.x += 2
        >>> sprite.x
        5.0
        """,
    )

    y = Attribute(
        "y",
        "Position down, in pixels: the image's top edge, or the center with `offset_sync`.",
    )

    angle = Attribute(
        "angle",
        "Rotation of the shapes about the center, in degrees, clockwise on screen.",
    )

    scale_x = Attribute(
        "scale_x",
        "Factor that scales the shapes from the center along local x; a negative one mirrors.",
    )

    scale_y = Attribute(
        "scale_y",
        "Factor that scales the shapes from the center along local y; a negative one mirrors.",
    )

    scale = Attribute(
        "scale",
        """Factor by which the shapes are scaled along both axes. Sets `scale_x` and `scale_y` at
        once.

        Raises:
            TypeError: on assignment, the value is not a real number.
            ValueError: on assignment, the value is not finite or is beyond 1e12; on reading,
                `scale_x` and `scale_y` differ. That error is an AttributeError, too.

        >>> sprite = Sprite(collision=Circle(0, 0, 4))
        >>> sprite.scale = 2
        >>> sprite.scale_x, sprite.scale_y, sprite.scale
        (2.0, 2.0, 2.0)
        """,
    )

    center_x = Attribute(
        "center_x",
        """Local x of the center of rotation and scaling, in pixels.

        Assign None to follow the image again: half its width, or 0 without an image.
        """,
    )

    center_y = Attribute(
        "center_y",
        """Local y of the center of rotation and scaling, in pixels.

        Assign None to follow the image again: half its height, or 0 without an image.
        """,
    )

    z = Attribute(
        "z",
        "Drawing order for `spritecol.draw`, low to high: any number; an int stays an int.",
    )

    visible = Attribute(
        "visible",
        "Whether `spritecol.draw` draws the sprite. Hits do not depend on it.",
    )

    collision_enable = Attribute(
        "collision_enable",
        "Whether the sprite takes part in checks. While it is False, the sprite hits nothing.",
    )

    collision_sync = Attribute(
        "collision_sync",
        "Whether the shapes follow `angle`, `scale_x` and `scale_y`.",
    )

    collision_layer = Attribute(
        "collision_layer",
        """The layers that the sprite is on: an int, each of its 64 bits a layer. Default 1.

        Two sprites can hit each other only if each is on a layer that the other sees:
        `a.collision_mask & b.collision_layer and b.collision_mask & a.collision_layer`. You can
        assign a member of an `enum.IntFlag`; reading gives an int.

        Raises:
            TypeError: on assignment, the value is not an int. A bool is not accepted.
            ValueError: on assignment, the value is negative or has more than 64 bits.

        >>> WALL, COIN = 1, 2
        >>> wall = Sprite(collision=Circle(0, 0, 8), collision_layer=WALL)
        >>> ghost = Sprite(collision=Circle(0, 0, 8), collision_mask=COIN)
        >>> ghost.hits(wall), wall.hits(ghost)
        (False, False)
        """,
    )

    collision_mask = Attribute(
        "collision_mask",
        """The layers that the sprite sees, as bits like `collision_layer`.

        Default `ALL_LAYERS`, all 64 bits.
        """,
    )

    offset_sync = Attribute(
        "offset_sync",
        """Whether (x, y) is the position of the center.

        If False, (x, y) is the position of the image's top left corner before rotation and scaling.
        """,
    )

    image = Attribute(
        "image",
        """The image: any object with `get_size()`, `.size`, or `.width` and `.height`; or None.

        Only its size in pixels is read, once, on assignment.

        Raises:
            TypeError: on assignment, the object has no size.
            ValueError: on assignment, its size is negative, not finite or beyond 1e12.
        """,
    )

    collision = Attribute(
        "collision",
        """The collision shapes, as they were assigned; `shapes` has them as a tuple of shapes.

        One shape, a sequence of shapes, a shapely Polygon or MultiPolygon, DXRuby's number lists,
        or None for the image's rectangle. `[]` means no shapes: the sprite hits nothing.

        Raises:
            TypeError: on assignment, the value is, or contains, anything else.
            ValueError: on assignment, a number list has an unknown length, a number is not finite
                or is beyond 1e12, a size is negative, or a polygon is invalid. The sprite keeps
                the shapes it had.

        >>> sprite = Sprite(collision=[0, 0, 15, 15])
        >>> sprite.collision, sprite.shapes
        ([0, 0, 15, 15], (Rect(0.0, 0.0, 16.0, 16.0),))
        """,
    )

    shapes = Attribute(
        "shapes",
        "The collision shapes in local space, as a tuple. Not writable.",
        instead="collision",
    )

    vanished = Attribute(
        "vanished",
        "Whether `vanish` has been called. Not writable.",
        instead="vanish()",
    )

    def vanish(self):
        """Remove the sprite from all checks and from every Group, for good.

        >>> coin = Sprite(collision=Circle(0, 0, 8))
        >>> purse = Group(coin)
        >>> coin.vanish()
        >>> coin.vanished, len(purse), Sprite(collision=Circle(0, 0, 8)).hits(coin)
        (True, 0, False)
        """
        STORE.vanish(self.row)

    aabb = Attribute(
        "aabb",
        """The bounding box of all shapes in world space: a `Box` (left, top, right, bottom).

        Four NaN if there are no shapes. It is available even if the sprite is disabled or has
        vanished. Not writable. For a `pygame.Rect`, which takes a width and a height, write
        `pygame.Rect(box.left, box.top, *box.size)`.

        >>> Sprite(10, 20, collision=Circle(0, 0, 5)).aabb
        Box(5.0, 15.0, 15.0, 25.0)
        """,
        instead="x, y, angle, scale or collision",
    )

    world_shapes = Attribute(
        "world_shapes",
        """The shapes in world space: a tuple with one shape for each of `shapes`. Not writable.

        A shape may change its kind. If `scale_x` and `scale_y` differ, a Circle becomes an Ellipse,
        and a rotated Rect or a Capsule becomes a Polygon. A shape scaled by 0 becomes a Segment or
        a Point.

        >>> Sprite(10, 20, collision=Circle(0, 0, 5), scale_x=2).world_shapes
        (Ellipse(10.0, 20.0, 10.0, 5.0),)
        """,
        instead="x, y, angle, scale or collision",
    )

    geometry = Attribute(
        "geometry",
        """The union of all shapes in world space, as a shapely geometry; empty without shapes.

        Circles and ellipses are approximated by polygons of 128 sides here, while checks use the
        exact curves. Not writable.

        >>> Sprite(10, 20, collision=Rect(0, 0, 4, 2)).geometry.area
        8.0
        """,
        instead="x, y, angle, scale or collision",
    )


@C.cfunc
def world_pose_of(row: C.int) -> object:
    """The `world_shapes.PoseMap` of a row."""
    n: C.double[7]
    put_world_pose(row, n)
    return world_shapes.PoseMap(n[0], n[1], n[2], n[3], n[4], n[5], n[6])


def put_world_pose(row: C.int, out: C.p_double) -> C.void:
    """Write the seven numbers of a row's `world_shapes.PoseMap`, by the map of the engine."""
    m: Map
    turned: RowRecord
    record: C.pointer(RowRecord) = STORE.records + row
    if record.flags & layout.ROTATION_STALE:
        turned = with_rotation(record)
        record = C.address(turned)
    is_turned: C.bint = record.flags & layout.SYNC != 0
    put_map(record, STORE.x[row], STORE.y[row], C.address(m))
    out[0] = record.angle if is_turned else 0.0
    out[1] = record.scale_x if is_turned else 1.0
    out[2] = record.scale_y if is_turned else 1.0
    out[3] = m.origin_x
    out[4] = m.origin_y
    out[5] = m.shift_x
    out[6] = m.shift_y


def put_center(sprite: SpriteRow, axis: C.int, value: object, name: str) -> C.int:
    """Write one coordinate of the center; None makes it follow the image."""
    row: C.int = sprite.row
    flag: C.int = layout.CENTER_Y_SET if axis else layout.CENTER_X_SET
    if value is None:
        STORE.number_at(row, layout.NUMBER_CENTER_X + axis)[0] = image_middle(sprite, axis)
        STORE.records[row].flags &= ~flag
    else:
        put_number(row, layout.NUMBER_CENTER_X + axis, value, name)
        STORE.records[row].flags |= flag
    STORE.mark_dirty(row)
    return 0


@C.cfunc
@C.exceptval(-1)
def tell_of_corner(sprite: SpriteRow) -> C.int:
    """Warn about shapes around the corner of an image, unless the sprite has its own center."""
    if (
        sprite.image_and_size is not None
        and sprite.collision_value is not None
        and not STORE.records[sprite.row].flags & (layout.CENTER_X_SET | layout.CENTER_Y_SET)
    ):
        mistakes.tell(sprite_mistakes.of_image(sprite))
    return 0


def set_shapes(sprite: SpriteRow, given: object, size: object) -> C.int:
    """Set the shapes from a value of `collision`. On an error nothing changes."""
    value, outline = value_and_outline(given, size)
    return put_shapes(sprite, value, outline)


@C.cfunc
@C.exceptval(-1)
def put_shapes(sprite: SpriteRow, given: object, outline: Outline) -> C.int:
    """Set the shapes, and the value of `collision` that they come from."""
    # Kept alive until both fields are set: Cython drops the old value of an attribute before it
    # stores the new one, and dropping it may run a __del__.
    old: object = sprite.collision_value
    STORE.set_outline(sprite.row, outline)
    sprite.collision_value = given
    del old
    return 0


def image_size(sprite: SpriteRow) -> object:
    """The image's (width, height) in pixels; None without an image."""
    return None if sprite.image_and_size is None else sprite.image_and_size[1]


@C.cfunc
@C.exceptval(-1, check=True)
def image_middle(sprite: SpriteRow, axis: C.int) -> C.double:
    """Half the image's size along one axis, which is the default of the center."""
    size: object = image_size(sprite)
    return 0.0 if size is None else 0.5 * size[axis]


def pose_of(row: C.int) -> Pose:
    """A copy of the pose, for code outside the engine."""
    record: C.pointer(RowRecord) = C.address(STORE.records[row])
    result: Pose
    result.x = STORE.x[row]
    result.y = STORE.y[row]
    result.angle = record.angle
    result.scale_x = record.scale_x
    result.scale_y = record.scale_y
    result.center_x = record.center_x
    result.center_y = record.center_y
    result.offset_sync = record.flags & layout.OFFSET != 0
    return result


def put_number(row: C.int, number: C.int, value: object, name: str) -> C.int:
    """Write one number of the pose, other than x and y, by its index: NUMBER_ANGLE and so on."""
    given: C.double = checked(value, name)  # may run user code, so first
    STORE.number_at(row, number)[0] = given
    if number == layout.NUMBER_ANGLE:
        STORE.records[row].flags |= layout.ROTATION_STALE
    STORE.mark_dirty(row)
    return 0


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_flag(row: C.int, flag: C.int, is_set: C.bint) -> C.void:
    """Set or clear a flag of the row."""
    if is_set:
        STORE.records[row].flags |= flag
    else:
        STORE.records[row].flags &= ~flag
    if not flag & layout.PLAIN_FLAGS:
        STORE.mark_dirty(row)


@C.cfunc
@C.inline
@C.exceptval(-1)
def put_layers(row: C.int, is_mask: C.bint, given: C.ulonglong) -> C.int:
    """Write the layer or the mask of the row."""
    if is_mask:
        STORE.set_layers(row, STORE.layer_of(row), given)
    else:
        STORE.set_layers(row, given, STORE.mask_of(row))
    return 0


def is_unlisted(sprite: SpriteRow) -> bool:
    """Whether a sprite hits nothing because it has left the lists of its library."""
    return STORE.records[sprite.row].flags & layout.UNLISTED != 0


def unlist(sprite: SpriteRow, has_left: bool) -> None:
    """Store whether a sprite has left the lists of its library."""
    if is_unlisted(sprite) != has_left:
        put_flag(sprite.row, layout.UNLISTED, has_left)


def revive(sprite: SpriteRow) -> None:
    """Undo `vanish`. The sprite is in no Group until somebody adds it again."""
    if STORE.records[sprite.row].flags & layout.VANISHED:
        STORE.reserve_revived()
        STORE.revive(sprite.row)


def follows_image(row: C.int, axis: C.int) -> C.bint:
    """Whether one coordinate of the center has its default, which follows the image."""
    return not STORE.records[row].flags & (layout.CENTER_Y_SET if axis else layout.CENTER_X_SET)


def shapes_of(row: C.int) -> object:
    """The tuple of shapes that `collision` was turned into."""
    if STORE.records[row].outline is C.NULL:
        return ()
    return C.cast(Outline, STORE.records[row].outline).shapes


@C.cfunc
def size_of_image(image: object) -> tuple:
    """The (width, height) of an image, from `get_size()`, `.size`, or `.width` and `.height`.

    Raises:
        TypeError: the image has none of these, or they are not numbers.
        ValueError: a size is negative, not finite or beyond 1e12.
    """
    if image is None:
        return None
    get_size = getattr(image, "get_size", None)
    if callable(get_size):
        try:
            size = get_size()
        except TypeError:
            if isinstance(image, type):
                raise TypeError(f"image must be an image, got the class {shown(image)}") from None
            raise
    else:
        size = getattr(image, "size", None)
        if isinstance(image, Shape) and not hasattr(image, "width"):
            raise TypeError(f"image must be an image, got {shown(image)}: pass it as collision=...")
        if isinstance(image, Shape) or (hasattr(image, "left") and hasattr(image, "colliderect")):
            mistakes.tell(sprite_mistakes.of_box_for_image(image))
    if type(size) is tuple and len(size) == 2:  # the fast path, for Surfaces
        width, height = size
        if type(width) is int and type(height) is int and 0 <= width < 2**31 > height >= 0:
            return float(width), float(height)
    try:
        width, height = size
    except (TypeError, ValueError):
        try:
            width, height = image.width, image.height
        except AttributeError:
            items: list = image if type(image) is list else []
            has_shapes: bool = any(isinstance(one, Shape) for one in items)
            raise TypeError(
                "image must be None or have get_size(), .size, or .width and .height, "
                f"got {shown(image)}{': pass it as collision=...' if has_shapes else ''}"
            ) from None
    return non_negative(width, "image width"), non_negative(height, "image height")


@C.cfunc
def read_attribute(sprite: SpriteRow, kind: C.int, at: C.int) -> object:
    """The value of an attribute, by its line of the table."""
    row: C.int = sprite.row
    if kind <= kinds.CENTER_NUMBER:
        return STORE.number_at(row, at)[0]
    if kind in (kinds.FLAG, kinds.FIXED_FLAG):
        return STORE.records[row].flags & at != 0
    elif kind == kinds.LAYER_BITS:
        return STORE.mask_of(row) if at else STORE.layer_of(row)
    elif kind == kinds.SCALE:
        return scale_of(row)
    elif kind == kinds.Z:
        if isinstance(sprite.z_or_companion, Companion):
            return C.cast(Companion, sprite.z_or_companion).z
        return sprite.z_or_companion
    elif kind == kinds.IMAGE:
        return None if sprite.image_and_size is None else sprite.image_and_size[0]
    elif kind == kinds.COLLISION:
        return sprite.collision_value
    elif kind == kinds.SHAPES:
        return shapes_of(row)
    elif kind == kinds.WORLD_SHAPES:
        return world_shapes.kept(world_shapes.all_in_world, shapes_of(row), world_pose_of(row))
    elif kind == kinds.GEOMETRY:
        return world_shapes.kept(world_shapes.union_in_world, shapes_of(row), world_pose_of(row))
    freshen(STORE, row)  # AABB
    box: Box = true_box(STORE, row)
    return box_of(box.left, box.top, box.right, box.bottom)


@C.cfunc
@C.exceptval(-1)
def write_attribute(sprite: SpriteRow, descriptor: Attribute, value: object) -> C.int:
    """Assign an attribute."""
    kind: C.int = descriptor.kind
    at: C.int = descriptor.at
    name: str = descriptor.name
    if kind == kinds.PLACE_NUMBER:
        put_place(sprite.row, at, checked(value, name))
    elif kind == kinds.POSE_NUMBER:
        put_number(sprite.row, at, value, name)
    elif kind == kinds.CENTER_NUMBER:
        put_center(sprite, at - layout.NUMBER_CENTER_X, value, name)
    elif kind == kinds.FLAG:
        put_flag(sprite.row, at, truth(value, name))
    elif kind == kinds.LAYER_BITS:
        put_layers(sprite.row, at, bits(value, name))
    elif kind == kinds.SCALE:
        put_scale(sprite, value)
    elif kind == kinds.Z:
        put_z(sprite, value)
    elif kind == kinds.IMAGE:
        put_image(sprite, value)
    elif kind == kinds.COLLISION:
        put_collision(sprite, value)
    else:
        raise unwritable(name, descriptor.instead)
    return 0


@C.cfunc
def scale_of(row: C.int) -> object:
    """The value of `scale`."""
    x: C.double = STORE.records[row].scale_x
    y: C.double = STORE.records[row].scale_y
    if x != y:
        raise ScalesDifferError(
            f"scale has no value: scale_x is {x:g} and scale_y is {y:g}; read these instead"
        )
    return x


@C.cfunc
@C.exceptval(-1)
def put_scale(sprite: SpriteRow, value: object) -> C.int:
    """Write `scale_x` and `scale_y` at once."""
    scale: C.double = checked(value, "scale")
    STORE.records[sprite.row].scale_x = scale
    STORE.records[sprite.row].scale_y = scale
    STORE.mark_dirty(sprite.row)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_z(sprite: SpriteRow, value: object) -> C.int:
    """Write `z`; an int stays an int."""
    number: C.double = checked(value, "z")
    value = value if type(value) is int or type(value) is float else number
    if isinstance(sprite.z_or_companion, Companion):
        C.cast(Companion, sprite.z_or_companion).z = value
    else:
        sprite.z_or_companion = value
    return 0


@C.cfunc
@C.exceptval(-1)
def put_image(sprite: SpriteRow, value: object) -> C.int:
    """Write the image, with the shapes and the center that follow it."""
    size = size_of_image(value)
    image_and_size: tuple = None if value is None else (value, size)
    old: object = sprite.image_and_size  # kept alive until all is set, see `put_shapes`
    if old is not None and size == old[1]:  # the next picture of an animation
        sprite.image_and_size = image_and_size
        return 0
    if sprite.collision_value is None:
        set_shapes(sprite, None, size)
    sprite.image_and_size = image_and_size
    if not STORE.records[sprite.row].flags & layout.CENTER_X_SET:
        STORE.records[sprite.row].center_x = image_middle(sprite, 0)
    if not STORE.records[sprite.row].flags & layout.CENTER_Y_SET:
        STORE.records[sprite.row].center_y = image_middle(sprite, 1)
    STORE.mark_dirty(sprite.row)
    if old is None:
        tell_of_corner(sprite)
    del old
    return 0


@C.cfunc
@C.exceptval(-1)
def put_collision(sprite: SpriteRow, value: object) -> C.int:
    """Write `collision`."""
    if value is sprite.collision_value and (value is None or type(value) is ReadOnlyList):
        return 0
    recent: tuple = recently_given(value)
    if recent is not None:  # the next frame of an animation
        put_shapes(sprite, recent[0], recent[1])
        return 0
    set_shapes(sprite, value, image_size(sprite))
    if sprite.image_and_size is not None:
        tell_of_corner(sprite)
    return 0


RECENT_VALUES = C.declare(dict, {})
"""What `value_and_outline` returned for shapes and geometries: by the id of one, or of a tuple of
them, and by the ids of those in a list. They are kept alive here, so their ids are not reused. A
lookup by equality, as in `shared_outline`, would hash all numbers for every new sprite and for
every frame of an animation."""


def value_and_outline(given: object, size: object) -> tuple:
    """Return what reading `collision` returns after a value is assigned to it, and the outline.

    Args:
        given: the value.
        size: (width, height) of the sprite's image in pixels, or None without an image.
    """
    global RECENT_VALUES  # noqa: PLW0603 (replaced, not cleared: see `evicted`)
    evicted: object = None  # dropped last, since dropping it may run user code
    if given is None and type(size) is tuple:
        return None, image_outline(size)
    recent: tuple = recently_given(given)
    if recent is not None:
        return recent
    key: object = recent_key(given)
    if type(given) is list:
        given = list(given)  # the list may change; its items are now those of the key
    outline: Outline = shared_outline(shapes_from(given, size))
    value: object = given
    if isinstance(given, (list, tuple)) or PyObject_CheckBuffer(given):  # an array
        value = read_only(given)
        mistakes.tell(sprite_mistakes.of_points(given))
    recent = (value, outline)
    if not (all(map(is_fixed, given)) if type(given) in (list, tuple) else is_fixed(given)):
        return recent
    if len(RECENT_VALUES) >= OUTLINES_KEPT:
        evicted = RECENT_VALUES
        RECENT_VALUES = {}
    RECENT_VALUES[key] = recent
    del evicted
    return recent


@C.cfunc
def recently_given(given: object) -> tuple:
    """What `value_and_outline` returned for these shapes before, or None."""
    return RECENT_VALUES.get(recent_key(given))


@C.cfunc
def recent_key(given: object) -> object:
    """The key for a value in `RECENT_VALUES`."""
    return tuple([id(item) for item in given]) if type(given) is list else id(given)


@C.ccall
@C.exceptval(-1)
def is_fixed(given: object) -> C.bint:
    """Whether a value is a shape or a geometry, which cannot change."""
    return isinstance(given, Shape) or is_geometry(given)


@lru_cache(maxsize=OUTLINES_KEPT)
def image_outline(size: tuple) -> Outline:
    """The outline of an image's rectangle, without making the Rect each time."""
    return shared_outline(shapes_from(None, size))


@lru_cache(maxsize=OUTLINES_KEPT)
def shared_outline(shapes: tuple) -> Outline:
    """The outline of a tuple of shapes; equal tuples share one."""
    outline: Outline = Outline(parts_of(shapes), directions_of(shapes), roles_of(shapes))
    outline.shapes = shapes
    return outline


def reduced_outline(outline: Outline) -> tuple:
    """What pickle stores of an outline: its shapes.

    A class of sprites holds the outline of its default shapes. Libraries that run a script's
    classes in other processes pickle these classes whole.
    """
    return shared_outline, (outline.shapes,)


copyreg.pickle(Outline, reduced_outline)
