"""`Sprite`, the class that users see and subclass."""

from cython.cimports.spritecol._engine.storage.layout import (
    NUMBER_ANGLE,
    NUMBER_SCALE_X,
    NUMBER_SCALE_Y,
    NUMBER_X,
    NUMBER_Y,
)
from cython.cimports.spritecol.sprites.detection import hit_sprites, hits_any
from cython.cimports.spritecol.sprites.outlines import outline_of
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol._numbers.limits import shown
from spritecol.sprites.copying import reduced, restore_attributes

NUMBERS = ("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y", "z")
SWITCHES = ("collision_enable", "collision_sync", "offset_sync", "visible")
SETTERS = {
    name: getattr(SpriteRow, name).__set__ for name in ("collision", "image", *NUMBERS, *SWITCHES)
}
"""The attributes that a sprite can be given, in the order in which they must be set."""


def row_of(sprite):
    """A method's `self` as what it must be; called on the class it can be anything."""
    if not isinstance(sprite, SpriteRow):
        raise TypeError(f"this is a method of one sprite, got {shown(sprite)}")
    return sprite


class Sprite(SpriteRow):
    """A pose, the shapes that turn and grow with it, and what a game adds to it.

    Made to be subclassed, with attributes and methods of your own; a subclass need not call
    `super().__init__()`. All arguments are attributes too, to be read and written at any time. In
    the body of a subclass they are the defaults of its sprites, read when the class is made.

    Args:
        x, y: where the sprite is, in pixels, to the right and down (0, 0).
        image: any object with `get_size()`, `.size`, or `.width` and `.height`, or None (None).
        collision: one shape, a sequence of shapes, a shapely Polygon or MultiPolygon, or DXRuby's
            number lists, in local space, whose origin is the image's corner. None leaves the
            default of the class: the image's rectangle, or no shapes without an image (None).
        angle: degrees, clockwise on screen (0).
        scale_x, scale_y: factors along the local axes; negative ones mirror (1, 1).
        center_x, center_y: the local point about which the sprite turns and grows, in pixels.
            None follows the image: its middle, or (0, 0) without one (None, None).
        z: the order in which `draw` draws, low to high (0).
        collision_enable: False: the sprite hits nothing (True).
        collision_sync: False: the shapes ignore angle and scale (True).
        offset_sync: True: (x, y) is where the center is, not the image's corner (False).
        visible: False: `draw` leaves the sprite out; hits do not depend on it (True).

    Raises:
        TypeError: a value is of the wrong type.
        ValueError: a number is not finite or beyond 1e12, or `collision` has a negative size, a
            number list of a length that means nothing, or a polygon that is not valid.

    An assignment that raises leaves the sprite as it was.

    >>> class Coin(Sprite):
    ...     collision = Circle(8, 8, 8)
    ...     value = 5
    >>> coin = Coin(100, 0)
    >>> coin.aabb, coin.value
    ((100.0, 0.0, 116.0, 16.0), 5)
    >>> coin.hits(Sprite(collision=Rect(90, 0, 20, 20), angle=5))
    True
    """

    def __init_subclass__(cls, **kwargs):
        """Take the sprite's attributes out of a subclass, where they would hide the real ones.

        They are kept as the defaults of its instances. Descriptors (a property of the subclass's
        own, say) are left alone.
        """
        super().__init_subclass__(**kwargs)
        cls.__spritecol_values__ = {
            name: cls.__dict__[name]
            for name in SETTERS
            if name in cls.__dict__ and not hasattr(type(cls.__dict__[name]), "__get__")
        }
        values = {name: value for name in SETTERS if (value := class_value(cls, name)) is not ...}
        cls.__spritecol_defaults__ = defaults_of(values)
        for name in values:
            # Also over a mixin that is no Sprite and keeps its attribute.
            setattr(cls, name, SpriteRow.__dict__[name])

    def __init__(
        self,
        x=...,
        y=...,
        image=...,
        *,
        collision=...,
        angle=...,
        scale_x=...,
        scale_y=...,
        center_x=...,
        center_y=...,
        z=...,
        collision_enable=...,
        collision_sync=...,
        offset_sync=...,
        visible=...,
    ):
        row: SpriteRow = row_of(self)  # `...` means not given: the default of the class holds
        if x is not ...:
            row.put(NUMBER_X, x, "x")
        if y is not ...:
            row.put(NUMBER_Y, y, "y")
        if angle is not ...:
            row.put(NUMBER_ANGLE, angle, "angle")
        if scale_x is not ...:
            row.put(NUMBER_SCALE_X, scale_x, "scale_x")
        if scale_y is not ...:
            row.put(NUMBER_SCALE_Y, scale_y, "scale_y")
        if image is not ... and image is not None:
            SETTERS["image"](self, image)
        if collision is not ... and collision is not None:
            row.take_shapes(collision, row.image_size())
        if center_x is not ...:
            row.put_center(0, center_x, "center_x")
        if center_y is not ...:
            row.put_center(1, center_y, "center_y")
        if z is not ...:
            SETTERS["z"](self, z)
        if collision_enable is not ...:
            SETTERS["collision_enable"](self, collision_enable)
        if collision_sync is not ...:
            SETTERS["collision_sync"](self, collision_sync)
        if offset_sync is not ...:
            SETTERS["offset_sync"](self, offset_sync)
        if visible is not ...:
            SETTERS["visible"](self, visible)

    def check(self, targets=...):
        """The sprites among `targets` that this one hits, each once, in the order given.

        Targets are a Sprite, a Group or any iterable of them, nested as deep as you like; None in
        it is skipped. A sprite never hits itself; disabled, vanished and shapeless ones never hit.

        Raises:
            TypeError: something else is among the targets; or `check` was called on the class.
            ValueError: a container among them contains itself.

        >>> coins = [Sprite(x, 0, collision=Circle(0, 0, 8)) for x in (0, 10, 40)]
        >>> player = Sprite(5, 0, collision=Rect(0, 0, 10, 20))
        >>> [coin.x for coin in player.check([coins, None, player])]
        [0.0, 10.0]
        """
        if not isinstance(self, SpriteRow):
            raise TypeError(
                "Sprite.check is a method of one sprite; to check many against many call "
                f"spritecol.check(attackers, targets). Got {shown(self)} for the sprite"
            )
        if targets is ...:
            raise TypeError("check() needs the targets: a Sprite, a Group or an iterable of them")
        return hit_sprites(self, targets)

    def hits(self, targets):
        """Whether this sprite hits any of `targets`; stops at the first.

        Targets and errors are those of `check`.

        >>> mouse = Sprite(3, 4, collision=Point(0, 0))
        >>> mouse.hits(Sprite(collision=Rect(0, 0, 16, 16))), mouse.hits([])
        (True, False)
        """
        return hits_any(row_of(self), targets)

    def __repr__(self):
        row: SpriteRow = row_of(self)
        end = ", vanished" if SpriteRow.vanished.__get__(self) else ""
        return f"<{type(self).__name__} at ({row.data().x:g}, {row.data().y:g}){end}>"

    def __setstate__(self, state):
        own, vanished, users = state
        for name, setter in SETTERS.items():
            setter(self, own[name])
        if vanished:
            SpriteRow.vanish(self)
        restore_attributes(self, users)

    def __reduce__(self):
        row: SpriteRow = row_of(self)
        own: dict = {name: getattr(SpriteRow, name).__get__(self) for name in SETTERS}
        for axis, name in enumerate(("center_x", "center_y")):
            if row.follows_image(axis):
                own[name] = None
        return reduced(Sprite, self, own, SpriteRow.vanished.__get__(self))


def class_value(kind, name):
    """The first default for an attribute along a class's bases; `...` where there is none."""
    for base in kind.__mro__:
        if base is SpriteRow:
            break
        if name in base.__dict__.get("__spritecol_values__", ()):
            return base.__dict__["__spritecol_values__"][name]
        value = base.__dict__.get(name, ...)
        if hasattr(type(value), "__get__"):
            if value is not SpriteRow.__dict__[name]:
                break  # a property of the user's own
        elif value is not ...:
            return value
    return ...


def defaults_of(values):
    """What `SpriteRow` applies to each new instance of a class (see there)."""
    probe: SpriteRow = Sprite.__new__(Sprite)
    shapes: object = None
    rest: list = []
    for name, setter in SETTERS.items():
        if name not in values:
            continue
        setter(probe, values[name])
        if name == "collision":
            if values[name] is not None:
                shapes = (values[name], outline_of(values[name], None))
        else:
            rest.append((setter, values[name]))
    return shapes, rest
