"""A sprite's hold on its row in the storage: the attributes, each of them one number there.

Writing an attribute stores the number and marks the row; nothing is computed until a check needs
it. `Sprite` (module `sprite`) is the class that users see.
"""

import cython
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.storage.layout import (
    CENTER_X_SET,
    CENTER_Y_SET,
    ENABLED,
    GONE,
    GROUPED,
    NUMBER_ANGLE,
    NUMBER_CENTER_X,
    NUMBER_SCALE_X,
    NUMBER_SCALE_Y,
    NUMBER_X,
    NUMBER_Y,
    OFFSET,
    SYNC,
    TURN_OLD,
    VANISHED,
    CollisionGroup,
    numbers_of,
)
from cython.cimports.spritecol._engine.storage.outline import Outline
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen, true_box
from cython.cimports.spritecol._engine.tuning import RECENT
from cython.cimports.spritecol._numbers.checks import checked, truth
from cython.cimports.spritecol.sprites.outlines import outline_of

from spritecol.shapes import posed
from spritecol.sprites.attributes import size_of


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@cython.embedsignature(True)
@cython.embedsignature.format("clinic")
class SpriteRow:
    """One row of the storage, from the creation of a sprite to its end.

    `__spritecol_defaults__` is what a subclass of `Sprite` said of its instances: the shapes of
    `collision` as (given, outline) or None, and pairs of a setter and a value for the rest.
    """

    __spritecol_defaults__ = None

    def __cinit__(self):
        defaults: object
        self.row = -1  # before anything can fail: what `__dealloc__` must not give back
        self.row = STORE.open()
        self.z_given = 0
        self.is_visible = True
        defaults = type(self).__spritecol_defaults__
        if defaults is not None:
            if defaults[0] is not None:
                self.collision_given, outline = defaults[0]
                if not isinstance(outline, Outline):
                    raise TypeError(f"__spritecol_defaults__ is not yours to set: {outline!r}")
                STORE.set_outline(self.row, outline)
            for setter, value in defaults[1]:
                setter(self, value)

    def __dealloc__(self):
        if self.row >= 0:
            STORE.close(self.row)

    def data(self) -> cython.pointer(CollisionGroup):
        """The row itself. The pointer holds until the next sprite is made."""
        return cython.address(STORE.groups[self.row])

    def pose(self) -> Pose:
        """A copy of the pose, for code outside the engine."""
        group: cython.pointer(CollisionGroup) = self.data()
        result: Pose
        result.x = group.x
        result.y = group.y
        result.angle = group.angle
        result.scale_x = group.scale_x
        result.scale_y = group.scale_y
        result.center_x = group.center_x
        result.center_y = group.center_y
        result.offset_sync = group.flags & OFFSET != 0
        return result

    def change(self, flags: cython.int) -> cython.int:
        """Mark the row as changed."""
        STORE.groups[self.row].flags |= flags
        STORE.mark_dirty(self.row)
        return 0

    def put(self, number: cython.int, value: object, name: str) -> cython.int:
        """Write one of the pose's numbers, NUMBER_X and so on."""
        numbers_of(self.data())[number] = checked(value, name)
        if number == NUMBER_ANGLE:
            self.data().flags |= TURN_OLD
        STORE.mark_dirty(self.row)
        return 0

    def put_center(self, axis: cython.int, value: object, name: str) -> cython.int:
        """Write one coordinate of the center; None lets it follow the image."""
        flag: cython.int = CENTER_Y_SET if axis else CENTER_X_SET
        if value is None:
            numbers_of(self.data())[NUMBER_CENTER_X + axis] = self.image_middle(axis)
            self.data().flags &= ~flag
        else:
            self.put(NUMBER_CENTER_X + axis, value, name)
            self.data().flags |= flag
        self.change(0)
        return 0

    def follows_image(self, axis: cython.int) -> cython.bint:
        """Whether that coordinate of the center is the default."""
        return not self.data().flags & (CENTER_Y_SET if axis else CENTER_X_SET)

    def switch(self, flag: cython.int, value: object, name: str) -> cython.int:
        """Set or clear a flag of the row."""
        if truth(value, name):
            self.data().flags |= flag
        else:
            self.data().flags &= ~flag
        self.change(0)
        return 0

    def take_shapes(self, given: object, size: object) -> cython.int:
        """Give the row the shapes that `given` means; on an error nothing changes."""
        outline: Outline = outline_of(given, size)
        # Held until all is set: Cython drops an old value first, and dropping may run a __del__.
        old: object = self.collision_given
        STORE.set_outline(self.row, outline)
        self.collision_given = given
        del old
        return 0

    def local_shapes(self) -> object:
        """The tuple of shapes that `collision` means."""
        outline: object
        if self.data().outline is cython.NULL:
            return ()
        outline = cython.cast(object, self.data().outline)
        return cython.cast(Outline, outline).shapes

    def image_size(self) -> object:
        """The image's width and height; None without an image."""
        return None if self.image_and_size is None else self.image_and_size[1]

    def image_middle(self, axis: cython.int) -> cython.double:
        """Half the image's size: where the center is unless it was set."""
        size: object = self.image_size()
        return 0.0 if size is None else 0.5 * size[axis]

    @property
    def x(self):
        """Pixels to the right: where the image's corner is, or the center with `offset_sync`."""
        return self.data().x

    @x.setter
    def x(self, value):
        self.put(NUMBER_X, value, "x")

    @property
    def y(self):
        """Pixels down: where the image's corner is, or the center with `offset_sync`."""
        return self.data().y

    @y.setter
    def y(self, value):
        self.put(NUMBER_Y, value, "y")

    @property
    def angle(self):
        """Degrees, clockwise on screen, by which the shapes are turned about the center."""
        return self.data().angle

    @angle.setter
    def angle(self, value):
        self.put(NUMBER_ANGLE, value, "angle")

    @property
    def scale_x(self):
        """The factor by which the shapes grow from the center along local x; negative mirrors."""
        return self.data().scale_x

    @scale_x.setter
    def scale_x(self, value):
        self.put(NUMBER_SCALE_X, value, "scale_x")

    @property
    def scale_y(self):
        """The factor by which the shapes grow from the center along local y; negative mirrors."""
        return self.data().scale_y

    @scale_y.setter
    def scale_y(self, value):
        self.put(NUMBER_SCALE_Y, value, "scale_y")

    @property
    def center_x(self):
        """Local x, in pixels, about which the sprite turns. None: half the image's width."""
        return self.data().center_x

    @center_x.setter
    def center_x(self, value):
        self.put_center(0, value, "center_x")

    @property
    def center_y(self):
        """Local y, in pixels, about which the sprite turns. None: half the image's height."""
        return self.data().center_y

    @center_y.setter
    def center_y(self, value):
        self.put_center(1, value, "center_y")

    @property
    def z(self):
        """The order in which `spritecol.draw` draws, low to high: any number, kept as given."""
        return self.z_given

    @z.setter
    def z(self, value):
        number: cython.double = checked(value, "z")
        self.z_given = value if type(value) is int or type(value) is float else number

    @property
    def visible(self):
        """Whether `spritecol.draw` draws the sprite; hits do not depend on it."""
        return self.is_visible

    @visible.setter
    def visible(self, value):
        self.is_visible = truth(value, "visible")

    @property
    def collision_enable(self):
        """False: the sprite hits nothing until it is True again."""
        return self.data().flags & ENABLED != 0

    @collision_enable.setter
    def collision_enable(self, value):
        self.switch(ENABLED, value, "collision_enable")

    @property
    def collision_sync(self):
        """False: the shapes ignore `angle`, `scale_x` and `scale_y`."""
        return self.data().flags & SYNC != 0

    @collision_sync.setter
    def collision_sync(self, value):
        self.switch(SYNC, value, "collision_sync")

    @property
    def offset_sync(self):
        """True: (x, y) is where the center is. False: where the image's corner is, unturned."""
        return self.data().flags & OFFSET != 0

    @offset_sync.setter
    def offset_sync(self, value):
        self.switch(OFFSET, value, "offset_sync")

    @property
    def image(self):
        """Any object with `get_size()`, `.size`, or `.width` and `.height` in pixels, or None.

        Only the size is read, when it is assigned; a TypeError where there is none.
        """
        return None if self.image_and_size is None else self.image_and_size[0]

    @image.setter
    def image(self, value):
        size = size_of(value)
        image_and_size: tuple = None if value is None else (value, size)
        if self.collision_given is None:
            self.take_shapes(None, size)
        old: object = self.image_and_size  # held until all is set, see `take_shapes`
        self.image_and_size = image_and_size
        if not self.data().flags & CENTER_X_SET:
            self.data().center_x = self.image_middle(0)
        if not self.data().flags & CENTER_Y_SET:
            self.data().center_y = self.image_middle(1)
        self.change(0)
        del old

    @property
    def collision(self):
        """What the sprite hits with, as it was assigned; `shapes` tells what it means.

        One shape, a sequence of shapes, a shapely Polygon or MultiPolygon, number lists, or None
        for the image's rectangle. Errors name what is wrong; the sprite keeps what it had.
        """
        return self.collision_given

    @collision.setter
    def collision(self, value):
        self.take_shapes(value, self.image_size())

    @property
    def shapes(self):
        """The tuple of shapes that `collision` means, in local space; not writable."""
        return self.local_shapes()

    @property
    def vanished(self):
        """Whether `vanish` was called; not writable."""
        return self.data().flags & VANISHED != 0

    def vanish(self):
        """Take the sprite out of every check from now on, for good; Groups drop it.

        >>> coin = Sprite(collision=Circle(0, 0, 8))
        >>> purse = Group(coin)
        >>> coin.vanish()
        >>> coin.vanished, len(purse), Sprite(collision=Circle(0, 0, 8)).hits(coin)
        (True, 0, False)
        """
        if not self.data().flags & VANISHED:
            self.change(VANISHED)
            STORE.dirty[self.row] |= GONE
            if STORE.dirty[self.row] & GROUPED:
                STORE.gone[STORE.vanished % RECENT] = self.row
                STORE.vanished += 1

    @property
    def aabb(self):
        """The bounding box of all shapes in world space, in pixels: (left, top, right, bottom).

        Four NaN without shapes. It is the same while the sprite is disabled or has vanished.
        """
        box: Box
        freshen(STORE, self.row)
        box = true_box(STORE, self.row)
        return (box.left, box.top, box.right, box.bottom)

    @property
    def world_shapes(self):
        """The tuple of shapes in world space, one for each of `shapes`, in the same order."""
        group: CollisionGroup = self.data()[0]
        pose = posed.pose_of(
            group.x,
            group.y,
            group.angle,
            group.scale_x,
            group.scale_y,
            group.center_x,
            group.center_y,
            bool(group.flags & SYNC),
            bool(group.flags & OFFSET),
        )
        return tuple([posed.world_shape(shape, pose) for shape in self.local_shapes()])

    @property
    def geometry(self):
        """All shapes together as one shapely geometry in world space; empty without shapes.

        Circles and ellipses are polygons of 128 sides here. Hits are decided on the true curves.
        """
        return posed.union(self.world_shapes)
