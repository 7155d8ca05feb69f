# The class that users see and subclass. `SpriteRow`, the compiled class below it, is folded in.
from collections.abc import Iterable
from typing import Any, TypeVar, overload

import shapely
from typing_extensions import disjoint_base

from spritecol.shapes import Shape
from spritecol.typing import Collision, Image, Targets

_S = TypeVar("_S", bound=Sprite)

# What can be written is declared as a variable, not as a property, so that type checkers let
# subclasses give defaults: `angle = 90.0` in the body of a class.
@disjoint_base
class Sprite:
    x: float
    y: float
    angle: float
    scale_x: float
    scale_y: float
    z: float
    visible: bool
    collision_enable: bool
    collision_sync: bool
    offset_sync: bool
    image: Image | None
    collision: Collision
    # What is not given has the default of its class: 0 for x, y, angle and z, 1 for the scales,
    # None for image, collision and center, True for collision_enable, collision_sync and visible,
    # False for offset_sync, unless a subclass says otherwise.
    def __init__(
        self,
        x: float = ...,
        y: float = ...,
        image: Image | None = ...,
        *,
        collision: Collision = ...,
        angle: float = ...,
        scale_x: float = ...,
        scale_y: float = ...,
        center_x: float | None = ...,
        center_y: float | None = ...,
        z: float = ...,
        collision_enable: bool = ...,
        collision_sync: bool = ...,
        offset_sync: bool = ...,
        visible: bool = ...,
    ) -> None: ...
    def __init_subclass__(cls, **kwargs: Any) -> None: ...
    # A float is read; None may be written too. `float | None` in the setter would forbid defaults
    # in subclasses (`center_x = 8.0`), which take no None.
    @property
    def center_x(self) -> float: ...
    @center_x.setter
    def center_x(self, value: Any) -> None: ...
    @property
    def center_y(self) -> float: ...
    @center_y.setter
    def center_y(self, value: Any) -> None: ...
    @property
    def shapes(self) -> tuple[Shape, ...]: ...
    @property
    def vanished(self) -> bool: ...
    @property
    def aabb(self) -> tuple[float, float, float, float]: ...
    @property
    def world_shapes(self) -> tuple[Shape, ...]: ...
    @property
    def geometry(self) -> shapely.Geometry: ...
    def vanish(self) -> None: ...
    @overload
    def check(self, targets: _S | Iterable[_S | None]) -> list[_S]: ...
    @overload
    def check(self, targets: Targets) -> list[Sprite]: ...
    def hits(self, targets: Targets) -> bool: ...
