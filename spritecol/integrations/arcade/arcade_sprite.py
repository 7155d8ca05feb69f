"""`Sprite`: an arcade sprite that owns a sprite of this package and keeps it in sync."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from inspect import getattr_static
from typing import TYPE_CHECKING, Any
from weakref import ref

import arcade
from arcade.hitbox import HitBox, RotatableHitBox

import spritecol
from spritecol import Polygon, Segment, Shape
from spritecol._support.arguments import unknown_keyword
from spritecol._support.lazy_imports import shapely
from spritecol._support.names import meant_by
from spritecol._support.range_check import number, shown
from spritecol.sprites.hints import mistakes
from spritecol.sprites.row.sprite_row import unlist
from spritecol.world.known_classes import LEADERS

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

HitBoxPoints = tuple[tuple[float, float], ...]
Size = tuple[float, float]

TOLERANCE = 0.25
"""Pixels by which a hit box may deviate from a round shape: 32 vertices for a radius of 20."""

NO_HIT_BOX: HitBoxPoints = ((0.0, 0.0),)
"""A hit box that never collides in arcade but has the bounds that a spatial hash needs."""

_ANGLE: Any = arcade.Sprite.angle
_HIT_BOX: Any = arcade.Sprite.hit_box
_TEXTURE: Any = arcade.Sprite.texture


OF_BODY = ("collision_layer", "collision_mask", "collision_enable", "collision_sync")
"""The attributes that an arcade sprite takes from its body, in addition to Numbers."""


class BodyAttribute:
    """A descriptor for an attribute that is stored in the body of an arcade sprite."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, sprite: Any, kind: Any = None) -> Any:
        return getattr(kind.body_kind if sprite is None else sprite.body, self.name)

    def __set__(self, sprite: Any, value: Any) -> None:
        if not isinstance(value, BodyAttribute):  # which attrs takes for the default of a field
            setattr(sprite.body, self.name, value)


class Body(spritecol.Sprite):
    """The spritecol sprite of an arcade `Sprite`, in a world mirrored at y = 0.

    arcade's y axis points up, spritecol's down. Because the whole world is mirrored, hits are the
    same, and angles are clockwise on screen in both.

    Args:
        owner: the arcade sprite, to which the body keeps a weak reference.
    """

    _draws_its_image = True  # for a hint

    def __init__(self, owner: Sprite) -> None:
        super().__init__(offset_sync=True)
        # Weak, so that an unused sprite is freed at once instead of by the garbage collector.
        self._owner = ref(owner)

    @property
    def owner(self) -> Sprite | None:
        """The arcade sprite, or None if it no longer exists. A body does not keep it alive."""
        return self._owner()

    def _lead(self) -> None:
        """Move the arcade sprite to the body, which a World has put back."""
        owner = self._owner()
        if owner is not None:
            owner._follow(self)


LEADERS.append(Body)


class Sprite(arcade.Sprite):
    """An arcade sprite with exact shapes, for arcade's SpriteLists.

    No class can inherit from the sprites of both libraries, so this one owns a spritecol sprite,
    `body`, and keeps its position, angle, scale, image size and shapes in sync.

    A sprite that leaves its last SpriteList hits nothing and stops nothing, even if its body is in
    a Group, until it is added to a SpriteList again. A World does not save or restore whether a
    sprite is in a SpriteList. A sprite that has never been in a SpriteList hits like any other.

    Args:
        path_or_texture: the path of an image, or a texture, as in `arcade.Sprite`.
        scale: a factor, or a pair of them.
        center_x: x of the position, in pixels.
        center_y: y of the position, in pixels, up.
        angle: the rotation in degrees, clockwise on screen.
        collision: see the attribute. If omitted, the default of the class.
        kwargs: the attributes below and Numbers of the class, by name. Others are passed on to
            `arcade.Sprite`.

    Attributes:
        collision: any value of `spritecol.Sprite.collision`, in pixels of the texture from its top
            left corner, y down. None, the default, means arcade's hit box. A subclass may set it.
            Assigning shapes also sets arcade's hit box to their convex hull. Assigning None after
            shapes resets it to the hit box of the texture.
        hit_box: arcade's hit box. Assigning to it sets `collision` to None. The shape is exactly
            the polygon of its points, convex or not, at the position of the sprite. The position,
            angle and scale of the hit box itself are ignored.
        collision_layer: the layers that the sprite is on, as bits, as in `spritecol.Sprite`. A
            subclass may set it, the attributes below, and any `spritecol.Number`.
        collision_mask: the layers that the sprite sees, likewise.
        collision_enable: if False, the sprite hits nothing.
        collision_sync: if False, the shapes ignore angle and scale.
        body: the spritecol sprite, for all other features of this package. Its y is -center_y. You
            may read its pose, but write the pose of the arcade sprite.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a number is out of range, or the shapes are invalid.

    >>> import arcade
    >>> from spritecol import Circle
    >>> texture = arcade.Texture.create_empty("ball", (20, 20))
    >>> ball = Sprite(texture, center_x=100, center_y=50, collision=Circle(10, 10, 10))
    >>> other = Sprite(texture, center_x=118, center_y=50)  # a square
    >>> ball.hits(other)
    True
    >>> other.center_y += 19  # a corner is still in the ball's hit box
    >>> ball.hits(other)
    False
    """

    collision_default: Any = None
    body_names: tuple[str, ...] = ()  # the defaults of the class for the body
    body_kind: type[Body] = type("Sprite", (Body,), {})  # a name for messages
    body: Body
    collision_layer: Any = BodyAttribute("collision_layer")
    collision_mask: Any = BodyAttribute("collision_mask")
    collision_enable: Any = BodyAttribute("collision_enable")
    collision_sync: Any = BodyAttribute("collision_sync")
    _hit_box: Any
    _position: Any
    _scale: Any

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let a subclass set `collision = ...` without hiding the property."""
        super().__init_subclass__(**kwargs)
        default = cls.__dict__.get("collision")
        if "collision" in cls.__dict__ and not isinstance(default, property):
            cls.collision_default = default
            # Now the property is found again. With a descriptor that contains the default, like
            # `image` of pygame's sprites, reading `sprite.collision` would take 1.5 times as long.
            del cls.collision
        stated = {
            name: value
            for name, value in vars(cls).items()
            if isinstance(value, spritecol.Number)
            or (
                not isinstance(value, BodyAttribute)  # for a class that attrs creates a second time
                and any(isinstance(vars(base).get(name), BodyAttribute) for base in cls.__mro__[1:])
            )
        }
        cls.body_kind = type(cls.__name__, (cls.body_kind,), stated)
        cls.body_names = (*cls.__dict__.get("body_names", ()), *stated)
        cls.__attrs_init_subclass__()
        for name, value in vars(cls).items():
            own = mistakes.meant_with(name, value)
            if own in ("collision", *OF_BODY):
                mistakes.tell([mistakes.misnamed(cls.__name__, name, own)])

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        """Add the descriptors of the body's attributes again, which attrs deletes or replaces with
        slots.
        """
        for name in cls.body_names:
            setattr(cls, name, BodyAttribute(name))

    def __init__(
        self,
        path_or_texture: Any = None,
        scale: Any = 1.0,
        center_x: float = 0.0,
        center_y: float = 0.0,
        angle: float = 0.0,
        *,
        collision: Any = ...,
        **kwargs: Any,
    ) -> None:
        own = {
            name: kwargs.pop(name)
            for name in list(kwargs)
            if isinstance(getattr_static(type(self), name, None), BodyAttribute)
        }
        for name in kwargs:
            if meant_by(name, ("collision", *OF_BODY)) is not None:
                raise unknown_keyword(type(self).__name__, name, ("collision", *OF_BODY))
        super().__init__(path_or_texture, scale, center_x, center_y, angle, **kwargs)
        self._collision: Any = None
        self._synced_pose: Any = None
        self._texture_size: Any = None
        self.body = self.body_kind(self)
        for name, value in own.items():
            setattr(self.body, name, value)
        self.collision = self.collision_default if collision is ... else collision

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise an error for an unknown name that says if the body has it."""
            told = f"{type(self).__name__!r} object has no attribute {name!r}"
            if name == "vanish":
                told += ": call kill()"
            elif not name.startswith("_") and hasattr(spritecol.Sprite, name):
                told += f": its body has it, sprite.body.{name}, in a world mirrored at y = 0"
            raise AttributeError(told, name=name, obj=self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Refuse to be pickled, because the body's class is created here and pickle cannot
        find it.
        """
        raise TypeError(
            f"a {type(self).__name__} of arcade and spritecol can't be pickled: keep what it is "
            "made from, or save a World of bodies"
        )

    if TYPE_CHECKING:
        collision: Any  # not a property, so that subclasses may set a default
    else:

        @property
        def collision(self) -> Any:
            """The shapes as they were assigned, or None for arcade's hit box."""
            return self._collision

        @collision.setter
        def collision(self, value: Any) -> None:
            if value is not None:
                self.body.collision = value  # first, as it may raise
            elif self._collision is not None:
                self._hit_box = self._hit_box_of(self._texture.hit_box_points)
            self._collision = value
            self._sync(shapes_changed=True)

    @property
    def angle(self) -> float:
        """The angle in degrees, clockwise on screen."""
        return float(self._angle)

    @angle.setter
    def angle(self, value: float) -> None:
        _ANGLE.__set__(self, number(value, "angle"))

    @property
    def hit_box(self) -> Any:
        """Arcade's hit box."""
        return self._hit_box

    @hit_box.setter
    def hit_box(self, value: Any) -> None:
        if not isinstance(value, HitBox):
            raise TypeError(f"hit_box must be a HitBox of arcade, got {shown(value)}")
        for x, y in value.points:
            number(x, "x of a point of hit_box")
            number(y, "y of a point of hit_box")
        before = self._hit_box, self._collision
        _HIT_BOX.__set__(self, value)
        self._collision = None
        try:
            self._sync(shapes_changed=True)
        except (TypeError, ValueError):
            self._hit_box, self._collision = before
            raise

    @property
    def texture(self) -> Any:
        """The texture that is drawn. Shapes that were assigned are kept, in pixels of the
        texture.
        """
        return self._texture

    @texture.setter
    def texture(self, value: Any) -> None:
        given = self._collision
        _TEXTURE.__set__(self, value)  # may set a hit box, and so remove the shapes
        if given is not None and self._collision is None:
            self.collision = given

    def sync_hit_box_to_texture(self) -> None:
        """Use the hit box of the texture. Shapes that were assigned are kept."""
        if self._collision is None:
            super().sync_hit_box_to_texture()

    def update_spatial_hash(self) -> None:
        """Sync the body. arcade calls this after every change of the pose.

        Raises:
            TypeError: the new pose is not numeric. The sprite keeps the old pose.
            ValueError: it is not finite or is beyond 1e12. The sprite keeps the old pose.
        """
        body = self.body
        old_x, old_y = body.x, body.y
        try:
            x, y = self._position
            body.x = x
            body.y = -y
            if self._synced_pose != (self._angle, self._scale, self._texture):
                self._sync()
        except (TypeError, ValueError):
            self._revert(old_x, old_y)
            raise
        super().update_spatial_hash()

    def _revert(self, x: float, y: float) -> None:
        """Undo a pose that the body rejects, and raise an error that names arcade's attribute."""
        position, refused_scale = self._position, self._scale
        self._angle, self._scale, texture = self._synced_pose
        self._position = x, -y
        self._width, self._height = texture.width * self._scale[0], texture.height * self._scale[1]
        self._hit_box.position, self._hit_box.scale = self._position, self._scale
        if isinstance(self._hit_box, RotatableHitBox):
            self._hit_box.angle = self._angle
        self._sync()
        number(position[0], "center_x")
        number(position[1], "center_y")
        number(refused_scale[0], "scale_x")
        number(refused_scale[1], "scale_y")

    def _sync(self, shapes_changed: bool = False) -> None:
        """Sync the body, and sync the shapes with the hit box or the hit box with the shapes."""
        body = self.body
        x, y = self._position
        body.x, body.y = x, -y
        body.angle = self._angle
        body.scale_x, body.scale_y = self._scale
        size = self._texture.size
        if size != self._texture_size:
            body.image = self._texture
            self._texture_size = size
            shapes_changed = True
        if shapes_changed and self._collision is None:
            body.collision = hit_box_shapes(tuple((x, y) for x, y in self._hit_box.points), size)
        elif shapes_changed:
            self._hit_box = self._hit_box_of(hit_box_of(body.shapes, size))
        elif self._hit_box.scale != self._scale:  # arcade omits this in rescale_relative_to_point
            self._hit_box.scale = self._scale
        self._synced_pose = self._angle, self._scale, self._texture

    def _follow(self, body: Body) -> None:
        """Copy the values of the body. Each change writes the others back to the body."""
        place, angle, scale = (body.x, -body.y), body.angle, (body.scale_x, body.scale_y)
        texture, given, own = body.image, body.collision, self._collision
        if texture is not self._texture:
            self.texture = texture
        if own is None:
            own = hit_box_shapes(tuple((x, y) for x, y in self._hit_box.points), texture.size)
        if given is not own and given != own:
            self.collision = given
            if given == hit_box_shapes(tuple(map(tuple, texture.hit_box_points)), texture.size):
                self.collision = None  # it was, and the hit box was the texture's
        self.scale = scale
        self.angle = angle
        self.position = place

    def _hit_box_of(self, points: Any) -> Any:
        """Return a hit box with these points, in the pose of the sprite."""
        return RotatableHitBox(
            points, position=self._position, angle=self._angle, scale=self._scale
        )

    @property
    def geometry(self) -> BaseGeometry:
        """All shapes as one shapely geometry in arcade's world space, y up."""
        return shapely.transform(self.body.geometry, lambda points: points * (1, -1))

    def _register_sprite_list(self, new_list: Any) -> None:
        """Store that a list has this sprite. If the sprite had left its last list, it hits
        again.
        """
        super().register_sprite_list(new_list)
        unlist(self.body, False)

    register_sprite_list = _register_sprite_list  # as arcade calls it

    def _unregister_sprite_list(self, new_list: Any) -> None:
        """Store that a list no longer has this sprite. The list must not be kept alive.

        If it was the last list, the sprite hits nothing.
        """
        super()._unregister_sprite_list(new_list)
        let_go(self, new_list)
        if not self.sprite_lists:
            unlist(self.body, True)

    def kill(self) -> None:
        """Leave all SpriteLists, and all checks permanently.

        Use `remove_from_sprite_lists` for a sprite that may come back.
        """
        super().kill()
        self.body.vanish()

    def check(self, targets: Any) -> list[Any]:
        """Return the targets that this sprite hits, tested exactly.

        Args:
            targets: Sprites of this class, SpriteLists and other iterables of them, nested to any
                depth. The sprite itself and None are skipped.

        Returns:
            A list of sprites, in the order of the targets.

        Raises:
            TypeError: `targets` contains anything else.
        """
        bodies = kept_bodies(targets)
        if bodies is not None:
            return [body.owner for body in self.body.check(bodies)]
        sprites = sprites_of(targets)  # kept, because bodies don't keep their sprites alive
        return [body.owner for body in self.body.check([sprite.body for sprite in sprites])]

    def hits(self, targets: Any) -> bool:
        """Return whether this sprite hits any of the targets, tested exactly. Stops at the first
        hit.

        Args:
            targets: Sprites of this class, SpriteLists and other iterables of them, nested to any
                depth. The sprite itself and None are skipped.

        Returns:
            True if there is a hit.

        Raises:
            TypeError: `targets` contains anything else.
        """
        bodies = kept_bodies(targets)
        return self.body.hits(
            [sprite.body for sprite in sprites_of(targets)] if bodies is None else bodies
        )


mistakes.watch(Sprite)


KEPT = "_spritecol_bodies"
"""The attribute of a SpriteList with its sprites at the last check, and a Group of their bodies."""


def kept_bodies(targets: Any) -> spritecol.Group[Body] | None:
    """Return the bodies of a SpriteList, as a Group that is kept between checks, or None.

    A change of the order is not notified, so the contents of the list are compared. Sprites of a
    class with its own `__eq__` are not kept, because that would be called.
    """
    if not isinstance(targets, arcade.SpriteList):
        return None
    sprites: Any
    bodies: spritecol.Group[Body]
    sprites, bodies = vars(targets).get(KEPT, (None, None))
    if sprites == targets.sprite_list and len(bodies) == len(sprites):
        return bodies
    vars(targets).pop(KEPT, None)
    if sprites is None or targets.sprite_list[: len(sprites)] != sprites:
        sprites, bodies = [], spritecol.Group()
    joined = sprites_of(targets.sprite_list[len(sprites) :])
    sprites += joined
    bodies.add([sprite.body for sprite in joined])
    if len(bodies) != len(sprites) or any(type(one).__eq__ is not object.__eq__ for one in joined):
        return None
    vars(targets)[KEPT] = sprites, bodies
    return bodies


def let_go(sprite: Sprite, sprite_list: Any) -> None:
    """Drop a sprite that has left a SpriteList from the sprites kept with the list."""
    sprites, bodies = vars(sprite_list).pop(KEPT, (None, None))
    if sprites is not None and sprite.body in bodies:
        position = bodies.index(sprite.body)
        if position < len(sprites) and sprites[position] is sprite:
            del sprites[position]
            bodies.discard(sprite.body)
            vars(sprite_list)[KEPT] = sprites, bodies


def sprites_of(sprites: Any) -> list[Sprite]:
    """Return the sprites in a nested iterable, without None."""
    found: list[Sprite] = []
    _collect(sprites, found)
    return found


def _collect(sprites: Any, found: list[Sprite]) -> None:
    if isinstance(sprites, Sprite):
        found.append(sprites)
    elif isinstance(sprites, Iterable) and not isinstance(sprites, str | bytes):
        for sprite in sprites:
            if isinstance(sprite, Sprite):
                found.append(sprite)
            elif sprite is not None:
                _collect(sprite, found)
    else:
        raise TypeError(
            "sprites must be a Sprite of spritecol.integrations.arcade, a SpriteList or another "
            f"iterable of them, got {shown(sprites)}"
        )


# --- hit boxes as shapes, and back ---------------------------------------------------------------
# Points of arcade are relative to the center of the texture, y up. Shapes are in pixels of the
# texture, from its top left corner, y down.


@lru_cache(maxsize=1024)  # sprites of one texture share their points
def hit_box_shapes(points: HitBoxPoints, size: Size) -> tuple[Shape, ...]:
    """Return the shapes that a hit box covers. It may be concave. Fewer than two points cover
    nothing.
    """
    corners = [(x + size[0] / 2, size[1] / 2 - y) for x, y in points]
    if len(corners) < 2:
        return ()
    if len(set(corners)) == 2:
        (x1, y1), (x2, y2) = set(corners)
        return (Segment(x1, y1, x2, y2),)
    try:
        return (Polygon(corners),)
    except ValueError:  # it crosses itself, or all points are on a line
        return _valid_parts(corners)


def _valid_parts(corners: Sequence[tuple[float, float]]) -> tuple[Shape, ...]:
    """Return the areas that a self-intersecting outline encloses."""
    if len(corners) < 3:
        return ()
    valid = shapely.make_valid(shapely.Polygon(corners))
    areas = [part for part in shapely.get_parts(_without_collections(valid)) if part.area > 0]
    return tuple(Polygon.from_geometry(part) for part in areas)


def _without_collections(geometry: shapely.Geometry) -> shapely.Geometry:
    """Return the geometries inside nested collections, as one collection."""
    parts = shapely.get_parts(geometry)
    return shapely.GeometryCollection([p for part in parts for p in shapely.get_parts(part)])


def hit_box_of(shapes: Iterable[Shape], size: Size) -> HitBoxPoints:
    """Return the hit box of all shapes: their convex hull, because arcade treats a hit box as
    convex.
    """
    collection = shapely.GeometryCollection([shape.geometry for shape in shapes])
    if collection.is_empty:
        return NO_HIT_BOX
    hull = shapely.simplify(shapely.convex_hull(collection), TOLERANCE)
    corners = shapely.get_coordinates(hull).tolist()
    if len(corners) > 3:
        corners.pop()  # the last point of a ring repeats the first
    return tuple((x - size[0] / 2, size[1] / 2 - y) for x, y in corners)
