from collections.abc import Sequence
from typing import Any, Final, Generic, Self, overload

from shapely.geometry.base import BaseGeometry
from typing_extensions import TypeVar, disjoint_base

from spritecol._support.vectors import Vec2
from spritecol.shapes import Shape
from spritecol.sprites.sprite import Sprite
from spritecol.typing import VectorLike

# The class of the targets. Without a type argument it is any class.
_S_co = TypeVar("_S_co", bound=Sprite, default=Any, covariant=True)

# The pairs of an Overlaps.
_P = TypeVar("_P", bound=tuple[Any, ...], default=Any)

# Attributes are read-only: `Final`, or a property where the type depends on a type variable, which
# `Final` does not allow.

class Result:
    __match_args__: tuple[str, ...] = ()
    def __hash__(self) -> int: ...
    def __replace__(self, /, **changes: Any) -> Self: ...

@disjoint_base
class Surface(Result):
    normal: Final[Vec2]
    @overload
    def slide(self, vx: float, vy: float) -> Vec2: ...
    @overload
    def slide(self, vx: VectorLike) -> Vec2: ...
    @overload
    def bounce(
        self, vx: float, vy: float, restitution: float = 1.0, friction: float = 0.0
    ) -> Vec2: ...
    @overload
    def bounce(
        self, vx: VectorLike, *, restitution: float = 1.0, friction: float = 0.0
    ) -> Vec2: ...

@disjoint_base
class Near(Result, Generic[_S_co]):
    __match_args__ = ("other", "other_shape", "distance", "point")
    @property
    def other(self) -> _S_co: ...
    other_shape: Final[Shape]
    distance: Final[float]
    point: Final[Vec2]
    def __init__(
        self, other: _S_co, other_shape: Shape, distance: float, point: VectorLike
    ) -> None: ...

@disjoint_base
class RayHit(Surface, Generic[_S_co]):
    __match_args__ = (
        "other",
        "other_shape",
        "fraction",
        "point",
        "normal",
        "from_inside",
        "distance",
    )
    @property
    def other(self) -> _S_co: ...
    other_shape: Final[Shape]
    fraction: Final[float]
    point: Final[Vec2]
    from_inside: Final[bool]
    distance: Final[float]
    def __init__(
        self,
        other: _S_co,
        other_shape: Shape,
        fraction: float,
        point: VectorLike,
        normal: VectorLike,
        from_inside: bool,
        distance: float,
    ) -> None: ...

@disjoint_base
class SweepHit(Surface, Generic[_S_co]):
    __match_args__ = (
        "sprite",
        "other",
        "shape",
        "other_shape",
        "fraction",
        "point",
        "normal",
        "from_inside",
        "position",
        "angle",
        "distance",
    )
    sprite: Final[Any]
    @property
    def other(self) -> _S_co: ...
    shape: Final[Shape]
    other_shape: Final[Shape]
    fraction: Final[float]
    point: Final[Vec2]
    from_inside: Final[bool]
    position: Final[Vec2]
    angle: Final[float]
    distance: Final[float]
    def __init__(
        self,
        sprite: Any,
        other: _S_co,
        shape: Shape,
        other_shape: Shape,
        fraction: float,
        point: VectorLike,
        normal: VectorLike,
        from_inside: bool,
        position: VectorLike,
        angle: float,
        distance: float = 0.0,
    ) -> None: ...

@disjoint_base
class Slide(Result, Generic[_S_co]):
    __match_args__ = (
        "travel",
        "remainder",
        "hits",
        "on_floor",
        "on_wall",
        "on_ceiling",
        "floor_normal",
        "floor",
        "carried",
        "stepped",
        "crushed",
        "crushed_by",
        "wall_normal",
        "pushed",
    )
    travel: Final[Vec2]
    remainder: Final[Vec2]
    @property
    def hits(self) -> list[SweepHit[_S_co]]: ...
    on_floor: Final[bool]
    on_wall: Final[bool]
    on_ceiling: Final[bool]
    floor_normal: Final[Vec2]
    @property
    def floor(self) -> _S_co | None: ...
    carried: Final[Vec2]
    stepped: Final[float]
    crushed: Final[bool]
    crushed_by: Final[Any]
    wall_normal: Final[Vec2]
    pushed: Final[Vec2]
    def __bool__(self) -> bool: ...
    def __init__(
        self,
        travel: VectorLike,
        remainder: VectorLike,
        hits: list[SweepHit[_S_co]],
        on_floor: bool,
        on_wall: bool,
        on_ceiling: bool,
        floor_normal: VectorLike,
        floor: _S_co | None = None,
        carried: VectorLike = (0.0, 0.0),
        stepped: float = 0.0,
        crushed: bool = False,
        crushed_by: Any = None,
        wall_normal: VectorLike = (0.0, 0.0),
        pushed: VectorLike = (0.0, 0.0),
    ) -> None: ...

@disjoint_base
class Bounces(Result, Generic[_S_co]):
    __match_args__ = ("velocity", "travel", "hits")
    velocity: Final[Vec2]
    travel: Final[Vec2]
    @property
    def hits(self) -> list[SweepHit[_S_co]]: ...
    def __bool__(self) -> bool: ...
    def __init__(
        self, velocity: VectorLike, travel: VectorLike, hits: list[SweepHit[_S_co]]
    ) -> None: ...

@disjoint_base
class Contact(Surface, Generic[_S_co]):
    __match_args__ = ("sprite", "other", "shape", "other_shape", "normal", "depth", "points")
    sprite: Final[Any]
    @property
    def other(self) -> _S_co: ...
    shape: Final[Shape]
    other_shape: Final[Shape]
    depth: Final[float]
    points: Final[tuple[Vec2, ...]]
    push: Final[Vec2]
    region: Final[BaseGeometry]
    def __init__(
        self,
        sprite: Any,
        other: _S_co,
        shape: Shape,
        other_shape: Shape,
        normal: VectorLike,
        depth: float,
        points: Sequence[VectorLike],
        poses: bytes = b"",
    ) -> None: ...

class Distance(float):
    __match_args__ = ("distance", "normal", "point", "other_point")
    @property
    def distance(self) -> float: ...
    normal: Final[Vec2]
    point: Final[Vec2]
    other_point: Final[Vec2]
    def __new__(
        cls,
        distance: float,
        normal: VectorLike = ...,
        point: VectorLike = ...,
        other_point: VectorLike = ...,
    ) -> Self: ...
    def __replace__(self, /, **changes: Any) -> Self: ...

@disjoint_base
class Changes(Result, Generic[_P]):
    __match_args__ = ("entered", "stayed", "exited")
    @property
    def entered(self) -> list[_P]: ...
    @property
    def stayed(self) -> list[_P]: ...
    @property
    def exited(self) -> list[_P]: ...
    def __init__(self, entered: list[_P], stayed: list[_P], exited: list[_P]) -> None: ...
    def __bool__(self) -> bool: ...
