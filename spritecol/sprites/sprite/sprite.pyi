# The class that users see and subclass, with the attributes that it inherits from `SpriteRow`.
from collections.abc import Iterable
from typing import Any, Generic, Protocol, Unpack, final, overload

from shapely.geometry.base import BaseGeometry
from typing_extensions import TypeVar

from spritecol._support.boxes import Box
from spritecol._support.vectors import Vec2
from spritecol.shapes import Shape
from spritecol.sprites.questions.answers import Bounces, Contact, Distance, Slide, SweepHit
from spritecol.typing import (
    Collision,
    Image,
    Names,
    Only,
    Targets,
    VectorLike,
    WhereContact,
    WhereHit,
)

_S = TypeVar("_S", bound=Sprite)
_Result_co = TypeVar("_Result_co", covariant=True)

# A subclass takes its Numbers as keywords, which no checker can name: any keyword that is a number
# passes. `Sprite` itself has none, and takes none. A subclass of `Sprite` is one of `Sprite[Any]`,
# where any result of `__float__` fits. In a call of `Sprite` the type variable is free: the checker
# solves it for `float`, which its bound forbids. Nobody writes the argument.
@final
class NoKeywordOfSprite: ...

NumbersOfSubclass = TypeVar("NumbersOfSubclass", bound=NoKeywordOfSprite, default=Any)

class NumberKeyword(Protocol[_Result_co]):
    def __float__(self) -> _Result_co: ...

# Writable attributes are declared as variables instead of properties, so that type checkers let
# subclasses state defaults: `angle = 90.0` in the body of a class.
class Sprite(Generic[NumbersOfSubclass]):
    x: float
    """Position to the right, in pixels: of the image's corner, or the center (`offset_sync`)."""
    y: float
    """Position down, in pixels: of the image's corner, or the center (`offset_sync`)."""
    angle: float
    """Rotation of the shapes about the center, in degrees, clockwise on screen."""
    scale: float
    """Factor by which the shapes are scaled along both axes: `scale_x` and `scale_y` at once."""
    scale_x: float
    """Factor by which the shapes are scaled from the center along local x; negative mirrors."""
    scale_y: float
    """Factor by which the shapes are scaled from the center along local y; negative mirrors."""
    z: float
    """Drawing order for `spritecol.draw`, low to high: any number; an int stays an int."""
    visible: bool
    """Whether `spritecol.draw` draws the sprite. Hits do not depend on it."""
    collision_layer: int
    """The layers that the sprite is on: an int, each of its 64 bits a layer. Default 1."""
    collision_mask: int
    """The layers that the sprite cares for, as bits like `collision_layer`."""
    collision_enable: bool
    """Whether the sprite takes part in checks. While it is False, the sprite hits nothing."""
    collision_sync: bool
    """Whether the shapes follow `angle`, `scale_x` and `scale_y`."""
    offset_sync: bool
    """Whether (x, y) is the position of the center."""
    # Any object with a size; read as Any, so that `screen.blit(self.image, ...)` needs no cast.
    image: Any
    """The image: any object with `get_size()`, `.size`, or `.width` and `.height`; or None."""
    collision: Collision
    """The collision shapes, as they were assigned; `shapes` has them as a tuple of shapes."""

    # Any argument left out has the default of the class. Unless a subclass states another one, that
    # is 0 for x, y, angle and z, 1 for the scales and collision_layer, None for image, collision
    # and center, ALL_LAYERS for collision_mask, True for collision_enable, collision_sync and
    # visible, and False for offset_sync.
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
        """The place of the sprite, (x, y) in pixels. Any pair of numbers can be assigned."""
    @position.setter
    def position(self, value: VectorLike) -> None: ...
    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes that `collision` stands for, as a tuple in local space. Not writable."""
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
    def distance(
        self,
        other: Targets | VectorLike,
        **only: Unpack[Only],
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> SweepHit | None: ...
    @overload
    def sweep(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> SweepHit[_S] | None: ...
    @overload
    def sweep(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[SweepHit]: ...
    @overload
    def sweep_all(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[SweepHit[_S]]: ...
    @overload
    def sweep_all(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> SweepHit | None: ...
    @overload
    def move_and_collide(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        turn: float = 0,
        hit_from_inside: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> SweepHit[_S] | None: ...
    @overload
    def move_and_collide(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        turn: float = 0,
        hit_from_inside: bool = False,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> Slide: ...
    @overload
    def move_and_slide(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> Slide[_S]: ...
    @overload
    def move_and_slide(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
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
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WhereHit = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> Bounces: ...
