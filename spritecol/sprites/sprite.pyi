# The class that users see and subclass, with the attributes that it inherits from `SpriteRow`.
from collections.abc import Iterable
from typing import Any, Generic, Protocol, Unpack, final, overload

from shapely.geometry.base import BaseGeometry
from typing_extensions import TypeVar

from spritecol._support.vectors import Box, Vec2
from spritecol.shapes import Shape
from spritecol.sprites.questions.answers import Bounces, Contact, Distance, Slide, SweepHit
from spritecol.typing import (
    Collision,
    Image,
    Names,
    Only,
    OnlyOnWay,
    Targets,
    VectorLike,
    Where,
    WhereContact,
)

_S = TypeVar("_S", bound=Sprite)
_Result_co = TypeVar("_Result_co", covariant=True)

# A subclass takes its Numbers as keywords. Type checkers do not know their names, so any keyword
# with a number passes. `Sprite` itself has no Numbers and must refuse such keywords. A subclass of
# `Sprite` counts as a subclass of `Sprite[Any]`, where any result of `__float__` fits. In a call of
# `Sprite` itself the type variable is free: the checker solves it as `float`, which its bound
# forbids. Nobody writes the type argument.
@final
class NoKeywordOfSprite: ...

NumbersOfSubclass = TypeVar("NumbersOfSubclass", bound=NoKeywordOfSprite, default=Any)

class NumberKeyword(Protocol[_Result_co]):
    def __float__(self) -> _Result_co: ...

# Writable attributes are declared as variables instead of properties, so that type checkers let
# subclasses state defaults: `angle = 90.0` in the body of a class.
class Sprite(Generic[NumbersOfSubclass]):
    x: float
    """Position to the right, in pixels: the image's left edge, or the center with `offset_sync`."""
    y: float
    """Position down, in pixels: the image's top edge, or the center with `offset_sync`."""
    angle: float
    """Rotation of the shapes about the center, in degrees, clockwise on screen."""
    scale: float
    """Factor by which the shapes are scaled along both axes. Sets `scale_x` and `scale_y` at
    once."""
    scale_x: float
    """Factor that scales the shapes from the center along local x; a negative one mirrors."""
    scale_y: float
    """Factor that scales the shapes from the center along local y; a negative one mirrors."""
    z: float
    """Drawing order for `spritecol.draw`, low to high: any number; an int stays an int."""
    visible: bool
    """Whether `spritecol.draw` draws the sprite. Hits do not depend on it."""
    collision_layer: int
    """The layers that the sprite is on: an int, each of its 64 bits a layer. Default 1."""
    collision_mask: int
    """The layers that the sprite sees, as bits like `collision_layer`."""
    collision_enable: bool
    """Whether the sprite takes part in checks. While it is False, the sprite hits nothing."""
    collision_sync: bool
    """Whether the shapes follow `angle`, `scale_x` and `scale_y`."""
    offset_sync: bool
    """Whether (x, y) is the position of the center."""
    # Any object with a size. Reading gives Any, so that `screen.blit(self.image, ...)` needs no
    # cast.
    image: Any
    """The image: any object with `get_size()`, `.size`, or `.width` and `.height`; or None."""
    collision: Collision
    """The collision shapes, as they were assigned; `shapes` has them as a tuple of shapes."""

    # An omitted argument keeps the default of the class. Unless a subclass sets another one, it is
    # 0 for x, y, angle and z, 1 for the scales and collision_layer, None for image, collision and
    # center, ALL_LAYERS for collision_mask, True for collision_enable, collision_sync and visible,
    # and False for offset_sync.
    def __init__(
        self,
        x: float = ...,
        y: float = ...,
        image: Image | None = ...,
        *,
        collision: Collision = ...,
        angle: float = ...,
        scale: float = ...,
        scale_x: float = ...,
        scale_y: float = ...,
        center_x: float | None = ...,
        center_y: float | None = ...,
        z: float = ...,
        collision_enable: bool = ...,
        collision_sync: bool = ...,
        offset_sync: bool = ...,
        visible: bool = ...,
        collision_layer: int = ...,
        collision_mask: int = ...,
        position: VectorLike = ...,
        **numbers: NumberKeyword[NumbersOfSubclass],
    ) -> None: ...
    def __init_subclass__(cls, **kwargs: Any) -> None: ...
    @classmethod
    def __attrs_init_subclass__(cls) -> None: ...
    # Reading returns a float; None may be assigned too. A property would forbid defaults in
    # subclasses (`center_x = 8.0`).
    center_x: float | Any
    """Local x of the center of rotation and scaling, in pixels."""
    center_y: float | Any
    """Local y of the center of rotation and scaling, in pixels."""
    @property
    def position(self) -> Vec2:
        """The position of the sprite as a `Vec2` (x, y), in pixels. You can assign any pair of
        numbers.
        """
    @position.setter
    def position(self, value: VectorLike) -> None: ...
    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The collision shapes in local space, as a tuple. Not writable."""
    @property
    def vanished(self) -> bool:
        """Whether `vanish` has been called. Not writable."""
    @property
    def aabb(self) -> Box:
        """The bounding box of all shapes in world space: a `Box` (left, top, right, bottom)."""
    @property
    def world_shapes(self) -> tuple[Shape, ...]:
        """The shapes in world space: a tuple with one shape for each of `shapes`. Not writable."""
    @property
    def geometry(self) -> BaseGeometry:
        """The union of all shapes in world space, as a shapely geometry; empty without shapes."""
    def vanish(self) -> None: ...
    @overload
    def check(
        self,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereContact = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[_S]: ...
    @overload
    def check(
        self,
        targets: Targets,
        *more: Targets,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereContact = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[Sprite]: ...
    def hits(
        self,
        targets: Targets,
        *more: Targets,
        **only: Unpack[Only],
    ) -> bool: ...
    @overload
    def contacts(
        self,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereContact = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[Contact[_S]]: ...
    @overload
    def contacts(
        self,
        targets: Targets,
        *more: Targets,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereContact = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[Contact]: ...
    @overload
    def contains(self, x: float, y: float) -> bool: ...
    @overload
    def contains(self, x: VectorLike) -> bool: ...
    @overload
    def to_world(self, x: float, y: float) -> Vec2: ...
    @overload
    def to_world(self, x: VectorLike) -> Vec2: ...
    @overload
    def to_local(self, x: float, y: float) -> Vec2: ...
    @overload
    def to_local(self, x: VectorLike) -> Vec2: ...
    def separation(
        self,
        targets: Targets,
        *more: Targets,
        along: VectorLike | None = None,
        **only: Unpack[Only],
    ) -> Vec2: ...
    @overload
    def distance(
        self,
        other: Targets | VectorLike,
        *more: Targets,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: Where = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> Distance: ...
    @overload
    def distance(
        self,
        other: float,
        y: float,
        /,
        *,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: Where = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> Distance: ...
    # Sweeps and moves.
    @overload
    def sweep(
        self,
        dx: float,
        dy: float,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit[_S] | None: ...
    @overload
    def sweep(
        self,
        dx: float,
        dy: float,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit | None: ...
    @overload
    def sweep(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit[_S] | None: ...
    @overload
    def sweep(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit | None: ...
    @overload
    def sweep_all(
        self,
        dx: float,
        dy: float,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> list[SweepHit[_S]]: ...
    @overload
    def sweep_all(
        self,
        dx: float,
        dy: float,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> list[SweepHit]: ...
    @overload
    def sweep_all(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> list[SweepHit[_S]]: ...
    @overload
    def sweep_all(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> list[SweepHit]: ...
    def depenetrate(
        self,
        targets: Targets,
        *more: Targets,
        max_distance: float = ...,
        along: VectorLike | None = None,
        **only: Unpack[Only],
    ) -> Vec2: ...
    @overload
    def move_and_collide(
        self,
        dx: float,
        dy: float,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit[_S] | None: ...
    @overload
    def move_and_collide(
        self,
        dx: float,
        dy: float,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit | None: ...
    @overload
    def move_and_collide(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit[_S] | None: ...
    @overload
    def move_and_collide(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> SweepHit | None: ...
    @overload
    def move_and_slide(
        self,
        dx: float,
        dy: float,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        **only: Unpack[OnlyOnWay],
    ) -> Slide[_S]: ...
    @overload
    def move_and_slide(
        self,
        dx: float,
        dy: float,
        targets: Targets,
        *more: Targets,
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        **only: Unpack[OnlyOnWay],
    ) -> Slide: ...
    @overload
    def move_and_slide(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        **only: Unpack[OnlyOnWay],
    ) -> Slide[_S]: ...
    @overload
    def move_and_slide(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        **only: Unpack[OnlyOnWay],
    ) -> Slide: ...
    @overload
    def move_and_bounce(
        self,
        dx: float,
        dy: float,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        restitution: float = 1.0,
        friction: float = 0.0,
        max_bounces: int = 8,
        stops: _S | Iterable[_S | None] | None = None,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Bounces[_S]: ...
    @overload
    def move_and_bounce(
        self,
        dx: float,
        dy: float,
        targets: Targets,
        *more: Targets,
        restitution: float = 1.0,
        friction: float = 0.0,
        max_bounces: int = 8,
        stops: Targets | None = None,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Bounces: ...
    @overload
    def move_and_bounce(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        restitution: float = 1.0,
        friction: float = 0.0,
        max_bounces: int = 8,
        stops: _S | Iterable[_S | None] | None = None,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Bounces[_S]: ...
    @overload
    def move_and_bounce(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        restitution: float = 1.0,
        friction: float = 0.0,
        max_bounces: int = 8,
        stops: Targets | None = None,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Bounces: ...
