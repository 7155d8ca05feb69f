"""`Sprite`: a sprite of arcade that owns one of this package and keeps it in step."""

from collections.abc import Iterable
from typing import Any
from weakref import ref

import arcade
import shapely
from arcade.hitbox import HitBox, RotatableHitBox

import spritecol
from spritecol._numbers.limits import number, shown
from spritecol.integrations.arcade.hit_boxes import points_of, shapes_of

_ANGLE: Any = arcade.Sprite.angle
_HIT_BOX: Any = arcade.Sprite.hit_box
_TEXTURE: Any = arcade.Sprite.texture


class Body(spritecol.Sprite):
    """The spritecol sprite of an arcade `Sprite`, in a world mirrored at y = 0.

    arcade's y runs up, spritecol's down. As all of the world is mirrored, hits are the same, and an
    angle is clockwise on screen in both.
    """

    def __init__(self, owner: "Sprite") -> None:
        super().__init__(offset_sync=True)
        # A weak one, so that a sprite that is forgotten goes at once and not by garbage collection.
        self._owner = ref(owner)

    @property
    def owner(self) -> "Sprite":
        """The arcade sprite."""
        owner = self._owner()
        if owner is None:
            raise ReferenceError("the arcade sprite of this body is gone: keep it in a SpriteList")
        return owner


class Sprite(arcade.Sprite):
    """An arcade sprite with exact shapes, for arcade's SpriteLists.

    It takes what `arcade.Sprite` takes, and `collision`. No class can inherit from both libraries'
    sprites, so this one owns a spritecol sprite, `body`, and keeps it in step: position, angle,
    scale, the size of the texture, and the hit box.

    Attributes:
        collision: what `spritecol.Sprite.collision` takes, in pixels of the texture from its upper
            left corner, y down. None, the default, is arcade's hit box. A subclass may set it. What
            is assigned here also becomes arcade's hit box: the convex outline of all shapes; None
            in place of shapes makes it the texture's again.
        hit_box: as in arcade. To assign to it sets `collision` to None: the shape is what lies
            between the points, exactly, concave or not, where the sprite is; the position, angle
            and scale of the hit box itself do not count.
        body: the spritecol sprite, for all else that this package can do. Its y is -center_y.
            Read its pose and write the arcade sprite's.

    >>> from spritecol import Circle
    >>> texture = arcade.Texture.create_empty("ball", (20, 20))
    >>> ball = Sprite(texture, center_x=100, center_y=50, collision=Circle(10, 10, 10))
    >>> other = Sprite(texture, center_x=118, center_y=50)  # a square
    >>> ball.hits(other)
    True
    >>> other.center_y += 19  # a corner of it is still in arcade's box round the ball
    >>> ball.hits(other)
    False
    """

    collision_default: Any = None
    body: Body
    _hit_box: Any
    _position: Any
    _scale: Any

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let a subclass say `collision = ...` and the property live on."""
        super().__init_subclass__(**kwargs)
        default = cls.__dict__.get("collision")
        if "collision" in cls.__dict__ and not isinstance(default, property):
            cls.collision_default = default
            del cls.collision

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
        super().__init__(path_or_texture, scale, center_x, center_y, angle, **kwargs)
        self._collision: Any = None
        self._seen: Any = None
        self._texture_size: Any = None
        self.body = Body(self)
        self.collision = self.collision_default if collision is ... else collision

    @property
    def collision(self) -> Any:
        """The shapes, as they were assigned; None is arcade's hit box."""
        return self._collision

    @collision.setter
    def collision(self, value: Any) -> None:
        if value is not None:
            self.body.collision = value  # first, as it may raise
        elif self._collision is not None:
            self._hit_box = self._placed(self._texture.hit_box_points)
        self._collision = value
        self._follow(anew=True)

    @property
    def angle(self) -> float:
        """As in arcade: degrees, clockwise on screen."""
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
            self._follow(anew=True)
        except (TypeError, ValueError):
            self._hit_box, self._collision = before
            raise

    @property
    def texture(self) -> Any:
        """The texture that is drawn. Shapes of your own stay as they are, in its pixels."""
        return self._texture

    @texture.setter
    def texture(self, value: Any) -> None:
        given = self._collision
        _TEXTURE.__set__(self, value)  # may set a hit box, and so drop the shapes
        if given is not None and self._collision is None:
            self.collision = given

    def update_spatial_hash(self) -> None:
        """Told by arcade of every change of the pose."""
        body = self.body
        old_x, old_y = body.x, body.y
        try:
            x, y = self._position
            body.x = x
            body.y = -y
            if self._seen != (self._angle, self._scale, self._texture):
                self._follow()
        except (TypeError, ValueError):
            self._go_back(old_x, old_y)
            raise
        super().update_spatial_hash()

    def _go_back(self, x: float, y: float) -> None:
        """Undo a pose that the body refuses, in arcade's attributes too; the error names those."""
        position, refused_scale = self._position, self._scale
        self._angle, self._scale, texture = self._seen
        self._position = x, -y
        self._width, self._height = texture.width * self._scale[0], texture.height * self._scale[1]
        self._hit_box.position, self._hit_box.scale = self._position, self._scale
        if isinstance(self._hit_box, RotatableHitBox):
            self._hit_box.angle = self._angle
        self._follow()
        number(position[0], "center_x")
        number(position[1], "center_y")
        number(refused_scale[0], "scale_x")
        number(refused_scale[1], "scale_y")

    def _follow(self, anew: bool = False) -> None:
        """Bring the body in step, and the one of shapes and hit box that follows the other."""
        body = self.body
        x, y = self._position
        body.x, body.y = x, -y
        body.angle = self._angle
        body.scale_x, body.scale_y = self._scale
        size = self._texture.size
        if size != self._texture_size:
            body.image = self._texture
            self._texture_size = size
            anew = True
        if anew and self._collision is None:
            body.collision = shapes_of(tuple((x, y) for x, y in self._hit_box.points), size)
        elif anew:
            self._hit_box = self._placed(points_of(body.shapes, size))
        elif self._hit_box.scale != self._scale:  # arcade forgets it in rescale_relative_to_point
            self._hit_box.scale = self._scale
        self._seen = self._angle, self._scale, self._texture

    def _placed(self, points: Any) -> Any:
        """A hit box of these points, in the pose of the sprite."""
        return RotatableHitBox(
            points, position=self._position, angle=self._angle, scale=self._scale
        )

    @property
    def geometry(self) -> shapely.Geometry:
        """All shapes as one shapely geometry, in arcade's world, y up."""
        return shapely.transform(self.body.geometry, lambda points: points * (1, -1))

    def kill(self) -> None:
        """Leave all SpriteLists, and all checks for good.

        A sprite that shall come back leaves its lists by `remove_from_sprite_lists`.
        """
        super().kill()
        self.body.vanish()

    def check(self, targets: Any) -> list[Any]:
        """Those of the targets that this sprite hits, exactly, in the order given.

        Targets are Sprites of this class, SpriteLists and other iterables of them, nested as deep
        as you like; the sprite itself and None are skipped.
        """
        sprites = sprites_of(targets)  # kept, as a body does not keep its sprite alive
        return [body.owner for body in self.body.check([sprite.body for sprite in sprites])]

    def hits(self, targets: Any) -> bool:
        """Whether this sprite hits any of the targets."""
        return self.body.hits([sprite.body for sprite in sprites_of(targets)])


def sprites_of(sprites: Any) -> "list[Sprite]":
    """The sprites in sprites nested as deep as you like, None left out."""
    found: list[Sprite] = []
    _collect(sprites, found)
    return found


def _collect(sprites: Any, found: "list[Sprite]") -> None:
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
            "what is checked must be a Sprite of spritecol.integrations.arcade, a SpriteList or "
            f"another iterable of them, got {shown(sprites)}"
        )
